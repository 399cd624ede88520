/**
 * The service worker: keeps the page's files, so that it opens at once, and without the server.
 *
 * The server writes two lines above this: VERSION, which follows from what is in the files, and
 * FILES, the addresses to keep. A new version is kept as a whole beside the old one and waits until
 * no page of the old one is open, or the reader asks for it: no page ever has files of two versions.
 * What is played comes from the server alone; lessons, rules and the puzzles that were looked at
 * (`study/puzzlekeep.js`) can be read without it.
 */

/* global VERSION, FILES */

const CACHE = `quatrefoil-${VERSION}`;
/** Answers that the page wanted to have kept, of this version too: the latest so many. */
const [ANSWERS, MOST_ANSWERS] = ["quatrefoil-answers", 1500];
/** Where navigating leads to something else than the page; `embed.html` is one of its own. */
const OTHERS = ["/api/", "/embed/"];
/** Requests that lessons and rules need; `offline.json` of each game has answers. */
const ANSWERED = ["/api/look", "/api/rules"];
/** Requests about puzzles. */
const PUZZLES = "/api/puzzles/";

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepFiles());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers());
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!OTHERS.some((start) => pathname.startsWith(start))) event.respondWith(openPage(request));
  } else if (pathname.startsWith(PUZZLES)) event.respondWith(askOrRemember(request, pathname));
  else if (request.method === "POST" && ANSWERED.includes(pathname))
    event.respondWith(askOrRemember(request, pathname));
  else if (request.method === "GET" && pathname === "/api/games")
    event.respondWith(fetch(request).catch(() => kept(pathname)));
  else if (request.method === "GET" && FILES.includes(pathname))
    event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(tell(event.data.json()));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openMatch(event.notification.tag));
});

/**
 * Tell the reader that it is their turn, unless they look at the match.
 * @param {{match: string, title: string, body: string}} message
 */
async function tell({ match, title, body }) {
  const open = await worker.clients.matchAll({ type: "window" });
  if (open.some((/** @type {any} */ one) => isAt(one, match) && one.visibilityState === "visible"))
    return;
  const icon = "/static/icon-192.png";
  await worker.registration.showNotification(title, { body, icon, tag: match, renotify: true });
}

/** Show a match: in the window that has it, or in a new one. @param {string} match */
async function openMatch(match) {
  const open = await worker.clients.matchAll({ type: "window" });
  const found = open.find((/** @type {any} */ one) => isAt(one, match));
  return found ? found.focus() : worker.clients.openWindow(`/m/${match}`);
}

/** @param {any} client @param {string} match */
function isAt(client, match) {
  return new URL(client.url).pathname.startsWith(`/m/${match}`);
}

/** Keep all files, as they are now: those that the browser has are only asked about. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (/** @type {string} */ address) => {
      const answer = await fetch(address, { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      await cache.put(address, answer);
    }),
  );
}

/** Forget other versions. Where there was none, pages that are open have this one at once. */
async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name !== CACHE && name !== ANSWERS);
  if (!others.length) return worker.clients.claim();
  for (const name of [...others, ANSWERS]) await caches.delete(name);
}

/** @param {string} address */
async function kept(address) {
  return (await caches.open(CACHE)).match(address);
}

/**
 * Open the page. Where a new version waits and this is the only page, the new one takes over first:
 * the page asks again, and gets it.
 * @param {Request} request
 */
async function openPage(request) {
  const others = await worker.clients.matchAll({ type: "window" });
  if (worker.registration.waiting && others.length < 2 && request.method === "GET") {
    worker.registration.waiting.postMessage("take over");
    return new Response("", { headers: { Refresh: "0" } });
  }
  return (await kept("/")) ?? fetch(request);
}

/**
 * Ask the server; where it cannot be reached, answer from what is kept.
 * @param {Request} request @param {string} pathname
 */
async function askOrRemember(request, pathname) {
  const body = request.method === "POST" ? await request.clone().json() : {};
  const asked = `${pathname}?${encodeURIComponent(inOrder(body))}`;
  try {
    const answer = await fetch(request);
    if (answer.ok && request.headers.has("Keep-Offline"))
      await keepAnswer(asked, answer.clone()).catch(() => {}); // a full browser has it only now
    return answer;
  } catch {
    const answer = await caches.match(asked, { cacheName: ANSWERS });
    if (answer) return answer;
    const game = body.game ?? body.position?.game;
    const file = await kept(`/games/${game}/offline.json`);
    const wanted = inOrder(body);
    const { answers } = file ? await file.json() : { answers: [] };
    const found = answers.find(
      (/** @type {any} */ one) => one.path === pathname && inOrder(one.body) === wanted,
    );
    const refused = { ok: false, code: "offline", message: "this needs the server" };
    return Response.json(found?.answer ?? refused, { status: found ? 200 : 503 });
  }
}

/** Keep an answer as the latest, and forget what is too old. @param {string} asked @param {Response} answer */
async function keepAnswer(asked, answer) {
  const cache = await caches.open(ANSWERS);
  await cache.delete(asked);
  await cache.put(asked, answer);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_ANSWERS))) await cache.delete(old);
}

/** JSON that is the same for the same data, however its keys are ordered. @param {any} data @returns {string} */
function inOrder(data) {
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  if (Array.isArray(data)) return `[${data.map(inOrder).join()}]`;
  const keys = Object.keys(data).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${inOrder(data[key])}`).join()}}`;
}
