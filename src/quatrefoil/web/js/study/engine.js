/**
 * The line to the live analysis (`/api/analysis/socket`): it says what is to be analysed, comes back
 * by itself, and is quiet while nobody looks.
 *
 * @typedef {{tokens: string[], value: number, loss: number, proven: boolean, visits: number|null,
 *            depth: number|null, say: import("../types.js").Phrase[],
 *            changes: import("../types.js").Change[][], put?: import("../types.js").Piece[],
 *            then: {turn: number|null, tokens: string[]}[]}} BestTurn
 * @typedef {{token: string, value: number|null, loss: number|null, proven: boolean,
 *            at_most: boolean, visits: number|null}} MoveValue
 * @typedef {{re: string, state: "thinking"|"resting"|"done", turn: number|null, values: number[],
 *            proven: boolean, turns: BestTurn[], moves: MoveValue[],
 *            outcomes: {token: string, odds: number, values: number[]|null, proven: boolean}[],
 *            bounds: [number, number]|null, depth: number|null, visits: number|null,
 *            nodes: number, nodes_per_second: number, seconds: number,
 *            threats: {turn: number, values: number[], loss: number, turns: BestTurn[]}|null,
 *            no_threats: string|null}} Update
 * @typedef {{game: string, options: Record<string, any>, start: any, moves: string[],
 *            lines: number, threats: 0|1, seconds: number}} Wish
 */

const PATIENCE = [300, 600, 1200, 2500, 5000]; // milliseconds between attempts that came to nothing
const LONGEST = 12_000; // characters of moves: a frame has at most 16 KB

/**
 * @param {{update: (update: Update) => void, refused: (answer: any) => void,
 *          lost: (isLost: boolean) => void}} on `lost`: the server can't be reached, or can again
 */
export function makeEngine(on) {
  let socket = /** @type {WebSocket|null} */ (null);
  let wish = /** @type {Wish|null} */ (null);
  let id = "";
  let count = 0;
  let failed = 0;
  let retry = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);

  document.addEventListener("visibilitychange", onSight);

  function onSight() {
    if (document.hidden) hangUp();
    else if (wish) open();
  }

  function open() {
    clearTimeout(retry);
    if (socket || !wish || document.hidden) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const line = new WebSocket(`${scheme}//${location.host}/api/analysis/socket`);
    socket = line;
    line.onopen = () => {
      failed = 0;
      on.lost(false);
      ask();
    };
    line.onmessage = ({ data }) => receive(JSON.parse(data));
    line.onclose = () => {
      if (socket !== line) return;
      socket = null;
      if (!wish || document.hidden) return;
      on.lost(true);
      retry = setTimeout(open, PATIENCE[Math.min(failed++, PATIENCE.length - 1)]);
    };
  }

  function hangUp() {
    clearTimeout(retry);
    const line = socket;
    socket = null;
    line?.close();
  }

  /** @param {any} message */
  function receive(message) {
    if (message.re !== id) return; // about a position that is not looked at any more
    if (message.type === "analysis") return on.update(message);
    if (message.ok !== false) return;
    on.refused(message);
    if (message.retry_after) retry = setTimeout(ask, message.retry_after * 1000);
  }

  function ask() {
    if (!wish) return;
    id = `a${++count}`;
    send({ id, do: "analyse", ...wish });
  }

  /** @param {any} message */
  function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  return {
    /**
     * Analyse a position; what was analysed before is given up.
     * @param {Wish} wanted @param {any} position the same without a past: for a past that is too long
     */
    analyse(wanted, position) {
      const long = wanted.moves.join().length > LONGEST;
      wish = long ? { ...wanted, start: position, moves: [] } : wanted;
      clearTimeout(retry);
      if (socket) ask();
      else open();
    },
    /** Think on about the same position. @param {number} seconds */
    deeper(seconds) {
      send({ do: "deeper", seconds });
    },
    /** Stop thinking; what was found stays. */
    stop() {
      send({ do: "stop" });
    },
    /** Give the position up. */
    off() {
      wish = null;
      id = "";
      hangUp();
      on.lost(false);
    },
    release() {
      wish = null;
      document.removeEventListener("visibilitychange", onSight);
      hangUp();
    },
  };
}
