/** The review beside the board: how well each played, what luck did, the graph, and where it turned. */

import { button, fill, h } from "../../dom.js";
import { calledName, isMe } from "../../match/names.js";
import { swatch } from "../../match/players.js";
import { bringIntoSight, look, repaint } from "../../match/view.js";
import { announce } from "../../notify.js";
import { sentence } from "../../sentences.js";
import { language, percent, t } from "../../texts.js";
import { makeGraph } from "./graph.js";
import { openPoint } from "./point.js";
import { BAD, marksOf, mistakes, turnsOf } from "./state.js";
import { markName, unbroken } from "./words.js";

/** @typedef {import("../../match/table.js").Table} Table */
/** @typedef {import("../../match/state.js").Match} Match */
/** @typedef {import("./state.js").Review} Review */
/** @typedef {import("./state.js").ReviewedTurn} ReviewedTurn */

const MOST = 8; // turning points in the list: the worst, and what was praised

/**
 * Draw what is known, and what is there to be learned from it.
 * @param {Table} table @param {Review} review @param {string} problem
 */
export function drawPanel(table, review, problem) {
  const { match, parts } = table;
  match.marks = marksOf(review);
  const known = parts.review.querySelector(".moments");
  const scrolled = parts.review.scrollTop;
  const lookAt = (/** @type {number} */ moves) => {
    look(table, moves);
    bringIntoSight(table);
  };
  const told = problem || progress(review);
  if (parts.review.dataset.told !== told) announce(told);
  parts.review.dataset.told = told;
  fill(
    parts.review,
    h("div", { class: "row head" }, h("h2", {}, t("review.title")), retry(table, review)),
    h("p", { class: "soft progress", "data-done": review.done }, told),
    review.summary && players(match, review),
    makeGraph(match, review, lookAt),
    review.summary && moments(table, review, lookAt),
  );
  if (known) parts.review.scrollTop = scrolled;
  repaint(table);
  table.studying?.refresh(review);
}

/** What is being done. @param {Review} review */
function progress(review) {
  if (review.done) return t(turningPoints(review).length ? "review.done" : "review.done.none");
  const stage = review.summary?.stage;
  return t(!stage ? "review.quick" : stage === "quick" ? "review.standard" : "review.deep");
}

/** How each player did. @param {Match} match @param {Review} review */
function players(match, review) {
  const summary = /** @type {import("./state.js").Summary} */ (review.summary);
  const rows = summary.players.map((player, seat) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        swatch(match, seat),
        h("span", {}, isMe(match, seat) ? t("match.you") : calledName(match, seat)),
      ),
      h(
        "td",
        { class: "accuracy" },
        player.accuracy === null ? "–" : percent(player.accuracy / 100),
      ),
      summary.rolled && h("td", {}, signed(player.rolls)),
      summary.rolled && h("td", {}, signed(player.choices)),
    ),
  );
  const heads = ["player", "accuracy", ...(summary.rolled ? ["luck", "choices"] : [])];
  return h(
    "table",
    { class: "accuracies" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...heads.map((name) =>
          h(
            "th",
            { scope: "col", title: name === "player" ? null : t(`review.${name}.help`) },
            name === "player"
              ? h("span", { class: "unseen" }, t("review.player"))
              : t(`review.${name}`),
          ),
        ),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

/** @param {number} share */
function signed(share) {
  const how = { style: "percent", signDisplay: "exceptZero" };
  const written = new Intl.NumberFormat(language(), /** @type {any} */ (how)).format(share);
  return written.replace("-", "\u2212"); // English gets a hyphen for a minus
}

/** The turns to look into, in the order of the match. @param {Review} review */
function turningPoints(review) {
  return turnsOf(review)
    .filter(({ mark, worst }) => mark && worst)
    .sort((one, other) => other.loss - one.loss)
    .slice(0, MOST)
    .sort((one, other) => one.index - other.index);
}

/**
 * Where it turned, and where it slipped away from who lost without a bad turn.
 * @param {Table} table @param {Review} review @param {(moves: number) => void} lookAt
 */
function moments(table, review, lookAt) {
  const shown = [
    ...turningPoints(review).map((turn) => ({
      index: turn.index,
      made: moment(table, review, turn),
    })),
    ...slides(table.match, review, lookAt),
  ].sort((one, other) => one.index - other.index);
  if (!shown.length) return h("p", {}, t("match.review.none"));
  return h(
    "ol",
    { class: "moments", "aria-label": t("review.moments") },
    ...shown.map(({ made }) => h("li", {}, made)),
  );
}

/** @param {Match} match @param {Review} review @param {(moves: number) => void} lookAt */
function slides(match, review, lookAt) {
  const { players, stage } = /** @type {import("./state.js").Summary} */ (review.summary);
  if (stage === "quick") return []; // a closer look finds what decided it, as a rule
  return players.flatMap(({ slide, result }, seat) => {
    const [first, last] = [
      review.turns.get(slide?.first ?? -1),
      review.turns.get(slide?.last ?? -1),
    ];
    if (!slide || !first || !last || result >= 1 / players.length) return [];
    const made = button(
      t("review.slide", { first: first.number, last: last.number }),
      () => lookAt(first.start),
      { class: "point" },
      swatch(match, seat),
    );
    const cost = percent(slide.cost);
    made.append(h("span", { class: "soft" }, t("review.slide.text", { cost })));
    return [{ index: first.index, made }];
  });
}

/** @param {Table} table @param {Review} review @param {ReviewedTurn} turn */
function moment(table, review, turn) {
  const { match } = table;
  const worst = /** @type {import("./state.js").Part} */ (turn.worst);
  const bad = BAD.includes(turn.mark);
  const words = turn.why ? sentence(match.game, turn.why) : "";
  const made = button(
    t("match.review.point", { number: turn.number, token: worst.played.tokens.join(" ") }),
    () => openPoint(table, review, turn),
    { class: "point", "data-mark": turn.mark },
    swatch(match, turn.turn),
  );
  made.append(
    h("span", { class: "mark", "data-mark": turn.mark, title: markName(turn.mark) }, turn.mark),
    h("span", { class: "unseen" }, markName(turn.mark)),
    h(
      "span",
      { class: "soft" },
      ...unbroken(
        words ||
          (bad
            ? t("match.review.better", { token: worst.best.tokens.join(" ") })
            : markName(turn.mark)),
      ),
    ),
  );
  return made;
}

/** To try again at one's own mistakes, or at everybody's. @param {Table} table @param {Review} review */
function retry(table, review) {
  const { match } = table;
  const own = mistakes(review, match.mine);
  if (!review.summary || !own.length) return null;
  const mine = match.mine.length > 0;
  return button(
    t(mine ? "review.learn" : "review.learn.all", { count: own.length }),
    () => openPoint(table, review, own[0], { trying: true }),
    { class: "primary small retry" },
  );
}
