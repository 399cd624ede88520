/** Moves made by clicks: walking the tree of legal paths. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as pick from "../../../src/quatrefoil/web/js/board/pick.js";
import { boardState } from "../../../src/quatrefoil/web/js/board/state.js";

const place = (id) => ({ id, x: 0, y: 0 });

/** A board with four places and two buttons, one of which shows a symbol. */
function board(paths) {
  const state = boardState("any", {
    width: 1,
    height: 1,
    places: ["a", "b", "c", "d"].map(place),
    buttons: ["north", "east"],
    symbols: { north: [], east: [] },
  });
  state.paths = Object.entries(paths).map(([token, clicks]) => ({ token, clicks }));
  return state;
}

test("one click is a move where nothing more can follow", () => {
  const state = board({ a: ["a"], b: ["b"] });
  assert.equal(pick.click(state, "a"), "a");
  assert.deepEqual(state.picked, []);
});

test("a move of two clicks keeps the first until the second", () => {
  const state = board({ "a-b": ["a", "b"], "a-c": ["a", "c"] });
  assert.equal(pick.click(state, "a"), null);
  assert.deepEqual(state.picked, ["a"]);
  assert.deepEqual([...pick.nextClicks(state.paths, state.picked).keys()], ["b", "c"]);
  assert.equal(pick.click(state, "c"), "a-c");
  assert.deepEqual(state.picked, []);
});

test("a click on nothing cancels, and on another piece begins anew", () => {
  const state = board({ "a-b": ["a", "b"], "d-c": ["d", "c"] });
  pick.click(state, "a");
  assert.equal(pick.click(state, "c"), null);
  assert.deepEqual(state.picked, []);
  pick.click(state, "a");
  assert.equal(pick.click(state, "d"), null);
  assert.deepEqual(state.picked, ["d"]);
});

test("where a longer move begins with a shorter one, a second click takes the shorter", () => {
  const state = board({ "a-b": ["a", "b"], "a-b-c": ["a", "b", "c"] });
  pick.click(state, "a");
  assert.equal(pick.click(state, "b"), null);
  assert.equal(pick.completed(state), "a-b");
  assert.equal(pick.click(state, "b"), "a-b");
  assert.deepEqual(state.picked, []);
});

test("a second click on a piece that makes no move yet puts it down", () => {
  const state = board({ "a-b": ["a", "b"] });
  pick.click(state, "a");
  assert.equal(pick.click(state, "a"), null);
  assert.deepEqual(state.picked, []);
});

test("buttons come in the board's order, and the one that shows is taken by a second click", () => {
  const state = board({ aE: ["a", "east"], aN: ["a", "north"], bE: ["b", "east"] });
  pick.click(state, "a");
  assert.deepEqual(pick.choices(state), ["north", "east"]);
  assert.equal(state.choice, "north");
  pick.turnChoice(state, 1);
  assert.equal(state.choice, "east");
  assert.equal(pick.click(state, "a"), "aE");
});

test("the choice stays from move to move as long as it fits", () => {
  const state = board({
    aE: ["a", "east"],
    aN: ["a", "north"],
    bE: ["b", "east"],
    bN: ["b", "north"],
  });
  pick.click(state, "a");
  assert.equal(pick.click(state, "east"), "aE");
  pick.click(state, "b");
  assert.equal(state.choice, "east");
});

test("choices go round in both directions", () => {
  const state = board({ aE: ["a", "east"], aN: ["a", "north"] });
  pick.click(state, "a");
  pick.turnChoice(state, -1);
  assert.equal(state.choice, "east");
  pick.turnChoice(state, 1);
  assert.equal(state.choice, "north");
});

test("a ghost stands where the mouse is, only if its symbol could be placed there", () => {
  const state = board({ aE: ["a", "east"], bN: ["b", "north"] });
  state.choice = "east";
  state.hover = "a";
  assert.deepEqual(pick.ghost(state), { place: "a", symbol: "east" });
  state.hover = "b";
  assert.equal(pick.ghost(state), null);
  state.hover = null;
  assert.equal(pick.ghost(state), null);
});

test("without legal moves nothing can be clicked", () => {
  const state = board({});
  assert.equal(pick.click(state, "a"), null);
  assert.deepEqual(state.picked, []);
  assert.deepEqual(pick.nextButtons(state), []);
  pick.turnChoice(state, 1);
  assert.equal(state.choice, "east");
});

test("whatever is clicked, the clicks so far begin a legal move, and every token is one", () => {
  const paths = { "a-b": ["a", "b"], "a-b-c": ["a", "b", "c"], dN: ["d", "north"], d: ["d"] };
  const state = board(paths);
  const ids = ["a", "b", "c", "d", "north", "east", "nowhere"];
  let seed = 7; // a fixed sequence, so that a failure repeats
  for (let step = 0; step < 2000; step++) {
    seed = (seed * 48271) % 2147483647;
    const token = pick.click(state, ids[seed % ids.length]);
    assert.ok(token === null || token in paths, `step ${step}: ${token}`);
    const begins = Object.values(paths).some((clicks) =>
      state.picked.every((click, index) => clicks[index] === click),
    );
    assert.ok(begins, `step ${step}: ${state.picked}`);
  }
});
