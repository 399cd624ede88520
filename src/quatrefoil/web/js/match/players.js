/** The players beside the board: sign and colour, name, who is there, facts, time. */

import { fill, h } from "../dom.js";
import { portrait } from "../levels.js";
import { gameText, t, tell, timeText } from "../texts.js";
import { holderName, isMe, playerName, seatLine, soleWinners } from "./names.js";
import { timeLeft } from "./state.js";

/** @typedef {import("./state.js").Match} Match */

const SHORT = 34; // letters of facts that two lines of half a card hold

/**
 * A small mark in the player's colour, with a letter for those who do not see it.
 * @param {Match} match @param {number|null} seat
 */
export function swatch(match, seat) {
  return swatchOf(match.game, seat, seat === null ? "" : playerName(match, seat));
}

/** The same, without a match. @param {string} game @param {number|null} seat @param {string} name of the player */
export function swatchOf(game, seat, name) {
  if (seat === null) return h("i", { class: "swatch chance", "aria-hidden": "true" }, "⚄");
  const sign = gameText(game, `player.${seat}.sign`, name.slice(0, 1));
  return h("i", { class: `swatch game-${game}`, "data-player": seat, "aria-hidden": "true" }, sign);
}

/** @param {HTMLElement} element @param {Match} match @param {import("../types.js").Scene} scene */
export function drawPlayers(element, match, scene) {
  const seats = match.state?.seats ?? [];
  fill(element, ...seats.map((_, seat) => player(match, scene, seat)));
}

/** @param {Match} match @param {import("../types.js").Scene} scene @param {number} seat */
function player(match, scene, seat) {
  const state = /** @type {import("../types.js").State} */ (match.state);
  // While a turn is shown its player is the one to look at, though the clock may be another's.
  const turn = match.showing ? match.showing.seat : state.phase === "playing" ? state.turn : null;
  const moving = turn === seat;
  const won = soleWinners(match).includes(seat);
  const said = (scene.facts ?? []).filter((fact) => fact.player === seat);
  const facts = said.map((fact) => tell(match.game, fact.words)).join("\u00a0· "); // no line begins with the dot
  const { kind, level, replaced } = state.seats[seat];
  const unnamed = isMe(match, seat) ? t("match.you") : playerName(match, seat);
  const line = seatLine(match, seat);
  const person = kind === "person";
  const away = person && match.here[seat] === false && !match.mine.includes(seat);
  const over = state.phase === "over"; // nobody waits any more, and nothing moves
  return h(
    "li",
    {
      class: `player${moving ? " moving" : ""}${won ? " won" : ""}`,
      "aria-current": moving ? "true" : null,
    },
    swatch(match, seat),
    kind === "computer" && !replaced ? portrait(level) : null,
    h(
      "div",
      { class: "who" },
      h(
        "strong",
        {},
        holderName(match, seat) || unnamed,
        won ? h("span", { class: "badge" }, t("match.won")) : null,
        line ? h("span", { class: "holder" }, ` ${line}`) : null,
        away ? h("span", { class: "away", "data-off": over }, ` ${t("match.away")}`) : null,
      ),
      facts ? h("span", { class: `facts${facts.length > SHORT ? " long" : ""}` }, facts) : null,
    ),
    state.clock
      ? h("time", {
          class: "clock",
          "data-seat": seat,
          "aria-label": t("match.clock.of", { player: playerName(match, seat) }),
        })
      : null,
  );
}

/** Show the clocks as they are this moment. @param {HTMLElement} element @param {Match} match */
export function tick(element, match) {
  if (!match.state?.clock) return;
  for (const face of element.querySelectorAll(".clock")) {
    const seat = Number(/** @type {HTMLElement} */ (face).dataset.seat);
    const left = timeLeft(match, seat);
    face.textContent = timeText(left);
    face.classList.toggle("short", left < 20_000);
  }
}
