// @ts-check
/** English texts of the server that a page should write in another way: patterns, each with its text. */

/** @type {[RegExp, string][]} */
export const enServer = [
  [
    /^parity: the tiles (\d+) and (\d+) are exchanged, and no sequence of moves exchanges just two tiles$/,
    "The tiles $1 and $2 are exchanged. No sequence of moves exchanges just two tiles.",
  ],
  [
    /^parity: the goal could be reached with the tiles (\d+) and (\d+) exchanged, but no sequence of moves exchanges just two tiles$/,
    "The goal could be reached with the tiles $1 and $2 exchanged. No sequence of moves exchanges just two tiles.",
  ],
  [/^933120 times 3\^4 for the tips$/, "a product: 933,120 positions without the tips, times 3⁴ for the four tips"],
  [/^20!\/2 3\^19 30!\/2 2\^29$/, "a product: 20!/2 · 3¹⁹ for the corners, 30!/2 · 2²⁹ for the edges"],
  [/^3678 shapes, 8! corners, 8! edges, 2 middles$/, "a product: 3678 shapes · 8! for the corners · 8! for the edges · 2 for the middle"],
  [/^38!\/\(10! 10! 9! 9!\)$/, "arrangements of 38 balls in four colours: 38!/(10! · 10! · 9! · 9!)"],
  [/^own census$/, "breadth-first search of all positions, for this project"],
];
