/** What positions look like, as the server tells it: each is asked for once while a page is open. */

import * as api from "../api.js";

/** @typedef {import("../types.js").Look} Look */

// Of a short line all moves are told, in the words in which lessons ask: so they are known offline.
const SHORT = 12;
const MOST = 400; // looks that are kept

/** Make a memory of looks at lines from one position. @param {any} start the position as JSON */
export function makeLooks(start) {
  /** @type {Map<string, Promise<Look>>} */
  const known = new Map();

  /**
   * The position after some moves; the last of `changes` and of `say` are about the last move.
   * @param {string[]} moves @returns {Promise<Look>}
   */
  function after(moves) {
    const key = moves.join(" ");
    const found = known.get(key);
    if (found) return found;
    const told = moves.length > SHORT ? moves.slice(-1) : moves;
    const look = api.look(start, told, moves.slice(0, moves.length - told.length));
    known.set(key, look);
    look.catch(() => known.delete(key));
    for (const oldest of known.keys()) {
      if (known.size <= MOST) break;
      known.delete(oldest);
    }
    return look;
  }

  return { start, after };
}
