// @ts-check
/** Boards drawn square by square, and their texts. Pure functions. */

/**
 * What a square may be, by the family that takes a board: the symbols of its text, the first for new squares, each with
 * the word for it. `first` is the board to begin with.
 * @type {Record<string, {kinds: Record<string, string>, first: string}>}
 */
export const FAMILIES = {
  sliding: { kinds: { "#": "cell", ".": "hole" }, first: "###\n#.#\n###\n###" },
  "light-up": {
    kinds: { ".": "free", "#": "barrier", 0: "barrier", 1: "barrier", 2: "barrier", 3: "barrier", 4: "barrier" },
    first: ".....\n.1.#.\n.....\n.#.2.\n.....",
  },
};

/** The symbols of a family, the one for new squares first. @param {string} family */
export const symbolsOf = (family) => {
  const { kinds } = FAMILIES[family];
  // Objects list digits first, whatever their order here.
  return Object.keys(kinds).sort((one, other) => Number(/\d/.test(one)) - Number(/\d/.test(other)));
};

/** The symbol that comes after another by a click. @param {string} family @param {string} symbol */
export function nextSymbol(family, symbol) {
  const symbols = symbolsOf(family);
  return symbols[(symbols.indexOf(symbol) + 1) % symbols.length];
}

/**
 * The squares of a board, row by row. A short line is filled up with holes, as in the text of a shape.
 * @param {string} family
 * @param {string} text
 * @returns {string[][]}
 */
export function readText(family, text) {
  const symbols = symbolsOf(family);
  const lines = text
    .replaceAll("\r", "")
    .split("\n")
    .filter((line) => line.trim());
  const wide = Math.max(1, ...lines.map((line) => line.length));
  const square = (/** @type {string} */ symbol) => (symbols.includes(symbol) ? symbol : ".");
  const rows = lines.map((line) => Array.from({ length: wide }, (_, column) => square(line[column])));
  return rows.length ? rows : [[symbols[0]]];
}

/** @param {string[][]} squares */
export const drawnText = (squares) => squares.map((line) => line.join("")).join("\n");

/**
 * The squares of a board that is cut or filled up to these numbers of rows and columns.
 * @param {string[][]} squares
 * @param {number} rows
 * @param {number} columns
 * @param {string} filling what new squares are
 */
export const resized = (squares, rows, columns, filling) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => squares[row]?.[column] ?? filling),
  );
