/** Ways to look at the board: from the other side, at a slant, with more marks. */

import { hasDemand, hasLevels } from "../board/state.js";
import { button, fill } from "../dom.js";
import { change } from "../settings.js";
import { t } from "../texts.js";
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
    hasDemand(state),
    state.demand,
  ].join();
  if (parts.tools.dataset.shown === shown) return;
  parts.tools.dataset.shown = shown;
  fill(
    parts.tools,
    tool("match.flip", state.flipped, () => flip(table)),
    hasLevels(state) && tool("match.tilt", state.tilted, () => tilt(table)),
    (hasDemand(state) || state.demand) && tool("match.demand", state.demand, () => demand(table)),
  );
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

/** @param {string} key @param {boolean} on @param {() => void} act */
function tool(key, on, act) {
  return button(t(key), act, { class: "plain small", "aria-pressed": String(on) });
}
