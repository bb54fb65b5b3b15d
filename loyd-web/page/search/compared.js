// @ts-check
/** The comparison of algorithms on the position of a game. */

import { stream } from "../api.js";

/** @typedef {import("../game.js").Game} Game */

/**
 * Solves the position with all algorithms. `onRow` receives the row of each search, as `compare` returns it.
 * @param {Game} game
 * @param {number} seconds the time limit, which all searches share
 * @param {(row: any) => void} onRow
 * @param {AbortSignal} signal
 */
export async function compared(game, seconds, onRow, signal) {
  const heard = (/** @type {any} */ event) => event.event === "compared" && !signal.aborted && onRow(event);
  await stream("compare", game.after({ limit_seconds: seconds }), heard, { signal });
}
