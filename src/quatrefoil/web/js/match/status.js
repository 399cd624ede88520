/** What is going on: below the board, beside it, and in the tab's title. */

import { fill, h } from "../dom.js";
import { setTitle } from "../notify.js";
import { gameText, t, tell, tellFact } from "../texts.js";
import { motionAllowed } from "../settings.js";
import { offerNotes, offerWords, openOffers } from "./actions.js";
import { hintWords } from "./help.js";
import { placeInList } from "./history.js";
import {
  freeSeats,
  isMyTurn,
  playerName,
  reasonLine,
  scoreLine,
  soleWinners,
  statusLine,
} from "./names.js";
import { swatch } from "./players.js";
import { holds } from "./share.js";
import { shareOf } from "./sharing.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */

/** @param {Table} table @param {Scene} scene */
export function drawStatus(table, scene) {
  const { match, parts } = table;
  const viewing = match.viewing !== null;
  const words = viewing ? pastLine(match) : match.late ? t("match.sending") : statusLine(match);
  const more =
    viewing || match.showing
      ? ""
      : [reasonLine(match), scoreLine(match), awayLine(match)].filter(Boolean).join(" · ");
  const mine = isMyTurn(match) && !viewing;
  const over = Boolean(match.state?.over) && !viewing && !match.showing;
  parts.status.classList.toggle("mine", mine);
  parts.status.classList.toggle("over", over);
  const early = match.state?.phase === "waiting"; // nobody is to do anything yet
  const facts =
    over || early ? [] : (scene.facts ?? []).filter((fact) => fact.player === undefined);
  // A whole turn is confirmed, or on its way: the board shows what is the next player's already.
  const asks = match.rules?.board.turns === "draft" ? t("match.complete") : "";
  const said =
    hintWords(match) ||
    (mine && match.state?.drafted?.complete
      ? asks
      : facts.map((fact) => tellFact(match.game, fact.words, mine)).join(" · "));
  const winners = viewing ? [] : soleWinners(match);
  const [signs, ...texts] = /** @type {HTMLElement[]} */ ([...parts.status.children]);
  fill(signs, ...winners.map((seat) => swatch(match, seat)));
  signs.hidden = !winners.length;
  for (const [index, text] of [words, more, said].entries()) write(texts[index], text);
  setTitle(
    `${mine ? `● ${t("match.your-turn")} · ` : ""}${gameText(match.game, "title", match.game)}`,
  );
}

/** Only what is new is written: the screen reader would read it all again. @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
  element.hidden = !text;
}

/** Which move is looked at, by its number in the list. @param {import("./state.js").Match} match */
function pastLine(match) {
  const { number, total, seat } = placeInList(match, match.viewing ?? 0);
  if (number === 0) return t("match.past.start");
  return t("match.past", { number, total, player: seat === null ? "" : playerName(match, seat) });
}

/** That the match waits for somebody who is not there. @param {import("./state.js").Match} match */
function awayLine({ state, here, mine }) {
  const turn = state?.phase === "playing" ? state.turn : null;
  if (!state || turn === null || mine.includes(turn)) return "";
  const away = state.seats[turn].kind === "person" && here[turn] === false;
  return away ? t("match.away.turn") : "";
}

/** Offers, marks that have something to say, the way to the rematch. @param {Table} table @param {Scene} scene */
export function drawNotes(table, scene) {
  const { match, board, parts } = table;
  const told = match.state?.over ? "winning" : ""; // the status says why it ended
  const marks = (scene.marks ?? []).filter(
    (mark) => mark.words && mark.kind !== told && (!mark.on_demand || board?.state.demand),
  );
  const broken = match.state !== null && !holds(shareOf(match), match.state);
  const facts = [match.fault, match.rematch, match.mine, broken, match.state?.offers];
  const shown = JSON.stringify([...facts, match.state?.seats, marks.map(({ words }) => words)]);
  if (parts.notes.dataset.shown === shown) return; // what is being clicked stays there
  parts.notes.dataset.shown = shown;
  // On a phone the room that a note took stays free: nothing slides under the finger that answers it.
  parts.notes.style.setProperty("--held", `${parts.notes.offsetHeight}px`);
  fill(
    parts.notes,
    match.fault && h("p", {}, t("match.damaged")),
    match.rematch &&
      h("a", { class: "button primary", href: `/m/${match.rematch}` }, t("match.rematch.go")),
    broken ? brokenDice() : null,
    ...offerNotes(table),
    ...marks.map((mark) =>
      h("p", { class: "soft" }, tell(match.game, /** @type {any} */ (mark.words))),
    ),
  );
}

/** Words that nobody overlooks. */
function brokenDice() {
  return h("p", { class: "note alarm", role: "alert" }, t("dice.broken"));
}

/** @param {Table} table */
export function drawGuests({ match, parts }) {
  const invited = freeSeats(match).length > 0;
  const watching = match.mine.length || invited ? "" : t("match.watching");
  const others = match.guests - (match.mine.length ? 0 : 1);
  const words = [watching, others > 0 ? t("match.guests", { count: others }) : ""];
  parts.guests.textContent = words.filter(Boolean).join(" ");
}

/** The way to what wants an answer, where that is out of sight, as on a phone. @param {Table} table */
export function drawAnswer({ match, parts }) {
  const { answer, notes } = parts;
  answer.onclick = () => {
    notes.scrollIntoView({ block: "center", behavior: motionAllowed() ? "smooth" : "auto" });
    notes.querySelector("button")?.focus({ preventScroll: true });
  };
  write(
    answer,
    openOffers(match)
      .map((offer) => offerWords(match, offer))
      .join(" "),
  );
}

/** @param {Table} table @param {import("./connection.js").ConnectionState} state */
export function drawConnection({ match, parts }, state) {
  match.connection = state;
  parts.connection.dataset.state = state;
  const alone = state === "offline" && navigator.onLine === false;
  write(parts.connection, t(alone ? "match.offline.device" : `match.${state}`));
}
