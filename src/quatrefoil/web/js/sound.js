/** Small sounds, made here: no files, and none where sound is off. */

import { settings } from "./settings.js";

/** Each sound is a few notes: pitch in Hz, when it starts and how long it lasts, in seconds. */
const SOUNDS = /** @type {Record<string, [number, number, number][]>} */ ({
  place: [[196, 0, 0.07]],
  opponent: [[147, 0, 0.08]],
  turn: [
    [392, 0, 0.08],
    [523, 0.09, 0.12],
  ],
  roll: [
    [220, 0, 0.03],
    [260, 0.06, 0.03],
    [200, 0.12, 0.03],
    [240, 0.18, 0.04],
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

/** @type {AudioContext|null} */
let context = null;

/** @param {keyof typeof SOUNDS & string} name */
export function playSound(name) {
  // Browsers allow sound only once the reader has done something on the page.
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of SOUNDS[name] ?? []) note(context, pitch, start, length);
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
