/** Inviting: the link to copy, to share and as a QR code; and the link to one's own seat. */

import * as api from "../api.js";
import { copyText } from "../clipboard.js";
import { openDialog } from "../dialog.js";
import { button, h } from "../dom.js";
import { drawCode } from "../qr.js";
import { t } from "../texts.js";
import { movesShown, placeInList, total } from "./history.js";
import { playerName } from "./names.js";
import { shareOf } from "./sharing.js";

/** @typedef {import("./state.js").Match} Match */

/** The address that friends open. @param {Match} match */
async function matchLink(match) {
  const { public_url: base } = await api.server();
  return new URL(`/m/${match.id}`, base || location.origin).href;
}

/** The link with all ways to pass it on. @param {Match} match */
export function linkBox(match) {
  const field = h("input", { class: "link", readonly: true, "aria-label": t("invite.link") });
  const code = h("div", { class: "qr" });
  const command = h("code", { class: "whole" }, "quatrefoil serve --lan");
  const note = h("p", { class: "soft", hidden: true }, `${t("invite.loopback")} `, command);
  const share = button(t("invite.share"), () =>
    navigator.share({ url: field.value }).catch(() => {}),
  );
  share.hidden = !("share" in navigator);
  const copy = button(t("invite.copy"), () => copyText(field.value, t("invite.copied")), {
    class: "primary",
  });
  matchLink(match).then(async (link) => {
    field.value = link;
    note.hidden = !/^https?:..(localhost|127\.|\[::1)/.test(link);
    await drawCode(code, link);
  });
  return h("div", { class: "stack" }, field, h("div", { class: "row" }, copy, share), code, note);
}

/** @param {Match} match */
export function openInvite(match) {
  const free = match.state?.seats.some((seat) => seat.kind === "open");
  const kind = free ? "invite" : "invite.watch";
  const parts = [h("p", {}, t(`${kind}.text`)), linkBox(match)];
  const mine = match.secret && match.mine.length ? [seatBox(match)] : [];
  const more = [moveBox(match), ...mine, terminalBox(match)];
  openDialog(t(`${kind}.title`), [h("div", { class: "stack" }, ...parts, ...more)]);
}

/** The link to the move that is looked at. @param {Match} match */
function moveBox(match) {
  const number = movesShown(match);
  if (!total(match)) return null;
  const copy = button(t("invite.copy"), async () =>
    copyText(`${await matchLink(match)}/${number}`, t("invite.copied")),
  );
  const { number: listed, seat } = placeInList(match, number); // as the list and the status count
  const words =
    seat === null
      ? t("invite.move.start")
      : t("invite.move.text", { number: listed, player: playerName(match, seat) });
  return h(
    "details",
    {},
    h("summary", {}, t("invite.move")),
    h("div", { class: "stack" }, h("p", {}, words), h("div", { class: "row" }, copy)),
  );
}

/** The command that opens the match in a terminal: with one's own seat, if one has one. @param {Match} match */
function terminalBox(match) {
  const own = match.secret && match.mine.length ? `#${match.secret}${valueAlong(match)}` : "";
  const command = h("code", { class: "command" });
  matchLink(match).then((link) => {
    command.textContent = `quatrefoil terminal '${link}${own}'`;
  });
  const copy = button(t("invite.terminal.copy"), () =>
    copyText(command.textContent ?? "", t("invite.terminal.copied")),
  );
  const words = t(own ? "invite.terminal.seat" : "invite.terminal.text");
  return h(
    "details",
    {},
    h("summary", {}, t("invite.terminal")),
    h("div", { class: "stack" }, h("p", {}, words), command, h("div", { class: "row" }, copy)),
  );
}

/** One's own seat, for another device of one's own; drawn when it is asked for. @param {Match} match */
function seatBox(match) {
  const link = async () => `${await matchLink(match)}#${match.secret}${valueAlong(match)}`;
  const copy = button(t("invite.seat.copy"), async () =>
    copyText(await link(), t("invite.copied")),
  );
  const code = h("div", { class: "qr" });
  const ontoggle = async () => drawCode(code, await link());
  return h(
    "details",
    { ontoggle },
    h("summary", {}, t("invite.seat")),
    h("div", { class: "stack" }, h("p", {}, t("invite.seat.text")), copy, code),
  );
}

/** What the dice wait for goes to the other device too; the server never sees this part of a link. */
function valueAlong(/** @type {Match} */ match) {
  const waits = ["waiting", "sharing"].includes(match.state?.phase ?? "") && match.state?.dice;
  const share = waits ? shareOf(match) : null;
  return share ? `.${share.value}` : "";
}
