/** A review as it comes in. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  marksOf,
  mistakes,
  newReview,
  takeLine,
  turnsOf,
} from "../../../src/quatrefoil/web/js/study/review/state.js";
import { spoils } from "../../../src/quatrefoil/web/js/study/review/words.js";

const turn = (index, mark, more = {}) => ({
  type: "turn",
  index,
  turn: index % 2,
  start: index,
  stop: index + 1,
  mark,
  points: [
    { moves: index, values: [0.5, 0.5] },
    { moves: index + 1, values: [0.4, 0.6] },
  ],
  worst: mark ? { start: index, played: { tokens: ["x"] } } : null,
  ...more,
});

test("what comes later of a turn counts", () => {
  const review = newReview();
  takeLine(review, { type: "begin", turns: 3, moves: 3 });
  for (const line of [turn(1, "??"), turn(0, ""), turn(1, "?")]) takeLine(review, line);
  assert.deepEqual(
    turnsOf(review).map(({ mark }) => mark),
    ["", "?"],
  );
  assert.deepEqual(marksOf(review), { 2: "?" });
  assert.deepEqual(review.values.get(2), [0.4, 0.6]);
});

test("mistakes are of some seats or of all, and praise is none", () => {
  const review = newReview();
  for (const line of [turn(0, "?"), turn(1, "??"), turn(2, "!")]) takeLine(review, line);
  assert.equal(mistakes(review).length, 2);
  assert.deepEqual(
    mistakes(review, [1]).map(({ index }) => index),
    [1],
  );
  takeLine(review, { type: "end" });
  assert.ok(review.done);
});

test("a sentence that names the better turn spoils another try", () => {
  const best = { tokens: ["b1-b2", "b2-b1"] };
  const why = (values) => ({ key: "facts.x", values, own: true });
  assert.equal(spoils({ best, why: why({ count: 3, turn: "b1-b2 b2-b1" }) }), true);
  assert.equal(spoils({ best, why: why({ player: "@player.1", turn: "a1-a2" }) }), false);
  assert.equal(spoils({ best, why: null }), false);
});
