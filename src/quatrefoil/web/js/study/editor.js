/**
 * An editor: a board to paint on, with its palette. It knows no game: pages hand it tools and a
 * draft, and it tells them of every change.
 *
 *   const editor = makeEditor(game, { prefix: "edit", changed: (draft) => ask(draft) });
 *   fill(main, editor.element, editor.palette);
 *   editor.open({ tools, board, players }, draft);   // other rules, or another board
 *   editor.answer(draft, { scene, turn });           // what the server says a draft looks like
 *
 * @typedef {import("../types.js").DraftData} DraftData
 * @typedef {import("../types.js").Tools} Tools
 * @typedef {import("../types.js").Control} Control
 * @typedef {{tools: Tools, board: import("../types.js").BoardData, players: number}} Ground
 * @typedef {ReturnType<typeof makeEditor>} Editor
 */

import { makeBoard } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { announce, mention } from "../notify.js";
import { settings } from "../settings.js";
import { gameText, t } from "../texts.js";
import {
  ERASER,
  layerOf,
  makePast,
  offered,
  put,
  sceneOf,
  setValue,
  withLayer,
  withoutLayer,
} from "./draft.js";
import { brushName, brushRow, controlField, levelRow } from "./palette.js";

/**
 * @param {string} game
 * @param {{prefix: string, changed: (draft: DraftData) => void}} on `prefix` of the game's texts
 */
export function makeEditor(game, on) {
  const element = h("div", { class: "frame editing" });
  const palette = h("div", { class: "palette stack" });
  const undo = button(t("edit.undo"), () => travel(past.undo()), { class: "plain small" });
  const redo = button(t("edit.redo"), () => travel(past.redo()), { class: "plain small" });
  /** @type {Ground} */
  let ground = {
    tools: { brushes: [], shapes: 0 },
    board: { width: 1, height: 1, places: [] },
    players: 2,
  };
  let past = makePast(/** @type {DraftData} */ ({ pieces: {}, values: {}, layers: {} }));
  let board = /** @type {import("../board/board.js").Board|null} */ (null);
  let brush = ERASER;
  let layer = "";
  let level = /** @type {number|null} */ (null);
  /** The control whose places are being chosen, and those so far. */
  let choosing = /** @type {{control: Control, places: string[]}|null} */ (null);
  /** What the server said of a draft. */
  let known = /** @type {{draft: DraftData, scene: any, turn?: number|null}|null} */ (null);

  /** Begin on other ground. @param {Ground} wanted @param {DraftData} draft @param {boolean} [keeps] the past */
  function open(wanted, draft, keeps = false) {
    const redrawn = ground.board !== wanted.board;
    ground = wanted;
    const brushes = ground.tools.brushes.map(({ id }) => id);
    if (!brushes.includes(brush) && brush !== ERASER) brush = brushes[0];
    if (!board) brush = brushes[0] ?? ERASER;
    if (redrawn) makeNew();
    if (keeps) past.push(draft);
    else past = makePast(draft);
    if (layer && !(layer in draft.layers)) layer = "";
    level = choosing = known = null;
    draw();
  }

  /** The same draft on a canvas of another size. @param {import("../types.js").BoardData} wanted */
  function grow(wanted) {
    if (JSON.stringify(wanted.places) === JSON.stringify(ground.board.places)) return;
    ground = { ...ground, board: wanted };
    makeNew();
  }

  function makeNew() {
    const focused = board?.svg === document.activeElement;
    const cursor = board?.state.cursor ?? null;
    board?.release();
    board = makeBoard(game, ground.board, { move: clicked, say: mention });
    board.set({ tilted: false });
    board.state.cursor = cursor;
    element.style.setProperty("--ratio", board.element.style.getPropertyValue("--ratio"));
    fill(element, board.element);
    if (focused) board.svg.focus({ preventScroll: true });
  }

  /** Say what a draft looks like, as the server sees it. @param {DraftData} draft @param {{scene: any, turn?: number|null}} seen */
  function answer(draft, seen) {
    if (draft !== past.now) return;
    known = { draft, ...seen };
    show();
  }

  /** Take another draft, as one step that can be undone. @param {DraftData} draft */
  function change(draft) {
    past.push(draft);
    draw();
    on.changed(draft);
  }

  /** @param {DraftData} draft */
  function travel(draft) {
    if (layer && !(layer in draft.layers)) layer = "";
    draw();
    on.changed(draft);
  }

  // ---- clicks ---------------------------------------------------------------------------------

  /** @param {string} place */
  function clicked(place) {
    if (choosing) return choose(place);
    const before = layerOf(past.now, layer)[place];
    const draft = put(past.now, layer, place, brush);
    const now = layerOf(draft, layer)[place];
    change(draft);
    const what = ground.tools.brushes.find(({ id }) => id === (now ?? before));
    const name = what ? brushName(game, what) : "";
    announce(t(now ? "edit.said.put" : "edit.said.taken", { piece: name, place }));
  }

  /** @param {string} place */
  function choose(place) {
    if (!choosing) return;
    const { control } = choosing;
    const places = [...choosing.places, place];
    const whole = control.kind === "place" || places.length === control.count;
    choosing = whole ? null : { control, places };
    if (!whole) return draw();
    const value = control.kind === "place" ? place : places;
    change(setValue(ground.tools, past.now, control.name, value));
  }

  /** @param {Control} control */
  function startChoosing(control) {
    choosing = choosing?.control.name === control.name ? null : { control, places: [] };
    draw();
    if (choosing) {
      announce(t("edit.choosing"));
      board?.svg.focus({ preventScroll: true });
    }
  }

  // ---- drawing --------------------------------------------------------------------------------

  function show() {
    const { tools } = ground;
    const pieces = layerOf(past.now, layer);
    const shapes = tools.shapes > 0; // layers are parts of what lies on the board
    const shown = layer && !shapes ? pieces : past.now.pieces;
    const fresh = known?.draft === past.now && (shapes || !layer);
    board?.show({
      scene: fresh ? known?.scene : sceneOf(tools, shown),
      paths: targets().map((place) => ({ token: place, clicks: [place] })),
      last: choosing ? choosing.places : layer && shapes ? Object.keys(pieces) : [],
      turn: fresh ? known?.turn : null,
    });
  }

  /** Where a click does something. @returns {string[]} */
  function targets() {
    const { tools, board: drawn } = ground;
    const here = { ...tools, places: tools.places ?? drawn.places.map(({ id }) => id) };
    if (choosing) return here.places;
    if (layer && tools.shapes) {
      const part = Object.keys(past.now.pieces);
      return [...new Set([...part, ...Object.keys(layerOf(past.now, layer))])];
    }
    const levels = new Map(drawn.places.map((place) => [place.id, place.level ?? 0]));
    const within =
      level === null ? null : (/** @type {string} */ place) => levels.get(place) === level;
    return offered(here, layerOf(past.now, layer), brush, within);
  }

  function draw() {
    show();
    const { tools, board: drawn, players } = ground;
    const placed = new Set(tools.places ?? []);
    const levels = [
      ...new Set(drawn.places.filter(({ id }) => placed.has(id)).map((place) => place.level ?? 0)),
    ];
    undo.disabled = !past.canUndo;
    redo.disabled = !past.canRedo;
    const controls = (tools.controls ?? []).map((control) =>
      controlField(game, on.prefix, control, past.now.values, players, {
        set: (name, value) => change(setValue(tools, past.now, name, value)),
        choose: startChoosing,
        choosing: choosing?.control.name ?? "",
      }),
    );
    keepFocus(palette, () =>
      fill(
        palette,
        h("div", { class: "row" }, undo, redo),
        layerRow(),
        board && !(layer && tools.shapes)
          ? brushRow(game, tools, board.state, brush, (value) => {
              brush = value;
              show();
            })
          : null,
        levels.length > 1
          ? levelRow(levels.sort(), level, (value) => {
              level = value;
              show();
            })
          : null,
        h("div", { class: "stack controls" }, ...controls),
      ),
    );
  }

  /** The boards that a draft has, and which of them is painted. */
  function layerRow() {
    const { tools } = ground;
    const names = Object.keys(past.now.layers);
    if (!names.length && !tools.shapes) return null;
    const pick = (/** @type {string} */ name, /** @type {string} */ title) =>
      button(
        title,
        () => {
          layer = name;
          if (name && past.now.layers[name] === null)
            change(withLayer(past.now, name, { ...past.now.pieces }));
          else draw();
        },
        { class: "small", "aria-pressed": String(layer === name) },
      );
    const added = tools.shapes > names.length;
    const drop = tools.shapes ? withoutLayer : withoutBoard;
    return h(
      "div",
      { class: "layers stack" },
      h(
        "div",
        { class: "row", role: "group", "aria-label": t("edit.layers") },
        pick("", gameText(game, `${on.prefix}.pieces`, t("edit.layer.now"))),
        ...names.map((name) => pick(name, layerName(name))),
        added && tools.shapes ? button(t("edit.layer.add"), add, { class: "plain small" }) : null,
      ),
      layer && past.now.layers[layer]
        ? h(
            "div",
            { class: "row" },
            h("span", { class: "soft" }, layerHelp()),
            button(
              t("edit.layer.drop"),
              () => {
                const gone = layer;
                layer = "";
                change(drop(past.now, gone));
              },
              { class: "plain small" },
            ),
          )
        : h("p", { class: "soft" }, gameText(game, `${on.prefix}.help`, t("edit.help"))),
    );
  }

  /** @param {string} name */
  function layerName(name) {
    if (!ground.tools.shapes) return gameText(game, `${on.prefix}.layer.${name}`, name);
    return gameText(game, `shape.${name}`, name);
  }

  function layerHelp() {
    const own = ground.tools.shapes ? "layer" : `layer.${layer}`;
    return gameText(game, `${on.prefix}.${own}.help`, "");
  }

  /** @param {DraftData} draft @param {string} name */
  function withoutBoard(draft, name) {
    return withLayer(draft, name, null);
  }

  /** Add a shape, by the first name that is free. */
  function add() {
    const names = ground.tools.names ?? [];
    const free = names.find((name) => !(name in past.now.layers));
    layer = free ?? `shape${Object.keys(past.now.layers).length + 1}`;
    change(withLayer(past.now, layer, {}));
    board?.svg.focus({ preventScroll: true });
  }

  /** Digits choose brushes, 0 and Delete the eraser; Ctrl+Z takes back. @param {KeyboardEvent} event */
  function press(event) {
    const typing = /** @type {Element} */ (event.target).closest?.(
      "textarea, select, input:not([type=radio], [type=checkbox])",
    );
    if (typing) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey ? past.canRedo : past.canUndo)
        travel(event.shiftKey ? past.redo() : past.undo());
      return;
    }
    if (command || event.altKey) return;
    if (event.key === "Escape" && choosing) return startChoosing(choosing.control);
    const brushes = ground.tools.brushes;
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (!/^(0|Delete|Backspace)$/.test(event.key) && !brushes[number]) return;
    brush = brushes[number]?.id ?? ERASER;
    draw();
    announce(brush === ERASER ? t("edit.erase") : brushName(game, brushes[number]));
  }

  return {
    element,
    palette,
    open,
    grow,
    answer,
    change,
    press,
    get draft() {
      return past.now;
    },
    flip: () => board?.set({ flipped: !board.state.flipped }),
    tilt: () => board?.set({ tilted: settings.tilted }),
    release: () => board?.release(),
  };
}

/**
 * Draw fields anew, and leave the keyboard where it was.
 * @param {HTMLElement} element @param {() => void} draw
 */
function keepFocus(element, draw) {
  const focused = /** @type {HTMLInputElement|null} */ (
    element.contains(document.activeElement) ? document.activeElement : null
  );
  const where = focused?.id
    ? `#${CSS.escape(focused.id)}`
    : focused?.name
      ? `[name="${focused.name}"][value="${CSS.escape(focused.value)}"]`
      : "";
  draw();
  if (where) /** @type {HTMLElement|null} */ (element.querySelector(where))?.focus();
}
