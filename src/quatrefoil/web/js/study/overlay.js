/**
 * What is drawn over a position: arrows, heat on places, shapes that somebody drew. It lies on the
 * board without being in the way of clicks, and goes when the position changes.
 *
 * @typedef {import("../board/arrows.js").Arrow & {kind: string}} DrawnArrow
 * @typedef {{place: string, size: number, letter: string, kind: string}} Heat
 * @typedef {{kind: "ring"|"arrow", cells: string[], colour: string}} DrawnShape
 * @typedef {{place: string, text: string, kind: string}} Label
 * @typedef {{piece: import("../types.js").Piece, kind: string, side?: -1|1}} Ghost a piece that might
 *   be put down; two on one place are small, and lie side by side
 * @typedef {{arrows: DrawnArrow[], labels: Label[], heat: Heat[], shapes: DrawnShape[],
 *            ghosts: Ghost[], hint: string[]}} Overlay
 */

import { drawArrows } from "../board/arrows.js";
import { drawPiece, placeOf, stand } from "../board/draw.js";
import { fill, s } from "../dom.js";

// Radii for a board whose longer side is SIDE; on other boards they are scaled.
const SIDE = 1000;
const [RING, INNER] = [44, 33]; // the second ring round a cell lies within the first
const [LEAST, MOST] = [18, 33]; // the radius of heat
const LABEL = 17; // and of a rank
const [SMALL, ASIDE, ROUND] = [0.46, 41, 82]; // a small ghost: its size, its place, the ring round it

/** @returns {Overlay} */
const nothing = () => ({ arrows: [], labels: [], heat: [], shapes: [], ghosts: [], hint: [] });

export function makeOverlay() {
  const layer = s("g", { class: "overlay", "aria-hidden": "true" });
  let parts = nothing();
  let board = /** @type {import("../board/board.js").Board|null} */ (null);

  /** Lie on a board. @param {import("../board/board.js").Board} below */
  function lieOn(below) {
    board = below;
    board.svg.firstElementChild?.append(layer);
  }

  /** Draw some parts anew; those that are not named stay. @param {Partial<Overlay>} wanted */
  function set(wanted) {
    parts = { ...parts, ...wanted };
    if (wanted.hint) board?.hint(wanted.hint, []);
    draw();
  }

  function clear() {
    parts = nothing();
    draw();
  }

  /** @param {boolean} hidden */
  function hide(hidden) {
    layer.toggleAttribute("hidden", hidden);
  }

  function draw() {
    if (!board) return;
    const { state } = board;
    hide(false);
    const isThere = (/** @type {{place: string}} */ { place }) => state.places.has(place);
    fill(
      layer,
      ...parts.ghosts.filter(({ piece }) => isThere(piece)).map((one) => drawGhost(state, one)),
      ...parts.heat.filter(isThere).map((one) => drawHeat(state, one)),
      ...parts.shapes.flatMap((shape, index) =>
        drawShape(state, shape, isRinged(parts.shapes.slice(0, index), shape)),
      ),
      ...parts.arrows.flatMap((arrow) => drawArrows(state, [arrow], arrow.kind)),
      ...parts.labels.filter(isThere).map((one) => drawLabel(state, one)),
    );
  }

  return { lieOn, set, clear, hide, draw };
}

/** @typedef {import("../board/state.js").BoardState} BoardState */

/** @param {BoardState} state @param {Ghost} ghost */
function drawGhost(state, { piece, kind, side }) {
  if (!side) return drawPiece(state, piece, `ghost ${kind}`);
  const made = drawPiece(state, piece, "ghost");
  const moved = /** @type {Element} */ (made.firstElementChild);
  const { x, y, turn = 0 } = placeOf(state, piece.place);
  const where = `translate(${x + side * ASIDE} ${y}) rotate(${turn}) scale(${SMALL})`;
  moved.setAttribute("transform", where);
  moved.prepend(s("circle", { class: `ring drawn ${kind}`, r: ROUND }));
  return made;
}

/** A disc with a letter: the larger, the more. @param {BoardState} state @param {Heat} heat */
function drawHeat(state, { place, size, letter, kind }) {
  const radius = LEAST + (MOST - LEAST) * Math.max(0, Math.min(1, size));
  return disc(state, place, radius, letter, `heat ${kind}`);
}

/** A rank where a turn ends. @param {BoardState} state @param {Label} label */
function drawLabel(state, { place, text, kind }) {
  return disc(state, place, LABEL + 4 * Math.max(0, text.length - 1), text, `label-disc ${kind}`);
}

/** @param {BoardState} state @param {string} place @param {number} radius @param {string} text @param {string} classes */
function disc(state, place, radius, text, classes) {
  const { x, y, level = 0 } = placeOf(state, place);
  const turned = state.flipped ? " rotate(180)" : "";
  return stand(
    level,
    s(
      "g",
      { class: classes, transform: `translate(${x} ${y})${turned} scale(${scaleOf(state)})` },
      s("circle", { r: radius.toFixed(1) }),
      s("text", {}, text),
    ),
  );
}

/** Whether there is a ring round the cell of another one. @param {DrawnShape[]} before @param {DrawnShape} shape */
function isRinged(before, { kind, cells }) {
  return kind === "ring" && before.some((one) => one.kind === kind && one.cells[0] === cells[0]);
}

/** @param {BoardState} state @param {DrawnShape} shape @param {boolean} within another ring */
function drawShape(state, { kind, cells, colour }, within) {
  if (cells.some((cell) => !state.places.has(cell))) return [];
  if (kind === "arrow") return drawArrows(state, [{ way: cells }], `drawn ${colour}`);
  const { x, y, level = 0 } = placeOf(state, cells[0]);
  const ring = s("circle", {
    class: `ring drawn ${colour}`,
    r: within ? INNER : RING,
    transform: `translate(${x} ${y}) scale(${scaleOf(state)})`,
  });
  return [stand(level, ring)];
}

/** @param {BoardState} state */
function scaleOf({ board }) {
  return (Math.max(board.width, board.height) / SIDE).toFixed(3);
}
