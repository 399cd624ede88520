/** What can be chosen for a picked place: buttons that pop up beside it, and stay on the screen. */

import { fill, h } from "../dom.js";
import { gameText, t } from "../texts.js";
import { symbolPicture } from "./draw.js";
import { choices } from "./pick.js";

/** @typedef {import("./state.js").BoardState} BoardState */

const GAP = 8; // pixels between the place and its choices
const EDGE = 4; // and from the edge of the screen

/**
 * @param {BoardState} state
 * @param {{click: (id: string) => void, redraw: () => void}} on
 */
export function makeChoices(state, on) {
  const element = h("div", { class: "choices", role: "group", hidden: true });

  /** Show them beside a place; the buttons stay while the choice changes. @param {Element|null} target */
  function draw(target) {
    const offered = choices(state);
    element.hidden = !offered.length;
    if (element.hidden) return;
    if (element.dataset.shown !== offered.join()) {
      element.dataset.shown = offered.join();
      element.setAttribute("aria-label", t("board.choose"));
      fill(element, ...offered.map(choice));
    }
    for (const made of element.children)
      made.setAttribute("aria-pressed", String(made.getAttribute("data-click") === state.choice));
    if (target) place(element, target.getBoundingClientRect());
  }

  /** @param {string} id */
  function choice(id) {
    const words = gameText(state.game, `button.${id}`, id);
    const attributes = {
      type: "button",
      "data-click": id,
      title: words,
      "aria-label": words,
      onclick: () => on.click(id),
      onpointerenter: () => {
        state.choice = id;
        on.redraw();
      },
    };
    const drawn = id in (state.board.symbols ?? {});
    return h("button", attributes, drawn ? symbolPicture(state, id) : words);
  }

  return { element, draw };
}

/**
 * Put the choices above the place, or below where there is no room, within the screen.
 * @param {HTMLElement} popup @param {DOMRect} spot
 */
function place(popup, spot) {
  const frame = /** @type {Element} */ (popup.parentElement).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const screen = document.documentElement.clientWidth;
  const middle = spot.left + spot.width / 2 - width / 2;
  const left = Math.max(EDGE, Math.min(middle, screen - width - EDGE));
  const above = spot.top - height - GAP;
  const top = above > Math.max(EDGE, frame.top) ? above : spot.bottom + GAP;
  popup.style.left = `${left - frame.left}px`;
  popup.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE)) - frame.top}px`;
}
