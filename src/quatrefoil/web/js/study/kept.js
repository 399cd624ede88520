/** The variants that somebody made and named, kept in this browser. */

import { readList, write } from "../settings.js";

/** @typedef {{name: string, options: Record<string, any>}} Kept */

const MOST = 40;

/** @param {string} game */
const key = (game) => `quatrefoil.variants.${game}`;

/** The latest first. @param {string} game @returns {Kept[]} */
export function keptVariants(game) {
  const fits = (/** @type {any} */ one) =>
    typeof one?.name === "string" && one.options && typeof one.options === "object";
  return readList(key(game), fits).slice(0, MOST);
}

/**
 * Keep a variant; one of the same name is replaced. A browser that is full keeps none.
 * @param {string} game @param {Kept} variant @returns {boolean} whether it is kept
 */
export function keepVariant(game, variant) {
  const others = keptVariants(game).filter(({ name }) => name !== variant.name);
  write(key(game), [variant, ...others].slice(0, MOST));
  return JSON.stringify(keptVariants(game)[0]) === JSON.stringify(variant);
}

/** @param {string} game @param {string} name */
export function forgetVariant(game, name) {
  const others = keptVariants(game).filter((one) => one.name !== name);
  write(key(game), others);
}
