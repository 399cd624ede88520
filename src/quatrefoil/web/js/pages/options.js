/** One option of a game as a field, by its kind: a flag, a choice, a number, or free text. */

import { h } from "../dom.js";
import { gameText, has, language, t } from "../texts.js";

/**
 * @param {string} game
 * @param {import("../types.js").OptionData} option
 * @param {any} now the value, or undefined for the default
 * @param {(name: string, value: any) => void} set undefined goes back to the default
 */
export function optionField(game, option, now, set) {
  const id = `option-${option.name}`;
  const input = inputFor(game, option, now, (value) => set(option.name, value));
  input.id = id;
  input.setAttribute("aria-describedby", `${id}-help`);
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, gameText(game, `option.${option.name}`, option.name)),
    input,
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
  const key = `option.${option.name}.${value}`;
  if (has(`${game}/${key}`)) return gameText(game, key);
  // A default that depends on other options is told by the server, in English.
  return String(value).includes(" ") && language() !== "en" ? "" : String(value);
}

/**
 * @param {string} game @param {import("../types.js").OptionData} option @param {any} now
 * @param {(value: any) => void} set
 * @returns {HTMLElement}
 */
function inputFor(game, option, now, set) {
  const value = now ?? (typeof option.default === "object" ? undefined : option.default);
  if (option.kind === "flag") {
    const onchange = (/** @type {Event} */ event) =>
      set(/** @type {HTMLInputElement} */ (event.target).checked);
    return h("input", { type: "checkbox", checked: value === true, onchange });
  }
  if (option.choices) return selectOf(game, option, option.choices, value, set);
  if (option.kind === "whole") return numberOf(option, value, set);
  const onchange = (/** @type {Event} */ event) =>
    set(parsed(/** @type {HTMLInputElement} */ (event.target).value));
  return h("input", {
    type: "text",
    value: now ?? "",
    placeholder: defaultText(game, option),
    onchange,
  });
}

/**
 * @param {string} game @param {import("../types.js").OptionData} option @param {any[]} choices
 * @param {any} value @param {(value: any) => void} set
 */
function selectOf(game, option, choices, value, set) {
  const onchange = (/** @type {Event} */ event) =>
    set(choices[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]);
  const title = (/** @type {any} */ choice) =>
    gameText(game, `option.${option.name}.${choice}`, String(choice));
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

/** Free text: JSON where it is JSON, nothing for the default. @param {string} text */
function parsed(text) {
  if (!text.trim()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
