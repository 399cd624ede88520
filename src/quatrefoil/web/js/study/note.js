/** What is said about a move: marks, a comment, and what is drawn on its board. */

import { button, h } from "../dom.js";
import { t } from "../texts.js";
import { COLOURS, LONGEST_COMMENT, MARKS, nodeAt } from "./tree.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tree.js").Note} Note */

/**
 * @param {Session} session
 * @param {{note: (node: number, note: Note, goesOn: boolean) => void,
 *          drawing: (wanted: boolean) => void, colour: (colour: string) => void,
 *          done: () => void}} on
 *   `goesOn`: more of what was changed just before, such as the next letter
 */
export function makeNote(session, on) {
  let colour = COLOURS[0];
  let drawing = false;
  let written = -1; // the node whose comment is being written
  const marks = MARKS.map((mark) =>
    button(mark, () => toggle(mark), {
      class: "mark-button",
      "data-mark": mark,
      title: t(`analysis.mark.${mark}`),
      "aria-label": t(`analysis.mark.${mark}`),
    }),
  );
  const comment = h("textarea", {
    rows: 2,
    maxlength: LONGEST_COMMENT,
    placeholder: t("analysis.comment"),
    "aria-label": t("analysis.comment"),
  });
  comment.addEventListener("input", () => {
    const { node, tree } = session;
    const { note } = nodeAt(tree, node);
    on.note(node, { ...note, comment: comment.value }, written === node);
    written = node;
  });
  comment.addEventListener("blur", () => (written = -1));
  comment.addEventListener("keydown", ({ key }) => key === "Escape" && on.done());
  const draws = button(t("analysis.draw"), () => setDrawing(!drawing), {
    class: "plain small",
    title: t("analysis.draw.text"),
  });
  const colours = COLOURS.map((name) =>
    h("button", {
      type: "button",
      class: `colour drawn ${name}`,
      title: t(`analysis.colour.${name}`),
      "aria-label": t(`analysis.colour.${name}`),
      onclick: () => choose(name),
    }),
  );
  const wipe = button(t("analysis.wipe"), () => change({ shapes: [] }), { class: "plain small" });
  const element = h(
    "section",
    { class: "note-editor", "aria-label": t("analysis.note") },
    h("div", { class: "marks-row", role: "group", "aria-label": t("analysis.marks") }, ...marks),
    comment,
    h(
      "div",
      { class: "row shapes-row" },
      draws,
      h(
        "span",
        { class: "colours", role: "group", "aria-label": t("analysis.colours") },
        ...colours,
      ),
      wipe,
    ),
  );
  draw();

  /** @param {Partial<Note>} changed */
  function change(changed) {
    on.note(session.node, { ...nodeAt(session.tree, session.node).note, ...changed }, false);
  }

  /** @param {string} mark @returns {boolean} whether the move has it now */
  function toggle(mark) {
    const had = (nodeAt(session.tree, session.node).note.marks ?? []).includes(mark);
    change({ marks: had ? [] : [mark] });
    return !had;
  }

  /** @param {string} name */
  function choose(name) {
    colour = name;
    on.colour(name);
    setDrawing(true);
  }

  /** @param {boolean} wanted */
  function setDrawing(wanted) {
    drawing = wanted;
    on.drawing(wanted);
    draw();
  }

  function draw() {
    const { note, parent } = nodeAt(session.tree, session.node);
    for (const made of marks) {
      made.setAttribute(
        "aria-pressed",
        String((note.marks ?? []).includes(made.dataset.mark ?? "")),
      );
      made.disabled = parent === null;
    }
    if (comment.value !== (note.comment ?? "")) comment.value = note.comment ?? "";
    draws.setAttribute("aria-pressed", String(drawing));
    for (const made of colours)
      made.setAttribute("aria-pressed", String(drawing && made.classList.contains(colour)));
    wipe.disabled = !note.shapes?.length;
  }

  return {
    element,
    draw,
    toggle,
    write: () => comment.focus(),
    toggleDrawing: () => setDrawing(!drawing),
  };
}
