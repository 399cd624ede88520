/**
 * The rules of a game: first what players need, drawn, on one screen; then the exact rules with our
 * readings, folded away. Printed they are two pages.
 */

import * as api from "../api.js";
import { outlinedArrow } from "../board/arrows.js";
import { loadStyle, picture } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { setTitle } from "../notify.js";
import { gameText, language, loadGameTexts, t } from "../texts.js";

/** @param {HTMLElement} main @param {string} game */
export async function show(main, game) {
  const [found] = await Promise.all([api.gameNamed(game), loadGameTexts(game), loadStyle(game)]);
  if (!found) throw new api.ApiError("not-found", game, 404);
  const title = t("rules.title", { game: gameText(game, "title", found.title) });
  setTitle(title);
  const [glance, exact, sheet] = await Promise.all([
    page(found, "glance"),
    page(found, "rules"),
    printLink(found),
  ]);
  const credit = t("home.by", { authors: gameText(game, "authors", found.authors) });
  main.className = glance.length ? "rules" : "rules narrow";
  fill(
    main,
    h(
      "div",
      { class: "head" },
      h("h1", {}, title),
      h(
        "div",
        { class: "row" },
        found.resources.includes("learn.json") &&
          h("a", { class: "button primary", href: `/learn/${game}` }, t("rules.learn")),
        h("a", { class: "button", href: `/new/${game}?with=computer` }, t("learn.play")),
        exact.length > 0 && button(t("rules.paper"), () => print()),
        sheet,
      ),
    ),
    // The page for players credits the designers in its first sentence.
    glance.length ? atAGlance(glance) : h("p", { class: "soft" }, credit),
    exact.length ? exactRules(exact, !glance.length) : h("p", {}, t("rules.none")),
    h("a", { class: "onto-study", href: `/study/${game}` }, t("rules.study")),
  );
  drawPositions(main.querySelector(".glance"));
  const watcher = new ResizeObserver(() => reachWide(main));
  watcher.observe(main);
  return () => watcher.disconnect();
}

/** Sentences, then a card for each heading. @param {Element[]} blocks */
function atAGlance(blocks) {
  const first = blocks.findIndex((block) => block.tagName === "H2");
  /** @type {HTMLElement[]} */
  const cards = [];
  for (const block of blocks.slice(first)) {
    if (block.tagName === "H2") cards.push(h("section", { class: "card" }));
    cards.at(-1)?.append(block);
  }
  return h(
    "div",
    { class: "glance" },
    h("div", { class: "lead" }, ...blocks.slice(0, first)),
    h("div", { class: `cards of-${cards.length}` }, ...cards),
  );
}

/** Every rule and every reading, drawn when it is first opened. @param {Element[]} blocks @param {boolean} open */
function exactRules(blocks, open) {
  const body = h("div", { class: "exact" }, ...blocks);
  const fold = h("details", { open }, h("summary", {}, t("rules.exact")), body);
  fold.addEventListener("toggle", () => drawPositions(body), { once: true });
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", refold);
  let wasOpen = open;

  /** What is folded would not be printed. */
  function unfold() {
    if (!fold.isConnected) {
      removeEventListener("beforeprint", unfold);
      removeEventListener("afterprint", refold);
      return;
    }
    wasOpen = fold.open;
    fold.open = true;
  }
  function refold() {
    fold.open = wasOpen;
  }
  return fold;
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
 * A page of a game in the reader's language, or in English; nothing if it has none. The server makes
 * it from the game's Markdown and removes any HTML in it.
 * @param {import("../types.js").GameData} game @param {string} kind @returns {Promise<Element[]>}
 */
async function page({ name, resources }, kind) {
  const found = [`${kind}.${language()}.md`, `${kind}.md`].find((file) => resources.includes(file));
  if (!found) return [];
  const html = await api.gameFile(name, found.replace(/md$/, "html"));
  return [...new DOMParser().parseFromString(html, "text/html").body.children];
}

/** Draw all positions of a page. @param {Element|null} part */
function drawPositions(part) {
  for (const figure of part?.querySelectorAll("figure") ?? [])
    drawPosition(/** @type {HTMLElement} */ (figure));
}

/** Draw the position of a figure above its caption. @param {HTMLElement} figure */
async function drawPosition(figure) {
  const seen = await api.look(JSON.parse(/** @type {string} */ (figure.dataset.position)));
  const drawn = picture(seen.game, seen.board, seen.scene, "");
  const { width, height, places } = seen.board;
  const place = (/** @type {string} */ id) =>
    places.find((/** @type {any} */ each) => each.id === id);
  const world = drawn.querySelector(".world");
  for (const pair of (figure.dataset.arrows ?? "").split(" ").filter(Boolean)) {
    const [start, end] = pair.split(">").map(place);
    world?.append(outlinedArrow(start, end, Math.max(width, height)));
  }
  drawn.setAttribute("aria-hidden", "true"); // the caption says it
  figure.prepend(drawn);
}
