// @ts-check
/** The puzzle of a day, and which days the player has solved. */

/** The puzzles from Sunday to Saturday. */
const WEEK = ["15", "8", "pancake:7", "magic-board", "top-spin:8x4", "loopover:3x3", "sliding:3x4"];
/** The name under which the browser keeps the solved days. */
const SOLVED = "loyd.days";
const MILLISECONDS = 86_400_000;

/** The date so many days before another. @param {Date} date @param {number} days */
const before = (date, days) => new Date(date.getTime() - days * MILLISECONDS);

/** @param {Date} date */
const nameOf = (date) => date.toISOString().slice(0, 10);

/** The puzzle of a day (UTC) and the question for its position: the seed is the date. @param {Date} [date] */
export function dailyOf(date = new Date()) {
  const day = nameOf(date);
  return { day, puzzle: WEEK[date.getUTCDay()], seed: Number(day.replaceAll("-", "")) };
}

/** The dates of so many days, today first. @param {number} count @param {Date} [today] */
export const latestDays = (count, today = new Date()) =>
  Array.from({ length: count }, (_, days) => before(today, days));

/** The days that the player has solved. @returns {Set<string>} */
export function solvedDays() {
  const days = (localStorage.getItem(SOLVED) ?? "").split(" ");
  return new Set(days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)));
}

/** Keeps a solved day. @param {string} day */
export function keepSolved(day) {
  localStorage.setItem(SOLVED, [...solvedDays().add(day)].sort().join(" "));
}

/**
 * The number of days that were solved one after the other up to today, or to yesterday while today is open.
 * @param {Set<string>} solved @param {Date} [today]
 */
export function streakOf(solved, today = new Date()) {
  const isSolved = (/** @type {number} */ days) => solved.has(nameOf(before(today, days)));
  const first = isSolved(0) ? 0 : 1;
  let days = 0;
  while (isSolved(first + days)) days++;
  return days;
}
