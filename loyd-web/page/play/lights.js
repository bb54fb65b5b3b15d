// @ts-check
/**
 * Light-up boards as a game in which lamps are placed in any order and taken off again. The server places lamps in
 * reading order only, so each set of lamps is sent to it as a position of its own. Pure functions.
 */

import { places, squareAt } from "../glides.js";

/**
 * @typedef {import("../game.js").Legal} Legal
 * @typedef {import("../game.js").LegalMove} LegalMove
 * @typedef {import("../glides.js").Place} Place
 */

/** The boards of the page, the smallest first. */
export const LIGHT_UP_BOARDS = [
  [".1..", "#...", "..1.", ".0.."],
  ["#.3....", "0....1.", ".#.....", "..1....", ".#.0...", ".....0.", ".#....."],
  [
    "..0...#...",
    "..00.....#",
    "...####...",
    "..........",
    ".........#",
    "..........",
    ".#....0...",
    "......#...",
    "...1..0#.#",
    "#.#0.0#...",
  ],
].map((rows) => rows.join("\n"));

/**
 * The position after lamps were placed and taken off; each move is the name of a cell.
 * @param {string} state @param {string[]} made
 */
export function lampsAfter(state, made) {
  const lamps = new Set(state.match(/r\d+c\d+/gi) ?? []);
  for (const cell of made) if (!lamps.delete(cell)) lamps.add(cell);
  const inOrder = [...lamps].map((name) => ({ name, at: placeOf(name) }));
  inOrder.sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]);
  return inOrder.map(({ name }) => name).join(" ") || "none";
}

/**
 * The reply about a position with all moves of this game: a lamp on each cell where the rules allow it, and off again.
 * @param {Legal} legal
 * @returns {Legal}
 */
export function withLamps(legal) {
  const state = lampsAfter(legal.state, []);
  const moves = places(legal.picture).flatMap((place) => {
    const isLamp = squareAt(legal.picture, place)?.text === "*";
    return isLamp || !refusal(legal, place) ? [toggle(state, place, isLamp)] : [];
  });
  return { ...legal, state, moves };
}

/** @param {string} state @param {Place} place @param {boolean} isLamp @returns {LegalMove} */
function toggle(state, [row, column], isLamp) {
  const name = `r${row + 1}c${column + 1}`;
  const verb = isLamp ? "take the lamp from" : "put a lamp in";
  return {
    name,
    words: `${verb} row ${row + 1} column ${column + 1}`,
    state: lampsAfter(state, [name]),
    pointed_at: [row, column],
    changes: [{ row, column, ...(isLamp ? { kind: "empty", text: "" } : { kind: "piece", text: "*" }) }],
  };
}

/**
 * The reason why no lamp may be put in a place, as the key of a text and its values; null if a lamp may be put there.
 * @param {Legal} legal @param {Place} at
 * @returns {[string, object] | null}
 */
export function refusal({ picture }, at) {
  const textAt = (/** @type {Place} */ place) => squareAt(picture, place)?.text ?? "";
  const square = squareAt(picture, at);
  if (square?.kind === "wall") return ["board.refused.barrier", {}];
  if (square?.kind !== "empty" || square.text) return ["board.refused.lit", {}];
  const full = around(at).find((barrier) => {
    if (squareAt(picture, barrier)?.kind !== "wall" || !/^\d$/.test(textAt(barrier))) return false;
    return around(barrier).filter((cell) => textAt(cell) === "*").length >= Number(textAt(barrier));
  });
  return full ? ["board.refused.full", { lamps: textAt(full) }] : null;
}

/** @param {Place} place @returns {Place[]} */
const around = ([row, column]) => [
  [row - 1, column],
  [row + 1, column],
  [row, column - 1],
  [row, column + 1],
];

/** The row and the column of a cell's name, from 1. @param {string} name */
const placeOf = (name) => /** @type {Place} */ ((name.match(/\d+/g) ?? []).map(Number));
