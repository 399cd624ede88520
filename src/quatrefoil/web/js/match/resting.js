/** Buttons that stay where they are, and rest while they make no sense: who clicks one hears why. */

import { button } from "../dom.js";
import { toast } from "../notify.js";

/** @param {string} words @param {() => void} act @param {Record<string, any>} attributes @param {Node} picture */
export function restingButton(words, act, attributes, picture) {
  const made = button(words, unlessResting, attributes, picture);

  function unlessResting() {
    if (made.hasAttribute("aria-disabled")) toast(made.title);
    else act();
  }

  return made;
}

/**
 * Let such a button rest, or work if there is no reason to rest.
 * @param {HTMLElement} made @param {string} why @param {string} [help] what it does, if it works
 */
export function rest(made, why, help = "") {
  if (why) made.setAttribute("aria-disabled", "true");
  else made.removeAttribute("aria-disabled");
  made.title = why || help;
}
