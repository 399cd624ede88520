/** Looking back: the moves of a match by number, and what the board was after each. */

import * as api from "../api.js";

/** @typedef {import("./state.js").Match} Match */

const CHUNK = 100;

/**
 * What each player did before the next one did something: rolls are part of it.
 * @param {import("../types.js").Turn[]} history
 */
export function turns(history) {
  /** @type {{seat: number|null, moves: {token: string, say: import("../types.js").Phrase}[]}[]} */
  const found = [];
  for (const { seat, tokens, say } of history) {
    const latest = found.at(-1);
    const moves = tokens.map((token, index) => ({ token, say: say[index] }));
    if (latest && (seat === null || latest.seat === null || latest.seat === seat)) {
      latest.seat ??= seat;
      latest.moves.push(...moves);
    } else found.push({ seat, moves });
  }
  return found;
}

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
