// @ts-check
/** The looks by the names that the server gives them, and small pictures in them. */

import { s } from "../dom.js";
import { Body } from "./body/body.js";
import { Cubes } from "./cubes.js";
import { Ring } from "./ring.js";
import { Squares } from "./squares.js";
import { Stack } from "./stack.js";

/** @typedef {typeof import("./look.js").Look | typeof Body} LookClass */

/** @type {Record<string, LookClass>} */
const LOOKS = { squares: Squares, stack: Stack, ring: Ring, cubes: Cubes, facelets: Body };

/** The look of that name; one that is not known is drawn as squares. @param {string} name */
export const lookOf = (name) => LOOKS[name] ?? Squares;

/**
 * A small picture of a position, which cannot be played in.
 * @param {string} name the look
 * @param {import("../game.js").Square[][]} picture @param {import("../game.js").Drawing | null} drawing
 * @param {import("../game.js").Square[][] | null} goal where the pieces belong, if that can be drawn
 * @param {Record<string, string>} attributes of the picture
 * @param {import("./look.js").Hint[]} [hints] moves that are drawn as arrows
 */
export function smallPicture(name, picture, drawing, goal, attributes, hints = []) {
  const svg = s("svg", attributes);
  const look = new (lookOf(name))(svg, picture, drawing);
  look.goal = goal;
  look.showHome();
  look.hint(hints);
  for (const hit of svg.querySelectorAll(".hits")) hit.remove();
  return svg;
}
