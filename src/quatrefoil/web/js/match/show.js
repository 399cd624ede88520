/** What waits to be seen on the board, in order. `pace` shows it. */

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{moves: number, seat: number|null, scene: import("../types.js").Scene,
 *             changes: import("../types.js").Change[]}} Frame the board after a move */
/** @typedef {{frames: Promise<Frame[]>|Frame[], known: () => void}} Item frames, and what is said with the first */
/** @typedef {ReturnType<typeof makeShow>} Show */

export function makeShow() {
  return {
    /** @type {Item[]} */
    queue: [],
    running: false,
    hurried: false, // whether the reader does not want to wait
    seen: 0, // when the board last changed
    /** Ends a wait. @type {() => void} */
    wake: () => {},
  };
}

/** Do not wait any longer: the rest is shown at once. @param {Table} table */
export function endShow({ show }) {
  show.hurried = show.running;
  show.wake();
}

/** Wait, unless the reader is in a hurry. @param {Show} show @param {number} moment by `performance.now` */
export function until(show, moment) {
  const left = moment - performance.now();
  if (show.hurried || left <= 0) return Promise.resolve();
  return new Promise((/** @type {(value: void) => void} */ done) => {
    const timer = setTimeout(done, left);
    show.wake = () => {
      clearTimeout(timer);
      done();
    };
  });
}
