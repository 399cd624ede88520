/** The record of a match: to copy, to save, and to open elsewhere. */

import * as api from "../api.js";
import { copyText } from "../clipboard.js";
import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { t } from "../texts.js";
import { pictureBox } from "./pictures.js";
import { shareOf } from "./sharing.js";

/** @param {import("./table.js").Table} table */
export async function openRecord(table) {
  const { match } = table;
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
  const dialog = openDialog(t("match.record"), [
    field,
    h("div", { class: "row" }, copy, save),
    pictureBox(table),
    ...seenHashes(match),
  ]);
  dialog.addEventListener("close", () => URL.revokeObjectURL(address));
}

/** What this browser saw before the first roll, for those who check the dice. @param {import("./state.js").Match} match */
function seenHashes(match) {
  const seen = shareOf(match)?.seen;
  if (!seen || !match.state?.over) return [];
  const hashes = new Set([seen.commitment, ...seen.hashes.filter(Boolean)]);
  const command = ["quatrefoil verify-dice FILE", ...[...hashes].map((hash) => `--seen ${hash}`)];
  const copy = button(t("record.dice.copy"), () =>
    copyText(command.join(" "), t("record.dice.copied")),
  );
  return [h("p", { class: "soft" }, t("record.dice")), copy];
}
