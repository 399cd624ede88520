/** Making a move by walking the tree of legal clicks. The only place that knows what a click does. */

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {{token: string|null, more: boolean}} Step the move it completes; whether more can follow */

/**
 * Return what can be clicked next.
 * @param {import("../types.js").Path[]} paths
 * @param {string[]} picked
 * @returns {Map<string, Step>}
 */
export function nextClicks(paths, picked) {
  /** @type {Map<string, Step>} */
  const next = new Map();
  for (const { token, clicks } of paths) {
    if (clicks.length <= picked.length || !startsWith(clicks, picked)) continue;
    const step = next.get(clicks[picked.length]) ?? { token: null, more: false };
    if (clicks.length === picked.length + 1) step.token = token;
    else step.more = true;
    next.set(clicks[picked.length], step);
  }
  return next;
}

/**
 * Click something: go on, stop here, start again elsewhere, or cancel.
 * @param {BoardState} state @param {string} id
 * @returns {string|null} the token of the move, when it is complete
 */
export function click(state, id) {
  const next = nextClicks(state.paths, state.picked);
  const step = next.get(id);
  if (step) return advance(state, id, step);
  if (id === state.picked.at(-1)) return clickAgain(state);
  cancel(state);
  const first = nextClicks(state.paths, []).get(id);
  return first ? advance(state, id, first) : null;
}

/** The move that the clicks so far make, if they make one. @param {BoardState} state */
export function completed(state) {
  const { paths, picked } = state;
  const found = paths.find(
    ({ clicks }) => clicks.length === picked.length && startsWith(clicks, picked),
  );
  return found?.token ?? null;
}

/**
 * Pick the place that every move begins with, where there is only one and the rest is a choice:
 * then the choice shows by itself.
 * @param {BoardState} state
 */
export function pickOnlyPlace(state) {
  const [first] = state.paths[0]?.clicks ?? [];
  const only = state.paths.every(
    ({ clicks }) => clicks.length === 2 && clicks[0] === first && isButton(state, clicks[1]),
  );
  if (first && only && state.places.has(first)) advance(state, first, { token: null, more: true });
}

/**
 * The move that one click on a place makes, though it has several clicks; none while a move is
 * being made.
 * @param {BoardState} state @param {string} id
 */
export function shortcut(state, id) {
  const clicks = state.places.get(id)?.clicks;
  if (!clicks || state.picked.length) return null;
  const found = state.paths.find((path) => String(path.clicks) === String(clicks));
  return found?.token ?? null;
}

/** Forget the clicks so far. @param {BoardState} state */
export function cancel(state) {
  state.picked = [];
}

/**
 * The buttons that can come next, in the board's order.
 * @param {BoardState} state
 */
export function nextButtons(state) {
  const next = nextClicks(state.paths, state.picked);
  return (state.board.buttons ?? []).filter((id) => next.has(id));
}

/** The buttons to pop up beside the picked place. @param {BoardState} state */
export function choices(state) {
  return state.picked.length ? nextButtons(state) : [];
}

/**
 * Go on to the next choice, or back.
 * @param {BoardState} state @param {number} by
 */
export function turnChoice(state, by) {
  const ring = state.picked.length ? choices(state) : ghostButtons(state);
  if (!ring.length) return;
  const now = ring.indexOf(state.choice ?? "");
  state.choice = ring[(Math.max(now, 0) + by + ring.length) % ring.length];
}

/** All buttons that show a symbol. @param {BoardState} state */
export function ghostButtons(state) {
  return (state.board.buttons ?? []).filter((id) => id in (state.board.symbols ?? {}));
}

/**
 * Where a ghost stands, and which symbol it shows.
 * @param {BoardState} state
 * @returns {{place: string, symbol: string}|null}
 */
export function ghost(state) {
  const from = state.picked.length ? state.picked : state.hover ? [state.hover] : [];
  const place = from.at(-1);
  if (!place || !state.places.has(place) || !state.choice) return null;
  const fits = nextClicks(state.paths, from).has(state.choice);
  return fits && state.choice in (state.board.symbols ?? {})
    ? { place, symbol: state.choice }
    : null;
}

/** @param {BoardState} state @param {string} id @param {Step} step */
function advance(state, id, step) {
  if (state.picked.length) state.choice = state.choice && isButton(state, id) ? id : state.choice;
  state.picked = [...state.picked, id];
  if (step.token && !step.more) {
    cancel(state);
    return step.token;
  }
  const offered = choices(state);
  if (offered.length && !offered.includes(state.choice ?? "")) state.choice = offered[0];
  return null;
}

/** A second click on the same place takes the choice that shows, or stops, or cancels. */
function clickAgain(/** @type {BoardState} */ state) {
  const offered = choices(state);
  if (state.choice && offered.includes(state.choice)) return click(state, state.choice);
  const token = completed(state);
  cancel(state);
  return token;
}

/** @param {BoardState} state @param {string} id */
function isButton(state, id) {
  return (state.board.buttons ?? []).includes(id);
}

/** @param {string[]} clicks @param {string[]} beginning */
function startsWith(clicks, beginning) {
  return beginning.every((click, index) => clicks[index] === click);
}
