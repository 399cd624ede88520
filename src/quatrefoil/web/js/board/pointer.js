/** Mouse and finger: hover, click, tap, drag and wheel, told as clicks on places and buttons. */

import { tapCounter } from "../taps.js";
import { ghost, nextClicks } from "./pick.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {{click: (id: string) => void, cancel: () => void, redraw: () => void,
 *             turn: (by: number) => void, bodyAt: (place: string) => SVGGElement|null,
 *             ask: (place: string) => void}} Actions */

const DRAG_FROM = 8; // pixels: less is a click with an unsteady hand
const NEAR = 50; // units of the board: farther away nothing is meant

/**
 * Listen to a board.
 * @param {HTMLElement} root @param {SVGSVGElement} svg
 * @param {BoardState} state @param {Actions} actions
 */
export function listen(root, svg, state, actions) {
  /** @type {{id: string, x: number, y: number, again: boolean, body: SVGGElement|null, moved: boolean}|null} */
  let drag = null;

  /** The moves that there were when the first press of a double one came: on the board, or none. */
  let offered = /** @type {unknown} */ (null);
  const countTaps = tapCounter();
  let taps = 1;
  let isMouse = true;

  // A mouse counts its clicks itself, but only in its own events.
  addEventListener("pointerdown", onPointer, true);
  svg.addEventListener("mousedown", (event) => {
    if (isMouse) down(event, event.detail);
  });
  svg.addEventListener("pointerdown", (event) => {
    if (!isMouse) down(event, taps);
  });

  /** @param {PointerEvent} event */
  function onPointer(event) {
    isMouse = event.pointerType === "mouse";
    if (isMouse) return;
    taps = countTaps(event);
    if (taps === 1 && !svg.contains(/** @type {Node} */ (event.target))) offered = null;
  }

  /** @param {MouseEvent} event */
  function onMouse(event) {
    const inside = svg.contains(/** @type {Node} */ (event.target));
    if (isMouse && !inside && event.detail === 1) offered = null;
  }
  addEventListener("mousedown", onMouse, true);

  /**
   * Press the board. The second press of a double one counts only where the first one was on the
   * board too, and made no move: it was not meant for what is there now.
   * @param {MouseEvent} event @param {number} count
   */
  function down(event, count) {
    if (event.button !== 0) return;
    if (count < 2) offered = state.paths;
    else if (offered !== state.paths) return;
    const id = clickAt(event);
    if (!id) {
      actions.cancel();
      const place = nearest(svg, state, event);
      if (place) actions.ask(place);
      return;
    }
    const again = id === state.picked.at(-1) && !nextClicks(state.paths, state.picked).has(id);
    drag = { id, x: event.clientX, y: event.clientY, again, body: null, moved: false };
    if (!again) actions.click(id);
  }

  svg.addEventListener("pointermove", (event) => {
    if (!drag && event.pointerType === "mouse") hover(state, clickAt(event), actions);
  });
  svg.addEventListener("pointerleave", () => hover(state, null, actions));

  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", onUp);

  root.addEventListener(
    "wheel",
    (event) => {
      if (!ghost(state)) return;
      event.preventDefault();
      actions.turn(event.deltaY > 0 ? 1 : -1);
    },
    { passive: false },
  );

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!drag.moved) drag.body = state.picked.includes(drag.id) ? actions.bodyAt(drag.id) : null;
    drag.moved = true;
    root.classList.add("dragging");
    if (drag.body) follow(svg, drag.body, dx, dy, state.flipped);
    mark(root, clickAt(event));
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    if (!drag) return;
    const { id, again, body, moved } = drag;
    drag = null;
    root.classList.remove("dragging");
    mark(root, null);
    if (body) body.style.transform = "";
    if (event.type === "pointercancel") return;
    const over = moved ? clickAt(event) : null;
    if (over && over !== id && nextClicks(state.paths, state.picked).has(over)) actions.click(over);
    else if (again && !moved) actions.click(id);
  }

  return () => {
    removeEventListener("pointerdown", onPointer, true);
    removeEventListener("mousedown", onMouse, true);
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("pointercancel", onUp);
  };
}

/** What a pointer is over. @param {MouseEvent} event */
function clickAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  const target = /** @type {HTMLElement|null} */ (found?.closest("[data-click]") ?? null);
  return target?.dataset.click ?? null;
}

/**
 * The place under a pointer where nothing can be clicked.
 * @param {SVGSVGElement} svg @param {BoardState} state @param {MouseEvent} event
 */
export function nearest(svg, state, event) {
  const world = /** @type {SVGGElement} */ (svg.firstElementChild);
  const matrix = world.getScreenCTM()?.inverse();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  let [found, least] = [/** @type {string|null} */ (null), NEAR];
  for (const place of state.places.values()) {
    // Small places lie on large ones, and a higher one on a lower one.
    const far = Math.hypot(place.x - x, place.y - y) - 0.1 * (place.level ?? 0);
    if (far < least) [found, least] = [place.id, far];
  }
  return found;
}

/** @param {BoardState} state @param {string|null} id @param {Actions} actions */
function hover(state, id, actions) {
  if (state.hover === id) return;
  state.hover = id;
  actions.redraw();
}

/** Show what a drag would be dropped on. @param {HTMLElement} root @param {string|null} id */
function mark(root, id) {
  for (const element of root.querySelectorAll("[data-click]"))
    element.classList.toggle("over", element.getAttribute("data-click") === id);
}

/** Let a piece follow the pointer. */
function follow(
  /** @type {SVGSVGElement} */ svg,
  /** @type {SVGGElement} */ body,
  /** @type {number} */ dx,
  /** @type {number} */ dy,
  /** @type {boolean} */ flipped,
) {
  const scale = 1 / (svg.getScreenCTM()?.a ?? 1);
  const sign = flipped ? -1 : 1;
  body.style.transform = `translate(${dx * scale * sign}px, ${dy * scale * sign}px)`;
}
