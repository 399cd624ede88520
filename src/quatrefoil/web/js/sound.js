/** Small sounds, made here, and what a phone does in the hand: no files, and nothing where it is off. */

import { settings } from "./settings.js";

/** Each sound is a few notes: pitch in Hz, when it starts and how long it lasts, in seconds. */
const SOUNDS = /** @type {Record<string, [number, number, number][]>} */ ({
  place: [[196, 0, 0.07]],
  opponent: [[147, 0, 0.08]],
  roll: [
    [220, 0, 0.03],
    [260, 0.06, 0.03],
    [200, 0.12, 0.03],
    [240, 0.18, 0.04],
  ],
  capture: [
    [330, 0, 0.04],
    [165, 0.05, 0.1],
  ],
  chain: [
    [440, 0, 0.06],
    [554, 0.06, 0.08],
  ],
  connect: [
    [392, 0, 0.08],
    [494, 0.07, 0.08],
    [587, 0.14, 0.08],
    [784, 0.21, 0.2],
  ],
  win: [
    [392, 0, 0.12],
    [494, 0.12, 0.12],
    [587, 0.24, 0.24],
  ],
  end: [
    [392, 0, 0.14],
    [330, 0.15, 0.24],
  ],
});

/** Milliseconds that a phone trembles, rests, trembles …: what a finger did is felt, the rest only heard. */
const PULSES = /** @type {Record<string, number[]>} */ ({
  place: [8],
  capture: [18, 30, 18],
  chain: [12, 24, 12],
  connect: [14, 30, 14, 30, 40],
  win: [30, 60, 30, 60, 80],
});

/** @type {AudioContext|null} */
let context = null;

/** Whether this device can be felt. */
export function hasHaptics() {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

/** @param {keyof typeof SOUNDS & string} name */
export function playSound(name) {
  // Browsers allow both only once the reader has done something on the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  if (settings.haptics && hasHaptics() && PULSES[name]) navigator.vibrate(PULSES[name]);
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of SOUNDS[name] ?? []) note(context, pitch, start, length);
}

/**
 * What a change of the board sounds like besides the move itself: sides that are joined, a piece
 * that is taken, a chain that has grown.
 * @param {import("./types.js").Scene} before @param {import("./types.js").Scene} after
 * @param {import("./types.js").Change[]} changes @returns {string|null}
 */
export function accentOf(before, after, changes) {
  if (!changes.length) return null;
  if (longest(after, "winning") && !longest(before, "winning")) return "connect";
  if (changes.some(({ how }) => how === "vanishes")) return "capture";
  return longest(after, "chain") > longest(before, "chain") ? "chain" : null;
}

/** How many places or shapes the largest mark of a kind has. @param {import("./types.js").Scene} scene @param {string} kind */
function longest({ marks = [] }, kind) {
  const sizes = marks.filter((mark) => mark.kind === kind);
  return Math.max(0, ...sizes.map(({ places, shapes }) => places?.length ?? shapes?.length ?? 0));
}

/** A soft wooden knock. @param {AudioContext} audio @param {number} pitch @param {number} start @param {number} length */
function note(audio, pitch, start, length) {
  const at = audio.currentTime + start;
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  wave.type = "triangle";
  wave.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.16, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length + 0.09);
  wave.connect(volume).connect(audio.destination);
  wave.start(at);
  wave.stop(at + length + 0.1);
}
