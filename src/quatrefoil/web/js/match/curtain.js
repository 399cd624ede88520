/** What stands over the board before it is played on: the invitation, a free seat, who begins. */

import { button, fill, h, s } from "../dom.js";
import { LONGEST_NAME, change, settings } from "../settings.js";
import { clockText } from "../clocks.js";
import { gameText, t } from "../texts.js";
import { variantName } from "./about.js";
import { linkBox } from "./invite.js";
import { playerName } from "./names.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {{join: (name: string) => void, rules: () => void, throw: (seat: number, sign: string) => void}} Actions */

const SIGNS = {
  rock: "M14 42c-4-8 0-22 10-26s24 0 28 10-2 20-12 22-22 2-26-6z",
  paper: "M18 10h22l8 8v36H18zM40 10v8h8M25 28h16M25 36h16M25 44h10",
  scissors:
    "M14 12l26 30M50 12L24 42M20 42a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM44 42a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
};

/**
 * Draw it anew where what it says has changed; nothing where the match is on.
 * @param {HTMLElement} element @param {Match} match @param {Actions} actions
 */
export function drawCurtain(element, match, actions) {
  const kind = kindOf(match);
  const signature = `${kind} ${match.thrown} ${match.mine}`;
  const frame = element.parentElement;
  const left = !kind && element.contains(document.activeElement);
  // An invitation may be higher than the board: who withdraws it finds nothing moved.
  if (!kind && !element.hidden && match.state?.over && frame)
    frame.style.minHeight = `${frame.offsetHeight}px`;
  element.hidden = kind === "";
  if (element.dataset.shown === signature) return;
  element.dataset.shown = signature;
  const draw = { invite, join, throw: choose, wait: wait, "": () => [] }[kind];
  fill(element, ...(draw?.(match, actions) ?? []));
  const board = left && frame?.querySelector("svg[tabindex]");
  if (board instanceof SVGElement) board.focus({ preventScroll: true }); // who sat down can play
}

/** @param {Match} match @returns {""|"invite"|"join"|"throw"|"wait"} */
function kindOf(match) {
  const { state } = match;
  if (!state) return "";
  const free = state.seats.some((seat) => seat.kind === "open");
  if (state.phase === "waiting" && free) return match.mine.length ? "invite" : "join";
  if (state.phase !== "throwing") return "";
  return match.mine.some((seat) => !match.thrown.includes(seat)) ? "throw" : "wait";
}

/** @param {Match} match */
function invite(match) {
  return [h("h2", {}, t("invite.title")), h("p", {}, t("invite.text")), linkBox(match)];
}

/** @param {Match} match @param {Actions} actions */
function join(match, actions) {
  const seat = match.state?.seats.findIndex((one) => one.kind === "open") ?? 0;
  const name = h("input", {
    id: "my-name",
    maxlength: LONGEST_NAME,
    value: settings.name,
    autocomplete: "nickname",
  });
  const form = h(
    "form",
    { class: "stack" },
    h("label", { for: "my-name" }, t("new.name")),
    name,
    h("button", { class: "primary", type: "submit" }, t("match.join")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ name: name.value.trim() });
    actions.join(name.value.trim());
  });
  const game = gameText(match.game, "title", match.game);
  const host = match.state?.seats.find((one) => one.kind === "person")?.name ?? "";
  const fact = (/** @type {string} */ key, /** @type {string} */ value) => [
    h("dt", {}, t(key)),
    h("dd", {}, value),
  ];
  return [
    h("h2", {}, t(host ? "invited.by" : "invited", { player: host, game })),
    h("p", {}, gameText(match.game, "summary", "")),
    h(
      "dl",
      { class: "invited" },
      ...fact("invited.variant", variantName(match)),
      ...fact("invited.clock", clockText(match.control)),
      ...fact("invited.you", playerName(match, seat)),
    ),
    h("p", { class: "soft" }, `${gameText(match.game, "goal", "")} `),
    match.resources.includes("rules.md") &&
      button(t("invited.rules"), actions.rules, { class: "small" }),
    form,
  ];
}

/** @param {Match} match @param {Actions} actions */
function choose(match, actions) {
  const seat = match.mine.find((one) => !match.thrown.includes(one)) ?? 0;
  const signs = Object.entries(SIGNS).map(([sign, drawing]) =>
    button(
      t(`throw.${sign}`),
      () => actions.throw(seat, sign),
      { class: "sign" },
      s(
        "svg",
        { class: "icon", viewBox: "0 0 64 64", "aria-hidden": "true" },
        s("path", { d: drawing }),
      ),
    ),
  );
  return [
    h("h2", {}, t("throw.title")),
    h(
      "p",
      {},
      match.mine.length > 1 ? t("throw.for", { player: playerName(match, seat) }) : t("throw.text"),
    ),
    h("div", { class: "signs" }, ...signs),
  ];
}

function wait() {
  return [h("h2", {}, t("throw.title")), h("p", {}, t("throw.wait"))];
}
