/** A link as a QR code. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

/** @param {HTMLElement} element @param {string} link */
export async function drawCode(element, link) {
  try {
    const picture = h("img", { alt: t("invite.qr"), width: 168, height: 168 });
    picture.src = `data:image/svg+xml,${encodeURIComponent(await api.qr(link))}`;
    element.replaceChildren(picture);
  } catch {
    element.replaceChildren(); // the link above is enough
  }
}
