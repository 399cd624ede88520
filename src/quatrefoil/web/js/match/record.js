/** The record of a match: to copy, to save, and to open elsewhere. */

import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { t } from "../texts.js";
import { copyText } from "./invite.js";

/** @param {import("./state.js").Match} match */
export async function openRecord(match) {
  const text = JSON.stringify(await api.record(match.id), null, 1);
  const field = h("textarea", { rows: 10, readonly: true, "aria-label": t("record.text") });
  field.value = text;
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const save = h(
    "a",
    { class: "button", href: address, download: `${match.game}-${match.id}.json` },
    t("record.save"),
  );
  const copy = button(t("record.copy"), () => copyText(text, t("record.copied")), {
    class: "primary",
  });
  const dialog = openDialog(t("match.record"), [field], [copy, save]);
  dialog.addEventListener("close", () => URL.revokeObjectURL(address));
}
