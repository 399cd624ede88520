/** Asking the server over HTTP. A refusal is an `ApiError` with the server's code and sentence. */

export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {number} status */
  constructor(code, message, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** @type {Map<string, Promise<any>>} */
const remembered = new Map();

/** All games. @returns {Promise<import("./types.js").GameData[]>} */
export async function games() {
  const answer = await once("/api/games", () => ask("GET", "/api/games"));
  return answer.games ?? answer;
}

/** @param {string} name @returns {Promise<import("./types.js").GameData|undefined>} */
export async function gameNamed(name) {
  return (await games()).find((game) => game.name === name);
}

/**
 * Check options and get the board.
 * @param {string} game @param {Record<string, any>} options
 * @returns {Promise<import("./types.js").RulesData>}
 */
export function rules(game, options) {
  const body = { game, options };
  return once(`rules ${JSON.stringify(body)}`, () => ask("POST", "/api/rules", body));
}

/**
 * Look at a position, and at what moves from it lead to.
 * @param {any} position @param {string[]} [tokens]
 */
export function look(position, tokens = []) {
  return ask("POST", "/api/look", { position, tokens });
}

/** @param {any} wish */
export function newMatch(wish) {
  return ask("POST", "/api/matches", wish);
}

/** @param {string} id @param {string} name @param {number} [seat] */
export function join(id, name, seat) {
  return ask("POST", `/api/matches/${id}/join`, seat === undefined ? { name } : { name, seat });
}

/** @param {string} id */
export function match(id) {
  return ask("GET", `/api/matches/${id}`);
}

/** All events of a match. @param {string} id @param {string|null} secret */
export async function events(id, secret) {
  const answer = await ask("GET", `/api/matches/${id}/events?after=0`, undefined, secret);
  return answer.events ?? answer;
}

/** @param {string} id */
export function record(id) {
  return ask("GET", `/api/matches/${id}/record`);
}

/** @param {any} data */
export function putRecord(data) {
  return ask("POST", "/api/records", data);
}

/** @param {any} question */
export function analyse(question) {
  return ask("POST", "/api/analyse", question);
}

/** A file of a game as JSON or text. @param {string} game @param {string} path */
export async function gameFile(game, path) {
  const answer = await fetch(`/games/${game}/${path}`);
  if (!answer.ok) throw new ApiError("not-found", `${game}/${path}`, answer.status);
  return path.endsWith(".json") ? answer.json() : answer.text();
}

/**
 * @param {string} method @param {string} address @param {any} [body] @param {string|null} [secret]
 */
async function ask(method, address, body, secret) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  const answer = await fetch(address, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(data.code ?? "failed", data.message ?? "", answer.status);
  return data;
}

/** @param {string} key @param {() => Promise<any>} make */
function once(key, make) {
  const found = remembered.get(key);
  if (found) return found;
  const promise = make();
  remembered.set(key, promise);
  promise.catch(() => remembered.delete(key));
  return promise;
}
