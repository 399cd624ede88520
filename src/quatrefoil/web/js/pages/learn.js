/** Learn: guided positions, each teaching one idea by having the reader play it. */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { announce, setTitle } from "../notify.js";
import { motionAllowed, read, write } from "../settings.js";
import { playSound } from "../sound.js";
import { gameText, loadGameTexts, loadLessonTexts, t, tell } from "../texts.js";
import { analysisAddress } from "../address.js";
import { makeStudyBoard } from "../study/board.js";
import { bookOf } from "../study/puzzlebook.js";
import { exercises, exercisesAddress, themeName } from "../study/puzzlechoice.js";
import { loadStudy } from "../study/words.js";

const KEY = "quatrefoil.lessons";
const SUSPENSE = 500; // milliseconds before a roll

/**
 * @typedef {import("../study/puzzlebook.js").Entry} Entry
 * @typedef {{chapter: string, position: any, accept: string[][]|"win", exercises?: string}} Lesson
 *   `exercises` is a theme of puzzles
 */

/**
 * Without a number the course goes on where it was left.
 * @param {HTMLElement} main @param {string} game @param {string} [which]
 */
export async function show(main, game, which) {
  const [found] = await Promise.all([
    api.gameNamed(game),
    loadGameTexts(game),
    loadStyle(game),
    loadStudy(),
  ]);
  if (!found?.resources.includes("learn.json")) throw new api.ApiError("not-found", game, 404);
  const [{ lessons }, puzzles] = await Promise.all([
    api.gameFile(game, "learn.json"),
    puzzlesOf(found),
    loadLessonTexts(game),
  ]);
  const number = Math.min(Number(which ?? firstOpen(game, lessons.length)), lessons.length);
  const title = t("learn.title", { game: gameText(game, "title", found.title) });
  setTitle(title);
  const stage = h("div", { class: "stage" });
  const feedback = h("div", { class: "stack" });
  const step = t("learn.step", { number, total: lessons.length });
  main.className = "learn";
  fill(
    main,
    stage,
    h(
      "section",
      { class: "lesson" },
      h(
        "div",
        { class: "task stack" },
        h("p", { class: "soft" }, `${title} · ${step}`),
        h("h1", {}, gameText(game, `learn.${number}.title`)),
        h("p", {}, gameText(game, `learn.${number}.text`)),
      ),
      feedback,
      progress(game, lessons, number, puzzles),
      h(
        "div",
        { class: "row" },
        found.resources.includes("rules.md") &&
          h("a", { class: "button", href: `/rules/${game}` }, t("learn.rules")),
        h("a", { class: "button", href: `/new/${game}?with=computer` }, t("learn.play")),
      ),
    ),
  );
  return teach(game, number, lessons, puzzles, stage, feedback);
}

/** The puzzles to exercise with: none where the game has none, or the server is away. @param {import("../types.js").GameData} game @returns {Promise<Entry[]>} */
async function puzzlesOf({ name, resources }) {
  if (!resources.includes("puzzles.json")) return [];
  return (await api.puzzles(name).catch(() => ({ puzzles: [] }))).puzzles;
}

/** The first lesson that was not solved, or the first of all. @param {string} game @param {number} total */
function firstOpen(game, total) {
  const done = solvedLessons(game);
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  return numbers.find((number) => !done.includes(number)) ?? 1;
}

/** @param {string} game @returns {number[]} */
function solvedLessons(game) {
  return read(KEY, {})[game] ?? [];
}

/**
 * The whole course, chapter by chapter; each ends with its exercises.
 * @param {string} game @param {Lesson[]} lessons @param {number} now @param {Entry[]} puzzles
 */
function progress(game, lessons, now, puzzles) {
  const done = solvedLessons(game);
  const chapters = [...new Set(lessons.map(({ chapter }) => chapter))];
  const title = t("learn.done", { count: done.length, total: lessons.length });
  return h(
    "nav",
    { class: "course stack", "aria-label": t("learn.course") },
    h("p", { class: "soft" }, title),
    ...chapters.map((chapter) => {
      const items = lessons.map((lesson, index) =>
        lesson.chapter === chapter ? stepTo(game, index + 1, now, done) : null,
      );
      const links = lessons
        .filter((lesson) => lesson.chapter === chapter)
        .flatMap(({ exercises: theme }) => exerciseLink(game, theme, puzzles) ?? []);
      return h(
        "section",
        {},
        h("h2", {}, t(`learn.chapter.${chapter}`)),
        h("ol", { class: "steps" }, ...items.filter((item) => item !== null)),
        links.length > 0 && h("p", { class: "exercises" }, `${t("learn.exercises")} `, ...links),
      );
    }),
  );
}

/**
 * A link to the puzzles of a theme, with how many of them are solved.
 * @param {string} game @param {string|undefined} theme @param {Entry[]} puzzles @param {string} [look]
 */
function exerciseLink(game, theme, puzzles, look = "chip") {
  const series = theme ? exercises(puzzles, theme) : [];
  if (!theme || !series.length) return null;
  const { solved } = bookOf(game);
  const count = series.filter(({ id }) => solved.includes(id)).length;
  const name = themeName(game, theme);
  return h(
    "a",
    {
      class: `${look} ${count === series.length ? "done" : ""}`,
      href: exercisesAddress(game, theme),
    },
    t("learn.exercise", { theme: name, count, total: series.length }),
  );
}

/** @param {string} game @param {number} number @param {number} now @param {number[]} done */
function stepTo(game, number, now, done) {
  const solved = done.includes(number);
  const title = `${number}. ${gameText(game, `learn.${number}.title`)}`;
  return h(
    "li",
    {},
    h(
      "a",
      {
        href: `/learn/${game}/${number}`,
        "aria-label": solved ? `${title}, ${t("learn.solved")}` : title,
        title,
        "aria-current": number === now ? "step" : null,
        class: solved ? "done" : "",
      },
      String(number),
    ),
  );
}

/**
 * Play a lesson until it is solved.
 * @param {string} game @param {number} number @param {Lesson[]} lessons @param {Entry[]} puzzles
 * @param {HTMLElement} stage @param {HTMLElement} feedback
 */
async function teach(game, number, lessons, puzzles, stage, feedback) {
  const lesson = lessons[number - 1];
  const board = makeStudyBoard(game, { move, dice: false, explain: false });
  const start = await board.open({ start: lesson.position });
  fill(stage, board.element, board.bars);
  if (start) announce(start.words.map((phrase) => tell(game, phrase)).join(" "));

  /** Play a move, and the rolls that the lesson has after it. @param {string} token */
  async function move(token) {
    let verdict = await step(token);
    for (let roll; verdict === "on" && (roll = nextRoll(lesson, board.place.moves)); ) {
      if (motionAllowed()) await new Promise((done) => setTimeout(done, SUSPENSE));
      verdict = await step(roll);
    }
    if (verdict === "solved") solved();
    else if (verdict === "wrong") wrong();
  }

  /** @param {string} token */
  async function step(token) {
    const seen = await board.play(token).catch(missedOffline);
    const verdict = seen ? judge(lesson, board.place.moves, seen, start?.turn ?? 0) : "wrong";
    board.lock(verdict !== "on");
    return verdict;
  }

  function solved() {
    write(KEY, { ...read(KEY, {}), [game]: [...new Set([...solvedLessons(game), number])] });
    playSound("win");
    const more = number < lessons.length;
    const next = h(
      "a",
      {
        class: "button primary",
        href: more ? `/learn/${game}/${number + 1}` : `/new/${game}?with=computer`,
      },
      t(more ? "learn.next" : "learn.play"),
    );
    tellVerdict(
      "done",
      h(
        "div",
        { class: "row" },
        next,
        exerciseLink(game, lesson.exercises, puzzles, "button"),
        lookCloser(),
      ),
    );
    next.focus();
  }

  /** What came of it, and what can be done now. @param {"done"|"wrong"} kind @param {HTMLElement} row */
  function tellVerdict(kind, row) {
    const words = gameText(game, `learn.${number}.${kind}`);
    fill(feedback, h("p", { class: kind === "done" ? "note good" : "note" }, words), row);
    announce(words);
  }

  /** The lesson on the analysis board, with what was played. */
  function lookCloser() {
    const { moves } = board.place;
    const href = analysisAddress({ game, start: lesson.position, moves });
    return h("a", { class: "button", href }, t("learn.analyse"));
  }

  function wrong() {
    const again = button(t("learn.again"), () => {
      fill(feedback);
      board.lock(false);
      board.go(0);
      board.board?.svg.focus();
    });
    tellVerdict("wrong", h("div", { class: "row" }, again, lookCloser()));
    feedback.scrollIntoView({ block: "nearest" });
  }

  return board.release;
}

/**
 * Offline only what is right can be looked at: any other move is wrong.
 * @param {any} problem
 */
function missedOffline(problem) {
  if (problem.code !== "offline") throw problem;
}

/** The roll that comes next in a lesson, if one does. @param {Lesson} lesson @param {string[]} played */
function nextRoll(lesson, played) {
  const next = fitting(lesson, played).map((tokens) => tokens[played.length] ?? "");
  return next.find((token) => token.startsWith("!"));
}

/** The solutions that begin with what was played. @param {Lesson} lesson @param {string[]} played */
function fitting({ accept }, played) {
  if (accept === "win") return [];
  return accept.filter((tokens) => played.every((token, index) => tokens[index] === token));
}

/**
 * Say whether what was played solves the lesson, may still, or can't any more.
 * @param {Lesson} lesson @param {string[]} played @param {any} seen @param {number} me
 */
function judge(lesson, played, seen, me) {
  if (lesson.accept === "win") {
    if (seen.over)
      return seen.over.winners.length === 1 && seen.over.winners[0] === me ? "solved" : "wrong";
    return seen.turn === me ? "on" : "wrong";
  }
  const fits = fitting(lesson, played);
  if (!fits.length) return "wrong";
  return fits.some((tokens) => tokens.length === played.length) ? "solved" : "on";
}
