/** The move list: by turn, in tokens or in words, each move a button to look at it. */

import { button, fill, h, leaveDisabled } from "../dom.js";
import { BACK, FIRST, FORWARD, LAST, iconButton } from "../icons.js";
import { change, settings } from "../settings.js";
import { t, tell } from "../texts.js";
import { movesShown, placeInList, total, turns } from "./history.js";
import { playerName } from "./names.js";
import { PACE_NAMES, latestOfOthers } from "./pace.js";
import { swatch } from "./players.js";

/** @typedef {import("./state.js").Match} Match */

const STEPS = /** @type {[string, string, (now: number, all: number) => number][]} */ ([
  ["match.first", FIRST, () => 0],
  ["match.back", BACK, (now) => now - 1],
  ["match.forward", FORWARD, (now) => now + 1],
  ["match.latest", LAST, (_, all) => all],
]);

/** How far from the edge of the list, which fades (side.css), the current move stays. */
const EDGE = 6;

const AGAIN = "M5 12a7 7 0 1 0 2.2-5.1M7 3v4.4h4.4M10.5 9.5v5l4-2.5z";

/**
 * Make the list once; `draw` fills it.
 * @param {Match} match
 * @param {{look: (number: number) => void, again: () => void}} on
 */
export function makeMoves(match, { look, again }) {
  const list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("match.moves") });
  let inWords = false;
  let drawn = "";
  const toggle = button(
    t("match.words"),
    () => {
      inWords = !inWords;
      toggle.setAttribute("aria-pressed", String(inWords));
      draw();
    },
    { class: "plain small", "aria-pressed": "false" },
  );
  const walk = STEPS.map(([key, drawing, to]) =>
    iconButton(t(key), drawing, () => look(to(movesShown(match), total(match)))),
  );
  const replay = iconButton(t("match.again"), AGAIN, again);
  const steps = h(
    "div",
    { class: "walk", "data-repeat": true },
    ...walk,
    h("span", { class: "pace" }, replay, paceMenu()),
  );
  const element = h(
    "section",
    { class: "history" },
    h("div", { class: "head" }, h("h2", {}, t("match.moves")), toggle),
    list,
    steps,
  );

  function draw() {
    const all = total(match);
    const now = match.studied ?? match.viewing ?? match.showing?.moves ?? all;
    walk.forEach((made, index) => {
      made.disabled = index < 2 ? now === 0 : now === all;
    });
    replay.disabled = latestOfOthers(match) === null;
    leaveDisabled(steps);
    const signature = `${match.last} ${all} ${inWords} ${JSON.stringify(match.marks)} ${match.sending} ${match.showing?.listed}`;
    if (signature !== drawn) fill(list, ...rows(match, inWords, look), ...onItsWay(match));
    list.className = `moves ${layout(match, inWords)}`;
    drawn = signature;
    for (const made of list.querySelectorAll("button"))
      made.setAttribute("aria-current", String(Number(made.dataset.move) === now));
    if (now === 0) list.scrollTop = 0;
    else showCurrent(list);
  }

  // What stands above the list may come later, and leaves it less room.
  new ResizeObserver(() => showCurrent(list)).observe(list);
  return { element, draw };
}

/** How fast the turns of others are shown. */
function paceMenu() {
  const options = PACE_NAMES.map((name) =>
    h("option", { value: name, selected: name === settings.pace }, t(`match.pace.${name}`)),
  );
  const menu = h("select", { "aria-label": t("match.pace"), title: t("match.pace") }, ...options);
  menu.addEventListener("change", () => change({ pace: menu.value }));
  return menu;
}

/** Scroll the list to the current move; the page, and the board on it, stay where they are. */
function showCurrent(/** @type {HTMLElement} */ list) {
  const current = list.querySelector("[aria-current=true]");
  if (!current) return;
  const [spot, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  const [above, below] = [spot.top - frame.top - EDGE, spot.bottom - frame.bottom + EDGE];
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

/** @param {Match} match @param {boolean} inWords @param {(number: number) => void} look */
function rows(match, inWords, look) {
  if (match.history.every((turn) => turn.seat === null)) return [];
  const seats = match.state?.seats.length ?? 2;
  let number = 0;
  const listed = match.showing?.listed ?? Infinity; // what is being shown is not in the list yet
  return turns(match.history).flatMap(({ seat, moves }, index) => {
    const seen = moves.slice(0, Math.max(0, listed - number));
    if (!seen.length) return [];
    const buttons = seen.map(({ token, say }) => {
      const mine = ++number;
      const words = tell(match.game, say);
      const mark = match.marks[mine] ?? "";
      return button(`${inWords ? words : token}${mark && ` ${mark}`}`, () => look(mine), {
        class: `move ${inWords ? "words" : "token"}${token.startsWith("!") ? " chance" : ""}`,
        "data-mark": mark || null,
        "data-move": mine,
        title: inWords ? token : words,
      });
    });
    const opens = seats !== 2 || index % 2 === 0;
    return h(
      "li",
      {},
      opens &&
        h(
          "span",
          { class: "round", "aria-hidden": "true" },
          `${placeInList(match, number).number}.`,
        ),
      swatch(match, seat),
      h("span", { class: "unseen" }, seat === null ? "" : playerName(match, seat)),
      h("span", { class: "turn" }, ...buttons),
    );
  });
}

/** The moves that are on their way to the server: not a part of the match yet. @param {Match} match */
function onItsWay({ sending }) {
  if (!sending) return [];
  const words = [...sending, t("match.sending.short")].join(" ");
  return [h("li", { class: "pending soft" }, words)];
}

/** How the turns stand: two players side by side, unless turns are long. @param {Match} match @param {boolean} inWords */
function layout({ history, state, rules }, inWords) {
  if (inWords || history.every((turn) => turn.seat === null)) return "wordy";
  if (state?.seats.length !== 2) return "";
  return rules?.board.turns === "parts" ? "lines" : "pairs";
}
