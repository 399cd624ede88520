/** What an editor offers beside its board: brushes, levels, layers, and the controls of a draft. */

import { asClass, drawSymbol } from "../board/draw.js";
import { button, h, s } from "../dom.js";
import { choiceRow } from "../pages/choices.js";
import { gameText, t } from "../texts.js";
import { ERASER, isShown } from "./draft.js";

/** @typedef {import("../types.js").Brush} Brush */
/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Tools} Tools */
/** @typedef {import("../board/state.js").BoardState} BoardState */

const CROSS = "M-26,-26L26,26M26,-26L-26,26";

/**
 * The brushes, with their keys.
 * @param {string} game @param {Tools} tools @param {BoardState} state @param {string} now
 * @param {(brush: string) => void} set
 */
export function brushRow(game, tools, state, now, set) {
  const brushes = tools.brushes.map((brush) => ({
    value: brush.id,
    title: brushName(game, brush),
    picture: picture(state, brush),
  }));
  const eraser = { value: ERASER, title: t("edit.erase"), picture: cross() };
  return choiceRow("brush", t("edit.brush"), [...brushes, eraser], now, set, "brushes");
}

/** @param {string} game @param {Brush} brush */
export function brushName(game, brush) {
  const what = gameText(game, `symbol.${brush.symbol}`, brush.symbol);
  const said = `${what}${brush.text ? ` ${brush.text}` : ""}`;
  return said[0].toUpperCase() + said.slice(1);
}

/** @param {BoardState} state @param {Brush} brush */
function picture(state, { symbol, player, text }) {
  const owner = player === undefined ? "" : `p${player}`;
  const body = s("g", { class: "body" }, ...drawSymbol(state, symbol));
  if (text) body.append(s("text", { class: "piece-text" }, text));
  const drawn = s(
    "svg",
    { class: `symbol game-${state.game}`, viewBox: "-60 -60 120 120", "aria-hidden": "true" },
    s("g", { class: `piece sym-${asClass(symbol)} ${owner}` }, body),
  );
  // As large as the button allows, whatever the size on the board.
  requestAnimationFrame(() => {
    const { x, y, width, height } = body.getBBox();
    const side = Math.max(width, height) * 1.25;
    if (!side) return;
    const [left, top] = [x + width / 2 - side / 2, y + height / 2 - side / 2];
    drawn.setAttribute("viewBox", `${left} ${top} ${side} ${side}`);
  });
  return drawn;
}

function cross() {
  return s(
    "svg",
    { class: "symbol cross", viewBox: "-60 -60 120 120", "aria-hidden": "true" },
    s("path", { d: CROSS }),
  );
}

/** Which level is painted on. @param {number[]} levels @param {number|null} now @param {(level: number|null) => void} set */
export function levelRow(levels, now, set) {
  const choices = [null, ...levels].map((level) => ({
    value: String(level ?? ""),
    title: level === null ? t("edit.level.auto") : String(level + 1),
  }));
  const chosen = (/** @type {string} */ value) => set(value === "" ? null : Number(value));
  return choiceRow("level", t("edit.level"), choices, String(now ?? ""), chosen, "segments");
}

/**
 * A control as fields: one, or one for every player.
 * @param {string} game @param {string} prefix of the texts @param {Control} control
 * @param {Record<string, any>} values @param {number} players
 * @param {{set: (name: string, value: any) => void, choose: (control: Control) => void,
 *          choosing: string}} on
 */
export function controlField(game, prefix, control, values, players, on) {
  if (!isShown(control, values)) return null;
  const key = `${prefix}.${control.name}`;
  const label = gameText(game, key, control.name);
  const help = gameText(game, `${key}.help`, "");
  const now = values[control.name];
  const id = `control-${control.name}`;
  if (!control.each) {
    const field = inputOf(game, key, control, now, (value) => on.set(control.name, value), on);
    field.id = id;
    if (control.kind.startsWith("place")) field.setAttribute("aria-label", label);
    return optionRow(label, id, [field], help);
  }
  const fields = Array.from({ length: players }, (_, player) => {
    const set = (/** @type {any} */ value) =>
      on.set(control.name, Object.assign([...now], { [player]: value }));
    const field = inputOf(game, key, control, now[player], set, on);
    field.id = player ? `${id}-${player}` : id;
    const who = gameText(game, `player.${player}`, String(player + 1));
    field.setAttribute("aria-label", `${label}: ${who}`);
    return h("span", { class: "each" }, h("span", { class: "soft" }, who), field);
  });
  return optionRow(label, id, fields, help);
}

/** @param {string} label @param {string} id @param {Node[]} fields @param {string} help */
function optionRow(label, id, fields, help) {
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, label),
    h("span", { class: "fields" }, ...fields),
    help ? h("p", { class: "help" }, help) : null,
  );
}

/**
 * @param {string} game @param {string} key @param {Control} control @param {any} now
 * @param {(value: any) => void} set
 * @param {{choose: (control: Control) => void, choosing: string}} on
 * @returns {HTMLElement}
 */
function inputOf(game, key, control, now, set, on) {
  if (control.kind === "flag")
    return h("input", {
      type: "checkbox",
      checked: now === true,
      onchange: (/** @type {Event} */ event) => set(/** @type {any} */ (event.target).checked),
    });
  if (control.kind === "whole") return numberOf(control, now, set);
  if (control.kind.startsWith("place")) return placesOf(control, now, set, on);
  const values = [...(control.optional ? [null] : []), ...(control.choices ?? [])];
  const title = (/** @type {any} */ value) => {
    if (value === null) return t("edit.none");
    if (control.kind !== "player") return gameText(game, `${key}.${value}`, String(value));
    return gameText(game, `player.${control.choices?.indexOf(value)}`, String(value));
  };
  return h(
    "select",
    {
      onchange: (/** @type {Event} */ event) =>
        set(values[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]),
    },
    ...values.map((value) => h("option", { selected: value === now }, title(value))),
  );
}

/** @param {Control} control @param {number} now @param {(value: number) => void} set */
function numberOf({ low, high }, now, set) {
  const field = h("input", {
    type: "number",
    min: low,
    max: high,
    value: now,
    onchange: () => {
      const wanted = Math.round(Number(field.value)) || 0;
      field.value = String(Math.min(high, Math.max(low, wanted)));
      set(Number(field.value));
    },
  });
  return field;
}

/**
 * Places are chosen on the board.
 * @param {Control} control @param {string|string[]|null} now @param {(value: null) => void} set
 * @param {{choose: (control: Control) => void, choosing: string}} on
 */
function placesOf(control, now, set, on) {
  const chosen = now === null ? t("edit.none") : [now].flat().join(" → ");
  const choosing = on.choosing === control.name;
  return h(
    "span",
    { class: "row", role: "group" },
    h("span", { class: "chosen" }, choosing ? t("edit.choosing") : chosen),
    button(t(choosing ? "edit.choose.stop" : "edit.choose"), () => on.choose(control), {
      class: "plain small",
    }),
    now === null || choosing
      ? null
      : button(t("edit.choose.none"), () => set(null), { class: "plain small" }),
  );
}
