/** Double taps: a mouse counts its clicks itself, a finger's have to be counted. */

const DOUBLE_TAP = 500; // milliseconds: two taps that are nearer in time and place are one double tap
const SAME_SPOT = 24; // pixels

/** A function that says of each press whether it is the first or the second of a double one. */
export function tapCounter() {
  let before = { at: -Infinity, x: 0, y: 0 };

  return (/** @type {PointerEvent} */ { timeStamp: at, clientX: x, clientY: y }) => {
    const near = Math.hypot(x - before.x, y - before.y) < SAME_SPOT;
    const count = near && at - before.at < DOUBLE_TAP ? 2 : 1;
    before = { at, x, y };
    return count;
  };
}
