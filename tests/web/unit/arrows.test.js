/** Arrows: from where to where, one for each piece that went somewhere. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowsOf } from "../../../src/quatrefoil/web/js/board/arrows.js";

test("what goes somewhere has an arrow along its way", () => {
  const changes = [[{ how: "hops", start: "a1", via: ["a2"], end: "b3" }], []];
  assert.deepEqual(arrowsOf(changes), [{ way: ["a1", "a2", "b3"] }]);
});

test("what appears, vanishes or changes in its place has none", () => {
  const changes = [
    [{ how: "appears", end: "a1" }],
    [
      { how: "vanishes", start: "a2" },
      { how: "becomes", start: "a3", end: "a3" },
    ],
  ];
  assert.deepEqual(arrowsOf(changes), []);
});

test("what turns about one point has one arrow together", () => {
  const turn = (start, end) => ({ how: "turns", start, end, about: [5, 6], angle: 120 });
  assert.deepEqual(arrowsOf([[turn("a", "b"), turn("b", "c"), turn("c", "a")]]), [
    { way: [], about: [5, 6], angle: 120 },
  ]);
});
