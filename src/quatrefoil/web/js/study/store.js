/** Studies on the server: asked over HTTP, and heard of live. */

import { ask } from "../api.js";

/**
 * @typedef {{version: number, title: string, tree: any, movers: (number|null)[]}} Version
 * @typedef {Version & {id: string, game: string, mine: boolean}} Study
 * @typedef {{id: string, secret: string, version: number, link: string, edit_link: string}} Made
 */

/** @param {string} id @param {string|null} [secret] @returns {Promise<Study>} */
export function study(id, secret) {
  return ask("GET", `/api/studies/${id}`, undefined, secret);
}

/** @param {any} tree @param {string} title @returns {Promise<Made>} */
export function make(tree, title) {
  return ask("POST", "/api/studies", { tree, title });
}

/**
 * Change a study; what others did meanwhile is merged with it.
 * @param {string} id @param {string|null} secret
 * @param {{tree?: any, version?: number, base?: any, title?: string}} changes
 * @returns {Promise<Version>}
 */
export function edit(id, secret, changes) {
  return ask("POST", `/api/studies/${id}`, changes, secret, true);
}

/** @param {string} id @returns {Promise<Made>} */
export function clone(id) {
  return ask("POST", `/api/studies/${id}/clone`, {});
}

/** @param {string} id @param {string|null} secret */
export function remove(id, secret) {
  return ask("DELETE", `/api/studies/${id}`, undefined, secret);
}

const SOON = 1_000; // milliseconds before a line that was lost is made again, at first
const SELDOM = 20_000;

/**
 * Hear of every version of a study until it is released.
 * @param {string} id
 * @param {{known: () => number, secret: string|null, version: (found: Version) => void,
 *          gone: () => void, line?: (isThere: boolean) => void}} on
 * @returns {() => void} ends it
 */
export function follow(id, { known, secret, version, gone, line }) {
  let closed = false;
  let wait = SOON;
  let timer = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);
  let asking = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);
  let socket = /** @type {WebSocket|null} */ (null);

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const made = new WebSocket(`${scheme}//${location.host}/api/studies/${id}/socket`);
    socket = made;
    made.onopen = () => made.send(JSON.stringify({ do: "look", version: known(), secret }));
    made.onmessage = ({ data }) => hear(JSON.parse(data));
    made.onclose = () => {
      if (closed) return;
      line?.(false);
      // Not all come back in the same moment when a server starts again.
      timer = setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(2 * wait, SELDOM);
    };
  }

  /** @param {any} message */
  function hear(message) {
    if (message.type === "gone" || message.code === "not-found") {
      release();
      gone();
    } else if (message.type === "study") {
      wait = SOON;
      line?.(true);
      if (message.version <= known()) return;
      if (message.tree) version(message);
      else if (message.within !== undefined) askSoon(message.within);
    }
  }

  /** A large tree is asked for, by all who look within some seconds. @param {number} seconds */
  function askSoon(seconds) {
    clearTimeout(asking);
    asking = setTimeout(
      async () => {
        try {
          const found = await study(id);
          if (!closed && found.version > known()) version(found);
        } catch {
          // The next version, or the next line, brings it.
        }
      },
      1000 * seconds * Math.random(),
    );
  }

  function release() {
    closed = true;
    clearTimeout(timer);
    clearTimeout(asking);
    socket?.close();
  }

  connect();
  return release;
}
