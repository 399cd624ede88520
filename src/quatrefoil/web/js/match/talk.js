/** Saying something: phrases that every reader gets in their language, and text where both want it. */

import { button, fill, h } from "../dom.js";
import { remember, remembered } from "../memory.js";
import { keys, t } from "../texts.js";
import { calledName } from "./names.js";
import { ask } from "./table.js";

/** @typedef {import("./state.js").Match} Match */
/** @typedef {import("./table.js").Table} Table */

/** What can be said without typing has a text below this; the rest of its key is the protocol's. */
const PHRASE = "phrase.";

/** Characters of a text that are kept. */
const LONGEST = 200;

/** Whether others at the board are people elsewhere. @param {Match} match */
export function hasCompany({ state, mine }) {
  return (state?.seats ?? []).some(
    (seat, index) => seat.kind === "person" && !mine.includes(index),
  );
}

/** Whether the reader does not want to hear the others. @param {Match} match */
export function isMuted(match) {
  return Boolean(remembered(match.id)?.muted);
}

/** Whether everybody wants to write freely. @param {Match} match */
export function mayWrite({ state }) {
  const wants = state?.chat ?? [];
  return (state?.seats ?? []).every(
    (seat, index) => seat.kind !== "person" || wants.includes(index),
  );
}

/** What somebody said, in words. @param {{phrase?: string, text?: string}} said */
export function saidText({ phrase, text }) {
  return phrase ? t(`${PHRASE}${phrase}`) : (text ?? "");
}

/** @param {Table} table */
export function makeTalk(table) {
  const { match } = table;
  const log = h("ul", { class: "said", tabindex: "0", "aria-label": t("talk.said") });
  const phrases = h(
    "div",
    { class: "phrases" },
    ...keys(PHRASE).map((key) =>
      button(t(key), () => ask(table, "say", { phrase: key.slice(PHRASE.length) }), {
        class: "small",
      }),
    ),
  );
  const field = h("input", { maxlength: LONGEST, "aria-label": t("talk.text") });
  const form = h(
    "form",
    { class: "typed", hidden: true },
    field,
    h("button", { type: "submit" }, t("talk.send")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text && (await ask(table, "say", { text })).ok) field.value = "";
  });
  const chat = h("input", {
    type: "checkbox",
    id: "wants-chat",
    onchange: () => ask(table, "chat", { on: Number(chat.checked) }),
  });
  const mute = h("input", {
    type: "checkbox",
    id: "muted",
    onchange: () => {
      remember(match.id, { muted: mute.checked });
      draw();
    },
  });
  const hint = h("p", { class: "soft" });
  const stack = h(
    "div",
    { class: "stack" },
    phrases,
    form,
    h("label", { for: "wants-chat" }, chat, ` ${t("talk.chat")}`),
    hint,
    h("label", { for: "muted" }, mute, ` ${t("talk.mute")}`),
  );
  const fold = h("details", {}, h("summary", {}, t("talk.title")), stack);
  fold.addEventListener("toggle", () => {
    (fold.open ? stack : element).prepend(log);
    log.scrollTop = log.scrollHeight;
  });
  const element = h("section", { class: "talk", hidden: true }, log, fold);
  let shown = "";

  function draw() {
    const { state } = match;
    const begun = ["playing", "over"].includes(state?.phase ?? "");
    element.hidden = !(begun && match.mine.length && hasCompany(match));
    if (element.hidden || !state) return;
    const muted = isMuted(match);
    const wants = state.chat ?? [];
    const on = mayWrite(match);
    const said = match.said.filter(({ seat }) => !muted || match.mine.includes(seat));
    const now = JSON.stringify([said, muted, wants]);
    if (now === shown) return;
    shown = now;
    form.hidden = !on || muted;
    chat.checked = match.mine.every((seat) => wants.includes(seat));
    mute.checked = muted;
    hint.hidden = on || !wants.length;
    hint.textContent = t(chat.checked ? "talk.chat.waits" : "talk.chat.wanted");
    fill(
      log,
      ...said.map((one) =>
        h("li", {}, h("strong", {}, `${calledName(match, one.seat)}: `), saidText(one)),
      ),
    );
    log.scrollTop = log.scrollHeight;
  }

  return { element, draw };
}
