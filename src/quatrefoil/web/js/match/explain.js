/** Why something can or can't be done at a place: words from the position's facts, over the board. */

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { announce } from "../notify.js";
import { tell } from "../texts.js";

/** @typedef {import("./table.js").Table} Table */

/** Say it, if there is something to say; what was said before goes. @param {Table} table @param {string} place */
export async function explain(table, place) {
  const { match, parts } = table;
  hush(table);
  const position = match.state?.position;
  if (!position || match.viewing !== null) return;
  const asked = (parts.why.dataset.asked = `${place} ${match.last} ${match.state?.draft ?? ""}`);
  /** @type {import("../types.js").Phrase[]} */
  const words = await api.explain(position, match.state?.draft ?? [], place).catch(() => []);
  if (!words.length || parts.why.dataset.asked !== asked) return;
  const said = words.map((phrase) => tell(match.game, phrase));
  fill(parts.why, ...said.map((sentence) => h("p", {}, sentence)));
  parts.why.classList.toggle("high", isLow(table, place));
  parts.why.hidden = false;
  announce(said.join(" "));
}

/** Whether a place is in the lower half, as the reader sees it: the words are in the other one. @param {Table} table @param {string} place */
function isLow({ board }, place) {
  if (!board) return false;
  const { places, flipped } = board.state;
  return (places.get(place)?.y ?? 0) > board.state.board.height / 2 !== flipped;
}

/** @param {Table} table */
export function hush({ parts }) {
  delete parts.why.dataset.asked;
  parts.why.hidden = true;
}
