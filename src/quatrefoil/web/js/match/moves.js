/** The move list: by turn, in tokens or in words, each move a button to look at it. */

import { button, fill, h, icon } from "../dom.js";
import { t, tell } from "../texts.js";
import { total } from "./history.js";
import { playerName } from "./names.js";
import { swatch } from "./players.js";

/** @typedef {import("./state.js").Match} Match */

const STEPS = /** @type {[string, string, (now: number, all: number) => number][]} */ ([
  ["match.first", "M18 5l-8 7 8 7zM6 5v14", () => 0],
  ["match.back", "M15 5l-8 7 8 7z", (now) => now - 1],
  ["match.forward", "M9 5l8 7-8 7z", (now) => now + 1],
  ["match.latest", "M6 5l8 7-8 7zM18 5v14", (_, all) => all],
]);

/**
 * Make the list once; `draw` fills it.
 * @param {Match} match @param {(number: number) => void} look
 */
export function makeMoves(match, look) {
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
  const walk = STEPS.map(([key, drawing, to]) => {
    const made = button("", () => look(to(match.viewing ?? total(match), total(match))), {
      class: "plain square",
      "aria-label": t(key),
      title: t(key),
    });
    fill(made, icon(drawing));
    return made;
  });
  const element = h(
    "section",
    { class: "history" },
    h("div", { class: "head" }, h("h2", {}, t("match.moves")), toggle),
    list,
    h("div", { class: "walk" }, ...walk),
  );

  function draw() {
    const all = total(match);
    const now = match.viewing ?? all;
    walk.forEach((made, index) => {
      made.disabled = index < 2 ? now === 0 : now === all;
    });
    const signature = `${match.last} ${all} ${inWords}`;
    if (signature !== drawn) fill(list, ...rows(match, inWords, look));
    drawn = signature;
    for (const made of list.querySelectorAll("button"))
      made.setAttribute("aria-current", String(Number(made.dataset.move) === now));
    showCurrent(list);
  }

  return { element, draw };
}

/** Scroll the list to the current move; the page, and the board on it, stay where they are. */
function showCurrent(/** @type {HTMLElement} */ list) {
  const current = list.querySelector("[aria-current=true]");
  if (!current) return;
  const [spot, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (spot.top < frame.top) list.scrollTop += spot.top - frame.top;
  else if (spot.bottom > frame.bottom) list.scrollTop += spot.bottom - frame.bottom;
}

/** @param {Match} match @param {boolean} inWords @param {(number: number) => void} look */
function rows(match, inWords, look) {
  let number = 0;
  return match.history.map((turn) => {
    const moves = turn.tokens.map((token, index) => {
      const mine = ++number;
      const words = tell(match.game, turn.say[index]);
      return button(inWords ? words : token, () => look(mine), {
        class: inWords ? "move words" : "move token",
        "data-move": mine,
        title: inWords ? token : words,
      });
    });
    const who = turn.seat === null ? "" : playerName(match, turn.seat);
    return h(
      "li",
      { class: inWords ? "wordy" : "" },
      swatch(match, turn.seat),
      h("span", { class: "unseen" }, who),
      ...moves,
    );
  });
}
