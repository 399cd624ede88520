/** One option of a game as a field, by its kind: a flag, a choice, a number, or a menu and text. */

import { h } from "../dom.js";
import { gameText, t } from "../texts.js";

/**
 * @param {string} game
 * @param {import("../types.js").OptionData} option
 * @param {any} now the value, or undefined for the default
 * @param {(name: string, value: any) => void} set undefined goes back to the default
 */
export function optionField(game, option, now, set) {
  const id = `option-${option.name}`;
  const inputs = inputsFor(game, option, now, (value) => set(option.name, value));
  inputs[0].id = id;
  inputs[0].setAttribute("aria-describedby", `${id}-help`);
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, gameText(game, `option.${option.name}`, option.name)),
    ...inputs,
    h("p", { class: "help", id: `${id}-help` }, helpText(game, option)),
  );
}

/** @param {string} game @param {import("../types.js").OptionData} option */
function helpText(game, option) {
  const help = gameText(game, `option.${option.name}.help`, option.help);
  const value = defaultText(game, option);
  return value ? `${help} (${t("new.default", { value })})` : help;
}

/** The default in words, where there are words for it. @param {string} game @param {import("../types.js").OptionData} option */
function defaultText(game, option) {
  const value = option.default_text ?? option.default;
  if (value === undefined || value === null || option.kind === "flag") return "";
  return valueText(game, option, value);
}

/** A value in words, where there are words for it. @param {string} game @param {import("../types.js").OptionData} option @param {any} value */
function valueText(game, option, value) {
  return gameText(game, `option.${option.name}.${value}`, String(value));
}

/**
 * @param {string} game @param {import("../types.js").OptionData} option @param {any} now
 * @param {(value: any) => void} set
 * @returns {HTMLElement[]} one input, or a menu and the field of what is not on it
 */
function inputsFor(game, option, now, set) {
  const value = now ?? (typeof option.default === "object" ? undefined : option.default);
  if (option.kind === "flag") {
    const onchange = (/** @type {Event} */ event) =>
      set(/** @type {HTMLInputElement} */ (event.target).checked);
    return [h("input", { type: "checkbox", checked: value === true, onchange })];
  }
  if (option.choices) return [selectOf(game, option, option.choices, value, set)];
  if (option.kind === "whole") return [numberOf(option, value, set)];
  return menuAndField(game, option, now, set);
}

/**
 * A menu of what most will want, and a field for everything else.
 * @param {string} game @param {import("../types.js").OptionData} option @param {any} now
 * @param {(value: any) => void} set
 */
function menuAndField(game, option, now, set) {
  const values = [undefined, ...(option.suggestions ?? []).filter((one) => one !== option.default)];
  const own = values.length; // the last line of the menu
  const chosen = now === undefined ? 0 : values.indexOf(now);
  const titles = values.map((value) =>
    value === undefined ? defaultText(game, option) : valueText(game, option, value),
  );
  const field = h("input", {
    class: "own",
    type: "text",
    hidden: chosen >= 0,
    value: chosen < 0 ? textOf(now) : "",
    "aria-label": gameText(game, `option.${option.name}`, option.name),
    onchange: () => set(parsed(field.value)),
  });
  const menu = h(
    "select",
    {
      onchange: () => {
        field.hidden = menu.selectedIndex !== own;
        if (field.hidden) set(values[menu.selectedIndex]);
        else field.focus();
      },
    },
    ...[...titles, t("new.own")].map((title, index) =>
      h("option", { selected: index === (chosen < 0 ? own : chosen) }, title),
    ),
  );
  return [menu, field];
}

/**
 * @param {string} game @param {import("../types.js").OptionData} option @param {any[]} choices
 * @param {any} value @param {(value: any) => void} set
 */
function selectOf(game, option, choices, value, set) {
  const onchange = (/** @type {Event} */ event) =>
    set(choices[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]);
  const title = (/** @type {any} */ choice) => valueText(game, option, choice);
  return h(
    "select",
    { onchange },
    ...choices.map((choice) => h("option", { selected: choice === value }, title(choice))),
  );
}

/**
 * @param {import("../types.js").OptionData} option @param {any} value
 * @param {(value: any) => void} set
 */
function numberOf(option, value, set) {
  const low = Math.min(option.low ?? 0, ...(option.also ?? []));
  const onchange = (/** @type {Event} */ event) => {
    const written = /** @type {HTMLInputElement} */ (event.target).value;
    set(written === "" ? undefined : Number(written));
  };
  return h("input", { type: "number", min: low, max: option.high, value: value ?? "", onchange });
}

/** A value as it is typed. @param {any} value */
function textOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Free text: JSON where it is JSON, nothing for the default. @param {string} text */
function parsed(text) {
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
