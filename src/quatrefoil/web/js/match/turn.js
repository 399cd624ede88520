/** Making moves: at once where a turn is one move, else as a draft that can be undone. */

import { button, fill, slot } from "../dom.js";
import { playSound } from "../sound.js";
import { t } from "../texts.js";
import { total } from "./history.js";
import { isMyTurn } from "./names.js";
import { takeState } from "./state.js";
import { ask } from "./table.js";
import { look, refresh, restore } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table @param {string} token */
export async function play(table, token) {
  const { match } = table;
  if (match.viewing !== null) return look(table, total(match));
  const turns = match.rules?.board.turns ?? "";
  if (!turns) return send(table, [token]);
  // A button that ends the turn is as clear as a confirmation.
  const path = match.state?.paths?.find((one) => one.token === token);
  await draft(
    table,
    [...(match.state?.draft ?? []), token],
    turns === "parts" || path?.clicks.length === 1,
  );
}

/**
 * Store a part of a turn; send it off if it is all of one and needs no more asking.
 * @param {Table} table @param {string[]} tokens @param {boolean} sure
 */
async function draft(table, tokens, sure) {
  const answer = await ask(table, "draft", { tokens });
  if (!answer.ok) return restore(table);
  takeState(table.match, answer.state);
  playSound("place");
  table.sending = sure && Boolean(answer.state.drafted?.complete);
  refresh(table, answer.changes?.length ? [answer.changes] : []);
  if (table.sending) await send(table, tokens);
}

/** @param {Table} table @param {string[]} tokens */
async function send(table, tokens) {
  table.sending = true;
  drawDraft(table);
  const answer = await ask(table, "play", { tokens, at: table.match.last });
  table.sending = false;
  if (!answer.ok) restore(table);
}

/**
 * The buttons of a turn that is being put together: each has its place as long as the match lasts.
 * @param {Table} table
 */
export function drawDraft(table) {
  const { match, parts } = table;
  const turns = match.rules?.board.turns ?? "";
  const idle = isMyTurn(match) && match.viewing === null && !table.sending;
  const tokens = (idle && match.state?.draft) || [];
  const complete = tokens.length > 0 && Boolean(match.state?.drafted?.complete);
  const undo = button(t("match.undo"), () => draft(table, tokens.slice(0, -1), false));
  const undoAll = button(t("match.undo-all"), () => draft(table, [], false));
  const confirm = button(t("match.confirm"), () => send(table, tokens), { class: "primary" });
  undo.disabled = tokens.length < 1;
  undoAll.disabled = tokens.length < 2;
  confirm.disabled = !complete;
  /** @type {Record<string, HTMLElement[]>} */
  const buttons = { draft: [undo, undoAll, confirm], parts: [undo] };
  fill(parts.draft, ...(buttons[turns] ?? []).map((one) => slot(one)));
  parts.draft.style.setProperty("--slots", String(parts.draft.children.length));
}
