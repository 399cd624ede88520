/** Looking back: the moves of a match by number, and what the board was after each. */

import * as api from "../api.js";

/** @typedef {import("./state.js").Match} Match */

const CHUNK = 100;

/** How many moves there are now. @param {Match} match */
export function total(match) {
  return match.history.reduce((sum, turn) => sum + turn.tokens.length, 0);
}

/**
 * The match after a number of moves; asked for when first needed.
 * @param {Match} match @param {number} number
 */
export async function stepAt(match, number) {
  if (!match.steps[number]) {
    const from = Math.max(0, Math.min(number, total(match)) - CHUNK + 1);
    const { steps } = await api.steps(match.id, from, from + CHUNK - 1);
    for (const step of steps) match.steps[step.moves] = step;
  }
  return match.steps[number];
}

/** The places that changes touch, to mark the last move. @param {import("../types.js").Change[][]} changes */
export function touched(changes) {
  return [...new Set(changes.flat().flatMap(({ start, end }) => [start ?? "", end ?? ""]))].filter(
    Boolean,
  );
}
