/**
 * The pictures of the home page: real positions that play on. Of those in sight one after another
 * makes a move; the one that is pointed at plays faster. Nothing moves for those who prefer that,
 * or have stopped the pictures.
 */

import * as api from "../api.js";
import { loadStyle, makePicture } from "../board/board.js";
import { fill } from "../dom.js";
import { motionAllowed, settings } from "../settings.js";
import { gameText, t } from "../texts.js";

const PACE = 1100; // milliseconds from move to move of the picture that is pointed at
const REST = 2000; // and from picture to picture, of the others
const IN_SIGHT = 0.6; // of a picture, so that it plays

/** @typedef {{card: HTMLElement, advance: () => void, inSight: boolean, pointedAt: boolean}} Live */

/** The one that moves next first. @type {Live[]} */
let living = [];
/** @type {ReturnType<typeof setInterval>|undefined} */
let pulse;

/**
 * @param {import("../types.js").GameData} game
 * @param {HTMLElement} view where the picture stands @param {HTMLElement} card what is pointed at
 */
export async function drawShowcase(game, view, card) {
  try {
    const { position, line } = game.showcase;
    const [seen] = await Promise.all([api.look(position), loadStyle(game.name)]);
    const label = t("home.picture", { game: gameText(game.name, "title", game.title) });
    const picture = makePicture(game.name, seen.board, label);
    picture.show(seen.scene);
    fill(view, picture.element);
    if (line.length) bringToLife(view, card, makeAdvance(picture.show, position, line));
  } catch {
    fill(view); // a card without a picture still opens the game
  }
}

/**
 * Make what shows the next move of a line, and at its end begins again. The server is asked once
 * a move.
 * @param {ReturnType<typeof makePicture>["show"]} show @param {any} position @param {string[]} line
 */
function makeAdvance(show, position, line) {
  /** @type {Promise<any>[]} by the number of moves */
  const looks = [];
  const after = (/** @type {number} */ moves) =>
    (looks[moves] ??= api.look(position, line.slice(0, moves)));
  let played = 0;

  /** Go on to the next move that can be seen: not every token moves something. */
  return async () => {
    let seen;
    do {
      played = (played + 1) % (line.length + 1);
      seen = await after(played);
    } while (played && !seen.changes.at(-1).length);
    show(seen.scene, seen.changes.at(-1));
  };
}

/** @param {HTMLElement} view @param {HTMLElement} card @param {() => Promise<void>} advance */
function bringToLife(view, card, advance) {
  /** @type {Live} */
  const live = {
    card,
    advance: () => advance().catch(() => {}), // the server may be away: the picture rests
    inSight: false,
    pointedAt: false,
  };
  const watcher = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      live.inSight = isIntersecting;
    },
    { threshold: IN_SIGHT },
  );
  watcher.observe(view);
  playWhilePointedAt(live);
  living.push(live);
  pulse ??= setInterval(moveOne, REST);
}

/** @param {Live} live */
function playWhilePointedAt(live) {
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let timer;
  live.card.addEventListener("pointerenter", ({ pointerType }) => {
    if (pointerType !== "mouse") return; // a finger has come to press something
    live.pointedAt = true;
    timer = setInterval(() => (mayMove(live) ? live.advance() : clearInterval(timer)), PACE);
  });
  live.card.addEventListener("pointerleave", () => {
    live.pointedAt = false;
    clearInterval(timer);
  });
}

/** Let the next picture in sight make a move; stop when the page with them has gone. */
function moveOne() {
  living = living.filter(({ card }) => card.isConnected);
  if (!living.length) {
    clearInterval(pulse);
    pulse = undefined;
    return;
  }
  const next = living.find((live) => live.inSight && !live.pointedAt && mayMove(live));
  if (!next) return;
  living = [...living.filter((live) => live !== next), next];
  next.advance();
}

/** @param {Live} live */
function mayMove({ card }) {
  return settings.pictures && motionAllowed() && !document.hidden && card.isConnected;
}
