/** The studies of this browser: the secrets to edit them, to come back to. */

import { read, write } from "../settings.js";

const KEY = "quatrefoil.studies";
const MOST = 60;

/** @typedef {{id: string, game: string, title: string, secret: string|null, seen: number}} Mine */

/** The latest first. @returns {Mine[]} */
export function studies() {
  return read(KEY, []);
}

/** @param {string} id @returns {Mine|undefined} */
export function rememberedStudy(id) {
  return studies().find((study) => study.id === id);
}

/** @param {string} id @param {Partial<Mine>} facts */
export function rememberStudy(id, facts) {
  const known = rememberedStudy(id) ?? { id, game: "", title: "", secret: null, seen: 0 };
  const others = studies().filter((study) => study.id !== id);
  write(KEY, [{ ...known, ...facts, seen: Date.now() }, ...others].slice(0, MOST));
}

/** @param {string} id */
export function forgetStudy(id) {
  write(
    KEY,
    studies().filter((study) => study.id !== id),
  );
}
