// @ts-check
/** The result of a game as a row of squares. Pure functions. */

/** The number of squares in a line. */
const LINE = 20;
/** The most squares of a result. */
const MOST = 200;

/**
 * A square for each move, which does not show the move: blue for a move towards the goal, orange for any other move, and
 * white where a distance is not known.
 * @param {number} count the number of moves @param {(at: number) => number | undefined} distance after so many moves
 */
export function rowOf(count, distance) {
  const square = (/** @type {number} */ at) => {
    const [before, after] = [distance(at), distance(at + 1)];
    return before === undefined || after === undefined ? "⬜" : after < before ? "🟦" : "🟧";
  };
  const squares = Array.from({ length: Math.min(count, MOST) }, (_, at) => square(at));
  const lines = squares.map((one, at) => (at > 0 && at % LINE === 0 ? `\n${one}` : one));
  return squares.every((one) => one === "⬜") ? "" : `${lines.join("")}${count > MOST ? "…" : ""}\n`;
}
