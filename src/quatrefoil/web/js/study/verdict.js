/** What there is to say about a draft: that it is fine, or why it can't be. */

import { fill, h } from "../dom.js";
import { has, t, tell } from "../texts.js";
import { refusalText } from "../refusal.js";

/** @typedef {import("../types.js").Fault} Fault */

/** A place for verdicts; the screen reader tells when they change. */
export function makeVerdict() {
  const element = h("div", { class: "verdict", role: "status" });

  /**
   * @param {string} game
   * @param {{faults: Fault[], doubts?: Fault[], fine: string, wrong?: string, facts?: string[]}} found
   */
  function show(game, { faults, doubts = [], fine, wrong = t("edit.faults"), facts = [] }) {
    element.classList.toggle("bad", faults.length > 0);
    const parts = faults.length
      ? [h("strong", {}, wrong), list(game, faults)]
      : [
          h("strong", {}, fine),
          ...(doubts.length ? [h("p", {}, t("edit.doubts")), list(game, doubts)] : []),
        ];
    fill(element, ...parts, ...facts.map((fact) => h("p", { class: "soft" }, fact)));
  }

  return { element, show };
}

/** @param {string} game @param {Fault[]} faults */
function list(game, faults) {
  return h("ul", {}, ...faults.map((fault) => h("li", {}, faultText(game, fault))));
}

/** A fault in the reader's language; what only the server has words for, in its words. @param {string} game @param {Fault} fault */
function faultText(game, fault) {
  const { reason, values, message } = fault;
  const key = `refusal.${reason}`;
  if (reason && has(`${game}/${key}`)) return tell(game, { key, values });
  if (reason === "option") return refusalText(fault, game);
  return has(`edit.fault.${reason}`) ? t(`edit.fault.${reason}`, values) : message;
}
