/** A field for typed moves: for keyboards, and for those who do not see the board. */

import { fill, h } from "../dom.js";
import { toast } from "../notify.js";
import { t } from "../texts.js";

/** @param {import("./state.js").Match} match @param {(token: string) => void} play */
export function makeTyped(match, play) {
  const list = h("datalist", { id: "legal" });
  const field = h("input", {
    list: "legal",
    "aria-label": t("match.type"),
    placeholder: t("match.type"),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const element = h(
    "form",
    { class: "typed" },
    field,
    list,
    h("button", { type: "submit" }, t("match.play")),
  );
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = field.value.trim();
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
    element.hidden = !tokens.length;
    if (list.dataset.shown === tokens.join(" ")) return;
    list.dataset.shown = tokens.join(" ");
    fill(list, ...tokens.map((value) => h("option", { value })));
  }

  return { element, draw };
}
