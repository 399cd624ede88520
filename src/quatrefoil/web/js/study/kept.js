/** The variants that somebody made and named, kept in this browser. */

/** @typedef {{name: string, options: Record<string, any>}} Kept */

const MOST = 40;

/** @param {string} game */
const key = (game) => `quatrefoil.variants.${game}`;

/** The latest first. @param {string} game @returns {Kept[]} */
export function keptVariants(game) {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) ?? "[]");
    const fits = (/** @type {any} */ one) =>
      typeof one?.name === "string" && one.options && typeof one.options === "object";
    return Array.isArray(found) ? found.filter(fits).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keep a variant; one of the same name is replaced. @param {string} game @param {Kept} variant */
export function keepVariant(game, variant) {
  const others = keptVariants(game).filter(({ name }) => name !== variant.name);
  localStorage.setItem(key(game), JSON.stringify([variant, ...others].slice(0, MOST)));
}

/** @param {string} game @param {string} name */
export function forgetVariant(game, name) {
  const others = keptVariants(game).filter((one) => one.name !== name);
  localStorage.setItem(key(game), JSON.stringify(others));
}
