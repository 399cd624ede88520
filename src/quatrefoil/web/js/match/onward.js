/** From the position that is shown: back to it in this match, on from it in a new one, or to study it. */

import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { button, fill, h, icon } from "../dom.js";
import { go } from "../go.js";
import { LOOK, UNDO } from "../icons.js";
import { remember } from "../memory.js";
import { toast } from "../notify.js";
import { levelGrid } from "../pages/choices.js";
import { refusalText } from "../refusal.js";
import { settings } from "../settings.js";
import { analysisAddress } from "../address.js";
import { t } from "../texts.js";
import { movesShown, seatAfter, total } from "./history.js";
import { playerName } from "./names.js";
import { rest, restingButton } from "./resting.js";
import { hashOf, newShare } from "./share.js";
import { ask } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./state.js").Match} Match */

const ONWARD = "M5 4v16M9 5l10 7-10 7z";

/** Buttons that stay where they are; `draw` says which of them make sense now. @param {Table} table */
export function makeOnward(table) {
  const { match } = table;
  const undo = restingButton(
    t("match.undo-here"),
    () => ask(table, "ask-takeback", { moves: turnBefore(match, match.viewing ?? 0) }),
    { class: "plain small" },
    icon(UNDO),
  );
  const onward = restingButton(
    t("match.onward"),
    () => openOnward(match, movesShown(match)),
    { class: "plain small" },
    icon(ONWARD),
  );
  const analyse = restingButton(
    t("match.analyse"),
    () => openAnalysis(match, movesShown(match)),
    { class: "plain small" },
    icon(LOOK),
  );
  const element = h("div", { class: "onward" }, undo, onward, analyse);

  function draw() {
    const { state } = match;
    const alone = (state?.seats ?? []).every(
      (seat, index) => seat.kind === "computer" || match.mine.includes(index),
    );
    undo.hidden = !alone || !match.mine.length || !table.lived;
    const why = whyNoUndo(match);
    rest(undo, why && t(why), t("match.undo-here.help"));
    const ended = movesShown(match) === total(match) && state?.over?.how === "rules";
    rest(onward, ended ? t("match.undo-here.not") : "", t("match.onward.help"));
    // Who plays against people thinks for themselves, and so do those who watch them.
    const fair = !state?.over && !alone ? t("match.analyse.fair") : "";
    rest(analyse, fair, t("match.analyse.help"));
  }

  return { element, draw };
}

/**
 * Why this match cannot go back to what is shown: the key of a text, or nothing if it can.
 * @param {Match} match
 */
function whyNoUndo(match) {
  const { viewing, state, history } = match;
  if (state?.phase === "over") return "match.rest.over";
  if (viewing === null || state?.phase !== "playing") return "match.undo-here.not";
  const left = turnBefore(match, viewing);
  if (left < match.past) return "match.undo-here.past";
  let moves = 0;
  for (const { seat, tokens } of history) {
    moves += tokens.length;
    if (moves > left && seat === null) return "match.undo-here.roll";
  }
  return "";
}

/** After how many moves the last turn ended that is shown in whole. @param {Match} match @param {number} number */
function turnBefore({ history }, number) {
  let moves = 0;
  for (const { tokens } of history) {
    if (moves + tokens.length > number) break;
    moves += tokens.length;
  }
  return moves;
}

/** Ask for an opponent and a side, and play on. @param {Match} match @param {number} moves */
export function openOnward(match, moves) {
  const computer = match.state?.seats.find((seat) => seat.kind === "computer");
  let level = computer?.level ?? settings.level;
  const opponent = h("div", { role: "group", "aria-label": t("match.onward.level") });
  const choose = (/** @type {number} */ chosen) => {
    level = chosen;
    fill(opponent, levelGrid(level, choose));
  };
  choose(level);
  const seats = match.state?.seats ?? [];
  const side = menu(
    "onward-side",
    seats.map((_, seat) => [seat, playerName(match, seat)]),
    match.mine.length === 1 ? match.mine[0] : (seatAfter(match, moves) ?? 0),
  );
  const play = button(
    t("match.onward.play"),
    async () => {
      play.disabled = true;
      await playOn(match, moves, Number(side.value), level);
      dialog.close();
    },
    { class: "primary" },
  );
  const fields = h(
    "div",
    { class: "stack" },
    h("p", { class: "soft" }, t("match.onward.help")),
    h("strong", { "aria-hidden": "true" }, t("match.onward.level")),
    opponent,
    h("label", { for: "onward-side" }, t("match.onward.side")),
    side,
  );
  const dialog = openDialog(t("match.onward"), [fields], [play]);
}

/** @param {string} id @param {[number, string][]} choices @param {number} chosen */
function menu(id, choices, chosen) {
  const options = choices.map(([value, name]) =>
    h("option", { value, selected: value === chosen }, name),
  );
  return h("select", { id }, ...options);
}

/** Study the match, from the position that is shown. @param {Match} match @param {number} ply */
async function openAnalysis(match, ply) {
  try {
    const { game, options, start, history } = await api.match(match.id, match.secret);
    const moves = history.flatMap(({ tokens }) => tokens);
    const changed = match.rules?.changed ?? options;
    go(analysisAddress({ game, options: changed, start, moves, ply }));
  } catch (problem) {
    toast(refusalText(problem, match.game));
  }
}

/** Make a match that goes on after some moves of this one. @param {Match} match @param {number} moves @param {number} mine @param {number} level */
async function playOn(match, moves, mine, level) {
  const share = newShare();
  try {
    const { game, options, start, history, state } = await api.match(match.id, match.secret);
    const seats = state.seats.map((_, seat) =>
      seat === mine
        ? { kind: "me", name: settings.name || undefined }
        : { kind: "computer", level },
    );
    const made = await api.newMatch({
      ...(start ? { position: start } : { game, options }),
      moves: history.flatMap(({ tokens }) => tokens).slice(0, moves),
      seats,
      hash: hashOf(share),
    });
    remember(made.id, { game, secret: made.secret, with: "computer", share });
    go(`/m/${made.id}`);
  } catch (problem) {
    toast(refusalText(problem, match.game));
  }
}
