/** The keyboard: arrows go from place to place, Enter clicks, Escape cancels, R turns. */

import { choices, completed, ghostButtons, nextClicks, turnChoice } from "./pick.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {{click: (id: string) => void, done: (token: string) => void, cancel: () => void,
 *             redraw: () => void,
 *             announce: (id: string) => void, ask: (id: string) => void}} Actions */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/**
 * Act on a key.
 * @param {BoardState} state @param {KeyboardEvent} event @param {Actions} actions
 * @returns {boolean} whether the key meant something here
 */
export function press(state, event, actions) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const choosing = choices(state).length > 0;
  if (event.key in ARROWS) {
    if (!choosing && isForStepping(state, event.key)) return false;
    if (choosing) turnChoice(state, /Right|Down/.test(event.key) ? 1 : -1);
    else moveCursor(state, ARROWS[event.key]);
    actions.redraw();
    actions.announce(choosing ? (state.choice ?? "") : (state.cursor ?? ""));
    return true;
  }
  switch (event.key) {
    case "Enter":
    case " ":
      return enter(state, choosing, actions);
    case "Escape":
      if (state.picked.length) actions.cancel();
      else if (state.pointed && state.cursor) {
        state.cursor = null;
        actions.redraw();
      } else return false;
      return true;
    case "?":
      if (!state.cursor) return false;
      actions.ask(state.cursor);
      return true;
    case "r":
    case "R":
      if (!ghostButtons(state).length) return false;
      turnChoice(state, event.shiftKey ? -1 : 1);
      actions.redraw();
      actions.announce(state.choice ?? "");
      return true;
    default:
      return pressLetter(state, event.key, actions);
  }
}

/**
 * Whether a key goes through the moves of a match: left and right do, until the keyboard is used to
 * go about on the board. Who clicks on it has not asked for that; who tabs to it has.
 * @param {BoardState} state @param {string} key
 */
function isForStepping({ pointed, cursor, picked }, key) {
  return pointed && cursor === null && !picked.length && /Left|Right/.test(key);
}

/** @param {BoardState} state @param {boolean} choosing @param {Actions} actions */
function enter(state, choosing, actions) {
  if (choosing && state.choice) actions.click(state.choice);
  else if (state.cursor && state.cursor !== state.picked.at(-1)) actions.click(state.cursor);
  else {
    const token = completed(state);
    if (token) actions.done(token);
    else if (state.cursor) actions.click(state.cursor);
    else return false;
  }
  return true;
}

/** A letter that begins the name of just one choice takes it. */
function pressLetter(
  /** @type {BoardState} */ state,
  /** @type {string} */ key,
  /** @type {Actions} */ actions,
) {
  const begun = choices(state).filter((id) => id.toLowerCase().startsWith(key.toLowerCase()));
  if (begun.length !== 1) return false;
  actions.click(begun[0]);
  return true;
}

/**
 * Go to the nearest place in a direction: among those that can be clicked, if any can.
 * @param {BoardState} state @param {[number, number]} direction
 */
function moveCursor(state, direction) {
  const next = nextClicks(state.paths, state.picked);
  const offered = state.board.places.filter((place) => next.has(place.id));
  const among = offered.length ? offered : state.board.places.filter((place) => !place.parent);
  const here = state.places.get(state.cursor ?? state.picked.at(-1) ?? "");
  if (!here) {
    state.cursor = nearestTo(among, state.board.width / 2, state.board.height / 2);
    return;
  }
  const sign = state.flipped ? -1 : 1;
  const [dx, dy] = [direction[0] * sign, direction[1] * sign];
  let best = Infinity;
  for (const place of among) {
    const [x, y] = [place.x - here.x, place.y - here.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    // What lies within 60° of the direction counts, and straight ahead counts most.
    if (along <= 1 || aside > along * 1.8) continue;
    const cost = along + 2 * aside;
    if (cost < best) {
      best = cost;
      state.cursor = place.id;
    }
  }
}

/** @param {import("../types.js").Place[]} places @param {number} x @param {number} y */
function nearestTo(places, x, y) {
  const far = (/** @type {import("../types.js").Place} */ place) =>
    Math.hypot(place.x - x, place.y - y);
  return [...places].sort((one, other) => far(one) - far(other))[0]?.id ?? null;
}
