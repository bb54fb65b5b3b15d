// @ts-check
/** A board's shape and its text: `#` a cell, `.` a hole. Pure. */

/**
 * Which cells belong to the board, row by row.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function readText(text) {
  const lines = text
    .replaceAll("\r", "")
    .split("\n")
    .filter((line) => line.trim());
  const wide = Math.max(1, ...lines.map((line) => line.length));
  const rows = lines.map((line) => Array.from({ length: wide }, (_, column) => line[column] === "#"));
  return rows.length ? rows : [[true]];
}

/** @param {boolean[][]} cells */
export const drawnText = (cells) => cells.map((line) => line.map((on) => (on ? "#" : ".")).join("")).join("\n");

/**
 * The same with so many rows and columns; what is new belongs to the board.
 * @param {boolean[][]} cells
 * @param {number} rows
 * @param {number} columns
 */
export const resized = (cells, rows, columns) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row]?.[column] ?? true),
  );
