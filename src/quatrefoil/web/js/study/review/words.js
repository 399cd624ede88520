/** What a review says, in words. */

import { h } from "../../dom.js";
import { t, tell } from "../../texts.js";

/** @type {Record<string, string>} */
const MARKS = { "??": "blunder", "?": "mistake", "?!": "doubtful", "!": "great", "□": "only" };

/** A mark in words. @param {string} mark */
export function markName(mark) {
  return t(`review.mark.${MARKS[mark]}`);
}

/** Why a turn was bad. @param {string} game @param {import("./state.js").Sentence} why */
export function sentence(game, { key, values, own }) {
  if (own) return tell(game, { key, values });
  const known = Object.entries(values).map(([name, value]) => [
    name,
    String(value).startsWith("@") ? tell(game, { key: String(value).slice(1) }) : value,
  ]);
  return t(`review.${key}`, Object.fromEntries(known));
}

/**
 * Whether the sentence about a try names the turn that was to be found: who still tries wants to
 * know what is wrong, not what is right.
 * @param {{best: {tokens: string[]}, why: import("./state.js").Sentence|null}} verdict
 */
export function spoils({ best, why }) {
  return Object.values(why?.values ?? {}).includes(best.tokens.join(" "));
}

/** Words in which no line ends within a move, at its hyphen. @param {string} words */
export function unbroken(words) {
  return words
    .split(/(\S+-\S+)/)
    .map((part, index) => (index % 2 ? h("span", { class: "unbroken" }, part) : part));
}
