/** Home: whose turn it is, the games with a real position each, the ways to play. */

import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { button, fill, h, icon, inParts } from "../dom.js";
import { go } from "../go.js";
import { BOOK, LINK, LOOK } from "../icons.js";
import { levelName, loadLevels, portrait } from "../levels.js";
import { remember } from "../memory.js";
import { toast } from "../notify.js";
import { hashOf, newShare } from "../match/share.js";
import { refusalText } from "../refusal.js";
import { change, motionAllowed, settings } from "../settings.js";
import { gameText, loadGameTexts, t } from "../texts.js";
import { comeBack } from "./back.js";
import { levelGrid } from "./choices.js";
import { drawShowcase } from "./showcase.js";

/** @typedef {import("../types.js").GameData} GameData */

const ICONS = {
  computer: "M4 5h16v11H4zM9 20h6M12 16v4",
  friend: LINK,
  screen:
    "M8 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM16 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 20c0-4 2-6 5-6s5 2 5 6M14 14.4c4-1 7 1 7 5.6",
  down: "M6 9l6 6 6-6",
  study: LOOK,
  learn: BOOK,
};

/** @param {HTMLElement} main */
export async function show(main) {
  const games = await api.games();
  await Promise.all([loadLevels(), ...games.map((game) => loadGameTexts(game.name))]);
  const back = comeBack(games);
  main.className = "home";
  fill(
    main,
    h("div", { class: "hello" }, h("h1", {}, t("home.title")), h("p", {}, t("home.text"))),
    back.turns,
    h("div", { class: "cards" }, ...games.map(card)),
    back.others,
    h(
      "footer",
      { class: "foot soft" },
      h("span", {}, t("home.foot")),
      h(
        "span",
        { class: "row" },
        motionAllowed() && pictureSwitch(),
        button(t("home.load"), loadRecord, { class: "plain" }),
      ),
    ),
  );
}

/** @param {GameData} game */
function card(game) {
  const title = gameText(game.name, "title", game.title);
  const view = h("div", { class: "view" });
  const way = (/** @type {string} */ kind, /** @type {string} */ address) =>
    h(
      "a",
      { class: "button plain", href: address, "aria-label": `${t(`home.${kind}`)}: ${title}` },
      icon(ICONS[/** @type {"friend"} */ (kind)]),
      h("span", {}, t(`home.${kind}`)),
    );
  const made = h(
    "article",
    { class: "card" },
    view,
    h(
      "div",
      { class: "words" },
      h("h2", {}, title),
      h(
        "p",
        { class: "by soft" },
        ...inParts(t("home.by", { authors: gameText(game.name, "authors", game.authors) })),
      ),
      h("p", {}, gameText(game.name, "summary", game.summary)),
    ),
    h(
      "div",
      { class: "ways" },
      h(
        "div",
        { class: "computer" },
        button(
          t("home.computer"),
          () => playComputer(game),
          { class: "primary", "aria-label": `${t("home.computer")}: ${title}` },
          icon(ICONS.computer),
        ),
        opponent(game, title),
      ),
      way("friend", `/new/${game.name}?with=friend`),
      way("screen", `/new/${game.name}?with=screen`),
      game.resources.includes("learn.json") && way("learn", `/learn/${game.name}`),
      way("study", `/study/${game.name}`),
    ),
  );
  drawShowcase(game, view, made);
  return made;
}

/**
 * Who the computer is when one plays it: a click chooses another.
 * @param {GameData} game @param {string} title
 */
function opponent(game, title) {
  const made = h("button", {
    type: "button",
    class: "opponent",
    "aria-haspopup": "dialog",
    onclick: () => chooseLevel(game),
  });
  const draw = () => {
    const name = `${levelName(settings.level)} · ${settings.level}`;
    made.setAttribute("aria-label", `${t("home.level", { name })}: ${title}`);
    fill(made, portrait(settings.level), h("span", {}, name), icon(ICONS.down));
  };
  draw();
  made.addEventListener("level", draw);
  return made;
}

/** All levels with their portraits; the rest of what can be chosen is a page away. @param {GameData} game */
function chooseLevel(game) {
  const pick = (/** @type {number} */ level) => {
    change({ level });
    for (const one of document.querySelectorAll(".opponent")) one.dispatchEvent(new Event("level"));
    dialog.close();
  };
  const dialog = openDialog(
    t("home.level.title"),
    [h("p", { class: "soft" }, t("home.level.text")), levelGrid(settings.level, pick)],
    [
      h(
        "a",
        {
          class: "button",
          href: `/new/${game.name}?with=computer`,
          onclick: () => dialog.close(),
        },
        t("home.choose"),
      ),
    ],
  );
}

/** Stops the pictures, and lets them play on. */
function pictureSwitch() {
  const words = () => t(settings.pictures ? "home.pictures.stop" : "home.pictures.play");
  const made = button(
    words(),
    () => {
      change({ pictures: !settings.pictures });
      made.firstElementChild?.replaceChildren(words());
    },
    { class: "plain" },
  );
  return made;
}

/** One click: a match against the computer. @param {GameData} game */
async function playComputer(game) {
  const { level } = settings;
  const share = newShare();
  try {
    const checked = await api.rules(game.name, {});
    const others = Array.from({ length: checked.players - 1 }, () => ({ kind: "computer", level }));
    const made = await api.newMatch({
      game: game.name,
      options: {},
      seats: [{ kind: "me", name: settings.name || undefined }, ...others],
      hash: hashOf(share),
    });
    remember(made.id, { game: game.name, secret: made.secret, with: "computer", share });
    go(`/m/${made.id}`);
  } catch (problem) {
    toast(refusalText(problem, game.name));
  }
}

/** Paste or open a record, to look at it. */
function loadRecord() {
  const text = h("textarea", {
    rows: 8,
    "aria-label": t("record.text"),
    placeholder: t("record.paste"),
  });
  const file = h("input", { class: "unseen", type: "file", accept: ".json,application/json" });
  const problem = h("p", { class: "note", hidden: true, role: "alert" });
  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
  });
  const open = button(
    t("record.open"),
    async () => {
      try {
        const made = await api.putRecord(JSON.parse(text.value));
        remember(made.id, { game: JSON.parse(text.value).game, over: true });
        dialog.close();
        go(`/m/${made.id}`);
      } catch (refusal) {
        problem.hidden = false;
        problem.textContent = recordProblem(refusal);
      }
    },
    { class: "primary" },
  );
  const dialog = openDialog(
    t("home.load"),
    [h("div", { class: "stack" }, text, problem)],
    [open, h("label", { class: "button" }, file, t("record.file"))],
  );
}

/** Why a record can't be opened. @param {unknown} problem */
function recordProblem(problem) {
  if (!(problem instanceof api.ApiError)) return t("record.unreadable");
  return problem.code === "bad-request"
    ? t("record.refused", { message: problem.message })
    : refusalText(problem);
}
