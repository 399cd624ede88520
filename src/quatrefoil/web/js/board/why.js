/** Why something can or can't be done at a place: words from the position's facts, over the board. */

import { fill, h } from "../dom.js";
import { announce } from "../notify.js";
import { tell } from "../texts.js";

/** @typedef {import("../types.js").Phrase} Phrase */

/** The element that the words come into. */
export function makeWhy() {
  return h("div", { class: "why", hidden: true });
}

/**
 * Say it, if there is something to say and nothing else was asked meanwhile.
 * @param {HTMLElement} why @param {import("./state.js").BoardState} state @param {string} place
 * @param {Promise<Phrase[]>} asked
 */
export async function sayWhy(why, state, place, asked) {
  hushWhy(why);
  const mine = (why.dataset.asked = String(++asking));
  const words = await asked.catch(() => []);
  if (!words.length || why.dataset.asked !== mine) return;
  const said = words.map((phrase) => tell(state.game, phrase));
  fill(why, ...said.map((sentence) => h("p", {}, sentence)));
  why.classList.toggle("high", isLow(state, place));
  why.hidden = false;
  announce(said.join(" "));
}

let asking = 0;

/** @param {HTMLElement} why */
export function hushWhy(why) {
  delete why.dataset.asked;
  why.hidden = true;
}

/** Whether a place is in the lower half, as the reader sees it: the words are in the other one. @param {import("./state.js").BoardState} state @param {string} place */
function isLow({ board, places, flipped }, place) {
  return (places.get(place)?.y ?? 0) > board.height / 2 !== flipped;
}
