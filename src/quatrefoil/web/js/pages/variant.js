/** The rules that somebody chooses: variants with a name, and every option by itself. */

import { fill, h } from "../dom.js";
import { gameText, t } from "../texts.js";
import { choiceRow } from "./choices.js";
import { optionField } from "./options.js";

/**
 * @param {import("../types.js").GameData} game
 * @param {Record<string, any>} first options to begin with
 * @param {(options: Record<string, any>) => void} changed
 */
export function makeVariant(game, first, changed) {
  const { name } = game;
  const fields = h("div", { class: "stack" });
  const presets = h("div");
  let options = { ...first };

  /** @param {string} key @param {any} value undefined goes back to the default */
  function setOption(key, value) {
    if (value === undefined) delete options[key];
    else options[key] = value;
    drawPresets();
    changed(options);
  }

  function drawFields() {
    fill(
      fields,
      ...game.options.map((option) => optionField(name, option, options[option.name], setOption)),
    );
  }

  function drawPresets() {
    const now = JSON.stringify(sorted(options));
    const chosen = game.presets.find((one) => JSON.stringify(sorted(one.options)) === now);
    fill(
      presets,
      choiceRow(
        "preset",
        t("new.preset"),
        game.presets.map((preset) => ({
          value: preset.name,
          title: gameText(name, `preset.${preset.name}`, preset.name),
          help: gameText(name, `preset.${preset.name}.help`, preset.help),
        })),
        chosen?.name ?? "",
        (value) => {
          options = { ...game.presets.find((preset) => preset.name === value)?.options };
          drawFields();
          changed(options);
        },
        "presets",
      ),
    );
  }

  /** Show other options, without telling of it. @param {Record<string, any>} wanted */
  function set(wanted) {
    options = { ...wanted };
    drawPresets();
    drawFields();
  }

  set(first);
  return { presets, fields, set };
}

/** @param {Record<string, any>} options */
function sorted(options) {
  return Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
}
