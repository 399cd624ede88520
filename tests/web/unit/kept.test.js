/** Variants that are kept in the browser, also in one that has no room. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
let full = false;
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (full) throw new Error("QuotaExceededError");
      stored.set(key, value);
    },
  },
});
const { forgetVariant, keepVariant, keptVariants } = await import(
  "../../../src/quatrefoil/web/js/study/kept.js"
);

beforeEach(() => {
  stored.clear();
  full = false;
});

test("the latest comes first, and replaces its namesake", () => {
  assert.ok(keepVariant("blinq", { name: "small", options: { size: 3 } }));
  assert.ok(keepVariant("blinq", { name: "large", options: { size: 8 } }));
  assert.ok(keepVariant("blinq", { name: "small", options: { size: 4 } }));
  assert.deepEqual(keptVariants("blinq"), [
    { name: "small", options: { size: 4 } },
    { name: "large", options: { size: 8 } },
  ]);
  forgetVariant("blinq", "small");
  assert.deepEqual(
    keptVariants("blinq").map(({ name }) => name),
    ["large"],
  );
});

test("a full browser says that it keeps nothing", () => {
  full = true;
  assert.ok(!keepVariant("blinq", { name: "small", options: {} }));
  assert.deepEqual(keptVariants("blinq"), []);
});

test("what is no list of variants is none", () => {
  for (const spoilt of ["{", "7", "null", '[{"name": 1}, null, {"name": "x"}]']) {
    stored.set("quatrefoil.variants.blinq", spoilt);
    assert.deepEqual(keptVariants("blinq"), []);
  }
});
