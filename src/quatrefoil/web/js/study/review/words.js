/** What a review says, in words. */

import { h } from "../../dom.js";
import { t } from "../../texts.js";

/** @type {Record<string, string>} */
const MARKS = { "??": "blunder", "?": "mistake", "?!": "doubtful", "!": "great", "□": "only" };

/** A mark in words. @param {string} mark */
export function markName(mark) {
  return t(`review.mark.${MARKS[mark]}`);
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
