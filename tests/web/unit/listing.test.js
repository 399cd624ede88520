/** A tree as a text: turns with numbers, comments and variations in their places. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { listing } from "../../../src/quatrefoil/web/js/study/listing.js";
import { ROOT, add, annotate, emptyTree } from "../../../src/quatrefoil/web/js/study/tree.js";

/** The items as short words: `1. 0:a,b` is a turn of player 0 with two moves, in brackets variations. */
function told(tree, items) {
  return items.map((item) => {
    if (item.kind === "comment") return `“${tree.nodes.get(item.node).note.comment}”`;
    if (item.kind === "variation") return told(tree, item.items);
    const tokens = item.nodes.map((node) => tree.nodes.get(node).token);
    return `${item.label} ${item.seat}:${tokens}`.trim();
  });
}

/** Who moves: the first letter of a token says it, `!` is chance. */
function moversOf(tree) {
  const seats = { r: 0, b: 1, g: 2 };
  return new Map([...tree.nodes].map(([node, { token }]) => [node, seats[token[0]] ?? null]));
}

const show = (tree, players = 2) => told(tree, listing(tree, moversOf(tree), players));

test("two players share a number, and the moves of a turn stand together", () => {
  const { tree } = add(emptyTree({ game: "g" }), ROOT, ["r1", "r2", "b1", "r3"]);
  assert.deepEqual(show(tree), ["1. 0:r1,r2", "1:b1", "2. 0:r3"]);
});

test("of three players each turn has its number", () => {
  const { tree } = add(emptyTree({ game: "g" }), ROOT, ["r1", "b1", "g1", "r2"]);
  assert.deepEqual(show(tree, 3), ["1. 0:r1", "2. 1:b1", "3. 2:g1", "4. 0:r2"]);
});

test("a roll belongs to the turn in which it falls, and the first one to whoever moves then", () => {
  const { tree } = add(emptyTree({ game: "g" }), ROOT, ["!first", "b1", "!3", "b2", "r1"]);
  assert.deepEqual(show(tree), ["1. 1:!first,b1,!3,b2", "0:r1"]);
  assert.deepEqual(show(add(emptyTree({ game: "g" }), ROOT, ["!x"]).tree), ["1. null:!x"]);
});

test("a variation stands after the move that it is instead of, and the line goes on with its number", () => {
  let { tree, last } = add(emptyTree({ game: "g" }), ROOT, ["r1", "b1", "r2"]);
  ({ tree } = add(tree, 1, ["b9", "r9"]));
  ({ tree } = add(tree, 2, ["r8"]));
  ({ tree } = add(tree, ROOT, ["r7"]));
  tree = annotate(tree, last, { comment: "so" });
  assert.deepEqual(show(tree), [
    "1. 0:r1",
    ["1. 0:r7"],
    "1… 1:b1",
    ["1… 1:b9", "2. 0:r9"],
    "2. 0:r2",
    "“so”",
    ["2. 0:r8"],
  ]);
});

test("a variation in the middle of a turn goes on with the turn", () => {
  let { tree } = add(emptyTree({ game: "g" }), ROOT, ["r1", "r2", "b1"]);
  ({ tree } = add(tree, 1, ["r9", "b9"]));
  assert.deepEqual(show(tree), ["1. 0:r1,r2", ["1… 0:r9", "1:b9"], "1… 1:b1"]);
});

test("a comment on the start comes first; a tree without moves has nothing to tell", () => {
  const empty = emptyTree({ game: "g" });
  assert.deepEqual(show(empty), []);
  assert.deepEqual(show(annotate(empty, ROOT, { comment: "Hello" })), ["“Hello”"]);
});
