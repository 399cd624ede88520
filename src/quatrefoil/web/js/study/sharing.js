/** Dialogs around a study on the server: keeping an analysis, passing it on, taking it along. */

import * as api from "../api.js";
import { copyText } from "../clipboard.js";
import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { go } from "../go.js";
import { toast } from "../notify.js";
import { drawCode } from "../qr.js";
import { refusalText } from "../refusal.js";
import { language, t } from "../texts.js";
import { forgetStudy, rememberStudy } from "./mine.js";
import * as store from "./store.js";
import { numbersOf, treeToJson } from "./tree.js";

/** @typedef {import("./session.js").Session} Session */

const LONGEST_TITLE = 120;

/** Make a study of an analysis. @param {Session} session */
export function openKeep(session) {
  const field = titleField("");
  const keep = button(t("study.kept.keep"), make, { class: "primary" });
  field.addEventListener("keydown", (event) => event.key === "Enter" && make());
  const dialog = openDialog(
    t("study.kept.keep"),
    [h("div", { class: "stack" }, h("p", { class: "soft" }, t("study.kept.keep.text")), field)],
    [keep],
  );
  field.focus();

  async function make() {
    keep.disabled = true;
    try {
      const title = field.value.trim();
      const made = await store.make(treeToJson(session.tree), title);
      rememberStudy(made.id, { game: session.game, title, secret: made.secret });
      dialog.close();
      const node = numbersOf(session.tree).get(session.node);
      // A browser that keeps nothing has the secret from there; and we stay at the move we are at.
      go(`/s/${made.id}#${made.secret}&node=${node}`);
    } catch (problem) {
      keep.disabled = false;
      toast(refusalText(problem, session.game));
    }
  }
}

/** @param {string} title */
export function titleField(title) {
  const words = t("study.kept.name");
  return h("input", {
    class: "study-title",
    value: title,
    maxlength: LONGEST_TITLE,
    placeholder: words,
    "aria-label": words,
  });
}

/** The links, and how other sites show it. @param {string} id @param {string|null} secret */
export async function openShare(id, secret) {
  const { public_url: base } = await api.server();
  const link = new URL(`/s/${id}`, base || location.origin).href;
  const framed = new URL(`/embed/s/${id}`, base || location.origin).href;
  // It has a name for those who hear the page that it is on. (No style here: our own page has none.)
  const named = h("iframe", { src: framed, title: document.title, width: 480, height: 640 });
  const end = "></iframe>";
  const frame = `${named.outerHTML.slice(0, -end.length)} style="border: 0"${end}`;
  const code = h("div", { class: "qr" });
  const dialog = openDialog(t("study.kept.share"), [
    h(
      "div",
      { class: "stack" },
      box("study.kept.read", link),
      code,
      secret && box("study.kept.edit", `${link}#${secret}`),
      box("study.kept.embed", frame),
      secret && deletion(),
    ),
  ]);
  drawCode(code, link);

  function deletion() {
    const sure = button(t("study.kept.delete.sure"), async () => {
      dialog.close(); // behind it nobody hears that the study is gone
      try {
        await store.remove(id, secret);
        forgetStudy(id);
      } catch (problem) {
        toast(refusalText(problem));
      }
    });
    return h(
      "details",
      {},
      h("summary", {}, t("study.kept.delete")),
      h("div", { class: "row" }, h("p", {}, t("study.kept.delete.text")), sure),
    );
  }
}

/** @param {string} key @param {string} text */
function box(key, text) {
  const field = h("input", { class: "link", readonly: true, value: text, "aria-label": t(key) });
  field.addEventListener("focus", () => field.select());
  return h(
    "section",
    { class: "share-box" },
    h("strong", {}, t(key)),
    h("p", { class: "soft" }, t(`${key}.text`)),
    h(
      "div",
      { class: "row" },
      field,
      button(t("study.kept.copy"), () => copyText(text, t("study.kept.copied"))),
    ),
  );
}

/**
 * What a study can be taken along as.
 * @param {string} id @param {Session} session @param {number} version that is shown; 0 where moves
 *   of one's own are in it: then pictures are of the main line
 */
export async function openExport(id, session, version) {
  const { pictures } = await api.server();
  const node = version
    ? `?node=${numbersOf(session.tree).get(session.node) ?? 0}&version=${version}`
    : "";
  const files = [
    !session.tree.start && ["record", "record", `${session.game}-record.json`],
    ["tree", "tree", `${session.game}-tree.json`],
    ["svg", `picture.svg${node}`, `${session.game}.svg`],
    pictures && ["gif", `film.gif${node}`, `${session.game}.gif`],
    pictures && ["pdf", `positions.pdf?language=${language()}`, `${session.game}.pdf`],
  ];
  const offers = files.flatMap((file) => {
    if (!file) return [];
    const [kind, path, download] = file;
    const key = `study.kept.export.${kind}`;
    const href = `/api/studies/${id}/${path}`;
    const get = h("a", { class: "button", href, download }, t("study.kept.export.get"));
    get.setAttribute("aria-label", `${t(key)}: ${t("study.kept.export.get")}`);
    return [
      h(
        "section",
        { class: "offer" },
        h("div", {}, h("strong", {}, t(key)), h("p", { class: "soft" }, t(`${key}.text`))),
        get,
      ),
    ];
  });
  openDialog(t("study.kept.export"), [h("div", { class: "stack" }, ...offers)]);
}
