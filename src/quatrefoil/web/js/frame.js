/** The top of every page: the way home, the language, light and dark, sound. */

import { fill, h, s } from "./dom.js";
import { iconButton } from "./icons.js";
import { change, settings } from "./settings.js";
import { hasHaptics } from "./sound.js";
import { LANGUAGES, language, t } from "./texts.js";

const SOUND = "M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11";
const SILENCE = "M4 10v4h4l5 4V6L8 10zM17 9.5l5 5m0-5-5 5";
const FELT = "M8 4h8v16H8zM11 17h2M4 9l-2 3 2 3M20 9l2 3-2 3";
const THEMES = {
  auto: "M12 4a8 8 0 0 0 0 16zM12 4a8 8 0 0 1 0 16",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  dark: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
};
const NEXT = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });

/** Draw the top anew. */
export function drawTop() {
  const top = document.getElementById("top");
  if (!top) return;
  fill(top, brand(), h("div", { class: "trail" }, sound(), theme(), languages()));
}

function brand() {
  return h("a", { class: "brand", href: "/" }, flower(4), h("span", {}, "Quatrefoil"));
}

/** Our sign, with all four leaves or fewer. @param {number} count */
export function flower(count) {
  const leaves = [
    [12, 7],
    [7, 12],
    [12, 17],
    [17, 12],
  ].map(([cx, cy], index) =>
    s("circle", { class: index < count ? "leaf" : "leaf lost", cx, cy, r: 5.6 }),
  );
  return s(
    "svg",
    { class: "flower", viewBox: "0 0 24 24", "aria-hidden": "true" },
    ...leaves.reverse(),
    s("circle", { class: "seed", cx: 12, cy: 12, r: 3.4 }),
  );
}

/** Sound, or where a device can be felt only that, or neither. */
function sound() {
  const felt = hasHaptics() && settings.haptics;
  const now = settings.sound ? "on" : felt ? "felt" : "off";
  const next = { on: hasHaptics() ? "felt" : "off", felt: "off", off: "on" }[now];
  const drawing = { on: SOUND, felt: FELT, off: SILENCE }[now];
  return iconButton(t(`frame.sound.${now}`), drawing, () => {
    change({ sound: next === "on", haptics: next !== "off" });
    drawTop();
  });
}

function theme() {
  return iconButton(t(`frame.theme.${settings.theme}`), THEMES[settings.theme], () => {
    change({ theme: NEXT[settings.theme] });
    drawTop();
  });
}

function languages() {
  const options = Object.entries(LANGUAGES).map(([tag, name]) =>
    h("option", { value: tag, lang: tag, selected: tag === language() }, name),
  );
  return h(
    "select",
    {
      "aria-label": t("frame.language"),
      onchange: (/** @type {Event} */ event) =>
        change({ language: /** @type {HTMLSelectElement} */ (event.target).value }),
    },
    ...options,
  );
}
