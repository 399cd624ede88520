/**
 * Glicko-2 for one who solves puzzles: each puzzle is a rating period of one game (Mark Glickman,
 * "Example of the Glicko-2 system", 2013; the numbers of the steps are his).
 *
 * @typedef {{rating: number, deviation: number, volatility: number}} Skill
 */

const SCALE = 173.7178; // between the usual scale and the one that is computed in
const TAU = 0.5; // how much volatility may change
const CLOSE = 0.000001;
const PI2 = Math.PI ** 2;

/** Who has not solved anything yet. @type {Skill} */
export const NEWCOMER = { rating: 1500, deviation: 350, volatility: 0.06 };

/** The rating of a puzzle, by its grade: level 1 solves the easiest. @param {number} grade */
export function puzzleSkill(grade) {
  return { rating: 900 + 150 * grade, deviation: 80 };
}

/** @param {number} phi */
const weight = (phi) => 1 / Math.sqrt(1 + (3 * phi ** 2) / PI2);

/**
 * The skill after a rating period.
 * @param {Skill} skill
 * @param {{rating: number, deviation: number, score: number}[]} games against whom, and 1 or 0
 * @returns {Skill}
 */
export function rated(skill, games) {
  const mu = (skill.rating - 1500) / SCALE;
  const phi = skill.deviation / SCALE;
  if (!games.length) return { ...skill, deviation: SCALE * Math.hypot(phi, skill.volatility) };
  let [information, surprise] = [0, 0];
  for (const { rating, deviation, score } of games) {
    const g = weight(deviation / SCALE);
    const expected = 1 / (1 + Math.exp(-g * (mu - (rating - 1500) / SCALE)));
    information += g ** 2 * expected * (1 - expected); // step 3
    surprise += g * (score - expected);
  }
  const variance = 1 / information;
  const delta = variance * surprise; // step 4
  const volatility = newVolatility(skill.volatility, phi, variance, delta);
  const before = phi ** 2 + volatility ** 2; // step 6
  const after = 1 / Math.sqrt(1 / before + 1 / variance); // step 7
  return {
    rating: 1500 + SCALE * (mu + after ** 2 * surprise),
    deviation: SCALE * after,
    volatility,
  };
}

/** Step 5. @param {number} sigma @param {number} phi @param {number} v @param {number} delta */
function newVolatility(sigma, phi, v, delta) {
  const a = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const rest = phi ** 2 + v + e;
    return (e * (delta ** 2 - rest)) / (2 * rest ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - v);
  if (!(delta ** 2 > phi ** 2 + v)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}
