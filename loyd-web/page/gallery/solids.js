// @ts-check
/** Drawings of solid puzzles, seen from a corner, for the gallery. */

import { s } from "../dom.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{corner: Point, across: Point, down: Point}} Face a parallelogram */

/** The colours of facelets, as bodies on the board have them. @type {Record<string, string>} */
const COLOURS = { W: "white", G: "green", R: "red", B: "blue", O: "orange", Y: "yellow" };

const [HALF_WIDTH, QUARTER, EDGE] = [44, 25.5, 51];
/** The top, the front and the right face of a cube. The front is drawn on the left. @type {Face[]} */
const CUBE = [
  { corner: [0, -EDGE], across: [HALF_WIDTH, QUARTER], down: [-HALF_WIDTH, QUARTER] },
  { corner: [-HALF_WIDTH, QUARTER - EDGE], across: [HALF_WIDTH, QUARTER], down: [0, EDGE] },
  { corner: [0, 0], across: [HALF_WIDTH, -QUARTER], down: [0, EDGE] },
];

/**
 * The states of the pictures: the moves that lead to each from the solved state, and then the colours on the faces that
 * are drawn. A cube has white on top, green in front and red on the right; a tetrahedron green in front, blue on the
 * right and yellow below.
 * @type {Record<string, {moves: string, faces: string[]}>}
 */
export const STATES = {
  "2x2x2": { moves: "R' U", faces: ["WWBB", "RRGW", "YBRR"] },
  "3x3x3": { moves: "R' U' F", faces: ["BBBWWWOOB", "GGOGGOWWO", "WGWWRRWRR"] },
  skewb: { moves: "R' B", faces: ["WBOWW", "GGGWW", "BRBGB"] },
  pyraminx: { moves: "R u", faces: ["BGGYGGYYY", "RGBBGGGBB"] },
};

/** @type {Record<string, (faces: string[]) => SVGElement[]>} */
const DRAWINGS = {
  "2x2x2": cube,
  "3x3x3": cube,
  skewb: (faces) => CUBE.flatMap((face, side) => skewbFace(face, faces[side])),
  pyraminx,
};

/** The drawing of a solid puzzle. @param {string} id */
export const solid = (id) => DRAWINGS[id](STATES[id].faces);

/** The stickers of a cube, row by row on each face. @param {string[]} faces */
function cube(faces) {
  return CUBE.flatMap((face, side) => {
    const size = Math.sqrt(faces[side].length);
    return [...faces[side]].map((letter, at) => {
      const [row, column] = [Math.floor(at / size), at % size];
      const corners = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ].map(([x, y]) => on(face, x / size, y / size));
      return sticker(corners, letter);
    });
  });
}

/** A face of a skewb: the square in the middle, and the corners clockwise from the first. @param {Face} face @param {string} letters */
function skewbFace(face, letters) {
  const corners = /** @type {Point[]} */ ([
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
  const middles = corners.map(([x, y], at) => {
    const [u, v] = corners[(at + 1) % 4];
    return on(face, (x + u) / 2, (y + v) / 2);
  });
  return [
    sticker(middles, letters[0]),
    ...corners.map(([x, y], at) => sticker([on(face, x, y), middles[at], middles[(at + 3) % 4]], letters[at + 1])),
  ];
}

/**
 * The front and the right face of a tetrahedron, seen straight on their edge: nine triangles on each, row by row.
 * @param {string[]} faces
 */
function pyraminx(faces) {
  /** @type {Point} */ const top = [0, -48];
  /** @type {Point} */ const front = [0, 48];
  /** @type {[Point, Point, string][]} */
  const sides = [
    [[-50, 27], front, faces[0]],
    [front, [50, 27], faces[1]],
  ];
  return sides.flatMap(([left, right, letters]) => {
    /** @param {number} row @param {number} column @returns {Point} */
    const at = (row, column) => {
      const [down, across] = [row / 3, row ? column / row : 0];
      const end = (/** @type {0 | 1} */ axis) => left[axis] + (right[axis] - left[axis]) * across;
      return [top[0] + (end(0) - top[0]) * down, top[1] + (end(1) - top[1]) * down];
    };
    const triangles = [0, 1, 2].flatMap((row) =>
      Array.from({ length: 2 * row + 1 }, (_, number) => {
        const column = Math.floor(number / 2);
        return number % 2
          ? [at(row, column), at(row, column + 1), at(row + 1, column + 1)]
          : [at(row, column), at(row + 1, column), at(row + 1, column + 1)];
      }),
    );
    return triangles.map((corners, number) => sticker(corners, letters[number]));
  });
}

/** @param {Face} face @param {number} x @param {number} y @returns {Point} */
const on = ({ corner, across, down }, x, y) => [
  corner[0] + across[0] * x + down[0] * y,
  corner[1] + across[1] * x + down[1] * y,
];

/** @param {Point[]} corners @param {string} letter */
const sticker = (corners, letter) =>
  s("polygon", {
    class: `sticker colour-${COLOURS[letter]}`,
    points: corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
  });
