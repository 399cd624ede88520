/**
 * Puzzles: one turn does it. Tries are judged by the server, for it knows the rules; a wrong one is
 * answered on the board.
 *
 *   /puzzles/blinq                          the next one for this solver
 *   /puzzles/blinq/ID, /daily, /mine        this one; today's; one from this browser's matches
 *   /puzzles/blinq/here#start=…             a position, if it is a puzzle
 *   /puzzles/blinq?exercises=bridge         the easiest of a theme, one after the other
 */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { copyText } from "../clipboard.js";
import { button, fill, h, inParts } from "../dom.js";
import { matches } from "../memory.js";
import { announce, setTitle } from "../notify.js";
import { refusalText } from "../refusal.js";
import { gameText, loadGameTexts, t, tell } from "../texts.js";
import { analysisAddress, fragment, readFragment } from "../address.js";
import { makeStudyBoard } from "./board.js";
import { bookOf, nextExercise, nextPuzzle, note } from "./puzzlebook.js";
import { exercises, makeChoice, themeName } from "./puzzlechoice.js";
import { keepPuzzle, keptPuzzles } from "./puzzlekeep.js";
import { loadStudy } from "./words.js";

/**
 * @typedef {import("./puzzlebook.js").Entry & {position: any, goal: string, turns: number,
 *   settled: boolean, solution: string[], key: string[], value: number}} Puzzle
 */

/** How many positions of one's matches are searched. */
const MOST_SEARCHED = 40;
/** Milliseconds before each move of an answer is shown. */
const PAUSE = 650;
/** Milliseconds that somebody looks at a puzzle before it is kept for the way without a server. */
const CALM = 1500;

/** @param {HTMLElement} main @param {string} name @param {string} [wanted] */
export async function show(main, name, wanted) {
  const [game, { puzzles }] = await Promise.all([
    api.gameNamed(name),
    api.puzzles(name),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy("puzzles"),
  ]);
  if (!game || !puzzles.length) throw new api.ApiError("not-found", name, 404);
  const title = t("puzzle.title", { game: gameText(name, "title", game.title) });
  setTitle(title);

  const filter = { grade: 0, theme: new URLSearchParams(location.search).get("exercises") ?? "" };
  let series = filter.theme ? exercises(puzzles, filter.theme) : [];
  let puzzle = /** @type {Puzzle|null} */ (null);
  let own = false; // no puzzle of the collection
  /** Where the search of one's matches goes on, and how many puzzles it has found. */
  let search = /** @type {{positions: AsyncGenerator<any, void>, found: number}|null} */ (null);
  // asking, judging, wrong, solved or shown; searching, or nothing where there is no puzzle
  let state = "searching";
  let failed = false;
  let solver = 0;
  let begun = 0; // how many moves there were before this turn
  let left = false;
  let keeping = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);
  const board = makeStudyBoard(name, { move: takeMove, dice: false });
  const goal = h("p", { class: "goal", id: "goal" });
  const verdict = h("p", { class: "verdict" });
  const facts = h("p", { class: "soft facts" });
  const score = h("p", { class: "soft score" });
  const progress = h("p", { class: "soft series" });
  const buttons = h("div", { class: "row" });
  const choice = makeChoice(name, puzzles, filter, {
    choose(wish) {
      Object.assign(filter, wish);
      series = [];
      next();
    },
    daily: () => attempt(async () => open(await api.puzzle(name, "daily"))),
    mine: () => attempt(openMine),
    failed: () => attempt(nextFailed),
  });

  // ---- which one -------------------------------------------------------------------------------

  /** @param {Puzzle} another @param {boolean} [isOwn] */
  async function open(another, isOwn = false) {
    [puzzle, own, failed] = [another, isOwn, false];
    const query = series.length ? location.search : "";
    const place = isOwn ? `here${fragment({ start: another.position })}` : `${another.id}${query}`;
    history.replaceState(null, "", `/puzzles/${name}/${place}`);
    await again();
    announce(goal.textContent ?? "");
    clearTimeout(keeping);
    keeping = setTimeout(keepThese, CALM);
  }

  /** Keep this one and the next for the way without a server. */
  async function keepThese() {
    if (!puzzle || own || left) return;
    const following = entryAfter(offered());
    await keepPuzzle(name, puzzle.id);
    if (following && !left) await keepPuzzle(name, following.id);
  }

  /** What there is to choose from now. */
  function offered() {
    if (series.length) return series;
    const list = puzzles.filter(
      (each) =>
        (!filter.grade || each.grade === filter.grade) &&
        (!filter.theme || each.themes.includes(filter.theme)),
    );
    return list.length ? list : puzzles;
  }

  function next() {
    return attempt(async () => {
      const list = offered();
      try {
        await openOneOf(list);
      } catch (problem) {
        if (!isOffline(problem)) throw problem;
        const kept = keptPuzzles(name);
        await openOneOf(list.filter(({ id }) => kept.includes(id)));
      }
    });
  }

  /** @param {import("./puzzlebook.js").Entry[]} list */
  function entryAfter(list) {
    const choose = series.length ? nextExercise : nextPuzzle;
    return choose(bookOf(name), list, puzzle?.id) ?? list[0];
  }

  /** @param {import("./puzzlebook.js").Entry[]} list */
  async function openOneOf(list) {
    const entry = entryAfter(list);
    if (!entry) throw new api.ApiError("offline", "", 0);
    await open(await api.puzzle(name, entry.id));
  }

  /** One of those that were failed, again. */
  async function nextFailed() {
    const known = bookOf(name).failed.filter((id) => id !== puzzle?.id);
    const entry = puzzles.find(({ id }) => known.includes(id));
    if (entry) await open(await api.puzzle(name, entry.id));
  }

  /** The positions of this browser's finished matches, the latest first. */
  async function* ownPositions() {
    for (const match of matches().filter((each) => each.game === name && each.over)) {
      const record = await api.record(match.id).catch(() => null);
      for (let ply = (record?.moves.length ?? 0) - 1; ply >= 0; ply--) yield { record, ply };
    }
  }

  /** Look for a puzzle there; asked again, for the next one, until all have been looked at. */
  async function openMine() {
    draw(t("puzzle.searching"));
    search ??= { positions: ownPositions(), found: 0 };
    const { positions } = search;
    for (let searched = 0; searched < MOST_SEARCHED; searched++) {
      const { value, done } = await positions.next();
      if (left) return;
      if (done) {
        const words = search.found ? "puzzle.none.more" : "puzzle.none";
        search = null;
        return draw(t(words));
      }
      const { puzzle: found } = await api.findPuzzle(name, value.record, value.ply);
      if (left) return;
      if (found) {
        search.found++;
        return open(found, true);
      }
    }
    draw(t("puzzle.none"));
  }

  /** Ask whether the position of the address is a puzzle. */
  async function openHere() {
    const { start } = readFragment(name, location.hash);
    if (!start) return next();
    const position = { ...start, game: name };
    board.lock(true);
    await board.open({ start: position });
    draw(t("puzzle.here.looking"));
    const found = await api.puzzleHere(name, position);
    if (left || state !== "searching") return;
    if (found.puzzle) return open(found.puzzle, true);
    state = "nothing";
    draw(`${t("puzzle.here.none")} ${t(`puzzle.why.${found.why}`)}`);
  }

  /** Do something that may fail, and say so. @param {() => Promise<any>} work */
  async function attempt(work) {
    try {
      await work();
    } catch (problem) {
      if (left) return;
      if (state === "searching") state = "nothing";
      draw(isOffline(problem) ? t("puzzle.offline.none") : refusalText(problem, name));
    }
  }

  // ---- solving ---------------------------------------------------------------------------------

  async function again() {
    if (!puzzle) return;
    [state, begun] = ["asking", 0];
    const pressed = buttons.contains(document.activeElement);
    await board.open({ start: puzzle.position, options: puzzle.position.options, moves: [] });
    solver = board.seen?.turn ?? 0;
    board.lock(false);
    draw("");
    if (pressed) board.board?.svg.focus({ preventScroll: true }); // the button may be gone
  }

  /** @param {string} token */
  async function takeMove(token) {
    if (state !== "asking") return;
    const mover = board.seen?.turn;
    try {
      const seen = await board.play(token);
      if (!seen || seen.turn === mover) return draw("");
      state = "judging";
      board.lock(true);
      draw(t("puzzle.judging"));
      await judge(board.place.moves);
    } catch (problem) {
      state = "asking";
      await back();
      draw(isOffline(problem) ? offlineText() : t("puzzle.busy"));
    }
  }

  /** What is kept of a puzzle is its solution: what other turns do, only the server can say. */
  function offlineText() {
    const known = puzzle && !own && keptPuzzles(name).includes(puzzle.id);
    return t(known ? "puzzle.offline.other" : "puzzle.offline");
  }

  /** @param {string[]} tokens */
  async function judge(tokens) {
    const asked = puzzle;
    const found = await ask(tokens);
    if (left || asked !== puzzle) return;
    if (found.verdict === "solved") return end(true, t(failed ? "puzzle.found" : "puzzle.solved"));
    await answer(found.answer);
    if (left || asked !== puzzle) return;
    if (found.verdict === "right") {
      begun = board.place.ply;
      state = "asking";
      board.lock(false);
      return draw(t("puzzle.right"));
    }
    const words = t(found.answer.length ? "puzzle.refuted" : "puzzle.wrong");
    return end(false, found.worth ? `${words} ${tell(name, found.worth)}` : words);
  }

  /** @param {string[]} tokens */
  function ask(tokens) {
    return api.tryPuzzle(name, own || !puzzle ? "own" : puzzle.id, tokens, own ? puzzle : null);
  }

  /** Play what somebody does, one move after the other. @param {string[]} tokens */
  async function answer(tokens) {
    const asked = puzzle;
    for (const token of tokens) {
      await new Promise((done) => setTimeout(done, PAUSE));
      if (left || asked !== puzzle) return;
      await board.play(token);
    }
  }

  /** @param {boolean} solved @param {string} words */
  function end(solved, words) {
    if (!failed && puzzle) note(name, puzzle, solved);
    failed ||= !solved;
    state = solved ? "solved" : "wrong";
    board.lock(true);
    draw(words);
    /** @type {HTMLElement|null} */ (buttons.querySelector("button"))?.focus();
  }

  /** Take this turn back. */
  async function back() {
    await board.go(begun);
    board.lock(false);
    draw("");
  }

  /** Show where the key move begins. */
  function hint() {
    const path = board.seen?.paths.find(({ token }) => puzzle?.key.includes(token));
    if (!path) return draw(t("puzzle.hint.none"));
    const [first] = path.clicks;
    board.overlay({ hint: [first] });
    const button = gameText(name, `button.${first}`, first);
    draw(t("puzzle.hinted", { place: gameText(name, `place.${first}`, button) }));
  }

  /** Show the solution to its end. */
  async function solve() {
    if (!puzzle) return;
    const asked = puzzle;
    if (!failed && state !== "solved") note(name, puzzle, false);
    failed = true;
    await again();
    state = "shown";
    board.lock(true);
    draw(t("puzzle.shown"));
    for (let turn = puzzle.solution; turn.length; ) {
      await answer(turn);
      if (left || asked !== puzzle || state !== "shown") return;
      const found = await ask(board.place.moves).catch(() => null);
      if (left || asked !== puzzle || state !== "shown" || found?.verdict !== "right") return;
      await answer(found.answer);
      turn = found.then ?? [];
    }
  }

  // ---- what is beside the board ----------------------------------------------------------------

  /** @param {string} words */
  function draw(words) {
    fill(verdict, words);
    verdict.dataset.state = state;
    if (words) announce(words);
    fill(goal, puzzle ? goalText(puzzle) : "");
    fill(facts, ...inParts(puzzle ? factsText(puzzle).join(" · ") : ""));
    const book = bookOf(name);
    const { rating, deviation } = book.skill;
    fill(
      score,
      t("puzzle.rating", { rating: Math.round(rating), deviation: Math.round(2 * deviation) }),
      " · ",
      t("puzzle.streak", { count: book.streak, best: book.best }),
    );
    drawSeries(book);
    drawButtons();
    choice.draw(book, puzzle?.id);
  }

  /** Its grade; and its themes, but not before it is solved: they say what to look for. @param {Puzzle} asked */
  function factsText({ grade, themes }) {
    const told = state === "solved" || state === "shown" ? themes : [];
    return [
      ...(grade ? [t("puzzle.grade", { grade })] : []),
      ...told.map((theme) => themeName(name, theme)),
    ];
  }

  /** @param {Puzzle} asked */
  function goalText(asked) {
    const player = gameText(name, `player.${solver}`, "");
    return t(`puzzle.goal.${goalKey(asked)}`, { player, turns: Math.ceil(asked.turns / 2) });
  }

  /** @param {import("./puzzlebook.js").Book} book */
  function drawSeries(book) {
    progress.hidden = !series.length;
    if (!series.length) return;
    const done = series.filter(({ id }) => book.solved.includes(id)).length;
    const key = done === series.length ? "puzzle.series.done" : "puzzle.series";
    fill(
      progress,
      t(key, { theme: themeName(name, filter.theme), count: done, total: series.length }),
      " ",
      h("a", { href: `/learn/${name}` }, t("puzzle.series.back")),
    );
  }

  function drawButtons() {
    const done = state === "solved" || state === "shown";
    const place = { ...board.place, game: name };
    fill(
      buttons,
      (done || state === "wrong") &&
        button(t("puzzle.next"), next, { class: done ? "primary" : "" }),
      state === "wrong" && button(t("puzzle.again"), again, { class: "primary" }),
      state === "asking" && board.place.ply > begun && button(t("puzzle.back"), back),
      state === "asking" && button(t("puzzle.hint"), hint),
      (state === "asking" || state === "wrong") && button(t("puzzle.solution"), solve),
      state === "asking" && button(t("puzzle.skip"), next),
      state === "nothing" && button(t("puzzle.others"), next, { class: "primary" }),
      h("a", { class: "button", href: analysisAddress(place) }, t("puzzle.analyse")),
      state === "nothing" &&
        game?.parts.includes("edit") &&
        h(
          "a",
          { class: "button", href: `/edit/${name}${fragment({ start: board.place.start })}` },
          t("puzzle.edit"),
        ),
      puzzle && button(t("puzzle.share"), () => copyText(location.href, t("puzzle.shared"))),
    );
  }

  const KEYS = /** @type {Record<string, () => void>} */ ({
    n: next,
    r: again,
    h: () => state === "asking" && hint(),
  });
  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select")) return;
    KEYS[event.key]?.();
  }

  /** Show what the address asks for. */
  function begin() {
    if (wanted === "mine") return next().then(() => attempt(openMine));
    if (wanted === "here") return attempt(openHere);
    return wanted ? api.puzzle(name, wanted).then((found) => open(found)) : next();
  }

  const opening = begin();
  if (wanted !== "here") await opening; // that takes a while, and is waited for on the page
  main.className = "study puzzles";
  fill(
    main,
    h("section", { class: "study-stage" }, board.element, board.bars),
    h(
      "aside",
      { class: "study-side" },
      h("h1", {}, title),
      h("div", { class: "panel" }, progress, goal, facts, verdict, buttons),
      h("div", { class: "panel" }, score, choice.element),
      h("p", { class: "soft keys" }, t("puzzle.keys")),
    ),
  );
  document.addEventListener("keydown", press);
  return () => {
    left = true;
    clearTimeout(keeping);
    document.removeEventListener("keydown", press);
    board.release();
  };
}

/** @param {unknown} problem */
function isOffline(problem) {
  return problem instanceof api.ApiError && problem.code === "offline";
}

/** @param {Puzzle} puzzle */
function goalKey({ goal, turns, settled }) {
  if (goal !== "win") return goal;
  return settled ? "settled" : turns === 1 ? "now" : "win";
}
