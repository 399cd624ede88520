/** Matches to come back to: those in which it is one's turn come first, the others after the games. */

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { levelName } from "../levels.js";
import { forget, matches, rememberEnd } from "../memory.js";
import { ago, gameText, t, timeText } from "../texts.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../memory.js").Remembered} Remembered */

/** How many matches are shown, and asked about. */
const MOST = 12;

/**
 * Two sections, filled once the server has said how the matches stand.
 * @param {import("../types.js").GameData[]} games
 */
export function comeBack(games) {
  const known = matches().filter((match) => games.some((game) => game.name === match.game));
  const turns = h("section", { class: "turns", hidden: true });
  const others = h("section", { class: "back", hidden: true });
  if (known.length) ask(known.slice(0, MOST)).then((found) => draw(turns, others, found));
  return { turns, others };
}

/**
 * How the matches stand, the latest first. What is over does not change: it is asked about once.
 * @param {Remembered[]} known @returns {Promise<[Remembered, Summary|undefined][]>}
 */
async function ask(known) {
  const open = known.filter((match) => !match.end).map(({ id, secret }) => ({ id, secret }));
  /** @type {Summary[]} */
  let told = [];
  try {
    const answer = open.length ? await api.mine(open) : null;
    told = answer?.matches ?? [];
    for (const id of answer?.missing ?? []) forget(id);
    for (const one of told) if (one.over) rememberEnd(one.id, one);
    known = known.filter((match) => !answer?.missing.includes(match.id));
  } catch {
    // Without the server the list still leads to the matches.
  }
  return known.map((match) => [match, match.end ?? told.find((one) => one.id === match.id)]);
}

/** @param {HTMLElement} turns @param {HTMLElement} others @param {[Remembered, Summary|undefined][]} found */
function draw(turns, others, found) {
  const due = found.filter(([, one]) => isMyTurn(one)).sort(([, a], [, b]) => hurry(a) - hurry(b));
  const rest = found.filter(([, one]) => !isMyTurn(one));
  list(turns, t("home.turns", { count: due.length }), due);
  list(others, t("home.back"), rest);
}

/** @param {HTMLElement} section @param {string} title @param {[Remembered, Summary|undefined][]} found */
function list(section, title, found) {
  section.hidden = !found.length;
  fill(
    section,
    h("h2", {}, title),
    h("ul", {}, ...found.map(([match, one]) => item(section, match, one))),
  );
}

/** @param {HTMLElement} section @param {Remembered} match @param {Summary|undefined} one */
function item(section, match, one) {
  const drop = button(
    "×",
    (event) => {
      forget(match.id);
      /** @type {Element} */ (event.target).closest("li")?.remove();
      section.hidden = !section.querySelector("li");
    },
    { class: "plain square", "aria-label": t("home.forget"), title: t("home.forget") },
  );
  const title = gameText(match.game, "title", match.game);
  const where = isMyTurn(one)
    ? [one?.left ? t("home.left", { time: timeText(one.left) }) : ago(one?.time ?? match.seen)]
    : [
        one ? standing(one) : t(match.over ? "home.over" : "home.open"),
        ago(one?.time ?? match.seen),
      ];
  return h(
    "li",
    { class: isMyTurn(one) ? "mine" : one?.over ? "over" : null },
    h(
      "a",
      { href: `/m/${match.id}` },
      h("strong", {}, one ? versus(title, one) : title),
      h("span", { class: "soft" }, where.join(" · ")),
    ),
    drop,
  );
}

/** @param {Summary|undefined} one */
function isMyTurn(one) {
  return Boolean(one && one.turn !== null && one.mine.includes(one.turn) && !alone(one));
}

/** Whether everybody sits at this screen. @param {Summary} one */
function alone({ seats, mine }) {
  return seats.every((seat, index) => seat.kind === "person" && mine.includes(index));
}

/** What runs out first comes first; what has no clock, after that. @param {Summary|undefined} one */
function hurry(one) {
  return one?.left ?? Infinity;
}

/** The game, and who else plays. @param {string} game @param {Summary} one */
function versus(game, one) {
  if (alone(one)) return game;
  const names = one.seats
    .map(({ kind }, seat) => (one.mine.includes(seat) || kind === "open" ? "" : nameOf(one, seat)))
    .filter(Boolean);
  if (!names.length) return game;
  return one.mine.length
    ? t("home.versus", { game, players: names.join(", ") })
    : `${game}: ${names.join(" – ")}`;
}

/** A player by name, else by colour. @param {Summary} one @param {number} seat */
function nameOf({ game, seats }, seat) {
  const { kind, name, level, replaced } = seats[seat];
  if (kind === "computer" && !replaced) return levelName(level);
  return name || gameText(game, `player.${seat}`, String(seat + 1));
}

/** How it stands: whose turn it is, or who won. @param {Summary} one */
function standing(one) {
  const { over, phase, turn, mine, seats } = one;
  if (over) return result(one, over);
  if (phase === "waiting") return t("home.waiting");
  if (phase !== "playing" || turn === null) return t("home.open");
  if (mine.includes(turn) && !alone(one)) return t("match.your-turn");
  const player =
    mine.includes(turn) && seats[turn].kind === "person" && !seats[turn].name
      ? gameText(one.game, `player.${turn}`, String(turn + 1))
      : nameOf(one, turn);
  return t("match.turn", { player });
}

/** @param {Summary} one @param {import("../types.js").Over} over */
function result(one, over) {
  if (!over.winners.length) return t("home.over");
  if (over.winners.length === one.seats.length) return t("match.over.draw");
  const { mine } = one;
  if (!mine.length || alone(one))
    return t("match.over.won", {
      player: over.winners.map((seat) => nameOf(one, seat)).join(", "),
    });
  return t(over.winners.some((seat) => mine.includes(seat)) ? "home.won" : "home.lost");
}
