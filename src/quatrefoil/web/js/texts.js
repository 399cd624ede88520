/** Words in the reader's language: the frame's own, and those of each game. */

import { ApiError, reach } from "./api.js";
import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", fi: "Suomi" };

/** @typedef {Record<string, string | Record<string, string>>} Texts */

/** Keys of a game stand below its name: `blinq/player.0`. @type {Texts} */
const texts = {};

/** The language that is spoken now. */
export function language() {
  if (settings.language in LANGUAGES) return settings.language;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** Load the frame's texts. */
export async function loadTexts() {
  document.documentElement.lang = language();
  Object.assign(texts, await load(`/static/texts/${language()}.json`));
}

/**
 * Load texts that only some pages need, once a language: `study` are `/static/texts/study.en.json`.
 * @param {string} part
 */
export async function loadPartTexts(part) {
  const mark = `${part}/${language()}`;
  if (mark in texts) return;
  Object.assign(texts, await load(`/static/texts/${part}.${language()}.json`));
  texts[mark] = "";
}

/**
 * Load a game's texts, once a language.
 * @param {string} game
 */
export function loadGameTexts(game) {
  return loadTextsOf(game, `texts/${language()}.json`);
}

/**
 * Load the words of a game's lessons, once a language.
 * @param {string} game
 */
export function loadLessonTexts(game) {
  return loadTextsOf(game, `learn.${language()}.json`);
}

/** @param {string} game @param {string} file */
async function loadTextsOf(game, file) {
  const mark = `${game}/${file}`;
  if (mark in texts) return;
  const found = await load(`/games/${game}/${file}`);
  for (const [key, text] of Object.entries(found)) texts[`${game}/${key}`] = text;
  texts[mark] = "";
}

/** Forget all words, before another language is loaded. */
export function forgetTexts() {
  for (const key of Object.keys(texts)) delete texts[key];
}

/**
 * Say something. A key that has no text is shown as it is, so that its lack is seen.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values = {}) {
  return key in texts ? spoken(texts[key], values, "") : key;
}

/** The keys that begin with a word, in their order. @param {string} prefix */
export function keys(prefix) {
  return Object.keys(texts).filter((key) => key.startsWith(prefix));
}

/** @param {string} key */
export function has(key) {
  return key in texts;
}

/**
 * Say a phrase of a game.
 * @param {string} game
 * @param {import("./types.js").Phrase} phrase
 */
export function tell(game, phrase) {
  const key = `${game}/${phrase.key}`;
  return key in texts ? spoken(texts[key], phrase.values ?? {}, game) : phrase.key;
}

/**
 * Say how things stand. What asks the player to move for something has other words for the others,
 * `<key>.theirs`, where a game has them.
 * @param {string} game @param {import("./types.js").Phrase} phrase
 * @param {boolean} asked whether the reader is that player
 */
export function tellFact(game, phrase, asked) {
  const key = `${phrase.key}.theirs`;
  return tell(game, asked || !has(`${game}/${key}`) ? phrase : { ...phrase, key });
}

/**
 * A text of a game, or what to say if it has none.
 * @param {string} game @param {string} key @param {string} [otherwise]
 */
export function gameText(game, key, otherwise) {
  const full = `${game}/${key}`;
  return full in texts ? spoken(texts[full], {}, game) : (otherwise ?? key);
}

/**
 * @param {string | Record<string, string>} text
 * @param {Record<string, any>} values
 * @param {string} game
 */
function spoken(text, values, game) {
  const chosen = typeof text === "string" ? text : plural(text, Number(values.count));
  return chosen.replace(/\{(\w+)\}/g, (_, name) =>
    isClick(name, values) ? clicked(name) : shown(values[name], game),
  );
}

/** Whether a text asks for our word for a click. @param {string} name @param {Record<string, any>} values */
function isClick(name, values) {
  return name.toLowerCase() === "click" && !(name in values);
}

/** What fingers do and what mice do have different words; `{Click}` begins a sentence. @param {string} name @returns {string} */
function clicked(name) {
  const finger = matchMedia("(pointer: coarse)").matches;
  const word = t(finger ? "pointer.touch" : "pointer.mouse");
  return name === "Click" ? word[0].toUpperCase() + word.slice(1) : word;
}

/** @param {Record<string, string>} forms @param {number} count */
function plural(forms, count) {
  return forms[new Intl.PluralRules(language()).select(count)] ?? forms.other;
}

/** @param {any} value @param {string} game @returns {string} */
function shown(value, game) {
  if (typeof value === "number") return new Intl.NumberFormat(language()).format(value);
  const text = String(value ?? "");
  // Our own texts take values as they are: they may be names that people gave themselves.
  if (!game || !text.startsWith("@")) return text;
  const keys = text.split(", ").map((key) => key.slice(1)); // one, or several with commas between
  return keys.map((key) => gameText(game, key)).join(", ");
}

/** How long ago, in words. @param {number} milliseconds since 1970 */
export function ago(milliseconds) {
  const minutes = Math.round((milliseconds - Date.now()) / 60000);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (minutes > -1) return format.format(0, "second");
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}

/** A stretch of time as a clock shows it. @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  if (seconds >= 86_400) {
    const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
    return `${t("new.clock.left", { count: days })} ${two(hours)}:${two(Math.floor((seconds % 3600) / 60))}`;
  }
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** A game may have no such file, but words that only failed to come are asked for again. @param {string} address @returns {Promise<Texts>} */
async function load(address) {
  const answer = await reach(address);
  if (answer.ok) return answer.json();
  if (answer.status === 404) return {};
  throw new ApiError("failed", address, answer.status);
}

/** A share in per cent. @param {number} share */
export function percent(share) {
  const format = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 });
  return format.format(share);
}
