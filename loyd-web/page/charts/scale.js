// @ts-check
/** Linear and logarithmic scales, and the marks beside them. Pure functions. */

/**
 * @typedef {object} Scale
 * @property {number} most the value of the full length
 * @property {boolean} [log] whether each factor of ten has the same length
 * @property {number} [least] with `log`, the value of one unit above nothing: 1
 */

/**
 * The part of the full length, from 0 to 1. On a logarithmic scale `least` is one unit long, so that it is seen.
 * @param {number} value
 * @param {Scale} scale
 */
export function part(value, { most, log = false, least = 1 }) {
  if (!(value > 0) || !(most > 0)) return 0;
  if (!log) return Math.min(1, value / most);
  const units = (/** @type {number} */ amount) => 1 + Math.log10(amount / least);
  const full = Math.max(1, units(most));
  // A value below the least is still visible.
  return Math.min(1, Math.max(units(value), 0.2) / full);
}

/**
 * The round values of the marks beside a scale, ascending: at most `count` values, all of them at most `most`.
 * @param {Scale} scale
 * @param {number} [count]
 * @returns {number[]}
 */
export function ticks({ most, log = false, least = 1 }, count = 4) {
  if (!(most > 0)) return [];
  if (log) {
    const last = Math.floor(Math.log10(most / least) + 1e-9);
    if (last < 0) return [];
    const step = Math.max(1, Math.ceil((last + 1) / count));
    const marks = [];
    for (let power = last; power >= 0; power -= step) marks.unshift(least * 10 ** power);
    return marks;
  }
  const rough = most / count;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * unit).find((size) => size >= rough * (1 - 1e-9)) ?? rough;
  const whole = Math.max(step, 1);
  const marks = [];
  for (let mark = whole; mark <= most * (1 + 1e-9); mark += whole) marks.push(mark);
  return marks;
}

/**
 * The values of the powers of ten within a logarithmic scale, as parts of its length.
 * @param {Scale} scale
 * @returns {number[]}
 */
export function decades({ most, least = 1 }) {
  const marks = [];
  for (let value = least; value <= most; value *= 10) marks.push(part(value, { most, least, log: true }));
  return marks;
}

/**
 * The number of bars for each label, so that the labels fit.
 * @param {number} bars
 * @param {number} width of them all
 * @param {number} wanted room for a label
 */
export function labelStep(bars, width, wanted) {
  if (bars === 0) return 1;
  const fit = Math.max(1, Math.floor(width / wanted));
  const least = Math.ceil(bars / fit);
  return [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step >= least) ?? least;
}

/**
 * The left edge and the width of each of `count` bars side by side.
 * @param {number} bars
 * @param {number} from
 * @param {number} width of them all
 * @returns {{at: number, width: number}[]}
 */
export function columns(bars, from, width) {
  const each = Math.max(0, width) / Math.max(1, bars);
  const gap = each > 6 ? Math.min(4, each * 0.2) : each > 3 ? 1 : 0;
  return Array.from({ length: bars }, (_, bar) => ({ at: from + bar * each + gap / 2, width: each - gap }));
}
