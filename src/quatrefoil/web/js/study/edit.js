/** The position editor: any position of a game is put together, and what is impossible is explained. */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { copyText } from "../clipboard.js";
import { button, fill, h } from "../dom.js";
import { setTitle, toast } from "../notify.js";
import { makeVariant } from "../pages/variant.js";
import { refusalText } from "../refusal.js";
import { gameText, loadGameTexts, t, tell } from "../texts.js";
import { analysisAddress, fragment, readFragment } from "../address.js";
import { makeEditor } from "./editor.js";
import { makeVerdict } from "./verdict.js";
import { loadStudy } from "./words.js";

/** @typedef {import("../types.js").Edited} Edited */
/** @typedef {import("../types.js").Image} Image */

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const [game] = await Promise.all([
    api.gameNamed(name),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy("edit"),
  ]);
  if (!game?.parts.includes("edit")) throw new api.ApiError("not-found", name, 404);
  const title = t("edit.title", { game: gameText(name, "title", game.title) });
  setTitle(title);
  const editor = makeEditor(name, { prefix: "edit", changed: (draft) => ask(draft) });
  const verdict = makeVerdict();
  const images = h("select", { "aria-label": t("edit.image"), onchange: turn });
  const analyse = link("edit.analyse", "primary");
  const play = link("edit.play");
  const puzzle = link("edit.puzzle");
  const text = h("textarea", { rows: 7, spellcheck: "false", "aria-label": t("edit.json") });
  const variant = makeVariant(game, {}, (wanted) => openOther({ options: wanted }));
  let options = /** @type {Record<string, any>} */ ({});
  let latest = /** @type {Edited|null} */ (null);

  /** @param {string} key @param {string} [look] */
  function link(key, look = "") {
    return h("a", { class: `button ${look}`, href: "/" }, h("span", {}, t(key)));
  }

  /** Open a position, or a beginning. @param {import("../types.js").EditWish} wish @param {boolean} [keeps] the past */
  async function open(wish, keeps = false) {
    const found = await api.edit(wish);
    const { board, players } = await api.rules(name, found.options ?? {});
    options = found.options ?? {};
    variant.set(options);
    if (found.tools) editor.open({ tools: found.tools, board, players }, found.draft, keeps);
    drawImages(found.images ?? []);
    tellOf(found);
  }

  /** The same draft by other rules: what has no place there is told and left out. @param {{options: Record<string, any>}} other */
  async function openOther(other) {
    try {
      await open({ position: { ...(latest?.position ?? { game: name }), ...other } }, true);
    } catch (problem) {
      toast(refusalText(problem, name));
    }
  }

  /** Have a draft looked at. @param {import("../types.js").DraftData} draft */
  async function ask(draft) {
    try {
      const found = await api.edit({ draft: { game: name, options, ...draft } });
      if (draft === editor.draft) tellOf(found);
    } catch (problem) {
      toast(refusalText(problem, name));
    }
  }

  /** @param {Edited} found */
  function tellOf(found) {
    latest = found;
    editor.answer(editor.draft, { scene: found.scene, turn: found.turn });
    verdict.show(name, {
      faults: found.faults,
      doubts: found.doubts,
      fine: t(found.over ? "edit.over" : "edit.fine"),
      facts: found.words.slice(0, 1).map((phrase) => tell(name, phrase)),
    });
    const where = fragment({ start: found.position });
    history.replaceState(null, "", location.pathname + where);
    text.value = JSON.stringify(found.position, null, 1);
    images.disabled = !found.possible;
    offer(analyse, found.possible, analysisAddress({ game: name, start: found.position }));
    offer(play, found.possible && !found.over, `/new/${name}${where}`);
    offer(puzzle, found.possible && !found.over, `/puzzles/${name}/here${where}`);
    puzzle.hidden = !game?.resources.includes("puzzles.json");
  }

  /** @param {HTMLElement} link @param {boolean} possible @param {string} address */
  function offer(link, possible, address) {
    if (possible) link.setAttribute("href", address);
    else link.removeAttribute("href");
    link.setAttribute("aria-disabled", String(!possible));
  }

  /** @param {Image[]} found */
  function drawImages(found) {
    images.hidden = !found.length;
    fill(
      images,
      h("option", { value: "" }, t("edit.image")),
      ...found.map((image) => h("option", { value: image.number }, imageText(image))),
    );
  }

  async function turn() {
    const image = Number(images.value);
    images.selectedIndex = 0;
    if (!image || !latest) return;
    await change({ position: latest.position, image });
  }

  /** Replace the draft, as a step that can be undone. @param {import("../types.js").EditWish} wish */
  async function change(wish) {
    try {
      await open(wish, true);
    } catch (problem) {
      toast(refusalText(problem, name));
    }
  }

  function useText() {
    let data;
    try {
      data = JSON.parse(text.value);
    } catch {
      return toast(t("edit.json.bad"));
    }
    change({ position: { ...data, game: name } });
  }

  const start = readFragment(name, location.hash).start;
  main.className = "study edit";
  fill(
    main,
    h("h1", { class: "unseen" }, title),
    h("section", { class: "study-stage" }, editor.element),
    h(
      "aside",
      { class: "study-side" },
      verdict.element,
      h("div", { class: "row edit-go" }, analyse, play, puzzle),
      editor.palette,
      h(
        "div",
        { class: "row" },
        button(t("edit.begin.empty"), () => change({ begin: "empty", game: name, options })),
        button(t("edit.begin.start"), () => change({ begin: "start", game: name, options })),
        images,
      ),
      h(
        "details",
        {},
        h("summary", {}, t("edit.rules")),
        h("div", { class: "stack" }, variant.presets, variant.fields),
      ),
      h(
        "details",
        {},
        h("summary", {}, t("edit.json")),
        h(
          "div",
          { class: "stack" },
          text,
          h(
            "div",
            { class: "row" },
            button(t("edit.json.copy"), () => copyText(text.value, t("edit.copied")), {
              class: "small",
            }),
            button(t("edit.json.use"), useText, { class: "small" }),
          ),
        ),
      ),
    ),
  );
  main.addEventListener("keydown", editor.press);
  try {
    await open(start ? { position: { ...start, game: name } } : { begin: "start", game: name });
  } catch (problem) {
    toast(refusalText(problem, name));
    await open({ begin: "start", game: name });
  }
  return editor.release;
}

/** @param {Image} image */
function imageText({ mirrored, degrees, swapped }) {
  const key = mirrored ? (degrees ? "mirrored-turned" : "mirrored") : "turned";
  const what = degrees || mirrored ? t(`edit.image.${key}`, { degrees }) : "";
  const swap = swapped ? t("edit.image.swapped") : "";
  const said = [what, swap].filter(Boolean).join(", ");
  return said[0].toUpperCase() + said.slice(1);
}
