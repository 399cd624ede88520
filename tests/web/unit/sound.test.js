/** What a change of the board sounds like. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { accentOf } from "../../../src/quatrefoil/web/js/sound.js";

const chain = (/** @type {number} */ length) => ({
  marks: [{ kind: "chain", places: Array.from({ length }, (_, n) => `a${n}`) }],
});

test("a piece that is taken is heard", () => {
  const changes = [
    { how: "vanishes", start: "e4" },
    { how: "slides", start: "c3", end: "e4" },
  ];
  assert.equal(accentOf({}, {}, changes), "capture");
});

test("a chain is heard only when it grows", () => {
  const placed = [{ how: "appears", end: "a1" }];
  assert.equal(accentOf(chain(2), chain(3), placed), "chain");
  assert.equal(accentOf(chain(3), chain(3), placed), null);
  assert.equal(accentOf({}, chain(2), placed), "chain");
});

test("sides that are joined are heard above all", () => {
  const won = { marks: [{ kind: "winning", shapes: [{ tag: "line", attributes: {} }] }] };
  assert.equal(accentOf({}, won, [{ how: "appears", end: "1a1" }]), "connect");
});

test("looking back is silent", () => {
  assert.equal(accentOf({}, chain(4), []), null);
});
