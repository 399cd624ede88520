/** What the server refuses, in the reader's language: by its reason, else by its code. */

import * as api from "./api.js";
import { gameText, has, t, tell } from "./texts.js";

/**
 * @typedef {{code?: string, message?: string, reason?: string, values?: Record<string, any>,
 *            retry_after?: number}} Refusal an answer of the server, or an ApiError
 */

/**
 * @param {unknown} problem an `ApiError`, a refusal of the socket, or what the browser threw
 * @param {string} [game] whose texts may say more
 */
export function refusalText(problem, game = "") {
  const refusal = /** @type {Refusal} */ (problem ?? {});
  if (problem instanceof Error && !(problem instanceof api.ApiError)) return t("problem.text");
  const { code = "", message = "", reason = "", values = {}, retry_after: count = 1 } = refusal;
  if (reason === "option") return aboutOption(game, String(values.option));
  const key = `refusal.${reason}`;
  if (reason && has(`${game}/${key}`)) return tell(game, { key, values });
  return has(`refusal.${code}`) ? t(`refusal.${code}`, { message, count }) : t("match.refused");
}

/** One option has a value that it does not take: its help says which ones it takes. */
function aboutOption(/** @type {string} */ game, /** @type {string} */ name) {
  return t("refusal.option", {
    option: gameText(game, `option.${name}`, name),
    help: gameText(game, `option.${name}.help`, ""),
  });
}
