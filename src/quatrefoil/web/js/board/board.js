/** The board that serves every game: it shows scenes, and turns clicks into moves. */

import { fill, h } from "../dom.js";
import { accentOf, playSound } from "../sound.js";
import { gameText, t } from "../texts.js";
import { animate } from "./animate.js";
import { drawArrows } from "./arrows.js";
import { makeBar } from "./bar.js";
import { makeChoices } from "./choices.js";
import { drawBoard, drawMarks, drawPiece, drawPieces, drawPlace } from "./draw.js";
import { press } from "./keys.js";
import {
  cancel,
  choices as choicesOf,
  click,
  ghost,
  ghostButtons,
  nextClicks,
  pickOnlyPlace,
  shortcut,
  turnChoice,
} from "./pick.js";
import { listen } from "./pointer.js";
import { drawSent } from "./sent.js";
import { boardState } from "./state.js";

/**
 * @typedef {import("./state.js").BoardState} BoardState
 * @typedef {{scene: import("../types.js").Scene, paths?: import("../types.js").Path[],
 *            changes?: import("../types.js").Change[], last?: string[],
 *            arrows?: import("./arrows.js").Arrow[], turn?: number|string|null,
 *            over?: boolean, winners?: number[]}} Showing
 * @typedef {ReturnType<typeof makeBoard>} Board
 */

/**
 * @param {string} game
 * @param {import("../types.js").BoardData} data
 * @param {{move: (token: string) => void, say: (words: string) => void,
 *          explain?: (place: string) => void, drawn?: () => void}} on `drawn` whenever clicks so
 *   far, hover or keyboard have changed what is shown
 */
export function makeBoard(game, data, on) {
  const state = boardState(game, data);
  const { svg, layers } = drawBoard(state);
  const bar = makeBar(state, {
    click: onClick,
    done: finish,
    focus: () => svg.focus({ preventScroll: true }),
  });
  const choices = makeChoices(state, { click: onClick, redraw });
  const element = h("div", { class: `board game-${game}` }, svg, choices.element);
  element.style.setProperty("--ratio", String(data.width / data.height));
  /** @type {Map<string, SVGGElement>} */
  let pieces = new Map();

  svg.setAttribute("tabindex", "0");
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-label", t("board.label"));
  svg.setAttribute("aria-roledescription", t("board.role"));

  const actions = {
    click: onClick,
    done: finish,
    cancel: onCancel,
    redraw,
    turn,
    announce,
    bodyAt,
    ask: (/** @type {string} */ id) => on.explain?.(id),
  };
  const release = listen(element, svg, state, actions);
  svg.addEventListener("keydown", (event) => {
    if (press(state, event, actions)) event.preventDefault();
  });
  svg.addEventListener("pointerdown", () => (state.pointed = true), { capture: true });
  svg.addEventListener("blur", () => {
    state.pointed = false;
    if (state.cursor === null) return;
    state.cursor = null;
    redraw();
  });

  /** Show another position. @param {Showing} showing */
  function show(showing) {
    const before = pieces;
    const accent = accentOf(state.scene, showing.scene, showing.changes ?? []);
    if (accent) playSound(accent);
    state.scene = showing.scene;
    state.paths = showing.paths ?? [];
    state.turn = showing.turn ?? null;
    state.over = showing.over ?? false;
    state.winners = showing.winners ?? [];
    state.last = showing.last ?? [];
    state.arrows = showing.arrows ?? [];
    state.hint = [];
    state.hinted = [];
    state.sent = [];
    state.choice ??= ghostButtons(state)[0] ?? null;
    cancel(state);
    pickOnlyPlace(state);
    drawAll();
    const { moving } = /** @type {Record<string, SVGGElement>} */ (layers);
    if (showing.changes?.length) animate(state, showing.changes, before, pieces, moving);
  }

  /** Look at it another way. @param {Partial<Pick<BoardState, "flipped"|"tilted"|"demand">>} way */
  function set(way) {
    Object.assign(state, way);
    drawAll();
  }

  /** Point at the clicks of a good move, and from where to where it goes. @param {string[]} clicks @param {import("./arrows.js").Arrow[]} arrows */
  function hint(clicks, arrows) {
    state.hint = clicks;
    state.hinted = arrows;
    const wanted = state.hint.find((id) => (data.buttons ?? []).includes(id));
    if (wanted && wanted in (data.symbols ?? {})) state.choice = wanted;
    redraw();
  }

  /** Show a move that is on its way: nobody knows yet what it does. @param {string[]} clicks */
  function send(clicks) {
    state.sent = clicks;
    state.paths = [];
    cancel(state);
    redraw();
  }

  function drawAll() {
    pieces = drawPieces(state);
    fill(layers.pieces, ...pieces.values());
    fill(layers.marks, ...drawLast(), ...drawMarks(state));
    layers.marks.append(...drawArrows(state, state.arrows, "last-arrow"));
    redraw();
  }

  /** Draw what depends on clicks so far, hover and keyboard. */
  function redraw() {
    const turnClass = state.turn === null || state.over ? "" : ` turn-${playerClass(state.turn)}`;
    const flags = ["flipped", "tilted", "over"].filter(
      (name) => state[/** @type {"over"} */ (name)],
    );
    const won = state.winners.map((player) => `won-p${player}`);
    const busy = state.paths.length ? " active" : "";
    element.className = `board game-${game}${turnClass}${busy} ${[...flags, ...won].join(" ")}`;
    fill(layers.targets, ...drawTargets());
    for (const [place, piece] of pieces) piece.classList.toggle("leaving", place === state.sent[0]);
    hideOthersMarks();
    bar.draw();
    choices.draw(pickedPlace());
    on.drawn?.();
  }

  /** While a piece is picked, marks that are about other pieces are out of the way. */
  function hideOthersMarks() {
    const [picked] = state.picked;
    for (const mark of layers.marks.querySelectorAll("[data-piece]"))
      mark.classList.toggle(
        "hidden",
        Boolean(picked) && mark.getAttribute("data-piece") !== picked,
      );
  }

  /** The place that choices belong to, as it is drawn. */
  function pickedPlace() {
    const place = [...state.picked].reverse().find((id) => state.places.has(id));
    return layers.targets.querySelector(`.picked[data-click="${CSS.escape(place ?? "")}"]`);
  }

  function drawLast() {
    return state.last
      .filter((id) => state.places.has(id))
      .map((id) => drawPlace(state, id, "last"));
  }

  function drawTargets() {
    const next = [...nextClicks(state.paths, state.picked).keys()].filter((id) =>
      state.places.has(id),
    );
    const others = state.picked.length ? firstPlaces().filter((id) => !next.includes(id)) : [];
    const shown = ghost(state);
    const kind = state.picked.length ? "target goal" : "target";
    const short = shortcuts();
    // A part lies on its whole, and what stands free on both.
    const wholes = new Set(short.map((place) => place.parent));
    return [
      ...others.map((id) => drawPlace(state, id, "target other")),
      ...next.filter((id) => wholes.has(id)).map((id) => drawPlace(state, id, kind)),
      ...short.map(({ id }) => drawPlace(state, id, "target other short")),
      ...next.filter((id) => !wholes.has(id)).map((id) => drawPlace(state, id, kind)),
      ...state.picked
        .filter((id) => state.places.has(id))
        .map((id) => drawPlace(state, id, "picked")),
      ...state.hint.filter((id) => state.places.has(id)).map((id) => drawPlace(state, id, "hint")),
      ...(shown
        ? [drawPlace(state, shown.place, "covered"), drawPiece(state, shown, "ghost")]
        : []),
      ...drawWay(),
      ...drawSent(state),
      ...drawArrows(state, state.hinted, "hint-arrow"),
      ...(state.cursor ? [drawPlace(state, state.cursor, "cursor")] : []),
    ];
  }

  function shortcuts() {
    return data.places.filter((place) => place.clicks && shortcut(state, place.id) !== null);
  }

  /** The steps to the goal that is pointed at. */
  function drawWay() {
    const goal = state.hover ?? state.cursor;
    const clicks = [...state.picked, goal].join();
    const path = state.paths.find((one) => one.via && one.clicks.join() === clicks);
    if (!path || !goal || !state.picked.length) return [];
    const way = [...state.picked.slice(-1), ...(path.via ?? []), goal];
    return drawArrows(state, [{ way }], "way");
  }

  function firstPlaces() {
    return [...nextClicks(state.paths, []).keys()].filter(
      (id) => state.places.has(id) && !state.picked.includes(id),
    );
  }

  /** @param {string} id */
  function onClick(id) {
    if (!state.paths.length) return;
    state.hint = [];
    state.hinted = [];
    const begun = state.picked.length > 0;
    const token = shortcut(state, id) ?? click(state, id);
    if (token) return finish(token);
    redraw();
    if (!state.places.has(id)) return;
    if (begun || state.picked.length) tellPicked();
    on.explain?.(id);
  }

  /** Tell what was picked, and what is chosen next, if that is another kind of thing. */
  function tellPicked() {
    const picked = state.picked.at(-1);
    if (!picked) return on.say(t("board.let-go"));
    const place = gameText(game, `place.${picked}`, picked);
    const choice = choicesOf(state).length ? buttonText(state.choice ?? "") : "";
    on.say(t(choice ? "board.picked.choice" : "board.picked", { place, choice }));
  }

  /** @param {string} token */
  function finish(token) {
    cancel(state);
    state.hover = null;
    state.paths = [];
    redraw();
    on.move(token);
  }

  function onCancel() {
    if (!state.picked.length) return;
    cancel(state);
    redraw();
    tellPicked();
  }

  /** @param {number} by */
  function turn(by) {
    turnChoice(state, by);
    redraw();
  }

  /** @param {string} place */
  function bodyAt(place) {
    return /** @type {SVGGElement|null} */ (pieces.get(place)?.querySelector(".body") ?? null);
  }

  /** Tell what is under the keyboard: a place and what stands on it or on its parts. @param {string} id */
  function announce(id) {
    if (!state.places.has(id)) return on.say(buttonText(id));
    const standing = (state.scene.pieces ?? []).filter(
      ({ place }) => place === id || state.places.get(place)?.parent === id,
    );
    const name = gameText(game, `place.${id}`, id);
    if (name !== id && !standing.length) return on.say(name);
    on.say(
      `${name}: ${standing.map((piece) => pieceText(piece, id)).join(", ") || t("board.empty")}`,
    );
  }

  /** @param {import("../types.js").Piece} piece @param {string} id where the reader is */
  function pieceText(piece, id) {
    const what = gameText(game, `symbol.${piece.symbol}`, piece.symbol);
    const part = piece.place === id ? "" : ` ${piece.place}`;
    return `${what}${part}${piece.text ? ` ${piece.text}` : ""}`;
  }

  /** @param {string} id */
  function buttonText(id) {
    return gameText(game, `button.${id}`, id);
  }

  return { element, bar: bar.element, svg, state, show, set, hint, send, redraw, release };
}

/**
 * A picture of positions: a board that nobody plays on. As with every board, the game's style
 * should be there first.
 * @param {string} game
 * @param {import("../types.js").BoardData} data
 * @param {string} label
 */
export function makePicture(game, data, label) {
  const state = boardState(game, data);
  const { svg, layers } = drawBoard(state);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  /** @type {Map<string, SVGGElement>} */
  let pieces = new Map();

  /** @param {import("../types.js").Scene} scene @param {import("../types.js").Change[]} [changes] */
  function show(scene, changes = []) {
    const before = pieces;
    state.scene = scene;
    pieces = drawPieces(state);
    fill(layers.pieces, ...pieces.values());
    fill(layers.marks, ...drawMarks(state));
    const { moving } = /** @type {Record<string, SVGGElement>} */ (layers);
    if (changes.length) animate(state, changes, before, pieces, moving);
  }

  return { element: h("div", { class: `board small game-${game}` }, svg), show };
}

/**
 * A picture of one position.
 * @param {string} game
 * @param {import("../types.js").BoardData} data
 * @param {import("../types.js").Scene} scene
 * @param {string} label
 */
export function picture(game, data, scene, label) {
  const made = makePicture(game, data, label);
  made.show(scene);
  return made.element;
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Load a game's style sheet, once: a board without it is a black square. @param {string} game */
export function loadStyle(game) {
  const known = styles.get(game);
  if (known) return known;
  const loading = new Promise((/** @type {(value: void) => void} */ done) => {
    const href = `/games/${game}/web/${game}.css`;
    document.head.append(
      h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }),
    );
  });
  styles.set(game, loading);
  return loading;
}

/** @param {number|string} turn */
function playerClass(turn) {
  return typeof turn === "number" ? `p${turn}` : turn;
}
