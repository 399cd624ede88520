/** What the computer thinks of moves, on the board: grades by the click, ranks where turns end. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowsOfTurns, gradeOf, heatOf } from "../../../src/quatrefoil/web/js/study/heat.js";
import { withShape } from "../../../src/quatrefoil/web/js/study/shapes.js";

const PATHS = [
  { token: "a-b", clicks: ["a", "b"] },
  { token: "a-c", clicks: ["a", "c"] },
  { token: "d", clicks: ["d"] },
];
const MOVES = [
  { token: "a-b", loss: 0 },
  { token: "a-c", loss: 0.3 },
  { token: "d", loss: null },
];

test("a click is as good as the best move that begins with it", () => {
  const first = heatOf(PATHS, [], MOVES);
  assert.deepEqual(
    first.map(({ place, letter }) => [place, letter]),
    [["a", "A"]],
    "of d nothing is known",
  );
  const second = heatOf(PATHS, ["a"], MOVES);
  assert.deepEqual(
    second.map(({ place, letter }) => [place, letter]),
    [
      ["b", "A"],
      ["c", "E"],
    ],
  );
  assert.ok(second[0].size > second[1].size, "what loses more is smaller");
});

test("grades go from A to E", () => {
  assert.equal([0, 0.03, 0.1, 0.2, 0.9].map(gradeOf).join(""), "ABCDE");
});

test("ranks stand where turns end, together where they end together", () => {
  const turn = (start, end) => ({ changes: [[{ how: "slides", start, end }]] });
  const { arrows, labels } = arrowsOfTurns(
    [turn("a", "b"), turn("c", "b"), turn("a", "d")],
    "best",
  );
  assert.deepEqual(
    labels.map(({ place, text }) => [place, text]),
    [
      ["b", "1·2"],
      ["d", "3"],
    ],
  );
  assert.equal(arrows.length, 3);
  assert.match(arrows.at(-1).kind, /rank-1/, "the best is drawn over the others");
});

test("what turns put down is seen, of two on one place the better turn's", () => {
  const put = (place, symbol) => ({
    changes: [[{ how: "appears", end: place }]],
    put: [{ place, symbol }],
  });
  const { ghosts } = arrowsOfTurns([put("a", "N"), put("b", "E"), put("a", "S")], "best");
  assert.deepEqual(
    ghosts.map(({ piece, kind }) => [piece.place, piece.symbol, kind]),
    [
      ["a", "N", "rank-1"],
      ["b", "E", "rank-2"],
    ],
  );
});

test("a shape that is drawn again goes, or changes its colour", () => {
  const ring = { kind: "ring", cells: ["a"], colour: "green" };
  const red = { ...ring, colour: "red" };
  assert.deepEqual(withShape([], ring), [ring]);
  assert.deepEqual(withShape([ring], ring), []);
  assert.deepEqual(withShape([ring], red), [red]);
});
