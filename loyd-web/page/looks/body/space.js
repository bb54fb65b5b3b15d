// @ts-check
/** Vectors and rotations in space: x to the right, y up, z to the viewer. Pure functions. */

/** @typedef {[number, number, number]} Vector */
/** @typedef {[Vector, Vector, Vector]} Matrix its rows */

/** @type {Matrix} */
export const UPRIGHT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vector} a @param {Vector} b @param {number} [part] of the second @returns {Vector} */
export const add = (a, b, part = 1) => [a[0] + part * b[0], a[1] + part * b[1], a[2] + part * b[2]];

/** @param {Vector} a @param {number} factor @returns {Vector} */
export const scaled = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @param {Vector} a */
export const unit = (a) => scaled(a, 1 / (Math.hypot(...a) || 1));

/** @param {Vector} a @param {Vector} b */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The middle of points. @param {Vector[]} points */
export const middle = (points) =>
  scaled(
    points.reduce((sum, point) => add(sum, point), /** @type {Vector} */ ([0, 0, 0])),
    1 / points.length,
  );

/** @param {Matrix} matrix @param {Vector} a @returns {Vector} */
export const apply = (matrix, a) => [dot(matrix[0], a), dot(matrix[1], a), dot(matrix[2], a)];

/** The rotation that makes the second and then the first. @param {Matrix} a @param {Matrix} b @returns {Matrix} */
export function product(a, b) {
  const columns = [0, 1, 2].map((at) => /** @type {Vector} */ ([b[0][at], b[1][at], b[2][at]]));
  const row = (/** @type {Vector} */ of) => /** @type {Vector} */ (columns.map((column) => dot(of, column)));
  return [row(a[0]), row(a[1]), row(a[2])];
}

/**
 * A rotation around an axis of length 1, by an angle in radians.
 * @param {Vector} axis @param {number} angle
 * @returns {Matrix}
 */
export function rotation([x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  return [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
}

/** Two directions across an axis. @param {Vector} axis @returns {[Vector, Vector]} */
export function across(axis) {
  const other = /** @type {Vector} */ (Math.abs(axis[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0]);
  const first = unit(cross(axis, other));
  return [first, cross(axis, first)];
}
