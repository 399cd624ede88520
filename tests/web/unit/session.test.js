/** An analysis that is worked on: every edit can be undone and redone, and nothing is lost when kept. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = {
  kept: new Map(),
  getItem(key) {
    return this.kept.get(key) ?? null;
  },
  setItem(key, text) {
    this.kept.set(key, text);
  },
};
const sessions = await import("../../../src/quatrefoil/web/js/study/session.js");
const { ROOT, annotate, emptyTree, nodeAt, promote, remove, treeToJson } = await import(
  "../../../src/quatrefoil/web/js/study/tree.js"
);

const RULES = { players: 2, player_names: ["Red", "Blue"] };
const start = () =>
  sessions.makeSession(RULES, { tree: treeToJson(emptyTree({ game: "g" })), movers: [] }, "me");
const steps = (...tokens) => tokens.map((token, index) => ({ token, mover: index % 2 }));

/** Random numbers that are the same every time. */
function randomFrom(seed) {
  return (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
}

/** Some edit, as a reader could make it. */
function editSome(session, random) {
  const numbers = [...session.tree.nodes.keys()];
  session.node = numbers[random(numbers.length)];
  const inside = session.node !== ROOT;
  const what = random(5);
  if (what < 2 || !inside) sessions.playSteps(session, steps(`a${random(4)}`, `b${random(4)}`));
  else if (what === 2) {
    const { parent } = nodeAt(session.tree, session.node);
    sessions.edit(session, remove(session.tree, session.node), parent);
  } else if (what === 3)
    sessions.edit(session, promote(session.tree, session.node, random(2) === 1));
  else sessions.edit(session, annotate(session.tree, session.node, { comment: `c${random(99)}` }));
}

test("what is undone is as it was, and what is redone too", () => {
  const random = randomFrom(14);
  for (let round = 0; round < 30; round++) {
    const session = start();
    const seen = [JSON.stringify(treeToJson(session.tree))];
    while (seen.length < 25) {
      const before = session.past.length;
      editSome(session, random);
      if (session.past.length > before) seen.push(JSON.stringify(treeToJson(session.tree)));
    }
    for (const wanted of seen.slice(0, -1).reverse()) {
      assert.ok(sessions.undo(session));
      assert.equal(JSON.stringify(treeToJson(session.tree)), wanted);
      nodeAt(session.tree, session.node); // we are at a node that is there
    }
    assert.equal(sessions.undo(session), false);
    for (const wanted of seen.slice(1)) {
      assert.ok(sessions.redo(session));
      assert.equal(JSON.stringify(treeToJson(session.tree)), wanted);
    }
    assert.equal(sessions.redo(session), false);
  }
});

test("what is kept is there again, with who made which move", () => {
  const random = randomFrom(7);
  for (let round = 0; round < 20; round++) {
    const session = start();
    for (let count = 0; count < 20; count++) editSome(session, random);
    sessions.keep(session);
    const again = sessions.makeSession(RULES, sessions.kept("g"), "me");
    assert.deepEqual(treeToJson(again.tree), treeToJson(session.tree));
    for (const [node, { token, parent }] of again.tree.nodes)
      if (parent !== null) assert.equal(again.movers.get(node), token[0] === "a" ? 0 : 1);
  }
});

test("moves that are there are gone to, not made again", () => {
  const session = start();
  sessions.playSteps(session, steps("a1", "b1"));
  session.node = ROOT;
  sessions.playSteps(session, steps("a1"));
  assert.equal(session.past.length, 1);
  assert.deepEqual(sessions.lineOf(session), { moves: ["a1", "b1"], ply: 1 });
});

test("ways through the tree", () => {
  const session = start();
  sessions.playSteps(session, steps("a1", "b1", "a2"));
  session.node = sessions.nodeAfter(session.tree, ["a1"]);
  sessions.playSteps(session, steps("b2", "a3"));
  const at = (...tokens) => sessions.nodeAfter(session.tree, tokens);
  const go = (where) => (session.node = sessions.nodeTowards(session, where));
  assert.equal(sessions.isMain(session), false);
  assert.equal(go("up"), at("a1", "b1"));
  assert.equal(go("down"), at("a1", "b2"));
  assert.equal(go("down"), at("a1", "b2"), "there is no other variation");
  assert.equal(go("first"), ROOT);
  assert.equal(go("last"), at("a1", "b1", "a2"));
  assert.equal(sessions.isMain(session), true);
  assert.equal(go("back"), at("a1", "b1"));
  assert.equal(go("forward"), at("a1", "b1", "a2"));
});
