/** What the reader chose, remembered in this browser. One plain object; every default is here. */

const KEY = "quatrefoil.settings";

/** Longer names are cut by the server. */
export const LONGEST_NAME = 24;

/**
 * @typedef {{language: string, theme: "auto"|"light"|"dark", sound: boolean, haptics: boolean, notify: boolean,
 *            tilted: boolean, pace: string, coach: string, pictures: boolean, howto: boolean, name: string, level: number}} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  theme: "auto",
  sound: true,
  haptics: true, // where the device can be felt
  notify: false,
  tilted: false,
  pace: "normal", // at which the turns of others are shown
  coach: "off", // who looks at turns before they are played: off, gentle, strict
  pictures: true, // those of the home page play on
  howto: true, // the card that says how to play is unfolded
  name: "",
  level: 1, // newcomers should win now and then
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(KEY, {}) };

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Change settings, remember them and tell the listeners.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  Object.assign(settings, changes);
  write(KEY, settings);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

/** Put the theme on the page; `auto` follows the system. */
export function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** Whether things may move. */
export function motionAllowed() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Read JSON from this browser's store; a full, forbidden or damaged store is an empty one.
 * @param {string} key @param {any} otherwise
 */
export function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Read a list from this browser's store; what does not fit is left out.
 * @param {string} key @param {(one: any) => unknown} fits @returns {any[]}
 */
export function readList(key, fits) {
  const found = read(key, []);
  return Array.isArray(found) ? found.filter(fits) : [];
}

/** @param {string} key @param {any} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may forbid it: the page works without a memory.
  }
}
