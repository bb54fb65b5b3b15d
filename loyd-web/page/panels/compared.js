// @ts-check
/** The algorithms compared on the position of a game, row by row as each ends. */

import { ask, stream } from "../api.js";
import { faultText } from "./panel.js";

/** @typedef {import("../game.js").Game} Game */

/**
 * Solves the position by all algorithms; `onRow` hears a row of each, as `compare` gives them.
 * @param {Game} game
 * @param {number} seconds for each
 * @param {(row: any) => void} onRow
 * @param {AbortSignal} signal
 */
export async function compared(game, seconds, onRow, signal) {
  const { state } = game;
  if (await isDecidedByMoves(game, signal)) return oneByOne(game, seconds, onRow, signal);
  const question = game.question({ state, limit_seconds: seconds });
  const heard = (/** @type {any} */ event) => event.event === "compared" && !signal.aborted && onRow(event);
  await stream("compare", question, heard, { signal });
}

/**
 * Whether other moves can follow than those of the position as it is written: where a position is several states, the
 * moves that were made decide which of them it is.
 * @param {Game} game
 * @param {AbortSignal} signal
 */
async function isDecidedByMoves(game, signal) {
  if (game.cursor === 0) return false;
  const written = await ask("moves", game.lettered({ state: game.state }), { signal });
  return written.moves.length !== game.legal?.moves.length;
}

/**
 * The same by a question for each algorithm, since a comparison takes no moves that were made.
 * @param {Game} game
 * @param {number} seconds
 * @param {(row: any) => void} onRow
 * @param {AbortSignal} signal
 */
async function oneByOne(game, seconds, onRow, signal) {
  const { algorithms, heuristics } = game.facts;
  for (const algorithm of algorithms) {
    const bounds = algorithm.endsWith("a-star") ? heuristics : [null];
    for (const heuristic of bounds) {
      const question = game.after({ algorithm, limit_seconds: seconds, ...(heuristic && { heuristic }) });
      try {
        onRow(await ask("solve", question, { signal }));
      } catch (why) {
        if (signal.aborted) throw why;
        onRow({ algorithm, heuristic, state: game.state, stats: null, explanation: faultText(why) });
      }
    }
  }
}
