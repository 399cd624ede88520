/** The rules of a game: its own Markdown, with positions drawn by the board. */

import * as api from "../api.js";
import { loadStyle, picture } from "../board/board.js";
import { fill, h } from "../dom.js";
import { inline, markdown } from "../markdown.js";
import { setTitle } from "../notify.js";
import { gameText, language, loadGameTexts, t } from "../texts.js";

/** @param {HTMLElement} main @param {string} game */
export async function show(main, game) {
  const [found] = await Promise.all([api.gameNamed(game), loadGameTexts(game), loadStyle(game)]);
  if (!found) throw new api.ApiError("not-found", game, 404);
  const title = t("rules.title", { game: gameText(game, "title", found.title) });
  setTitle(title);
  const text = await rulesText(found);
  main.className = "narrow rules";
  fill(
    main,
    h("h1", {}, title),
    h("p", { class: "soft" }, t("home.by", { authors: gameText(game, "authors", found.authors) })),
    ...markdown(text, drawPosition),
    h(
      "div",
      { class: "row" },
      found.resources.includes("learn.json") &&
        h("a", { class: "button primary", href: `/learn/${game}` }, t("rules.learn")),
      h("a", { class: "button", href: `/new/${game}?with=computer` }, t("learn.play")),
    ),
  );
  const watcher = new ResizeObserver(() => reachWide(main));
  watcher.observe(main);
  return () => watcher.disconnect();
}

/** What is too wide scrolls, and the keyboard must get there to scroll it. @param {HTMLElement} main */
function reachWide(main) {
  for (const block of main.querySelectorAll("pre, table")) {
    if (block.scrollWidth > block.clientWidth) block.setAttribute("tabindex", "0");
    else block.removeAttribute("tabindex");
  }
}

/** The rules in the reader's language, or in English. @param {import("../types.js").GameData} game */
async function rulesText({ name, resources }) {
  const found = [`rules.${language()}.md`, "rules.md"].find((page) => resources.includes(page));
  return found ? api.gameFile(name, found) : t("rules.none");
}

/** A fenced block of a position: JSON, then a caption. @param {string} kind @param {string} source */
function drawPosition(kind, source) {
  if (kind !== "position") return null;
  const split = source.lastIndexOf("}") + 1;
  const caption = source.slice(split).trim();
  const figure = h("figure", {}, caption ? h("figcaption", {}, ...inline(caption)) : null);
  api.look(JSON.parse(source.slice(0, split))).then((seen) => {
    figure.prepend(picture(seen.game, seen.board, seen.scene, caption));
  });
  return figure;
}
