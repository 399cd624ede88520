/** A row of choices of which one holds: radio buttons that look like cards. */

import { h } from "../dom.js";

/**
 * @param {string} name @param {string} legend
 * @param {{value: string, title: string, help?: string}[]} choices
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
      ...choices.map(({ value, title, help }) =>
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
          h("strong", {}, title),
          help ? h("span", {}, help) : null,
        ),
      ),
    ),
  );
}
