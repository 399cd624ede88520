/** The match page: the board as the hero, and beside it everything about the match. */

import * as api from "../api.js";
import { loadStyle, makeBoard } from "../board/board.js";
import { hasLevels } from "../board/state.js";
import { fill, h } from "../dom.js";
import { go } from "../go.js";
import { loadLevels } from "../levels.js";
import { remember, remembered } from "../memory.js";
import { mention, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { settings } from "../settings.js";
import { gameText, loadGameTexts, t } from "../texts.js";
import { drawAbout } from "./about.js";
import { makeActions } from "./actions.js";
import { connect } from "./connection.js";
import { drawCurtain } from "./curtain.js";
import { drawDie } from "./dice.js";
import { toggleRules } from "./drawer.js";
import { explain, hush } from "./explain.js";
import { lastPlaces, movesShown } from "./history.js";
import { makeHowTo } from "./howto.js";
import { makeMoves } from "./moves.js";
import { isMyTurn } from "./names.js";
import { makeKnown } from "./news.js";
import { makeOnward } from "./onward.js";
import { showAgain, showEvent } from "./pace.js";
import { makePlan } from "./plan.js";
import { drawPlayers, tick } from "./players.js";
import { pushToo, saySight } from "./push.js";
import { carriedShare, hashOf, newShare } from "./share.js";
import { shareInDice, shareOfRematch } from "./sharing.js";
import { endShow } from "./show.js";
import { takeEvent, takeSnapshot, takeTime } from "./state.js";
import { drawAnswer, drawConnection, drawGuests, drawNotes, drawStatus } from "./status.js";
import { ask, makeTable } from "./table.js";
import { makeTalk } from "./talk.js";
import { drawTools, flip } from "./tools.js";
import { makeDraft, play } from "./turn.js";
import { makeTyped } from "./typed.js";
import { bringIntoSight, look, refresh, repaint } from "./view.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {HTMLElement} main @param {string} id @param {string} [move] to look at first */
export async function show(main, id, move) {
  main.className = "match";
  fill(main, h("p", { class: "loading soft" }, t("match.connecting")));
  const table = makeTable(id, await seatOf(id));
  const layOut = arrange(table, main);
  const clock = setInterval(() => tick(table.parts.players, table.match), 250);
  const keys = (/** @type {KeyboardEvent} */ event) => walkByKey(table, event);
  addEventListener("keydown", keys);
  const sight = () => saySight(table);
  document.addEventListener("visibilitychange", sight);
  const leave = () => {
    table.line?.close();
    table.ended?.abort();
    table.studying?.close();
    table.board?.release();
    clearInterval(clock);
    removeEventListener("keydown", keys);
    document.removeEventListener("visibilitychange", sight);
  };
  try {
    await new Promise((seated, failed) => sitDown(table, layOut, () => seated(true), failed));
  } catch (problem) {
    leave();
    throw problem;
  }
  pushToo(table.match);
  if (move !== undefined) await look(table, Number(move));
  return leave;
}

/**
 * Open the line to the server, and keep the page up with what it says.
 * @param {Table} table @param {() => void} layOut
 * @param {() => void} seated once the match is shown @param {(problem: unknown) => void} failed
 */
function sitDown(table, layOut, seated, failed) {
  const { match } = table;
  table.line = connect(match.id, {
    hello: () => ({ secret: match.secret, after: match.state ? match.last : undefined }),
    change: (state) => {
      drawConnection(table, state);
      match.late = match.sending !== null && (match.late || state !== "connected");
      repaint(table);
    },
    welcome: (message) => void greet(message).catch(fail),
    event: (event) => void hear(table, event, layOut).catch(fail),
  });

  /** @param {any} message */
  async function greet(message) {
    match.mine = message.welcome.mine ?? match.mine;
    takeTime(match, message.welcome.now);
    if (message.snapshot) {
      endShow(table);
      takeSnapshot(match, message.snapshot);
      await setUp(table, layOut);
    } else catchUp(table, message.events ?? [], layOut);
    shareInDice(table);
    if (document.hidden) saySight(table);
    seated();
  }

  /** Without a board there is nothing to see; later faults are for the console. @param {unknown} problem */
  function fail(problem) {
    if (table.board) throw problem;
    failed(problem);
  }
}

/** Take in what was missed; of much of it only the end is shown. @param {Table} table @param {any[]} events @param {() => void} layOut */
function catchUp(table, events, layOut) {
  for (const missed of events) hear(table, missed, layOut);
  if (events.filter(({ type }) => type === "turn").length > 2) endShow(table);
}

/** Take in an event. @param {Table} table @param {any} event @param {() => void} layOut */
async function hear(table, event, layOut) {
  const { match } = table;
  const wasMine = isMyTurn(match);
  if (event.event !== undefined && event.event <= match.last) return;
  const changes = takeEvent(match, event);
  shareInDice(table);
  if (event.type === "begun") await setUp(table, layOut);
  if (event.type === "takenback") markBefore(table);
  showEvent(table, event, changes, () => makeKnown(table, event, wasMine));
  if (event.type === "rematch" && match.mine.length) {
    const { game, secret } = match;
    remember(event.match, { game, secret, ...shareOfRematch(match) });
    go(`/m/${event.match}`);
  }
}

/** Mark the move that is the last one now: it is not the one that was taken back. @param {Table} table */
async function markBefore(table) {
  const { match, board } = table;
  if (!board) return;
  Object.assign(board.state, { last: [], arrows: [] });
  const last = await lastPlaces(match).catch(() => []);
  table.shown = "";
  refresh(table, [], { last, arrows: [] });
}

/** Get the rules' board, and put the page together. @param {Table} table @param {() => void} layOut */
async function setUp(table, layOut) {
  const { match } = table;
  const [rules, game] = await Promise.all([
    api.rules(match.game, match.options),
    api.gameNamed(match.game),
    loadGameTexts(match.game),
    loadStyle(match.game),
    loadLevels(),
  ]);
  match.rules = rules;
  match.resources = game?.resources ?? [];
  match.presets = game?.presets ?? [];
  remember(match.id, { game: match.game, secret: match.secret, over: Boolean(match.state?.over) });
  const held = table.board?.element.contains(document.activeElement);
  table.board?.release();
  const board = makeBoard(match.game, match.rules.board, {
    move: (token) => {
      hush(table);
      if (table.planning) table.plan?.move(token);
      else play(table, token);
    },
    say: mention,
    explain: (place) => explain(table, place),
  });
  board.set({
    tilted: settings.tilted && hasLevels(board.state),
    flipped: match.flipped ?? sitsOpposite(match),
  });
  table.board = board;
  table.shown = "";
  layOut();
  if (held) board.svg.focus({ preventScroll: true });
  const { last } = match;
  const places = await lastPlaces(match).catch(() => null);
  if (places && match.last === last) {
    board.state.last = places;
    table.shown = ""; // the board may have been drawn meanwhile, without them
  }
  refresh(table);
}

/** Whether the reader sees the board from the second player's side. @param {import("./state.js").Match} match */
function sitsOpposite({ mine, rules }) {
  return Boolean(rules?.board.opposite) && mine.length === 1 && mine[0] === 1;
}

/**
 * Say what stands where.
 * @param {Table} table @param {HTMLElement} main
 * @returns {() => void} puts it there, once there is a board
 */
function arrange(table, main) {
  const { match, parts } = table;
  const moves = makeMoves(match, {
    look: (number) => {
      look(table, number);
      bringIntoSight(table);
    },
    again: () => showAgain(table),
  });
  const onward = makeOnward(table);
  moves.element.append(onward.element);
  endByClick(table);
  const actions = makeActions(table);
  const howTo = makeHowTo(match);
  const talk = makeTalk(table);
  const plan = makePlan(table);
  table.plan = plan;
  const draft = makeDraft(table);
  const typed = makeTyped(table, (token) => play(table, token));
  table.painters = [
    (scene) => drawStatus(table, scene),
    () => drawAbout(parts.about, match),
    (scene) => drawPlayers(parts.players, match, scene),
    (scene) => drawNotes(table, scene),
    () => tick(parts.players, match),
    () => drawDie(table),
    draft.draw,
    () =>
      drawCurtain(parts.curtain, match, {
        join: (name) => join(table, name),
        rules: () => toggleRules(table),
        throw: (seat, sign) => ask(table, "throw", { seat, sign }),
      }),
    () => drawGuests(table),
    () => drawAnswer(table),
    () => drawTools(table),
    moves.draw,
    onward.draw,
    actions.draw,
    talk.draw,
    plan.draw,
    typed.draw,
    () => void howTo.draw(),
  ];
  const told = h("div", { class: "told" }, parts.die, parts.status);
  const below = h("div", { class: "below" }, told, parts.bar);
  const stage = h(
    "section",
    { class: "stage", "aria-label": t("board.role") },
    parts.frame,
    below,
    h(
      "div",
      { class: "under" },
      parts.tools,
      parts.answer,
      h("div", { class: "presence" }, parts.guests, parts.connection),
    ),
  );
  const side = h(
    "aside",
    { class: "side" },
    parts.about,
    parts.players,
    howTo.element,
    parts.notes,
    parts.review,
    plan.element,
    moves.element,
    typed.element,
    talk.element,
    actions.element,
  );
  return () => {
    if (!table.board) return;
    main.style.setProperty("--ratio", table.board.element.style.getPropertyValue("--ratio"));
    fill(parts.frame, table.board.element, parts.why, parts.curtain);
    fill(parts.bar, table.board.bar, parts.draft);
    const title = gameText(match.game, "title", match.game);
    if (stage.parentElement !== main) fill(main, h("h1", { class: "unseen" }, title), stage, side);
  };
}

/** A click on the board, or Enter or Escape, ends what is being shown, and does nothing else. @param {Table} table */
function endByClick(table) {
  const { frame } = table.parts;
  const end = (/** @type {Event} */ event) => {
    if (!table.show.running) return;
    event.stopPropagation();
    event.preventDefault();
    endShow(table);
  };
  frame.addEventListener("pointerdown", end, { capture: true });
  frame.addEventListener(
    "keydown",
    (event) => ["Enter", " ", "Escape"].includes(event.key) && end(event),
    { capture: true },
  );
}

/** Take a free seat. @param {Table} table @param {string} name */
async function join(table, name) {
  const { match } = table;
  const share = newShare();
  match.joining = true; // who sits down need not be told so
  try {
    const taken = await api.join(match.id, name, match.secret, hashOf(share));
    match.secret = taken.secret;
    match.share = share;
    match.state = null; // everything is asked for anew, by the one who sits there now
    remember(match.id, { game: match.game, secret: taken.secret, with: "friend", share });
    table.line?.reopen();
  } catch (refusal) {
    toast(refusalText(refusal, match.game));
  }
  match.joining = false;
}

/** Left and right go through the moves unless the board wants them, f flips the board. @param {Table} table @param {KeyboardEvent} event */
function walkByKey(table, event) {
  const busy = /** @type {Element} */ (event.target).closest?.("input, textarea, select, dialog");
  if (busy || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (table.studying?.key(event)) return;
  const now = movesShown(table.match);
  if (event.key === "ArrowLeft") look(table, now - 1);
  else if (event.key === "ArrowRight") look(table, now + 1);
  else if (event.key === "f") flip(table);
}

/**
 * The secret to sit down with, or none; an address that leads to no match is refused. A link may
 * carry a seat in its fragment. Anybody can write such a link: what it carries is kept only if it
 * holds a seat, and never in place of a seat that is ours already. What the seat shares in the dice
 * may come with it.
 * @param {string} id @returns {Promise<string|null>}
 */
async function seatOf(id) {
  const { hash, href, pathname } = location;
  const [, carried, value] = /^#([\w-]{8,100})(?:\.([0-9a-f]{64}))?$/.exec(hash) ?? [];
  const own = remembered(id)?.secret ?? null;
  const { mine } = await api.match(id, own);
  const tried = carried && carried !== own && !mine.length ? await api.match(id, carried) : null;
  // Not before: what failed in passing is tried again, and must not have lost the seat by then.
  if (hash && location.href === href) history.replaceState(null, "", pathname);
  const along = value && !remembered(id)?.share ? { share: carriedShare(value) } : {};
  if (carried && carried === own) remember(id, along);
  if (!carried || carried === own) return own;
  if (tried?.mine.length) {
    remember(id, { secret: carried, ...along });
    return carried;
  }
  toast(t(mine.length ? "match.seat.kept" : "match.seat.none"));
  return own;
}
