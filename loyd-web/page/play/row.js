// @ts-check
/** The result of a game as a row of squares. Pure functions. */

/** The squares of one line, and of all. */
const LINE = 20;
const MOST = 200;

/**
 * A square for each move, which spoils nothing: whether the move led nearer to the goal, to no nearer place, or to one that
 * is not known.
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
