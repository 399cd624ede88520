/** The buttons beside the board. Made once; `draw` shows those that make sense now. */

import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { mayNotify, toast } from "../notify.js";
import { change, settings } from "../settings.js";
import { t } from "../texts.js";
import { openInvite } from "./invite.js";
import { describe, showHint } from "./help.js";
import { againstComputer, isMyTurn, playerName } from "./names.js";
import { openRecord } from "./record.js";
import { openReview } from "./review.js";
import { ask } from "./table.js";
import { look } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function makeActions(table) {
  const { match } = table;
  const buttons = {
    hint: button(t("match.hint"), () => showHint(table)),
    takeback: button(t("match.takeback"), () => ask(table, "ask-takeback")),
    draw: button(t("match.draw"), () => ask(table, "offer-draw")),
    resign: button(t("match.resign"), () => sure(table)),
    rematch: button(t("match.rematch"), () => ask(table, "rematch"), { class: "primary" }),
    review: button(t("match.review"), () => openReview(match, (number) => look(table, number))),
    link: button(t("match.link"), () => openInvite(match)),
    record: button(t("match.record"), () => openRecord(match)),
    describe: button(t("match.describe"), () => describe(table)),
    notify: button(t("match.notify"), askToNotify),
  };
  const rules = h("a", { class: "button", href: "/" }, t("match.rules"));
  const element = h("div", { class: "actions" }, ...Object.values(buttons), rules);

  function draw() {
    const { state } = match;
    if (!state) return;
    const playing = state.phase === "playing" && match.mine.length > 0;
    const over = state.phase === "over";
    const alone = state.seats.every(
      (seat, index) => seat.kind === "computer" || match.mine.includes(index),
    );
    buttons.hint.hidden = !(playing && againstComputer(match) && isMyTurn(match));
    buttons.takeback.hidden = !(playing && match.history.length > 0);
    buttons.takeback.lastElementChild?.replaceChildren(
      t(alone ? "match.takeback.computer" : "match.takeback"),
    );
    buttons.draw.hidden = !(playing && !alone && state.seats.length === 2);
    buttons.resign.hidden = !playing;
    buttons.rematch.hidden = !(
      over &&
      match.mine.length > 0 &&
      !match.practice &&
      state.over?.how !== "cancelled"
    );
    buttons.review.hidden = !(over && !match.practice && match.history.length > 0);
    buttons.record.hidden = match.practice || match.history.length === 0;
    buttons.notify.hidden = !(playing && !alone && !settings.notify && "Notification" in window);
    rules.href = `/rules/${match.game}`;
  }

  return { element, draw };
}

/** Giving up asks twice. @param {Table} table */
function sure(table) {
  const yes = button(
    t("match.resign"),
    () => {
      ask(table, "resign");
      dialog.close();
    },
    { class: "primary" },
  );
  const dialog = openDialog(t("match.resign.sure"), [h("p", {}, t("match.resign.text"))], [yes]);
}

async function askToNotify() {
  if (await mayNotify()) change({ notify: true });
  else toast(t("match.notify.no"));
}

/**
 * What others propose, and what we have proposed.
 * @param {Table} table
 * @returns {HTMLElement[]}
 */
export function offerNotes(table) {
  const { match } = table;
  return (match.state?.offers ?? []).map(({ what, seat, agreed }) => {
    const ours = match.mine.includes(seat) || match.mine.every((mine) => agreed.includes(mine));
    if (ours || !match.mine.length)
      return h(
        "p",
        { class: "note" },
        t(`match.${what}.${ours ? "offered" : "got"}`, { player: playerName(match, seat) }),
      );
    const accept = what === "rematch" ? "rematch" : `accept-${what}`;
    return h(
      "div",
      { class: "note row" },
      h("span", {}, t(`match.${what}.got`, { player: playerName(match, seat) })),
      button(t("match.accept"), () => ask(table, accept), { class: "primary" }),
      what === "rematch" ? null : button(t("match.decline"), () => ask(table, `decline-${what}`)),
    );
  });
}
