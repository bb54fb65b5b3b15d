// @ts-check
/** The puzzle of a day. Pure functions. */

/** The puzzles from Sunday to Saturday. */
const WEEK = ["15", "8", "pancake:7", "magic-board", "top-spin:8x4", "loopover:3x3", "sliding:3x4"];

/** The puzzle of a day (UTC) and the question for its position: the seed is the date. @param {Date} [date] */
export function dailyOf(date = new Date()) {
  const day = date.toISOString().slice(0, 10);
  return { day, puzzle: WEEK[date.getUTCDay()], seed: Number(day.replaceAll("-", "")) };
}
