/** Why something can or can't be done in a match, as it stands with the draft. */

import * as api from "../api.js";
import { hushWhy, sayWhy } from "../board/why.js";

/** @typedef {import("./table.js").Table} Table */

/** Say it, if there is something to say; what was said before goes. @param {Table} table @param {string} place */
export async function explain({ match, board, parts }, place) {
  hushWhy(parts.why);
  const position = match.state?.position;
  if (!position || !board || match.viewing !== null) return;
  const asked = api.explain(position, match.state?.draft ?? [], place);
  const [last, draft] = [match.last, String(match.state?.draft ?? "")];
  const still = asked.then((words) =>
    match.last === last && String(match.state?.draft ?? "") === draft ? words : [],
  );
  await sayWhy(parts.why, board.state, place, still);
}

/** @param {Table} table */
export function hush({ parts }) {
  hushWhy(parts.why);
}
