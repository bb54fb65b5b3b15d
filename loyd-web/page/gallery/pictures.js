// @ts-check
/** The pictures of the gallery: real positions in the looks of the board, and drawings of the solid puzzles. */

import { lookOf } from "../looks/index.js";
import { solid } from "./solids.js";

/** @typedef {import("../game.js").Square} Square */

/**
 * The look, the position and the goal of each picture, in rows of texts. A point is a blank, a letter `w` before a
 * text a wall.
 * @type {Record<string, {look: string, rows: string[], goal?: string[]}>}
 */
const BOARDS = {
  "sliding:3x3": { look: "squares", rows: ["1 2 3", "4 . 5", "7 8 6"], goal: ["1 2 3", "4 5 6", "7 8 ."] },
  "sliding:4x4": {
    look: "squares",
    rows: ["1 2 3 4", "5 6 . 8", "9 10 7 12", "13 14 11 15"],
    goal: ["1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 ."],
  },
  "magic-board": { look: "squares", rows: ["1 7 2 4", "8 6 3 5"], goal: ["1 2 3 4", "8 7 6 5"] },
  "rolling-cubes": { look: "cubes", rows: ["WR BW RB", "BR . WB", "RW WR BW"] },
  "pancake:7": { look: "stack", rows: ["4 3 2 1 5 6 7"], goal: ["1 2 3 4 5 6 7"] },
  "top-spin:8x4": { look: "ring", rows: ["1 2 3 7 6 5 4 8"], goal: ["1 2 3 4 5 6 7 8"] },
  "light-up": { look: "squares", rows: ["* w1 . .", "w + * +", "* + w1 .", ". w0 . ."] },
  "loopover:3x3": { look: "squares", rows: ["A B C", "F D E", "G H I"], goal: ["A B C", "D E F", "G H I"] },
};

/** Draws the picture of a puzzle of the gallery. @param {SVGSVGElement} svg @param {string} id */
export function drawPicture(svg, id) {
  const board = BOARDS[id];
  if (!board) {
    svg.setAttribute("viewBox", "-54 -54 108 108");
    svg.replaceChildren(...solid(id));
    return;
  }
  const look = new (lookOf(board.look))(svg, board.rows.map(squares));
  look.goal = board.goal?.map(squares) ?? null;
  look.showHome();
  for (const hit of svg.querySelectorAll(".hits")) hit.remove();
}

/** @param {string} row @returns {Square[]} */
const squares = (row) =>
  row.split(" ").map((text) => {
    if (text === ".") return { kind: "empty", text: "" };
    return text.startsWith("w") ? { kind: "wall", text: text.slice(1) } : { kind: "piece", text };
  });
