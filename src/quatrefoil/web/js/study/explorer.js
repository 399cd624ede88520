/**
 * The openings explorer beside the board: what was played here, how often and how it went, from the
 * computer's own games and from matches of this server; where a game is solved, what every turn is
 * worth for certain. A click plays a turn.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {{token: string, mover: number|null}[]} Steps
 * @typedef {{tokens: string[], games: number, chosen: number, shared: number, points: number[],
 *            odds?: number}} Entry
 * @typedef {{games: number, under_way: number, entries: Entry[], more: number}} Source
 * @typedef {{tokens: string[], low: number, high: number}} TurnValue
 * @typedef {{player: number, low: number, high: number, counts: Record<string, number>,
 *            turns: TurnValue[], more: number}} Tablebase
 * @typedef {{turn: number, over: boolean, book: Source|null, made: Record<string, any>|null,
 *            levels: number[], matches: Source, tablebase: Tablebase|null, provable: boolean}} Explored
 */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { levelName, levels, loadLevels } from "../levels.js";
import { announce } from "../notify.js";
import { refusalText } from "../refusal.js";
import { read, write } from "../settings.js";
import { percent, t } from "../texts.js";
import { playerOf } from "./moves.js";

const KEY = "quatrefoil.explorer";
const FEW = 8; // rows before one asks for all
const WAIT = 150; // milliseconds a position must stand before it is asked about
const PROVING = 4; // seconds

/**
 * @param {Session} session @param {import("./board.js").StudyBoard} board
 * @param {{play: (steps: Steps) => void}} on @param {boolean} isOpen from the start
 */
export function makeExplorer(session, board, on, isOpen) {
  const wanted = { on: false, source: "book", by: "", level: 0, ...read(KEY, {}) };
  if (isOpen) wanted.on = true;
  let found = /** @type {Explored|null} */ (null);
  let refusal = "";
  let asked = 0; // what was asked before the latest wish is not shown any more
  let timer = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);
  let all = { entries: false, turns: false };
  let proving = false;

  const power = button(t("explore.title"), toggle, { class: "power", role: "switch" });
  const source = choice("explore.source", ["book", "matches"], "source");
  const by = choice("explore.by", [""], "by");
  const level = h("select", {
    class: "small",
    "aria-label": t("explore.level"),
    onchange: askLevel,
  });
  const about = h("p", { class: "soft about" });
  const table = h("div", { class: "openings" });
  const proven = h("div", { class: "tablebase" });
  const body = h(
    "div",
    { class: "explored" },
    h("div", { class: "row" }, source, by, level),
    about,
    proven,
    table,
  );
  const element = h(
    "section",
    { class: "engine explorer", "aria-label": t("explore.title") },
    h("div", { class: "head" }, power),
    body,
  );
  loadLevels().then(() => {
    const kinds = ["", "0", ...levels().map(({ level }) => String(level))];
    fill(by, ...kinds.map((kind) => option("by", kind, byText(kind))));
  });
  draw();

  /** @param {string} key @param {string[]} kinds @param {"source"|"by"} what */
  function choice(key, kinds, what) {
    const made = h(
      "select",
      { class: "small", "aria-label": t(key) },
      ...kinds.map((kind) =>
        option(what, kind, what === "by" ? byText(kind) : t(`${key}.${kind}`)),
      ),
    );
    made.addEventListener("change", () => {
      wanted[what] = made.value;
      write(KEY, wanted);
      if (what === "by") ask();
      else draw();
    });
    return made;
  }

  /** @param {"source"|"by"} what @param {string} kind @param {string} words */
  function option(what, kind, words) {
    return h("option", { value: kind, selected: kind === wanted[what] }, words);
  }

  /** @param {string} kind */
  function byText(kind) {
    if (kind === "") return t("explore.by.all");
    return kind === "0" ? t("explore.by.people") : levelName(Number(kind));
  }

  /** Another level's games are wanted. */
  function askLevel() {
    wanted.level = Number(level.value);
    write(KEY, wanted);
    ask();
  }

  /** The levels that there are books of. */
  function drawLevels() {
    const offered = found?.levels ?? [];
    level.hidden = wanted.source !== "book" || offered.length < 2;
    fill(
      level,
      ...offered.map((number) =>
        h(
          "option",
          { value: number, selected: number === Number(found?.made?.level) },
          levelName(number),
        ),
      ),
    );
  }

  function toggle() {
    wanted.on = !wanted.on;
    write(KEY, wanted);
    if (wanted.on) ask();
    draw();
  }

  /** Another position is shown. */
  function explore() {
    all = { entries: false, turns: false };
    clearTimeout(timer);
    if (wanted.on) timer = setTimeout(ask, WAIT);
  }

  function asking() {
    const { moves = [], ply = moves.length } = board.place;
    return { position: session.tree.start ?? session.rules.start, past: moves.slice(0, ply) };
  }

  async function ask() {
    const mine = ++asked;
    try {
      const news = await api.explore({
        ...asking(),
        ...(wanted.by && { by: [wanted.by] }),
        ...(wanted.level && { level: wanted.level }),
      });
      if (mine !== asked) return;
      [found, refusal] = [news, ""];
    } catch (problem) {
      if (mine !== asked) return;
      [found, refusal] = [null, refusalText(problem, session.game)];
    }
    draw();
  }

  /** Let the prover go on where the game's proof ends. */
  async function prove() {
    const mine = asked;
    proving = true;
    draw();
    try {
      const news = await api.tablebase({ ...asking(), seconds: PROVING });
      if (mine === asked && found) found.tablebase = news;
      if (mine === asked) announce(countsText(news));
    } catch (problem) {
      if (mine === asked) refusal = refusalText(problem, session.game);
    }
    proving = false;
    draw();
  }

  function draw() {
    power.setAttribute("aria-checked", String(wanted.on));
    body.hidden = !wanted.on;
    if (!wanted.on) return;
    by.hidden = wanted.source !== "matches";
    drawLevels();
    const shown = wanted.source === "matches" ? found?.matches : found?.book;
    about.textContent = refusal || aboutText(shown);
    fill(table, ...rows(shown?.entries ?? []));
    fill(proven, ...provenRows(found?.tablebase ?? null));
  }

  /** @param {Source|null|undefined} shown */
  function aboutText(shown) {
    if (!found) return t("explore.looking");
    if (found.over) return t("explore.over");
    if (wanted.source === "matches")
      return shown?.games
        ? t("explore.matches", { count: shown.games })
        : t("explore.matches.none");
    if (!found.made) return t("explore.book.missing");
    const by = found.made.finished_by;
    const made = [
      t("explore.book", {
        count: Number(found.made.games),
        level: levelName(Number(found.made.level)),
      }),
      by && t("explore.book.finished", { level: levelName(Number(by)) }),
      !shown?.entries.length && t("explore.book.none"),
    ];
    return made.filter(Boolean).join(" ");
  }

  // ---- what was played -----------------------------------------------------------------------

  /** @param {Entry[]} entries */
  function rows(entries) {
    if (!entries.length) return [];
    const shown = all.entries ? entries : entries.slice(0, FEW);
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, t("explore.turn")),
      h("th", { scope: "col", class: "number" }, t("explore.games")),
      h("th", { scope: "col" }, sidesText(entries[0])),
    );
    const list = h(
      "table",
      { class: "explore-table" },
      h("caption", { class: "unseen" }, t("explore.caption")),
      h("thead", {}, head),
      h("tbody", {}, ...shown.map(row)),
    );
    return [list, more("entries", entries.length - shown.length)];
  }

  /** Whose share stands on which side of a bar: its colours alone do not tell everybody. @param {Entry} entry */
  function sidesText({ points }) {
    if (points.length !== 2) return t("explore.result");
    return t("explore.sides", { first: playerOf(session, 0), second: playerOf(session, 1) });
  }

  /** @param {Entry} entry */
  function row(entry) {
    const { games, chosen, odds } = entry;
    const words = resultText(entry);
    const often = odds === undefined ? t("explore.games.title", { count: games, chosen }) : "";
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, turnButton(entry.tokens, words)),
      h(
        "td",
        { class: "number", title: often },
        String(games),
        odds === undefined ? null : h("span", { class: "soft" }, ` ${percent(odds)}`),
      ),
      h("td", {}, shareBar(entry, words)),
    );
  }

  /** @param {Entry} entry @param {string} words */
  function shareBar({ games, shared, points }, words) {
    const two = points.length === 2;
    const parts = points.map((point, seat) => ({
      share: (two ? point - shared / 2 : point) / games,
      seat: /** @type {number|null} */ (seat),
    }));
    if (two && shared) parts.splice(1, 0, { share: shared / games, seat: null });
    const bar = h(
      "span",
      { class: "share-bar", role: "img", "aria-label": words, title: words },
      ...parts
        .filter(({ share }) => share > 0)
        .map(({ share, seat }) => {
          const part = h(
            "span",
            { class: `part game-${session.game}`, "data-player": seat ?? "shared" },
            share >= 0.2 ? h("b", {}, percent(share).replace(/\s?%/, "")) : null,
          );
          part.style.flexGrow = String(share);
          return part;
        }),
    );
    return bar;
  }

  /** Who got what, in words. @param {Entry} entry */
  function resultText({ games, shared, points }) {
    const two = points.length === 2;
    const won = points.map((point, seat) =>
      t(two ? "explore.wins" : "explore.share", {
        player: playerOf(session, seat),
        share: percent((two ? point - shared / 2 : point) / games),
      }),
    );
    if (two && shared) won.push(t("explore.shared", { share: percent(shared / games) }));
    return won.join(", ");
  }

  // ---- what is proven ------------------------------------------------------------------------

  /** @param {Tablebase|null} tablebase */
  function provenRows(tablebase) {
    if (!tablebase) return [];
    const { turns } = tablebase;
    const shown = all.turns ? turns : turns.slice(0, FEW);
    const open = tablebase.counts.open && found?.provable;
    const further = button(t(proving ? "explore.proving" : "explore.prove"), prove, {
      class: "small",
      disabled: proving,
    });
    return [
      h("h3", {}, t("explore.proven")),
      h("p", { class: "counts" }, countsText(tablebase)),
      h(
        "ul",
        { class: "proven-turns" },
        ...shown.map((turn) => {
          const { kind, words } = worth(turn);
          return h(
            "li",
            { class: kind },
            turnButton(turn.tokens, words),
            h("span", { class: "worth" }, words),
          );
        }),
      ),
      more("turns", turns.length - shown.length),
      open ? further : null,
    ];
  }

  /** "283 of 284 turns lose." @param {Tablebase} tablebase */
  function countsText({ counts, turns, player, more: rest }) {
    const count = turns.length + rest;
    const parts = ["win", "draw", "lose", "between", "open"]
      .filter((kind) => counts[kind])
      .map((kind) => t(`explore.count.${kind}`, { count: counts[kind] }));
    return t("explore.counts", {
      count,
      player: playerOf(session, player),
      parts: parts.join(", "),
    });
  }

  /** @param {TurnValue} turn */
  function worth({ low, high }) {
    if (low !== high)
      return low === 0 && high === 1
        ? { kind: "open", words: t("explore.open") }
        : { kind: "open", words: t("explore.bounds", { low: percent(low), high: percent(high) }) };
    if (low === 1) return { kind: "win", words: t("explore.win") };
    if (low === 0) return { kind: "lose", words: t("explore.lose") };
    return low === 0.5
      ? { kind: "draw", words: t("explore.draw") }
      : { kind: "draw", words: percent(low) };
  }

  // ---- both ----------------------------------------------------------------------------------

  /** @param {string[]} tokens @param {string} words what it leads to */
  function turnButton(tokens, words) {
    const steps = tokens.map((token) => ({ token, mover: board.seen?.turn ?? null }));
    const made = button(tokens.join(" "), () => on.play(steps), {
      class: "line token",
      "aria-label": `${tokens.join(" ")}: ${words}`,
    });
    made.addEventListener(
      "pointerenter",
      ({ pointerType }) => pointerType === "mouse" && board.preview(tokens),
    );
    made.addEventListener("pointerleave", () => board.preview(null));
    made.addEventListener("focus", () => made.matches(":focus-visible") && board.preview(tokens));
    made.addEventListener("blur", () => board.preview(null));
    return made;
  }

  /** @param {"entries"|"turns"} what @param {number} count */
  function more(what, count) {
    if (count <= 0) return null;
    return button(
      t("explore.more", { count }),
      () => {
        all[what] = true;
        draw();
      },
      { class: "plain small" },
    );
  }

  return {
    element,
    explore,
    toggle,
    release() {
      clearTimeout(timer);
      asked += 1;
    },
  };
}
