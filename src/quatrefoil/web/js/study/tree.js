/**
 * Trees of moves: variations, comments, marks and shapes. The same as `core/tree.py`, without rules:
 * whether a move can be made is for the server to say (a test compares both on random edits).
 *
 * A tree never changes: an edit returns another one, so undoing is keeping the one before. A node
 * keeps its number through all edits, and no number is given twice.
 *
 * @typedef {{kind: "ring"|"arrow", cells: string[], colour: string}} Shape
 * @typedef {{comment?: string, marks?: string[], shapes?: Shape[]}} Note what is empty is left out
 * @typedef {{parent: number|null, token: string, children: number[], note: Note}} Node
 * @typedef {{game: string, rules_version: number, options: Record<string, any>, start: any,
 *            nodes: Map<number, Node>, tags: Record<string, string>, fresh: number}} Tree
 *   `start` is a position as JSON, or null where the tree begins at the start of the game
 */

export const FORMAT = "quatrefoil-tree";
const VERSION = 1;

/** What a mark can say of a move, best first; □ is the only move. */
export const MARKS = ["!!", "!", "□", "!?", "?!", "?", "??"];
export const COLOURS = ["green", "red", "blue", "yellow"];
export const ROOT = 0;

export const MOST_NODES = 10_000;
export const LONGEST_COMMENT = 4_000;
export const MOST_SHAPES = 64;

/**
 * A tree without moves.
 * @param {{game: string, rules_version?: number, options?: Record<string, any>, start?: any,
 *          tags?: Record<string, string>}} rules
 * @returns {Tree}
 */
export function emptyTree({ game, rules_version = 1, options = {}, start = null, tags = {} }) {
  return { game, rules_version, options, start, tags, fresh: 1, nodes: new Map([[ROOT, leaf()]]) };
}

/** @param {number|null} [parent] @param {string} [token] @returns {Node} */
function leaf(parent = null, token = "") {
  return { parent, token, children: [], note: {} };
}

// ---- reading --------------------------------------------------------------------------------

/** @param {Tree} tree @param {number} number @returns {Node} */
export function nodeAt(tree, number) {
  const found = tree.nodes.get(number);
  if (!found) throw new RangeError(`the tree has no node ${number}`);
  return found;
}

/** The nodes from the first move to a node. @param {Tree} tree @param {number} number */
export function pathTo(tree, number) {
  /** @type {number[]} */
  const found = [];
  for (let node = nodeAt(tree, number); node.parent !== null; node = nodeAt(tree, number)) {
    found.push(number);
    number = node.parent;
  }
  return found.reverse();
}

/** The nodes of the main line after a node. @param {Tree} tree @param {number} [number] */
export function mainLine(tree, number = ROOT) {
  /** @type {number[]} */
  const found = [];
  for (let [next] = nodeAt(tree, number).children; next !== undefined; )
    [next] = nodeAt(tree, found[found.push(next) - 1]).children;
  return found;
}

/** The moves of some nodes. @param {Tree} tree @param {number[]} numbers */
export function tokensOf(tree, numbers) {
  return numbers.map((number) => nodeAt(tree, number).token);
}

// ---- edits ----------------------------------------------------------------------------------

/**
 * Play moves after a node; what is there is not doubled.
 * @param {Tree} tree @param {number} number @param {string[]} tokens
 * @returns {{tree: Tree, last: number}} the tree, and the node of the last move
 */
export function add(tree, number, tokens) {
  nodeAt(tree, number);
  const nodes = new Map(tree.nodes);
  let { fresh } = tree;
  for (const token of tokens) {
    const node = /** @type {Node} */ (nodes.get(number));
    const known = node.children.find((child) => nodes.get(child)?.token === token);
    if (known === undefined) {
      nodes.set(number, { ...node, children: [...node.children, fresh] });
      nodes.set(fresh, leaf(number, token));
    }
    number = known ?? fresh++;
  }
  if (nodes.size > MOST_NODES + 1) throw new RangeError("too large");
  return { tree: { ...tree, nodes, fresh }, last: number };
}

/** The tree without a node and all that follows it. @param {Tree} tree @param {number} number @returns {Tree} */
export function remove(tree, number) {
  const parent = parentOf(tree, number);
  const nodes = new Map(tree.nodes);
  const gone = [number];
  for (let next = gone.pop(); next !== undefined; next = gone.pop()) {
    gone.push(...nodeAt(tree, next).children);
    nodes.delete(next);
  }
  const above = nodeAt(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== number) });
  return { ...tree, nodes };
}

/**
 * The tree with a node one place further up among its siblings; `toMain` makes the line up to it
 * the main line.
 * @param {Tree} tree @param {number} number @param {boolean} [toMain] @returns {Tree}
 */
export function promote(tree, number, toMain = false) {
  parentOf(tree, number);
  const nodes = new Map(tree.nodes);
  for (const step of toMain ? pathTo(tree, number) : [number]) {
    const parent = parentOf(tree, step);
    const above = /** @type {Node} */ (nodes.get(parent));
    const children = above.children.filter((child) => child !== step);
    const place = toMain ? 0 : Math.max(0, above.children.indexOf(step) - 1);
    nodes.set(parent, { ...above, children: children.toSpliced(place, 0, step) });
  }
  return { ...tree, nodes };
}

/** The tree with a note in place of what was said about a node. @param {Tree} tree @param {number} number @param {Note} note @returns {Tree} */
export function annotate(tree, number, note) {
  const nodes = new Map(tree.nodes);
  nodes.set(number, { ...nodeAt(tree, number), note: tidy(note) });
  return { ...tree, nodes };
}

/** A note without what is empty. @param {Note} note @returns {Note} */
function tidy({ comment, marks, shapes }) {
  return {
    ...(comment && { comment }),
    ...(marks?.length && { marks }),
    ...(shapes?.length && { shapes }),
  };
}

/** @param {Tree} tree @param {number} number @returns {number} */
function parentOf(tree, number) {
  const { parent } = nodeAt(tree, number);
  if (parent === null) throw new RangeError("the start of a tree stays where it is");
  return parent;
}

// ---- JSON -----------------------------------------------------------------------------------

/** The tree as plain data. Nodes are numbered anew, in the order of their lines. @param {Tree} tree */
export function treeToJson(tree) {
  const numbers = new Map([[ROOT, 0]]);
  /** @type {{after?: number, moves: string[]}[]} */
  const lines = [];
  for (const [after, moves] of allLines(tree)) {
    const begins = lines.length ? { after: numbers.get(after) } : {};
    lines.push({ ...begins, moves: tokensOf(tree, moves) });
    for (const move of moves) numbers.set(move, numbers.size);
  }
  const notes = [...numbers]
    .map(([node, number]) => /** @type {const} */ ([String(number), nodeAt(tree, node).note]))
    .filter(([, note]) => Object.keys(note).length);
  return {
    format: FORMAT,
    version: VERSION,
    game: tree.game,
    rules_version: tree.rules_version,
    options: tree.options,
    start: tree.start,
    lines,
    notes: Object.fromEntries(notes),
    tags: tree.tags,
  };
}

/** The numbers that nodes have in JSON. @param {Tree} tree @returns {Map<number, number>} */
export function numbersOf(tree) {
  const numbers = new Map([[ROOT, 0]]);
  for (const [, moves] of allLines(tree)) for (const move of moves) numbers.set(move, numbers.size);
  return numbers;
}

/** The main line, then what branches off, each with the node that it begins after. @param {Tree} tree @returns {Generator<[number, number[]]>} */
function* allLines(tree) {
  const main = mainLine(tree);
  yield [ROOT, main];
  const waiting = branches(tree, [ROOT, ...main]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    waiting.push(...branches(tree, next[1]));
  }
}

/** The lines that branch off some nodes of a line, those of the first node last. @param {Tree} tree @param {number[]} numbers */
function branches(tree, numbers) {
  return [...numbers].reverse().flatMap((number) =>
    nodeAt(tree, number)
      .children.slice(1)
      .reverse()
      .map(
        (child) => /** @type {[number, number[]]} */ ([number, [child, ...mainLine(tree, child)]]),
      ),
  );
}

/**
 * Read what `treeToJson` wrote, and the server has found sound: a tree from elsewhere goes to
 * `api.readDocument` first.
 * @param {any} data @returns {Tree}
 */
export function treeFromJson(data) {
  const tree = emptyTree(data);
  for (const { after = ROOT, moves } of data.lines) {
    let number = after;
    for (const token of moves) {
      nodeAt(tree, number).children.push(tree.fresh); // the nodes are new, and ours alone
      tree.nodes.set(tree.fresh, leaf(number, token));
      number = tree.fresh++;
    }
  }
  for (const [number, note] of Object.entries(data.notes ?? {}))
    nodeAt(tree, Number(number)).note = tidy(/** @type {Note} */ (note));
  return tree;
}
