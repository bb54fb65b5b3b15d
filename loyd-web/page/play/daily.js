// @ts-check
/** The puzzle of the day: drawn with a seed that is the date, so that everyone has the same position. */

import { ask } from "../api.js";
import { dailyOf } from "./day.js";

/** Opens the puzzle of today. @param {import("../game.js").Game} game */
export async function openDaily(game) {
  const { day, puzzle, seed } = dailyOf();
  await game.open({ puzzle, day }, async (signal) => {
    const { state } = await ask("random", { puzzle, seed }, { signal });
    return { state };
  });
}
