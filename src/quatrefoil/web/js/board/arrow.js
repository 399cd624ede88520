/** Arrows between places, as the pictures of the server have them (`draw/arrows.py`). */

import { s } from "../dom.js";

/** @typedef {import("../types.js").Place} Place */

// For a board whose longer side is SIDE; other boards scale them.
const SIDE = 640;
const SHAFT = 6; // half the width of the shaft
const HEAD = 17; // and of the head
const LENGTH = 30; // of the head
const MOST = 0.5; // the largest share of an arrow that its head takes
const OFF = 12; // from the middle of its first place to where an arrow begins

/**
 * An arrow from one place to another: one outline, so that it can have a border. It is drawn to the
 * right from (0, 0), then turned and moved into place.
 * @param {Place} start @param {Place} end @param {number} side the longer side of the board
 */
export function arrow(start, end, side) {
  const reach = Math.hypot(end.x - start.x, end.y - start.y);
  const scale = Math.min(side / SIDE, (reach * MOST) / LENGTH);
  const tip = reach / scale;
  const neck = tip - LENGTH;
  const begin = Math.min(OFF, neck / 2);
  const points = [
    [begin, -SHAFT],
    [neck, -SHAFT],
    [neck, -HEAD],
    [tip, 0],
    [neck, HEAD],
    [neck, SHAFT],
    [begin, SHAFT],
  ];
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  return s("polygon", {
    class: "pointing",
    points: points.map((point) => point.join(",")).join(" "),
    transform: `translate(${start.x} ${start.y}) rotate(${angle}) scale(${scale})`,
  });
}
