/** Help with a position: a hint from the computer, and the position in words. */

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { announce, toast } from "../notify.js";
import { t, tell } from "../texts.js";
import { ask } from "./table.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export async function showHint(table) {
  const answer = await ask(table, "hint");
  if (!answer.ok) return;
  table.board?.hint(answer.token);
  table.board?.element.scrollIntoView({ block: "nearest" });
  const words = tell(table.match.game, answer.say);
  toast(t("match.hint.text", { token: answer.token, words }));
  announce(words);
}

/** @param {Table} table */
export async function describe(table) {
  const answer = await ask(table, "describe");
  if (!answer.ok) return;
  const words = answer.words.map((/** @type {any} */ phrase) =>
    h("p", {}, tell(table.match.game, phrase)),
  );
  openDialog(t("match.describe"), [h("div", { class: "stack" }, ...words)]);
}
