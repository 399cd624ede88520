/**
 * SHA-256, as FIPS 180-4 has it. The browser's own is missing where a page comes without https, as
 * it does on a network at home.
 */

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const [START, ROUNDS] = constants();

/** @param {Uint8Array} bytes @returns {string} 64 hexadecimal digits */
export function sha256(bytes) {
  const state = [...START];
  const data = padded(bytes);
  for (let at = 0; at < data.byteLength; at += 64) mix(state, data, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {Uint8Array} bytes @returns {string} */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text @returns {Uint8Array} */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The message, a one, zeros, and how many bits it had. @param {Uint8Array} bytes */
function padded(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const data = new DataView(whole.buffer);
  data.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(size - 4, bytes.length << 3);
  return data;
}

/** Mix one block into the state. @param {number[]} state @param {DataView} data @param {number} at */
function mix(state, data, at) {
  const words = Array.from({ length: 16 }, (_, index) => data.getUint32(at + 4 * index));
  for (let index = 16; index < 64; index++) {
    const [far, near] = [words[index - 15], words[index - 2]];
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words.push((words[index - 16] + low + words[index - 7] + high) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < 64; index++) {
    const sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + sum + ((e & f) ^ (~e & g)) + ROUNDS[index] + words[index]) | 0;
    const other = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index] + word) | 0));
}

/** @param {number} word @param {number} bits */
function turn(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** Eight square roots to begin with, 64 cube roots for the rounds. @returns {[number[], number[]]} */
function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < 64; number++)
    if (primes.every((prime) => number % prime)) primes.push(number);
  const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return [
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    primes.map((prime) => fraction(Math.cbrt(prime))),
  ];
}
