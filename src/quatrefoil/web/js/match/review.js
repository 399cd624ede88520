/** After the match: how good each position was, and where it turned. */

import * as api from "../api.js";
import { openDialog } from "../dialog.js";
import { button, fill, h, s } from "../dom.js";
import { t } from "../texts.js";
import { playerName } from "./names.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {{number: number, value: number, best: string}} Point */

const LEVEL = 3; // a quick look at each position is enough to see where it turned
const TURNING = 0.25;
const MOST = 5;

/** @param {Match} match @param {(number: number) => void} look */
export async function openReview(match, look) {
  const working = h("p", { class: "soft", role: "status" });
  const found = h("div", { class: "stack" });
  const text = t("match.review.text", { player: playerName(match, 0) });
  const dialog = openDialog(t("match.review.title"), [
    h("div", { class: "stack review" }, h("p", {}, text), working, found),
  ]);
  const record = await api.record(match.id);
  /** @type {Point[]} */
  const points = [];
  for (let number = 0; number <= record.moves.length && dialog.open; number++) {
    working.textContent = t("match.review.working", { number, total: record.moves.length });
    const point = await pointAt(record, number);
    if (point) points.push(point);
    fill(
      found,
      graph(points, record.moves.length),
      ...turns(points, record.moves, (move) => {
        dialog.close();
        look(move);
      }),
    );
  }
  working.textContent = "";
}

/**
 * The value of a position for player 0, or null where chance moves or nobody can say.
 * @param {any} record @param {number} number of moves
 * @returns {Promise<Point|null>}
 */
async function pointAt(record, number) {
  const until = {
    ...record,
    moves: record.moves.slice(0, number),
    end: null,
    result: null,
    tags: {},
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const seen = await api.analyse({ record: until, level: LEVEL });
      return { number, value: 2 * seen.value - 1, best: seen.best };
    } catch (problem) {
      if (!(problem instanceof api.ApiError) || problem.status !== 429) return null;
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
  }
  return null;
}

/** The values as a line. @param {Point[]} points @param {number} total */
function graph(points, total) {
  const line = points
    .map(({ number, value }) => `${(number / Math.max(total, 1)) * 400},${60 - value * 50}`)
    .join(" ");
  return s(
    "svg",
    { class: "graph", viewBox: "0 0 400 120", role: "img", "aria-label": t("match.review.title") },
    s("line", { x1: 0, x2: 400, y1: 60, y2: 60, class: "middle" }),
    s("polyline", { points: line, class: "values" }),
  );
}

/** The moves after which the value jumped most. */
function turns(
  /** @type {Point[]} */ points,
  /** @type {string[]} */ moves,
  /** @type {(number: number) => void} */ look,
) {
  const jumps = points
    .slice(1)
    .map((point, index) => ({
      point,
      before: points[index],
      jump: Math.abs(point.value - points[index].value),
    }))
    .filter(({ jump }) => jump >= TURNING)
    .sort((one, other) => other.jump - one.jump)
    .slice(0, MOST)
    .sort((one, other) => one.point.number - other.point.number);
  if (!jumps.length) return [h("p", {}, t("match.review.none"))];
  return jumps.map(({ point, before }) => {
    const token = moves[point.number - 1];
    const better =
      before.best && before.best !== token
        ? ` ${t("match.review.better", { token: before.best })}`
        : "";
    return button(t("match.review.point", { number: point.number, token }) + better, () =>
      look(point.number),
    );
  });
}
