/**
 * How to play, beside the board as long as the match lasts: the goal, what to click, and an example
 * that moves for some ten seconds. It can be folded, and stays so.
 */

import * as api from "../api.js";
import { makePicture } from "../board/board.js";
import { button, fill, h } from "../dom.js";
import { change, motionAllowed, settings } from "../settings.js";
import { gameText, t, tell } from "../texts.js";

/** @typedef {import("./state.js").Match} Match */

const PACE = 1300; // milliseconds from move to move: eight of them are some ten seconds

/** Make the card once; `draw` fills it when the game is known. @param {Match} match */
export function makeHowTo(match) {
  const text = h("div", { class: "text" });
  const caption = h("p", { class: "caption soft", "aria-live": "off" });
  const view = h("div", { class: "view" });
  const again = button(t("howto.again"), () => play(), { class: "plain small" });
  const element = h(
    "details",
    { class: "howto", open: settings.howto },
    h("summary", {}, t("howto.title")),
    h("div", { class: "body" }, view, text, caption, again),
  );
  let drawn = "";
  /** @type {(() => Promise<boolean>)|null} shows the next move; whether there are more */
  let advance = null;
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let playing;

  element.addEventListener("toggle", () => {
    if (element.open !== settings.howto) change({ howto: element.open });
    if (element.open && motionAllowed()) play();
    else clearInterval(playing);
  });

  async function draw() {
    if (drawn === match.game || !match.rules) return;
    drawn = match.game;
    const words = ["goal", "how"].map((key) => gameText(match.game, key, "")).filter(Boolean);
    fill(text, ...words.map((sentence) => h("p", {}, sentence)));
    advance = await example(match.game, view, caption).catch(() => null);
    again.hidden = !advance;
    if (element.open && motionAllowed()) play();
  }

  /** Play the example once, from its beginning; nobody has to watch it twice. */
  function play() {
    clearInterval(playing);
    if (!advance) return;
    playing = setInterval(async () => {
      const more = element.isConnected && (await advance?.().catch(() => false));
      if (!more) clearInterval(playing);
    }, PACE);
  }

  return { element, draw };
}

/**
 * The game's own example as a picture that plays its moves.
 * @param {string} name @param {HTMLElement} view @param {HTMLElement} caption
 */
async function example(name, view, caption) {
  const game = await api.gameNamed(name);
  const { position, line } = game?.showcase ?? { position: null, line: [] };
  if (!position || !line.length) return null;
  const start = await api.look(position);
  const label = t("home.picture", { game: gameText(name, "title", name) });
  const picture = makePicture(name, start.board, label);
  picture.show(start.scene);
  fill(view, picture.element);
  /** @type {Promise<any>[]} by the number of moves; the server is asked once a move */
  const looks = [];
  let played = 0;

  return async () => {
    played = (played % line.length) + 1;
    const seen = await (looks[played] ??= api.look(position, line.slice(0, played)));
    if (played === 1) picture.show(start.scene);
    picture.show(seen.scene, seen.changes.at(-1));
    caption.textContent = tell(name, seen.say.at(-1));
    return played < line.length;
  };
}
