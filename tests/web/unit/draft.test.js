/** Drafts: what clicks and controls make of them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ERASER,
  isShown,
  makePast,
  offered,
  put,
  sceneOf,
  setValue,
  withLayer,
  withoutLayer,
} from "../../../src/quatrefoil/web/js/study/draft.js";

const EMPTY = { pieces: {}, values: {}, layers: {} };

/** A row of two, and one that rests on both. */
const TOOLS = {
  brushes: [{ id: "n", symbol: "N", player: 1 }],
  places: ["a", "b", "top"],
  rests: { top: ["a", "b"] },
  controls: [
    { name: "phase", kind: "choice", choices: ["wait", "move"] },
    { name: "roll", kind: "choice", optional: true, when: ["phase", ["move"]], initial: 1 },
  ],
  shapes: 0,
};

test("a click puts a piece, the same again takes it away, another replaces it", () => {
  const one = put(EMPTY, "", "a", "n");
  assert.deepEqual(one.pieces, { a: "n" });
  assert.deepEqual(put(one, "", "a", "n").pieces, {});
  assert.deepEqual(put(one, "", "a", "s").pieces, { a: "s" });
  assert.deepEqual(put(one, "", "a", ERASER).pieces, {});
  assert.deepEqual(EMPTY.pieces, {}, "what was there is not changed");
});

test("layers are painted by themselves", () => {
  const begun = withLayer(EMPTY, "before", { a: "n" });
  const painted = put(begun, "before", "b", "n");
  assert.deepEqual(painted, { ...EMPTY, layers: { before: { a: "n", b: "n" } } });
  assert.deepEqual(withoutLayer(painted, "before").layers, {});
});

test("what lies on others is offered once they are there, and covers them", () => {
  assert.deepEqual(offered(TOOLS, {}, "n", null), ["a", "b"]);
  assert.deepEqual(offered(TOOLS, { a: "n", b: "n" }, "n", null), ["a", "b", "top"]);
  assert.deepEqual(offered(TOOLS, { a: "n", b: "n", top: "n" }, "n", null), ["top"]);
  assert.deepEqual(
    offered(TOOLS, {}, "n", (place) => place === "top"),
    ["top"],
    "a level that is chosen is offered as it is",
  );
  assert.deepEqual(offered(TOOLS, { a: "n" }, ERASER, null), ["a"]);
});

test("a control that comes to matter begins, and ends with what it depends on", () => {
  const draft = { ...EMPTY, values: { phase: "wait", roll: null } };
  const moving = setValue(TOOLS, draft, "phase", "move");
  assert.deepEqual(moving.values, { phase: "move", roll: 1 });
  assert.deepEqual(setValue(TOOLS, moving, "phase", "wait").values, { phase: "wait", roll: null });
  const roll = TOOLS.controls[1];
  assert.equal(isShown(roll, { phase: "wait", roll: null }), false);
  assert.equal(isShown(roll, { phase: "wait", roll: 3 }), true, "what should not be is shown");
});

test("pieces look as their brushes paint them; what no brush paints is left out", () => {
  assert.deepEqual(sceneOf(TOOLS, { a: "n", b: "?" }).pieces, [
    { symbol: "N", place: "a", player: 1, text: undefined },
  ]);
});

test("steps are undone and done again, until another one is taken", () => {
  const past = makePast(1);
  past.push(2);
  past.push(3);
  assert.equal(past.undo(), 2);
  assert.equal(past.undo(), 1);
  assert.equal(past.undo(), 1);
  assert.equal(past.redo(), 2);
  past.push(4);
  assert.equal(past.canRedo, false);
  assert.deepEqual([past.now, past.undo()], [4, 2]);
});
