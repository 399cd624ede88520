/** How a position stands, as a bar: each player's share of the point, and whether that is proven. */

import { fill, h } from "../dom.js";
import { language, t } from "../texts.js";
import { playerOf } from "./moves.js";

/** @typedef {import("./session.js").Session} Session */

const LEGIBLE = 0.11; // a share that has room for its number

/** A share in per cent. @param {number} share */
export function percent(share) {
  const format = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 });
  return format.format(share);
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
    const parts = values.map((value, seat) => {
      const part = h(
        "span",
        { class: `part game-${session.game}`, "data-player": seat },
        found && value >= LEGIBLE ? h("b", {}, percent(value).replace(/\s?%/, "")) : null,
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
  const shares = values.map((value, seat) => `${playerOf(session, seat)} ${percent(value)}`);
  return t(proven ? "analysis.values.proven" : "analysis.values.estimate", {
    shares: shares.join(", "),
  });
}
