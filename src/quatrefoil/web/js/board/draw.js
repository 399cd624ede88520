/** Drawing view data as SVG: the empty board, the pieces, the marks. No state is changed here. */

import { s } from "../dom.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("../types.js").Shape} Shape */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Piece} Piece */

export const LAYERS = ["backdrop", "labels", "pieces", "marks", "targets", "moving"];

/**
 * Draw what never changes, with an empty layer for each thing that does.
 * @param {BoardState} state
 */
export function drawBoard(state) {
  const { width, height } = state.board;
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: name })]));
  layers.backdrop.append(...(state.board.backdrop ?? []).map(drawShape));
  layers.labels.append(...(state.board.labels ?? []).map(drawShape));
  const world = s("g", { class: "world" }, ...LAYERS.map((name) => layers[name]));
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}` }, world);
  return { svg, world, layers };
}

/** @param {Shape} shape */
export function drawShape(shape) {
  return s(/** @type {any} */ (shape.tag), shape.attributes, shape.text);
}

/**
 * All pieces, lower ones first, and nearer ones last.
 * @param {BoardState} state
 * @returns {Map<string, SVGGElement>} by place
 */
export function drawPieces(state) {
  const order = [...(state.scene.pieces ?? [])].sort(byHeight(state));
  return new Map(order.map((piece) => [piece.place, drawPiece(state, piece)]));
}

/**
 * @param {BoardState} state @param {Piece} piece @param {string} [extra] class
 */
export function drawPiece(state, piece, extra = "") {
  const place = placeOf(state, piece.place);
  const owner = piece.player === undefined ? "" : `p${piece.player}`;
  const body = s("g", { class: "body" }, ...drawSymbol(state, piece.symbol));
  if (piece.text) body.append(s("text", { class: "piece-text" }, piece.text));
  const classes = `piece sym-${asClass(piece.symbol)} ${owner} level-${place.level ?? 0} ${extra}`;
  const moved = s("g", { class: classes, transform: standing(place) }, body);
  return stand(place.level ?? 0, moved);
}

/** @param {BoardState} state @param {string} name */
export function drawSymbol(state, name) {
  return (state.board.symbols?.[name] ?? []).map(drawShape);
}

/**
 * A symbol alone, for a button.
 * @param {BoardState} state @param {string} name
 */
export function symbolPicture(state, name) {
  return s(
    "svg",
    { class: `symbol game-${state.game}`, viewBox: "-56 -56 112 112", "aria-hidden": "true" },
    s("g", { class: `piece sym-${asClass(name)}` }, ...drawSymbol(state, name)),
  );
}

/**
 * The shapes of a place, to light it up.
 * @param {BoardState} state @param {string} id @param {string} classes
 */
export function drawPlace(state, id, classes) {
  const place = placeOf(state, id);
  const shapes = place.shapes?.length
    ? place.shapes.map(drawShape)
    : [s("circle", { cx: place.x, cy: place.y, r: 40 })];
  const level = place.level ?? 0;
  return stand(level, s("g", { class: `${classes} level-${level}`, "data-click": id }, ...shapes));
}

/**
 * The marks of the scene.
 * @param {BoardState} state
 * @returns {SVGGElement[]}
 */
export function drawMarks(state) {
  const shown = (state.scene.marks ?? []).filter((mark) => state.demand || !mark.on_demand);
  return shown.map((mark) => {
    const owner = mark.player === undefined ? "" : `p${mark.player}`;
    const places = (mark.places ?? []).map((id) => drawPlace(state, id, "place"));
    const shapes = (mark.shapes ?? []).map((shape) =>
      stand(Number(shape.attributes["data-level"] ?? 0), drawShape(shape)),
    );
    const classes = `mark mark-${mark.kind} ${owner}`;
    return s("g", { class: classes, "data-piece": mark.piece }, ...places, ...shapes);
  });
}

/** Where a piece on a place stands. @param {Place} place */
export function standing(place) {
  const turned = place.turn ? ` rotate(${place.turn})` : "";
  return `translate(${place.x} ${place.y})${turned}`;
}

/** @param {BoardState} state @param {string} id @returns {Place} */
export function placeOf(state, id) {
  return state.places.get(id) ?? { id, x: 0, y: 0 };
}

/** A name as part of a class: what is no letter or digit is spelt by its code. */
export function asClass(/** @type {string} */ name) {
  return name.replace(/[^\w-]/g, (sign) => String(sign.charCodeAt(0)));
}

/** Something that is lifted where the board is tilted. @param {number} level @param {Element} inside */
export function stand(level, inside) {
  const lifted = s("g", { class: "stand" }, inside);
  lifted.style.setProperty("--level", String(level));
  return lifted;
}

/** @param {BoardState} state */
function byHeight(state) {
  const nearer = state.flipped ? -1 : 1;
  return (/** @type {Piece} */ one, /** @type {Piece} */ other) => {
    const [a, b] = [placeOf(state, one.place), placeOf(state, other.place)];
    return (a.level ?? 0) - (b.level ?? 0) || nearer * (a.y - b.y);
  };
}
