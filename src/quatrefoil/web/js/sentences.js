/** Sentences about turns, as reviews and the coach say them. */

import { t, tell } from "./texts.js";

/** Why a turn was bad. @param {string} game @param {import("./study/review/state.js").Sentence} why */
export function sentence(game, { key, values, own }) {
  if (own) return tell(game, { key, values });
  const known = Object.entries(values).map(([name, value]) => [
    name,
    String(value).startsWith("@") ? tell(game, { key: String(value).slice(1) }) : value,
  ]);
  return t(`review.${key}`, Object.fromEntries(known));
}
