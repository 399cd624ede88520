import assert from "node:assert/strict";
import { test } from "node:test";
import {
  nextExercise,
  nextPuzzle,
  noted,
} from "../../../src/quatrefoil/web/js/study/puzzlebook.js";
import { exercises, exercisesAddress } from "../../../src/quatrefoil/web/js/study/puzzlechoice.js";
import { ordersOf } from "../../../src/quatrefoil/web/js/study/puzzlekeep.js";

const BLANK = {
  skill: { rating: 1500, deviation: 350, volatility: 0.06 },
  streak: 0,
  best: 0,
  solved: /** @type {string[]} */ ([]),
  failed: /** @type {string[]} */ ([]),
};
const LIST = [..."abcdefgh"].map((id, index) => ({
  id,
  grade: 1 + (index >> 1),
  themes: index % 2 ? ["spin"] : ["push", "hold"],
}));

test("exercises are the easiest of a theme", () => {
  assert.deepEqual(
    exercises(LIST, "spin").map(({ id }) => id),
    ["b", "d", "f", "h"],
  );
  const many = [...LIST, ...LIST, ...LIST];
  assert.equal(exercises(many, "hold").length, 5);
  assert.deepEqual(exercises(LIST, "none"), []);
  assert.equal(exercisesAddress("blinq", "win-now"), "/puzzles/blinq?exercises=win-now");
});

test("exercises come in order, the solved ones last", () => {
  const series = exercises(LIST, "spin");
  assert.equal(nextExercise(BLANK, series)?.id, "b");
  assert.equal(nextExercise(BLANK, series, "b")?.id, "d");
  assert.equal(nextExercise(BLANK, series, "h")?.id, "b");
  const half = { ...BLANK, solved: ["d", "f"] };
  assert.equal(nextExercise(half, series, "b")?.id, "h");
  const all = { ...BLANK, solved: ["b", "d", "f", "h"] };
  assert.equal(nextExercise(all, series, "b")?.id, "d");
  assert.equal(nextExercise(BLANK, series.slice(0, 1), "b"), undefined);
});

test("first tries alone count, and what was failed can be made good", () => {
  const [puzzle] = LIST;
  const failed = noted({ ...BLANK, streak: 3, best: 3 }, puzzle, false);
  assert.deepEqual([failed.streak, failed.best, failed.failed], [0, 3, ["a"]]);
  assert.ok(failed.skill.rating < 1500);
  const solved = noted(failed, puzzle, true);
  assert.deepEqual([solved.solved, solved.failed], [["a"], []]);
  assert.equal(solved.skill.rating, failed.skill.rating);
  assert.notEqual(nextPuzzle(solved, LIST, "b")?.id, "a");
});

test("a turn is kept in every order, unless it is long", () => {
  assert.deepEqual(ordersOf(["x"]), [["x"]]);
  assert.deepEqual(ordersOf(["x", "y"]), [
    ["x", "y"],
    ["y", "x"],
  ]);
  assert.equal(new Set(ordersOf(["x", "y", "z"]).map(String)).size, 6);
  assert.deepEqual(ordersOf(["a", "b", "c", "d"]), [["a", "b", "c", "d"]]);
});
