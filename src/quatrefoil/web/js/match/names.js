/** Who is who, and how things stand, in words. */

import { levelName } from "../levels.js";
import { settings } from "../settings.js";
import { gameText, t } from "../texts.js";
import { owing } from "./share.js";

/** @typedef {import("./state.js").Match} Match */

/** The colour or number of a player. @param {Match} match @param {number} seat */
export function playerName(match, seat) {
  return gameText(
    match.game,
    `player.${seat}`,
    match.rules?.player_names[seat] ?? String(seat + 1),
  );
}

/** The name of whoever sits there: a person's, or that of the computer's level. @param {Match} match @param {number} seat */
export function holderName(match, seat) {
  const chair = match.state?.seats[seat];
  if (chair?.kind === "computer") return chair.replaced ? "" : levelName(chair.level);
  return chair?.kind === "person" ? chair.name : "";
}

/**
 * What to call a player in a sentence: by name, with the colour where two have the same one.
 * @param {Match} match @param {number} seat
 */
export function calledName(match, seat) {
  const name = holderName(match, seat);
  if (!name) return playerName(match, seat);
  const alone = match.state?.seats.every(
    (_, one) => one === seat || holderName(match, one) !== name,
  );
  return alone ? name : `${name} (${playerName(match, seat)})`;
}

/** Whether a seat is the reader's only one. @param {Match} match @param {number} seat */
export function isMe(match, seat) {
  return match.mine.length === 1 && match.mine[0] === seat;
}

/** What stands beside the name: the colour, who is whom. @param {Match} match @param {number} seat */
export function seatLine(match, seat) {
  const chair = match.state?.seats[seat];
  const player = playerName(match, seat);
  if (chair?.kind === "open") return t("match.open");
  if (chair?.replaced) return t("match.replaced");
  // Without a name "You" stands before it.
  if (isMe(match, seat)) return chair?.name ? t("match.you-are", { player }) : player;
  if (chair?.kind === "computer") return t("match.computer", { player, level: chair.level });
  return chair?.name ? player : "";
}

/** Whether it is the turn of this browser. @param {Match} match */
export function isMyTurn(match) {
  const { state } = match;
  if (match.showing) return false; // the turn before is still to be seen
  return state?.phase === "playing" && state.turn !== null && match.mine.includes(state.turn);
}

/** Whether the computer sits at the board. @param {Match} match */
export function againstComputer(match) {
  return (match.state?.seats ?? []).some((seat) => seat.kind === "computer");
}

/** Whether the reader plays against the computer and nobody else: then there may be a coach. @param {Match} match */
export function mayBeCoached(match) {
  const seats = match.state?.seats ?? [];
  const alone = seats.every(
    (seat, index) => seat.kind === "computer" || match.mine.includes(index),
  );
  return alone && match.mine.length > 0 && againstComputer(match);
}

/** Whether a coach looks at the reader's turns. @param {Match} match */
export function isCoached(match) {
  return settings.coach !== "off" && mayBeCoached(match);
}

/** What is going on, in one line. @param {Match} match */
export function statusLine(match) {
  const { state } = match;
  if (!state) return t("match.connecting");
  if (match.showing) return showingLine(match, match.showing.seat);
  if (state.phase === "waiting") return waitingLine(match);
  if (state.phase === "sharing") return sharingLine(match, state);
  if (state.phase === "throwing") return t("throw.title");
  if (state.over) return overLine(match, state.over);
  if (state.turn === null) return t("match.rolling");
  const player = calledName(match, state.turn);
  if (state.seats[state.turn].kind === "computer") return t("match.thinking", { player });
  if (!isMe(match, state.turn)) return t("match.turn", { player });
  return t("match.yours", { player: playerName(match, state.turn) });
}

/** For whom the match waits: whoever could sit down is told so. @param {Match} match */
function waitingLine(match) {
  const free = freeSeats(match);
  if (!match.mine.length && free.length)
    return t("match.join.text", { player: playerName(match, free[0]) });
  return t("match.waiting", { count: Math.max(1, free.length) }); // the last one is just sitting down
}

/** The seats that somebody could take. @param {Match} match @returns {number[]} */
export function freeSeats({ state }) {
  const seats = state?.phase === "waiting" ? state.seats : [];
  return seats.flatMap(({ kind }, seat) => (kind === "open" ? [seat] : []));
}

/** Whose turn is being shown. @param {Match} match @param {number|null} seat */
function showingLine(match, seat) {
  if (seat === null) return t("match.rolling");
  return t("match.turn", { player: calledName(match, seat) });
}

/** For whom the dice wait, once that has lasted. @param {Match} match @param {import("../types.js").State} state */
function sharingLine(match, state) {
  if (!match.lasting) return t("match.soon");
  const seats = owing(state);
  if (seats.some((seat) => match.mine.includes(seat))) return t("match.sharing.mine");
  return t("match.sharing", { player: seats.map((seat) => calledName(match, seat)).join(", ") });
}

/** Whether nobody has played to an end. @param {import("../types.js").Over} over */
export function hasNoResult(over) {
  return ["cancelled", "unfinished", "expired"].includes(over.how);
}

/** Who has won more than the others; nobody in a draw. @param {Match} match @returns {number[]} */
export function soleWinners({ state, showing }) {
  const over = state?.over;
  if (!over || showing || hasNoResult(over) || over.winners.length === state.seats.length)
    return [];
  return over.winners;
}

/** @param {Match} match @param {import("../types.js").Over} over */
function overLine(match, over) {
  if (hasNoResult(over)) return t(`match.how.${over.how}`);
  const { winners } = over;
  if (winners.length === match.state?.seats.length) return t("match.over.draw");
  if (winners.length > 1) {
    const players = winners.map((seat) => calledName(match, seat)).join(", ");
    return t("match.over.shared", { players });
  }
  const player = calledName(match, winners[0]);
  if (match.mine.length !== 1) return t("match.over.won", { player });
  return match.mine[0] === winners[0]
    ? t("match.over.you-won")
    : t("match.over.you-lost", { player });
}

/** Why it ended. @param {Match} match */
export function reasonLine(match) {
  const over = match.state?.over;
  if (!over || hasNoResult(over)) return "";
  if (over.how !== "rules") {
    if (over.seat === null) return t(`match.how.${over.how}`);
    if (isMe(match, over.seat)) return t(`match.how.${over.how}.you`);
    return t(`match.how.${over.how}`, { player: calledName(match, over.seat) });
  }
  const slug = over.reason
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return gameText(match.game, `reason.${slug}`, over.reason);
}

/** Points, where they are more than won and lost: `10–6` of two, else each with its name. @param {Match} match */
export function scoreLine(match) {
  const scores = match.state?.over?.scores ?? [];
  if (match.state?.over?.how === "cancelled" || scores.every((score) => score <= 1)) return "";
  if (scores.length === 2) return scores.join("–");
  return scores.map((score, seat) => `${calledName(match, seat)}: ${score}`).join(" · ");
}
