/**
 * The reader's part in the dice, so that nobody can choose them (docs/protocol.md, "Dice").
 *
 * This browser makes a value of 32 random bytes. Its hash goes along with making or joining a match;
 * the value itself follows once the match shows the hashes of everybody. What was shown by then is
 * kept, and must be what the dice were rolled from in the end. The value never depends on the
 * secret of the seat, which the server knows.
 *
 * @typedef {{commitment: string, hashes: (string|null)[]}} Seen what was shown before we revealed
 * @typedef {{value: string, round: string|null, seen: Seen|null}} Share
 *   `round` is the server's commitment to which the value belongs: when it commits anew, all is void
 * @typedef {import("../types.js").State} State
 */

import { fromHex, sha256, toHex } from "../sha256.js";

/** @returns {Share} */
export function newShare() {
  const value = toHex(crypto.getRandomValues(new Uint8Array(32)));
  return { value, round: null, seen: null };
}

/** A value that came with a link: elsewhere it may have served already. @param {string} value @returns {Share} */
export function carriedShare(value) {
  return { value, round: "", seen: null };
}

/** What is sent before anybody reveals. @param {Share} share */
export function hashOf(share) {
  return hashOfValue(share.value);
}

/** @param {string} value */
function hashOfValue(value) {
  return sha256(fromHex(value));
}

/** The seats for which the dice wait: for a hash of each, then for the values. @param {State} state */
export function owing({ dice, seats }) {
  if (!dice) return [];
  const people = [...seats.keys()].filter((seat) => seats[seat].kind === "person");
  const silent = people.filter((seat) => !dice.hashes[seat]);
  return silent.length ? silent : people.filter((seat) => !dice.values[seat]);
}

/**
 * What is to be asked now, if anything, and the share as it is then.
 * @param {Share|null} share @param {State} state @param {number[]} mine
 * @returns {{ask: {do: string, [key: string]: string}|null, share: Share|null}}
 */
export function due(share, state, mine) {
  const { dice, phase, seats } = state;
  if (!dice || !mine.length || !["waiting", "sharing"].includes(phase)) return { ask: null, share };
  const { commitment, hashes, values } = dice;
  if (mine.some((seat) => hashes[seat] === null)) {
    const fits = share && [null, commitment].includes(share.round);
    const fresh = { ...(fits ? share : newShare()), round: commitment };
    return { ask: { do: "commit", hash: hashOf(fresh) }, share: fresh };
  }
  if (!share) return { ask: null, share }; // it is kept elsewhere
  const hash = hashOf(share);
  if (!hashes.includes(hash)) return { ask: null, share: { ...share, seen: null } };
  const known = { ...share, round: commitment };
  const complete = seats.every((seat, index) => seat.kind === "computer" || hashes[index]);
  const owed = mine.some((seat) => hashes[seat] === hash && values[seat] === null);
  if (phase !== "sharing" || !complete || !owed) return { ask: null, share: known };
  const shown = { commitment, hashes };
  known.seen ??= shown;
  // A value that is out goes out again only to those who know it already.
  const same = JSON.stringify(known.seen) === JSON.stringify(shown);
  return { ask: same ? { do: "reveal", value: share.value } : null, share: known };
}

/**
 * Whether the dice of a match that is over are those that we saw.
 * @param {Share|null|undefined} share @param {State} state
 */
export function holds(share, { dice, over, moves }) {
  if (!share?.seen || !over) return true;
  if (!dice?.seed) return false;
  const { commitment, hashes } = share.seen;
  const values = dice.values.map((value) => value && hashOfValue(value));
  // Where somebody did not reveal nothing was rolled, and nobody won.
  if (hashes.some((hash, seat) => hash && !values[seat])) return !over.winners.length && !moves;
  const same = (/** @type {any} */ found) => JSON.stringify(found) === JSON.stringify(hashes);
  return sha256(fromHex(dice.seed)) === commitment && same(values) && same(dice.hashes);
}
