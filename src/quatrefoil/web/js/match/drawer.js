/** The rules beside the match: a drawer at the edge, on a phone a sheet; the board stays where it is. */

import { button, h } from "../dom.js";
import { t } from "../texts.js";
import { show } from "../pages/rules.js";
import { repaint } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

/** Open the drawer, or close it. @param {Table} table */
export async function toggleRules(table) {
  const open = document.querySelector(".drawer");
  if (open) return open.dispatchEvent(new Event("shut"));
  const opener = document.activeElement;
  const body = h("div", {});
  const close = button(t("frame.close"), () => shut());
  const drawer = h(
    "aside",
    { class: "drawer", "aria-label": t("match.rules"), tabindex: -1 },
    h("div", { class: "shut" }, close),
    body,
  );
  /** @type {(() => void)|void} */
  let leave;
  function shut() {
    leave?.();
    drawer.remove();
    repaint(table); // the title is the match's again
    if (opener instanceof HTMLElement) opener.focus();
  }
  drawer.addEventListener("shut", shut);
  drawer.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  document.querySelector("main")?.append(drawer); // it goes with the page
  drawer.focus();
  leave = await show(body, table.match.game);
  repaint(table);
}
