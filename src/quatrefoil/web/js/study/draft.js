/**
 * Drafts of positions and boards: what clicks and controls make of them. No game is known here; what
 * there is to put where is said by tools (`Tools` in types.js, `view/editing.py`).
 *
 * @typedef {import("../types.js").DraftData} DraftData
 * @typedef {import("../types.js").Layer} Layer
 * @typedef {import("../types.js").Tools} Tools
 * @typedef {import("../types.js").Control} Control
 */

/** The brush that takes away. */
export const ERASER = "";

/** What lies on a layer; "" is the board itself. @param {DraftData} draft @param {string} layer @returns {Layer} */
export function layerOf(draft, layer) {
  return (layer ? draft.layers[layer] : draft.pieces) ?? {};
}

/**
 * Click on a place with a brush: it puts its piece there; the same again, or the eraser, takes it away.
 * @param {DraftData} draft @param {string} layer @param {string} place @param {string} brush
 * @returns {DraftData}
 */
export function put(draft, layer, place, brush) {
  const { [place]: now, ...rest } = layerOf(draft, layer);
  const changed = brush === ERASER || now === brush ? rest : { ...rest, [place]: brush };
  return withLayer(draft, layer, changed);
}

/**
 * @param {DraftData} draft @param {string} layer @param {Layer|null} pieces
 * @returns {DraftData}
 */
export function withLayer(draft, layer, pieces) {
  if (!layer) return { ...draft, pieces: pieces ?? {} };
  return { ...draft, layers: { ...draft.layers, [layer]: pieces } };
}

/** A draft without a layer that somebody added. @param {DraftData} draft @param {string} layer @returns {DraftData} */
export function withoutLayer(draft, layer) {
  const { [layer]: _gone, ...layers } = draft.layers;
  return { ...draft, layers };
}

/**
 * Set a control. Others that matter only with it begin anew, or are nothing again.
 * @param {Tools} tools @param {DraftData} draft @param {string} name @param {any} value
 * @returns {DraftData}
 */
export function setValue(tools, draft, name, value) {
  const values = { ...draft.values, [name]: value };
  for (const control of tools.controls ?? []) {
    if (!control.optional || control.when?.[0] !== name) continue;
    if (!matters(control, values)) values[control.name] = null;
    else values[control.name] ??= control.initial ?? null;
  }
  return { ...draft, values };
}

/** Whether a control matters with the values of the others. @param {Control} control @param {Record<string, any>} values */
export function matters(control, values) {
  return !control.when || control.when[1].includes(values[control.when[0]]);
}

/** Whether to show a control: it matters, or has a value that it should not have. @param {Control} control @param {Record<string, any>} values */
export function isShown(control, values) {
  const set = control.optional && values[control.name] !== null;
  return matters(control, values) || set;
}

/**
 * Where a brush can go. Where pieces lie on each other, those on top and the places that are ready
 * for one; or all places of one level.
 * @param {Tools} tools @param {Layer} pieces @param {string} brush
 * @param {((place: string) => boolean)|null} within the level that is chosen
 */
export function offered(tools, pieces, brush, within) {
  const places = (tools.places ?? []).filter((place) => brush !== ERASER || place in pieces);
  if (within) return places.filter(within);
  const rests = tools.rests ?? {};
  const covered = new Set(Object.keys(pieces).flatMap((place) => rests[place] ?? []));
  const ready = (/** @type {string} */ place) =>
    place in pieces || (rests[place] ?? []).every((under) => under in pieces);
  return places.filter((place) => !covered.has(place) && ready(place));
}

/** Pieces as a scene, each as its brush paints it. @param {Tools} tools @param {Layer} pieces @returns {import("../types.js").Scene} */
export function sceneOf(tools, pieces) {
  const brushes = new Map(tools.brushes.map((brush) => [brush.id, brush]));
  return {
    pieces: Object.entries(pieces).flatMap(([place, id]) => {
      const { symbol, player, text } = brushes.get(id) ?? {};
      return symbol ? [{ symbol, place, player, text }] : [];
    }),
  };
}

/**
 * What was there before, and what was taken back: a plain list with a place in it.
 * @template T
 * @param {T} first
 */
export function makePast(first) {
  let states = [first];
  let now = 0;
  return {
    get now() {
      return states[now];
    },
    get canUndo() {
      return now > 0;
    },
    get canRedo() {
      return now < states.length - 1;
    },
    /** @param {T} state */
    push(state) {
      states = [...states.slice(Math.max(0, now - 199), now + 1), state];
      now = states.length - 1;
    },
    /** @param {T} state the same step once more, finished */
    replace(state) {
      states[now] = state;
    },
    undo() {
      now = Math.max(0, now - 1);
      return states[now];
    },
    redo() {
      now = Math.min(states.length - 1, now + 1);
      return states[now];
    },
  };
}
