/** Showing the match on the board, as it is now or as it was. */

import { announce, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { motionAllowed } from "../settings.js";
import { tell } from "../texts.js";
import { lastPlaces, stepAt, total, touched } from "./history.js";
import { isMyTurn, soleWinners } from "./names.js";
import { endShow } from "./show.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {{last: string[], arrows: import("../board/arrows.js").Arrow[]}} Marks where the latest turn was */

/**
 * Show the match as it is now. The board is left alone where nothing on it has changed, so that
 * news about offers and guests does not disturb a move that is being made.
 * @param {Table} table @param {Change[][]} [changes] what has just happened, move by move
 * @param {{last?: string[], arrows?: import("../board/arrows.js").Arrow[]}} [marks] of the latest
 *   turn, if they are not those of the changes
 */
export function refresh(table, changes = [], marks = {}) {
  const { match, board } = table;
  const { state } = match;
  if (!state || !board || match.viewing !== null || match.showing || table.planning)
    return paint(table, board?.state.scene ?? {});
  const scene = (isMyTurn(match) && state.drafted?.scene) || state.scene;
  const showing = [state.phase, state.key, state.moves, state.draft, match.mine].join();
  if (showing !== table.shown) {
    table.shown = showing;
    board.show({
      scene,
      paths: state.paths ?? [],
      changes: changes.flat(),
      last: marks.last ?? (changes.length ? touched(changes) : board.state.last),
      arrows: marks.arrows ?? (changes.length ? [] : board.state.arrows),
      turn: state.turn ?? (state.over ? null : "chance"),
      over: Boolean(state.over),
      winners: soleWinners(match),
    });
  }
  paint(table, scene);
}

/**
 * Scroll to the board where most of it is out of sight, as on a phone. On its side the board always
 * is in sight: then to the words that belong to it.
 * @param {{board: {element: Element}|null}} table @param {Element} [words]
 */
export function bringIntoSight({ board }, words) {
  if (!board) return;
  const hidden = [board.element, ...(words ? [words] : [])].find((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0) < 0.8 * height;
  });
  hidden?.scrollIntoView({ block: "nearest", behavior: motionAllowed() ? "smooth" : "auto" });
}

/** Draw anew what stands beside the board. @param {Table} table */
export function repaint(table) {
  paint(table, table.board?.state.scene ?? {});
}

/** Show the board even if it seems to be what it was. @param {Table} table */
export function restore(table) {
  table.shown = "";
  refresh(table);
}

/**
 * Look at the board after some moves; after all of them is now.
 * @param {Table} table @param {number} number
 */
export async function look(table, number) {
  const { match, board } = table;
  table.studying?.close();
  table.plan?.stop();
  if (match.showing) endShow(table);
  const all = total(match);
  const wanted = Math.max(0, Math.min(number, all));
  const from = match.viewing ?? all;
  if (match.viewing === null && board) table.left = { at: match.last, ...marksOf(board.state) };
  match.viewing = wanted === all ? null : wanted;
  if (match.viewing === null) return comeBack(table);
  const step = await stepAt(match, wanted).catch((problem) => {
    toast(refusalText(problem, match.game));
    if (match.viewing === wanted) match.viewing = from === all ? null : from;
    repaint(table);
  });
  if (!step || !board || match.viewing !== wanted) return;
  const changes = step.changes ?? [];
  board.show({
    scene: step.scene,
    last: touched([changes]),
    changes: wanted === from + 1 ? changes : [],
  });
  paint(table, step.scene);
  if (step.say) announce(tell(match.game, step.say));
}

/** Show the match as it is now, with the marks of its latest turn. @param {Table} table */
async function comeBack(table) {
  const { match, left } = table;
  const { last } = match;
  const known = left?.at === last;
  table.shown = "";
  refresh(table, [], known ? marksOf(left) : { last: [], arrows: [] });
  if (known) return;
  const places = await lastPlaces(match).catch(() => []);
  if (match.viewing !== null || match.showing || match.last !== last) return;
  table.shown = "";
  refresh(table, [], { last: places });
}

/** @param {Marks} marked */
function marksOf({ last, arrows }) {
  return { last, arrows };
}

/**
 * Draw what stands beside the board, once there is one, and as long as it is looked at.
 * @param {Table} table @param {import("../types.js").Scene} scene
 */
export function paint(table, scene) {
  const { state } = table.match;
  if (!state || !table.board?.element.isConnected) return;
  table.lived ||= state.phase !== "over";
  for (const painter of table.painters) painter(scene);
}
