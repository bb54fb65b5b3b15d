// @ts-check
/** A lower bound on the board: a small number on each tile says what the tile adds. */

import { s } from "../dom.js";
import { manhattanOf } from "./manhattan.js";

/** @typedef {import("../game.js").Square} Square */

/** The side of a square in the drawing of boards. */
const UNIT = 100;

/**
 * Writes on each tile what it adds to the Manhattan distance. Nothing is written if this is not the server's bound.
 * @param {SVGSVGElement} board
 * @param {Square[][]} picture
 * @param {Square[][]} goal
 * @param {number | null} bound
 * @returns {string | null} the sum, as a text
 */
export function boundsOn(board, picture, goal, bound) {
  const tiles = manhattanOf(picture, goal, bound);
  if (!tiles) return null;
  const adding = tiles.filter(({ adds }) => adds > 0);
  board.append(
    ...adding.map(({ row, column, adds }) =>
      s(
        "g",
        { class: "adds", transform: `translate(${column * UNIT + 80} ${row * UNIT + 22})` },
        s("circle", { r: 19 }),
        s("text", { y: 9, "text-anchor": "middle" }, adds),
      ),
    ),
  );
  return `${adding.map(({ adds }) => adds).join(" + ") || 0} = ${bound}`;
}
