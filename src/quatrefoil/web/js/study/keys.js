/** The keyboard of the analysis board, and the list of what it can do. */

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../texts.js";

/** What there is: the key as it is shown, and the key of its words. */
const SHOWN = /** @type {[string, string][]} */ ([
  ["← →", "step"],
  ["↑ ↓", "beside"],
  ["Home End", "ends"],
  ["e", "engine"],
  ["space", "best"],
  ["v", "speak"],
  ["o", "explorer"],
  ["f", "flip"],
  ["c", "comment"],
  ["1 … 7", "marks"],
  ["x", "shape"],
  ["Delete", "delete"],
  ["p", "promote"],
  ["Ctrl+Z Ctrl+Y", "undo"],
  ["?", "help"],
]);

/**
 * @typedef {{walk: (where: "back"|"forward"|"first"|"last"|"up"|"down") => void, engine: () => void,
 *   best: () => void, speak: () => void, explorer: () => void, flip: () => void, comment: () => void,
 *   mark: (index: number) => void, shape: (event: KeyboardEvent) => boolean, remove: () => void,
 *   promote: (toMain: boolean) => void, undo: () => void, redo: () => void}} Actions
 */

/** @type {Record<string, "back"|"forward"|"first"|"last"|"up"|"down">} */
const WALKS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** Whether the reader writes or chooses something. @param {Element} target */
function isBusy(target) {
  return Boolean(target.closest?.("input, textarea, select, dialog"));
}

/** @param {Actions} actions @returns {() => void} ends it */
export function listenToKeys(actions) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || isBusy(target)) return;
    if (event.ctrlKey || event.metaKey) {
      if (undoBy(event)) event.preventDefault();
      return;
    }
    if (event.altKey && event.key !== "x") return;
    if (doByKey(event, target)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  function undoBy(event) {
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) actions.undo();
    else if (key === "y" || key === "z") actions.redo();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @param {Element} target */
  function doByKey(event, target) {
    const { key } = event;
    if (key in WALKS) actions.walk(WALKS[key]);
    else if (key === "e") actions.engine();
    else if (key === " " && !target.closest?.("button, a, .board svg")) actions.best();
    else if (key === "v") actions.speak();
    else if (key === "o") actions.explorer();
    else if (key === "f") actions.flip();
    else if (key === "c") actions.comment();
    else if (/^[1-7]$/.test(key)) actions.mark(Number(key) - 1);
    else if (key.toLowerCase() === "x") return actions.shape(event);
    else if (key === "Delete") actions.remove();
    else if (key === "p" || key === "P") actions.promote(key === "P");
    else if (key === "?") openHelp();
    else return false;
    return true;
  }

  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

/** The list of keys. */
export function openHelp() {
  const rows = SHOWN.flatMap(([keys, words]) => [
    h(
      "dt",
      {},
      ...keys
        .split(" ")
        .map((key) => h("kbd", {}, key === "space" ? t("analysis.key.space") : key)),
    ),
    h("dd", {}, t(`analysis.key.${words}`)),
  ]);
  openDialog(t("analysis.help"), [
    h("p", { class: "soft" }, t("analysis.help.text")),
    h("dl", { class: "keys" }, ...rows),
  ]);
}
