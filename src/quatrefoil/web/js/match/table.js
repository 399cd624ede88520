/**
 * Everything about the match page that lives as long as it: one plain object, handed to free
 * functions. `painters` draw what stands beside the board, each one thing.
 *
 * @typedef {import("./state.js").Match} Match
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {{
 *   match: Match,
 *   board: import("../board/board.js").Board|null,
 *   line: import("./connection.js").Connection|null,
 *   parts: ReturnType<typeof makeParts>,
 *   painters: ((scene: Scene) => void)[],
 *   shown: string,
 *   planning: import("./plan.js").Planning|null,
 *   plan: {move: (token: string) => void, stop: () => void}|null,
 *   show: import("./show.js").Show,
 *   studying: {close: () => void, key: (event: KeyboardEvent) => boolean,
 *     refresh: (review: import("../study/review/state.js").Review) => void}|null,
 *   ended: AbortController|null,
 *   lived: boolean,
 *   left: ({at: number} & import("./view.js").Marks)|null,
 * }} Table
 */

import { makeWhy } from "../board/why.js";
import { h } from "../dom.js";
import { toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { t } from "../texts.js";
import { makeShow } from "./show.js";
import { matchState } from "./state.js";

/** @param {string} id @param {string|null} secret @returns {Table} */
export function makeTable(id, secret) {
  return {
    match: matchState(id, secret),
    board: null,
    line: null,
    parts: makeParts(),
    painters: [],
    show: makeShow(), // the turns of others, as far as they wait to be seen
    plan: null,
    studying: null, // another board in place of the match's: a turning point of the review
    ended: null, // ends a review that is still coming in
    lived: false, // whether the match was seen before its end: then all buttons keep their places
    left: null, // what was marked when the reader began to look back
    planning: null, // a line of conditional moves that is being put together
    shown: "", // what the board shows, in short, to see whether it must change
  };
}

/**
 * Ask the server for something, and say so if it refuses.
 * @param {Table} table @param {string} verb @param {Record<string, any>} [fields]
 */
export async function ask(table, verb, fields = {}) {
  const answer = await table.line?.send(verb, fields);
  if (!answer.ok && answer.code !== "withdrawn") toast(refusalText(answer, table.match.game));
  return answer;
}

/** The elements that stay while what they show changes. */
function makeParts() {
  return {
    frame: h("div", { class: "frame" }),
    curtain: h("div", { class: "curtain", hidden: true }),
    why: makeWhy(),
    status: makeStatus(),
    bar: h("div", { class: "bars" }),
    draft: h("div", { class: "bar draft" }),
    die: h("div", { class: "roll", hidden: true, role: "img" }),
    tools: h("div", { class: "tools" }),
    players: h("ul", { class: "players" }),
    about: h("p", { class: "about" }),
    notes: h("section", { class: "notes", tabindex: -1, "aria-label": t("match.notes") }),
    review: h("section", { class: "review", hidden: true }),
    answer: h("button", { type: "button", class: "answer plain small", hidden: true }),
    connection: h("span", { class: "connection", role: "status" }),
    guests: h("span", { class: "guests soft" }),
  };
}

/** What is going on, in parts: those that stay the same are not said again. */
function makeStatus() {
  return h(
    "p",
    { class: "status", role: "status", "aria-atomic": "false" },
    h("span", { class: "winners", hidden: true }),
    h("strong", {}),
    h("span", { class: "soft", hidden: true }),
    h("span", { class: "facts", hidden: true }),
  );
}
