// @ts-check
/** New games: another position as far from the goal, a harder one, another puzzle, or the puzzle of the day. */

import { ask } from "../api.js";
import { censusOf } from "./census.js";
import { dailyOf } from "./day.js";
import { openingOf, rulesOf } from "./rules.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../game.js").Opening} Opening
 */

/** The parts of a puzzle's greatest distance by which the next game is harder. */
const PARTS = 6;
/** The most pancakes of a harder puzzle. */
const MOST_PANCAKES = 12;
/** @type {Record<string, string>} The larger puzzle after the hardest positions of a puzzle. */
const LARGER = {
  "sliding:2x2": "2x3",
  "sliding:2x3": "8",
  "sliding:3x3": "15",
  "sliding:4x4": "24",
  "swap:2x2": "swap:3x3",
  "2x2x2": "3x3x3",
  "3x3x3": "4x4x4",
};

/**
 * A new game of the same puzzle: as far from the goal as the start, if positions can be drawn at a distance, otherwise
 * at random. A game of rules with one start begins there.
 * @param {Game} game @param {number | undefined} depth the distance of the start, if it is known
 */
export async function newGame(game, depth) {
  const { start } = rulesOf(game.legal ?? game);
  if (start !== undefined) return game.setState(start);
  await censusOf(game).begin();
  await game.setState(await another(game, depth));
}

/**
 * The game that is harder than this one; null if no such game is known.
 * @param {Game} game @param {number | undefined} depth the distance of the start, if it is known
 * @returns {Promise<(() => Promise<void>) | null>}
 */
export async function harderGame(game, depth) {
  const { boards, isDrawn } = rulesOf(game.legal ?? game);
  if (!isDrawn) {
    const next = boards[boards.indexOf((game.board ?? "").trim()) + 1];
    return next === undefined ? null : () => game.open(openingOf(game.puzzle, next));
  }
  const census = censusOf(game);
  await census.begin();
  const farthest = census.isDrawn ? census.reply.diameter : null;
  if (farthest !== null && depth !== undefined && depth < farthest) {
    const harder = Math.min(farthest, depth + Math.max(1, Math.round(farthest / PARTS)));
    return async () => game.setState(await another(game, harder));
  }
  const larger = game.board === null && game.goal === null ? largerThan(game.legal?.puzzle ?? "") : null;
  return larger === null ? null : () => game.open({ puzzle: larger });
}

/** Opens the puzzle of a day. @param {Game} game @param {Date} [date] */
export async function openDaily(game, date) {
  const { day, puzzle, seed } = dailyOf(date);
  await game.open({ puzzle, day }, async (signal) => {
    const { state } = await ask("random", { puzzle, seed }, { signal });
    return { state };
  });
}

/** A random position that is not the start. @param {Game} game @param {number | undefined} depth */
async function another(game, depth) {
  const exact = depth && censusOf(game).isDrawn ? { depth } : {};
  let state = "";
  for (let attempt = 0; attempt < 5; attempt++) {
    state = (await ask("random", game.question(exact))).state;
    if (state !== game.start) break;
  }
  return state;
}

/** @param {string} puzzle @returns {string | null} */
function largerThan(puzzle) {
  const pancakes = Number(puzzle.match(/^pancake:(\d+)$/)?.[1] ?? NaN);
  return LARGER[puzzle] ?? (pancakes < MOST_PANCAKES ? `pancake:${pancakes + 1}` : null);
}
