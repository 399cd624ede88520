/** The front door: sets up the frame, and shows the page that the address names. */

import { drawTop, flower } from "./frame.js";
import { ApiError } from "./api.js";
import { guardDoubleClicks } from "./doubleclick.js";
import { button, fill, h } from "./dom.js";
import { keepOffline } from "./offline.js";
import { refusalText } from "./refusal.js";
import { applyTheme, onChange, settings } from "./settings.js";
import { forgetTexts, has, language, loadTexts, t } from "./texts.js";
import { setTitle } from "./notify.js";

/** @typedef {(main: HTMLElement, ...parts: string[]) => Promise<(() => void)|void>} Show */

/** Addresses, and the modules that show them: loaded when first visited. */
const PAGES = /** @type {[RegExp, () => Promise<{show: Show}>][]} */ ([
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/new\/([\w-]+)$/, () => import("./pages/new.js")],
  [/^\/m\/([\w-]+)(?:\/(\d{1,6}))?$/, () => import("./match/page.js")],
  [/^\/learn\/([\w-]+)(?:\/(\d+))?$/, () => import("./pages/learn.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./pages/rules.js")],
  [/^\/s\/([\w-]+)$/, () => import("./study/stored.js")],
  [/^\/study\/([\w-]+)$/, () => import("./study/hub.js")],
  [/^\/analysis\/([\w-]+)$/, () => import("./study/analysis.js")],
  [/^\/edit\/([\w-]+)$/, () => import("./study/edit.js")],
  [/^\/design\/([\w-]+)$/, () => import("./study/design.js")],
  [/^\/explore\/([\w-]+)$/, () => import("./study/analysis.js")],
  [/^\/measure\/([\w-]+)$/, () => import("./study/measure.js")],
  [/^\/puzzles\/([\w-]+)(?:\/([\w-]+))?$/, () => import("./study/puzzles.js")],
]);

let main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {(() => void)|void} */
let leave;
let spoken = "";
let visit = 0;

/** Milliseconds before what failed in passing is tried again; after the last one the reader is told. */
const PATIENCE = [200, 600, 1200];
/** And how often the server is looked for then. */
const OFTEN = 3000;

/** Show the page of the present address. */
async function show() {
  const mine = ++visit;
  const isWanted = () => mine === visit;
  leave?.();
  leave = undefined;
  setTitle("");
  for (const wait of [...PATIENCE, null]) {
    const room = makeRoom(isWanted);
    try {
      return await open(room, isWanted);
    } catch (problem) {
      if (!isWanted()) return;
      if (wait === null || !passes(problem)) return showProblem(room, problem);
    }
    await pause(wait);
    if (!isWanted()) return;
  }
}

/** @param {HTMLElement} room @param {() => boolean} isWanted */
async function open(room, isWanted) {
  const [pattern, load] = PAGES.find(([pattern]) => pattern.test(location.pathname)) ?? [];
  if (!pattern || !load) throw new ApiError("not-found", "", 404);
  const page = await load().catch(notLoaded);
  if (!isWanted()) return;
  const parts = (pattern.exec(location.pathname) ?? []).slice(1);
  const cleanup = await page.show(room, ...parts);
  nameByTitle(room);
  if (isWanted()) leave = cleanup;
  else cleanup?.();
}

/** A module that did not come is a server that is away; one that is faulty is not. @param {unknown} problem @returns {never} */
function notLoaded(problem) {
  const away = problem instanceof TypeError && /import/i.test(problem.message);
  throw away ? new ApiError("offline", problem.message, 0) : problem;
}

/** Whether a problem may be gone in a moment. @param {unknown} problem */
function passes(problem) {
  if (!(problem instanceof ApiError)) return false;
  if (problem.code === "offline") return navigator.onLine;
  return [429, 502, 503, 504].includes(problem.status);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/**
 * Room for one visit, which takes the place of what is shown when something comes into it. Whoever
 * has gone on meanwhile sees nothing of a page that came too late.
 * @param {() => boolean} isWanted
 */
function makeRoom(isWanted) {
  const room = /** @type {HTMLElement} */ (main.cloneNode(false));
  room.className = "";
  const observer = new MutationObserver(() => {
    observer.disconnect();
    if (!isWanted()) return;
    main.replaceWith(room);
    main = room;
  });
  observer.observe(room, { childList: true });
  return room;
}

/** Who hears the page hears where they are. @param {HTMLElement} room */
function nameByTitle(room) {
  const title = room.querySelector("h1");
  if (title) title.id ||= "title";
  room.setAttribute("aria-labelledby", title?.id ?? "");
}

/** @param {HTMLElement} room @param {unknown} problem */
function showProblem(room, problem) {
  const missing = problem instanceof ApiError && problem.status === 404;
  const offline = problem instanceof ApiError && problem.code === "offline";
  const what = missing ? "problem.missing" : offline ? "problem.offline" : "problem";
  const known = what === "problem" && problem instanceof ApiError && has(`refusal.${problem.code}`);
  if (!missing && !offline) console.error(problem);
  if (offline) lookForServer(visit);
  room.className = "narrow problem";
  const title = t(missing || offline ? what : "problem.title");
  setTitle(title);
  fill(
    room,
    flower(3),
    h("h1", {}, title),
    h("p", { class: "soft" }, known ? refusalText(problem) : t(`${what}.text`)),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button primary", href: "/" }, t("problem.home")),
      button(t("problem.again"), () => show()),
    ),
  );
  nameByTitle(room);
}

/** Show the page once the server is there again, if the reader still waits. @param {number} waiting the visit */
async function lookForServer(waiting) {
  while (waiting === visit) {
    await pause(OFTEN);
    const answer = await fetch("/livez", { cache: "no-store" }).catch(() => null);
    if (answer?.ok && waiting === visit) return show();
  }
}

/** Go to another page of ours. @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  scrollTo(0, 0);
  show().then(() => main.focus({ preventScroll: true }));
}

addEventListener("popstate", () => show());
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !plain || link.hasAttribute("download") || link.hasAttribute("target")) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
addEventListener("quatrefoil:go", (event) => go(/** @type {CustomEvent} */ (event).detail));

/** Speak the chosen language, and draw everything anew if it has changed. */
async function start() {
  applyTheme();
  if (spoken === language()) return;
  const mine = (spoken = language());
  forgetTexts();
  // Without words there is nothing to show.
  for (
    let tried = 0;
    !(await loadTexts().then(
      () => true,
      () => false,
    ));
    tried++
  )
    await pause(PATIENCE[tried] ?? OFTEN);
  if (mine !== spoken) return;
  document.getElementById("skip")?.replaceChildren(t("frame.skip"));
  drawTop();
  await show();
}

guardDoubleClicks();
onChange(start);
start().then(keepOffline);
Object.assign(window, { quatrefoil: { settings } });
