/** Taking an analysis away and bringing one in: to copy, to save, to open. */

import * as api from "../api.js";
import { copyText } from "../clipboard.js";
import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { refusalText } from "../refusal.js";
import { t } from "../texts.js";
import { mainLine, tokensOf, treeToJson } from "./tree.js";

/** @typedef {import("./session.js").Session} Session */

/** Offer the tree, the record of its main line, and the address. @param {Session} session */
export function openSave(session) {
  const tree = JSON.stringify(treeToJson(session.tree), null, 1);
  const record = recordText(session);
  const address = location.href;
  /** @type {string[]} */
  const made = [];
  const offers = [
    offered("analysis.save.tree", "tree", tree),
    record && offered("analysis.save.record", "record", record),
    h(
      "section",
      { class: "offer" },
      h(
        "div",
        {},
        h("strong", {}, t("analysis.save.link")),
        h("p", { class: "soft" }, t("analysis.save.link.text")),
      ),
      button(t("record.copy"), () => copyText(address, t("analysis.copied"))),
    ),
  ];
  const dialog = openDialog(t("analysis.save"), [h("div", { class: "stack" }, ...offers)]);
  dialog.addEventListener("close", () => made.forEach((one) => URL.revokeObjectURL(one)));

  /** @param {string} key @param {string} name @param {string} text */
  function offered(key, name, text) {
    const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    made.push(href);
    return h(
      "section",
      { class: "offer" },
      h("div", {}, h("strong", {}, t(key)), h("p", { class: "soft" }, t(`${key}.text`))),
      button(t("record.copy"), () => copyText(text, t("analysis.copied"))),
      h("a", { class: "button", href, download: `${session.game}-${name}.json` }, t("record.save")),
    );
  }
}

/** The record of the main line; a tree that begins in mid-game has none. @param {Session} session */
function recordText({ tree }) {
  if (tree.start) return "";
  const { game, rules_version, options, tags } = tree;
  const moves = tokensOf(tree, mainLine(tree));
  const head = { format: "quatrefoil-record", version: 1, game, rules_version, options };
  return JSON.stringify({ ...head, moves, end: null, result: null, tags }, null, 1);
}

/**
 * Ask for a file or a text: a position, a record or a tree. The server says what it is.
 * @param {(found: Awaited<ReturnType<typeof api.readDocument>>) => void} done
 */
export function openLoad(done) {
  const text = h("textarea", {
    rows: 8,
    "aria-label": t("analysis.open.text"),
    placeholder: t("analysis.open.text"),
  });
  const file = h("input", { class: "unseen", type: "file", accept: ".json,application/json" });
  const problem = h("p", { class: "note", hidden: true, role: "alert" });
  file.addEventListener("change", async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
    await take();
  });
  const dialog = openDialog(
    t("analysis.open"),
    [
      h(
        "div",
        { class: "stack" },
        h("p", { class: "soft" }, t("analysis.open.what")),
        text,
        problem,
      ),
    ],
    [
      button(t("record.open"), take, { class: "primary" }),
      h("label", { class: "button" }, file, t("record.file")),
    ],
  );

  async function take() {
    try {
      const found = await api.readDocument(JSON.parse(text.value));
      dialog.close();
      done(found);
    } catch (refusal) {
      problem.hidden = false;
      problem.textContent = problemText(refusal);
    }
  }
}

/** Why something can't be opened. @param {unknown} problem */
function problemText(problem) {
  if (!(problem instanceof api.ApiError)) return t("analysis.open.unreadable");
  return problem.code === "bad-request"
    ? t("analysis.open.refused", { message: problem.message })
    : refusalText(problem);
}
