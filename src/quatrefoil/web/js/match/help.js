/** Help with the position that is shown: a hint from the computer, and the position in words. */

import { arrowsOf } from "../board/arrows.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { t, tell } from "../texts.js";
import { ask } from "./table.js";
import { bringIntoSight, repaint } from "./view.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./state.js").Match} Match */

const QUICK = 3; // the level that answers at once; a better one is asked then

/**
 * Show a hint on the board, and say it below: at once what is seen at a glance, and soon what is
 * seen with more thought, if that is something else.
 * @param {Table} table
 */
export async function showHint(table) {
  const { match } = table;
  const about = aboutShown(match);
  const at = moment(match);
  match.hint = { at, words: t("match.hint.thinking") };
  repaint(table);
  let known = "";
  for (const level of [{ level: QUICK }, {}]) {
    const answer = await table.line?.send("hint", { ...about, ...level });
    if (moment(match) !== at) return; // the board shows something else by now
    if (!answer?.ok) return giveUp(table, answer, known);
    if (answer.token === known) continue;
    known = answer.token;
    table.board?.hint(answer.clicks, arrowsOf([answer.changes]));
    const words = tell(match.game, answer.say);
    match.hint = { at, words: t("match.hint.text", { words }) };
    repaint(table);
    bringIntoSight(table);
  }
}

/** The words of a hint, as long as they are about what is shown. @param {Match} match */
export function hintWords(match) {
  return match.hint?.at === moment(match) ? match.hint.words : "";
}

/** @param {Table} table @param {any} answer @param {string} known */
function giveUp(table, answer, known) {
  if (!known) table.match.hint = null;
  repaint(table);
  if (answer?.code !== "out-of-date") toast(refusalText(answer, table.match.game));
}

/** @param {Table} table */
export async function describe(table) {
  const answer = await ask(table, "describe", aboutShown(table.match));
  if (!answer.ok) return;
  const words = answer.words.map((/** @type {any} */ phrase) =>
    h("p", {}, tell(table.match.game, phrase)),
  );
  openDialog(t("match.describe"), [h("div", { class: "stack" }, ...words)]);
}

/** What tells the server which position is shown. @param {Match} match */
function aboutShown({ viewing }) {
  return viewing === null ? {} : { moves: viewing };
}

/** What is shown this moment, in short. @param {Match} match */
function moment({ viewing, last, state }) {
  return `${viewing} ${last} ${state?.draft}`;
}
