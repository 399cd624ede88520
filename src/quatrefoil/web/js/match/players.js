/** The players beside the board: sign and colour, name, who is there, facts, time. */

import { fill, h } from "../dom.js";
import { t, tell } from "../texts.js";
import { holderName, playerName, soleWinners } from "./names.js";
import { timeLeft } from "./state.js";

/** @typedef {import("./state.js").Match} Match */

/**
 * A small mark in the player's colour, with a letter for those who do not see it.
 * @param {Match} match @param {number|null} seat
 */
export function swatch(match, seat) {
  if (seat === null) return h("i", { class: "swatch chance", "aria-hidden": "true" }, "⚄");
  const name = playerName(match, seat);
  const sign = /\d/.exec(name)?.[0] ?? name.slice(0, 1);
  return h(
    "i",
    { class: `swatch game-${match.game}`, "data-player": seat, "aria-hidden": "true" },
    sign,
  );
}

/** @param {HTMLElement} element @param {Match} match @param {import("../types.js").Scene} scene */
export function drawPlayers(element, match, scene) {
  const seats = match.state?.seats ?? [];
  fill(element, ...seats.map((_, seat) => player(match, scene, seat)));
}

/** @param {Match} match @param {import("../types.js").Scene} scene @param {number} seat */
function player(match, scene, seat) {
  const state = /** @type {import("../types.js").State} */ (match.state);
  const moving = state.turn === seat && state.phase === "playing";
  const won = soleWinners(match).includes(seat);
  const facts = (scene.facts ?? []).filter((fact) => fact.player === seat);
  const holder = holderName(match, seat);
  const person = state.seats[seat].kind === "person";
  const away = person && match.here[seat] === false && !match.mine.includes(seat);
  return h(
    "li",
    {
      class: `player${moving ? " moving" : ""}${won ? " won" : ""}`,
      "aria-current": moving ? "true" : null,
    },
    swatch(match, seat),
    h(
      "div",
      { class: "who" },
      h(
        "strong",
        {},
        playerName(match, seat),
        won ? h("span", { class: "badge" }, t("match.won")) : null,
        holder ? h("span", { class: "holder" }, ` ${holder}`) : null,
        away ? h("span", { class: "away" }, ` ${t("match.away")}`) : null,
      ),
      facts.length
        ? h(
            "span",
            { class: "facts" },
            facts.map((fact) => tell(match.game, fact.words)).join(" · "),
          )
        : null,
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
    face.textContent = duration(left);
    face.classList.toggle("short", left < 20_000);
  }
}

/** @param {number} milliseconds */
function duration(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  if (seconds >= 86_400) {
    const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
    return `${t("new.clock.left", { count: days })} ${two(hours)}:${two(Math.floor((seconds % 3600) / 60))}`;
  }
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
