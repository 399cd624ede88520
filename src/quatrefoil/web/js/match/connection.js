/** The line to the server: it comes back by itself, and no request is lost or made twice. */

const PATIENCE = [200, 400, 800, 1500, 3000, 5000]; // milliseconds between attempts
const HEARTBEAT = 20_000;
const SILENCE = 8_000;

/**
 * `storing` is connected to a server that has trouble with its disk, and tries again by itself.
 * @typedef {"connecting"|"connected"|"storing"|"offline"} ConnectionState
 * @typedef {{id: string, do: string, [more: string]: any}} Request
 * @typedef {{message: Request, done: (answer: any) => void}} Pending
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
  let attempts = 0;
  let closed = false;
  let welcomed = false;
  /** @type {WebSocket|null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let retry;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let silence;

  function open() {
    clearTimeout(retry);
    socket?.close();
    on.change(attempts ? "offline" : "connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}/api/matches/${match}/socket`);
    socket = line;
    welcomed = false;
    line.onopen = () => line.send(JSON.stringify({ do: "hello", ...on.hello() }));
    line.onmessage = ({ data }) => line === socket && receive(JSON.parse(data));
    line.onclose = () => line === socket && again();
  }

  /** @param {any} message */
  function receive(message) {
    clearTimeout(silence);
    if (message.welcome) {
      welcomed = true;
      attempts = 0;
      on.welcome(message);
      on.change("connected");
      // What was not answered is asked again under its old name: the server does it only once.
      for (const { message: request } of waiting.values()) transmit(request);
    } else if (message.re !== undefined) {
      const pending = waiting.get(message.re);
      waiting.delete(message.re);
      pending?.done(message);
    } else if (message.type === "storing") {
      on.change(message.waiting ? "storing" : welcomed ? "connected" : "connecting");
    } else if (message.type) on.event(message);
  }

  function again() {
    socket = null;
    welcomed = false;
    if (closed) return;
    on.change("offline");
    retry = setTimeout(open, PATIENCE[Math.min(attempts++, PATIENCE.length - 1)]);
  }

  /** @param {Request} message */
  function transmit(message) {
    if (welcomed && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  /**
   * Ask for something; the answer comes even if the line breaks in between.
   * @param {string} verb @param {Record<string, any>} [fields]
   * @returns {Promise<any>}
   */
  function send(verb, fields = {}) {
    return new Promise((done) => {
      const message = { id: `${me}-${++count}`, do: verb, ...fields };
      waiting.set(message.id, { message, done });
      transmit(message);
    });
  }

  /** Notice a line that is dead without saying so. */
  const heartbeat = setInterval(() => {
    if (!welcomed || !socket) return;
    const line = socket;
    transmit({ id: `${me}-p${++count}`, do: "ping" });
    clearTimeout(silence);
    silence = setTimeout(() => line === socket && line.close(), SILENCE);
  }, HEARTBEAT);

  const hurry = () => {
    if (!welcomed && !closed) open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    send,
    reopen: open,
    close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(silence);
      clearInterval(heartbeat);
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      socket?.close();
    },
  };
}
