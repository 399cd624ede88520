/** The study room of a game: one card for each way to get better at it. */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { fill, h, icon } from "../dom.js";
import { drawShowcase } from "../pages/showcase.js";
import { setTitle } from "../notify.js";
import { gameText, loadGameTexts, t } from "../texts.js";
import { studies } from "./mine.js";
import { loadStudy } from "./words.js";

/** @typedef {import("../types.js").GameData} GameData */

/**
 * What there is, in the order of the page: a key of the texts (`study.KEY` and `study.KEY.text`),
 * where it is, its icon, and the part or resource of the game without which it is not there.
 * @type {{key: string, address: (game: string) => string, drawing: string, needs?: string}[]}
 */
const ENTRIES = [
  {
    key: "analysis",
    address: (game) => `/analysis/${game}`,
    drawing: "M4 20V10M10 20V4M16 20v-7M22 20V8",
  },
  {
    key: "puzzles",
    address: (game) => `/puzzles/${game}`,
    drawing: "M9 4h6v4a2 2 0 1 0 4 0h1v12H4V8h1a2 2 0 1 0 4 0z",
    needs: "puzzles.json",
  },
  {
    key: "learn",
    address: (game) => `/learn/${game}`,
    drawing: "M3 9l9-5 9 5-9 5zM7 11.5V16c3 2.5 7 2.5 10 0v-4.500M21 9v6",
    needs: "learn.json",
  },
  {
    key: "explore",
    address: (game) => `/explore/${game}`,
    drawing: "M12 3v18M12 8L5 4M12 8l7-4M12 14l-7-3M12 14l7-3",
  },
  {
    key: "edit",
    address: (game) => `/edit/${game}`,
    drawing: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    needs: "edit",
  },
  {
    key: "design",
    address: (game) => `/design/${game}`,
    drawing:
      "M12 3l7.800 4.500v9L12 21l-7.800-4.500v-9zM12 12l7.800-4.500M12 12v9M12 12L4.200 7.500",
  },
  {
    key: "measure",
    address: (game) => `/measure/${game}`,
    drawing: "M4 19a9 9 0 1 1 16 0M12 15l4-6M12 15h.1",
  },
  {
    key: "rules",
    address: (game) => `/rules/${game}`,
    drawing: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 8h6M9 12h6",
    needs: "rules.md",
  },
];

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const [game] = await Promise.all([
    api.gameNamed(name),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy(),
  ]);
  if (!game) throw new api.ApiError("not-found", name, 404);
  const title = t("study.title", { game: gameText(name, "title", game.title) });
  setTitle(title);
  const view = h("div", { class: "view" });
  const picture = h("div", { class: "study-picture" }, view);
  main.className = "hub";
  fill(
    main,
    h(
      "div",
      { class: "hello" },
      h("h1", {}, title),
      h("p", {}, gameText(name, "summary", game.summary)),
    ),
    picture,
    h("ul", { class: "entries" }, ...ENTRIES.flatMap((entry) => card(game, entry))),
    myStudies(name),
  );
  drawShowcase(game, view, picture);
}

/** The studies that this browser has opened, to come back to. @param {string} game */
function myStudies(game) {
  const found = studies().filter((study) => study.game === game);
  if (!found.length) return null;
  return h(
    "section",
    { class: "my-studies" },
    h("h2", {}, t("study.mine")),
    h(
      "ul",
      {},
      ...found.map(({ id, title }) =>
        h("li", {}, h("a", { href: `/s/${id}` }, title || t("study.mine.untitled"))),
      ),
    ),
  );
}

/** @param {GameData} game @param {typeof ENTRIES[number]} entry */
function card(game, { key, address, drawing, needs }) {
  if (needs && ![...game.parts, ...game.resources].includes(needs)) return [];
  const link = h(
    "a",
    { href: address(game.name) },
    icon(drawing),
    h("strong", {}, t(`study.${key}`)),
    h("span", { class: "soft" }, t(`study.${key}.text`)),
  );
  return [h("li", {}, link)];
}
