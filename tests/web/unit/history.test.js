/** The moves of a match by turn, and which turn is seen again. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { turns } from "../../../src/quatrefoil/web/js/match/history.js";
import { latestOfOthers } from "../../../src/quatrefoil/web/js/match/pace.js";

const turn = (seat, ...tokens) => ({ event: 1, seat, tokens, say: tokens.map((key) => ({ key })) });
const HISTORY = [
  turn(null, "!first"),
  turn(0, "a", "b"),
  turn(1, "c"),
  turn(null, "!3"),
  turn(1, "d"),
];
const match = (mine, history = HISTORY) => ({ mine, history, state: { seats: [{}, {}] } });

test("a roll belongs to the turn in which it falls", () => {
  assert.deepEqual(
    turns(HISTORY).map(({ seat, moves }) => [seat, moves.map(({ token }) => token)]),
    [
      [0, ["!first", "a", "b"]],
      [1, ["c", "!3", "d"]],
    ],
  );
});

test("seen again is what the others did last, in whole", () => {
  assert.deepEqual(latestOfOthers(match([0])), { from: 3, to: 6 });
  assert.deepEqual(latestOfOthers(match([1])), { from: 0, to: 3 });
});

test("who watches, or holds all seats, sees the latest turn again", () => {
  assert.deepEqual(latestOfOthers(match([])), { from: 3, to: 6 });
  assert.deepEqual(latestOfOthers(match([0, 1])), { from: 3, to: 6 });
  assert.equal(latestOfOthers(match([0], [turn(0, "a")])), null);
});
