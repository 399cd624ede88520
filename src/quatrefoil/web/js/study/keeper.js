/**
 * Keeps an analysis on the server: what is edited here is stored soon, what others edit comes in.
 *
 * The server merges. Here is only told what an edit began with: the version that was last seen, or,
 * where more was edited while an edit was under way, the tree that was sent.
 */

import { ApiError } from "../api.js";
import { toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { t } from "../texts.js";
import { edit, follow } from "./store.js";
import { treeFromJson, treeToJson } from "./tree.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./store.js").Version} Version */
/** @typedef {"live"|"saved"|"saving"|"unsaved"|"offline"|"changed"} State */

const SOON = 600; // milliseconds from an edit to its storing
const AGAIN = 4_000; // before storing is tried again

/**
 * @param {Session} session @param {import("./store.js").Study} study @param {string|null} secret
 * @param {{state: (state: State) => void, title: (title: string) => void,
 *          take: (found: Version) => Promise<void>, gone: () => void}} on
 *   `take` puts another tree in place of the one that is shown
 */
export function makeKeeper(session, study, secret, on) {
  /** What the server has, as far as we know; version 0: a tree that was on its way. */
  let base = { version: study.version, text: text(study.tree) };
  let newest = study.version;
  let seen = session.tree;
  let busy = false;
  let failed = false; // the latest attempt to store
  let left = false;
  let news = /** @type {Version|null} */ (null); // for a reader who has moves of their own
  let timer = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);
  const release = follow(study.id, {
    known: () => newest,
    secret,
    version: hear,
    gone: on.gone,
    line: (isThere) => on.state(isThere ? settled() : "offline"),
  });

  const mine = () => JSON.stringify(treeToJson(session.tree));
  addEventListener("pagehide", saveNow);
  document.addEventListener("visibilitychange", saveNow);
  addEventListener("beforeunload", warn);

  /** @returns {State} */
  function settled() {
    if (news) return "changed";
    return study.mine ? (busy || mine() !== base.text ? "saving" : "saved") : "live";
  }

  /** Something may have been edited. */
  function edited() {
    if (session.tree === seen) return;
    seen = session.tree;
    if (!study.mine || mine() === base.text) return;
    on.state("saving");
    clearTimeout(timer);
    timer = setTimeout(save, SOON);
  }

  /** Whoever closes the page, or turns to another, may not come back. */
  function saveNow() {
    if (study.mine) save();
  }

  /** @param {Event} event */
  function warn(event) {
    if (failed && mine() !== base.text) event.preventDefault();
  }

  async function save() {
    clearTimeout(timer);
    const sent = mine();
    if (busy || sent === base.text) return;
    busy = true;
    let wait = /** @type {number|null} */ (null);
    try {
      const found = await store(sent);
      failed = false;
      newest = Math.max(newest, found.version);
      const there = text(found.tree);
      if (mine() !== sent) {
        base = { version: 0, text: sent };
        wait = 0;
      } else {
        base = { version: found.version, text: there };
        if (there !== sent && !left) await take(found);
      }
    } catch (problem) {
      wait = AGAIN;
      failed = true;
      on.state("unsaved");
      if (problem instanceof ApiError && problem.status >= 400 && problem.status < 429) {
        toast(t("study.kept.refused", { message: refusalText(problem, session.game) }));
        wait = null;
      }
    } finally {
      busy = false;
    }
    if (wait === null && !left && mine() === base.text) on.state("saved");
    if (wait === null) return;
    if (wait === 0) save();
    else if (!left) timer = setTimeout(save, wait);
  }

  /** @param {string} sent @returns {Promise<Version>} */
  async function store(sent) {
    const tree = JSON.parse(sent);
    const began = { base: JSON.parse(base.text) };
    if (!base.version) return edit(study.id, secret, { tree, ...began });
    try {
      return await edit(study.id, secret, { tree, version: base.version });
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.code !== "out-of-date") throw problem;
      return edit(study.id, secret, { tree, ...began });
    }
  }

  /** @param {Version} found */
  async function hear(found) {
    newest = Math.max(newest, found.version);
    on.title(found.title);
    if (busy) return; // the answer that is waited for has it
    if (mine() === base.text) {
      base = { version: found.version, text: text(found.tree) };
      await take(found);
    } else if (study.mine) save();
    else {
      news = found;
      on.state("changed");
    }
  }

  /** @param {Version} found */
  async function take(found) {
    const taking = on.take(found);
    seen = session.tree; // at once: what is edited while it is drawn is an edit
    await taking;
    on.state(settled());
  }

  return {
    edited,
    /** Show what others did, in place of one's own moves. */
    async showNews() {
      if (!news) return;
      const found = news;
      news = null;
      base = { version: found.version, text: text(found.tree) };
      await take(found);
    },
    /** The version that is shown, if it is shown as it is. */
    version: () => (mine() === base.text ? base.version : 0),
    leave() {
      left = true;
      clearTimeout(timer);
      removeEventListener("pagehide", saveNow);
      document.removeEventListener("visibilitychange", saveNow);
      removeEventListener("beforeunload", warn);
      saveNow();
      release();
    },
  };
}

/** A tree as text, written in one way. @param {any} tree */
function text(tree) {
  return JSON.stringify(treeToJson(treeFromJson(tree)));
}
