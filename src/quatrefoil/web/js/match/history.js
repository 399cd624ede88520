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

/**
 * Where a move stands in the list: the number of its turn there, of how many, and whose turn it is.
 * Two players share a number, as both have a turn in each round.
 * @param {import("./state.js").Match} match @param {number} move
 */
export function placeInList(match, move) {
  const all = turns(match.history);
  const each = match.state?.seats.length === 2 ? 2 : 1;
  const numberOf = (/** @type {number} */ index) => Math.floor(index / each) + 1;
  let moves = 0;
  const index = all.findIndex((turn) => (moves += turn.moves.length) >= move);
  const found = index < 0 ? all.length - 1 : index;
  return {
    number: move === 0 ? 0 : numberOf(found),
    total: all.length ? numberOf(all.length - 1) : 0,
    seat: move === 0 ? null : (all[found]?.seat ?? null),
  };
}

/** Who makes the move after some moves, as far as it is known. @param {import("./state.js").Match} match @param {number} moves */
export function seatAfter({ history, state }, moves) {
  let passed = 0;
  const next = history.find(
    ({ seat, tokens }) => (passed += tokens.length) > moves && seat !== null,
  );
  return next ? next.seat : (state?.turn ?? null);
}

/** Where the last move was. @param {import("./state.js").Match} match */
export async function lastPlaces(match) {
  if (!match.history.length) return [];
  const step = await stepAt(match, total(match));
  return touched([step?.changes ?? []]);
}

/** How many moves there are now. @param {Match} match */
export function total(match) {
  return match.history.reduce((sum, turn) => sum + turn.tokens.length, 0);
}

/** After how many moves one sees the board: at a turning point of the review, in the past, or now. @param {Match} match */
export function movesShown(match) {
  return match.studied ?? match.viewing ?? total(match);
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
