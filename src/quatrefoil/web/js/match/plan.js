/**
 * Conditional moves: "if she plays this, I play that", put together on the board while one waits.
 * The server keeps them, tells nobody, and plays them when they fit.
 */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { announce, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { t, tell } from "../texts.js";
import { total, touched } from "./history.js";
import { calledName, isMyTurn } from "./names.js";
import { ask } from "./table.js";
import { hasCompany } from "./talk.js";
import { look, restore } from "./view.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{turns: string[], seats: number[], say: import("../types.js").Phrase[][]}} PlannedLine */
/**
 * A line that is being put together: from which position, its tokens turn by turn, whose turn it is
 * then (null where nobody can plan on), and what each turn is called.
 * @typedef {{key: string, position: any, turns: string[][], turn: number|null, seat: number,
 *            say: import("../types.js").Phrase[][], whole: boolean}} Planning
 */

/** Whether one may plan now. @param {Table} table */
function mayPlan({ match }) {
  const { state, rules, mine } = match;
  const waits = state?.phase === "playing" && state.turn !== null && !isMyTurn(match);
  return Boolean(waits && mine.length === 1 && hasCompany(match) && rules && !rules.has_dice);
}

/** @param {Table} table */
export function makePlan(table) {
  const { match } = table;
  const element = h("section", {
    class: "plan",
    hidden: true,
    tabindex: -1,
    "aria-label": t("plan.title"),
  });
  /** @type {PlannedLine[]} */
  let lines = [];
  let asked = "";
  /** What was marked on the board before. @type {any} */
  let marks = {};

  /** Ask the server what is left of the plan, once for each position. */
  async function load() {
    const now = `${match.state?.key} ${match.planned}`;
    if (asked === now) return;
    asked = now;
    const answer = await table.line?.send("plans", {});
    lines = answer?.ok ? answer.lines : [];
    draw();
  }

  function draw() {
    const planning = table.planning;
    if (planning && (!mayPlan(table) || planning.key !== match.state?.key)) stop();
    element.hidden = !mayPlan(table);
    if (element.hidden) {
      asked = "";
      return;
    }
    load();
    const shown = JSON.stringify([lines, table.planning, match.state?.seats]);
    if (element.dataset.shown === shown) return; // what is being clicked stays there
    element.dataset.shown = shown;
    element.classList.toggle("planning", Boolean(table.planning));
    element.classList.toggle("kept", lines.length > 0);
    fill(element, h("h2", {}, t("plan.title")), ...(table.planning ? steps() : list()));
  }

  function list() {
    return [
      lines.length
        ? h("ul", {}, ...lines.map((line, index) => h("li", {}, words(line), drop(index))))
        : h("p", { class: "soft" }, t("plan.text")),
      button(t(lines.length ? "plan.more" : "plan.begin"), begin, { title: t("plan.text") }),
    ];
  }

  /** @param {PlannedLine} line */
  function words(line) {
    const parts = line.say.map((say, index) => {
      const said = say.map((phrase) => bare(tell(match.game, phrase))).join(", ");
      const seat = line.seats[index];
      const player = calledName(match, seat);
      return t(match.mine.includes(seat) ? "plan.then" : "plan.if", { player, move: said });
    });
    return h("span", {}, parts.join(" "));
  }

  /** Without the colour that many phrases begin with: the sentence has the name. @param {string} text */
  function bare(text) {
    return text.replace(/^[^:]{1,20}: /, "");
  }

  /** @param {number} index */
  function drop(index) {
    const rest = lines.filter((_, other) => other !== index);
    return button("×", () => send(rest.map(({ turns }) => turns)), {
      class: "plain square",
      "aria-label": t("plan.drop"),
      title: t("plan.drop"),
    });
  }

  /** @param {string[][]} turns of each line */
  async function send(turns) {
    const answer = await ask(table, "plan", { lines: turns.map((one) => ({ turns: one })) });
    if (!answer.ok) return false;
    asked = "";
    await load();
    return true;
  }

  function steps() {
    const planning = /** @type {Planning} */ (table.planning);
    const { turn, turns, whole } = planning;
    const mine = turn !== null && match.mine.includes(turn);
    const save = button(t("plan.save"), keep, { class: "primary" });
    save.disabled = !(turns.length && whole && !mine);
    const undo = button(t("match.undo"), back, { "data-repeat": true });
    undo.disabled = !turns.length;
    return [
      h("p", { class: "next" }, next()),
      h("p", { class: "token" }, turns.map((tokens) => tokens.join(" ")).join(" → ")),
      // The last is one that stays: below the list a way to plan comes back at the right.
      h("div", { class: "row" }, save, button(t("plan.cancel"), cancel), undo),
    ];
  }

  /** What is to be played now, in thought. */
  function next() {
    const turn = table.planning?.turn ?? null;
    if (turn === null) return t("plan.end");
    if (match.mine.includes(turn)) return t("plan.mine");
    return t("plan.theirs", { player: calledName(match, turn) });
  }

  async function begin() {
    if (match.viewing !== null) await look(table, total(match)); // one plans from where the match is
    const { key, position, turn } = match.state ?? {};
    marks = { last: table.board?.state.last, arrows: table.board?.state.arrows };
    table.planning = /** @type {Planning} */ ({
      key,
      position,
      turns: [],
      turn,
      seat: turn,
      say: [],
      whole: true,
    });
    await showBoard([]);
    announce(next());
    table.board?.svg.focus({ preventScroll: true });
    table.board?.element.scrollIntoView({ block: "nearest" });
  }

  /** Show the board after some tokens, with what can be played there. @param {string[]} tokens */
  async function showBoard(tokens) {
    const planning = table.planning;
    if (!planning) return;
    try {
      const seen = await api.look(planning.position, tokens);
      if (table.planning !== planning) return;
      const before = planning.turn;
      planning.turn = seen.turn;
      planning.whole = !tokens.length || seen.turn !== before || planning.whole;
      const changes = seen.changes.slice(-1);
      table.board?.show({
        scene: seen.scene,
        paths: seen.turn === null ? [] : seen.paths,
        changes: changes.flat(),
        last: touched(changes),
        arrows: [],
        turn: seen.turn,
        over: Boolean(seen.over),
        winners: [],
      });
    } catch (problem) {
      toast(refusalText(problem, match.game));
      stop();
    }
    draw();
  }

  /** A move on the board, in thought. @param {string} token */
  async function move(token) {
    const planning = table.planning;
    if (!planning) return;
    const { turn } = planning;
    if (planning.whole) planning.turns.push([]);
    planning.turns.at(-1)?.push(token);
    planning.whole = false;
    planning.turn = turn;
    await showBoard(planning.turns.flat());
    if (planning.turn !== turn) announce(next());
  }

  async function back() {
    const planning = table.planning;
    if (!planning) return;
    planning.turns.pop();
    planning.whole = true;
    await showBoard(planning.turns.flat());
    planning.whole = true;
    draw();
  }

  async function keep() {
    const turns = (table.planning?.turns ?? []).map((tokens) => tokens.join(" "));
    if (await send([...lines.map((line) => line.turns), turns])) {
      cancel();
      toast(t("plan.saved"));
    }
  }

  /** Nothing is planned any more; the marks of the latest turn are known again. */
  function stop() {
    if (table.planning && table.board) Object.assign(table.board.state, marks);
    table.planning = null;
  }

  function cancel() {
    stop();
    restore(table);
    draw();
  }

  return { element, draw, move, stop };
}
