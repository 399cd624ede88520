/** A dialog: a title, something in it, and a way out. */

import { button, h } from "./dom.js";
import { t } from "./texts.js";

const CONTROLS = "a, button, details, input, select, textarea";

/**
 * Open a dialog. It closes by its button, by Escape, or by a click beside it.
 * @param {string} title
 * @param {(Node|null|false)[]} content
 * @param {Node[]} [actions] shown before the closing button
 */
export function openDialog(title, content, actions = []) {
  const id = `dialog-${Date.now()}`;
  const close = button(t("frame.close"), () => dialog.close());
  // What is only read is read out when the dialog opens.
  const texts = content.filter(
    (one) => one instanceof HTMLElement && one.matches("p, div") && !one.querySelector(CONTROLS),
  );
  const described = /** @type {HTMLElement[]} */ (texts).map(
    (one, index) => (one.id ||= `${id}-${index}`),
  );
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, "aria-describedby": described.join(" ") || null },
    h("h2", { id }, title),
    ...content,
    h("div", { class: "row" }, ...actions, close),
    h("div", { class: "voice unseen", role: "log" }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
