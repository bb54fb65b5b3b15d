// @ts-check
/** Pieces that turn in the plane of the picture. Pure. */

/**
 * The label of a piece, and the angle by which it is turned clockwise, in degrees. Null if the pieces of the square do
 * not turn.
 * @param {NonNullable<import("../game.js").Square>} square
 * @param {import("../glides.js").Place} place
 * @param {number[][] | undefined} orientations the numbers of the server's drawing
 */
export function turnedOf({ kind, text }, [row, column], orientations) {
  const all = orientations?.[row]?.[column] ?? 1;
  if (all < 2 || kind !== "piece") return null;
  const [, label = text, turns = 0] = /^(.+)\+(\d+)$/.exec(text) ?? [];
  return { label, angle: (360 * Number(turns)) / all };
}
