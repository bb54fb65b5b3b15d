// @ts-check
/** Two pieces exchanged in a written position. Pure. */

import { places, samePlace } from "./glides.js";

/** @typedef {import("./glides.js").Place} Place */

/**
 * The text of the position with the pieces of two places exchanged; null where its pieces are not written one by one
 * in reading order.
 * @param {string} state @param {import("./game.js").Square[][]} picture @param {Place} a @param {Place} b
 */
export function exchanged(state, picture, a, b) {
  const order = places(picture);
  const pieces = state.split(/[\s/]+/);
  const gaps = state.match(/[\s/]+/g) ?? [];
  if (pieces.length !== order.length) return null;
  const [first, second] = [a, b].map((place) => order.findIndex((other) => samePlace(place, other)));
  [pieces[first], pieces[second]] = [pieces[second], pieces[first]];
  return pieces.map((piece, number) => piece + (gaps[number] ?? "")).join("");
}
