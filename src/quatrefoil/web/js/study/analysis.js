/**
 * The analysis board: all sides are played freely, from any position, in a tree of variations; the
 * computer says live what it thinks.
 */

import * as api from "../api.js";
import { loadStyle } from "../board/board.js";
import { hasLevels } from "../board/state.js";
import { button, fill, h, icon, leaveDisabled } from "../dom.js";
import { BACK, FIRST, FORWARD, LAST, UNDO, iconButton } from "../icons.js";
import { bringIntoSight } from "../match/view.js";
import { announce, setTitle, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { gameText, loadGameTexts, t, tell } from "../texts.js";
import { fragment } from "../address.js";
import { makeStudyBoard } from "./board.js";
import { makeExplorer } from "./explorer.js";
import { openLoad, openSave } from "./files.js";
import { listenToKeys, openHelp } from "./keys.js";
import { makeMoves, playerOf } from "./moves.js";
import { makeNote } from "./note.js";
import { openKeep } from "./sharing.js";
import { goOn, openAddress, openDocument } from "./opening.js";
import { makePanel } from "./panel.js";
import * as sessions from "./session.js";
import { makeShapes, withShape } from "./shapes.js";
import { MARKS, MOST_SHAPES, annotate, nodeAt, promote, remove } from "./tree.js";
import { loadStudy } from "./words.js";

/** @typedef {import("./session.js").Session} Session */

const WALK = /** @type {[Parameters<typeof sessions.nodeTowards>[1], string][]} */ ([
  ["first", FIRST],
  ["back", BACK],
  ["forward", FORWARD],
  ["last", LAST],
]);
const FLIP = "M7 4v14M4 8l3-4 3 4M17 20V6M14 16l3 4 3-4";
const TILT = "M3 15l5-8h13l-5 8z";
const REDO = "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3";
const PENCIL = "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3";
const HELP = "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.1";

/** @param {HTMLElement} main @param {string} name */
export async function show(main, name) {
  const [game] = await Promise.all([
    api.gameNamed(name),
    loadGameTexts(name),
    loadStyle(name),
    loadStudy("analysis", "tree", "explore"),
  ]);
  if (!game) throw new api.ApiError("not-found", name, 404);
  const earlier = sessions.kept(name);
  const session = await openAddress(game);
  const title = t("analysis.title", { game: gameText(name, "title", game.title) });
  setTitle(title);
  return layOut(main, session, { title, earlier: earlier?.id === session.id ? null : earlier });
}

/**
 * @param {HTMLElement} main @param {Session} session
 * @param {{title: string, earlier: ReturnType<typeof sessions.kept>, keeping?: Keeping}} about
 *   `earlier` is what was kept of another visit
 * @typedef {{element: HTMLElement, edited: () => void, leave: () => void,
 *            begin: (take: (found: {tree: any, movers: (number|null)[]}) => Promise<void>) => void}} Keeping
 *   who keeps the tree elsewhere than in this browser: what stands above it, and what is told of
 *   edits; it is given what puts another tree in place of the one that is shown
 */
export async function layOut(main, session, { title, earlier, keeping: keeper }) {
  const game = await api.gameNamed(session.game);
  const hasPuzzles = game?.resources.includes("puzzles.json");
  const canEdit = game?.parts.includes("edit");
  const board = makeStudyBoard(session.game, { move, changed, picked: () => panel.picked() });
  const panel = makePanel(session, board, { play: playSteps });
  const explorer = makeExplorer(
    session,
    board,
    { play: playSteps },
    location.pathname.startsWith("/explore/"),
  );
  const moves = makeMoves(session, (node) => {
    visit(node);
    bringIntoSight({ board });
  });
  const note = makeNote(session, {
    note: writeNote,
    drawing: (wanted) => {
      shapes.setDrawing(wanted);
      if (wanted) bringIntoSight({ board });
    },
    colour: (colour) => shapes.setColour(colour),
    done: () => board.board?.svg.focus({ preventScroll: true }),
  });
  const shapes = makeShapes(board.element, board, {
    drawn: drawShape,
    begun: (place) => announce(t("analysis.shape.begun", { place })),
  });
  const status = h("p", { class: "status", role: "status" });
  const tools = makeTools();
  const stopKeys = listenToKeys({
    walk,
    engine: panel.toggle,
    best: () => playSteps(panel.best() ?? []),
    speak: panel.speak,
    explorer: explorer.toggle,
    flip: board.flip,
    comment: note.write,
    mark: (index) => {
      if (nodeAt(session.tree, session.node).parent === null) return;
      const mark = MARKS[index];
      announce(t(note.toggle(mark) ? `analysis.mark.${mark}` : "analysis.unmarked"));
    },
    shape: shapes.mark,
    remove: removeHere,
    promote: promoteHere,
    undo: () => travel(sessions.undo, "analysis.undone"),
    redo: () => travel(sessions.redo, "analysis.redone"),
  });
  let left = false;
  let keeping = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);

  await place();
  main.className = "study analysis";
  fill(
    main,
    h("h1", { class: "unseen" }, title),
    h(
      "section",
      { class: "study-stage", "aria-label": t("board.role") },
      h("div", { class: "with-bar" }, panel.bar, board.element),
      h("div", { class: "under-board" }, status, board.bars),
      tools.walk,
    ),
    h(
      "aside",
      { class: "study-side" },
      earlierNote(),
      keeper?.element ?? null,
      panel.element,
      explorer.element,
      h("section", { class: "tree-box" }, moves.element, tools.edits),
      note.element,
      tools.files,
    ),
  );
  draw();
  panel.analyse();
  keeper?.begin(take);
  explorer.explore();

  // ---- going about ---------------------------------------------------------------------------

  /** Show on the board where the session is. @returns {Promise<any>} */
  async function place() {
    const { options, start } = session.tree;
    const seen = await board.open({ options, start, ...sessions.lineOf(session) });
    main.style.setProperty("--ratio", board.element.style.getPropertyValue("--ratio"));
    return seen;
  }

  /** Go to a node: a step along the line moves pieces, any other jump only shows. @param {number} node */
  async function visit(node) {
    if (node === session.node) return;
    const before = session.node;
    session.node = node;
    const near = nodeAt(session.tree, node).parent === before && board.place.ply + 1;
    const line = sessions.lineOf(session);
    try {
      if (near && line.moves[near - 1] === board.place.moves[near - 1]) await board.go(near);
      else if (near) await board.play(line.moves[near - 1]);
      else {
        const seen = await place();
        if (seen)
          announce(
            seen.words.map((/** @type {any} */ phrase) => tell(session.game, phrase)).join(" "),
          );
      }
    } catch (problem) {
      if (session.node === node) session.node = before;
      toast(refusalText(problem, session.game));
    }
    draw();
  }

  /** @param {Parameters<typeof sessions.nodeTowards>[1]} where */
  function walk(where) {
    visit(sessions.nodeTowards(session, where));
  }

  /** The reader has made a move or chosen a roll. @param {string} token */
  function move(token) {
    return playSteps([{ token, mover: board.seen?.turn ?? null }]);
  }

  /** Play moves into the tree. @param {{token: string, mover: number|null}[]} steps */
  async function playSteps(steps) {
    if (!steps.length) return;
    const before = { tree: session.tree, node: session.node };
    try {
      sessions.playSteps(session, steps);
      if (steps.length === 1) await board.play(steps[0].token);
      else await place();
    } catch (problem) {
      if (session.past.at(-1)?.tree === before.tree) session.past.pop();
      Object.assign(session, before);
      toast(
        problem instanceof RangeError ? t("analysis.full") : refusalText(problem, session.game),
      );
      await place();
    }
    draw();
  }

  /** Something else is shown. @param {import("../types.js").Look} seen */
  function changed(seen) {
    board.overlay({ shapes: nodeAt(session.tree, session.node).note.shapes ?? [] });
    status.textContent = statusText(seen);
    status.classList.toggle("over", Boolean(seen.over));
    panel.analyse();
    explorer.explore();
    remember();
  }

  /** @param {import("../types.js").Look} seen */
  function statusText(seen) {
    if (seen.over) return seen.words.map((phrase) => tell(session.game, phrase)).join(" ");
    if (seen.turn === null) return t("analysis.roll");
    return t("analysis.turn", { player: playerOf(session, seen.turn) });
  }

  // ---- edits ---------------------------------------------------------------------------------

  /** @param {number} node @param {import("./tree.js").Note} written @param {boolean} goesOn */
  function writeNote(node, written, goesOn) {
    const tree = annotate(session.tree, node, written);
    if (goesOn) sessions.amend(session, tree);
    else sessions.edit(session, tree);
    board.overlay({ shapes: nodeAt(tree, session.node).note.shapes ?? [] });
    draw();
  }

  /** @param {import("./tree.js").Shape} shape */
  function drawShape(shape) {
    const { note: now } = nodeAt(session.tree, session.node);
    const drawn = withShape(now.shapes ?? [], shape);
    if (drawn.length > MOST_SHAPES) return toast(t("analysis.shapes.full"));
    announce(
      t(
        drawn.length < (now.shapes ?? []).length
          ? "analysis.shape.gone"
          : `analysis.shape.${shape.kind}`,
        { from: shape.cells[0], to: shape.cells.at(-1) ?? "" },
      ),
    );
    writeNote(session.node, { ...now, shapes: drawn }, false);
  }

  /** Delete the present move and all that follows it. */
  async function removeHere() {
    const { parent } = nodeAt(session.tree, session.node);
    if (parent === null) return;
    sessions.edit(session, remove(session.tree, session.node), parent);
    await place();
    announce(t("analysis.deleted"));
    draw();
  }

  /** @param {boolean} toMain */
  function promoteHere(toMain) {
    if (nodeAt(session.tree, session.node).parent === null) return;
    sessions.edit(session, promote(session.tree, session.node, toMain));
    announce(t(toMain ? "analysis.promoted.main" : "analysis.promoted"));
    draw();
  }

  /** Undo or redo. @param {(session: Session) => boolean} how @param {string} words */
  async function travel(how, words) {
    if (!how(session)) return;
    await place();
    announce(t(words));
    draw();
  }

  /** Put another tree in place of this one; it can be undone only by opening it again. @param {Session} other */
  async function replace(other) {
    sessions.keep(session);
    Object.assign(session, other);
    await place();
    draw();
    panel.analyse();
  }

  /** Show what somebody else made of the tree: where we are stays, as far as it is still there. @param {{tree: any, movers: (number|null)[]}} found */
  async function take(found) {
    if (left) return;
    const other = sessions.makeSession(session.rules, found, session.id);
    const { moves, ply } = sessions.lineOf(session);
    let tokens = moves.slice(0, ply);
    while (sessions.nodeAfter(other.tree, tokens) === undefined) tokens = tokens.slice(0, -1);
    Object.assign(session, other, { node: sessions.nodeAfter(other.tree, tokens) });
    await place();
    draw();
  }

  // ---- around it -----------------------------------------------------------------------------

  function draw() {
    moves.draw();
    note.draw();
    tools.draw();
    remember();
  }

  /** Put the place into the address, and keep the tree: soon, as browsers allow that only so often. */
  function remember() {
    clearTimeout(keeping);
    if (!left) keeping = setTimeout(keepNow, 120);
  }

  function keepNow() {
    if (keeper) return keeper.edited();
    history.replaceState({ analysis: session.id }, "", location.pathname + fragment(board.place));
    if (session.tree.nodes.size > 1) sessions.keep(session);
  }

  /** An offer to go on with what was kept of an earlier visit. */
  function earlierNote() {
    if (!earlier || earlier.tree.lines.length + earlier.tree.lines[0].moves.length < 2) return null;
    const note = h(
      "p",
      { class: "note row earlier" },
      h("span", {}, t("analysis.earlier")),
      button(
        t("analysis.earlier.open"),
        async () => {
          note.remove();
          const found = await goOn(session.game, earlier.id, []);
          if (found) await replace(found);
        },
        { class: "small" },
      ),
    );
    return note;
  }

  function makeTools() {
    const steps = WALK.map(([where, drawing]) =>
      iconButton(t(`analysis.walk.${where}`), drawing, () => walk(where)),
    );
    const tilted = iconButton(t("match.tilt"), TILT, board.tilt);
    const back = iconButton(t("analysis.undo"), UNDO, () =>
      travel(sessions.undo, "analysis.undone"),
    );
    const again = iconButton(t("analysis.redo"), REDO, () =>
      travel(sessions.redo, "analysis.redone"),
    );
    const up = button(t("analysis.promote"), () => promoteHere(false), { class: "plain small" });
    const top = button(t("analysis.promote.main"), () => promoteHere(true), {
      class: "plain small",
    });
    const gone = button(t("analysis.delete"), removeHere, { class: "plain small" });
    const onward = h("a", { class: "button" }, t("edit.play"));
    const riddle = h("a", { class: "button" }, t("puzzle.here"));
    const setUp = h(
      "a",
      { class: "button plain square", "aria-label": t("study.edit"), title: t("study.edit") },
      icon(PENCIL),
    );
    const bar = h(
      "div",
      { class: "walk-row", role: "toolbar", "aria-label": t("analysis.walk") },
      iconButton(t("match.flip"), FLIP, board.flip),
      ...steps,
      tilted,
      setUp,
      iconButton(t("analysis.help"), HELP, openHelp),
    );
    return {
      walk: bar,
      edits: h(
        "div",
        { class: "row edits" },
        back,
        again,
        h("span", { class: "spacer" }),
        up,
        top,
        gone,
      ),
      files: h(
        "div",
        { class: "row files" },
        !keeper && button(t("study.kept.keep"), () => openKeep(session), { class: "primary" }),
        !keeper && button(t("analysis.save"), () => openSave(session)),
        !keeper &&
          button(t("analysis.open"), () =>
            openLoad(async (found) => replace(await openDocument(found))),
          ),
        onward,
        riddle,
        h("a", { class: "button", href: `/study/${session.game}` }, t("analysis.more")),
      ),
      draw() {
        const { parent, children } = nodeAt(session.tree, session.node);
        steps.forEach(
          (made, index) => (made.disabled = index < 2 ? parent === null : !children.length),
        );
        leaveDisabled(bar);
        tilted.hidden = !board.board || !hasLevels(board.board.state);
        back.disabled = !session.past.length;
        again.disabled = !session.future.length;
        gone.disabled = parent === null;
        up.disabled = parent === null || nodeAt(session.tree, parent).children[0] === session.node;
        top.disabled = sessions.isMain(session);
        riddle.hidden = !hasPuzzles || !board.seen || board.seen.turn === null;
        onward.hidden = !board.seen || Boolean(board.seen.over);
        setUp.hidden = !canEdit;
        const here = fragment({ start: board.seen?.position });
        onward.setAttribute("href", `/new/${session.game}${here}`);
        riddle.setAttribute("href", `/puzzles/${session.game}/here${here}`);
        setUp.setAttribute("href", `/edit/${session.game}${here}`);
      },
    };
  }

  return () => {
    left = true;
    main.style.removeProperty("--ratio");
    clearTimeout(keeping);
    if (keeper) keeper.leave();
    else if (session.tree.nodes.size > 1) sessions.keep(session);
    stopKeys();
    shapes.release();
    panel.release();
    explorer.release();
    board.release();
  };
}
