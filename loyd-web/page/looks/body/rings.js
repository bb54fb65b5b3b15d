// @ts-check
/** Rings of balls in a plane, which turn around their centres. Pure functions. */

import { add, distance } from "./space.js";

/**
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./turns.js").Facelet} Facelet
 * @typedef {import("./turns.js").Turn} Turn
 */

/** @type {Vector} The axis of a ring. */
const FRONT = [0, 0, 1];
/** The greatest difference of the distances of two balls of a ring from its centre. */
const ROUND = 0.012;

/**
 * The rings of balls: circles on which balls lie at equal distances. Each is a list of facelets in turns.
 * @param {Facelet[]} facelets
 */
export function ringsOf(facelets) {
  const balls = facelets.flatMap(({ corners }, at) => (corners.length === 1 ? [at] : []));
  const place = (/** @type {number} */ at) => facelets[at].middle;
  /** @type {{centre: Vector, balls: number[]}[]} */
  const rings = [];
  for (const ball of balls) {
    const near = balls.filter((other) => other !== ball);
    near.sort((a, b) => distance(place(a), place(ball)) - distance(place(b), place(ball)));
    for (const [a, b] of pairs(near.slice(0, 4))) {
      const centre = centreOf(place(ball), place(a), place(b));
      if (!centre || rings.some((ring) => distance(ring.centre, centre) < ROUND && ring.balls.includes(ball))) continue;
      const radius = distance(centre, place(ball));
      const angle = (/** @type {number} */ at) => Math.atan2(place(at)[1] - centre[1], place(at)[0] - centre[0]);
      const on = balls.filter((at) => Math.abs(distance(place(at), centre) - radius) < ROUND);
      on.sort((c, d) => angle(c) - angle(d));
      const gap = (2 * Math.PI) / on.length;
      const isEven = on.every((at, number) => Math.abs(angle(at) - angle(on[0]) - gap * number) < gap / 10);
      if (on.length > 3 && isEven) rings.push({ centre, balls: on });
    }
  }
  return rings;
}

/** @param {Facelet[]} facelets @param {{centre: Vector, balls: number[]}} ring @returns {Turn[]} */
export function turnsOfRing(facelets, { centre, balls }) {
  const inside = facelets.map((_, at) => balls.includes(at));
  const layer = { axis: FRONT, centre, from: -1, to: 1, inside };
  return Array.from({ length: balls.length - 1 }, (_, number) => {
    const steps = number + 1 > balls.length / 2 ? number + 1 - balls.length : number + 1;
    const goes = facelets.map((_, at) => at);
    balls.forEach((ball, at) => (goes[ball] = balls[(at + steps + balls.length) % balls.length]));
    return { layer, angle: (2 * Math.PI * steps) / balls.length, goes };
  });
}

/** @template T @param {T[]} list */
const pairs = (list) => list.flatMap((a, at) => list.slice(at + 1).map((b) => /** @type {[T, T]} */ ([a, b])));

/**
 * The middle of the circle through three points of a plane, if there is one.
 * @param {Vector} a @param {Vector} b @param {Vector} c
 */
function centreOf(a, b, c) {
  const [[px, py], [qx, qy]] = [add(b, a, -1), add(c, a, -1)];
  const area = 2 * (px * qy - py * qx);
  if (Math.abs(area) < 1e-4) return null;
  const [p, q] = [px * px + py * py, qx * qx + qy * qy];
  return add(a, [(qy * p - py * q) / area, (px * q - qx * p) / area, 0]);
}
