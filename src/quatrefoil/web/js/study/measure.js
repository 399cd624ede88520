/** Measuring a variant: a preset, or the rules that the address carries, and whether they are any good. */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { fill, h } from "../dom.js";
import { setTitle, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { gameText, loadGameTexts, t } from "../texts.js";
import { fragment, readFragment } from "../address.js";
import { makeStudyBoard } from "./board.js";
import { makeMeasuring } from "./measuring.js";
import { loadStudy } from "./words.js";

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const [game] = await Promise.all([
    api.gameNamed(name),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy("explore"),
  ]);
  if (!game) throw new api.ApiError("not-found", name, 404);
  const title = t("measure.page", { game: gameText(name, "title", game.title) });
  setTitle(title);
  const { options } = readFragment(name, location.hash);
  const board = makeStudyBoard(name, { dice: false });
  board.lock(true);
  await board.open({ options });
  const measuring = makeMeasuring(name, board.place.options ?? {});
  main.className = "study measure";
  fill(
    main,
    h("h1", { class: "unseen" }, title),
    h("section", { class: "study-stage" }, board.element),
    h("aside", { class: "study-side" }, variants(), measuring.element),
  );

  /** The presets, and what the address asks for if it is none of them. */
  function variants() {
    const now = JSON.stringify(board.place.options ?? {});
    const known = game?.presets ?? [];
    const made = h(
      "select",
      {},
      ...known.map(({ name: preset, options: given }) =>
        h(
          "option",
          { value: JSON.stringify(given), selected: JSON.stringify(given) === now },
          gameText(name, `preset.${preset}`, preset),
        ),
      ),
    );
    if (!known.some(({ options: given }) => JSON.stringify(given) === now))
      made.prepend(h("option", { value: now, selected: true }, t("measure.own")));
    made.addEventListener("change", async () => {
      try {
        await board.open({ options: JSON.parse(made.value) });
      } catch (problem) {
        return toast(refusalText(problem, name));
      }
      const chosen = board.place.options ?? {};
      measuring.set(chosen);
      history.replaceState(null, "", location.pathname + fragment({ options: chosen }));
    });
    return h("label", { class: "variant" }, h("span", {}, t("measure.variant")), made);
  }

  return () => {
    measuring.release();
    board.release();
  };
}
