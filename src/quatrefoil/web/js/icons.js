/** Drawings that several parts of the page share, and buttons that are nothing but a drawing. */

import { button, fill, icon } from "./dom.js";

export const FIRST = "M18 5l-8 7 8 7zM6 5v14";
export const BACK = "M15 5l-8 7 8 7z";
export const FORWARD = "M9 5l8 7-8 7z";
export const LAST = "M6 5l8 7-8 7zM18 5v14";
export const UNDO = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
export const LOOK = "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.5 14.5 20 20";
export const BOOK =
  "M3 6c3-1.5 6-1.5 9 0 3-1.5 6-1.5 9 0v13c-3-1.5-6-1.5-9 0-3-1.5-6-1.5-9 0zM12 6v13";
export const LINK =
  "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5";

/** @param {string} label what it says to those who do not see it @param {string} drawing @param {() => void} act */
export function iconButton(label, drawing, act) {
  const made = button("", act, { class: "plain square", "aria-label": label, title: label });
  fill(made, icon(drawing));
  return made;
}
