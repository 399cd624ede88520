/** Without the server: keeping the page in the browser, saying what cannot be done, new versions. */

import { button, h } from "./dom.js";
import { announce } from "./notify.js";
import { t } from "./texts.js";

const CALM = 2000; // milliseconds: what the reader waits for is loaded first

/** Have the service worker keep the page. It needs https, or a server on this machine. */
export function keepOffline() {
  addEventListener("offline", showLine);
  addEventListener("online", showLine);
  showLine();
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => requestIdle(register), CALM);
}

/** @param {() => void} work */
function requestIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work);
}

async function register() {
  try {
    const found = await navigator.serviceWorker.register("/worker.js");
    if (found.waiting && navigator.serviceWorker.controller) offerNew(found.waiting);
    found.addEventListener("updatefound", () => watch(found.installing));
  } catch {
    // Private windows may forbid it: the page works without.
  }
}

/** Offer a new version once it is complete. @param {ServiceWorker|null} worker */
function watch(worker) {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) offerNew(worker);
  });
}

/** @param {ServiceWorker} worker */
function offerNew(worker) {
  const update = button(
    t("app.update"),
    () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    },
    { class: "small" },
  );
  show("update", h("span", {}, t("app.new")), update);
}

function showLine() {
  const strip = document.querySelector(".strip.offline");
  strip?.remove();
  if (navigator.onLine) {
    if (strip) announce(t("app.online"));
  } else show("offline", h("span", {}, t("app.offline")));
}

/** A strip below the top. @param {string} kind @param {...Node} content */
function show(kind, ...content) {
  document.querySelector(`.strip.${kind}`)?.remove();
  const strip = h("div", { class: `strip ${kind}` }, ...content);
  document.getElementById("top")?.after(strip);
  announce(strip.textContent ?? "");
}
