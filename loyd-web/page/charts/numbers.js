// @ts-check
/** Numbers for people, in the language of the page. */

import { number } from "../words.js";

export { number };

/** A number in little room: 24K. @param {number} value */
export const short = (value) => number(value, { notation: "compact", maximumFractionDigits: 1 });

/** An integer written as digits, however long. @param {string | number} digits */
export const whole = (digits) => (/^\d+$/.test(String(digits)) ? number(BigInt(digits)) : String(digits));

/**
 * @param {number} value
 * @param {[number, string][]} units the greatest first
 */
function inUnits(value, units) {
  const [size, name] = units.find(([unit]) => value >= unit) ?? units[units.length - 1];
  return `${number(value / size, { maximumSignificantDigits: 3 })} ${name}`;
}

/** @param {number} value */
export const bytes = (value) =>
  inUnits(value, [
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
    [1, "B"],
  ]);

/** @param {number} value */
export const seconds = (value) =>
  inUnits(value, [
    [1, "s"],
    [1e-3, "ms"],
    [1e-6, "µs"],
  ]);
