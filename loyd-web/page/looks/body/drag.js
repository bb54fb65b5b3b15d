// @ts-check
/** The layer that a drag on a facelet turns, and the moves of the drag. Pure functions. */

import { add, apply, dot, rotation } from "./space.js";

/**
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./turns.js").Facelet} Facelet
 * @typedef {import("./turns.js").Layer} Layer
 * @typedef {import("./turns.js").Turn} Turn
 * @typedef {{name: string, turn: Turn}} NamedTurn a move, and the turn that it makes
 * @typedef {{name: string, angle: number}} LayerMove
 * @typedef {{layer: Layer, moves: LayerMove[], along: [number, number]}} Pull a layer with its moves, and the way of the
 *   facelet on the drawing, in units of the drawing for each radian
 */

/** The greatest cosine between the axis of a layer and the side that is dragged: a drag turns no side around itself. */
const ACROSS = 0.95;
/** The least cosine between a drag and the way of the facelet. */
const LIKE = 0.5;
/** Ways with cosines that differ by no more are equally good, and the smallest layer turns. */
const AS_GOOD = 0.1;
/** The least way of a facelet for each radian. Nearer to the axis, a drag tells no angle. */
const LEAST = 8;
/** The part of a turn from which on a released layer finishes it. */
const ENOUGH = 0.4;
/** The most moves of one drag, all around a ring. */
const MOST_MOVES = 24;
const SMALL = 0.01;

/**
 * The layer that a drag of a facelet turns; null if no layer goes that way.
 * @param {Facelet} facelet @param {number} at its index
 * @param {NamedTurn[]} turns
 * @param {[number, number]} way of the drag, on the drawing
 * @param {(place: Vector) => [number, number]} seen where a point is on the drawing
 * @returns {Pull | null}
 */
export function pullOf({ middle, normal, corners }, at, turns, [right, down], seen) {
  /** @type {Map<Layer, LayerMove[]>} */
  const moves = new Map();
  for (const { name, turn } of turns) {
    const { layer, angle } = turn;
    const isAcross = corners.length === 1 || Math.abs(dot(layer.axis, normal)) < ACROSS;
    if (layer.inside[at] && isAcross) moves.set(layer, [...(moves.get(layer) ?? []), { name, angle }]);
  }
  const [x, y] = seen(middle);
  const pulls = [...moves].flatMap(([layer, moves]) => {
    const turned = add(layer.centre, apply(rotation(layer.axis, SMALL), add(middle, layer.centre, -1)));
    const [u, v] = seen(turned);
    const along = /** @type {[number, number]} */ ([(u - x) / SMALL, (v - y) / SMALL]);
    const length = Math.hypot(...along);
    const likeness = Math.abs(right * along[0] + down * along[1]) / (length * Math.hypot(right, down) || 1);
    return length > LEAST && likeness > LIKE ? [{ layer, moves, along, likeness }] : [];
  });
  const best = Math.max(...pulls.map(({ likeness }) => likeness));
  const size = (/** @type {Pull} */ { layer }) => layer.inside.filter(Boolean).length;
  const good = pulls.filter(({ likeness }) => likeness > best - AS_GOOD);
  return good.sort((a, b) => size(a) - size(b) || b.likeness - a.likeness)[0] ?? null;
}

/** The angle of a layer after a drag, half a turn at most. @param {Pull} pull @param {number} right @param {number} down */
export function angleOf({ along: [x, y] }, right, down) {
  const angle = (right * x + down * y) / (x * x + y * y);
  return Math.max(-Math.PI, Math.min(Math.PI, angle));
}

/**
 * The moves that a layer makes when it is released at an angle: none if it is hardly turned, more than one if no move
 * turns it as far.
 * @param {LayerMove[]} moves @param {number} angle
 */
export function released(moves, angle) {
  const step = Math.min(...moves.map(({ angle }) => Math.abs(angle)));
  /** @type {string[]} */
  const names = [];
  let left = angle;
  while (names.length < MOST_MOVES && left * angle > 0 && Math.abs(left) > step * (names.length ? 0.5 + SMALL : ENOUGH)) {
    const after = (/** @type {LayerMove} */ move) => Math.abs(within(left - move.angle));
    const [nearest] = [...moves].sort((a, b) => after(a) - after(b));
    // No move goes that way, as where moves have no inverses.
    if (after(nearest) > Math.abs(left) * (1 / ENOUGH - 1) + SMALL) break;
    names.push(nearest.name);
    left = within(left - nearest.angle);
  }
  return names;
}

/** The same angle, from minus half a turn to half a turn. @param {number} angle */
export function within(angle) {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
