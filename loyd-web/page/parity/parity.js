// @ts-check
/**
 * Why half of the positions of a board with one blank cannot be solved: the argument by parity. Pure.
 *
 * A move exchanges the blank with a neighbour. It changes the parity of the permutation of all cells, and the colour
 * of the blank's cell on a checkerboard. So both parities, counted from the goal, stay equal, whatever the shape.
 */

/** @typedef {{kind: string, text: string} | null} Square */
/** @typedef {{row: number, column: number, text: string, empty: boolean}} Cell */

/**
 * The cells of a picture in reading order, without its holes and walls.
 * @param {Square[][]} picture
 * @returns {Cell[]}
 */
export function cellsOf(picture) {
  return picture.flatMap((squares, row) =>
    squares.flatMap((square, column) => {
      if (square === null || square.kind === "wall") return [];
      return [{ row, column, text: square.text, empty: square.kind === "empty" }];
    }),
  );
}

/**
 * For each cell in reading order, the place in the goal, from 0, of the piece that lies there. Null where the two are
 * no permutations of each other with one blank.
 * @param {Cell[]} cells
 * @param {Cell[]} goal
 * @returns {number[] | null}
 */
export function orderOf(cells, goal) {
  const key = (/** @type {Cell} */ cell) => (cell.empty ? "" : `=${cell.text}`);
  const places = new Map(goal.map((cell, place) => [key(cell), place]));
  const blanks = (/** @type {Cell[]} */ list) => list.filter((cell) => cell.empty).length;
  if (places.size !== goal.length || cells.length !== goal.length) return null;
  if (blanks(cells) !== 1 || blanks(goal) !== 1) return null;
  const order = cells.map((cell) => places.get(key(cell)) ?? -1);
  return new Set(order).size === order.length && !order.includes(-1) ? order : null;
}

/**
 * The pairs of places whose pieces are in the opposite order in the goal.
 * @param {number[]} order
 * @returns {[number, number][]}
 */
export function inversionsOf(order) {
  /** @type {[number, number][]} */
  const pairs = [];
  order.forEach((place, first) => {
    for (let second = first + 1; second < order.length; second += 1) {
      if (place > order[second]) pairs.push([first, second]);
    }
  });
  return pairs;
}

/**
 * @typedef {object} Argument
 * @property {Cell[]} cells
 * @property {number[]} order
 * @property {[number, number][]} inversions
 * @property {number} steps from the blank to its cell in the goal, as if there were no holes
 * @property {boolean} agrees whether both numbers are even or both odd; if not, no moves lead to the goal
 */

/**
 * The two parities of a position, where the argument applies.
 * @param {Square[][]} picture
 * @param {Square[][]} goalPicture
 * @returns {Argument | null}
 */
export function argue(picture, goalPicture) {
  const [cells, goal] = [cellsOf(picture), cellsOf(goalPicture)];
  const order = orderOf(cells, goal);
  if (order === null) return null;
  const [here, there] = [cells, goal].map((list) => list.find((cell) => cell.empty));
  if (!here || !there) return null;
  const steps = Math.abs(here.row - there.row) + Math.abs(here.column - there.column);
  const inversions = inversionsOf(order);
  return { cells, order, inversions, steps, agrees: inversions.length % 2 === steps % 2 };
}

/**
 * The pairs of tiles that may be exchanged, the likeliest misreadings first: pairs of which each tile is in the other's
 * goal cell, then pairs of which one tile is, then neighbours in reading order.
 * @param {Argument} argument
 * @returns {[string, string][]}
 */
export function exchanges({ cells, order }) {
  /** @type {{pair: [string, string], worth: number}[]} */
  const pairs = [];
  for (let first = 0; first < cells.length; first += 1) {
    for (let second = first + 1; second < cells.length; second += 1) {
      if (cells[first].empty || cells[second].empty) continue;
      const home = Number(order[first] === second) + Number(order[second] === first);
      const away = Number(order[first] === first) + Number(order[second] === second);
      const worth = 4 * (home - away) + Number(second === first + 1) + Number(order[first] > order[second]);
      pairs.push({ pair: [cells[first].text, cells[second].text], worth });
    }
  }
  return pairs.sort((one, other) => other.worth - one.worth).map(({ pair }) => pair);
}

/**
 * The text of a position with two pieces exchanged.
 * @param {string} state
 * @param {string} first
 * @param {string} second
 */
export function exchanged(state, first, second) {
  return state.replace(/[^\s/]+/g, (word) => (word === first ? second : word === second ? first : word));
}
