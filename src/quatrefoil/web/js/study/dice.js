/** Dice on a study board: the roll that fell, and where one is due, a choice of what falls. */

import { button, fill, h } from "../dom.js";
import { drawFace, tumble } from "../match/dice.js";
import { t, tell } from "../texts.js";

/** @typedef {import("../types.js").Look["chance"]} Outcomes */

/** @param {(token: string) => void} onRoll */
export function makeDice(onRoll) {
  const rolled = h("div", { class: "roll", hidden: true, role: "img" });
  const choice = h("div", { class: "rolls", role: "group", hidden: true });
  const element = h("div", { class: "dice" }, rolled, choice);

  /**
   * @param {import("../board/state.js").BoardState} board
   * @param {{offered: Outcomes, rolled: string|null, tumbles: boolean}} dice
   */
  function draw(board, dice) {
    const outcome = dice.rolled?.replace(/^!/, "") ?? "";
    // A board that shows its die itself needs no second one.
    const onBoard = (board.scene.marks ?? []).some((mark) => mark.kind === "die");
    rolled.hidden = !outcome || onBoard || dice.offered.length > 0;
    if (!rolled.hidden) {
      fill(rolled, drawFace(board, outcome));
      rolled.setAttribute("aria-label", outcome);
      if (dice.tumbles) tumble(rolled);
    }
    choice.hidden = !dice.offered.length;
    choice.setAttribute("aria-label", t("study.dice"));
    fill(choice, ...(choice.hidden ? [] : offers(board, dice.offered)));
  }

  /** @param {import("../board/state.js").BoardState} board @param {Outcomes} outcomes */
  function offers(board, outcomes) {
    const faces = outcomes.map(({ token, say }) => {
      const words = tell(board.game, say);
      const face = drawFace(board, token.replace(/^!/, ""));
      return h(
        "button",
        {
          type: "button",
          class: "face",
          title: words,
          "aria-label": words,
          "data-roll": token,
          onclick: () => onRoll(token),
        },
        face,
      );
    });
    return [
      button(t("study.roll"), () => onRoll(rollOf(outcomes)), { class: "primary" }),
      ...faces,
    ];
  }

  return { element, draw };
}

/** One of the outcomes, each as often as it falls. @param {Outcomes} outcomes */
function rollOf(outcomes) {
  let left = Math.random();
  for (const { token, share } of outcomes) {
    left -= share;
    if (left < 0) return token;
  }
  return outcomes[outcomes.length - 1].token;
}
