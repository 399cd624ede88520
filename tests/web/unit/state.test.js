/** What the page knows: of a board, and of a match as the server tells it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { boardState, hasDemand, hasLevels } from "../../../src/quatrefoil/web/js/board/state.js";
import {
  matchState,
  takeEvent,
  takeSnapshot,
  takeTime,
  timeLeft,
} from "../../../src/quatrefoil/web/js/match/state.js";

const turn = (event, seat, ...tokens) => ({ event, seat, tokens, say: [] });

function match(more = {}) {
  const found = matchState("id", null);
  takeSnapshot(found, {
    game: "any",
    options: {},
    mine: [0],
    last: 3,
    history: [turn(2, 0, "a"), turn(3, 1, "b", "c")],
    rematch: null,
    practice: false,
    first: "rules",
    state: { phase: "playing", moves: 3 },
    ...more,
  });
  return found;
}

test("a board knows its places by name and whether pieces stand on others", () => {
  const flat = boardState("any", { width: 1, height: 1, places: [{ id: "a", x: 0, y: 0 }] });
  assert.equal(flat.places.get("a").id, "a");
  assert.equal(hasLevels(flat), false);
  const high = boardState("any", {
    width: 1,
    height: 1,
    places: [{ id: "a", x: 0, y: 0, level: 1 }],
  });
  assert.equal(hasLevels(high), true);
});

test("marks that wait to be asked for are noticed", () => {
  const state = boardState("any", { width: 1, height: 1, places: [] });
  assert.equal(hasDemand(state), false);
  state.scene = { marks: [{ kind: "chain" }, { kind: "reach", on_demand: true }] };
  assert.equal(hasDemand(state), true);
});

test("a snapshot is the whole truth, and what it leaves out is empty", () => {
  const found = match();
  assert.deepEqual([found.last, found.mine, found.here, found.guests], [3, [0], [], 0]);
  found.steps = [{}];
  takeSnapshot(found, {
    ...found,
    last: 9,
    state: { phase: "over" },
    here: [true, false],
    guests: 2,
  });
  assert.deepEqual([found.last, found.here, found.guests, found.steps], [9, [true, false], 2, []]);
  assert.equal(found.state.phase, "over");
});

test("a turn goes into the history, and its changes are handed on", () => {
  const found = match();
  const changes = [[{ how: "appear" }]];
  const done = takeEvent(found, {
    type: "turn",
    event: 4,
    seat: 0,
    tokens: ["d"],
    say: [{ key: "x" }],
    changes,
    state: { moves: 4 },
  });
  assert.equal(done, changes);
  assert.equal(found.last, 4);
  assert.deepEqual(found.history.at(-1), { event: 4, seat: 0, tokens: ["d"], say: [{ key: "x" }] });
  assert.equal(found.state.moves, 4);
});

test("a roll is nobody's turn", () => {
  const found = match();
  takeEvent(found, { type: "rolled", event: 4, tokens: ["!6"], say: [] });
  assert.equal(found.history.at(-1).seat, null);
});

test("a takeback cuts history and steps, and shows the present", () => {
  const found = match();
  found.viewing = 1;
  found.steps = [0, 1, 2, 3].map((moves) => ({ moves }));
  takeEvent(found, { type: "takenback", event: 4, moves: 1 });
  assert.deepEqual(
    found.history.map((entry) => entry.tokens),
    [["a"]],
  );
  assert.deepEqual(
    found.steps.map((step) => step.moves),
    [0, 1],
  );
  assert.equal(found.viewing, null);
});

test("who is replaced by the computer holds the seat no more", () => {
  const found = match({ mine: [0, 2] });
  takeEvent(found, { type: "replaced", event: 4, seat: 0 });
  assert.deepEqual(found.mine, [2]);
});

test("when it has begun, seats are where the order put them", () => {
  const found = match({ mine: [0] });
  found.thrown = [1];
  takeEvent(found, { type: "begun", event: 4, order: [1, 0] });
  assert.deepEqual(found.mine, [1]);
  assert.deepEqual(found.thrown, []);
});

test("signs are collected until they tie", () => {
  const found = match();
  takeEvent(found, { type: "thrown", event: 4, seat: 1 });
  assert.deepEqual(found.thrown, [1]);
  takeEvent(found, { type: "tied", event: 5 });
  assert.deepEqual(found.thrown, []);
});

test("presence and unknown events change nothing of the match", () => {
  const found = match();
  takeEvent(found, { type: "presence", here: [true, true], guests: 3 });
  assert.deepEqual([found.here, found.guests, found.last], [[true, true], 3, 3]);
  assert.deepEqual(takeEvent(found, { type: "from the future", event: 4 }), []);
  assert.equal(found.last, 4);
});

test("what is left is counted from when it was said, however late it is heard", () => {
  const clock = (now) => ({ left: [60_000, 50_000], running: 0, now });
  const found = match();
  takeTime(found, 1_000_000);
  takeEvent(found, { type: "named", event: 4, state: { clock: clock(990_000) } });
  const left = timeLeft(found, 0);
  assert.ok(left <= 50_000 && left > 49_000, String(left));
  assert.equal(timeLeft(found, 1), 50_000);
  // A server that was started anew may count from an earlier time.
  takeTime(found, 500_000);
  takeEvent(found, { type: "resumed", event: 5, state: { clock: clock(500_000) } });
  assert.ok(timeLeft(found, 0) > 59_000);
});
