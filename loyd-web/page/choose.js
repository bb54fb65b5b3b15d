// @ts-check
/** The moves that a player means by pointing at squares. Pure functions. */

import { changed } from "./game.js";
import { glides, places, samePlace, squareAt, wayOf } from "./glides.js";

/**
 * @typedef {import("./game.js").Legal} Legal
 * @typedef {import("./game.js").LegalMove} LegalMove
 * @typedef {import("./glides.js").Place} Place
 */

/** @type {Record<string, Place>} The direction of each move letter. */
export const WAYS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] };

/** The pieces that a move makes glide. @param {Legal} legal @param {LegalMove} move */
export const glidesOf = (legal, move) => glides(legal.picture, changed(legal.picture, move.changes));

/**
 * The moves meant by pointing at one square: the move that belongs to the square, or else all moves that change it.
 * @param {Legal} legal
 * @param {Place} place
 */
export function movesAt(legal, place) {
  const pointed = legal.moves.filter((move) => samePlace(move.pointed_at, place));
  return pointed.length === 1 ? pointed : movesThatChange(legal, place);
}

/** All moves that change a square. @param {Legal} legal @param {Place} place */
export const movesThatChange = (legal, place) =>
  legal.moves.filter((move) => move.changes.some(({ row, column }) => samePlace([row, column], place)));

/**
 * The moves that take the piece of either of two squares to the other square.
 * @param {Legal} legal
 * @param {Place} a
 * @param {Place} b
 */
export function movesBetween(legal, a, b) {
  return movesThatChange(legal, a).filter((move) =>
    glidesOf(legal, move).some(
      ({ from, to }) => (samePlace(from, a) && samePlace(to, b)) || (samePlace(from, b) && samePlace(to, a)),
    ),
  );
}

/** The moves that carry the piece of a square, with their ways. @param {Legal} legal @param {Place} place */
export const waysOf = (legal, place) =>
  movesThatChange(legal, place).flatMap((move) => wayOf(move.name, glidesOf(legal, move), place) ?? []);

/** The squares to which a second click can lead from a first. @param {Legal} legal @param {Place} place */
export function targetsOf(legal, place) {
  return places(legal.picture).filter(
    (other) => !samePlace(other, place) && movesBetween(legal, place, other).length === 1,
  );
}

/**
 * The squares to point at, in order, so that all pieces between a square and the only blank in its row or column are
 * pushed. Empty where there is no such blank.
 * @param {Legal} legal @param {Place} place
 * @returns {Place[]}
 */
export function lineTo(legal, place) {
  const blanks = places(legal.picture).filter((other) => squareAt(legal.picture, other)?.kind === "empty");
  if (blanks.length !== 1) return [];
  const [[row, column]] = blanks;
  const [down, right] = [place[0] - row, place[1] - column];
  if ((down === 0) === (right === 0)) return [];
  const steps = Math.abs(down + right);
  const line = Array.from(
    { length: steps },
    (_, step) => /** @type {Place} */ ([row + Math.sign(down) * (step + 1), column + Math.sign(right) * (step + 1)]),
  );
  return line.every((other) => squareAt(legal.picture, other)?.kind === "piece") ? line : [];
}
