/** How a position stands, as a bar: each player's share of the point, and whether that is proven. */

import { fill, h } from "../dom.js";
import { percent, t } from "../texts.js";
import { playerOf } from "./moves.js";

/** @typedef {import("./session.js").Session} Session */

const LEGIBLE = 0.11; // a share that has room for its number

/**
 * Shares rounded to whole per cents that still add up: 52.5 and 47.5 are not 53 and 48.
 * @param {number[]} shares
 */
export function rounded(shares) {
  const whole = shares.map((share) => Math.floor(100 * share + 1e-9));
  const left = Math.round(shares.reduce((sum, share) => sum + 100 * share, 0));
  const missing = left - whole.reduce((sum, one) => sum + one, 0);
  const rest = (/** @type {number} */ seat) => 100 * shares[seat] - whole[seat];
  const order = shares.map((_, seat) => seat).sort((one, other) => rest(other) - rest(one));
  for (const seat of order.slice(0, missing)) whole[seat]++;
  return whole.map((one) => one / 100);
}

/** @param {Session} session */
export function makeValueBar(session) {
  const element = h("div", { class: "values-bar", role: "img" });
  draw(null);

  /** @param {{values: number[], proven: boolean}|null} found */
  function draw(found) {
    element.classList.toggle("proven", Boolean(found?.proven));
    element.classList.toggle("unknown", !found);
    element.setAttribute(
      "aria-label",
      found ? valuesText(session, found) : t("analysis.values.none"),
    );
    const { players } = session.rules;
    const values = found?.values ?? Array.from({ length: players }, () => 1 / players);
    const shown = rounded(values);
    const parts = values.map((value, seat) => {
      const part = h(
        "span",
        { class: `part game-${session.game}`, "data-player": seat },
        found && value >= LEGIBLE ? h("b", {}, percent(shown[seat]).replace(/\s?%/, "")) : null,
      );
      part.style.flexGrow = String(Math.max(value, 0.001));
      return part;
    });
    fill(element, ...parts);
    element.title = found ? valuesText(session, found) : "";
  }

  return { element, draw };
}

/** How it stands, in words. @param {Session} session @param {{values: number[], proven: boolean}} found */
export function valuesText(session, { values, proven }) {
  const winner = values.findIndex((value) => value > 0.9999);
  if (proven && winner >= 0) return t("analysis.values.won", { player: playerOf(session, winner) });
  const even = values.every((value) => Math.abs(value - 1 / values.length) < 0.0001);
  if (proven && even) return t("analysis.values.drawn");
  const shares = rounded(values).map(
    (share, seat) => `${playerOf(session, seat)} ${percent(share)}`,
  );
  return t(proven ? "analysis.values.proven" : "analysis.values.estimate", {
    shares: shares.join(", "),
  });
}
