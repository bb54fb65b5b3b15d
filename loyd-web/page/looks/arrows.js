// @ts-check
/** Arrows that are drawn over a board. */

import { s } from "../dom.js";

const HEAD = 15;

/** The distance of an arrow from the middles of two pieces, whose labels it must not cover. */
const BESIDE = 32;

/**
 * A straight arrow between two middles, kept off both: beside them, on the side away from a centre, if one is given.
 * @param {[number, number]} from @param {[number, number]} to @param {number[] | null} [centre]
 */
export function arrow([x, y], [u, v], centre = null) {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  if (centre) {
    const side = ((x + u) / 2 - centre[0]) * dy - ((y + v) / 2 - centre[1]) * dx < 0 ? -BESIDE : BESIDE;
    [x, y] = [x + dy * side, y - dx * side];
  }
  const [start, end] = [Math.min(30, length / 4), length - Math.min(16, length / 6)];
  return path(
    `M${x + dx * start},${y + dy * start} L${x + dx * (end - HEAD)},${y + dy * (end - HEAD)}`,
    head(x + dx * end, y + dy * end, dx, dy),
  );
}

/** A line with a head at a point, seen against any ground. @param {string} line @param {string} tip */
export function path(line, tip) {
  return s(
    "g",
    { class: "arrow" },
    s("path", { class: "halo", d: `${line} ${tip}` }),
    s("path", { class: "line", d: line }),
    s("path", { class: "tip", d: tip }),
  );
}

/**
 * The head of an arrow with its tip here, in that direction.
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 */
export function head(x, y, dx, dy) {
  const [bx, by] = [x - dx * HEAD * 1.3, y - dy * HEAD * 1.3];
  const [px, py] = [-dy * HEAD * 0.85, dx * HEAD * 0.85];
  return `M${x},${y} L${bx + px},${by + py} L${bx - px},${by - py} Z`;
}
