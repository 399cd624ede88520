/** After the match: how it went for each player, and where it turned. */

import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { button, fill, h, s } from "../dom.js";
import { t } from "../texts.js";
import { playerName } from "./names.js";
import { swatch } from "./players.js";

/** @typedef {import("./state.js").Match} Match */
/**
 * @typedef {{moves: number, turn: number|null, token: string, best: string, before: number[],
 *            values: number[], swing: number, mark: string}} Point
 */

const MOST = 6;
const [WIDTH, HEIGHT] = [400, 120];

/** @param {Match} match @param {(number: number) => void} look */
export async function openReview(match, look) {
  const content = h(
    "div",
    { class: "stack review", role: "status" },
    h("p", {}, t("match.review.working")),
  );
  const dialog = openDialog(t("match.review.title"), [content]);
  try {
    const { points } = await api.review(match.id);
    const show = (/** @type {number} */ number) => {
      dialog.close();
      look(number);
    };
    fill(
      content,
      h("p", {}, t("match.review.text")),
      graph(match, points),
      ...turningPoints(match, points, show),
    );
  } catch (refusal) {
    const words = refusal instanceof Error && refusal.message ? refusal.message : t("problem.text");
    fill(content, h("p", { class: "note" }, words));
  }
}

/** Each player's share of the point, move by move. @param {Match} match @param {Point[]} points */
function graph(match, points) {
  const players =
    points[0]?.values.length === 2 ? [0] : (points[0]?.values ?? []).map((_, seat) => seat);
  const lines = players.map((seat) => {
    const values = [points[0].before[seat], ...points.map((point) => point.values[seat])];
    const path = values.map((value, index) => {
      const [x, y] = [(index / points.length) * WIDTH, HEIGHT * (0.95 - 0.9 * value)];
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    });
    return s("polyline", { points: path.join(" "), class: "values", "data-player": seat });
  });
  const legend = players.map((seat) =>
    h("span", { class: "row" }, swatch(match, seat), playerName(match, seat)),
  );
  return h(
    "figure",
    { class: "graph" },
    s(
      "svg",
      {
        class: `game-${match.game}`,
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": t("match.review.text"),
      },
      s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
      ...lines,
    ),
    h("figcaption", { class: "row" }, ...legend),
  );
}

/** The moves that gave most away. @param {Match} match @param {Point[]} points @param {(number: number) => void} look */
function turningPoints(match, points, look) {
  const turning = points
    .filter((point) => point.mark)
    .sort((one, other) => other.swing - one.swing)
    .slice(0, MOST)
    .sort((one, other) => one.moves - other.moves);
  if (!turning.length) return [h("p", {}, t("match.review.none"))];
  return turning.map((point) => {
    const label = t("match.review.point", {
      number: point.moves,
      token: `${point.token} ${point.mark}`,
    });
    const better = h("span", { class: "soft" }, t("match.review.better", { token: point.best }));
    const made = button(
      label,
      () => look(point.moves),
      { class: "point" },
      swatch(match, point.turn),
    );
    made.append(better);
    return made;
  });
}
