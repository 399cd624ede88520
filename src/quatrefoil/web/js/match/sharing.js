/** Sharing in the dice of a match while the page is open: nobody has to click anything. */

import { remember, remembered } from "../memory.js";
import { due, hashOf, newShare } from "./share.js";
import { refresh } from "./view.js";

/** @typedef {import("./share.js").Share} Share */
/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("./table.js").Table} Table */

/** Milliseconds after which it is said for whom the dice wait: mostly nobody has to read it. */
const SOON = 1500;

/** What this browser shares in a match. @param {Match} match @returns {Share|null} */
export function shareOf(match) {
  return remembered(match.id)?.share ?? match.share;
}

/** Do what the dice wait for; nobody has to click. @param {Table} table */
export async function shareInDice(table) {
  const { match, line } = table;
  const { state } = match;
  if (!state || !line) return;
  sayIfItLasts(table);
  const before = shareOf(match);
  const { ask, share } = due(before, state, match.mine);
  if (share && JSON.stringify(share) !== JSON.stringify(before)) keep(match, share);
  const asked = JSON.stringify(ask);
  if (!ask || asked === match.asked) return;
  match.asked = asked;
  const answer = await line.send(ask.do, ask);
  if (answer.ok || !answer.retry_after) return;
  match.asked = "";
  setTimeout(() => shareInDice(table), 1000 * answer.retry_after);
}

/** @param {Match} match @param {Share} share */
function keep(match, share) {
  match.share = share;
  remember(match.id, { share });
}

/** What goes along with a rematch; kept until there is one. @param {Match} match */
export function nextHash(match) {
  const next = remembered(match.id)?.next ?? match.next ?? newShare();
  match.next = next;
  remember(match.id, { next });
  return hashOf(next);
}

/** What a rematch begins with. @param {Match} match @returns {{share?: Share}} */
export function shareOfRematch(match) {
  const share = remembered(match.id)?.next ?? match.next;
  return share ? { share } : {};
}

/** @param {Table} table */
function sayIfItLasts(table) {
  const { match } = table;
  const waits = match.state?.phase === "sharing";
  if (waits === (match.waited !== null)) return;
  clearTimeout(match.waited ?? undefined);
  match.lasting = false;
  match.waited = waits
    ? setTimeout(() => {
        match.lasting = true;
        refresh(table);
      }, SOON)
    : null;
}
