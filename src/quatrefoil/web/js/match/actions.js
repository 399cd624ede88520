/** The buttons beside the board: made once, each in its place; what makes no sense now rests. */

import { openDialog } from "../dialog.js";
import { button, h, icon, offer, slot } from "../dom.js";
import { BOOK, LINK, UNDO } from "../icons.js";
import { mayNotify, toast } from "../notify.js";
import { change, settings } from "../settings.js";
import { t } from "../texts.js";
import { toggleRules } from "./drawer.js";
import { openInvite } from "./invite.js";
import { describe, showHint } from "./help.js";
import { againstComputer, hasNoResult, isMyTurn, calledName } from "./names.js";
import { openRecord } from "./record.js";
import { askForReview } from "./review.js";
import { startPush, stopPush } from "./push.js";
import { rest, restingButton } from "./resting.js";
import { nextHash } from "./sharing.js";
import { ask } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("../types.js").Offer} Offer */

/** @type {Record<string, string>} */
const ICONS = {
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.9 1-1 1.6h-5c-.1-.6-.4-1.1-1-1.6z",
  takeback: UNDO,
  draw: "M4 9h16M4 15h16",
  resign: "M5 21V4m0 1c5-3 9 3 14 0v9c-5 3-9-3-14 0",
  rematch: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  leave: "M10 4H5v16h5M14 8l4 4-4 4M9 12h9",
  review: "M3 17l5-6 4 3 5-8 4 5M3 21h18",
  link: LINK,
  record: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  describe: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  notify: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  rules: BOOK,
};

/** @param {Table} table */
export function makeActions(table) {
  const { match } = table;
  const action = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    restingButton(t(`match.${name}`), act, {}, icon(ICONS[name]));
  const buttons = {
    rematch: action("rematch", () => ask(table, "rematch", { hash: nextHash(match) })),
    hint: action("hint", () => showHint(table)),
    takeback: action("takeback", () => ask(table, "ask-takeback")),
    draw: action("draw", () => ask(table, "offer-draw")),
    resign: action("resign", () => sure(table)),
    leave: action("leave", () => ask(table, "leave")),
    review: action("review", () => askForReview(table)),
    link: action("link", () => openInvite(match)),
    record: action("record", () => openRecord(table)),
    describe: action("describe", () => describe(table)),
    notify: action("notify", () => toggleNotify(draw)),
  };
  buttons.rematch.className = "primary";
  const rules = action("rules", () => toggleRules(table));
  const { hint, rematch, takeback, resign, leave, review, record, notify } = buttons;
  const places = {
    first: slot(hint, rematch), // never offered at the same time, nor are those two:
    takeback: slot(takeback),
    draw: slot(buttons.draw),
    giveUp: slot(resign, leave),
    review: slot(review),
    link: slot(buttons.link),
    record: slot(record),
    describe: slot(buttons.describe),
    notify: slot(notify),
    rules: slot(rules),
  };
  const element = h("div", { class: "actions" }, ...Object.values(places));

  /** Which places there are is settled with the seats; what stands there may rest, and never moves. */
  function draw() {
    const { state } = match;
    if (!state) return;
    const playing = state.phase === "playing" && match.mine.length > 0;
    const over = state.phase === "over";
    const seated = match.mine.length > 0;
    const alone = state.seats.every(
      (seat, index) => seat.kind === "computer" || match.mine.includes(index),
    );
    const helped = alone && againstComputer(match);
    places.first.hidden = !seated || (!helped && match.practice);
    // A match that is over when one comes has nothing to give up; one that ends here keeps places.
    const plays = seated && table.lived;
    places.takeback.hidden = places.giveUp.hidden = !plays;
    places.draw.hidden = !(plays && !alone && state.seats.length === 2);
    places.review.hidden = places.record.hidden = match.practice;
    places.notify.hidden = !(plays && !alone && "Notification" in window);
    places.rules.hidden = !match.resources.includes("rules.md");
    // Until the rematch there is a gap: it comes last.
    places.first.style.order = helped || !table.lived ? "" : "1";
    const shown = Object.values(places).filter(({ hidden }) => !hidden).length;
    element.style.setProperty("--columns", String(shown > 5 ? Math.ceil(shown / 2) : shown));

    const begun = state.phase === "playing" || (over && state.over?.how !== "cancelled");
    offer(hint, helped && !over);
    offer(rematch, over && !match.practice && Boolean(state.over && !hasNoResult(state.over)));
    offer(resign, begun);
    offer(leave, !begun);
    takeback.lastElementChild?.replaceChildren(
      t(alone ? "match.takeback.computer" : "match.takeback"),
    );
    const moved = match.history.length > 0;
    const mayHint = isMyTurn(match) || match.viewing !== null;
    // Where it is proposed, or has begun, the note beside the board is the way on: there is one.
    const offered = (/** @type {string} */ kind) => state.offers.some(({ what }) => what === kind);
    const proposed = match.rematch || offered("rematch");
    const idle = over ? "over" : playing ? "" : "early";
    because(hint, idle || (mayHint ? "" : "turn"));
    if (idle || offered("takeback")) because(takeback, idle || "offered");
    else rest(takeback, whyNoTakeback(match));
    because(buttons.draw, idle || (offered("draw") ? "offered" : ""));
    for (const made of [resign, notify]) because(made, idle);
    because(rematch, proposed ? "rematch" : "");
    because(review, !over ? "later" : !moved ? "first" : match.reviewed ? "reviewed" : "");
    because(record, moved ? "" : "first");
    notify.setAttribute("aria-pressed", String(settings.notify));
  }

  return { element, draw };
}

/** Why one's latest turn can't be taken back, in the words of the server, or nothing if it can. @param {Match} match */
function whyNoTakeback({ history, mine, past }) {
  let left = history.reduce((sum, { tokens }) => sum + tokens.length, 0);
  let rolled = false;
  for (const { seat, tokens } of [...history].reverse()) {
    left -= tokens.length;
    if (left < past) break;
    rolled ||= seat === null;
    if (seat !== null && mine.includes(seat)) return rolled ? t("refusal.roll-stands") : "";
  }
  return t("refusal.nothing-to-take-back");
}

/** Let a button rest for a reason, or work. @param {HTMLElement} made @param {string} reason */
function because(made, reason) {
  rest(made, reason && t(`match.rest.${reason}`));
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
  const many = (table.match.state?.seats.length ?? 2) > 2;
  const words = t(many ? "match.resign.many" : "match.resign.text");
  const dialog = openDialog(t("match.resign.sure"), [h("p", {}, words)], [yes]);
}

/** Turn notifications on, if the browser lets us, or off. @param {() => void} redraw */
async function toggleNotify(redraw) {
  if (settings.notify) {
    change({ notify: false });
    stopPush();
  } else if (await mayNotify()) {
    change({ notify: true });
    startPush().then((done) => toast(t(done ? "match.notify.push" : "match.notify.open")));
  } else toast(t("match.notify.no"));
  redraw();
}

/** Whether we have proposed something, or agreed to it. @param {Match} match @param {Offer} offer */
function isOurs({ mine }, { seat, agreed }) {
  return mine.includes(seat) || mine.every((one) => agreed.includes(one));
}

/** What waits for our answer. @param {Match} match */
export function openOffers(match) {
  return (match.state?.offers ?? []).filter((offer) => !isOurs(match, offer));
}

/** @param {Match} match @param {Offer} offer */
export function offerWords(match, offer) {
  const { what, seat } = offer;
  return t(`match.${what}.${isOurs(match, offer) ? "offered" : "got"}`, {
    player: calledName(match, seat),
  });
}

/**
 * What others propose, and what we have proposed.
 * @param {Table} table
 * @returns {HTMLElement[]}
 */
export function offerNotes(table) {
  const { match } = table;
  return (match.state?.offers ?? []).map((offer) => {
    const { what, seat } = offer;
    const [ours, words] = [isOurs(match, offer), offerWords(match, offer)];
    if (ours && match.mine.includes(seat))
      return h(
        "div",
        { class: "note row" },
        h("span", {}, words),
        button(t("match.withdraw"), () => ask(table, "withdraw", { what })),
      );
    if (ours || !match.mine.length) return h("p", { class: "note" }, words);
    const accept = () =>
      what === "rematch"
        ? ask(table, "rematch", { hash: nextHash(match) })
        : ask(table, `accept-${what}`);
    return h(
      "div",
      { class: "note row" },
      h("span", {}, words),
      button(t("match.accept"), accept, { class: "primary" }),
      what === "rematch" ? null : button(t("match.decline"), () => ask(table, `decline-${what}`)),
    );
  });
}
