/** The matches of this browser: the secrets of its seats, to come back to. */

import { readList, write } from "./settings.js";

const KEY = "quatrefoil.matches";
const MOST = 40;

/**
 * @typedef {{id: string, game: string, secret: string|null, seen: number,
 *            over?: boolean, with?: string, muted?: boolean, end?: import("./types.js").Summary,
 *            share?: import("./match/share.js").Share,
 *            next?: import("./match/share.js").Share}} Remembered
 */

/** The latest first. @returns {Remembered[]} */
export function matches() {
  return readList(KEY, (one) => typeof one?.id === "string");
}

/** @param {string} id @returns {Remembered|undefined} */
export function remembered(id) {
  return matches().find((match) => match.id === id);
}

/**
 * Remember a match, or what has changed about one.
 * @param {string} id @param {Partial<Remembered>} facts
 */
export function remember(id, facts) {
  const others = matches().filter((match) => match.id !== id);
  const known = remembered(id) ?? { id, game: "", secret: null, seen: 0 };
  write(KEY, [{ ...known, ...facts, seen: Date.now() }, ...others].slice(0, MOST));
}

/**
 * Keep how a match ended, so that nobody has to be asked again; when it was seen stays as it was.
 * @param {string} id @param {import("./types.js").Summary} end
 */
export function rememberEnd(id, end) {
  write(
    KEY,
    matches().map((match) => (match.id === id ? { ...match, over: true, end } : match)),
  );
}

/** @param {string} id */
export function forget(id) {
  write(
    KEY,
    matches().filter((match) => match.id !== id),
  );
}
