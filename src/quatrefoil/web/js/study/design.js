/** One's own variant: every option with a live board, and a board drawn by hand where a game can. */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { copyText } from "../clipboard.js";
import { button, fill, h } from "../dom.js";
import { setTitle, toast } from "../notify.js";
import { makeVariant } from "../pages/variant.js";
import { refusalText } from "../refusal.js";
import { gameText, language, loadGameTexts, t, tell } from "../texts.js";
import { analysisAddress, fragment, readFragment } from "../address.js";
import { makeStudyBoard } from "./board.js";
import { makeEditor } from "./editor.js";
import { forgetVariant, keepVariant, keptVariants } from "./kept.js";
import { makeMeasuring } from "./measuring.js";
import { makeVerdict } from "./verdict.js";
import { loadStudy } from "./words.js";

/** @typedef {import("../types.js").Designed} Designed */

const LONGEST_NAME = 60;

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const [game, server] = await Promise.all([
    api.gameNamed(name),
    api.server(),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy("edit", "explore"),
  ]);
  if (!game) throw new api.ApiError("not-found", name, 404);
  const title = gameText(name, "title", game.title);
  setTitle(t("design.title", { game: title }));
  const canDraw = game.parts.includes("design");
  const address = readFragment(name, location.hash);
  let options = address.options;
  let players = 2; // until rules that hold say otherwise
  let drawing = false;
  let visit = 0;

  const live = makeStudyBoard(name);
  const verdict = makeVerdict();
  const editor = makeEditor(name, { prefix: "design", changed: (draft) => ask(draft) });
  const stage = h("section", { class: "study-stage" }, live.element, live.bars);
  const variant = makeVariant(game, options, (wanted) => {
    options = wanted;
    check();
    if (drawing) openDrawing();
  });
  const given = new URLSearchParams(location.hash.slice(1)).get("name") ?? "";
  const called = h("input", {
    id: "variant-name",
    maxlength: LONGEST_NAME,
    value: given.slice(0, LONGEST_NAME),
    placeholder: t("design.name.none", { game: title }),
    oninput: () => keepAddress(),
  });
  const play = h("a", { class: "button primary", href: "/" }, t("design.play"));
  const analyse = h("a", { class: "button", href: "/" }, t("design.analyse"));
  const print = h("a", { class: "button", href: "/", target: "_blank" }, t("design.print"));
  const draw = button(t("design.draw"), () => (drawing ? stopDrawing() : openDrawing()), {
    class: "draw-board",
    hidden: !canDraw,
    "aria-pressed": "false",
  });
  const mine = h("div", { class: "mine" });
  const measuring = makeMeasuring(name, options);

  /** Ask whether the options hold, and show their board. */
  async function check() {
    const turn = ++visit;
    try {
      const rules = await api.rules(name, options);
      if (turn !== visit) return;
      options = rules.changed ?? options;
      players = rules.players;
      await live.open({ options });
      measuring.set(options);
      verdict.show(name, { faults: [], fine: t("design.fine") });
      offer(true);
    } catch (problem) {
      if (turn !== visit) return;
      const { message, reason = "", values = {} } = /** @type {api.ApiError} */ (problem);
      verdict.show(name, {
        faults: [{ message, reason, values }],
        fine: "",
        wrong: t("design.faults"),
      });
      offer(false);
    }
    keepAddress();
  }

  /** The address carries the rules and the name: it is the link to the variant. */
  function keepAddress() {
    history.replaceState(null, "", location.pathname + here());
  }

  function here() {
    const hash = fragment({ options });
    if (!called.value.trim()) return hash;
    const more = new URLSearchParams({ name: called.value.trim() }).toString();
    return hash ? `${hash}&${more}` : `#${more}`;
  }

  /** @param {boolean} possible */
  function offer(possible) {
    const query = new URLSearchParams({ language: language() });
    if (Object.keys(options).length) query.set("options", JSON.stringify(options));
    const addresses = {
      play: `/new/${name}${fragment({ options })}`,
      analyse: analysisAddress({ game: name, options }),
      print: `/api/games/${name}/sheet.pdf?${query}`,
    };
    for (const [link, href] of /** @type {[HTMLElement, string][]} */ ([
      [play, addresses.play],
      [analyse, addresses.analyse],
      [print, addresses.print],
    ])) {
      if (possible) link.setAttribute("href", href);
      else link.removeAttribute("href");
      link.setAttribute("aria-disabled", String(!possible));
    }
    print.hidden = !server.pictures || !game?.parts.includes("sheet");
  }

  // ---- a board drawn by hand ------------------------------------------------------------------

  async function openDrawing() {
    try {
      const found = await api.design({ game: name, options });
      if (!found.tools) return;
      drawing = true;
      editor.open({ tools: found.tools, board: found.board, players }, found.draft);
      fill(stage, editor.element);
      editor.palette.hidden = false;
      draw.setAttribute("aria-pressed", "true");
      draw.firstElementChild?.replaceChildren(t("design.draw.stop"));
      tellOf(found);
    } catch (problem) {
      toast(refusalText(problem, name));
    }
  }

  function stopDrawing() {
    drawing = false;
    fill(stage, live.element, live.bars);
    editor.palette.hidden = true;
    draw.setAttribute("aria-pressed", "false");
    draw.firstElementChild?.replaceChildren(t("design.draw"));
    check();
  }

  /** @param {import("../types.js").DraftData} draft */
  async function ask(draft) {
    try {
      const found = await api.design({ game: name, options: others(), draft });
      if (draft === editor.draft) tellOf(found);
    } catch (problem) {
      toast(refusalText(problem, name));
    }
  }

  /** The options that the draft does not have: while a board is drawn, its own count. */
  function others() {
    const drawn = Object.keys(editor.draft.values);
    return Object.fromEntries(Object.entries(options).filter(([key]) => !drawn.includes(key)));
  }

  /** @param {Designed} found */
  function tellOf(found) {
    editor.grow(found.board);
    editor.answer(editor.draft, { scene: found.scene });
    verdict.show(name, {
      faults: found.faults,
      fine: t("design.fine"),
      wrong: t("design.faults"),
      facts: found.facts.map((fact) => tell(name, fact)),
    });
    offer(false);
    if (found.faults.length) return;
    options = { ...others(), [found.option]: found.value };
    if (found.value === game?.options.find(({ name: key }) => key === found.option)?.default)
      delete options[found.option];
    variant.set(options);
    measuring.set(options);
    offer(true);
    keepAddress();
  }

  // ---- variants that this browser keeps -------------------------------------------------------

  function drawMine() {
    const kept = keptVariants(name);
    fill(
      mine,
      kept.length ? h("h2", {}, t("design.mine")) : null,
      h(
        "ul",
        {},
        ...kept.map((one) =>
          h(
            "li",
            { class: "row" },
            button(one.name, () => openKept(one), { class: "plain small" }),
            button("×", () => (forgetVariant(name, one.name), drawMine()), {
              class: "plain small",
              "aria-label": t("design.forget", { name: one.name }),
            }),
          ),
        ),
      ),
    );
  }

  /** @param {{name: string, options: Record<string, any>}} one */
  function openKept(one) {
    called.value = one.name;
    options = one.options;
    variant.set(options);
    if (drawing) stopDrawing();
    else check();
  }

  function keep() {
    const as = called.value.trim() || t("design.name.none", { game: title });
    const kept = keepVariant(name, { name: as, options });
    toast(t(kept ? "design.kept" : "design.kept.not"));
    drawMine();
  }

  const copyLink = () => copyText(location.origin + location.pathname + here(), t("design.linked"));

  editor.palette.hidden = true;
  main.className = "study edit";
  fill(
    main,
    h("h1", { class: "unseen" }, t("design.title", { game: title })),
    stage,
    h(
      "aside",
      { class: "study-side" },
      h("div", { class: "option" }, h("label", { for: "variant-name" }, t("design.name")), called),
      verdict.element,
      h("div", { class: "row edit-go" }, play, analyse, print),
      h(
        "div",
        { class: "row" },
        draw,
        button(t("design.link"), copyLink, { class: "plain small" }),
        button(t("design.keep"), keep, { class: "plain small" }),
      ),
      editor.palette,
      h(
        "details",
        { open: true },
        h("summary", {}, t("design.rules")),
        h("div", { class: "stack" }, variant.presets, variant.fields),
      ),
      measuring.element,
      mine,
    ),
  );
  main.addEventListener("keydown", (event) => drawing && editor.press(event));
  drawMine();
  await check();
  return () => {
    live.release();
    measuring.release();
    editor.release();
  };
}
