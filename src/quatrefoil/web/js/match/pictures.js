/** The match as pictures to keep: the board that is looked at, and all of it as a GIF. */

import * as api from "../api.js";
import { button, h } from "../dom.js";
import { toast } from "../notify.js";
import { language, t } from "../texts.js";
import { movesShown, total } from "./history.js";

/** @typedef {import("./table.js").Table} Table */

const SIZE = 1200; // pixels of the longer side
const MOST = 200; // positions that the server puts into one GIF, the first one among them

/** The ways to save pictures. @param {Table} table */
export function pictureBox(table) {
  const { match } = table;
  const number = movesShown(match);
  const name = `${match.game}-${match.id}-${number}`;
  const png = button(t("picture.png"), () =>
    make(async () => save(await drawn(await boardOf(table, number)), `${name}.png`)),
  );
  const svg = button(t("picture.svg"), () =>
    make(async () => {
      const text = await boardOf(table, number);
      save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
    }),
  );
  const buttons = h("div", { class: "row" }, png, svg);
  const section = h("section", { class: "pictures" }, h("h3", {}, t("picture.title")), buttons);
  api.server().then(({ pictures }) => {
    if (pictures) buttons.append(film(table));
    const cut = total(match) >= MOST && t("picture.gif.last", { count: MOST - 1 });
    const note = pictures ? cut : t("picture.gif.none");
    if (note) section.append(h("p", { class: "soft" }, note));
  });
  return section;
}

/** The button for all of it. @param {Table} table */
function film({ match }) {
  const last = total(match);
  const first = Math.max(0, last - MOST + 1);
  const label = h("span", {}, t("picture.gif"));
  const made = button("", () =>
    make(async () => {
      made.disabled = true;
      label.textContent = t("picture.gif.drawing");
      try {
        const gif = await api.film(match.id, first, last, isDark(), language());
        save(gif, `${match.game}-${match.id}.gif`);
      } finally {
        made.disabled = false;
        label.textContent = t("picture.gif");
      }
    }),
  );
  made.replaceChildren(label);
  return made;
}

/** The board as SVG, as it is looked at. @param {Table} table @param {number} at */
function boardOf({ match, board }, at) {
  return api.picture(match.id, { at, dark: isDark(), flipped: Boolean(board?.state.flipped) });
}

/** Paint SVG, and return it as PNG. @param {string} svg @returns {Promise<Blob>} */
async function drawn(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = SIZE / Math.max(image.width, image.height);
  const canvas = h("canvas", {
    width: Math.round(image.width * scale),
    height: Math.round(image.height * scale),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("PNG"))), "image/png"),
  );
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // the browser reads it first
  toast(t("picture.saved"));
}

/** Make a picture, or say why not. @param {() => Promise<void>} making */
async function make(making) {
  try {
    await making();
  } catch (problem) {
    toast(t("picture.failed", { message: /** @type {Error} */ (problem).message }));
  }
}

/** Whether the page is dark now: so are its pictures. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}
