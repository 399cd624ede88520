/**
 * A review as it comes in, line by line: what is known of the turns and the players so far.
 *
 * @typedef {{tokens: string[], say: import("../../types.js").Phrase[], line: string[]}} Told
 * @typedef {{start: number, position: any, loss: number, played: Told, best: Told}} Part
 * @typedef {{key: string, values: Record<string, any>, own: boolean}} Sentence
 * @typedef {{stage: string, index: number, number: number, turn: number|null, start: number,
 *            stop: number, tokens: string[], mark: string, loss: number, accuracy: number,
 *            proven: boolean, rolls: number[], points: {moves: number, values: number[]}[],
 *            worst: Part|null, why: Sentence|null}} ReviewedTurn
 * @typedef {{accuracy: number|null, marks: Record<string, number>, start: number, rolls: number,
 *            choices: number, others: number, end: number, result: number,
 *            slide: {first: number, last: number, cost: number}|null}} PlayerSummary
 * @typedef {{stage: string, rolled: boolean, players: PlayerSummary[]}} Summary
 * @typedef {{turns: Map<number, ReviewedTurn>, values: Map<number, number[]>, summary: Summary|null,
 *            total: number, moves: number, done: boolean}} Review
 */

/** Marks of turns that gave something away. */
export const BAD = ["?!", "?", "??"];

/** @returns {Review} */
export function newReview() {
  return {
    turns: new Map(),
    values: new Map(), // by number of moves: what everybody could expect then
    summary: null,
    total: 0,
    moves: 0,
    done: false,
  };
}

/** Take in one line. @param {Review} review @param {any} line */
export function takeLine(review, line) {
  if (line.type === "begin") [review.total, review.moves] = [line.turns, line.moves];
  else if (line.type === "turn") {
    review.turns.set(line.index, line);
    for (const { moves, values } of line.points) review.values.set(moves, values);
  } else if (line.type === "summary") review.summary = line;
  else if (line.type === "end") review.done = true;
}

/** The turns in their order. @param {Review} review */
export function turnsOf(review) {
  return [...review.turns.values()].sort((one, other) => one.index - other.index);
}

/** The turns that gave something away, of some seats or of all. @param {Review} review @param {number[]} [seats] */
export function mistakes(review, seats = []) {
  return turnsOf(review).filter(
    ({ mark, turn, worst }) =>
      BAD.includes(mark) && worst && turn !== null && (!seats.length || seats.includes(turn)),
  );
}

/** The marks by the number of the move that they stand at. @param {Review} review */
export function marksOf(review) {
  /** @type {Record<number, string>} */
  const found = {};
  for (const { mark, worst, stop } of review.turns.values())
    if (mark) found[worst ? worst.start + worst.played.tokens.length : stop] = mark;
  return found;
}
