/** The reader's part in the dice: what is sent when, what is kept, what is noticed. */

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";

import {
  carriedShare,
  due,
  hashOf,
  holds,
  newShare,
  owing,
} from "../../../src/quatrefoil/web/js/match/share.js";
import { fromHex, sha256, toHex } from "../../../src/quatrefoil/web/js/sha256.js";

const SEED = "5e".repeat(32);
const COMMITMENT = sha256(fromHex(SEED));
const OTHER = carriedShare("0b".repeat(32));
const PEOPLE = [{ kind: "person" }, { kind: "person" }];

function state(phase, hashes, more = {}) {
  const dice = { commitment: COMMITMENT, hashes, values: [null, null], seed: null, ...more };
  return { phase, seats: PEOPLE, dice, over: null, moves: 0 };
}

function revealed() {
  const share = newShare();
  const found = due(share, state("sharing", [hashOf(share), hashOf(OTHER)]), [0]);
  assert.deepEqual(found.ask, { do: "reveal", value: share.value });
  return found.share;
}

function over(share, more = {}, ended = { how: "rules", winners: [0] }, moves = 9) {
  const hashes = [hashOf(share), hashOf(OTHER)];
  const values = [share.value, OTHER.value];
  const dice = { commitment: COMMITMENT, hashes, values, seed: SEED, ...more };
  return { phase: "over", seats: PEOPLE, dice, over: ended, moves };
}

test("SHA-256 is that of everybody", () => {
  for (const size of [0, 1, 3, 31, 32, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    const bytes = randomBytes(size);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), String(size));
    assert.deepEqual([...fromHex(toHex(bytes))], [...bytes]);
  }
});

test("every value is another", () => {
  const values = new Set(Array.from({ length: 100 }, () => newShare().value));
  assert.equal(values.size, 100);
  for (const value of values) assert.match(value, /^[0-9a-f]{64}$/);
});

test("a value is revealed only once everybody's hash is shown, which is kept", () => {
  const share = newShare();
  for (const shown of [
    state("waiting", [hashOf(share), null]),
    state("sharing", [hashOf(share), null]),
  ]) {
    const found = due(share, shown, [0]);
    assert.equal(found.ask, null);
    assert.equal(found.share.seen, null);
  }
  const { seen } = revealed();
  assert.equal(seen.commitment, COMMITMENT);
  assert.equal(seen.hashes[1], hashOf(OTHER));
});

test("a guest shares nothing, and neither does who has no value here", () => {
  const share = newShare();
  const shown = state("sharing", [hashOf(share), hashOf(OTHER)]);
  assert.equal(due(share, shown, []).ask, null);
  assert.equal(due(null, shown, [0]).ask, null);
});

test("when all is void another value is committed to, once", () => {
  const share = revealed();
  const empty = state("waiting", [null, null], { commitment: "another" });
  const again = due(share, empty, [0]);
  assert.notEqual(again.share.value, share.value);
  assert.equal(again.share.seen, null);
  assert.deepEqual(again.ask, { do: "commit", hash: hashOf(again.share) });
  assert.equal(due(again.share, empty, [0]).share.value, again.share.value);
});

test("a value from a link does not serve where all is void", () => {
  const share = carriedShare("0a".repeat(32));
  assert.notEqual(due(share, state("waiting", [null, null]), [0]).share.value, share.value);
});

test("a value that is out is not revealed to others", () => {
  const share = revealed();
  const other = state("sharing", [hashOf(share), "00".repeat(32)]);
  assert.equal(due(share, other, [0]).ask, null);
});

test("honest dice hold, others do not", () => {
  const share = revealed();
  assert.ok(holds(share, over(share)));
  assert.ok(holds(null, over(share)));
  assert.ok(holds(newShare(), over(share)));
  for (const more of [
    { seed: "00".repeat(32) },
    { seed: null },
    { hashes: [null, null] },
    { values: [share.value, "00".repeat(32)] },
    { values: [share.value, null] },
  ])
    assert.ok(!holds(share, over(share, more)), JSON.stringify(more));
});

test("of a match that did not begin nothing was rolled", () => {
  const share = revealed();
  const cancelled = { how: "cancelled", winners: [] };
  assert.ok(holds(share, over(share, { values: [share.value, null] }, cancelled, 0)));
  assert.ok(!holds(share, over(share, { values: [share.value, null] }, cancelled, 1)));
});

test("it is known for whom the dice wait", () => {
  assert.deepEqual(owing(state("sharing", ["aa", null])), [1]);
  assert.deepEqual(owing(state("sharing", ["aa", "bb"])), [0, 1]);
  assert.deepEqual(owing(state("sharing", ["aa", "bb"], { values: ["cc", null] })), [1]);
});
