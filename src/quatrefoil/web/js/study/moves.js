/** The moves of an analysis: the main line, and variations nested in it, each move a button. */

import { button, fill, h } from "../dom.js";
import { swatchOf } from "../match/players.js";
import { gameText, t } from "../texts.js";
import { listing } from "./listing.js";
import { nodeAt } from "./tree.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./listing.js").Item} Item */

const DEEPEST = 6; // deeper variations are not indented any further

/** What a player is called. @param {Session} session @param {number} seat */
export function playerOf({ game, rules }, seat) {
  return gameText(game, `player.${seat}`, rules.player_names[seat] ?? String(seat + 1));
}

/** @param {Session} session @param {(node: number) => void} visit */
export function makeMoves(session, visit) {
  const list = h("div", { class: "tree", role: "group", "aria-label": t("analysis.moves") });
  let drawn = /** @type {import("./tree.js").Tree|null} */ (null);

  function draw() {
    if (session.tree !== drawn) {
      drawn = session.tree;
      const items = listing(session.tree, session.movers, session.rules.players);
      const empty = h("p", { class: "soft empty" }, t("analysis.empty"));
      fill(list, ...(items.length ? items.map((item) => block(item, 0)) : [empty]));
    }
    for (const made of list.querySelectorAll("button"))
      made.setAttribute("aria-current", String(Number(made.dataset.node) === session.node));
    showCurrent(list);
  }

  /** @param {Item} item @param {number} depth @returns {HTMLElement} */
  function block(item, depth) {
    if (item.kind === "comment")
      return h("p", { class: "comment" }, nodeAt(session.tree, item.node).note.comment);
    if (item.kind === "variation")
      return h(
        "div",
        {
          class: `variation${depth < DEEPEST ? "" : " deep"}`,
          role: "group",
          "aria-label": t("analysis.variation"),
        },
        ...item.items.map((one) => block(one, depth + 1)),
      );
    const { label, seat, nodes } = item;
    return h(
      "span",
      { class: "turn" },
      label && h("span", { class: "round" }, label),
      swatchOf(session.game, seat, seat === null ? "" : playerOf(session, seat)),
      seat !== null && h("span", { class: "unseen" }, playerOf(session, seat)),
      ...nodes.map(move),
    );
  }

  /** @param {number} node */
  function move(node) {
    const { token, note } = nodeAt(session.tree, node);
    const made = button(token, () => visit(node), {
      class: `move token${token.startsWith("!") ? " chance" : ""}`,
      "data-node": node,
    });
    for (const mark of note.marks ?? [])
      made.append(
        h("b", { class: "mark-sign", "data-mark": mark, title: t(`analysis.mark.${mark}`) }, mark),
        h("span", { class: "unseen" }, t(`analysis.mark.${mark}`)),
      );
    if (note.shapes?.length)
      made.append(h("i", { class: "has-shapes", title: t("analysis.shapes") }, "◌"));
    return made;
  }

  return { element: list, draw };
}

/** Scroll the list to the present move; the page stays where it is. @param {HTMLElement} list */
function showCurrent(list) {
  const current = list.querySelector("[aria-current=true]");
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const [spot, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (spot.top < frame.top) list.scrollTop += spot.top - frame.top - 8;
  else if (spot.bottom > frame.bottom) list.scrollTop += spot.bottom - frame.bottom + 8;
}
