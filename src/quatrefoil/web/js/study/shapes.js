/**
 * Drawing on the board: rings and arrows. With the right button; with any pointer while one draws;
 * and by keyboard, where `x` marks the place under the cursor and the next `x` ends the arrow there.
 *
 * @typedef {import("./tree.js").Shape} Shape
 */

import { nearest } from "../board/pointer.js";
import { COLOURS } from "./tree.js";

/**
 * @param {HTMLElement} frame what the board stands in @param {import("./board.js").StudyBoard} board
 * @param {{drawn: (shape: Shape) => void, begun: (place: string) => void}} on
 */
export function makeShapes(frame, board, on) {
  let from = /** @type {string|null} */ (null);
  let marked = /** @type {string|null} */ (null); // by keyboard
  let drawing = false;
  let colour = COLOURS[0];

  for (const kind of ["pointerdown", "mousedown"])
    frame.addEventListener(kind, down, { capture: true });
  frame.addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("pointerup", up);

  /** @param {Event} event */
  function down(event) {
    const pointer = /** @type {MouseEvent} */ (event);
    if (pointer.button !== 2 && !(drawing && pointer.button === 0)) return;
    event.stopPropagation();
    if (event.type !== "pointerdown") return;
    from = placeAt(pointer);
    frame.setPointerCapture?.(/** @type {PointerEvent} */ (event).pointerId);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (from === null) return;
    const to = placeAt(event);
    const start = from;
    from = null;
    if (to) finish(start, to, event);
  }

  /** @param {MouseEvent} event */
  function placeAt(event) {
    return board.board ? nearest(board.board.svg, board.board.state, event) : null;
  }

  /** @param {string} start @param {string} end @param {MouseEvent|KeyboardEvent} event its keys choose a colour */
  function finish(start, end, event) {
    const chosen = event.shiftKey ? "red" : event.altKey ? "blue" : colour;
    const cells = start === end ? [start] : [start, end];
    on.drawn({ kind: start === end ? "ring" : "arrow", cells, colour: chosen });
  }

  /** Mark the place under the cursor; the second mark makes the shape. @param {KeyboardEvent} event @returns {boolean} */
  function mark(event) {
    const cursor = board.board?.state.cursor;
    if (!cursor) return false;
    if (marked === null) {
      marked = cursor;
      on.begun(cursor);
    } else {
      finish(marked, cursor, event);
      marked = null;
    }
    return true;
  }

  return {
    mark,
    /** Draw with any pointer, or no longer. @param {boolean} wanted */
    setDrawing(wanted) {
      drawing = wanted;
      frame.classList.toggle("drawing", wanted);
    },
    /** @param {string} wanted */
    setColour(wanted) {
      colour = wanted;
    },
    release() {
      removeEventListener("pointerup", up);
    },
  };
}

/**
 * Shapes with one more. The same one again takes it away; in another colour it changes its colour.
 * @param {Shape[]} shapes @param {Shape} shape @returns {Shape[]}
 */
export function withShape(shapes, shape) {
  const same = (/** @type {Shape} */ other) => other.cells.join() === shape.cells.join();
  const others = shapes.filter((other) => !same(other));
  const isThere = shapes.some((other) => same(other) && other.colour === shape.colour);
  return isThere ? others : [...others, shape];
}
