/** What is played here: the game, the variant, the clock. */

import { clockText } from "../clocks.js";
import { fill, h } from "../dom.js";
import { gameText, t } from "../texts.js";

/** @typedef {import("./state.js").Match} Match */

/** The variant by name; a mixture of options has none. @param {Match} match */
export function variantName({ game, rules, presets }) {
  const same = (/** @type {any} */ options) =>
    canonical(options) === canonical(rules?.changed ?? {});
  const preset = presets.find(({ options }) => same(options));
  return preset ? gameText(game, `preset.${preset.name}`, preset.name) : t("match.own-rules");
}

/** @param {Record<string, any>} options */
function canonical(options) {
  return JSON.stringify(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One line above the players. @param {HTMLElement} element @param {Match} match */
export function drawAbout(element, match) {
  const parts = [variantName(match), clockText(match.control)];
  fill(
    element,
    h("strong", {}, gameText(match.game, "title", match.game)),
    h("span", { class: "soft" }, ` ${parts.join(" · ")}`),
  );
}
