/** After the match: how it went for each player, and where it turned. Beside the board, so that it stays in sight. */

import * as api from "../api.js";
import { button, fill, h, s } from "../dom.js";
import { refusalText } from "../refusal.js";
import { t } from "../texts.js";
import { placeInList, total } from "./history.js";
import { playerName } from "./names.js";
import { swatch } from "./players.js";
import { bringIntoSight, look, restore } from "./view.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").Point} Point */

const MOST = 4;
const [WIDTH, HEIGHT] = [400, 110];

/** Ask for the review, and show it when it comes. @param {Table} table */
export async function askForReview(table) {
  const { match, parts } = table;
  match.review = { points: [], words: t("match.review.working") };
  restore(table);
  try {
    const { points } = await api.review(match.id);
    match.review = { points, words: t("match.review.text") };
  } catch (refusal) {
    match.review = { points: [], words: refusalText(refusal, match.game) };
  }
  restore(table);
  parts.review.scrollIntoView({ block: "nearest" });
}

/** @param {Table} table */
export function drawReview(table) {
  const { match, parts } = table;
  const { review } = match;
  parts.review.hidden = !review;
  if (!review) return;
  const signature = `${review.words} ${review.points.length}`;
  if (parts.review.dataset.shown !== signature) {
    parts.review.dataset.shown = signature;
    const { points } = review;
    fill(
      parts.review,
      h("h2", {}, t("match.review.title")),
      h("p", { class: "soft", role: "status" }, review.words),
      points.length > 0 && graph(table, points),
      ...(points.length ? turningPoints(table, points) : []),
    );
  }
  showPlace(parts.review, match);
}

/** Each player's share of the point, move by move; a click looks at that move. */
function graph(/** @type {Table} */ table, /** @type {Point[]} */ points) {
  const { match } = table;
  const seats = points[0].values.map((_, seat) => seat);
  const players = seats.length === 2 ? [0] : seats;
  const lines = players.map((seat) => {
    const values = [points[0].before[seat], ...points.map((point) => point.values[seat])];
    const path = values.map((value, index) => {
      const [x, y] = [(index / points.length) * WIDTH, HEIGHT * (0.95 - 0.9 * value)];
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    return s("polyline", { points: path.join(" "), class: "values", "data-player": seat });
  });
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
    look(table, Math.round(((event.clientX - box.left) / box.width) * points.length));
    bringIntoSight(table);
  });
  return h("figure", { class: "graph" }, picture, legend(match, seats));
}

/** Of two players one is ahead above, the other below; of more, each has a line. */
function legend(/** @type {Match} */ match, /** @type {number[]} */ seats) {
  const names = seats.map((seat) =>
    h("span", { class: "row" }, swatch(match, seat), playerName(match, seat)),
  );
  return h("figcaption", { class: seats.length === 2 ? "ends" : "row" }, ...names);
}

/** Show in the graph where the board is. @param {HTMLElement} element @param {Match} match */
function showPlace(element, match) {
  const place = element.querySelector(".graph .place");
  const x = String(((match.viewing ?? total(match)) / total(match)) * WIDTH);
  place?.setAttribute("x1", x);
  place?.setAttribute("x2", x);
}

/** The moves that gave most away. @param {Table} table @param {Point[]} points */
function turningPoints(table, points) {
  const turning = points
    .filter((point) => point.mark)
    .sort((one, other) => other.swing - one.swing)
    .slice(0, MOST)
    .sort((one, other) => one.moves - other.moves);
  if (!turning.length) return [h("p", {}, t("match.review.none"))];
  return turning.map((point) => {
    const label = t("match.review.point", {
      number: placeInList(table.match, point.moves).number,
      token: `${point.token} ${point.mark}`,
    });
    const better = h("span", { class: "soft" }, t("match.review.better", { token: point.best }));
    const made = button(
      label,
      () => {
        look(table, point.moves);
        bringIntoSight(table);
      },
      { class: "point" },
      swatch(table.match, point.turn),
    );
    made.append(better);
    return made;
  });
}
