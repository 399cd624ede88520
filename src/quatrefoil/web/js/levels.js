/** The computer's levels by name, each with a portrait: Seedling to Oak. */

import * as api from "./api.js";
import { s } from "./dom.js";
import { language } from "./texts.js";

/** @typedef {{level: number, name: string, names: Record<string, string>}} Level */

/** @type {Level[]} */
let known = [];

/** Names are known from then on. @returns {Promise<Level[]>} */
export async function loadLevels() {
  known = await api.levels();
  return known;
}

/** All that are known. */
export function levels() {
  return known;
}

/** What the computer is called when it plays a level. @param {number|null|undefined} level */
export function levelName(level) {
  const found = known.find((one) => one.level === level);
  return found ? (found.names[language()] ?? found.name) : String(level ?? "");
}

/**
 * The portraits: a plant in a round window, each a little larger than the one before. A part is a
 * class of the style sheet (`leaf`, `stem`, `bloom`, `heart`, `earth`) and a path in a 48 by 48 box.
 * @type {Record<number, [string, string][]>}
 */
const PORTRAITS = {
  1: [
    ["stem", "M24 39v-9"],
    ["leaf", "M24 31c-1-5-5-7-9-6 1 5 5 7 9 6z"],
    ["leaf light", "M24 31c1-5 5-7 9-6-1 5-5 7-9 6z"],
    ["earth", "M13 39c3-3 19-3 22 0z"],
  ],
  2: [
    ["stem", "M24 39c0-7 1-12 0-19"],
    ["leaf", "M24 34c-2-5-7-6-11-4 2 5 7 6 11 4z"],
    ["leaf light", "M24 29c2-5 7-6 11-4-2 5-7 6-11 4z"],
    ["leaf", "M24 22c-4-3-4-8 0-11 4 3 4 8 0 11z"],
    ["earth", "M13 39c3-3 19-3 22 0z"],
  ],
  3: [
    ["stem", "M24 40c-1-6 0-10 0-16"],
    ["leaf", "M24 25c-8 4-14-1-12-6 1-3 4-3 6-2-1-3 1-6 4-5 4 1 5 7 2 13z"],
    ["leaf light", "M24 25c8 4 14-1 12-6-1-3-4-3-6-2 1-3-1-6-4-5-4 1-5 7-2 13z"],
    ["leaf", "M24 25c-6 1-10 5-8 9 2 3 5 2 6 0 1 3 4 4 6 2 3-3 1-8-4-11z"],
  ],
  4: [
    ["stem", "M24 41c-1-6 0-9 0-14"],
    ["leaf", "M24 38c-2-4-6-5-9-4 1 4 5 6 9 4z"],
    [
      "bloom",
      "M24 18c-3-4-3-8 0-11 3 3 3 7 0 11zm0 0c3-4 3-4 0 0 4-3 8-3 11 0-3 3-7 3-11 0zm0 0c3 4 3 8 0 11-3-3-3-7 0-11zm0 0c-4 3-8 3-11 0 3-3 7-3 11 0z",
    ],
    [
      "bloom",
      "M24 18c0-5 3-8 7-8 0 4-2 8-7 8zm0 0c5 0 8 3 8 7-4 0-8-2-8-7zm0 0c0 5-3 8-7 8 0-4 2-8 7-8zm0 0c-5 0-8-3-8-7 4 0 8 2 8 7z",
    ],
    ["heart", "M24 14a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"],
  ],
  5: [
    ["stem", "M21 41c-1-12 2-24 11-32"],
    [
      "leaf",
      "M21 36c-4-1-7-4-8-7 4 0 7 3 8 7zm0-7c-4-1-6-4-7-7 4 0 6 3 7 7zm2-7c-3-2-5-5-5-8 3 1 5 4 5 8zm3-6c-2-2-3-4-2-7 2 1 3 4 2 7z",
    ],
    [
      "leaf light",
      "M21 38c3-4 7-5 11-4-2 3-7 5-11 4zm0-8c3-3 7-4 11-3-2 3-7 4-11 3zm2-7c3-3 7-3 10-2-2 3-6 3-10 2zm3-6c2-2 5-3 8-2-2 2-5 3-8 2z",
    ],
    ["leaf", "M30 11c0-3 2-5 5-4 2 1 2 4 0 4-1 0-2-1-1-2"],
  ],
  6: [
    ["stem", "M14 42c2-6 9-7 10-14s4-12 11-18"],
    ["leaf", "M15 38l-5-3 1-6 6-1 3 4-1 5z"],
    ["leaf light", "M22 33l3-6 7-1 3 6-4 5-6 1z"],
    ["leaf", "M24 25l-8-1-2-6 5-5 6 2 2 5z"],
    ["leaf light", "M29 19l1-6 6-4 4 5-1 6-6 2z"],
  ],
  7: [
    ["stem", "M24 42V22M24 30l-7-6M24 28l7-6"],
    [
      "leaf",
      "M24 8c5 0 8 3 8 6 5 0 8 4 7 8-1 5-6 7-10 5-3 3-8 3-10 0-5 2-10-1-10-6-1-4 2-7 6-7 1-3 4-6 9-6z",
    ],
    [
      "berry",
      "M17 17a2.4 2.4 0 1 0 0 5 2.4 2.4 0 0 0 0-5zm5 3a2.4 2.4 0 1 0 0 5 2.4 2.4 0 0 0 0-5zm9-4a2.4 2.4 0 1 0 0 5 2.4 2.4 0 0 0 0-5zm-3 5a2.4 2.4 0 1 0 0 5 2.4 2.4 0 0 0 0-5z",
    ],
  ],
  8: [
    ["trunk", "M20 43c2-5 2-9 1-14h6c-1 5-1 9 1 14z"],
    [
      "leaf",
      "M24 6c5-1 8 2 8 5 5-1 9 3 8 7 4 2 4 8 0 10-1 4-7 5-10 3-3 3-9 3-12 0-3 2-9 1-10-3-4-2-4-8 0-10-1-4 3-8 8-7 0-3 3-6 8-5z",
    ],
    [
      "leaf light",
      "M24 10c3 0 5 2 5 4 3 0 6 2 5 5-3 1-5 0-6-2-2 2-6 2-8 0-1 2-4 3-6 2 0-3 2-5 5-5 0-2 2-4 5-4z",
    ],
    ["heart", "M15 24a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm17 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"],
  ],
};

/** @param {number|null|undefined} level */
export function portrait(level) {
  const parts = PORTRAITS[level ?? 0] ?? PORTRAITS[1];
  return s(
    "svg",
    { class: "portrait", viewBox: "0 0 48 48", "aria-hidden": "true", "data-level": level },
    s("circle", { class: "window", cx: 24, cy: 24, r: 23 }),
    ...parts.map(([kind, d]) => s("path", { class: kind, d })),
  );
}
