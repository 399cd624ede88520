/** A dialog: a title, something in it, and a way out. */

import { button, h } from "./dom.js";
import { t } from "./texts.js";

/**
 * Open a dialog. It closes by its button, by Escape, or by a click beside it.
 * @param {string} title
 * @param {(Node|null|false)[]} content
 * @param {Node[]} [actions] shown before the closing button
 */
export function openDialog(title, content, actions = []) {
  const id = `dialog-${Date.now()}`;
  const close = button(t("frame.close"), () => dialog.close());
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h("h2", { id }, title),
    ...content,
    h("div", { class: "row" }, ...actions, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
