/**
 * The board of the study pages: it shows any position of a game and plays what is clicked, for all
 * players. The server says what positions look like and what can be played (`api.look`); no rule is
 * known here. Load words and style first (`study/words.js`).
 *
 *   await Promise.all([loadStudy(), loadGameTexts(game), loadStyle(game)]);
 *   const board = makeStudyBoard(game, { changed: (seen) => drawSide(seen) });
 *   fill(main, h("div", { class: "study-stage" }, board.element, board.bars));
 *   await board.open({ options: { size: 3 }, moves: ["1a1W", "1a2N"] });
 *   await board.play("1a3W");
 *   return board.release;
 *
 * A *place* is `{options, start, moves, ply}`, as in `study/address.js`: so
 * `analysisAddress(board.place)` is the address of what is shown.
 *
 *   element, bars       what to put on the page: the board; its buttons and dice
 *   open(place)         show another line; the board is drawn anew only where it has another shape
 *   go(ply), step(by)   show the line after so many moves; one step forward is seen and said
 *   play(token)         make a move where we are, a roll too; a different future is forgotten
 *   preview(tokens)     show what moves would lead to, faintly, until `preview(null)`
 *   overlay(parts)      draw over the position, until it changes or another overlay comes:
 *                       `arrows` `[{way, about?, angle?, kind}…]` (`arrowsOf(seen.changes)` makes
 *                       them of moves), `labels` `[{place, text, kind}…]`, `heat` `[{place, size,
 *                       letter, kind}…]`, `shapes` as in `core/tree.py`, `hint` (clicks). Each of
 *                       these is replaced on its own; `kind` is a class, `heat.size` 0…1
 *   lock(locked)        nothing can be played while it is locked
 *   say(words)          tell the screen reader
 *   flip(), tilt()      look at it from the other side, at a slant (where there are levels)
 *   place, seen         where we are, and what the server says of it (`Look` in types.js)
 *   board               the board below (`board/board.js`): state, svg
 *   release()           when the page is left
 *
 * @typedef {import("../types.js").Look} Look
 * @typedef {Omit<import("../address.js").Place, "game">} Where
 * @typedef {import("./overlay.js").Overlay} Overlay
 * @typedef {{
 *   move?: (token: string) => void,
 *   changed?: (seen: Look) => void,
 *   picked?: (clicks: string[]) => void,
 *   dice?: boolean,
 *   explain?: boolean,
 * }} On
 *   `move` is called when the reader makes a move or chooses a roll; without it the board plays it.
 *   Who takes it calls `play` (or `go`, to have it undone). `changed` is called when something else
 *   is shown, `picked` when the clicks so far of a move have changed. `dice: false`: nothing is rolled or chosen by the reader; the page plays rolls.
 *   `explain: false`: a click on what can't be played is not explained.
 * @typedef {ReturnType<typeof makeStudyBoard>} StudyBoard
 */

import * as api from "../api.js";
import { makeBoard } from "../board/board.js";
import { hasLevels } from "../board/state.js";
import { hushWhy, makeWhy, sayWhy } from "../board/why.js";
import { fill, h } from "../dom.js";
import { touched } from "../match/history.js";
import { mention } from "../notify.js";
import { change, settings } from "../settings.js";
import { playSound } from "../sound.js";
import { tell } from "../texts.js";
import { makeDice } from "./dice.js";
import { makeLooks } from "./looks.js";
import { makeOverlay } from "./overlay.js";

/** @param {string} game @param {On} [on] */
export function makeStudyBoard(game, on = {}) {
  const frame = h("div", { class: "frame" });
  const bars = h("div", { class: "bars" });
  const why = makeWhy();
  const overlay = makeOverlay();
  const dice = makeDice((token) => takeMove(token));
  let options = /** @type {Record<string, any>} */ ({});
  let start = /** @type {any} */ (null);
  let moves = /** @type {string[]} */ ([]);
  let ply = 0;
  let locked = false;
  let picked = "";
  let showing = false;
  let visit = 0; // what was asked for before the latest wish is not shown any more
  let seen = /** @type {Look|null} */ (null);
  let looks = makeLooks(null);
  let board = /** @type {import("../board/board.js").Board|null} */ (null);

  /** Show another line. @param {Where} where @returns {Promise<Look|null>} */
  async function open(where) {
    const mine = ++visit;
    const wanted = where.start?.options ?? where.options ?? {};
    const rules = await api.rules(game, wanted);
    if (mine !== visit) return seen;
    if (board?.state.board !== rules.board) makeNew(rules.board);
    [options, start] = [rules.changed ?? wanted, where.start ?? null];
    const from = start ?? rules.start;
    if (looks.start !== from) looks = makeLooks(from);
    moves = [...(where.moves ?? [])];
    return go(where.ply ?? moves.length, true);
  }

  /** @param {import("../types.js").BoardData} data */
  function makeNew(data) {
    const flipped = board?.state.flipped ?? false;
    board?.release();
    board = makeBoard(game, data, {
      move: takeMove,
      say: mention,
      explain: on.explain === false ? undefined : explain,
      drawn: tellPicked,
    });
    board.set({ flipped, tilted: settings.tilted && hasLevels(board.state) });
    overlay.lieOn(board);
    frame.style.setProperty("--ratio", board.element.style.getPropertyValue("--ratio"));
    fill(frame, board.element, why);
    fill(bars, dice.element, board.bar);
  }

  /** Tell what the reader has picked; what changes with the position is told by `changed`. */
  function tellPicked() {
    const now = board?.state.picked.join(" ") ?? "";
    if (now === picked) return;
    picked = now;
    if (!showing) on.picked?.(board?.state.picked ?? []);
  }

  /** @param {import("../board/board.js").Showing} scene */
  function put(scene) {
    showing = true;
    board?.show(scene);
    showing = false;
  }

  /** @param {string} token */
  function takeMove(token) {
    if (on.move) on.move(token);
    else play(token);
  }

  /**
   * Show the line after a number of moves.
   * @param {number} number @param {boolean} [quietly] without motion, sound and voice
   */
  async function go(number, quietly = false) {
    const mine = ++visit;
    const wanted = Math.max(0, Math.min(number, moves.length));
    const from = quietly ? null : ply;
    const look = await looks.after(moves.slice(0, wanted));
    if (mine !== visit || !board) return seen;
    ply = wanted;
    show(look, from);
    return look;
  }

  /** @param {Look} look @param {number|null} from where we were; null where that does not matter */
  function show(look, from) {
    seen = look;
    const changes = look.changes.at(-1) ?? [];
    const forward = from !== null && ply === from + 1;
    hushWhy(why);
    overlay.clear();
    put({
      scene: look.scene,
      paths: locked ? [] : look.paths,
      changes: forward ? changes : [],
      last: touched([changes]),
      turn: look.turn ?? (look.over ? null : "chance"),
      over: Boolean(look.over),
      winners: look.over?.winners.length === 1 ? look.over.winners : [],
    });
    drawDice(look, forward);
    if (forward) playSound(lastRoll() ? "roll" : "place");
    if (from !== null) mention(spoken(look, forward));
    on.changed?.(look);
  }

  /** The token of the roll that fell last, if the last move was one. */
  function lastRoll() {
    return ply && moves[ply - 1].startsWith("!") ? moves[ply - 1] : null;
  }

  /** @param {Look} look @param {boolean} tumbles */
  function drawDice(look, tumbles) {
    const offered = on.dice === false || locked ? [] : look.chance;
    if (board) dice.draw(board.state, { offered, rolled: lastRoll(), tumbles });
  }

  /** What has happened, or what there is to see. @param {Look} look @param {boolean} forward */
  function spoken(look, forward) {
    const phrases = forward ? look.say.slice(-1) : look.words;
    const end = look.over && forward ? look.words : [];
    return [...phrases, ...end].map((phrase) => tell(game, phrase)).join(" ");
  }

  /** Make a move where we are. @param {string} token @returns {Promise<Look|null>} */
  async function play(token) {
    const played = [...moves.slice(0, ply), token];
    await looks.after(played); // what is refused changes nothing
    if (moves[ply] !== token) moves = played;
    return go(ply + 1);
  }

  /**
   * Show what moves from here would lead to; null shows again where we are.
   * @param {string[]|null} tokens
   */
  async function preview(tokens) {
    const mine = ++visit;
    const look = tokens ? await looks.after([...moves.slice(0, ply), ...tokens]) : seen;
    if (mine !== visit || !board || !look) return;
    board.element.parentElement?.classList.toggle("previewing", Boolean(tokens));
    put({
      scene: look.scene,
      paths: tokens || locked ? [] : look.paths,
      last: touched(tokens ? look.changes.slice(-tokens.length) : look.changes.slice(-1)),
      turn: look.turn ?? (look.over ? null : "chance"),
      over: Boolean(look.over),
    });
    overlay.hide(Boolean(tokens));
  }

  /** @param {string} place */
  function explain(place) {
    if (board && seen) sayWhy(why, board.state, place, api.explain(seen.position, [], place));
  }

  /** Forbid playing, or allow it again. @param {boolean} wanted */
  function lock(wanted) {
    if (locked === wanted) return;
    locked = wanted;
    if (!board || !seen) return;
    board.state.paths = locked ? [] : seen.paths;
    board.redraw();
    drawDice(seen, false);
  }

  function flip() {
    board?.set({ flipped: !board.state.flipped });
    overlay.draw();
  }

  function tilt() {
    if (!board || !hasLevels(board.state)) return;
    change({ tilted: !board.state.tilted });
    board.set({ tilted: settings.tilted });
    overlay.draw();
  }

  return {
    element: frame,
    bars,
    open,
    go,
    step: (/** @type {number} */ by) => go(ply + by),
    play,
    preview,
    overlay: overlay.set,
    lock,
    say: mention,
    flip,
    tilt,
    get place() {
      return { game, options, start, moves: [...moves], ply };
    },
    get seen() {
      return seen;
    },
    get board() {
      return board;
    },
    release: () => board?.release(),
  };
}
