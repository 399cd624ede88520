/** The line to the server: it comes back by itself, and no request is lost or made twice. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { connect } from "../../../src/quatrefoil/web/js/match/connection.js";

/** The browser's side of a socket: what the page does with it, and what the server would do. */
class Socket extends EventTarget {
  static OPEN = 1;
  /** @type {Socket[]} */
  static all = [];
  readyState = 0;
  sent = [];

  constructor(url) {
    super();
    this.url = url;
    Socket.all.push(this);
  }

  send(text) {
    assert.equal(this.readyState, 1, "a message goes into an open socket");
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  // ---- the server

  opens() {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcomes() {
    this.opens();
    this.says({ welcome: { last: 1 }, events: [] });
  }

  breaks() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const latest = () => Socket.all.at(-1);

let heard;
let line;

beforeEach((context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
  Socket.all = [];
  globalThis.WebSocket = Socket;
  globalThis.location = { protocol: "https:", host: "play.example" };
  globalThis.document = new EventTarget();
  const page = new EventTarget();
  globalThis.addEventListener = page.addEventListener.bind(page);
  globalThis.removeEventListener = page.removeEventListener.bind(page);
  globalThis.dispatchEvent = page.dispatchEvent.bind(page);
  heard = { states: [], events: [], welcomes: [] };
  line = connect("abc", {
    hello: () => ({ secret: "s", after: 7 }),
    welcome: (message) => heard.welcomes.push(message),
    event: (event) => heard.events.push(event),
    change: (state) => heard.states.push(state),
  });
});

afterEach(() => line.close());

test("it says hello with what it saw last, and then it is connected", () => {
  assert.equal(latest().url, "wss://play.example/api/matches/abc/socket");
  latest().opens();
  assert.deepEqual(latest().sent, [{ do: "hello", secret: "s", after: 7 }]);
  assert.deepEqual(heard.states, ["connecting"]);
  latest().says({ welcome: {}, events: [] });
  assert.deepEqual(heard.states, ["connecting", "connected"]);
});

test("an answer goes to who asked, and an event to everybody", async () => {
  latest().welcomes();
  const first = line.send("draft", { tokens: ["a"] });
  const second = line.send("ping");
  const [one, other] = latest().sent.slice(1);
  assert.deepEqual([one.do, one.tokens, other.do], ["draft", ["a"], "ping"]);
  assert.notEqual(one.id, other.id);
  latest().says({ re: other.id, ok: true, now: 5 });
  latest().says({ type: "turn", event: 8 });
  latest().says({ re: one.id, ok: false, code: "not-your-turn" });
  assert.equal((await second).now, 5);
  assert.equal((await first).code, "not-your-turn");
  assert.deepEqual(heard.events, [{ type: "turn", event: 8 }]);
});

test("a server that waits for its disk says so, and when that is over", () => {
  latest().opens();
  latest().says({ type: "storing", waiting: true });
  assert.equal(heard.states.at(-1), "storing", "even before the welcome");
  latest().says({ welcome: {}, events: [] });
  latest().says({ type: "storing", waiting: true });
  latest().says({ type: "storing", waiting: false });
  assert.deepEqual(heard.states.slice(-2), ["storing", "connected"]);
  assert.deepEqual(heard.events, []);
});

test("what was not answered is asked again under its old id after the line came back", async (context) => {
  latest().welcomes();
  const answer = line.send("turn", { tokens: ["a"] });
  const [request] = latest().sent.slice(1);
  latest().breaks();
  assert.equal(heard.states.at(-1), "offline");
  context.mock.timers.tick(200);
  assert.equal(Socket.all.length, 2);
  latest().opens();
  assert.equal(latest().sent.length, 1, "nothing but hello before the welcome");
  latest().says({ welcome: {}, events: [] });
  assert.deepEqual(latest().sent.slice(1), [request]);
  latest().says({ re: request.id, ok: true, event: 9 });
  assert.equal((await answer).event, 9);
});

test("what is asked while the line is broken is sent once it is back, and once only", (context) => {
  latest().breaks();
  line.send("turn", { tokens: ["a"] });
  context.mock.timers.tick(200);
  latest().welcomes();
  assert.equal(latest().sent.filter((message) => message.do === "turn").length, 1);
});

test("attempts grow rarer, and a welcome makes them frequent again", (context) => {
  for (const wait of [200, 400, 800, 1500, 2000, 2000]) {
    const before = Socket.all.length;
    latest().breaks();
    context.mock.timers.tick(wait - 1);
    assert.equal(Socket.all.length, before, `not yet after ${wait - 1} ms`);
    context.mock.timers.tick(1);
    assert.equal(Socket.all.length, before + 1, `again after ${wait} ms`);
  }
  latest().welcomes();
  latest().breaks();
  const before = Socket.all.length;
  context.mock.timers.tick(200);
  assert.equal(Socket.all.length, before + 1);
});

test("a socket that was left says nothing any more", () => {
  const old = latest();
  old.welcomes();
  line.reopen();
  old.says({ type: "turn", event: 99 });
  old.breaks();
  assert.deepEqual(heard.events, []);
  assert.equal(Socket.all.length, 2);
});

test("a quiet line is asked for a sign of life, and after 8 s of silence it is dead", (context) => {
  latest().welcomes();
  const dead = latest();
  context.mock.timers.tick(4_000);
  assert.equal(dead.sent.at(-1).do, "ping");
  context.mock.timers.tick(3_500);
  assert.equal(heard.states.at(-1), "connected");
  context.mock.timers.tick(500);
  assert.equal(heard.states.at(-1), "offline", "though the browser has not noticed");
  assert.equal(dead.readyState, 3);
  context.mock.timers.tick(200);
  assert.notEqual(latest(), dead);
  latest().welcomes();
  dead.breaks(); // the browser notices at last
  assert.equal(heard.states.at(-1), "connected");
});

test("any word from the server ends the silence, and a line that talks is not asked", (context) => {
  latest().welcomes();
  context.mock.timers.tick(4_000);
  latest().says({ re: latest().sent.at(-1).id, ok: true });
  for (let second = 0; second < 20; second++) {
    context.mock.timers.tick(1_000);
    latest().says({ type: "presence" });
  }
  assert.equal(latest().sent.filter((message) => message.do === "ping").length, 1);
  assert.equal(Socket.all.length, 1);
});

test("offline, the line is left at once, whatever the socket says", (context) => {
  latest().welcomes();
  dispatchEvent(new Event("offline"));
  assert.equal(heard.states.at(-1), "offline");
  context.mock.timers.tick(200);
  latest().welcomes(); // a server on this machine needs no network
  assert.equal(heard.states.at(-1), "connected");
});

test("an attempt that hangs gets company, and who answers first is the line", (context) => {
  const first = latest();
  context.mock.timers.tick(2_500);
  const second = latest();
  assert.notEqual(first, second);
  first.welcomes();
  assert.equal(heard.states.at(-1), "connected");
  assert.equal(second.readyState, 3);
  second.says({ welcome: {}, events: [] });
  assert.equal(heard.welcomes.length, 1);
});

test("attempts that hang are not waited for for ever", (context) => {
  for (let second = 0; second < 60; second++) context.mock.timers.tick(1_000);
  const open = Socket.all.filter((socket) => socket.readyState === 0);
  assert.ok(open.length >= 1 && open.length <= 5, `${open.length} attempts`);
});

test("what never left this browser can be withdrawn, what did cannot", async () => {
  latest().welcomes();
  line.send("play", { tokens: ["a"] });
  assert.equal(line.unsent(), false);
  line.withdraw();
  dispatchEvent(new Event("offline"));
  const answer = line.send("play", { tokens: ["b"] });
  assert.equal(line.unsent(), true);
  line.withdraw();
  assert.equal((await answer).code, "withdrawn");
  dispatchEvent(new Event("online"));
  latest().welcomes();
  const played = latest().sent.filter((message) => message.do === "play");
  assert.deepEqual(
    played.map(({ tokens }) => tokens),
    [["a"]],
  );
});

test("back online it tries at once", () => {
  latest().breaks();
  const before = Socket.all.length;
  dispatchEvent(new Event("online"));
  assert.equal(Socket.all.length, before + 1);
});

test("once closed it never comes back", (context) => {
  latest().welcomes();
  line.close();
  const before = Socket.all.length;
  dispatchEvent(new Event("online"));
  context.mock.timers.tick(60_000);
  assert.equal(Socket.all.length, before);
  assert.equal(latest().readyState, 3);
});
