/**
 * Puzzles: one turn does it. Tries are judged by the server, for it knows the rules; a wrong one is
 * answered on the board.
 */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { matches } from "../memory.js";
import { announce, setTitle } from "../notify.js";
import { gameText, has, loadGameTexts, t } from "../texts.js";
import { analysisAddress } from "./address.js";
import { makeStudyBoard } from "./board.js";
import { bookOf, nextPuzzle, note } from "./puzzlebook.js";
import { loadStudy } from "./words.js";

/**
 * @typedef {import("./puzzlebook.js").Entry & {position: any, goal: string, turns: number,
 *   settled: boolean, solution: string[], key: string[], value: number}} Puzzle
 */

/** How many positions of one's matches are searched, and how long an answer is awaited. */
const [MOST_SEARCHED, PAUSE] = [40, 650];

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

  let puzzle = /** @type {Puzzle} */ (/** @type {unknown} */ (null));
  let own = false; // from a match of this browser, and not of the collection
  let state = "asking"; // asking, judging, wrong, solved or shown
  let failed = false;
  let solver = 0;
  let begun = 0; // how many moves there were before this turn
  let left = false;
  const filter = { grade: 0, theme: "" };
  const board = makeStudyBoard(name, { move: takeMove, dice: false });
  const goal = h("p", { class: "goal", id: "goal" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const facts = h("p", { class: "soft facts" });
  const score = h("p", { class: "soft score" });
  const buttons = h("div", { class: "row" });
  const choice = h("div", { class: "choice" });

  /** @param {Puzzle} another @param {boolean} [isOwn] */
  async function open(another, isOwn = false) {
    [puzzle, own, failed] = [another, isOwn, false];
    history.replaceState(null, "", `/puzzles/${name}/${isOwn ? "mine" : puzzle.id}`);
    await again();
    announce(goal.textContent ?? "");
  }

  async function again() {
    [state, begun] = ["asking", 0];
    await board.open({ start: puzzle.position, options: puzzle.position.options, moves: [] });
    solver = board.seen?.turn ?? 0;
    board.lock(false);
    draw("");
  }

  /** @param {string} token */
  async function takeMove(token) {
    if (state !== "asking") return;
    const mover = board.seen?.turn;
    const seen = await board.play(token);
    if (!seen || seen.turn === mover) return draw("");
    state = "judging";
    board.lock(true);
    draw(t("puzzle.judging"));
    try {
      await judge(board.place.moves);
    } catch (problem) {
      state = "asking";
      await back();
      draw(
        t(
          problem instanceof api.ApiError && problem.code === "offline"
            ? "puzzle.offline"
            : "puzzle.busy",
        ),
      );
    }
  }

  /** @param {string[]} tokens */
  async function judge(tokens) {
    const asked = puzzle;
    const found = await api.tryPuzzle(name, own ? "own" : puzzle.id, tokens, own ? puzzle : null);
    if (left || asked !== puzzle) return;
    if (found.verdict === "solved")
      return end(true, t(failed ? "puzzle.found" : "puzzle.solved") + worth(found));
    if (found.verdict === "right") {
      await answer(found.answer);
      begun = board.place.ply;
      state = "asking";
      board.lock(false);
      return draw(t("puzzle.right"));
    }
    await answer(found.answer);
    return end(false, t(found.answer.length ? "puzzle.refuted" : "puzzle.wrong") + worth(found));
  }

  /** @param {{value: number|null}} found */
  function worth({ value }) {
    if (value === null) return "";
    const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
    return " " + t("puzzle.worth", { value: percent(value), best: percent(puzzle.value) });
  }

  /** Play what the opponent does, one move after the other. @param {string[]} tokens */
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
    if (!failed) note(name, puzzle, solved);
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
    const path = board.seen?.paths.find(({ token }) => puzzle.key.includes(token));
    if (!path) return draw(t("puzzle.hint.none"));
    board.overlay({ hint: path.clicks.slice(0, 1) });
    draw(t("puzzle.hinted"));
  }

  async function solve() {
    if (!failed && state !== "solved") note(name, puzzle, false);
    failed = true;
    await again();
    state = "shown";
    board.lock(true);
    await answer(puzzle.solution);
    draw(t("puzzle.shown"));
  }

  async function next() {
    const list = puzzles.filter(
      (each) =>
        (!filter.grade || each.grade === filter.grade) &&
        (!filter.theme || each.themes.includes(filter.theme)),
    );
    const entry = nextPuzzle(bookOf(name), list.length ? list : puzzles, puzzle?.id);
    if (entry) await open(await api.puzzle(name, entry.id));
  }

  /** One of those that were failed, again. */
  async function nextFailed() {
    const known = bookOf(name).failed.filter((id) => id !== puzzle.id);
    const entry = puzzles.find(({ id }) => known.includes(id));
    if (entry) await open(await api.puzzle(name, entry.id));
  }

  /** Look for a puzzle in the latest finished matches of this browser. */
  async function openMine() {
    draw(t("puzzle.searching"));
    let searched = 0;
    for (const match of matches().filter((each) => each.game === name && each.over)) {
      const record = await api.record(match.id).catch(() => null);
      for (let ply = (record?.moves.length ?? 0) - 1; ply >= 0 && searched < MOST_SEARCHED; ply--) {
        const { puzzle: found } = await api.findPuzzle(name, record, ply);
        searched++;
        if (left) return;
        if (found) return open(found, true);
      }
    }
    draw(t("puzzle.none"));
  }

  /** @param {string} words */
  function draw(words) {
    const mover = gameText(name, `player.${solver}`, "");
    fill(
      goal,
      t(`puzzle.goal.${goalKey(puzzle)}`, { player: mover, turns: (puzzle.turns + 1) >> 1 }),
    );
    fill(verdict, words);
    verdict.dataset.state = state;
    if (words) announce(words);
    const themes = puzzle.themes.map((theme) => themeName(name, theme)).join(" · ");
    fill(facts, puzzle.grade ? t("puzzle.grade", { grade: puzzle.grade }) + " · " : "", themes);
    const book = bookOf(name);
    const { rating, deviation } = book.skill;
    fill(
      score,
      t("puzzle.rating", { rating: Math.round(rating), deviation: Math.round(2 * deviation) }),
      " · ",
      t("puzzle.streak", { count: book.streak, best: book.best }),
    );
    const done = state === "solved" || state === "shown";
    fill(
      buttons,
      (done || state === "wrong") &&
        button(t("puzzle.next"), next, { class: done ? "primary" : "" }),
      state === "wrong" && button(t("puzzle.again"), again, { class: "primary" }),
      state === "asking" && board.place.ply > begun && button(t("puzzle.back"), back),
      state === "asking" && button(t("puzzle.hint"), hint),
      !done && state !== "judging" && button(t("puzzle.solution"), solve),
      state === "asking" && button(t("puzzle.skip"), next),
      h(
        "a",
        { class: "button", href: analysisAddress({ ...board.place, game: name }) },
        t("puzzle.analyse"),
      ),
    );
    drawChoice(book);
  }

  /** @param {import("./puzzlebook.js").Book} book */
  function drawChoice(book) {
    const grades = [...new Set(puzzles.map(({ grade }) => grade))].sort((a, b) => a - b);
    const themes = [...new Set(puzzles.flatMap((each) => each.themes))];
    const option = (
      /** @type {string|number} */ value,
      /** @type {string} */ words,
      /** @type {any} */ now,
    ) => h("option", { value, selected: String(value) === String(now) }, words);
    fill(
      choice,
      h(
        "label",
        {},
        t("puzzle.filter.grade"),
        h(
          "select",
          { onchange: (/** @type {any} */ event) => choose({ grade: Number(event.target.value) }) },
          option(0, t("puzzle.all"), filter.grade),
          ...grades.map((grade) => option(grade, t("puzzle.grade", { grade }), filter.grade)),
        ),
      ),
      h(
        "label",
        {},
        t("puzzle.filter.theme"),
        h(
          "select",
          { onchange: (/** @type {any} */ event) => choose({ theme: event.target.value }) },
          option("", t("puzzle.all"), filter.theme),
          ...themes.map((theme) => option(theme, themeName(name, theme), filter.theme)),
        ),
      ),
      h(
        "div",
        { class: "row" },
        button(t("puzzle.daily"), async () => open(await api.puzzle(name, "daily"))),
        button(t("puzzle.failed", { count: book.failed.length }), nextFailed, {
          disabled: !book.failed.some((id) => id !== puzzle.id),
        }),
        button(t("puzzle.mine"), openMine),
      ),
    );
  }

  /** @param {Partial<typeof filter>} wish */
  function choose(wish) {
    Object.assign(filter, wish);
    next();
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

  if (wanted === "mine") await next().then(openMine);
  else if (wanted) await open(await api.puzzle(name, wanted));
  else await next();
  main.className = "study puzzles";
  fill(
    main,
    h("section", { class: "study-stage" }, board.element, board.bars),
    h(
      "aside",
      { class: "study-side" },
      h("h1", {}, title),
      h("div", { class: "panel" }, goal, facts, verdict, buttons),
      h("div", { class: "panel" }, score, choice),
      h("p", { class: "soft keys" }, t("puzzle.keys")),
    ),
  );
  document.addEventListener("keydown", press);
  return () => {
    left = true;
    document.removeEventListener("keydown", press);
    board.release();
  };
}

/** @param {Puzzle} puzzle */
function goalKey({ goal, turns, settled }) {
  if (goal !== "win") return goal;
  return settled ? "settled" : turns === 1 ? "now" : "win";
}

/** @param {string} game @param {string} theme */
function themeName(game, theme) {
  const common = `puzzle.theme.${theme}`;
  return has(common) ? t(common) : gameText(game, `theme.${theme}`, theme);
}
