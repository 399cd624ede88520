/**
 * A study in a frame on somebody's site: the board, steps, comments, live; nothing to edit. It is a
 * page of its own, from which no other page of ours is reached inside the frame.
 */

import { loadStyle } from "../board/board.js";
import { fill, h } from "../dom.js";
import { BACK, FIRST, FORWARD, LAST, iconButton } from "../icons.js";
import { applyTheme } from "../settings.js";
import { loadGameTexts, loadTexts, t } from "../texts.js";
import { makeStudyBoard } from "./board.js";
import { makeMoves } from "./moves.js";
import { openDocument } from "./opening.js";
import * as sessions from "./session.js";
import { follow, study as ask } from "./store.js";
import { nodeAt } from "./tree.js";
import { loadStudy } from "./words.js";

const STEPS = /** @type {[Parameters<typeof sessions.nodeTowards>[1], string, string][]} */ ([
  ["first", "Home", FIRST],
  ["back", "ArrowLeft", BACK],
  ["forward", "ArrowRight", FORWARD],
  ["last", "End", LAST],
]);

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/** @param {string} id */
async function show(id) {
  await loadTexts();
  let found = await ask(id);
  const { game } = found;
  await Promise.all([loadGameTexts(game), loadStyle(game), loadStudy("analysis", "tree")]);
  const session = await openDocument(found);
  const title = h("h1", {});
  const link = { href: `/s/${id}`, target: "_blank", rel: "noopener" };
  const comment = h("p", { class: "said", "aria-live": "polite" });
  const board = makeStudyBoard(game, { dice: false, explain: false });
  const moves = makeMoves(session, visit);
  const steps = STEPS.map(([where, , drawing]) =>
    iconButton(t(`analysis.walk.${where}`), drawing, () =>
      visit(sessions.nodeTowards(session, where)),
    ),
  );
  board.lock(true);
  fill(
    main,
    h("header", {}, title, h("a", link, t("study.kept.open"))),
    h("div", { class: "stage" }, board.element),
    h("div", { class: "walk-row", role: "toolbar", "aria-label": t("analysis.walk") }, ...steps),
    comment,
    moves.element,
  );
  addEventListener("keydown", (event) => {
    const step = STEPS.find(([, key]) => key === event.key);
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    visit(sessions.nodeTowards(session, step[0]));
  });
  await place();
  follow(id, {
    known: () => found.version,
    secret: null,
    version: take,
    gone: () => fill(main, h("p", { class: "note" }, t("study.kept.gone"))),
  });

  /** @param {number} node */
  async function visit(node) {
    const near = nodeAt(session.tree, node).parent === session.node;
    session.node = node;
    const line = sessions.lineOf(session);
    if (near && board.place.moves[line.ply - 1] === line.moves[line.ply - 1])
      await board.go(line.ply);
    else await place();
    draw();
  }

  async function place() {
    const { options, start } = session.tree;
    await board.open({ options, start, ...sessions.lineOf(session) });
    draw();
  }

  function draw() {
    const { note, parent, children } = nodeAt(session.tree, session.node);
    title.textContent = found.title || t("study.kept.untitled");
    document.title = title.textContent;
    comment.textContent = note.comment ?? "";
    board.overlay({ shapes: note.shapes ?? [] });
    steps.forEach(
      (made, index) => (made.disabled = index < 2 ? parent === null : !children.length),
    );
    moves.draw();
  }

  /** @param {import("./store.js").Version} version */
  async function take(version) {
    const other = sessions.makeSession(session.rules, version, session.id);
    const { moves: line, ply } = sessions.lineOf(session);
    let tokens = line.slice(0, ply);
    while (sessions.nodeAfter(other.tree, tokens) === undefined) tokens = tokens.slice(0, -1);
    found = { ...found, ...version };
    Object.assign(session, other, { node: sessions.nodeAfter(other.tree, tokens) });
    await place();
  }
}

applyTheme();
const [, id] = /^\/embed\/s\/([\w-]+)$/.exec(location.pathname) ?? [];
show(id ?? "").catch((problem) => {
  console.error(problem);
  const text = problem.status === 404 ? "problem.missing" : "problem.title";
  fill(main, h("p", { class: "note" }, t(text)));
});
