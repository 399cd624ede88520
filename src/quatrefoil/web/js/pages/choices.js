/** A row of choices of which one holds: radio buttons that look like cards. */

import { h } from "../dom.js";
import { levelName, levels, portrait } from "../levels.js";

/**
 * @param {string} name @param {string} legend
 * @param {{value: string, title: string, help?: string, picture?: Node}[]} choices
 * @param {string} now @param {(value: string) => void} set @param {string} look a class
 */
export function choiceRow(name, legend, choices, now, set, look) {
  return h(
    "fieldset",
    {},
    h("legend", {}, legend),
    h(
      "div",
      { class: look },
      ...choices.map(({ value, title, help, picture }) =>
        h(
          "label",
          { class: "preset" },
          h("input", {
            type: "radio",
            name,
            value,
            checked: value === now,
            onchange: () => set(value),
          }),
          picture ?? null,
          h("strong", {}, title),
          help ? h("span", {}, help) : null,
        ),
      ),
    ),
  );
}

/**
 * The computer's levels as buttons with their portraits.
 * @param {number} now @param {(level: number) => void} pick
 */
export function levelGrid(now, pick) {
  return h(
    "div",
    { class: "level-grid" },
    ...levels().map(({ level }) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(level === now), onclick: () => pick(level) },
        portrait(level),
        h("strong", {}, levelName(level)),
        h("span", { class: "soft" }, String(level)),
      ),
    ),
  );
}
