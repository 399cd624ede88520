/** The buttons below a board: made once, each in a place of its own, resting until they can be clicked. */

import { button, h, offer, slot } from "../dom.js";
import { gameText, t } from "../texts.js";
import { completed, nextButtons } from "./pick.js";

/** @typedef {import("./state.js").BoardState} BoardState */

const DONE = "done";

/**
 * @param {BoardState} state
 * @param {{click: (id: string) => void, done: (token: string) => void, focus: () => void}} on
 */
export function makeBar(state, on) {
  /** @type {Map<string, HTMLButtonElement>} */
  const made = new Map();
  const slots = state.board.bar ?? [];
  const element = h("div", { class: "bar" }, ...slots.map(makeSlot));
  element.style.setProperty("--slots", String(element.children.length));

  /** @param {string[]} ids */
  function makeSlot(ids) {
    return slot(...ids.map(makeButton));
  }

  /** @param {string} id */
  function makeButton(id) {
    const one =
      id === DONE
        ? button(t("board.done"), finish, { class: "primary" })
        : button(gameText(state.game, `button.${id}`, id), () => on.click(id), {
            "data-click": id,
          });
    made.set(id, one);
    return one;
  }

  function finish() {
    const token = completed(state);
    if (token !== null) on.done(token);
  }

  /** Offer the buttons that are a first click, and Done where a move may stop here. */
  function draw() {
    const first = state.picked.length ? [] : nextButtons(state);
    const stops = state.picked.length > 0 && completed(state) !== null;
    const offered = stops ? [DONE] : first;
    for (const ids of slots) {
      const shown = ids.find((id) => offered.includes(id)) ?? ids[0];
      for (const id of ids) drawButton(id, id === shown, offered.includes(id));
    }
  }

  /** @param {string} id @param {boolean} isShown @param {boolean} isOffered */
  function drawButton(id, isShown, isOffered) {
    const one = /** @type {HTMLButtonElement} */ (made.get(id));
    const focused = !isOffered && one.matches(":focus-visible");
    offer(one, isShown);
    one.disabled = !isOffered;
    one.classList.toggle("hinted", state.hint.includes(id));
    if (focused) on.focus(); // the keyboard goes on at the board
  }

  return { element, draw };
}
