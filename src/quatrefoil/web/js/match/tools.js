/** Ways to look at the board: from the other side, at a slant, with more marks. */

import { hasDemand, hasLevels } from "../board/state.js";
import { button, fill, h } from "../dom.js";
import { change, settings } from "../settings.js";
import { t } from "../texts.js";
import { mayBeCoached } from "./names.js";
import { paint } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export function drawTools(table) {
  const { board, parts } = table;
  if (!board) return;
  const { state } = board;
  const shown = [
    state.flipped,
    hasLevels(state) && state.tilted,
    offersDemand(table),
    hasDemand(state),
    state.demand,
    mayBeCoached(table.match),
  ].join();
  if (parts.tools.dataset.shown === shown) return;
  parts.tools.dataset.shown = shown;
  fill(
    parts.tools,
    tool("match.flip", state.flipped, () => flip(table)),
    mayBeCoached(table.match) && coachMenu(),
    hasLevels(state) && tool("match.tilt", state.tilted, () => tilt(table)),
    offersDemand(table) &&
      tool("match.demand", state.demand, () => demand(table), !hasDemand(state) && !state.demand),
  );
}

/** Who looks at turns before they are played. */
function coachMenu() {
  const options = ["off", "gentle", "strict"].map((coach) =>
    h("option", { value: coach, selected: settings.coach === coach }, t(`match.coach.${coach}`)),
  );
  const words = t("match.coach");
  const menu = h("select", { class: "small", "aria-label": words, title: words }, ...options);
  menu.addEventListener("change", () => change({ coach: menu.value }));
  return menu;
}

/**
 * Whether there is ever more to show. Once there was, the button stays: it comes last, so that it
 * moves no other.
 * @param {Table} table
 */
function offersDemand({ board, parts }) {
  if (board && (hasDemand(board.state) || board.state.demand)) parts.tools.dataset.demand = "yes";
  return parts.tools.dataset.demand === "yes";
}

/** @param {Table} table */
export function flip(table) {
  if (!table.board) return;
  table.match.flipped = !table.board.state.flipped;
  table.board.set({ flipped: table.match.flipped });
  drawTools(table);
}

/** @param {Table} table */
function tilt(table) {
  const tilted = !table.board?.state.tilted;
  change({ tilted });
  table.board?.set({ tilted });
  drawTools(table);
}

/** @param {Table} table */
function demand(table) {
  if (!table.board) return;
  table.board.set({ demand: !table.board.state.demand });
  paint(table, table.board.state.scene);
}

/** @param {string} key @param {boolean} on @param {() => void} act @param {boolean} [rests] */
function tool(key, on, act, rests = false) {
  return button(t(key), act, { class: "plain small", "aria-pressed": String(on), disabled: rests });
}
