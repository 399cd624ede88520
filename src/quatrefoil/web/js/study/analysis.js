/** The analysis board: all sides are played freely, from any position. */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { fill, h } from "../dom.js";
import { setTitle } from "../notify.js";
import { gameText, loadGameTexts, t } from "../texts.js";
import { fragment, readFragment } from "./address.js";
import { makeStudyBoard } from "./board.js";
import { loadStudy } from "./words.js";

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const [game] = await Promise.all([
    api.gameNamed(name),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy(),
  ]);
  if (!game) throw new api.ApiError("not-found", name, 404);
  const title = t("analysis.title", { game: gameText(name, "title", game.title) });
  setTitle(title);
  const board = makeStudyBoard(name, {
    changed: () => history.replaceState(null, "", location.pathname + fragment(board.place)),
  });
  await board.open(readFragment(name, location.hash));
  main.className = "study";
  fill(
    main,
    h("h1", { class: "unseen" }, title),
    h("section", { class: "study-stage" }, board.element, board.bars),
    h("aside", { class: "study-side" }),
  );
  return board.release;
}
