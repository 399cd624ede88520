/**
 * A place in a line of moves as an address, and back: how pages hand positions on.
 *
 *   /analysis/blinq#options={"size":3}&moves=1a1W+1a2N&ply=1
 *
 * What is usual is left out: the usual options, the start of the game, no moves, the end of them.
 * It stands in the fragment, so no server has to take it in, however long it is.
 *
 * @typedef {{game: string, options?: Record<string, any>, start?: any, moves?: string[],
 *            ply?: number}} Place
 *   `options` that differ from the usual, `start` a position as JSON if the line does not begin at
 *   the start of the game, `moves` tokens from there, `ply` how many of them have been made.
 */

/** The address of the analysis board at a place. @param {Place} place */
export function analysisAddress(place) {
  return `/analysis/${place.game}${fragment(place)}`;
}

/** A place as the fragment of an address: nothing, or from `#` on. @param {Omit<Place, "game">} place */
export function fragment({ options = {}, start = null, moves = [], ply = moves.length }) {
  const query = new URLSearchParams();
  if (Object.keys(options).length && !start) query.set("options", JSON.stringify(options));
  if (start) query.set("start", JSON.stringify(start)); // it has options of its own
  if (moves.length) query.set("moves", moves.join(" "));
  if (ply !== moves.length) query.set("ply", String(ply));
  const text = query.toString();
  return text && `#${text}`;
}

/**
 * Read what `fragment` wrote. Anybody can write an address: what makes no sense is left out, and
 * whether options, position and moves hold is for the server to say.
 * @param {string} game @param {string} hash
 * @returns {Required<Place>}
 */
export function readFragment(game, hash) {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const start = objectIn(query.get("start"));
  const options = start ? (start.options ?? {}) : (objectIn(query.get("options")) ?? {});
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = /^\d{1,6}$/.test(query.get("ply") ?? "") ? Number(query.get("ply")) : moves.length;
  return { game, options, start, moves, ply: Math.min(ply, moves.length) };
}

/** @param {string|null} text @returns {Record<string, any>|null} */
function objectIn(text) {
  try {
    const data = JSON.parse(text ?? "null");
    return data && typeof data === "object" && !Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}
