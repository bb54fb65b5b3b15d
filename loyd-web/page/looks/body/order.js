// @ts-check
/**
 * The order in which the facelets of a body that is not convex are painted. A facelet behind the plane of another does
 * not hide it, so it may be painted first (M. E. Newell, R. G. Newell and T. L. Sancha, "A solution to the hidden surface
 * problem", Proceedings of the ACM annual conference, 1972). Pure functions.
 */

import { add, dot } from "./space.js";

/** @typedef {import("./turns.js").Facelet} Facelet */

/** The most facelets that are compared with each other, so that no body keeps the page busy. */
const MOST_FACELETS = 400;
/** The greatest distance of a corner before a plane that counts as behind it, for a body of radius 1. */
const NEAR = 1e-3;

/**
 * By facelet and other facelet: whether the first must be painted before the second if both are seen. Null if there are
 * too many facelets.
 * @param {Facelet[]} facelets @returns {boolean[][] | null}
 */
export function hiddenBy(facelets) {
  if (facelets.length > MOST_FACELETS) return null;
  const isBehind = facelets.map(({ corners }) =>
    facelets.map(({ corners: [place], normal }) => corners.every((corner) => dot(add(corner, place, -1), normal) < NEAR)),
  );
  return facelets.map((_, at) => facelets.map((_, other) => isBehind[at][other] && !isBehind[other][at]));
}

/**
 * The facelets in an order in which none hides one that is painted later.
 * @param {number[]} seen the facelets whose outsides are seen, the farthest first
 * @param {boolean[][]} hidden what `hiddenBy` returns
 */
export function paintingOrder(seen, hidden) {
  /** @type {Set<number>} */
  const done = new Set();
  /** @type {number[]} */
  const order = [];
  const paint = (/** @type {number} */ at) => {
    if (done.has(at)) return;
    done.add(at);
    for (const other of seen) if (hidden[other][at]) paint(other);
    order.push(at);
  };
  seen.forEach(paint);
  return order;
}
