/** How an analysis begins: from an address, from what this browser has kept, from a file. */

import * as api from "../api.js";
import { toast } from "../notify.js";
import { refusalText } from "../refusal.js";
import { t } from "../texts.js";
import { readFragment } from "../address.js";
import { kept, makeSession, nodeAfter } from "./session.js";
import { FORMAT, ROOT } from "./tree.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types.js").GameData} GameData */

/**
 * The session of an address. A page that is loaded again goes on with its tree: the browser's
 * history remembers which one it was.
 * @param {GameData} game
 */
export async function openAddress(game) {
  const place = readFragment(game.name, location.hash);
  const own = await goOn(game.name, history.state?.analysis, place.moves.slice(0, place.ply));
  if (own) return own;
  try {
    return await openPlace(game, place);
  } catch (problem) {
    if (!(problem instanceof api.ApiError) || problem.code === "offline") throw problem;
    toast(t("analysis.address", { message: refusalText(problem, game.name) }));
    return openPlace(game, { game: game.name });
  }
}

/** @param {GameData} game @param {import("../address.js").Place} place */
async function openPlace(game, { options = {}, start = null, moves = [], ply = moves.length }) {
  const document = {
    format: FORMAT,
    version: 1,
    game: game.name,
    rules_version: game.rules_version,
    options,
    start,
    lines: [{ moves }],
    notes: {},
    tags: {},
  };
  const session = await openDocument(await api.readDocument(document));
  const tokens = session.tree.nodes.size > 1 ? moves.slice(0, ply) : [];
  session.node = nodeAfter(session.tree, tokens) ?? ROOT;
  return session;
}

/** @param {{tree: any, movers: (number|null)[]}} document that the server has read @returns {Promise<Session>} */
export async function openDocument(document) {
  const rules = await api.rules(document.tree.game, document.tree.options);
  return makeSession(rules, document);
}

/**
 * The session that was kept, at the end of a line of it, if it is the wanted one.
 * @param {string} game @param {string|undefined} id @param {string[]} tokens
 */
export async function goOn(game, id, tokens) {
  const saved = kept(game);
  if (!saved || saved.id !== id) return null;
  try {
    const rules = await api.rules(game, saved.tree.options);
    const session = makeSession(rules, saved, saved.id);
    const node = nodeAfter(session.tree, tokens);
    return node === undefined ? null : Object.assign(session, { node });
  } catch {
    return null; // what this browser kept is damaged, or of other rules
  }
}
