// @ts-check
/** What each tile adds to the Manhattan distance. */

import { places, squareAt } from "../glides.js";

/** @typedef {import("../game.js").Square} Square */

/**
 * The rows and columns between each tile and its place in the goal; null if they do not add up to the bound that the
 * server gives, or if a text is on two tiles.
 * @param {Square[][]} picture
 * @param {Square[][]} goal
 * @param {number | null} bound
 * @returns {{row: number, column: number, adds: number}[] | null}
 */
export function manhattanOf(picture, goal, bound) {
  const home = new Map();
  for (const [row, column] of places(goal)) {
    const square = squareAt(goal, [row, column]);
    if (square?.kind !== "piece") continue;
    if (home.has(square.text)) return null;
    home.set(square.text, [row, column]);
  }
  const tiles = [];
  for (const [row, column] of places(picture)) {
    const square = squareAt(picture, [row, column]);
    if (square?.kind !== "piece") continue;
    const place = home.get(square.text);
    if (!place) return null;
    tiles.push({ row, column, adds: Math.abs(row - place[0]) + Math.abs(column - place[1]) });
  }
  return tiles.reduce((sum, { adds }) => sum + adds, 0) === bound ? tiles : null;
}
