/**
 * The coach in a match against the computer: it looks at a turn before it is played, and speaks up
 * when much is given away. Nobody else hears of it. A turn ends for it where something is rolled.
 */

import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { settings } from "../settings.js";
import { sentence } from "../sentences.js";
import { loadPartTexts, percent, t } from "../texts.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * Whether a turn is to be played: the coach has nothing against it, cannot be asked, or is overruled.
 * @param {Table} table @param {string[]} tokens
 * @returns {Promise<boolean>}
 */
export async function approves({ match }, tokens) {
  try {
    const [verdict] = await Promise.all([
      api.judge(match.state?.position, tokens),
      loadPartTexts("study"),
    ]);
    return verdict.coaches.includes(settings.coach) ? await overruled(match.game, verdict) : true;
  } catch {
    return true;
  }
}

/** Say what is wrong, and ask. @param {string} game @param {any} verdict @returns {Promise<boolean>} */
function overruled(game, verdict) {
  return new Promise((decided) => {
    let anyway = false;
    const why = verdict.why ? sentence(game, verdict.why) : "";
    const words = t("match.coach.text", { loss: percent(verdict.loss) });
    const end = (/** @type {boolean} */ wanted) => {
      anyway = wanted;
      dialog.close();
    };
    const again = button(t("match.coach.again"), () => end(false), { class: "primary" });
    const dialog = openDialog(
      t("match.coach.title"),
      [h("p", {}, words), why ? h("p", {}, h("strong", {}, why)) : null],
      [again, button(t("match.coach.anyway"), () => end(true))],
    );
    dialog.addEventListener("close", () => decided(anyway));
  });
}
