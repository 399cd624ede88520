/**
 * Puzzles without the server: what solving one takes is asked for once more and kept by the service
 * worker (`web/worker.js`), which answers by it where the server cannot be reached.
 *
 * What is kept is the solution, in any order of its moves, and what follows it. Of any other turn
 * only the server can say what it does.
 */

import { read, write } from "../settings.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** Tells the service worker to keep the answer. */
const KEEP = { "Keep-Offline": "yes" };
const MOST = 60; // puzzles of a game that are remembered as kept
const ORDERED = 3; // moves of a turn that are kept in any order

/** @param {string} game */
const keyOf = (game) => `quatrefoil.puzzles.kept.${game}`;

/** The puzzles of a game that can be solved offline: the latest last. @param {string} game @returns {string[]} */
export function keptPuzzles(game) {
  return read(keyOf(game), []);
}

/**
 * Keep a puzzle. Where there is no service worker, nothing happens; what fails is left for later.
 * @param {string} game @param {string} id
 */
export async function keepPuzzle(game, id) {
  if (keptPuzzles(game).includes(id) || !(await isControlled())) return;
  try {
    await asked("GET", `/api/puzzles/${game}`);
    const puzzle = await asked("GET", `/api/puzzles/${game}/${id}`);
    const options = puzzle.position.options ?? {};
    await asked("POST", "/api/rules", { game, options });
    await keepLine(game, puzzle);
    const others = keptPuzzles(game).filter((each) => each !== id);
    write(keyOf(game), [...others, id].slice(-MOST));
  } catch {
    // It is kept another time.
  }
}

/** Keep the solution and what follows it. @param {string} game @param {Puzzle} puzzle */
async function keepLine(game, puzzle) {
  const look = (/** @type {string[]} */ tokens) =>
    asked("POST", "/api/look", { position: puzzle.position, tokens });
  await look([]);
  let before = /** @type {string[]} */ ([]);
  let turn = puzzle.solution;
  for (let more = true; more && turn.length; ) {
    const orders = ordersOf(turn);
    const begun = new Set(
      orders.flatMap((order) => order.map((_, i) => order.slice(0, i + 1).join(" "))),
    );
    for (const tokens of begun) await look([...before, ...tokens.split(" ")]).catch(() => null);
    let verdict = /** @type {any} */ (null);
    for (const order of orders) {
      const tried = { tokens: [...before, ...order] };
      const found = await asked("POST", `/api/puzzles/${game}/${puzzle.id}`, tried).catch(
        () => null,
      );
      verdict ??= found;
    }
    more = verdict?.verdict === "right";
    before = [...before, ...turn];
    for (const token of verdict?.answer ?? []) await look((before = [...before, token]));
    turn = verdict?.then ?? [];
  }
}

/** A turn in every order, the first as it is; a long one only as it is. @param {string[]} turn @returns {string[][]} */
export function ordersOf(turn) {
  if (turn.length < 2 || turn.length > ORDERED) return [turn];
  return turn.flatMap((token, index) =>
    ordersOf(turn.filter((_, other) => other !== index)).map((rest) => [token, ...rest]),
  );
}

/** Whether a service worker answers for this page; on a first visit it takes a moment to come. */
async function isControlled() {
  if (!("serviceWorker" in navigator)) return false;
  if (navigator.serviceWorker.controller) return true;
  await new Promise((done) =>
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }),
  );
  return true;
}

/** @param {string} method @param {string} address @param {any} [body] */
async function asked(method, address, body) {
  const headers = { ...KEEP, ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
