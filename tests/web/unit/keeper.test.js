/** A study that several edit: what somebody edits is stored, whenever others' versions come in. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null, setItem() {} };
globalThis.document ??= { addEventListener() {}, removeEventListener() {}, documentElement: {} };
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
globalThis.location ??= { protocol: "http:", host: "here" };
const JS = "../../../src/quatrefoil/web/js";
const { makeKeeper } = await import(`${JS}/study/keeper.js`);
const sessions = await import(`${JS}/study/session.js`);
const { annotate, emptyTree, treeToJson } = await import(`${JS}/study/tree.js`);

const RULES = { players: 2, player_names: ["Red", "Blue"] };

/** The line to a server; the latest one. */
class Line {
  constructor() {
    Line.latest = this;
  }
  send() {}
  close() {}
}
globalThis.WebSocket = Line;

/** A tree of the start alone, with a comment. @param {string} comment */
function said(comment) {
  return treeToJson(annotate(emptyTree({ game: "g" }), 0, { comment }));
}

test("what is edited while another's version is being drawn is stored", async () => {
  const stored = [];
  globalThis.fetch = async (_, { body }) => {
    stored.push(JSON.parse(body));
    const answer = { version: 3, title: "", tree: stored.at(-1).tree, movers: [] };
    return { ok: true, json: async () => answer };
  };
  const session = sessions.makeSession(RULES, { tree: said("first"), movers: [] }, "me");
  const study = { id: "s", version: 1, title: "", tree: said("first"), movers: [], mine: true };
  let drawn = () => {};
  const keeper = makeKeeper(session, study, "secret", {
    state() {},
    title() {},
    gone() {},
    take(found) {
      Object.assign(session, sessions.makeSession(RULES, found, "me"));
      return new Promise((resolve) => (drawn = resolve));
    },
  });
  const news = { type: "study", version: 2, title: "", tree: said("theirs"), movers: [] };
  Line.latest.onmessage({ data: JSON.stringify(news) });
  sessions.edit(session, annotate(session.tree, 0, { comment: "theirs, and mine" }));
  drawn();
  await new Promise((resolve) => setTimeout(resolve, 0));
  keeper.edited();
  const deadline = Date.now() + 5000;
  while (!stored.length && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(stored, [{ tree: said("theirs, and mine"), version: 2 }]);
  keeper.leave();
});
