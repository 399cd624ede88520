/**
 * The second click of a double click does what the first one did, or nothing: a button that has
 * come under the pointer meanwhile, in a dialog or after the board has changed, is not what the
 * reader meant.
 */

const CONTROLS = "button, a, summary";

/** What the first click hit. @type {{element: Element, name: string}|null} */
let first = null;

export function guardDoubleClicks() {
  addEventListener(
    "click",
    (event) => {
      const hit = controlAt(event);
      if (event.detail < 2) first = hit;
      else if (!isSame(hit, first)) {
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
