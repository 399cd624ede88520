/**
 * A field for typed moves: for keyboards, and for those who do not see the board. It rests while it
 * is not one's turn, so that nothing beside it moves.
 */

import { fill, h } from "../dom.js";
import { toast } from "../notify.js";
import { t } from "../texts.js";

/** @param {import("./table.js").Table} table @param {(token: string) => void} play */
export function makeTyped(table, play) {
  const { match } = table;
  const list = h("datalist", { id: "legal" });
  const field = h("input", {
    list: "legal",
    "aria-label": t("match.type"),
    placeholder: t("match.type"),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const submit = h("button", { type: "submit" }, t("match.play"));
  const element = h("form", { class: "typed" }, field, list, submit);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.readOnly) return;
    const wanted = field.value.trim();
    if (!wanted) return field.focus();
    const found = paths().find(({ token }) => token.toLowerCase() === wanted.toLowerCase());
    if (!found) return toast(t("match.not-a-move", { token: wanted }));
    field.value = "";
    play(found.token);
  });

  function paths() {
    return (match.viewing === null && match.state?.paths) || [];
  }

  function draw() {
    const tokens = paths().map((path) => path.token);
    const over = match.state?.phase === "over";
    element.hidden = !match.mine.length || (over && !table.lived);
    element.classList.toggle("idle", over);
    // Not `disabled`, which would take the keyboard away from who types every turn.
    field.readOnly = !tokens.length;
    for (const one of [field, submit]) one.ariaDisabled = tokens.length ? null : "true";
    if (list.dataset.shown === tokens.join(" ")) return;
    list.dataset.shown = tokens.join(" ");
    fill(list, ...tokens.map((value) => h("option", { value })));
  }

  return { element, draw };
}
