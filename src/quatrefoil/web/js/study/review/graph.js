/** How a match went: each player's share of the point, with marks where it turned. */

import { h, s } from "../../dom.js";
import { playerName } from "../../match/names.js";
import { swatch } from "../../match/players.js";
import { t } from "../../texts.js";
import { turnsOf } from "./state.js";

/** @typedef {import("../../match/state.js").Match} Match */
/** @typedef {import("./state.js").Review} Review */

const [WIDTH, HEIGHT] = [400, 110];
const SHOWN = 96; // how high the picture is shown, in pixels

/**
 * The graph of what is known so far; a click looks at that move.
 * @param {Match} match @param {Review} review @param {(moves: number) => void} look
 */
export function makeGraph(match, review, look) {
  const known = [...review.values].sort(([one], [other]) => one - other);
  if (!known.length) return null;
  const seats = known[0][1].map((_, seat) => seat);
  const players = seats.length === 2 ? [0] : seats;
  const lines = players.map((seat) =>
    s("polyline", {
      points: known.map(([moves, values]) => spot(review, moves, values[seat])).join(" "),
      class: "values",
      "data-player": seat,
    }),
  );
  const picture = s(
    "svg",
    {
      class: `game-${match.game}`,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("match.review.graph"),
    },
    s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
    ...lines,
    s("line", { y1: 0, y2: HEIGHT, class: "place" }),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    look(Math.round(((event.clientX - box.left) / box.width) * review.moves));
  });
  return h("figure", { class: "graph" }, picture, ...marks(review, players), legend(match, seats));
}

/** @param {Review} review @param {number} moves @param {number} value */
function spot(review, moves, value) {
  const x = (moves / Math.max(1, review.moves)) * WIDTH;
  return `${x.toFixed(1)},${(HEIGHT * (0.95 - 0.9 * value)).toFixed(1)}`;
}

/** The marks lie over the graph, which is stretched: they are not. @param {Review} review @param {number[]} players */
function marks(review, players) {
  return turnsOf(review)
    .filter(({ mark }) => mark)
    .map(({ mark, stop, turn, points }) => {
      const seat = players.includes(turn ?? 0) ? (turn ?? 0) : players[0];
      const value = points[points.length - 1].values[seat];
      const made = h("span", { class: "at-mark", "data-mark": mark, "aria-hidden": "true" }, mark);
      const across = ((100 * stop) / Math.max(1, review.moves)).toFixed(1);
      made.style.left = `clamp(0.8em, ${across}%, 100% - 0.8em)`; // whole at both ends
      made.style.top = `${(SHOWN * (0.95 - 0.9 * value)).toFixed(1)}px`;
      return made;
    });
}

/** Of two players one is ahead above, the other below; of more, each has a line. */
function legend(/** @type {Match} */ match, /** @type {number[]} */ seats) {
  const names = seats.map((seat) =>
    h("span", { class: "row" }, swatch(match, seat), playerName(match, seat)),
  );
  return h("figcaption", { class: seats.length === 2 ? "ends" : "row" }, ...names);
}

/** Show in the graph where the board is. @param {Element} element @param {number} moves @param {number} total */
export function showPlace(element, moves, total) {
  const place = element.querySelector(".graph .place");
  const x = String((moves / Math.max(1, total)) * WIDTH);
  place?.setAttribute("x1", x);
  place?.setAttribute("x2", x);
}
