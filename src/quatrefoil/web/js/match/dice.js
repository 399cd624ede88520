/** The die of the latest turn: it tumbles before it shows what was rolled. */

import { fill, h, s } from "../dom.js";
import { drawSymbol } from "../board/draw.js";
import { gameText } from "../texts.js";
import { motionAllowed } from "../settings.js";

/** @typedef {import("./table.js").Table} Table */

const TUMBLE = 450;

/** Where the pips of each face are, on a grid of three by three. @type {Record<string, number[]>} */
const PIPS = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

/** Show what was rolled last, while it matters: not beside the end. @param {Table} table */
export function drawDie({ match, board, parts }) {
  const ended = match.viewing === null && match.state?.over;
  const token = board && !ended && rolled(match);
  const outcome = token ? token.replace(/^!/, "") : "";
  parts.die.hidden = !outcome;
  if (!board || !outcome || parts.die.dataset.shown === token) return;
  parts.die.dataset.shown = token || "";
  const name = gameText(match.game, `symbol.die-${outcome}`, outcome);
  parts.die.setAttribute("aria-label", gameText(match.game, `symbol.${outcome}`, name));
  fill(parts.die, drawFace(board.state, outcome));
}

/**
 * The token of the roll that the reader looks at: the latest one, or the one before the latest move.
 * @param {import("./state.js").Match} match
 */
function rolled({ history, viewing, showing, steps }) {
  const tokens =
    viewing === null
      ? history
          .flatMap((turn) => turn.tokens)
          .slice(0, showing?.moves)
          .slice(-2)
      : [steps[viewing - 1]?.token ?? "", steps[viewing]?.token ?? ""];
  return tokens.reverse().find((token) => token.startsWith("!")) ?? null;
}

/** Let a die tumble. @param {HTMLElement} die */
export function tumble(die) {
  if (!motionAllowed()) return;
  die.firstElementChild?.animate(
    [
      { transform: "translateY(-28px) rotate(-260deg) scale(.7)", opacity: 0.2 },
      { transform: "translateY(6px) rotate(-60deg) scale(1.08)", opacity: 1, offset: 0.6 },
      { transform: "none" },
    ],
    { duration: TUMBLE, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

/** The game's own drawing of an outcome, or pips, or the word. @param {import("../board/state.js").BoardState} board @param {string} outcome */
export function drawFace(board, outcome) {
  const name = [`die-${outcome}`, outcome].find((one) => one in (board.board.symbols ?? {}));
  if (name) {
    return s(
      "svg",
      { class: `die game-${board.game}`, viewBox: "-56 -56 112 112" },
      s("g", { class: `piece sym-${name}` }, ...drawSymbol(board, name)),
    );
  }
  if (!(outcome in PIPS)) return h("span", { class: "die word" }, outcome);
  const pips = PIPS[outcome].map((at) =>
    s("circle", { cx: 22 + (at % 3) * 28, cy: 22 + Math.floor(at / 3) * 28, r: 8 }),
  );
  return s(
    "svg",
    { class: "die", viewBox: "0 0 100 100" },
    s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 20 }),
    ...pips,
  );
}
