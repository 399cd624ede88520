/**
 * The second click of a double click does what the first one did, or nothing: a button that has
 * come under the pointer meanwhile, in a dialog or after the board has changed, is not what the
 * reader meant. Where what is done counts, at the table and on the first button of every page, a
 * double click is one click, except on what steps (`data-repeat`).
 */

import { tapCounter } from "./taps.js";

const CONTROLS = "button, a, summary, label, input[type=checkbox]";
const ONCE = `:is(main.match, main.match ~ dialog) :is(${CONTROLS}), .primary`;

/** What the first click hit. @type {{element: Element, name: string}|null} */
let first = null;

export function guardDoubleClicks() {
  const countTaps = tapCounter();
  let taps = 1;
  addEventListener(
    "pointerdown",
    (event) => {
      taps = event.pointerType === "mouse" ? 1 : countTaps(event);
    },
    { capture: true },
  );
  addEventListener(
    "click",
    (event) => {
      const hit = controlAt(event);
      const isSecond = event.detail > 1 || (event.detail === 1 && taps > 1); // 0 is the keyboard
      if (!isSecond) first = hit;
      else if (!isSame(hit, first) || isDoneOnce(hit)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}

/** @param {Event} event */
function controlAt(event) {
  const element = /** @type {Element} */ (event.target).closest?.(CONTROLS);
  if (!element) return null;
  // A button that is drawn anew is still the same one.
  return { element, name: `${element.className} ${element.textContent}` };
}

/** @param {typeof first} one @param {typeof first} other */
function isSame(one, other) {
  return one?.element === other?.element || one?.name === other?.name;
}

/** @param {typeof first} hit */
function isDoneOnce(hit) {
  return Boolean(hit?.element.matches(ONCE) && !hit.element.closest("[data-repeat]"));
}
