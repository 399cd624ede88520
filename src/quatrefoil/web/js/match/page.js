/** The match page: the board as the hero, and beside it everything about the match. */

import * as api from "../api.js";
import { makeBoard } from "../board/board.js";
import { hasDemand, hasLevels } from "../board/state.js";
import { openDialog } from "../dialog.js";
import { button, fill, h } from "../dom.js";
import { go } from "../go.js";
import { remember, remembered } from "../memory.js";
import { announce, notify, setTitle, toast } from "../notify.js";
import { change, settings } from "../settings.js";
import { playSound } from "../sound.js";
import { gameText, loadGameTexts, t, tell } from "../texts.js";
import { makeActions, offerNotes } from "./actions.js";
import { connect } from "./connection.js";
import { drawCurtain } from "./curtain.js";
import { showRoll } from "./dice.js";
import { stepAt, total, touched } from "./history.js";
import { makeMoves } from "./moves.js";
import { isMyTurn, playerName, reasonLine, scoreLine, statusLine } from "./names.js";
import { drawPlayers, tick } from "./players.js";
import { openReview } from "./review.js";
import { matchState, takeEvent, takeSnapshot, takeState } from "./state.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("../types.js").Change} Change */

/** @param {HTMLElement} main @param {string} id */
export async function show(main, id) {
  const match = matchState(id, takeSeatAlong(id) ?? remembered(id)?.secret ?? null);
  /** @type {import("../board/board.js").Board|null} */
  let board = null;
  let shown = ""; // what the board shows, in short
  const parts = makeParts();
  const line = connect(id, { hello, welcome, event, change: onConnection });
  const moves = makeMoves(match, look);
  const actions = makeActions(match, ask, { hint, review: () => openReview(match, look), describe });
  const typed = typedMoves(match, (token) => play(token));
  /** @type {(value?: unknown) => void} */
  let arrived = () => {};
  const ready = new Promise((resolve) => (arrived = resolve));
  const clock = setInterval(() => tick(parts.players, match), 250);
  const keys = (/** @type {KeyboardEvent} */ event) => walkByKey(event);
  addEventListener("keydown", keys);

  main.className = "match";
  fill(main, h("p", { class: "loading soft" }, t("match.connecting")));
  api.exists(id).catch(() => {
    line.close();
    arrived(new api.ApiError("not-found", id, 404));
  });
  const problem = await ready;
  if (problem) throw problem;
  return () => {
    line.close();
    board?.release();
    clearInterval(clock);
    removeEventListener("keydown", keys);
  };

  // ---- what the server says -------------------------------------------------------------------

  function hello() {
    return { secret: match.secret, after: match.state ? match.last : undefined };
  }

  /** @param {any} message */
  async function welcome(message) {
    match.mine = message.welcome.mine ?? match.mine;
    if (message.snapshot) {
      takeSnapshot(match, message.snapshot);
      await prepare();
      refresh();
    } else for (const missed of message.events ?? []) event(missed);
    arrived();
  }

  /** @param {any} told */
  function event(told) {
    const before = isMyTurn(match);
    const known = match.last;
    const changes = takeEvent(match, told);
    if (told.event !== undefined && told.event <= known) return;
    if (told.type === "begun") begin(told);
    if (told.type === "rolled") showRoll(parts.die, /** @type {any} */ (board).state, told.tokens[0]);
    if (told.type === "tied") toast(t("throw.tied", { sign: t(`throw.${told.signs[0]}`) }));
    if (told.type === "declined") toast(t("match.declined", { player: playerName(match, told.seat) }));
    if (told.type === "takenback") toast(t("match.takenback"));
    if (told.type === "draft") takeState(match, told.state);
    refresh(match.viewing === null ? changes : []);
    if (told.say) speak(told);
    makeKnown(told, before);
    if (told.type === "rematch" && match.mine.length) follow(told.match);
  }

  /** The rules may have changed with who begins. @param {any} told */
  async function begin(told) {
    if (told.by === "rps" && match.state?.turn !== null)
      toast(t("throw.begins", { player: playerName(match, match.state?.turn ?? 0) }));
    await prepare();
    refresh();
  }

  /** @param {"connecting"|"connected"|"offline"} state */
  function onConnection(state) {
    match.connection = state;
    parts.connection.dataset.state = state;
    parts.connection.textContent = t(`match.${state}`);
  }

  /** Get the board, and put the page together. */
  async function prepare() {
    await loadGameTexts(match.game);
    match.rules = await api.rules(match.game, match.options);
    const known = remembered(id);
    remember(id, { game: match.game, secret: match.secret ?? known?.secret ?? null, over: Boolean(match.state?.over) });
    board?.release();
    shown = "";
    board = makeBoard(match.game, match.rules.board, { move: play, say: announce });
    board.set({ tilted: settings.tilted && hasLevels(board.state), flipped: board.state.flipped });
    fill(parts.frame, board.element, parts.curtain);
    fill(parts.bar, parts.die, board.bar, parts.draft);
    fill(
      main,
      h("section", { class: "stage", "aria-label": t("board.role") }, parts.frame, h("div", { class: "below" }, parts.status, parts.bar), parts.tools),
      h("aside", { class: "side" }, parts.players, parts.notes, moves.element, typed.element, actions.element, h("div", { class: "feet" }, parts.connection, parts.guests)),
    );
    drawTools();
  }

  // ---- what the reader does -------------------------------------------------------------------

  /**
   * Ask the server for something, and say so if it refuses.
   * @param {string} verb @param {Record<string, any>} [fields]
   */
  async function ask(verb, fields = {}) {
    const answer = await line.send(verb, fields);
    if (!answer.ok) {
      toast(answer.message || t("match.refused"));
      shown = "";
      refresh();
    }
    return answer;
  }

  /** Make a move: at once, or as part of a turn. @param {string} token */
  async function play(token) {
    if (match.viewing !== null) return look(total(match));
    const turns = match.rules?.board.turns ?? "";
    if (!turns) {
      await ask("play", { tokens: [token], at: match.last });
      return;
    }
    const alone = match.state?.paths?.find((path) => path.token === token)?.clicks.length === 1;
    await draft([...(match.state?.draft ?? []), token], turns === "parts" || alone);
  }

  /**
   * Store a part of a turn; send it off if it is all of one and needs no more asking.
   * @param {string[]} tokens @param {boolean} send
   */
  async function draft(tokens, send) {
    const answer = await ask("draft", { tokens });
    if (!answer.ok) return;
    takeState(match, answer.state);
    playSound("place");
    const button = send && answer.state.drafted?.complete;
    refresh(answer.changes ? [answer.changes] : []);
    if (button) await confirm();
  }

  async function confirm() {
    await ask("play", { tokens: match.state?.draft ?? [], at: match.last });
  }

  async function hint() {
    const answer = await ask("hint");
    if (!answer.ok) return;
    board?.hint(answer.token);
    const words = tell(match.game, answer.say);
    toast(t("match.hint.text", { token: answer.token, words }));
    announce(words);
  }

  async function describe() {
    const answer = await ask("describe");
    if (!answer.ok) return;
    const words = answer.words.map((/** @type {any} */ phrase) => h("p", {}, tell(match.game, phrase)));
    openDialog(t("match.describe"), [h("div", { class: "stack" }, ...words)]);
  }

  /** @param {string} name */
  async function join(name) {
    try {
      const taken = await api.join(id, name, match.secret);
      match.secret = taken.secret;
      remember(id, { game: match.game, secret: taken.secret, with: "friend" });
      match.state = null; // ask for everything anew, as the one who sits there
      line.reopen();
    } catch (refusal) {
      toast(refusal instanceof Error ? refusal.message : t("match.refused"));
    }
  }

  /** Look at the board after some moves; after all of them is now. @param {number} number */
  async function look(number) {
    const all = total(match);
    const wanted = Math.max(0, Math.min(number, all));
    const from = match.viewing ?? all;
    match.viewing = wanted === all ? null : wanted;
    shown = "";
    if (match.viewing === null) return refresh();
    const step = await stepAt(match, wanted);
    if (!step || match.viewing !== wanted) return;
    const forward = wanted === from + 1;
    board?.show({ scene: step.scene, last: touched([step.changes ?? []]), changes: forward ? (step.changes ?? []) : [] });
    drawBeside(step.scene);
    if (step.say) announce(tell(match.game, step.say));
  }

  /** @param {KeyboardEvent} event */
  function walkByKey(event) {
    const inField = /** @type {Element} */ (event.target).closest?.("input, textarea, select, dialog, svg[tabindex]");
    if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
    const now = match.viewing ?? total(match);
    if (event.key === "ArrowLeft") look(now - 1);
    else if (event.key === "ArrowRight") look(now + 1);
    else if (event.key === "f") flip();
  }

  function flip() {
    board?.set({ flipped: !board.state.flipped });
  }

  // ---- what the page shows --------------------------------------------------------------------

  /**
   * Show the match as it is now. The board is left alone where nothing on it has changed, so that
   * news about offers and guests does not disturb a move that is being made.
   * @param {Change[][]} [changes] what has just happened
   */
  function refresh(changes = []) {
    const { state } = match;
    if (!state || !board) return;
    const drafted = isMyTurn(match) ? state.drafted : undefined;
    const scene = drafted?.scene ?? state.scene;
    const showing = [state.phase, state.key, state.moves, state.draft, match.mine, match.viewing].join();
    if (showing !== shown && match.viewing === null) {
      const last = changes.length ? touched(changes) : board.state.last;
      board.show({
        scene,
        paths: state.paths ?? [],
        changes: changes.flat(),
        last,
        turn: state.turn ?? (state.over ? null : "chance"),
        over: Boolean(state.over),
      });
    }
    shown = showing;
    drawBeside(scene);
  }

  /** @param {import("../types.js").Scene} scene */
  function drawBeside(scene) {
    const words = statusLine(match);
    const viewing = match.viewing !== null;
    const past = viewing && t("match.past", { number: match.viewing, total: total(match) });
    parts.status.classList.toggle("mine", isMyTurn(match) && !viewing);
    const more = [reasonLine(match), scoreLine(match)].filter(Boolean).join(" · ");
    fill(parts.status, h("strong", {}, past || words), more && !viewing ? h("span", { class: "soft" }, ` ${more}`) : null, sceneFacts(scene));
    drawPlayers(parts.players, match, scene);
    tick(parts.players, match);
    fill(parts.notes, ...rematchNote(), ...offerNotes(match, ask), ...markNotes(scene));
    drawDraft();
    drawCurtain(parts.curtain, match, {
      join,
      throw: (seat, sign) => ask("throw", { seat, sign }),
    });
    parts.guests.textContent = guestWords();
    moves.draw();
    actions.draw();
    typed.draw();
    drawTools();
    setTitle(`${isMyTurn(match) ? `● ${t("match.your-turn")} · ` : ""}${gameText(match.game, "title", match.game)}`);
  }

  /** Facts that are no player's stand with the status. @param {import("../types.js").Scene} scene */
  function sceneFacts(scene) {
    const facts = (scene.facts ?? []).filter((fact) => fact.player === undefined);
    if (!facts.length) return null;
    return h("span", { class: "facts" }, facts.map((fact) => tell(match.game, fact.words)).join(" · "));
  }

  /** @param {import("../types.js").Scene} scene */
  function markNotes(scene) {
    return (scene.marks ?? [])
      .filter((mark) => mark.words && (!mark.on_demand || board?.state.demand))
      .map((mark) => h("p", { class: "soft" }, tell(match.game, /** @type {any} */ (mark.words))));
  }

  function rematchNote() {
    if (!match.rematch) return [];
    return [h("a", { class: "button primary", href: `/m/${match.rematch}` }, t("match.rematch.go"))];
  }

  function guestWords() {
    const watching = match.mine.length ? "" : t("match.watching");
    const others = match.guests - (match.mine.length ? 0 : 1);
    return [watching, others > 0 ? t("match.guests", { count: others }) : ""].filter(Boolean).join(" ");
  }

  /** The turn that is being put together. */
  function drawDraft() {
    const tokens = (isMyTurn(match) && match.viewing === null && match.state?.draft) || [];
    const complete = match.state?.drafted?.complete ?? false;
    fill(
      parts.draft,
      tokens.length > 0 && button(t("match.undo"), () => draft(tokens.slice(0, -1), false)),
      tokens.length > 1 && button(t("match.undo-all"), () => draft([], false)),
      complete && button(t("match.confirm"), confirm, { class: "primary" }),
    );
  }

  function drawTools() {
    if (!board) return;
    const { state } = board;
    const tool = (/** @type {string} */ key, /** @type {boolean} */ on, /** @type {() => void} */ act) =>
      button(t(key), act, { class: "plain small", "aria-pressed": String(on) });
    fill(
      parts.tools,
      tool("match.flip", state.flipped, () => {
        flip();
        drawTools();
      }),
      hasLevels(state) &&
        tool("match.tilt", state.tilted, () => {
          change({ tilted: !state.tilted });
          board?.set({ tilted: !state.tilted });
          drawTools();
        }),
      hasDemand(state) &&
        tool("match.demand", state.demand, () => {
          board?.set({ demand: !state.demand });
          drawBeside(state.scene);
        }),
    );
  }

  // ---- telling --------------------------------------------------------------------------------

  /** Have moves read out. @param {any} told */
  function speak(told) {
    announce(told.say.map((/** @type {any} */ phrase) => tell(match.game, phrase)).join(". "));
  }

  /** Sounds, and a notice when it becomes the reader's turn or the match ends. */
  function makeKnown(/** @type {any} */ told, /** @type {boolean} */ before) {
    if (told.type === "turn") playSound(match.mine.includes(told.seat) ? "place" : "opponent");
    if (told.type === "rolled") playSound("roll");
    if (told.type === "ended") {
      const over = match.state?.over;
      remember(id, { over: true });
      playSound(over?.winners.some((seat) => match.mine.includes(seat)) ? "win" : "end");
      announce(`${statusLine(match)}. ${reasonLine(match)}`);
    }
    if (!before && isMyTurn(match)) notify(statusLine(match), id);
  }

  /** Sit down at the rematch. @param {string} next */
  function follow(next) {
    remember(next, { game: match.game, secret: match.secret });
    go(`/m/${next}`);
  }
}

/** The parts of the page that stay while what they show changes. */
function makeParts() {
  return {
    frame: h("div", { class: "frame" }),
    curtain: h("div", { class: "curtain", hidden: true }),
    status: h("p", { class: "status", role: "status" }),
    bar: h("div", { class: "bars" }),
    draft: h("div", { class: "bar draft" }),
    die: h("div", { class: "roll", hidden: true, role: "img" }),
    tools: h("div", { class: "tools" }),
    players: h("ul", { class: "players" }),
    notes: h("div", { class: "notes" }),
    connection: h("span", { class: "connection", role: "status" }),
    guests: h("span", { class: "guests soft" }),
  };
}

/** A field for typed moves. @param {Match} match @param {(token: string) => void} play */
function typedMoves(match, play) {
  const list = h("datalist", { id: "legal" });
  const field = h("input", { list: "legal", "aria-label": t("match.type"), placeholder: t("match.type"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const element = h("form", { class: "typed" }, field, list, h("button", { type: "submit" }, t("match.play")));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const wanted = field.value.trim();
    const found = (match.state?.paths ?? []).find(({ token }) => token.toLowerCase() === wanted.toLowerCase());
    if (found) play(found.token);
    else toast(t("match.not-a-move", { token: wanted }));
    if (found) field.value = "";
  });
  let drawn = "";
  function draw() {
    const tokens = (match.state?.paths ?? []).map((path) => path.token);
    element.hidden = !tokens.length;
    if (drawn === tokens.join(" ")) return;
    drawn = tokens.join(" ");
    fill(list, ...tokens.map((value) => h("option", { value })));
  }
  return { element, draw };
}

/** A link that carries a seat: keep the secret, and take it out of the address. @param {string} id */
function takeSeatAlong(id) {
  const found = /^#([\w-]{8,})$/.exec(location.hash);
  if (!found) return null;
  remember(id, { secret: found[1] });
  history.replaceState(null, "", location.pathname);
  return found[1];
}
