/** Who is who, and how things stand, in words. */

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

/** The nickname of the player on a seat; without one, what kind of player it is. @param {Match} match @param {number} seat */
export function holderName(match, seat) {
  const chair = match.state?.seats[seat];
  if (!chair) return "";
  if (chair.kind === "computer")
    return chair.replaced ? t("match.replaced") : t("match.computer", { level: chair.level });
  if (chair.kind === "open") return t("match.open");
  if (chair.name) return chair.name;
  return match.mine.includes(seat) && match.mine.length === 1 ? t("match.you") : "";
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

/** What is going on, in one line. @param {Match} match */
export function statusLine(match) {
  const { state } = match;
  if (!state) return t("match.connecting");
  if (match.showing) return showingLine(match, match.showing.seat);
  if (state.phase === "waiting") return t("match.waiting");
  if (state.phase === "sharing") return sharingLine(match, state);
  if (state.phase === "throwing") return t("throw.title");
  if (state.over) return overLine(match, state.over);
  if (state.turn === null) return t("match.rolling");
  if (state.seats[state.turn].kind === "computer") return t("match.thinking");
  const player = playerName(match, state.turn);
  if (!isMyTurn(match)) return t("match.turn", { player });
  return match.mine.length > 1 ? t("match.turn", { player }) : t("match.yours", { player });
}

/** Whose turn is being shown. @param {Match} match @param {number|null} seat */
function showingLine(match, seat) {
  if (seat === null) return t("match.rolling");
  return t("match.turn", { player: playerName(match, seat) });
}

/** For whom the dice wait, once that has lasted. @param {Match} match @param {import("../types.js").State} state */
function sharingLine(match, state) {
  if (!match.lasting) return t("match.soon");
  const seats = owing(state);
  if (seats.some((seat) => match.mine.includes(seat))) return t("match.sharing.mine");
  const names = seats.map((seat) => state.seats[seat].name || playerName(match, seat));
  return t("match.sharing", { player: names.join(", ") });
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
    const players = winners.map((seat) => playerName(match, seat)).join(", ");
    return t("match.over.shared", { players });
  }
  const player = playerName(match, winners[0]);
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
    const player = over.seat === null ? "" : playerName(match, over.seat);
    return t(`match.how.${over.how}`, { player });
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
  return scores.map((score, seat) => `${playerName(match, seat)}: ${score}`).join(" · ");
}
