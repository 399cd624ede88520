/** What a live analysis puts on the board: arrows of the best turns, and heat on what can be clicked. */

import { arrowsOf } from "../board/arrows.js";

/**
 * @typedef {import("./engine.js").BestTurn} BestTurn
 * @typedef {import("./engine.js").MoveValue} MoveValue
 * @typedef {import("../types.js").Path} Path
 */

/** Grades of a move by what it loses of the point, at most; whatever loses more is the last one. */
const GRADES = /** @type {[string, number][]} */ ([
  ["A", 0.015],
  ["B", 0.05],
  ["C", 0.12],
  ["D", 0.25],
  ["E", Infinity],
]);

/** The letter of a move. @param {number} loss */
export function gradeOf(loss) {
  return /** @type {[string, number]} */ (GRADES.find(([, most]) => loss <= most))[0];
}

/**
 * Heat on the places of the next click: how much the best move that begins with it loses.
 * @param {Path[]} paths @param {string[]} picked clicks so far @param {MoveValue[]} moves
 * @returns {import("./overlay.js").Heat[]}
 */
export function heatOf(paths, picked, moves) {
  const losses = new Map(moves.map(({ token, loss }) => [token, loss]));
  /** @type {Map<string, number>} */
  const least = new Map();
  for (const { token, clicks } of paths) {
    const loss = losses.get(token);
    const place = clicks[picked.length];
    if (typeof loss !== "number" || place === undefined) continue;
    if (!picked.every((click, index) => clicks[index] === click)) continue;
    least.set(place, Math.min(loss, least.get(place) ?? Infinity));
  }
  return [...least].map(([place, loss]) => {
    const letter = gradeOf(loss);
    return { place, letter, size: 1 - Math.min(1, loss / 0.4), kind: `grade-${letter}` };
  });
}

/**
 * Arrows of the best turns, and their ranks: where they end, and at all that they put down, as that
 * has no arrow. What is put down is to be seen as well, which way round it lies.
 * @param {BestTurn[]} turns @param {string} kind a class
 */
export function arrowsOfTurns(turns, kind) {
  /** @type {Map<string, number[]>} ranks by place */
  const ends = new Map();
  const arrows = turns.flatMap(({ changes }, index) => {
    for (const end of endsOf(changes.flat())) ends.set(end, [...(ends.get(end) ?? []), index + 1]);
    return arrowsOf(changes).map((arrow) => ({ ...arrow, kind: `${kind} rank-${index + 1}` }));
  });
  const labels = [...ends].map(([place, ranks]) => ({
    place,
    text: ranks.join("·"),
    kind: `${kind} rank-${ranks[0]}`,
  }));
  /** @type {Map<string, import("./overlay.js").Ghost>} the best turn's by place */
  const ghosts = new Map();
  turns.forEach(({ put = [] }, index) => {
    for (const piece of put)
      if (!ghosts.has(piece.place)) ghosts.set(piece.place, { piece, kind: `rank-${index + 1}` });
  });
  return { arrows: arrows.reverse(), labels, ghosts: [...ghosts.values()] };
}

/** The places that ranks stand at. @param {import("../types.js").Change[]} changes @returns {Set<string>} */
function endsOf(changes) {
  const put = changes.filter(({ start, end }) => !start && end);
  const last = changes.findLast(({ end }) => end);
  return new Set([...put, ...(last ? [last] : [])].map(({ end }) => end ?? ""));
}
