// @ts-check
/** The view from which a body is seen first. Pure functions. */

import { add, apply, dot, product, rotation, UPRIGHT } from "./space.js";

/**
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./space.js").Matrix} Matrix
 * @typedef {import("./turns.js").Facelet} Facelet
 */

/** @type {Matrix} The front, the top and the right of a body. */
const OBLIQUE = product(rotation([1, 0, 0], 0.48), rotation([0, 1, 0], -0.62));
/** The angle from which a tetrahedron is seen from above. */
const FROM_ABOVE = 0.24;

/** Whether facelets lie in one plane. @param {Facelet[]} facelets */
export const isPlane = (facelets) => facelets.every(({ corners }) => corners.every(([, , z]) => Math.abs(z) < 1e-6));

/**
 * The first view of a body. A plane is seen from the front. A tetrahedron has two sides in view at most, so it is seen
 * straight on the edge between the two sides that an oblique view shows best.
 * @param {Facelet[]} facelets
 * @returns {Matrix}
 */
export function firstView(facelets) {
  if (isPlane(facelets)) return UPRIGHT;
  const sides = sidesOf(facelets);
  if (sides.length !== 4) return OBLIQUE;
  const toEye = (/** @type {Vector} */ side) => apply(OBLIQUE, side)[2];
  const [first, second] = sides.sort((a, b) => toEye(b) - toEye(a));
  const [right, , front] = add(first, second);
  return product(rotation([1, 0, 0], FROM_ABOVE), rotation([0, 1, 0], -Math.atan2(right, front)));
}

/** The directions of the sides of a body, each once. Balls have no sides. @param {Facelet[]} facelets */
function sidesOf(facelets) {
  /** @type {Vector[]} */
  const sides = [];
  for (const { corners, normal } of facelets) {
    if (corners.length > 2 && sides.every((side) => dot(side, normal) < 0.99)) sides.push(normal);
  }
  return sides;
}
