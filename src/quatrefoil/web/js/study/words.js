/** What only the study pages need, their words and their style: loaded when the first one is visited. */

import { h } from "../dom.js";
import { loadPartTexts } from "../texts.js";

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Load the words (`web/texts/study.en.json`) and a style sheet (`web/style/NAME.css`) of the study
 * pages, each once. Every page of the study awaits it before it draws.
 * @param {...string} styles besides the sheet that all of them share
 */
export async function loadStudy(...styles) {
  await Promise.all([loadPartTexts("study"), ...["study", ...styles].map(loadSheet)]);
}

/** @param {string} name */
function loadSheet(name) {
  const known = sheets.get(name);
  if (known) return known;
  const loading = new Promise((/** @type {(value: void) => void} */ done) => {
    const href = `/static/style/${name}.css`;
    document.head.append(
      h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }),
    );
  });
  sheets.set(name, loading);
  return loading;
}
