/** Addresses of positions: what is written is read again, and nonsense is left out. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { analysisAddress, fragment, readFragment } from "../../../src/quatrefoil/web/js/address.js";

const PLACES = [
  { options: {}, start: null, moves: [], ply: 0 },
  { options: { size: 3 }, start: null, moves: ["1a1W", "1a2N"], ply: 1 },
  { options: {}, start: null, moves: ["!blue", "change:c9", "b2>a3", "a+b&c=d#e%20"], ply: 4 },
  {
    options: { w: [1] },
    start: { game: "g", options: { w: [1] }, "ä ö": "x&y" },
    moves: [],
    ply: 0,
  },
];

test("what is written is read again", () => {
  for (const place of PLACES)
    assert.deepEqual(readFragment("g", fragment(place)), { game: "g", ...place });
});

test("what is usual is left out", () => {
  assert.equal(analysisAddress({ game: "blinq" }), "/analysis/blinq");
  assert.equal(
    analysisAddress({ game: "blinq", moves: ["1a1W", "1a2N"] }),
    "/analysis/blinq#moves=1a1W+1a2N",
  );
});

test("an address that makes no sense is the start of the game", () => {
  const start = { game: "g", options: {}, start: null, moves: [], ply: 0 };
  for (const hash of ["", "#", "#options=3&start=[1]", "#options={&ply=-1", "#ply=x", "#%E0%A4%A"])
    assert.deepEqual(readFragment("g", hash), start);
  assert.equal(readFragment("g", "#moves=a+b&ply=99").ply, 2);
});
