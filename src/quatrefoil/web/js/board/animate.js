/** Showing what a move did: pieces slide, hop, turn, come and go, within a quarter of a second. */

import { motionAllowed } from "../settings.js";
import { placeOf } from "./draw.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {Map<string, SVGGElement>} Drawn pieces by place */

const LONGEST = 240;
const SHORTEST = 160;

/**
 * Animate from the old drawing to the new one, which is already on the board.
 * @param {BoardState} state
 * @param {Change[]} changes
 * @param {Drawn} before @param {Drawn} after
 * @param {SVGGElement} moving the layer for what is going away
 */
export function animate(state, changes, before, after, moving) {
  if (!motionAllowed()) return;
  for (const [start, steps] of journeys(changes)) {
    const last = steps[steps.length - 1];
    if (last.how === "vanishes") leave(state, steps, before.get(start), moving);
    else play(state, steps, after.get(last.end ?? last.start ?? ""));
  }
}

/**
 * Group the changes by the piece they are about: one that moves on is still the same piece. Pieces
 * that turn go round together: where one leaves, the next arrives.
 */
function journeys(/** @type {Change[]} */ changes) {
  /** @type {Map<string, Change[]>} */
  const found = new Map();
  for (const change of changes) {
    const start = change.start ?? change.end ?? "";
    const earlier = [...found].find(([, steps]) => {
      const last = steps[steps.length - 1];
      return last.end === start && !(last.how === "turns" && change.how === "turns");
    });
    if (earlier) earlier[1].push(change);
    else found.set(start, [change]);
  }
  return found;
}

/** @param {BoardState} state @param {Change[]} steps @param {SVGGElement|undefined} piece */
function play(state, steps, piece) {
  const body = bodyOf(piece);
  if (!body) return;
  const frames = steps.flatMap((change) => keyframes(state, change, steps));
  if (frames.length < 2) return;
  const duration = Math.min(LONGEST, SHORTEST + 40 * (frames.length - 2));
  body.animate(frames, { duration, easing: "cubic-bezier(.3,.7,.3,1)" });
}

/** Keep what goes away on the board until it has gone. */
function leave(
  /** @type {BoardState} */ state,
  /** @type {Change[]} */ steps,
  /** @type {SVGGElement|undefined} */ piece,
  /** @type {SVGGElement} */ moving,
) {
  const body = bodyOf(piece);
  if (!piece || !body) return;
  moving.append(piece);
  const moves = steps.slice(0, -1).flatMap((change) => keyframesFrom(state, change));
  const going = body.animate(
    [...moves, { opacity: 1, transform: "scale(1)" }, { opacity: 0, transform: "scale(0.4)" }],
    { duration: SHORTEST, easing: "ease-in" },
  );
  going.onfinish = going.oncancel = () => piece.remove();
}

/** @param {BoardState} state @param {Change} change @param {Change[]} steps @returns {Keyframe[]} */
function keyframes(state, change, steps) {
  switch (change.how) {
    case "appears":
      return [
        { opacity: 0, transform: "scale(1.35)" },
        { opacity: 1, transform: "scale(1)" },
      ];
    case "becomes":
      return [{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }];
    case "turns":
      return turning(state, change, steps[steps.length - 1]);
    default:
      return travelling(state, change, steps[steps.length - 1]);
  }
}

/** The way from start to end, as seen from where the journey ends. */
function travelling(
  /** @type {BoardState} */ state,
  /** @type {Change} */ change,
  /** @type {Change} */ last,
) {
  const goal = placeOf(state, last.end ?? "");
  const stops = [change.start ?? "", ...(change.via ?? []), change.end ?? ""];
  const frames = stops.map((id) => offset(placeOf(state, id), goal, 1));
  if (change.how !== "hops") return frames;
  return frames.flatMap((frame, index) => {
    if (!index) return [frame];
    const [a, b] = [placeOf(state, stops[index - 1]), placeOf(state, stops[index])];
    const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return [offset(top, goal, 1.3), frame];
  });
}

/** @param {BoardState} state @param {Change} change @returns {Keyframe[]} */
function keyframesFrom(state, change) {
  const start = placeOf(state, change.start ?? "");
  const stops = [change.start ?? "", ...(change.via ?? []), change.end ?? ""];
  return stops.map((id) => offset(placeOf(state, id), start, 1));
}

/** A turn about a point, as seen from where the journey ends. */
function turning(
  /** @type {BoardState} */ state,
  /** @type {Change} */ change,
  /** @type {Change} */ last,
) {
  const end = placeOf(state, change.end ?? "");
  const goal = placeOf(state, last.end ?? "");
  const [x, y] = change.about ?? [end.x, end.y];
  const steps = 6; // enough that the straight lines between look like an arc
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = -(change.angle ?? 0) * (1 - step / steps);
    return {
      transform:
        `rotate(${-(goal.turn ?? 0)}deg) translate(${x - goal.x}px, ${y - goal.y}px)` +
        ` rotate(${angle}deg) translate(${end.x - x}px, ${end.y - y}px) rotate(${end.turn ?? 0}deg)`,
    };
  });
}

/**
 * @param {{x: number, y: number}} from @param {import("../types.js").Place} to
 * @param {number} scale
 */
function offset(from, to, scale) {
  const [x, y] = rotated(from.x - to.x, from.y - to.y, (-(to.turn ?? 0) * Math.PI) / 180);
  return { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

/** @param {number} x @param {number} y @param {number} angle @returns {[number, number]} */
function rotated(x, y, angle) {
  const [c, sn] = [Math.cos(angle), Math.sin(angle)];
  return [x * c - y * sn, x * sn + y * c];
}

/** @param {SVGGElement|undefined} piece */
function bodyOf(piece) {
  return /** @type {SVGGElement|null} */ (piece?.querySelector(".body") ?? null);
}
