/**
 * A turning point on the board: the position before the turn, what was played and what was better,
 * each with what follows; and another try at it. It takes the place of the match's board.
 */

import * as api from "../../api.js";
import { arrowsOf } from "../../board/arrows.js";
import { button, fill, h } from "../../dom.js";
import { openOnward } from "../../match/onward.js";
import { playerName } from "../../match/names.js";
import { swatch } from "../../match/players.js";
import { bringIntoSight, repaint, restore } from "../../match/view.js";
import { announce, toast } from "../../notify.js";
import { refusalText } from "../../refusal.js";
import { motionAllowed } from "../../settings.js";
import { playSound } from "../../sound.js";
import { sentence } from "../../sentences.js";
import { percent, t, tell } from "../../texts.js";
import { analysisAddress } from "../../address.js";
import { makeStudyBoard } from "../board.js";
import { BAD, mistakes } from "./state.js";
import { markName, spoils, unbroken } from "./words.js";

/** @typedef {import("../../match/table.js").Table} Table */
/** @typedef {import("./state.js").Review} Review */
/** @typedef {import("./state.js").ReviewedTurn} ReviewedTurn */
/** @typedef {import("./state.js").Told} Told */

const STEP = 900; // milliseconds between the moves of a line that is shown

/**
 * Open a turning point; `trying` hides what was better until it is found or asked for.
 * @param {Table} table @param {Review} review @param {ReviewedTurn} turn @param {{trying?: boolean}} [how]
 */
export async function openPoint(table, review, turn, { trying = false } = {}) {
  const { match, parts } = table;
  table.studying?.close();
  let part = /** @type {import("./state.js").Part} */ (turn.worst);
  const mover = /** @type {number} */ (turn.turn);
  let bad = BAD.includes(turn.mark);
  const others = mistakes(review, match.mine);
  const panel = h("section", {
    class: "turning",
    "aria-label": t("review.point"),
    tabindex: -1,
  });
  const words = h("p", { class: "words" });
  const mark = h("span", { class: "mark" });
  const buttons = h("div", { class: "row wrap" });
  let visit = 0; // what runs is not shown any more once something else is wanted
  let comparing = 0; // the visit that shows both turns side by side
  let tokens = /** @type {string[]} */ ([]);
  const board = makeStudyBoard(match.game, { move: takeMove, dice: false });

  // ---- in place of the match's board -------------------------------------------------------------

  const stage = /** @type {HTMLElement} */ (parts.frame.parentElement);
  stage.classList.add("studying");
  parts.frame.before(board.element, panel);
  table.studying = { close, key, refresh };
  match.studied = part.start;
  repaint(table);

  function close() {
    visit++;
    table.studying = null;
    match.studied = null;
    const held = [panel, board.element].some((one) => one.contains(document.activeElement));
    board.element.remove();
    panel.remove();
    board.release();
    stage.classList.remove("studying");
    restore(table);
    if (held) table.board?.svg.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.key === "ArrowLeft") board.step(-1);
    else if (event.key === "ArrowRight") board.step(1);
    else if (event.key === "f") board.flip();
    else if (event.key === "Escape") close();
    else return false;
    visit++;
    return true;
  }

  /** Show what the review says now, unless somebody tries or watches. @param {Review} now */
  function refresh(now) {
    const found = now.turns.get(turn.index);
    if (visit !== comparing || !found?.worst || sameWords(found, turn)) return;
    [turn, part, bad] = [found, found.worst, BAD.includes(found.mark)];
    compare();
  }

  // ---- what was played, and what was better ------------------------------------------------------

  async function compare() {
    const mine = (comparing = ++visit);
    tokens = [];
    board.lock(true);
    await board.open({ start: part.position, moves: [], ply: 0 });
    const wanted = bad ? [part.played, part.best] : [part.played];
    const seen = await Promise.all(wanted.map(({ tokens: made }) => api.look(part.position, made)));
    if (mine !== visit) return;
    const colours = bad ? ["red", "green"] : ["green"];
    const put = seen.map(({ changes, scene }) => piecesPut(changes, scene));
    board.overlay({
      arrows: seen.flatMap(({ changes }, index) =>
        arrowsOf(changes).map((arrow) => ({ ...arrow, kind: `drawn ${colours[index]}` })),
      ),
      ...besideEachOther(put, colours),
    });
    draw();
  }

  /** Show a line move by move. @param {Told} told */
  async function showLine(told) {
    const mine = ++visit;
    board.lock(true);
    const moves = [...told.tokens, ...told.line];
    await board.open({ start: part.position, moves, ply: 0 });
    for (let ply = 1; ply <= moves.length && mine === visit; ply++) {
      await board.go(ply);
      await new Promise((done) => setTimeout(done, motionAllowed() ? STEP : STEP / 2));
    }
  }

  // ---- another try -------------------------------------------------------------------------------

  async function tryAgain() {
    const mine = ++visit;
    tokens = [];
    board.lock(true);
    await board.open({ start: part.position, moves: [], ply: 0 });
    if (mine !== visit) return;
    board.lock(false);
    say(t("review.try.text", { player: playerName(match, mover), turn: turn.number }));
    drawTrying();
    board.board?.svg.focus({ preventScroll: true });
  }

  /** @param {string} token */
  async function takeMove(token) {
    const mine = ++visit;
    tokens = [...tokens, token];
    const seen = await board.play(token);
    drawTrying();
    if (!seen || mine !== visit || seen.turn === mover) return;
    board.lock(true);
    say(t("review.try.thinking"));
    try {
      const verdict = await api.judge(part.position, tokens);
      if (mine === visit) await answer(verdict);
    } catch (problem) {
      say(refusalText(problem, match.game));
    }
  }

  /** @param {any} verdict */
  async function answer(verdict) {
    if (verdict.accepted) {
      playSound("win");
      const best = verdict.loss <= 0.005;
      say(t(best ? "review.try.best" : "review.try.good"));
      drawSolved();
      return;
    }
    const why = verdict.why && !spoils(verdict) ? ` ${sentence(match.game, verdict.why)}` : "";
    say(`${t("review.try.wrong", { loss: percent(verdict.loss) })}${why}`);
    drawTrying(true);
    const mine = ++visit;
    const moves = [...tokens, ...verdict.played.line];
    await board.open({ start: part.position, moves, ply: tokens.length });
    for (let ply = tokens.length + 1; ply <= moves.length && mine === visit; ply++) {
      await new Promise((done) => setTimeout(done, motionAllowed() ? STEP : STEP / 2));
      if (mine === visit) await board.go(ply);
    }
  }

  // ---- beside it ---------------------------------------------------------------------------------

  /** @param {string} text */
  function say(text) {
    fill(words, ...unbroken(text));
    announce(text);
  }

  function draw() {
    const why = turn.why ? sentence(match.game, turn.why) : "";
    fill(
      mark,
      h("span", { "aria-hidden": "true" }, turn.mark),
      h("span", { class: "unseen" }, ` ${markName(turn.mark)}`),
    );
    mark.dataset.mark = turn.mark;
    const cost = bad ? t("review.cost", { loss: percent(turn.loss) }) : markName(turn.mark);
    say([why, cost].filter(Boolean).join(" "));
    fill(
      buttons,
      lineButton("review.played", part.played, "red", bad),
      bad && lineButton("review.best", part.best, "green", true),
      bad && button(t("review.try"), tryAgain, { class: "primary small" }),
      ...ways(),
    );
  }

  /** @param {string} key @param {Told} told @param {string} colour @param {boolean} marked */
  function lineButton(key, told, colour, marked) {
    const label = t(key, { tokens: told.tokens.join(" ") });
    const spoken = told.say.map((phrase) => tell(match.game, phrase)).join("; ");
    return button(label, () => showLine(told), {
      class: `small line ${marked ? colour : "green"}`,
      title: spoken,
      "aria-label": `${label}. ${spoken}`,
    });
  }

  /** @param {boolean} [wrong] */
  function drawTrying(wrong = false) {
    fill(
      buttons,
      button(t(wrong ? "review.try" : "review.over-again"), tryAgain, {
        class: wrong ? "primary small" : "small",
        disabled: !tokens.length,
      }),
      button(t("review.show"), compare, { class: "small" }),
      ...ways(),
    );
  }

  function drawSolved() {
    const place = others.findIndex(({ index }) => index === turn.index);
    const next = place >= 0 ? others[place + 1] : null;
    fill(
      buttons,
      next &&
        button(t("review.next"), () => openPoint(table, review, next, { trying: true }), {
          class: "primary small",
        }),
      button(t("review.show"), compare, { class: "small" }),
      ...ways(),
    );
    if (!next) say(`${words.textContent} ${t("review.finished")}`);
  }

  function ways() {
    const moves = match.history.flatMap((one) => one.tokens);
    const href = analysisAddress({
      game: match.game,
      options: match.rules?.changed ?? match.options,
      moves,
      ply: part.start,
    });
    return [
      button(t("match.onward"), () => openOnward(match, part.start), { class: "plain small" }),
      h("a", { class: "button plain small", href }, t("review.analysis")),
      button(t("review.back"), close, { class: "plain small" }),
    ];
  }

  const title = t("review.turn", { number: turn.number, player: playerName(match, mover) });
  fill(panel, h("h2", {}, swatch(match, mover), h("span", {}, title), mark), words, buttons);
  try {
    await (trying ? tryAgain() : compare());
  } catch (problem) {
    toast(refusalText(problem, match.game));
    close();
  }
  bringIntoSight({ ...table, board: board.board }, panel);
}

/** Whether the same is to be told of a turn. @param {ReviewedTurn} one @param {ReviewedTurn} other */
function sameWords(one, other) {
  const told = (/** @type {ReviewedTurn} */ { mark, loss, why, worst }) =>
    JSON.stringify([mark, loss, why, worst?.best.tokens, worst?.played.line]);
  return told(one) === told(other);
}

/** What turns put down. @param {import("../../types.js").Change[][]} changes @param {import("../../types.js").Scene} scene */
function piecesPut(changes, scene) {
  const places = new Set(
    changes.flatMap((some) => some.filter(({ how }) => how === "appears").map(({ end }) => end)),
  );
  return (scene.pieces ?? []).filter(({ place }) => places.has(place));
}

/**
 * The pieces of two turns with rings round them: those of one place side by side, unless they are
 * alike.
 * @param {import("../../types.js").Piece[][]} put @param {string[]} colours
 */
function besideEachOther(put, colours) {
  const [played, best = []] = put;
  const isShared = (/** @type {import("../../types.js").Piece} */ { place, symbol }) =>
    played.some((one) => one.place === place && one.symbol !== symbol) ||
    best.some((one) => one.place === place && one.symbol !== symbol);
  const all = put.flatMap((pieces, index) =>
    pieces.map((piece) => ({ piece, colour: colours[index], side: index ? 1 : -1 })),
  );
  return {
    ghosts: all.map(({ piece, colour, side }) =>
      isShared(piece)
        ? { piece, kind: colour, side: /** @type {1|-1} */ (side) }
        : { piece, kind: colour },
    ),
    shapes: all
      .filter(({ piece }) => !isShared(piece))
      .map(({ piece, colour }) => ({
        kind: /** @type {"ring"} */ ("ring"),
        cells: [piece.place],
        colour,
      })),
  };
}
