import assert from "node:assert/strict";
import { test } from "node:test";
import { NEWCOMER, puzzleSkill, rated } from "../../../src/quatrefoil/web/js/study/glicko.js";

test("the published example of Glickman", () => {
  const skill = { rating: 1500, deviation: 200, volatility: 0.06 };
  const games = [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ];
  const after = rated(skill, games);
  assert.equal(after.rating.toFixed(2), "1464.05");
  assert.equal(after.deviation.toFixed(2), "151.52");
  assert.equal(after.volatility.toFixed(5), "0.06000");
});

test("who does not play is only less certain", () => {
  const skill = { rating: 1500, deviation: 200, volatility: 0.06 };
  const after = rated(skill, []);
  assert.equal(after.rating, 1500);
  assert.equal(after.deviation.toFixed(2), "200.27");
});

test("solving raises, failing lowers, a harder puzzle counts more", () => {
  const play = (/** @type {number} */ grade, /** @type {number} */ score) =>
    rated(NEWCOMER, [{ ...puzzleSkill(grade), score }]).rating;
  assert.ok(play(2, 1) > 1500 && play(8, 1) > play(2, 1));
  assert.ok(play(8, 0) < 1500 && play(2, 0) < play(8, 0));
});

test("a long row of wins converges", () => {
  let skill = NEWCOMER;
  for (let i = 0; i < 200; i++) skill = rated(skill, [{ ...puzzleSkill(9), score: 1 }]);
  assert.ok(Number.isFinite(skill.rating) && skill.rating > 2200 && skill.deviation < 200);
});
