/**
 * An analysis as it is being worked on: the tree, where in it we are, and what was there before each
 * edit. One plain object; free functions change it.
 *
 * @typedef {import("./tree.js").Tree} Tree
 * @typedef {{tree: Tree, node: number}} Moment
 * @typedef {{
 *   game: string,
 *   rules: import("../types.js").RulesData,
 *   tree: Tree,
 *   node: number,
 *   movers: Map<number, number|null>,
 *   past: Moment[],
 *   future: Moment[],
 *   id: string,
 * }} Session
 *   `movers` says who makes the move of each node (null: chance), of nodes that were deleted as well:
 *   they may come back
 */

import { write, read } from "../settings.js";
import { ROOT, add, mainLine, nodeAt, pathTo, tokensOf, treeFromJson, treeToJson } from "./tree.js";

const MOST_UNDONE = 300;

/**
 * @param {import("../types.js").RulesData} rules
 * @param {{tree: any, movers: (number|null)[]}} document a tree as JSON, with who makes its moves
 * @param {string} [id] of a session that goes on
 * @returns {Session}
 */
export function makeSession(rules, { tree: data, movers }, id = crypto.randomUUID()) {
  const tree = treeFromJson(data);
  const known = new Map(movers.map((mover, index) => [index + 1, mover]));
  return { game: tree.game, rules, tree, node: ROOT, movers: known, past: [], future: [], id };
}

/** Put another tree in place of the present one. @param {Session} session @param {Tree} tree @param {number} [node] */
export function edit(session, tree, node = session.node) {
  const before = { tree: session.tree, node: session.node };
  session.past = [...session.past, before].slice(-MOST_UNDONE);
  session.future = [];
  Object.assign(session, { tree, node });
}

/** Change the tree without a step of its own to undo: what goes on from the edit before. @param {Session} session @param {Tree} tree */
export function amend(session, tree) {
  session.tree = tree;
}

/** Take the latest edit back. @param {Session} session @returns {boolean} whether there was one */
export function undo(session) {
  return travel(session, session.past, session.future);
}

/** Make the edit again that was taken back. @param {Session} session @returns {boolean} */
export function redo(session) {
  return travel(session, session.future, session.past);
}

/** @param {Session} session @param {Moment[]} from @param {Moment[]} to */
function travel(session, from, to) {
  const moment = from.pop();
  if (!moment) return false;
  to.push({ tree: session.tree, node: session.node });
  Object.assign(session, moment);
  return true;
}

/**
 * Play moves from where we are, and go to the last of them. Moves that are there are only gone to.
 * @param {Session} session @param {{token: string, mover: number|null}[]} steps
 */
export function playSteps(session, steps) {
  const grown = add(
    session.tree,
    session.node,
    steps.map(({ token }) => token),
  );
  const isNew = grown.tree.fresh !== session.tree.fresh;
  if (isNew) edit(session, grown.tree, grown.last);
  else session.node = grown.last;
  const path = pathTo(session.tree, grown.last).slice(-steps.length);
  path.forEach((node, index) => session.movers.set(node, steps[index].mover));
}

/** The tokens up to where we are, and after that along the main line from there. @param {Session} session */
export function lineOf({ tree, node }) {
  const path = pathTo(tree, node);
  return { moves: tokensOf(tree, [...path, ...mainLine(tree, node)]), ply: path.length };
}

/**
 * The node in a direction: the move before or after, the start, the end of the line, or the
 * variation before or after this one, where the line branches last.
 * @param {Session} session @param {"back"|"forward"|"first"|"last"|"up"|"down"} where
 */
export function nodeTowards({ tree, node }, where) {
  const { parent, children } = nodeAt(tree, node);
  switch (where) {
    case "back":
      return parent ?? node;
    case "forward":
      return children[0] ?? node;
    case "first":
      return ROOT;
    case "last":
      return mainLine(tree, node).at(-1) ?? node;
    default:
      return beside(tree, node, where === "up" ? -1 : 1);
  }
}

/** Where a neighbouring variation begins: at the nearest fork above. @param {Tree} tree @param {number} node @param {number} by */
function beside(tree, node, by) {
  for (let now = node; ; ) {
    const { parent } = nodeAt(tree, now);
    if (parent === null) return node;
    const siblings = nodeAt(tree, parent).children;
    const other = siblings[siblings.indexOf(now) + by];
    if (other !== undefined) return other;
    now = parent;
  }
}

// ---- kept in this browser -------------------------------------------------------------------

/** @param {string} game */
const keyOf = (game) => `quatrefoil.analysis.${game}`;

/** Keep the session for the next visit. @param {Session} session */
export function keep(session) {
  const tree = treeToJson(session.tree);
  write(keyOf(session.game), { id: session.id, tree, movers: numbered(session), time: Date.now() });
}

/** Who makes each move, in the order in which the JSON has them. @param {Session} session */
function numbered({ tree, movers }) {
  const order = [ROOT];
  const again = treeFromJson(treeToJson(tree));
  /** @type {Map<number, number>} the numbers in JSON, and those of the session */
  const same = new Map([[ROOT, ROOT]]);
  for (let next = order.pop(); next !== undefined; next = order.pop()) {
    const [one, other] = [nodeAt(again, next).children, nodeAt(tree, same.get(next) ?? 0).children];
    one.forEach((child, index) => same.set(child, other[index]));
    order.push(...one);
  }
  return Array.from(
    { length: again.fresh - 1 },
    (_, index) => movers.get(same.get(index + 1) ?? -1) ?? null,
  );
}

/**
 * What was kept of a game, if anything was.
 * @param {string} game @returns {{id: string, tree: any, movers: (number|null)[], time: number}|null}
 */
export function kept(game) {
  return read(keyOf(game), null);
}

/** The node at the end of a line of tokens, if the tree has it. @param {Tree} tree @param {string[]} tokens */
export function nodeAfter(tree, tokens) {
  let number = /** @type {number|undefined} */ (ROOT);
  for (const token of tokens) {
    if (number === undefined) break;
    number = nodeAt(tree, number).children.find((child) => nodeAt(tree, child).token === token);
  }
  return number;
}

/** Whether we are on the main line, or at the start. @param {Session} session */
export function isMain({ tree, node }) {
  return pathTo(tree, node).every((step) => {
    const { parent } = nodeAt(tree, step);
    return parent !== null && nodeAt(tree, parent).children[0] === step;
  });
}
