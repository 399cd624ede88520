/** A study on the server: the analysis board, whose tree is kept there and changes for all who look. */

import { loadStyle } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { go } from "../go.js";
import { announce, setTitle, toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { loadGameTexts, t } from "../texts.js";
import { layOut } from "./analysis.js";
import { makeKeeper } from "./keeper.js";
import { rememberStudy, rememberedStudy } from "./mine.js";
import { openDocument } from "./opening.js";
import { openExport, openShare, titleField } from "./sharing.js";
import * as store from "./store.js";
import { ROOT } from "./tree.js";
import { loadStudy } from "./words.js";

/** @param {HTMLElement} main @param {string} id */
export async function show(main, id) {
  const { study, secret, node } = await open(id);
  const { game } = study;
  await Promise.all([loadGameTexts(game), loadStyle(game), loadStudy("analysis", "tree", "kept")]);
  const session = await openDocument(study);
  if (session.tree.nodes.has(node)) session.node = node;
  rememberStudy(id, { game, title: study.title, ...(secret && { secret }) });
  setTitle(study.title || t("study.kept.untitled"));
  const keeping = keepThere(session, study, secret);
  return layOut(main, session, {
    title: study.title || t("study.kept.untitled"),
    earlier: null,
    keeping,
  });
}

/**
 * The study, the secret to edit it and the move to begin at: from the link, which they leave at once,
 * or the secret from this browser. A link whose secret is made up takes nothing from who has the true one.
 * @param {string} id @returns {Promise<{study: store.Study, secret: string|null, node: number}>}
 */
async function open(id) {
  const [, carried, at] = /^#([\w-]{8,100})(?:&node=(\d{1,6}))?$/.exec(location.hash) ?? [];
  const node = Number(at ?? ROOT);
  if (location.hash) history.replaceState(null, "", location.pathname);
  const own = rememberedStudy(id)?.secret ?? null;
  const secret = carried ?? own;
  const study = await store.study(id, secret);
  if (study.mine) return { study, secret, node };
  if (!own || own === secret) return { study, secret: null, node };
  const again = await store.study(id, own);
  return { study: again, secret: again.mine ? own : null, node };
}

/**
 * @param {import("./session.js").Session} session @param {store.Study} study
 * @param {string|null} secret
 * @returns {import("./analysis.js").Keeping}
 */
function keepThere(session, study, secret) {
  const { id } = study;
  const field = titleField(study.title);
  const heading = h("h2", {}, study.title || t("study.kept.untitled"));
  const status = h("span", { class: "soft state", role: "status" });
  const show = button(t("study.kept.changed.show"), () => keeper?.showNews(), { class: "small" });
  let keeper = /** @type {ReturnType<typeof makeKeeper>|null} */ (null);
  let title = study.title;
  field.addEventListener("change", rename);

  async function rename() {
    const wanted = field.value.trim();
    if (wanted === title) return;
    try {
      setName((await store.edit(id, secret, { title: wanted })).title);
      announce(t("study.kept.saved"));
    } catch (problem) {
      field.value = title;
      toast(refusalText(problem, session.game));
    }
  }

  /** @param {string} name */
  function setName(name) {
    if (name === title) return;
    title = name;
    if (document.activeElement !== field) field.value = name;
    heading.textContent = name || t("study.kept.untitled");
    setTitle(heading.textContent);
    element.setAttribute("aria-label", heading.textContent);
    element.closest("main")?.querySelector("h1")?.replaceChildren(heading.textContent);
    rememberStudy(id, { title: name });
  }

  /** @param {import("./keeper.js").State} state */
  function tellState(state) {
    const words = t(`study.kept.${state}`);
    if (status.textContent !== words) status.textContent = words;
    status.dataset.state = state;
    show.hidden = state !== "changed";
  }

  async function clone() {
    try {
      const made = await store.clone(id);
      rememberStudy(made.id, { game: session.game, title, secret: made.secret });
      go(`/s/${made.id}#${made.secret}`);
      toast(t("study.kept.cloned"));
    } catch (problem) {
      toast(refusalText(problem, session.game));
    }
  }

  const element = h(
    "section",
    { class: "kept", "aria-label": heading.textContent },
    study.mine ? field : heading,
    h("div", { class: "row" }, status, show),
    h(
      "div",
      { class: "row" },
      button(t("study.kept.share"), () => openShare(id, secret), { class: "primary" }),
      button(t("study.kept.export"), () => openExport(id, session, keeper?.version() ?? 0)),
      button(t("study.kept.clone"), clone),
    ),
    !study.mine && h("p", { class: "soft small" }, t("study.kept.yours")),
  );
  tellState(study.mine ? "saved" : "live");

  return {
    element,
    edited: () => keeper?.edited(),
    leave: () => keeper?.leave(),
    begin(take) {
      keeper = makeKeeper(session, study, secret, {
        state: tellState,
        title: setName,
        take,
        gone() {
          fill(element, h("p", { class: "note", role: "alert" }, t("study.kept.gone")));
        },
      });
    },
  };
}
