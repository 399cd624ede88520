/** The rules of a game, with positions drawn by the board. */

import * as api from "../api.js";
import { loadStyle, picture } from "../board/board.js";
import { fill, h } from "../dom.js";
import { setTitle } from "../notify.js";
import { gameText, language, loadGameTexts, t } from "../texts.js";

/** @param {HTMLElement} main @param {string} game */
export async function show(main, game) {
  const [found] = await Promise.all([api.gameNamed(game), loadGameTexts(game), loadStyle(game)]);
  if (!found) throw new api.ApiError("not-found", game, 404);
  const title = t("rules.title", { game: gameText(game, "title", found.title) });
  setTitle(title);
  const [text, sheet] = await Promise.all([rulesPage(found), printLink(found)]);
  main.className = "narrow rules";
  fill(
    main,
    h("h1", {}, title),
    h("p", { class: "soft" }, t("home.by", { authors: gameText(game, "authors", found.authors) })),
    ...text,
    h(
      "div",
      { class: "row" },
      found.resources.includes("learn.json") &&
        h("a", { class: "button primary", href: `/learn/${game}` }, t("rules.learn")),
      h("a", { class: "button", href: `/new/${game}?with=computer` }, t("learn.play")),
      sheet,
    ),
  );
  for (const figure of main.querySelectorAll("figure")) drawPosition(figure);
  const watcher = new ResizeObserver(() => reachWide(main));
  watcher.observe(main);
  return () => watcher.disconnect();
}

/**
 * The game to print and cut out, on the paper of the reader's country.
 * @param {import("../types.js").GameData} game
 */
async function printLink({ name, resources }) {
  if (!resources.includes("sheet.md")) return null;
  const paper = /-(US|CA|MX|PH|CL|CO)$/i.test(navigator.language) ? "letter" : "a4";
  if (!(await api.server()).pictures) {
    const command = `quatrefoil print ${name} --paper ${paper} --language ${language()}`;
    return h("p", { class: "soft" }, t("rules.print.none", { command }));
  }
  const href = `/api/games/${name}/sheet.pdf?paper=${paper}&language=${language()}`;
  return h("a", { class: "button", href, target: "_blank" }, t("rules.print"));
}

/** What is too wide scrolls, and the keyboard must get there to scroll it. @param {HTMLElement} main */
function reachWide(main) {
  for (const block of main.querySelectorAll("pre, table")) {
    if (block.scrollWidth > block.clientWidth) block.setAttribute("tabindex", "0");
    else block.removeAttribute("tabindex");
  }
}

/**
 * The rules in the reader's language, or in English. The server makes them from the game's Markdown
 * and removes any HTML in it.
 * @param {import("../types.js").GameData} game @returns {Promise<(Node|string)[]>}
 */
async function rulesPage({ name, resources }) {
  const found = [`rules.${language()}.md`, "rules.md"].find((page) => resources.includes(page));
  if (!found) return [t("rules.none")];
  const html = await api.gameFile(name, found.replace(/md$/, "html"));
  return [...new DOMParser().parseFromString(html, "text/html").body.children];
}

/** Draw the position of a figure above its caption. @param {HTMLElement} figure */
async function drawPosition(figure) {
  const seen = await api.look(JSON.parse(/** @type {string} */ (figure.dataset.position)));
  figure.prepend(picture(seen.game, seen.board, seen.scene, figure.textContent ?? ""));
}
