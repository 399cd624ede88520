/** Telling the reader: by toast, by the screen reader's voice, by the tab's title, by notification. */

import { h } from "./dom.js";
import { settings } from "./settings.js";

const NAME = "Quatrefoil";

const READING = 50; // milliseconds a letter

const TOGETHER = 100; // milliseconds within which other words would be heard instead

/** A short message that goes away by itself, when it has been read. @param {string} words */
export function toast(words) {
  document.querySelector(".toast")?.remove();
  const note = h("div", { class: "toast", popover: "manual" }, words);
  document.body.append(note);
  note.showPopover?.(); // above a dialog too
  setTimeout(() => note.remove(), 3000 + READING * words.length);
  announce(words); // what comes with its words is not heard, unless it comes where one listens
}

let announced = -Infinity;

/** Have the screen reader say something, after what was announced a moment ago. @param {string} words */
export function announce(words) {
  const now = performance.now();
  if (now - announced > TOGETHER) voice()?.replaceChildren();
  announced = now;
  voice()?.append(h("p", {}, words));
}

/** Say where the keyboard is: the place before is of no interest any more. @param {string} words */
export function mention(words) {
  announced = -Infinity;
  announce(words);
}

/** Where one listens: in a dialog nothing outside is heard. */
function voice() {
  return [...document.querySelectorAll("dialog[open] > .voice, body > .voice")].at(-1);
}

/** @param {string} words what the page is about, or nothing */
export function setTitle(words) {
  document.title = words ? `${words} · ${NAME}` : NAME;
}

/**
 * Notify, if the reader wants it and is looking elsewhere.
 * @param {string} words @param {string} about one notification a subject
 */
export function notify(words, about) {
  if (!settings.notify || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const note = new Notification(NAME, { body: words, tag: about, icon: "/static/icon.svg" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Ask for leave to notify. @returns {Promise<boolean>} */
export async function mayNotify() {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}
