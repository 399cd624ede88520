/**
 * Being told of one's turn while the page is closed, by Web Push: where the server is set up for it,
 * and the reader wants it on this device. And telling the server whether a match is in sight.
 */

import * as api from "../api.js";
import { matches } from "../memory.js";
import { settings } from "../settings.js";
import { language } from "../texts.js";

/** @typedef {import("./table.js").Table} Table */

/** Tell this device of all matches that are not over. @returns {Promise<boolean>} whether it will be */
export async function startPush() {
  const device = await subscription(true).catch(() => null);
  if (!device) return false;
  const told = await Promise.all(ours().map(({ id, secret }) => tell(id, secret, device)));
  return told.some(Boolean);
}

/** Tell this device nothing more. */
export async function stopPush() {
  const device = await subscription(false).catch(() => null);
  if (!device) return;
  const { endpoint } = device;
  const asked = ours().map(({ id, secret }) => api.push(id, secret, "unsubscribe", { endpoint }));
  await Promise.allSettled(asked);
  await device.unsubscribe();
}

/** Tell this device of one more match, if it is told of any. @param {import("./state.js").Match} match */
export async function pushToo(match) {
  if (!settings.notify || !match.secret || !match.mine.length || match.state?.over) return;
  const device = await subscription(false).catch(() => null);
  if (device) await tell(match.id, match.secret, device);
}

/** Let the server know whether the match is in sight; on a new line it is thought so. @param {Table} table */
export function saySight({ match, line }) {
  if (match.mine.length) line?.send("looking", { looking: Number(!document.hidden) });
}

/** The matches in which this browser has a seat. */
function ours() {
  return /** @type {{id: string, secret: string}[]} */ (
    matches().filter(({ secret, over }) => secret && !over)
  );
}

/** @param {string} id @param {string} secret @param {PushSubscription} device */
async function tell(id, secret, device) {
  const { endpoint, keys } = /** @type {any} */ (device.toJSON());
  const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: language() };
  return api.push(id, secret, "subscribe", body).then(
    () => true,
    () => false, // it is over, or the server is away
  );
}

/** This device at its push service. @param {boolean} fresh whether to make one */
async function subscription(fresh) {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null;
  const { push: key } = await api.server();
  const worker = await navigator.serviceWorker.getRegistration();
  if (!key || (!worker && !fresh)) return null;
  const { pushManager } = worker ?? (await navigator.serviceWorker.register("/worker.js"));
  const found = await pushManager.getSubscription();
  if (found || !fresh) return found;
  await navigator.serviceWorker.ready;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
