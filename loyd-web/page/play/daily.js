// @ts-check
/** The puzzle of the day: drawn with a seed that is the date (UTC), so that everyone has the same position. */

import { ask } from "../api.js";

/** The puzzles from Sunday to Saturday. */
const WEEK = ["15", "8", "pancake:7", "magic-board", "top-spin:8x4", "loopover:3x3", "sliding:3x4"];

/** The puzzle of a day and the question for its position. @param {Date} [date] */
export function dailyOf(date = new Date()) {
  const day = date.toISOString().slice(0, 10);
  return { day, puzzle: WEEK[date.getUTCDay()], seed: Number(day.replaceAll("-", "")) };
}

/** Opens the puzzle of today. @param {import("../game.js").Game} game */
export async function openDaily(game) {
  const { day, puzzle, seed } = dailyOf();
  const { state } = await ask("random", { puzzle, seed });
  await game.open({ puzzle, state, day });
}
