/** After the match: its review, beside the board. What shows it is loaded when it is first asked for. */

import * as api from "../api.js";
import { refusalText } from "../refusal.js";
import { t } from "../texts.js";
import { movesShown } from "./history.js";
import { restore } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

const BREATH = 250; // milliseconds between two drawings while lines come in

/** Ask for the review, and show it as it comes. @param {Table} table */
export async function askForReview(table) {
  const { match, parts } = table;
  match.reviewed = true;
  parts.review.hidden = false;
  parts.review.textContent = t("match.review.working");
  restore(table);
  const [{ newReview, takeLine }, { drawPanel }, { showPlace }, { loadStudy }] = await Promise.all([
    import("../study/review/state.js"),
    import("../study/review/panel.js"),
    import("../study/review/graph.js"),
    import("../study/words.js"),
  ]);
  await loadStudy("review");
  const review = newReview();
  const place = () => showPlace(parts.review, movesShown(match), review.moves);
  table.painters.push(place);
  let [drawn, problem] = [-Infinity, ""];
  const hear = (/** @type {any} */ line) => {
    takeLine(review, line);
    if (line.type === "turn" && performance.now() - drawn < BREATH) return;
    const isFirst = drawn < 0;
    drawn = performance.now();
    drawPanel(table, review, problem);
    // On a phone it is below the board: it comes into sight once, then the page is its reader's.
    if (isFirst && parts.review.getBoundingClientRect().bottom > innerHeight)
      parts.review.scrollIntoView({ block: "start" });
  };
  const ended = new AbortController();
  table.ended = ended;
  try {
    await api.review(match.id, hear, ended.signal);
  } catch (refusal) {
    if (ended.signal.aborted) return;
    problem = refusalText(refusal, match.game);
    match.reviewed = review.done;
    if (!review.done) table.painters = table.painters.filter((one) => one !== place);
  }
  drawPanel(table, review, problem);
}
