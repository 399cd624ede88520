/**
 * "Is it any good?": the computer plays a variant with itself for a minute, and shows how fair, long
 * and decisive it is, each figure with its interval, beside the presets.
 *
 *   const measuring = makeMeasuring("blinq", { size: 4 });
 *   fill(side, measuring.element);
 *   measuring.set({ size: 5 });      // other rules: it begins anew
 *   measuring.release();             // when the page is left
 *
 * @typedef {{name: string, value: number, low: number|null, high: number|null, games: number,
 *            share: boolean}} Figure
 * @typedef {{preset: string, rules: string, games: number, figures: Figure[]}} Preset
 */

import * as api from "../api.js";
import { button, fill, h, offer, slot } from "../dom.js";
import { announce } from "../notify.js";
import { refusalText } from "../refusal.js";
import { gameText, language, percent, t } from "../texts.js";

const SECONDS = 60;
const LATER = 2_000; // milliseconds before one asks again, where the computer was busy

/** @param {string} game @param {Record<string, any>} options */
export function makeMeasuring(game, options) {
  let figures = /** @type {Figure[]} */ ([]);
  let presets = /** @type {Preset[]} */ ([]);
  let games = 0;
  let soFar = /** @type {any} */ (null);
  let run = 0; // the number of the present run; 0 while nothing runs
  let runs = 0;
  let ends = 0;
  let refusal = "";

  const begin = button(t("measure.begin"), start, { class: "primary" });
  const stop = button(t("measure.stop"), () => finish(), {});
  const status = h("p", { class: "soft", role: "status" });
  const progress = h("progress", { max: SECONDS, value: 0, "aria-label": t("measure.progress") });
  const table = h("div", { class: "measured" });
  const element = h(
    "section",
    { class: "measuring", "aria-label": t("measure.title") },
    h("h2", {}, t("measure.title")),
    h("p", { class: "soft" }, t("measure.text")),
    h("div", { class: "row" }, slot(begin, stop), progress),
    status,
    table,
  );
  api.measured(game).then(
    (found) => {
      presets = found.presets;
      draw();
    },
    () => {}, // without the presets the figures still say something
  );
  draw();

  function start() {
    run = ++runs;
    refusal = "";
    ends = performance.now() + 1000 * SECONDS;
    announce(t("measure.begun"));
    goOn(run);
    draw();
  }

  /** Ask for a second of games, again and again. @param {number} mine */
  async function goOn(mine) {
    while (run === mine && performance.now() < ends) {
      try {
        const found = await api.measure({ game, options, ...(soFar && { so_far: soFar }) });
        if (run !== mine) return;
        [figures, games, soFar] = [found.figures, found.games, found.so_far];
      } catch (problem) {
        if (run !== mine) return;
        const busy = problem instanceof api.ApiError && problem.code === "too-many";
        if (!busy) {
          refusal = refusalText(problem, game);
          break;
        }
        await new Promise((done) => setTimeout(done, LATER));
      }
      draw();
    }
    if (run === mine) finish();
  }

  function finish() {
    run = 0;
    draw();
    announce(refusal || [statusText(), ...figures.map(spoken)].join(" "));
  }

  /** Measure other rules. @param {Record<string, any>} others */
  function set(others) {
    if (JSON.stringify(others) === JSON.stringify(options)) return;
    [options, figures, games, soFar, run, refusal] = [others, [], 0, null, 0, ""];
    draw();
  }

  function draw() {
    offer(begin, !run);
    offer(stop, Boolean(run));
    progress.hidden = !run;
    progress.value = SECONDS - Math.max(0, ends - performance.now()) / 1000;
    status.textContent = refusal || statusText();
    fill(table, ...(figures.length ? [figureTable()] : []));
  }

  function statusText() {
    if (games) return t("measure.games", { count: games });
    return run ? t("measure.playing") : "";
  }

  function figureTable() {
    const head = ["measure.figure", "measure.here", "measure.presets"];
    return h(
      "table",
      {},
      h("caption", { class: "unseen" }, t("measure.title")),
      h("thead", {}, h("tr", {}, ...head.map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, ...figures.map(row)),
    );
  }

  /** @param {Figure} figure */
  function row(figure) {
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("span", {}, t(`measure.${figure.name}`)),
        h("small", { class: "soft" }, t(`measure.${figure.name}.text`)),
      ),
      h(
        "td",
        { class: "number" },
        h("b", {}, numberText(figure, figure.value)),
        h("small", { class: "soft" }, intervalText(figure)),
        figure.share ? scale(figure) : null,
      ),
      h("td", { class: "number beside" }, ...besides(figure)),
    );
  }

  /** Where a share lies between none and all, and how sure that is. @param {Figure} figure */
  function scale({ value, low, high }) {
    const bar = h("span", { class: "scale", "aria-hidden": "true" }, h("i", {}), h("b", {}));
    bar.style.setProperty("--low", String(low ?? 0));
    bar.style.setProperty("--high", String(high ?? 1));
    bar.style.setProperty("--value", String(value));
    return bar;
  }

  /** The lowest and the highest of the presets, and what they are called. @param {Figure} figure */
  function besides({ name }) {
    const known = presets
      .map(({ preset, figures: others }) => ({
        preset,
        figure: others.find((other) => other.name === name),
      }))
      .filter(({ figure }) => figure)
      .sort((a, b) => (a.figure?.value ?? 0) - (b.figure?.value ?? 0));
    if (!known.length) return [h("span", { class: "soft" }, "–")];
    const ends = known.length > 1 ? [known[0], known[known.length - 1]] : known;
    return ends.map(({ preset, figure }) =>
      h(
        "span",
        {},
        figure ? numberText(figure, figure.value) : "",
        h("small", { class: "soft" }, ` ${gameText(game, `preset.${preset}`, preset)}`),
      ),
    );
  }

  /** @param {Figure} figure @param {number} value */
  function numberText({ share }, value) {
    if (share) return percent(value);
    return new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);
  }

  /** @param {Figure} figure */
  function intervalText(figure) {
    const { low, high } = figure;
    if (low === null || high === null) return t("measure.unsure");
    return t("measure.interval", {
      low: numberText(figure, Math.max(0, low)),
      high: numberText(figure, high),
    });
  }

  /** @param {Figure} figure */
  function spoken(figure) {
    return `${t(`measure.${figure.name}`)}: ${numberText(figure, figure.value)}, ${intervalText(figure)}.`;
  }

  return {
    element,
    set,
    release() {
      run = 0;
    },
  };
}
