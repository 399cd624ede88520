/** Copying: to the clipboard, whatever the browser allows. */

import { h } from "./dom.js";
import { toast } from "./notify.js";
import { t } from "./texts.js";

/**
 * Copy a text, and say so; if nothing could be copied, say that.
 * @param {string} text
 * @param {string} done what to say then
 */
export async function copyText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // Without leave, or without https, the old way still works.
    toast(copySelected(text) ? done : t("copy.failed"));
  }
}

/** @param {string} text */
function copySelected(text) {
  const field = h("textarea", { class: "unseen" });
  field.value = text;
  // Beside an open dialog nothing can be selected.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  place.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
