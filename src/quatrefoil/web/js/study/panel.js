/**
 * The computer's opinion beside the board, live: how the position stands, the best whole turns as
 * lines that can be played, how deep it has looked, and what the others threaten.
 */

import { button, fill, h, offer, slot } from "../dom.js";
import { announce } from "../notify.js";
import { refusalText } from "../refusal.js";
import { read, write } from "../settings.js";
import { language, percent, t } from "../texts.js";
import { swatchOf } from "../match/players.js";
import { makeEngine } from "./engine.js";
import { arrowsOfTurns, heatOf } from "./heat.js";
import { playerOf } from "./moves.js";
import { makeValueBar, valuesText } from "./values.js";

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./engine.js").Update} Update
 * @typedef {import("./engine.js").BestTurn} BestTurn
 * @typedef {{token: string, mover: number|null}[]} Steps
 */

const KEY = "quatrefoil.engine";
const SECONDS = 15; // of thinking about a position, until one asks for more
const MORE = 60;
const FOLLOWING = 3; // turns of a line that are shown after the first

/**
 * @param {Session} session @param {import("./board.js").StudyBoard} board
 * @param {{play: (steps: Steps) => void}} on
 */
export function makePanel(session, board, on) {
  const wanted = { on: false, heat: false, threats: false, lines: 3, ...read(KEY, {}) };
  let update = /** @type {Update|null} */ (null);
  let lost = false;
  let refusal = "";
  const engine = makeEngine({
    update: (news) => {
      [update, refusal] = [news, ""];
      draw();
    },
    refused: (answer) => {
      refusal = refusalText(answer, session.game);
      draw();
    },
    lost: (isLost) => {
      lost = isLost;
      draw();
    },
  });

  const bar = makeValueBar(session);
  const power = button(t("analysis.engine"), () => toggle("on"), {
    class: "power",
    role: "switch",
  });
  const stop = button(t("analysis.stop"), () => engine.stop(), { class: "small" });
  const deeper = button(t("analysis.deeper"), () => engine.deeper(MORE), { class: "small" });
  const verdict = h("p", { class: "verdict" });
  const effort = h("p", { class: "effort soft" });
  const lines = h("ol", { class: "lines" });
  const threats = h("div", { class: "threats" });
  const heat = button(t("analysis.heat"), () => toggle("heat"), {
    class: "plain small",
    title: t("analysis.heat.text"),
  });
  const passing = button(t("analysis.threats"), () => toggle("threats"), {
    class: "plain small",
    title: t("analysis.threats.text"),
  });
  const fewer = h(
    "select",
    { class: "small", "aria-label": t("analysis.lines"), title: t("analysis.lines") },
    ...[3, 4, 5].map((count) =>
      h(
        "option",
        { value: count, selected: count === wanted.lines },
        t("analysis.lines.count", { count }),
      ),
    ),
  );
  fewer.addEventListener("change", () => {
    wanted.lines = Number(fewer.value);
    remember();
    analyse();
  });
  const body = h(
    "div",
    { class: "opinion" },
    verdict,
    effort,
    lines,
    threats,
    h("div", { class: "row" }, heat, passing, fewer),
  );
  const element = h(
    "section",
    { class: "engine", "aria-label": t("analysis.engine") },
    h("div", { class: "head" }, power, h("span", { class: "spacer" }), slot(stop, deeper)),
    body,
  );
  let drawn = "";
  draw();

  /** @param {"on"|"heat"|"threats"} what */
  function toggle(what) {
    wanted[what] = !wanted[what];
    remember();
    if (what === "on" && !wanted.on) engine.off();
    else if (what !== "heat") analyse();
    draw();
    if (what === "on" && !wanted.on)
      board.overlay({ arrows: [], labels: [], ghosts: [], heat: [] });
  }

  function remember() {
    write(KEY, wanted);
  }

  /** Ask about where the board is now. */
  function analyse() {
    update = null;
    if (wanted.on && board.seen) {
      const { game, options, start, moves, ply } = board.place;
      const { lines: count, threats: asks } = wanted;
      engine.analyse(
        {
          game,
          options,
          start,
          moves: moves.slice(0, ply),
          lines: count,
          threats: asks ? 1 : 0,
          seconds: SECONDS,
        },
        board.seen.position,
      );
    }
    draw();
  }

  function draw() {
    power.setAttribute("aria-checked", String(wanted.on));
    heat.setAttribute("aria-pressed", String(wanted.heat));
    passing.setAttribute("aria-pressed", String(wanted.threats));
    body.hidden = !wanted.on;
    element.dataset.state = wanted.on ? (update?.state ?? "waiting") : "off";
    for (const made of [stop, deeper])
      made.disabled = !wanted.on || !update || update.state === "done";
    offer(stop, update?.state !== "resting");
    offer(deeper, update?.state === "resting");
    bar.draw(wanted.on && update?.values.length ? update : null);
    if (!wanted.on) return;
    drawWords();
    drawLines();
    drawThreats();
    drawOver();
  }

  function drawWords() {
    verdict.textContent =
      refusal || (update?.values.length ? valuesText(session, update) : t("analysis.thinking"));
    verdict.classList.toggle("proven", Boolean(update?.proven) && !refusal);
    effort.textContent = lost ? t("analysis.lost") : effortText(update);
  }

  /** The lines are drawn anew where they are others; under the pointer they stay where they are. */
  function drawLines() {
    lines.style.setProperty("--lines", String(wanted.lines));
    const turns = update?.turns ?? [];
    const outcomes = update?.outcomes ?? [];
    const signature = [...turns.map(tokensOfLine), ...outcomes.map(({ token }) => token)].join(
      "\n",
    );
    const isHeld = lines.matches(":hover, :focus-within") && update?.state === "thinking";
    if (signature !== drawn && !(drawn && signature && isHeld)) {
      drawn = signature;
      fill(lines, ...turns.map(row), ...outcomes.map(outcomeRow));
    }
    const found = new Map([
      ...turns.map((turn) => /** @type {const} */ ([turn.tokens.join(" "), turn])),
      ...outcomes.map((one) => /** @type {const} */ ([one.token, worthOf(one)])),
    ]);
    const shown = /** @type {NodeListOf<HTMLElement>} */ (lines.querySelectorAll("[data-tokens]"));
    for (const made of shown) {
      const value = found.get(made.dataset.tokens ?? "");
      if (value) drawValue(made, value);
    }
  }

  /** What a roll is worth to the first player. @param {Update["outcomes"][number]} outcome */
  function worthOf({ values, proven }) {
    return { value: values?.[0] ?? null, proven };
  }

  /** What can be rolled, and what it is worth. @param {Update["outcomes"][number]} outcome */
  function outcomeRow(outcome) {
    const value = h("span", { class: "value", "data-tokens": outcome.token });
    drawValue(value, worthOf(outcome));
    const steps = [{ token: outcome.token, mover: null }];
    return h(
      "li",
      { class: "outcome" },
      swatchOf(session.game, 0, playerOf(session, 0)),
      value,
      h(
        "span",
        { class: "way" },
        lineButton(outcome.token, steps, "first"),
        h("span", { class: "soft odds" }, t("analysis.odds", { odds: percent(outcome.odds) })),
      ),
    );
  }

  /** @param {BestTurn} turn @param {number} index */
  function row(turn, index) {
    const mover = update?.turn ?? null;
    const steps = turn.tokens.map((token) => ({ token, mover }));
    let so = [...steps];
    const more = turn.then.slice(0, FOLLOWING).map((next) => {
      so = [...so, ...next.tokens.map((token) => ({ token, mover: next.turn }))];
      return lineButton(next.tokens.join(" "), so, "then");
    });
    const value = h("span", { class: "value", "data-tokens": turn.tokens.join(" ") });
    drawValue(value, turn);
    return h(
      "li",
      { class: `rank-${index + 1}` },
      h("span", { class: "rank", "aria-hidden": "true" }, String(index + 1)),
      value,
      h("span", { class: "way" }, lineButton(turn.tokens.join(" "), steps, "first"), ...more),
    );
  }

  /** @param {string} words @param {Steps} steps @param {string} kind */
  function lineButton(words, steps, kind) {
    const tokens = steps.map(({ token }) => token);
    const made = button(words, () => on.play(steps), { class: `line token ${kind}` });
    made.addEventListener(
      "pointerenter",
      ({ pointerType }) => pointerType === "mouse" && board.preview(tokens),
    );
    made.addEventListener("pointerleave", () => board.preview(null));
    made.addEventListener("focus", () => made.matches(":focus-visible") && board.preview(tokens));
    made.addEventListener("blur", () => board.preview(null));
    return made;
  }

  /** @param {HTMLElement} element @param {{value: number|null, proven: boolean, visits?: number|null, depth?: number|null}} worth */
  function drawValue(element, { value, proven, visits = null, depth = null }) {
    if (value === null) return;
    // Of what was looked at less, less is known: it may seem better than what ranks before it.
    const certainty = proven
      ? t("analysis.proven")
      : [t("analysis.estimate"), farText({ visits, depth })].filter(Boolean).join(", ");
    element.classList.toggle("proven", proven);
    const words = `${percent(value)}${proven ? ` ✓` : ""}`;
    if (element.textContent !== words) element.textContent = words;
    element.title = certainty;
    element.setAttribute("aria-label", `${percent(value)}, ${certainty}`);
  }

  function drawThreats() {
    const shown = wanted.threats ? threatWords() : "";
    threats.hidden = !shown;
    if (threats.textContent !== shown) fill(threats, h("p", {}, shown));
  }

  function threatWords() {
    if (update?.no_threats) return t(`analysis.threats.none.${update.no_threats}`);
    const found = update?.threats;
    if (!found?.turns.length) return "";
    return t("analysis.threats.would", {
      player: playerOf(session, update?.turn ?? 0),
      other: playerOf(session, found.turn),
      turn: found.turns[0].tokens.join(" "),
      loss: percent(found.loss),
    });
  }

  /** Arrows and heat. */
  function drawOver() {
    if (!update || !board.board) return;
    const best = arrowsOfTurns(update.turns, "best");
    const others =
      wanted.threats && update.threats
        ? arrowsOfTurns(update.threats.turns.slice(0, 1), "threat")
        : { arrows: [], ghosts: [] };
    const picking = board.board.state.picked.length > 0;
    board.overlay({
      arrows: picking ? [] : [...others.arrows, ...best.arrows],
      labels: picking || wanted.heat ? [] : best.labels,
      ghosts: picking || wanted.heat ? [] : best.ghosts,
      heat: wanted.heat
        ? heatOf(board.board.state.paths, board.board.state.picked, update.moves)
        : [],
    });
  }

  /** Say how it stands and what is best. */
  function speak() {
    if (!wanted.on) return announce(t("analysis.engine.off"));
    if (!update?.values.length) return announce(t("analysis.thinking"));
    const [best] = update.turns;
    announce(
      [
        valuesText(session, update),
        best && t("analysis.best", { turn: best.tokens.join(" "), value: percent(best.value) }),
      ]
        .filter(Boolean)
        .join(". "),
    );
  }

  return {
    element,
    bar: bar.element,
    analyse,
    picked: () => wanted.on && drawOver(),
    toggle: () => toggle("on"),
    best: () =>
      wanted.on && update?.turns[0]
        ? update.turns[0].tokens.map((token) => ({ token, mover: update?.turn ?? null }))
        : null,
    speak,
    release: engine.release,
  };
}

/** All tokens of a line, to see whether it is another one. @param {BestTurn} turn */
function tokensOfLine({ tokens, then }) {
  return [tokens, ...then.map((one) => one.tokens)].join(" ");
}

/** How well something was looked at. @param {{depth: number|null, visits: number|null}} seen */
function farText({ depth, visits }) {
  if (depth !== null) return t("analysis.depth", { depth });
  if (visits === null) return "";
  const how = /** @type {const} */ ({ notation: "compact", maximumFractionDigits: 1 });
  return t("analysis.visits", { visits: new Intl.NumberFormat(language(), how).format(visits) });
}

/** How far the computer has looked. @param {Update|null} update */
function effortText(update) {
  if (!update) return "";
  const seconds = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(
    update.seconds,
  );
  const state = t(`analysis.state.${update.state}`);
  return [farText(update), t("analysis.seconds", { seconds }), state].filter(Boolean).join(" · ");
}
