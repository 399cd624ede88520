/** How a position stands: whole per cents that add up. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { rounded } from "../../../src/quatrefoil/web/js/study/values.js";

test("rounded shares add up, and each is next to what it was", () => {
  assert.deepEqual(rounded([0.525, 0.475]), [0.53, 0.47]);
  assert.deepEqual(rounded([1 / 3, 1 / 3, 1 / 3]), [0.34, 0.33, 0.33]);
  assert.deepEqual(rounded([0.29, 0.71]), [0.29, 0.71]);
  assert.deepEqual(rounded([1, 0]), [1, 0]);
  for (let one = 0; one <= 1000; one++) {
    const shares = [one / 1000, 1 - one / 1000];
    const whole = rounded(shares);
    assert.equal(Math.round(100 * (whole[0] + whole[1])), 100);
    whole.forEach((share, seat) => assert.ok(Math.abs(share - shares[seat]) < 0.01));
  }
});
