/**
 * The line to the server: it comes back by itself, and no request is lost or made twice.
 *
 * A line can be dead without saying so: the server hangs, a cable is out. So a quiet line is asked
 * for a sign of life, and one that stays silent is left for a new one, without waiting for the
 * browser to notice. While there is no line, several attempts may be under way: who answers first
 * is the line.
 */

const PATIENCE = [200, 400, 800, 1500, 2000]; // milliseconds between attempts that were refused
const OVERTAKE = 2_500; // an attempt that hangs gets company
const GIVE_UP = 10_000; // and is not waited for any longer
const QUIET = 4_000; // then a ping is sent
const SILENCE = 8_000; // nothing was heard for so long: the line is dead
const GLANCE = 500; // how often that is looked at

/**
 * `storing` is connected to a server that has trouble with its disk, and tries again by itself.
 * @typedef {"connecting"|"connected"|"storing"|"offline"} ConnectionState
 * @typedef {{id: string, do: string, [more: string]: any}} Request
 * @typedef {{message: Request, done: (answer: any) => void, sent: boolean}} Pending
 * @typedef {{
 *   hello: () => {secret: string|null, after: number|undefined},
 *   welcome: (message: any) => void,
 *   event: (event: any) => void,
 *   change: (state: ConnectionState) => void,
 * }} Handlers
 * @typedef {ReturnType<typeof connect>} Connection
 */

/**
 * @param {string} match @param {Handlers} on
 */
export function connect(match, on) {
  const me = crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** @type {Map<string, Pending>} */
  const waiting = new Map();
  let count = 0;
  let refused = 0; // attempts in a row that came to nothing
  let closed = false;
  let met = false; // whether there ever was a line
  /** The line, once the server has said welcome. @type {WebSocket|null} */
  let socket = null;
  /** Attempts to get one, and what ends each of them. @type {Map<WebSocket, ReturnType<typeof setTimeout>[]>} */
  const attempts = new Map();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let retry;
  let heard = 0; // when the server said something last
  let pinged = 0; // when it was asked whether it is there

  /** Start an attempt, beside those that hang. */
  function attempt() {
    clearTimeout(retry);
    if (closed || socket) return;
    if (!attempts.size) on.change(met || refused ? "offline" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}/api/matches/${match}/socket`);
    attempts.set(line, [setTimeout(attempt, OVERTAKE), setTimeout(() => abandon(line), GIVE_UP)]);
    line.onopen = () => line.send(JSON.stringify({ do: "hello", ...on.hello() }));
    line.onmessage = ({ data }) => receive(line, JSON.parse(data));
    line.onclose = () => ended(line);
  }

  /** @param {WebSocket} line @param {any} message */
  function receive(line, message) {
    if (line !== socket && !attempts.has(line)) return;
    if (message.welcome) settle(line);
    heard = Date.now();
    if (message.welcome) {
      on.welcome(message);
      on.change("connected");
      // What was not answered is asked again under its old name: the server does it only once.
      for (const pending of waiting.values()) transmit(pending);
    } else if (message.re !== undefined) {
      const pending = waiting.get(message.re);
      waiting.delete(message.re);
      pending?.done(message);
    } else if (message.type === "storing") {
      on.change(message.waiting ? "storing" : socket ? "connected" : "connecting");
    } else if (message.type) on.event(message);
  }

  /** This attempt is the line now; the others are not needed. @param {WebSocket} line */
  function settle(line) {
    forget(line);
    for (const other of [...attempts.keys()]) abandon(other);
    clearTimeout(retry);
    socket = line;
    met = true;
    refused = 0;
  }

  /** The browser says that a socket has closed. @param {WebSocket} line */
  function ended(line) {
    if (line === socket) return lose();
    if (!attempts.has(line)) return;
    forget(line);
    if (!attempts.size) again();
  }

  /** There is no line any more. */
  function lose() {
    leave(socket);
    socket = null;
    if (!closed) again();
  }

  function again() {
    clearTimeout(retry);
    on.change("offline");
    retry = setTimeout(attempt, PATIENCE[Math.min(refused++, PATIENCE.length - 1)]);
  }

  /** @param {WebSocket} line */
  function forget(line) {
    for (const timer of attempts.get(line) ?? []) clearTimeout(timer);
    attempts.delete(line);
  }

  /** @param {WebSocket} line */
  function abandon(line) {
    forget(line);
    leave(line);
    if (!socket && !attempts.size && !closed) attempt();
  }

  /** Close a socket and hear no more of it: on a dead line its end may take minutes. @param {WebSocket|null} line */
  function leave(line) {
    if (!line) return;
    line.onopen = line.onmessage = line.onclose = null;
    line.close();
  }

  /** @param {Pending} pending */
  function transmit(pending) {
    if (socket?.readyState !== WebSocket.OPEN) return;
    pending.sent = true;
    socket.send(JSON.stringify(pending.message));
  }

  /**
   * Ask for something; the answer comes even if the line breaks in between.
   * @param {string} verb @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  function send(verb, fields = {}) {
    return new Promise((done) => {
      const message = { id: `${me}-${++count}`, do: verb, ...fields };
      const pending = { message, done, sent: false };
      waiting.set(message.id, pending);
      transmit(pending);
    });
  }

  /** Whether something waits here that has never left this browser. */
  function unsent() {
    return [...waiting.values()].some(({ sent }) => !sent);
  }

  /** Take back what has never left this browser; it is answered with the code `withdrawn`. */
  function withdraw() {
    for (const [id, { done, sent }] of [...waiting]) {
      if (sent) continue;
      waiting.delete(id);
      done({ re: id, ok: false, code: "withdrawn", message: "" });
    }
  }

  /** Ask a quiet line for a sign of life, and leave a silent one. */
  function glance() {
    if (!socket) return;
    const now = Date.now();
    if (pinged <= heard) {
      if (now - heard < QUIET) return;
      ping(now);
    } else if (now - pinged >= SILENCE - QUIET) lose();
  }

  /** @param {number} now */
  function ping(now) {
    pinged = now;
    const message = { id: `${me}-p${++count}`, do: "ping" };
    transmit({ message, done: () => {}, sent: false });
  }

  /** The browser has lost its network; a server on this machine may answer all the same. */
  function onOffline() {
    if (socket) lose();
  }

  /** The network is back, or the reader is: do not wait for the next attempt. */
  function hurry() {
    if (socket) ping(Date.now());
    else startAnew();
  }

  function onSeen() {
    if (!document.hidden) hurry();
  }

  /** Leave all attempts, which may hang for reasons that are gone, for a new one. */
  function startAnew() {
    for (const line of [...attempts.keys()]) {
      forget(line);
      leave(line);
    }
    refused = 0;
    attempt();
  }

  const watch = setInterval(glance, GLANCE);
  addEventListener("offline", onOffline);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", onSeen);
  attempt();

  return {
    send,
    unsent,
    withdraw,
    /** Say hello anew, as somebody else. */
    reopen() {
      const line = socket;
      socket = null;
      met = false; // the line was left, not lost
      leave(line);
      startAnew();
    },
    close() {
      closed = true;
      clearTimeout(retry);
      clearInterval(watch);
      removeEventListener("offline", onOffline);
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", onSeen);
      for (const line of [...attempts.keys()]) abandon(line);
      leave(socket);
      socket = null;
    },
  };
}
