/** The picture of a game on the home page: a real position that plays on while one points at it. */

import * as api from "../api.js";
import { loadStyle, makePicture } from "../board/board.js";
import { fill } from "../dom.js";
import { motionAllowed } from "../settings.js";
import { gameText, t } from "../texts.js";

const PACE = 1100; // milliseconds from move to move

/**
 * @param {import("../types.js").GameData} game
 * @param {HTMLElement} view where the picture stands @param {HTMLElement} card what is pointed at
 */
export async function drawShowcase(game, view, card) {
  try {
    const [{ showcase, line = [] }] = await Promise.all([
      api.gameFile(game.name, "learn.json"),
      loadStyle(game.name),
    ]);
    const seen = await api.look(showcase);
    const label = t("home.picture", { game: gameText(game.name, "title", game.title) });
    const picture = makePicture(game.name, seen.board, label);
    picture.show(seen.scene);
    fill(view, picture.element);
    if (motionAllowed() && line.length) playOn(card, picture.show, showcase, line);
  } catch {
    fill(view); // a card without a picture still opens the game
  }
}

/**
 * Play the line move by move while the pointer is on the card, then begin again.
 * @param {HTMLElement} card @param {ReturnType<typeof makePicture>["show"]} show
 * @param {any} position @param {string[]} line
 */
function playOn(card, show, position, line) {
  let played = 0;
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;
  const stop = () => clearInterval(timer);

  /** Go on to the next move that can be seen: not every token moves something. */
  async function advance() {
    if (!card.isConnected) return stop();
    let seen;
    do {
      played = (played + 1) % (line.length + 1);
      seen = await api.look(position, line.slice(0, played));
    } while (played && !seen.changes.at(-1).length);
    show(seen.scene, seen.changes.at(-1));
  }

  card.addEventListener("pointerenter", () => {
    stop();
    timer = setInterval(advance, PACE);
  });
  card.addEventListener("pointerleave", stop);
}
