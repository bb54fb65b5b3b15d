// @ts-check
/** The algorithms compared on the position of a game, row by row as each ends. */

import { stream } from "../api.js";

/** @typedef {import("../game.js").Game} Game */

/**
 * Solves the position by all algorithms; `onRow` hears a row of each, as `compare` gives them.
 * @param {Game} game
 * @param {number} seconds for each
 * @param {(row: any) => void} onRow
 * @param {AbortSignal} signal
 */
export async function compared(game, seconds, onRow, signal) {
  const heard = (/** @type {any} */ event) => event.event === "compared" && !signal.aborted && onRow(event);
  await stream("compare", game.after({ limit_seconds: seconds }), heard, { signal });
}
