/** Making moves: at once where a turn is one move, else as a draft that can be undone. */

import { button, fill, offer, slot } from "../dom.js";
import { playSound } from "../sound.js";
import { t } from "../texts.js";
import { total } from "./history.js";
import { isCoached, isMyTurn } from "./names.js";
import { takeState } from "./state.js";
import { ask } from "./table.js";
import { look, refresh, repaint, restore } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

const LATE = 300; // milliseconds after which one wonders where the own move is

/** @param {Table} table @param {string} token */
export async function play(table, token) {
  const { match } = table;
  if (match.viewing !== null) return look(table, total(match));
  const turns = match.rules?.board.turns ?? "";
  // A button that ends the turn is as clear as a confirmation.
  const path = match.state?.paths?.find((one) => one.token === token);
  table.board?.send(path?.clicks ?? []);
  if (!turns) return send(table, [token]);
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
  const answer = await onItsWay(table, tokens.slice(-1), ask(table, "draft", { tokens }));
  if (!answer.ok) return restore(table);
  takeState(table.match, answer.state);
  playSound("place");
  const whole = sure && Boolean(answer.state.drafted?.complete);
  if (whole) table.match.sending = tokens;
  refresh(table, answer.changes?.length ? [answer.changes] : []);
  if (whole) await send(table, tokens);
}

/** @param {Table} table @param {string[]} tokens */
async function send(table, tokens) {
  if (isCoached(table.match) && !(await coached(table, tokens))) return restore(table);
  const asking = ask(table, "play", { tokens, at: table.match.last });
  const answer = await onItsWay(table, tokens, asking);
  if (!answer.ok) restore(table);
}

/** Whether the coach lets a turn go; it is loaded when it is first asked. @param {Table} table @param {string[]} tokens */
async function coached(table, tokens) {
  const { match } = table;
  match.sending = tokens; // nothing else is played meanwhile
  repaint(table);
  const { approves } = await import("./coach.js");
  const going = await approves(table, tokens);
  match.sending = null;
  return going;
}

/**
 * Show what is on its way until it is answered, and say so once that takes long.
 * @param {Table} table @param {string[]} tokens @param {Promise<any>} asking
 */
async function onItsWay(table, tokens, asking) {
  const { match } = table;
  match.sending = tokens;
  match.late = match.connection !== "connected";
  repaint(table);
  const wonder = setTimeout(() => {
    match.late = true;
    repaint(table);
  }, LATE);
  const answer = await asking;
  clearTimeout(wonder);
  match.sending = null;
  match.late = false;
  repaint(table);
  return answer;
}

/**
 * The buttons of a turn that is being put together, or that is on its way: made once, each in its
 * place as long as the match lasts. Who can play no turn any more sees none of them; their place
 * stays free where the match ends before one's eyes.
 * @param {Table} table
 */
export function makeDraft(table) {
  const { match, parts } = table;
  const tokens = () => match.state?.draft ?? [];
  const undo = button(t("match.undo"), () => draft(table, tokens().slice(0, -1), false), {
    "data-repeat": true,
  });
  // Who has pressed one of these goes on at the board; they rest then.
  const toBoard = () => table.board?.svg.focus({ preventScroll: true });
  const undoAll = button(t("match.undo-all"), () => {
    toBoard();
    draft(table, [], false);
  });
  const confirm = button(
    t("match.confirm"),
    () => {
      toBoard();
      send(table, tokens());
    },
    { class: "primary" },
  );
  const withdraw = button(t("match.keep-back"), () => table.line?.withdraw());
  let laidOut = "";

  /** Where there are places, all of them; else what can be kept back, while it can. @param {boolean} kept */
  function layOut(kept) {
    const turns = match.rules?.board.turns ?? "";
    const wanted = `${turns} ${!turns && kept}`;
    if (wanted === laidOut) return;
    laidOut = wanted;
    /** @type {Record<string, () => HTMLElement[]>} */
    const places = {
      draft: () => [slot(undo, withdraw), slot(undoAll), slot(confirm)],
      parts: () => [slot(undo, withdraw)],
    };
    fill(parts.draft, ...(places[turns]?.() ?? [kept && withdraw]));
    parts.draft.style.setProperty("--slots", String(parts.draft.children.length));
  }

  function draw() {
    const over = match.state?.phase === "over";
    parts.bar.classList.toggle("idle", over);
    parts.bar.classList.toggle("gone", !match.mine.length || (over && !table.lived));
    const idle = isMyTurn(match) && match.viewing === null && !match.sending;
    const drafted = idle ? tokens().length : 0;
    const kept = Boolean(match.late && table.line?.unsent());
    undo.disabled = drafted < 1;
    undoAll.disabled = drafted < 2;
    confirm.disabled = !(drafted && match.state?.drafted?.complete);
    const places = Boolean(match.rules?.board.turns);
    offer(undo, !kept);
    offer(withdraw, kept || !places);
    layOut(kept);
  }

  return { draw };
}
