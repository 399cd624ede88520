/**
 * What others do is shown so that it can be followed: after a moment, one action at a time.
 *
 * The match itself is taken in at once (clocks and turns are true); only the board, the list of
 * moves and the words about it come later. `match.showing` says how far they are. The reader sets
 * the pace, and a click on the board ends the show.
 */

import * as api from "../api.js";
import { arrowsOf } from "../board/arrows.js";
import { announce } from "../notify.js";
import { settings } from "../settings.js";
import { tell } from "../texts.js";
import { total, touched, turns } from "./history.js";
import { soundOfMove } from "./news.js";
import { endShow, until } from "./show.js";
import { paint, refresh } from "./view.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("./show.js").Frame} Frame */

/** Milliseconds before an answer, counted from what was seen last, and for each action. */
const PACES = {
  slow: { before: 1000, action: 900 },
  normal: { before: 600, action: 450 },
  fast: { before: 500, action: 350 },
};

/** The choices of the reader, the slowest first. */
export const PACE_NAMES = /** @type {const} */ (["slow", "normal", "fast", "at-once"]);

/** What has to be seen in order; everything else may be known at once. */
const IN_ORDER = ["turn", "rolled", "ended"];

/**
 * Show what an event did, now or behind what is being shown.
 * @param {Table} table @param {any} event @param {Change[][]} changes
 * @param {() => void} known makes it known, once it is seen
 */
export function showEvent(table, event, changes, known) {
  const { match, show } = table;
  const waits = show.running && IN_ORDER.includes(event.type);
  if (!waits && !isWorthShowing(table, event)) {
    if (event.type === "takenback") endShow(table);
    known(); // what happened is said before what comes now
    refresh(table, changes);
    if (changes.length) show.seen = performance.now(); // now it is drawn
    return;
  }
  const before = event.state.moves - (event.tokens?.length ?? 0);
  match.showing ??= { moves: before, listed: before, seat: event.seat ?? null };
  show.queue.push({ frames: event.tokens ? framesOf(match, event) : [], known });
  if (!show.running) run(table);
}

/** Whether an event is somebody else's turn, and the reader looks on. @param {Table} table @param {any} event */
function isWorthShowing({ match, board }, { type, seat }) {
  const watching = settings.pace !== "at-once" && !document.hidden && match.viewing === null;
  return type === "turn" && !match.mine.includes(seat) && watching && board !== null;
}

/**
 * The board after each action of a turn; asked for where the event does not tell.
 * @param {Match} match @param {any} event @returns {Promise<Frame[]>|Frame[]}
 */
function framesOf(match, { seat = null, tokens, changes, state }) {
  const { moves, scene } = state;
  const last = { moves, seat, scene, changes: changes.at(-1) };
  if (tokens.length === 1) return [last];
  const first = moves - tokens.length;
  return api.steps(match.id, first + 1, moves - 1).then(
    ({ steps }) => [...steps.map(frameOf), last],
    () => [{ ...last, changes: changes.flat() }], // all at once is better than nothing
  );
}

/** @param {import("../types.js").Step} step @returns {Frame} */
function frameOf({ moves, seat, scene, changes = [] }) {
  return { moves, seat, scene, changes };
}

/** Show the queue, until it is empty. @param {Table} table */
async function run(table) {
  const { match, show, parts } = table;
  show.running = true;
  parts.frame.classList.add("showing");
  /** Everything that the latest turn did, to be marked at the end. @type {Change[][]} */
  let done = [];
  for (let item = show.queue.shift(); item; item = show.queue.shift()) {
    const frames = await item.frames;
    if (frames.length) done = [];
    else await until(show, show.seen + pace().action);
    for (const [index, frame] of frames.entries()) {
      await until(show, show.seen + (index ? pace().action : pace().before));
      done.push(frame.changes);
      if (index) soundOfMove(table, frame.seat);
      else item.known();
      const isLast = index === frames.length - 1 && !show.queue.length;
      if (isLast && frame.moves === total(match)) finish(table, [frame.changes], done);
      else if (!show.hurried) display(table, frame);
      show.seen = performance.now();
    }
    if (!frames.length) {
      item.known();
      if (!show.queue.length) finish(table, [], done);
    }
  }
  if (match.showing) finish(table, [], done);
  show.running = false;
  show.hurried = false;
  parts.frame.classList.remove("showing");
}

/** @param {Table} table @param {Frame} frame */
function display(table, frame) {
  const { match, board } = table;
  const { moves, seat, scene, changes } = frame;
  if (match.showing) {
    const listed = Math.max(match.showing.listed, moves);
    match.showing = { moves, listed, seat: seat ?? match.showing.seat }; // a roll is in somebody's turn
  }
  table.shown = "";
  board?.show({
    scene,
    changes,
    last: touched([changes]),
    arrows: arrowsOf([changes]),
    turn: seat ?? "chance",
  });
  paint(table, scene);
}

/** Show the match as it is now. @param {Table} table @param {Change[][]} changes what is seen to happen @param {Change[][]} done */
function finish(table, changes, done) {
  const { match, show } = table;
  match.showing = null;
  table.shown = "";
  const marks = done.length ? { last: touched(done), arrows: arrowsOf(done) } : {};
  refresh(table, show.hurried ? [] : changes, marks);
}

/** See the latest turn of the others once more. @param {Table} table */
export async function showAgain(table) {
  const { match, show, board } = table;
  const found = latestOfOthers(match);
  if (!found || show.running || !board) return;
  const { from, to } = found;
  const { steps } = await api.steps(match.id, from, to);
  if (show.running || steps.length < 2) return;
  match.viewing = null;
  const [start, ...others] = steps;
  match.showing = { moves: from, listed: total(match), seat: others[0].seat };
  board.show({ scene: start.scene, turn: others[0].seat ?? "chance" });
  paint(table, start.scene);
  show.seen = performance.now();
  const words = others.map(({ say }) => say && tell(match.game, say)).filter(Boolean);
  show.queue.push({ frames: others.map(frameOf), known: () => announce(words.join(". ")) });
  if (to < total(match)) show.queue.push({ frames: [], known: () => {} });
  run(table);
}

/**
 * The moves of the latest turn of others, with the rolls in it.
 * @param {Match} match @returns {{from: number, to: number}|null}
 */
export function latestOfOthers(match) {
  const watching = match.mine.length === 0 || match.mine.length === match.state?.seats.length;
  let to = total(match);
  for (const { seat, moves } of turns(match.history).reverse()) {
    const from = to - moves.length;
    if (seat !== null && (watching || !match.mine.includes(seat))) return { from, to };
    to = from;
  }
  return null;
}

/** The reader's pace; who wants everything at once sees it again in a common one. */
function pace() {
  return PACES[/** @type {keyof typeof PACES} */ (settings.pace)] ?? PACES.normal;
}
