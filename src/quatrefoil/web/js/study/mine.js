/** The studies of this browser: the secrets to edit them, to come back to. */

import { readList, write } from "../settings.js";

const KEY = "quatrefoil.studies";
/** How many of one's own are kept, and of those that were only looked at. */
const MOST = 500;
const MOST_SEEN = 60;

/** @typedef {{id: string, game: string, title: string, secret: string|null, seen: number}} Mine */

/** The latest first. @returns {Mine[]} */
export function studies() {
  return readList(KEY, (one) => typeof one?.id === "string");
}

/** @param {string} id @returns {Mine|undefined} */
export function rememberedStudy(id) {
  return studies().find((study) => study.id === id);
}

/**
 * Looking at those of others takes none of one's own away: there is no other way to edit them.
 * @param {string} id @param {Partial<Mine>} facts
 */
export function rememberStudy(id, facts) {
  const known = rememberedStudy(id) ?? { id, game: "", title: "", secret: null, seen: 0 };
  const others = studies().filter((study) => study.id !== id);
  const all = [{ ...known, ...facts, seen: Date.now() }, ...others];
  const seen = new Set(all.filter((study) => !study.secret).slice(0, MOST_SEEN));
  write(KEY, all.filter((study) => study.secret || seen.has(study)).slice(0, MOST));
}

/** @param {string} id */
export function forgetStudy(id) {
  write(
    KEY,
    studies().filter((study) => study.id !== id),
  );
}
