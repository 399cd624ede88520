/** Which puzzles there are to choose from: how hard, about what, and other ways to get at one. */

import { button, fill, h } from "../dom.js";
import { gameText, has, t } from "../texts.js";

/**
 * @typedef {import("./puzzlebook.js").Entry} Entry
 * @typedef {{grade: number, theme: string}} Filter
 */

/** How many puzzles a series of exercises has. */
const EXERCISES = 5;

/** @param {string} game @param {string} theme */
export function themeName(game, theme) {
  const common = `puzzle.theme.${theme}`;
  return has(common) ? t(common) : gameText(game, `theme.${theme}`, theme);
}

/**
 * The exercises of a theme: its easiest puzzles. The list comes with the easiest first.
 * @template {Entry} E
 * @param {E[]} puzzles @param {string} theme @returns {E[]}
 */
export function exercises(puzzles, theme) {
  return puzzles.filter((each) => each.themes.includes(theme)).slice(0, EXERCISES);
}

/** The address of the exercises of a theme. @param {string} game @param {string} theme */
export function exercisesAddress(game, theme) {
  return `/puzzles/${game}?exercises=${encodeURIComponent(theme)}`;
}

/**
 * The filters, and the buttons below them.
 * @param {string} game @param {Entry[]} puzzles @param {Filter} filter
 * @param {{choose: (wish: Partial<Filter>) => void, daily: () => void, mine: () => void,
 *   failed: () => void}} on
 */
export function makeChoice(game, puzzles, filter, on) {
  const element = h("div", { class: "choice" });
  const grades = [...new Set(puzzles.map(({ grade }) => grade))].sort((a, b) => a - b);
  const themes = [...new Set(puzzles.flatMap((each) => each.themes))];

  /** @param {string} words @param {[string|number, string][]} offered @param {any} now @param {(value: string) => void} chosen */
  function select(words, offered, now, chosen) {
    const options = [/** @type {[string|number, string]} */ (["", t("puzzle.all")]), ...offered];
    return h(
      "label",
      {},
      words,
      h(
        "select",
        { onchange: (/** @type {any} */ event) => chosen(event.target.value) },
        ...options.map(([value, name]) =>
          h("option", { value, selected: String(value) === String(now || "") }, name),
        ),
      ),
    );
  }

  /** @param {import("./puzzlebook.js").Book} book @param {string|undefined} now the id of what is shown */
  function draw(book, now) {
    fill(
      element,
      select(
        t("puzzle.filter.grade"),
        grades.map((grade) => [grade, t("puzzle.grade", { grade })]),
        filter.grade,
        (value) => on.choose({ grade: Number(value) }),
      ),
      select(
        t("puzzle.filter.theme"),
        themes.map((theme) => [theme, themeName(game, theme)]),
        filter.theme,
        (value) => on.choose({ theme: value }),
      ),
      h(
        "div",
        { class: "row" },
        button(t("puzzle.daily"), on.daily),
        button(t("puzzle.failed", { count: book.failed.length }), on.failed, {
          disabled: !book.failed.some((id) => id !== now),
        }),
        button(t("puzzle.mine"), on.mine),
      ),
    );
  }

  return { element, draw };
}
