// @ts-check
/** The movements of pieces between two pictures. Pure functions. */

/**
 * @typedef {import("./game.js").Square} Square
 * @typedef {[row: number, column: number]} Place
 * @typedef {{from: Place, to: Place, enters?: Place}} Glide `enters`: a piece that leaves the board comes back there
 */

/** The square at a place; null outside the board. @param {Square[][]} picture @param {Place} place */
export const squareAt = (picture, [row, column]) => picture[row]?.[column] ?? null;

/** The text of a piece without the number of its turns. @param {Square} square */
const unturned = (square) => square?.text.replace(/(.)\+\d+$/, "$1");

/** @param {Place | null} a @param {Place | null} b */
export const samePlace = (a, b) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** All places of a picture that are no holes. @param {Square[][]} picture @returns {Place[]} */
export function places(picture) {
  return picture.flatMap((squares, row) =>
    squares.flatMap((square, column) => (square ? [/** @type {Place} */ ([row, column])] : [])),
  );
}

/** Where two pictures of one board differ. @param {Square[][]} before @param {Square[][]} after */
export function differences(before, after) {
  return places(after).filter((place) => {
    const [a, b] = [squareAt(before, place), squareAt(after, place)];
    return a?.kind !== b?.kind || a?.text !== b?.text;
  });
}

/**
 * The pieces that lie elsewhere after a move. A piece is known by its text, without the turns at its end, where only one
 * has it; a cube that rolls changes its text, and is the one that left while another appeared.
 * @param {Square[][]} before @param {Square[][]} after
 * @returns {Glide[]}
 */
export function glides(before, after) {
  const changed = differences(before, after);
  const leaving = changed.filter((place) => squareAt(before, place)?.kind === "piece");
  const arriving = changed.filter((place) => squareAt(after, place)?.kind === "piece");
  const textBefore = (/** @type {Place} */ place) => unturned(squareAt(before, place));
  const textAfter = (/** @type {Place} */ place) => unturned(squareAt(after, place));
  /** @type {Glide[]} */
  const found = [];
  for (const from of leaving) {
    const text = textBefore(from);
    const targets = arriving.filter((to) => textAfter(to) === text);
    const alone = leaving.filter((place) => textBefore(place) === text).length === 1;
    if (alone && targets.length === 1 && !samePlace(from, targets[0])) found.push({ from, to: targets[0] });
  }
  const left = leaving.filter((place) => !found.some(({ from }) => samePlace(from, place)));
  const new_ = arriving.filter((place) => !found.some(({ to }) => samePlace(to, place)));
  if (left.length === 1 && new_.length === 1 && !samePlace(left[0], new_[0]))
    found.push({ from: left[0], to: new_[0] });
  return found;
}

/**
 * A move that carries a piece, with the way of the piece and of all that move with it. A row or column that is shifted as
 * a whole (`isLine`) goes the way of most of its pieces, also the piece that comes back at the other end.
 * @typedef {{name: string, glide: Glide, all: Glide[], isLine: boolean}} Way
 */

/**
 * The way of the piece of a square in a move; null if the move does not carry it.
 * @param {string} name @param {Glide[]} all @param {Place} place
 * @returns {Way | null}
 */
export function wayOf(name, all, place) {
  const own = all.find(({ from }) => samePlace(from, place));
  if (!own) return null;
  const steps = all.map(({ from, to }) => [to[0] - from[0], to[1] - from[1]].join());
  const count = (/** @type {string} */ step) => steps.filter((other) => other === step).length;
  const step = steps.reduce((most, step) => (count(step) > count(most) ? step : most));
  if (count(step) < 2 || count(step) < all.length - 1) return { name, glide: own, all, isLine: false };
  const [down, right] = step.split(",").map(Number);
  const shifted = all.map(({ from, to: enters }) => {
    const to = /** @type {Place} */ ([from[0] + down, from[1] + right]);
    return samePlace(to, enters) ? { from, to } : { from, to, enters };
  });
  const glide = shifted.find(({ from }) => samePlace(from, place)) ?? own;
  return { name, glide, all: shifted, isLine: true };
}
