/** Clocks in words: for new matches, invitations and the match page. */

import { t } from "./texts.js";

/**
 * @typedef {{kind: "realtime", base: number, increment: number}
 *           |{kind: "move", seconds: number}|{kind: "correspondence", days: number}} Clock
 */

/** What most will want; anything else can be set by hand. @type {(Clock|null)[]} */
export const CLOCKS = [
  null,
  { kind: "realtime", base: 300, increment: 5 },
  { kind: "realtime", base: 900, increment: 10 },
  { kind: "correspondence", days: 1 },
  { kind: "correspondence", days: 3 },
];

/** @param {Clock|null|undefined} clock */
export function clockText(clock) {
  if (!clock) return t("new.clock.none");
  if (clock.kind === "correspondence") return t("new.clock.days", { count: clock.days });
  if (clock.kind === "move") return t("new.clock.seconds", { count: clock.seconds });
  const [minutes, seconds] = [clock.base / 60, clock.increment];
  return t(seconds ? "new.clock.realtime" : "new.clock.minutes", { minutes, seconds });
}
