// @ts-check
/** The facelets of a drawing, scaled to a body of radius 1. Pure functions. */

import { add, cross, distance, dot, middle, scaled, unit } from "./space.js";

/**
 * @typedef {import("../../game.js").Drawing} Drawing
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./turns.js").Facelet} Facelet
 */

/** The width of the plastic around the colour of a facelet, and the greatest part of the facelet that it may take. */
const RIM = 0.019;
const MOST_RIM = 0.2;

/**
 * The facelets of a drawing, for a body of radius 1 around the middle.
 * @param {Drawing} drawing
 * @returns {Facelet[]}
 */
export function faceletsOf({ facelets }) {
  const places = facelets.flatMap(({ corners }) => corners);
  const isFlat = places.every(([, , z]) => z === places[0][2]);
  const span = (/** @type {number} */ axis) => {
    const numbers = places.map((place) => place[axis]);
    return (Math.min(...numbers) + Math.max(...numbers)) / 2;
  };
  const centre = /** @type {Vector} */ (isFlat ? [span(0), span(1), span(2)] : [0, 0, 0]);
  const radius = Math.max(...places.map((place) => distance(place, centre))) || 1;
  return facelets.map(({ cell, before = null, palette = null, text, corners }) => {
    const moved = corners.map((corner) => scaled(add(corner, centre, -1), 1 / radius));
    const centroid = middle(moved);
    const [a, b] = [add(moved[1] ?? moved[0], moved[0], -1), add(moved[2] ?? moved[0], moved[0], -1)];
    const normal = moved.length === 1 ? unit(centroid) : unit(cross(a, b));
    // Outside is away from the middle. A facelet with a palette may be anywhere, and its corners tell its outside.
    const outside = palette === null && dot(normal, centroid) < 0 ? scaled(normal, -1) : normal;
    const place = { corners: moved, sticker: inset(moved, centroid), middle: centroid, normal: outside };
    return { cell, before, palette, text, ...place };
  });
}

/**
 * What each facelet shows: a text, or a colour if the facelet has a palette; null: the facelet is not drawn.
 * @param {Facelet[]} facelets @param {Drawing} drawing
 * @param {(cell: [number, number]) => string | undefined} textAt the text of a square of the picture
 * @returns {(string | null)[]}
 */
export function shownBy(facelets, { palettes = [] }, textAt) {
  return facelets.map(({ cell, before, palette, text }) => {
    const own = (cell && textAt(cell)) ?? text;
    const all = before ? `${textAt(before)}|${own}` : own;
    if (palette === null) return all;
    // A text may be the name of a property of every object.
    return Object.hasOwn(palettes[palette] ?? {}, all) ? palettes[palette][all] : null;
  });
}

/** The part of a facelet within its rim. @param {Vector[]} corners @param {Vector} centroid @returns {Vector[]} */
function inset(corners, centroid) {
  return corners.map((corner, at) => {
    const [before, after] = [-1, 1].map((step) =>
      unit(add(corners[(at + step + corners.length) % corners.length], corner, -1)),
    );
    const [inwards, sine] = [unit(add(before, after)), Math.sqrt(Math.max(0.01, 1 - dot(before, after)) / 2)];
    return add(corner, inwards, Math.min(RIM / sine, MOST_RIM * 2 * distance(corner, centroid)));
  });
}

/** The radius of balls: half the smallest distance of two. @param {Facelet[]} facelets */
export function ballOf(facelets) {
  const balls = facelets.filter(({ corners }) => corners.length === 1).map(({ middle }) => middle);
  const gaps = balls.flatMap((ball, at) => balls.slice(at + 1).map((other) => distance(ball, other)));
  return balls.length ? Math.min(1, ...gaps) / 2 : 0;
}
