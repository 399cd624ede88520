/** Asking the server over HTTP. A refusal is an `ApiError` with the server's code and sentence. */

export class ApiError extends Error {
  /**
   * @param {string} code @param {string} message @param {number} status
   * @param {{reason?: string, values?: Record<string, any>, retry_after?: number}} [more]
   */
  constructor(code, message, status, more = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.reason = more.reason;
    this.values = more.values;
    this.retry_after = more.retry_after;
  }
}

/** @type {Map<string, Promise<any>>} */
const remembered = new Map();

/** All games, the computer's levels, and how others reach this server. */
function catalogue() {
  return once("/api/games", () => ask("GET", "/api/games"));
}

/** @returns {Promise<import("./types.js").GameData[]>} */
export async function games() {
  return (await catalogue()).games;
}

/** @returns {Promise<import("./levels.js").Level[]>} */
export async function levels() {
  return (await catalogue()).levels ?? [];
}

/** @returns {Promise<{public_url: string, loopback: boolean, pictures: boolean, push: string|null}>} */
export async function server() {
  return (await catalogue()).server;
}

/** @param {string} name @returns {Promise<import("./types.js").GameData|undefined>} */
export async function gameNamed(name) {
  return (await games()).find((game) => game.name === name);
}

/**
 * Check options and get the board.
 * @param {string} game @param {Record<string, any>} options
 * @returns {Promise<import("./types.js").RulesData>}
 */
export function rules(game, options) {
  const body = { game, options };
  return once(`rules ${JSON.stringify(body)}`, () => ask("POST", "/api/rules", body));
}

/** What was played in a position, and what is proven of it. @param {any} wish */
export function explore(wish) {
  return ask("POST", "/api/explore", wish);
}

/** Prove what a game's own proof leaves open. @param {any} wish */
export function tablebase(wish) {
  return ask("POST", "/api/tablebase", wish);
}

/** Let the computer play a variant for a second. @param {any} wish */
export function measure(wish) {
  return ask("POST", "/api/measure", wish);
}

/** The figures of a game's presets. @param {string} game */
export function measured(game) {
  return once(`measured ${game}`, () => ask("GET", `/api/games/${game}/measured`));
}

/**
 * Look at a position, and at what moves from it lead to. The board comes with it. Of `past`, moves
 * that come before the tokens, nothing is told.
 * @param {any} position @param {string[]} [tokens] at most 100 @param {string[]} [past]
 */
export async function look(position, tokens = [], past = []) {
  const [seen, { board }] = await Promise.all([
    ask("POST", "/api/look", { position, tokens, ...(past.length && { past }) }),
    rules(position.game, position.options ?? {}),
  ]);
  return { ...seen, game: position.game, board };
}

/**
 * Why something can or can't be done at a place of a position.
 * @param {any} position @param {string[]} past moves to make first @param {string} place
 * @returns {Promise<import("./types.js").Phrase[]>}
 */
export async function explain(position, past, place) {
  return (await ask("POST", "/api/look", { position, past, place })).words;
}

/**
 * Have a position, a record or a tree read: it comes back as a tree, with who makes each move.
 * @param {any} data
 * @returns {Promise<{kind: "position"|"record"|"tree", tree: any, movers: (number|null)[]}>}
 */
export function readDocument(data) {
  return ask("POST", "/api/documents", data);
}

/**
 * What is wrong with a position that is being put together, and what it looks like.
 * @param {import("./types.js").EditWish} wish @returns {Promise<import("./types.js").Edited>}
 */
export function edit(wish) {
  return ask("POST", "/api/edit", wish);
}

/**
 * What is wrong with a board that is being drawn, and what it looks like.
 * @param {{game: string, options: Record<string, any>, draft?: import("./types.js").DraftData}} wish
 * @returns {Promise<import("./types.js").Designed>}
 */
export function design(wish) {
  return ask("POST", "/api/design", wish);
}

/** @param {any} wish */
export function newMatch(wish) {
  return ask("POST", "/api/matches", wish);
}

/**
 * A match as the holder of a secret sees it; `mine` are the seats that the secret holds.
 * @param {string} id @param {string|null} secret
 * @returns {Promise<import("./types.js").Snapshot>}
 */
export function match(id, secret) {
  return ask("GET", `/api/matches/${id}`, undefined, secret);
}

/**
 * How matches stand in which this browser has seats; `missing` are those that are gone.
 * @param {{id: string, secret: string|null}[]} matches
 * @returns {Promise<{matches: import("./types.js").Summary[], missing: string[], now: number}>}
 */
export function mine(matches) {
  return ask("POST", "/api/mine", { matches });
}

/**
 * Take an open seat; `hash` is of what one shares in the dice, if there are any.
 * @param {string} id @param {string} name @param {string|null} secret @param {string} hash
 */
export function join(id, name, secret, hash) {
  return ask("POST", `/api/matches/${id}/join`, name ? { name, hash } : { hash }, secret);
}

/**
 * A match move by move: moves `from` to `to`. @param {string} id @param {number} from @param {number} to
 * @returns {Promise<{steps: import("./types.js").Step[], total: number}>}
 */
export function steps(id, from, to) {
  return ask("GET", `/api/matches/${id}/steps?from=${from}&to=${to}`);
}

/** @param {string} id */
export function record(id) {
  return ask("GET", `/api/matches/${id}/record`);
}

/** @param {any} data */
export function putRecord(data) {
  return ask("POST", "/api/records", data);
}

/**
 * Have the server tell a device of turns, or no longer.
 * @param {string} id @param {string} secret @param {"subscribe"|"unsubscribe"} what @param {any} device
 */
export function push(id, secret, what, device) {
  return ask("POST", `/api/matches/${id}/${what}`, device, secret);
}

/**
 * Review a finished match: lines come as they are found out.
 * @param {string} id @param {(line: any) => void} hear @param {AbortSignal} signal
 */
export async function review(id, hear, signal) {
  const answer = await reach(`/api/matches/${id}/review`, { signal });
  if (!answer.ok) {
    const data = await answer.json().catch(() => ({}));
    throw new ApiError(data.code ?? "failed", data.message ?? "", answer.status, data);
  }
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) return;
    const lines = (left + value).split("\n");
    left = lines.pop() ?? "";
    for (const line of lines) {
      const told = JSON.parse(line);
      if (told.type === "refused") throw new ApiError("failed", told.message, 500);
      hear(told);
    }
  }
}

/**
 * What a turn gives away in a position, what would be best there, and what refutes it.
 * @param {any} position @param {string[]} tokens
 */
export function judge(position, tokens) {
  return ask("POST", "/api/judge", { position, tokens });
}

/**
 * The board of a match as SVG text.
 * @param {string} id @param {{at: number, dark: boolean, flipped: boolean}} look
 */
export async function picture(id, { at, dark, flipped }) {
  const query = `at=${at}&dark=${Number(dark)}&flipped=${Number(flipped)}`;
  return (await fetchFile(`/api/matches/${id}/picture.svg?${query}`)).text();
}

/**
 * A match as a GIF. @param {string} id @param {number} from @param {number} to @param {boolean} dark
 * @param {string} language
 */
export async function film(id, from, to, dark, language) {
  const query = `from=${from}&to=${to}&dark=${Number(dark)}&language=${language}`;
  return (await fetchFile(`/api/matches/${id}/film.gif?${query}`)).blob();
}

/** @param {string} address */
async function fetchFile(address) {
  const answer = await reach(address);
  if (answer.ok) return answer;
  const data = await answer.json().catch(() => ({}));
  throw new ApiError(data.code ?? "failed", data.message ?? "", answer.status, data);
}

/**
 * The puzzles of a game: ids, grades, themes.
 * @param {string} game @returns {Promise<{puzzles: import("./study/puzzlebook.js").Entry[], today: string}>}
 */
export function puzzles(game) {
  return once(`puzzles ${game}`, () => ask("GET", `/api/puzzles/${game}`));
}

/** One puzzle; `daily` is the one of the day. @param {string} game @param {string} id */
export function puzzle(game, id) {
  return ask("GET", `/api/puzzles/${game}/${id}`);
}

/**
 * What a try in a puzzle does: its verdict, and what the opponent answers.
 * @param {string} game @param {string} id @param {string[]} tokens @param {any} own a puzzle of one's own
 * @returns {Promise<{verdict: "solved"|"right"|"wrong", answer: string[], then: string[], value: number|null,
 *   worth?: import("./types.js").Phrase|null}>}
 */
export function tryPuzzle(game, id, tokens, own) {
  return ask("POST", `/api/puzzles/${game}/${id}`, { tokens, ...(own && { puzzle: own }) });
}

/** A puzzle in a record after some moves, or null. @param {string} game @param {any} record @param {number} ply */
export function findPuzzle(game, record, ply) {
  return ask("POST", `/api/puzzles/${game}/find`, { record, ply });
}

/**
 * Whether a position is a puzzle, or why it is none. It may take some seconds.
 * @param {string} game @param {any} position
 * @returns {Promise<{puzzle: any, why: string|null, message: string}>}
 */
export function puzzleHere(game, position) {
  return ask("POST", `/api/puzzles/${game}/here`, { position });
}

/** A QR code as SVG text. @param {string} text */
export async function qr(text) {
  const answer = await reach("/api/qr", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) throw new ApiError("failed", "", answer.status);
  return answer.text();
}

/** A file of a game as JSON or text. @param {string} game @param {string} path */
export async function gameFile(game, path) {
  const answer = await reach(`/games/${game}/${path}`);
  if (!answer.ok) throw new ApiError("not-found", `${game}/${path}`, answer.status);
  return path.endsWith(".json") ? answer.json() : answer.text();
}

/**
 * Fetch something; a server that is away is one more reason to refuse, with a code of the page's own.
 * @param {string} address @param {RequestInit} [options]
 */
export async function reach(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    throw new ApiError("offline", "", 0);
  }
}

/** Browsers take no more characters along than these when a page is closed. */
const TAKEN_ALONG = 60_000;

/**
 * @param {string} method @param {string} address @param {any} [body] @param {string|null} [secret]
 * @param {boolean} [outlives] whether it is sent even if the page is closed meanwhile
 */
export async function ask(method, address, body, secret, outlives = false) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const keepalive = outlives && (sent?.length ?? 0) < TAKEN_ALONG;
  const answer = await reach(address, { method, headers, body: sent, keepalive });
  const data = await answer.json().catch(() => null);
  if (answer.ok && !data) throw new ApiError("offline", "", 0); // it was cut off
  if (!answer.ok)
    throw new ApiError(data?.code ?? "failed", data?.message ?? "", answer.status, data ?? {});
  return data;
}

/** @param {string} key @param {() => Promise<any>} make */
function once(key, make) {
  const found = remembered.get(key);
  if (found) return found;
  const promise = make();
  remembered.set(key, promise);
  promise.catch(() => remembered.delete(key));
  return promise;
}
