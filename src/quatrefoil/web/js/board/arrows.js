/**
 * Arrows on boards: from where a piece was to where it went, and round about what it turned; and as
 * an outline between two places, as the pictures of the server have them (`draw/arrows.py`).
 */

import { s } from "../dom.js";
import { placeOf } from "./draw.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{way: string[], about?: [number, number], angle?: number}} Arrow the places on its way */

const SHORT_OF = 14; // how far before its goal an arrow ends
const HEAD = 26; // the length of its head
const ARC = 46; // the radius of an arrow that goes round

/**
 * The arrows of what happened, move by move. What appears, vanishes or changes where it stands has
 * none; of what turns together one shows the way.
 * @param {Change[][]} changes @returns {Arrow[]}
 */
export function arrowsOf(changes) {
  /** @type {Map<string, Arrow>} */
  const found = new Map();
  for (const { how, start, end, via = [], about, angle } of changes.flat()) {
    if (!start || !end || start === end) continue;
    if (how === "turns" && about) found.set(`about ${about}`, { way: [], about, angle });
    else found.set(`${start} ${end}`, { way: [start, ...via, end] });
  }
  return [...found.values()];
}

/** @param {BoardState} state @param {Arrow[]} arrows @param {string} kind a class */
export function drawArrows(state, arrows, kind) {
  return arrows.flatMap((arrow) => {
    const points = arrow.about ? round(arrow.about, arrow.angle ?? 0) : along(state, arrow.way);
    return points.length > 1 ? [drawArrow(points, kind)] : [];
  });
}

/** @param {BoardState} state @param {string[]} way @returns {Point[]} */
function along(state, way) {
  return way.filter((id) => state.places.has(id)).map((id) => placeOf(state, id));
}

/** @param {[number, number]} about @param {number} angle in degrees @returns {Point[]} */
function round([x, y], angle) {
  const steps = 12;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const turned = ((angle * step) / steps - 90) * (Math.PI / 180);
    return { x: x + ARC * Math.cos(turned), y: y + ARC * Math.sin(turned) };
  });
}

/** @param {Point[]} points @param {string} kind */
function drawArrow(points, kind) {
  const goal = points[points.length - 1];
  const before = points[points.length - 2];
  const length = Math.hypot(goal.x - before.x, goal.y - before.y) || 1;
  const [dx, dy] = [(goal.x - before.x) / length, (goal.y - before.y) / length];
  const short = length > 2 * SHORT_OF + HEAD ? SHORT_OF : 0;
  const tip = { x: goal.x - dx * short, y: goal.y - dy * short };
  const neck = { x: tip.x - dx * HEAD, y: tip.y - dy * HEAD };
  const line = [...points.slice(0, -1), length > HEAD ? neck : before];
  const wing = HEAD * 0.62;
  const head = [
    tip,
    { x: neck.x - dy * wing, y: neck.y + dx * wing },
    { x: neck.x + dy * wing, y: neck.y - dx * wing },
  ];
  const shaft = line.map(written).join(" ");
  const tipped = head.map(written).join(" ");
  return s(
    "g",
    { class: `arrow ${kind}`, "aria-hidden": "true" },
    s("polyline", { class: "rim", points: shaft }),
    s("polygon", { class: "rim", points: tipped }),
    s("polyline", { class: "shaft", points: shaft }),
    s("polygon", { class: "head", points: tipped }),
  );
}

/** @param {Point} point */
function written({ x, y }) {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

// An outline, for a board whose longer side is `side`; other boards scale it. `shaft` and `head` are
// half their widths, `length` is the head's, `most` the largest share of an arrow that its head
// takes, `off` how far from the middle of its first place it begins.
const OUTLINE = { side: 640, shaft: 6, head: 17, length: 30, most: 0.5, off: 12 };

/**
 * An arrow from one place to another as one outline, so that it can have a border. It is drawn to the
 * right from (0, 0), then turned and moved into place.
 * @param {Point} start @param {Point} end @param {number} side the longer side of the board
 */
export function outlinedArrow(start, end, side) {
  const { shaft, head, length, most, off } = OUTLINE;
  const reach = Math.hypot(end.x - start.x, end.y - start.y);
  const scale = Math.min(side / OUTLINE.side, (reach * most) / length);
  const tip = reach / scale;
  const neck = tip - length;
  const begin = Math.min(off, neck / 2);
  const points = [
    [begin, -shaft],
    [neck, -shaft],
    [neck, -head],
    [tip, 0],
    [neck, head],
    [neck, shaft],
    [begin, shaft],
  ];
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  return s("polygon", {
    class: "pointing",
    points: points.map((point) => point.join(",")).join(" "),
    transform: `translate(${start.x} ${start.y}) rotate(${angle}) scale(${scale})`,
  });
}
