// @ts-check
/**
 * The turns that a body has: a layer between two planes, turned around an axis through the middle, or a ring of balls.
 * A move is recognised by what it changes, so a definition does not describe axes. Pure functions.
 */

import { ringsOf, turnsOfRing } from "./rings.js";
import { add, apply, cross, distance, dot, middle, rotation, unit } from "./space.js";

/**
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {{cell: [number, number] | null, before: [number, number] | null, palette: number | null, text: string,
 *   corners: Vector[], sticker: Vector[], middle: Vector, normal: Vector}} Facelet
 * @typedef {{axis: Vector, centre: Vector, from: number, to: number, inside: boolean[]}} Layer a point of the axis, the
 *   depths of its two planes, and whether each facelet is part of it
 * @typedef {{layer: Layer, angle: number, goes: number[]}} Turn the angle in radians, and where each facelet goes
 */

/** The greatest distance of two places that count as one, for a body of radius 1. */
const NEAR = 0.03;
const ORDERS = [2, 3, 4, 5, 6, 12];
/** The most facelets, axes and cuts of an axis that are examined, so that no body keeps the page busy. */
const MOST_FACELETS = 400;
const MOST_AXES = 64;
const MOST_CUTS = 16;
/** @type {Vector} */
const MIDDLE = [0, 0, 0];

/** All turns of a body, the smaller layers and angles first. @param {Facelet[]} facelets @returns {Turn[]} */
export function turnsOf(facelets) {
  if (facelets.length > MOST_FACELETS) return [];
  const turns = axesOf(facelets).flatMap((axis) => {
    const layers = layersOf(facelets, axis);
    if (!layers.length) return [];
    return anglesOf().flatMap((angle) => {
      const matrix = rotation(axis, angle);
      const images = facelets.map((facelet) => imageOf(facelets, facelet, matrix));
      return layers.flatMap((layer) => {
        const goes = images.map((image, from) => (layer.inside[from] ? image : from));
        const fits = goes.every((to, from) => to >= 0 && layer.inside[to] === layer.inside[from]);
        return fits ? [{ layer, angle, goes }] : [];
      });
    });
  });
  turns.push(...ringsOf(facelets).flatMap((ring) => turnsOfRing(facelets, ring)));
  const size = (/** @type {Turn} */ { layer }) => layer.inside.filter(Boolean).length;
  return turns.sort((a, b) => size(a) - size(b) || Math.abs(a.angle) - Math.abs(b.angle));
}

/**
 * The turn that leads from what all facelets show to what they show later.
 * @template Shown
 * @param {Turn[]} turns @param {Shown[]} before @param {Shown[]} after
 */
export function turnBetween(turns, before, after) {
  return turns.find(({ goes }) => goes.every((to, from) => after[to] === before[from])) ?? null;
}

/** The angles of turns: parts of a full turn, in both directions. */
function anglesOf() {
  const parts = ORDERS.flatMap((order) => Array.from({ length: order - 1 }, (_, part) => (part + 1) / order));
  const both = [...new Set(parts)].map((part) => (part > 0.5 ? part - 1 : part));
  return both.map((part) => 2 * Math.PI * part);
}

/** @param {Facelet[]} facelets @param {Facelet} facelet @param {import("./space.js").Matrix} matrix */
function imageOf(facelets, facelet, matrix) {
  const [place, normal] = [apply(matrix, facelet.middle), apply(matrix, facelet.normal)];
  return facelets.findIndex((other) => dot(other.normal, normal) > 0.9 && distance(other.middle, place) < NEAR);
}

/** The axes through the middles of faces, edges and corners, each in one direction. @param {Facelet[]} facelets */
export function axesOf(facelets) {
  /** @type {Vector[]} */
  const normals = [];
  for (const { normal } of facelets) addNew(normals, normal);
  /** @type {{place: Vector, normals: Vector[]}[]} The corners of facelets, and the faces that meet there. */
  const corners = [];
  for (const { corners: places, normal } of facelets) {
    for (const place of places) {
      let known = corners.find((corner) => distance(corner.place, place) < NEAR);
      if (!known) corners.push((known = { place, normals: [] }));
      addNew(known.normals, normal);
    }
  }
  /** @type {Vector[]} */
  const axes = [];
  for (const normal of normals) addNew(axes, normal, true);
  for (const { normals } of corners) if (normals.length > 1) addNew(axes, unit(middle(normals)), true);
  // The edge between two faces may have no corner of its own, as on a side of Square-1.
  for (const { normals } of corners) {
    for (const [at, one] of normals.entries()) {
      for (const other of normals.slice(at + 1)) {
        if (axes.length >= MOST_AXES) return axes.slice(0, MOST_AXES);
        if (dot(one, other) > -0.999) addNew(axes, unit(add(one, other)), true);
      }
    }
  }
  return axes.slice(0, MOST_AXES);
}

/** @param {Vector[]} list @param {Vector} direction @param {boolean} [orOpposite] */
function addNew(list, direction, orOpposite = false) {
  const isSame = (/** @type {Vector} */ other) => {
    const along = dot(other, direction);
    return (orOpposite ? Math.abs(along) : along) > 0.999;
  };
  if (!list.some(isSame)) list.push(direction);
}

/**
 * The layers of an axis, without the whole body.
 * @param {Facelet[]} facelets @param {Vector} axis
 * @returns {Layer[]}
 */
function layersOf(facelets, axis) {
  const spans = facelets.map(({ corners }) => {
    const depths = corners.map((corner) => dot(corner, axis));
    return { least: Math.min(...depths), most: Math.max(...depths) };
  });
  const cuts = distinct(spans.flatMap(({ least, most }) => [least, most])).filter((cut) =>
    spans.every(({ least, most }) => most < cut + NEAR || least > cut - NEAR),
  );
  if (cuts.length > MOST_CUTS) return [];
  const layers = cuts.flatMap((from, at) => cuts.slice(at + 1).map((to) => ({ from, to })));
  return layers
    .filter(({ from, to }) => from > cuts[0] || to < cuts[cuts.length - 1])
    .map(({ from, to }) => {
      const inside = spans.map(({ least, most }) => least > from - NEAR && most < to + NEAR);
      return { axis, centre: MIDDLE, from, to, inside };
    })
    .filter(({ inside }) => inside.some(Boolean));
}

/** @param {number[]} numbers */
function distinct(numbers) {
  /** @type {number[]} */
  const found = [];
  for (const number of numbers.sort((a, b) => a - b)) {
    if (!found.length || number - found[found.length - 1] > NEAR) found.push(number);
  }
  return found;
}

/**
 * The outline of a layer's cut at a depth: the corners of facelets that lie there, in turns around the axis.
 * @param {Facelet[]} facelets @param {Layer} layer @param {number} depth
 */
export function outlineAt(facelets, { axis, inside }, depth) {
  const corners = facelets.flatMap(({ corners }, at) => (inside[at] ? corners : []));
  const cut = corners.filter((corner) => Math.abs(dot(corner, axis) - depth) < NEAR);
  if (cut.length < 3) return [];
  const centre = middle(cut);
  const right = unit(add(cut[0], centre, -1));
  const up = cross(axis, right);
  const angle = (/** @type {Vector} */ corner) => {
    const from = add(corner, centre, -1);
    return Math.atan2(dot(from, up), dot(from, right));
  };
  return cut.sort((a, b) => angle(a) - angle(b));
}
