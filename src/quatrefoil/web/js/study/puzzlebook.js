/**
 * What this browser remembers of puzzles: the solver's rating, streaks, what was solved and failed.
 *
 * @typedef {{skill: import("./glicko.js").Skill, streak: number, best: number,
 *   solved: string[], failed: string[]}} Book
 * @typedef {{id: string, grade: number, themes: string[]}} Entry
 */

import { read, write } from "../settings.js";
import { NEWCOMER, puzzleSkill, rated } from "./glicko.js";

/** @param {string} game */
const keyOf = (game) => `quatrefoil.puzzles.${game}`;

/** @param {string} game @returns {Book} */
export function bookOf(game) {
  const blank = { skill: NEWCOMER, streak: 0, best: 0, solved: [], failed: [] };
  return { ...blank, ...read(keyOf(game), {}) };
}

/**
 * Note how a first try went: it alone counts.
 * @param {string} game @param {Entry} puzzle @param {boolean} solved
 */
export function note(game, puzzle, solved) {
  const book = noted(bookOf(game), puzzle, solved);
  write(keyOf(game), book);
  return book;
}

/** @param {Book} book @param {Entry} puzzle @param {boolean} solved @returns {Book} */
export function noted(book, puzzle, solved) {
  const without = (/** @type {string[]} */ ids) => ids.filter((id) => id !== puzzle.id);
  const isNew = !book.solved.includes(puzzle.id) && !book.failed.includes(puzzle.id);
  const counts = isNew && puzzle.grade > 0;
  const streak = solved ? book.streak + 1 : 0;
  return {
    skill: counts
      ? rated(book.skill, [{ ...puzzleSkill(puzzle.grade), score: Number(solved) }])
      : book.skill,
    streak,
    best: Math.max(book.best, streak),
    solved: solved ? [...without(book.solved), puzzle.id] : without(book.solved),
    failed: solved ? without(book.failed) : [...without(book.failed), puzzle.id],
  };
}

/**
 * The puzzle to offer next: one that is new and about as hard as the solver is good.
 * @param {Book} book @param {Entry[]} puzzles @param {string} [not] the one that is shown
 * @returns {Entry|undefined}
 */
export function nextPuzzle(book, puzzles, not) {
  const others = puzzles.filter((puzzle) => puzzle.id !== not);
  const fresh = others.filter((puzzle) => !book.solved.includes(puzzle.id));
  const distance = (/** @type {Entry} */ puzzle) =>
    Math.abs(puzzleSkill(puzzle.grade).rating - book.skill.rating) +
    (book.failed.includes(puzzle.id) ? 1000 : 0);
  return (fresh.length ? fresh : others).toSorted((a, b) => distance(a) - distance(b))[0];
}

/**
 * The exercise to offer next: the first after this one that is not solved yet, and round again.
 * @param {Book} book @param {Entry[]} series @param {string} [not] the one that is shown
 * @returns {Entry|undefined}
 */
export function nextExercise(book, series, not) {
  const here = series.findIndex(({ id }) => id === not) + 1;
  const others = [...series.slice(here), ...series.slice(0, here)].filter(({ id }) => id !== not);
  return others.find(({ id }) => !book.solved.includes(id)) ?? others[0];
}
