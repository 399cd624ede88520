/**
 * A tree as a text that can be read: turns with their numbers, comments, and variations after the
 * move that they are instead of. Plain data; `study/moves.js` draws it.
 *
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{kind: "turn", label: string, seat: number|null, nodes: number[]}} Turn
 * @typedef {Turn | {kind: "comment", node: number} | {kind: "variation", items: Item[]}} Item
 * @typedef {{index: number, seat: number|null}|null} Place which turn of its line a move belongs to
 */

import { ROOT, nodeAt } from "./tree.js";

/**
 * Turns are numbered as in a match (`match/history.js`): a roll belongs to the turn in which it
 * falls, and two players share a number.
 * @param {Tree} tree @param {Map<number, number|null>} movers @param {number} players
 * @returns {Item[]}
 */
export function listing(tree, movers, players) {
  const each = players === 2 ? 2 : 1;
  const first = nodeAt(tree, ROOT);
  /** @type {Item[]} */
  const items = first.note.comment ? [{ kind: "comment", node: ROOT }] : [];
  return [...items, ...line(first.children[0], null, first.children.slice(1))];

  /**
   * A line from a node on.
   * @param {number|undefined} node @param {Place} place of the move before @param {number[]} others
   *   what could be played instead of the first move: told after it
   * @returns {Item[]}
   */
  function line(node, place, others) {
    /** @type {Item[]} */
    const found = [];
    let open = /** @type {Turn|null} */ (null); // the turn that the next move may go on
    while (node !== undefined) {
      const before = place;
      place = next(before, node);
      const begins = place.index !== before?.index;
      if (open && !begins) open.nodes.push(node);
      else {
        open = {
          kind: "turn",
          label: label(place, begins, !open),
          seat: place.seat,
          nodes: [node],
        };
        found.push(open);
      }
      const { note, children } = nodeAt(tree, node);
      if (note.comment) found.push({ kind: "comment", node });
      for (const other of others) found.push({ kind: "variation", items: line(other, before, []) });
      if (note.comment || others.length) open = null;
      [node, ...others] = children;
    }
    return found;
  }

  /** @param {Place} place @param {number} node */
  function next(place, node) {
    const mover = movers.get(node) ?? null;
    const goes = place && (mover === null || place.seat === null || place.seat === mover);
    if (goes) return { index: place.index, seat: place.seat ?? mover };
    return { index: place ? place.index + 1 : 0, seat: mover ?? moverAfter(node) };
  }

  /** Who moves once the dice have fallen, as far as the line goes. @param {number} node */
  function moverAfter(node) {
    for (let now = /** @type {number|undefined} */ (node); now !== undefined; ) {
      const mover = movers.get(now) ?? null;
      if (mover !== null) return mover;
      now = nodeAt(tree, now).children[0];
    }
    return null;
  }

  /** @param {{index: number}} place @param {boolean} begins @param {boolean} resumes after something else */
  function label({ index }, begins, resumes) {
    const number = Math.floor(index / each) + 1;
    if (begins && index % each === 0) return `${number}.`;
    return resumes ? `${number}…` : "";
  }
}

/** The number of the turn that a node belongs to, as the list has it. @param {Item[]} items @param {number} node @returns {string} */
export function numberOf(items, node) {
  let number = "";
  for (const item of items) {
    if (item.kind === "variation") {
      const inside = numberOf(item.items, node);
      if (inside) return inside;
    } else if (item.kind === "turn") {
      number = item.label.replace(/\D/g, "") || number;
      if (item.nodes.includes(node)) return number;
    }
  }
  return "";
}
