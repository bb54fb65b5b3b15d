// @ts-check
/** A small picture of a position, which cannot be played in. */

import { s } from "../dom.js";
import { lookOf } from "./index.js";

/**
 * @param {string} name the look
 * @param {import("../game.js").Square[][]} picture @param {import("../game.js").Drawing | null} drawing
 * @param {import("../game.js").Square[][] | null} goal where the pieces belong, if that can be drawn
 * @param {Record<string, string>} attributes of the picture
 */
export function smallPicture(name, picture, drawing, goal, attributes) {
  const svg = s("svg", attributes);
  const look = new (lookOf(name))(svg, picture, drawing);
  look.goal = goal;
  look.showHome();
  for (const hit of svg.querySelectorAll(".hits")) hit.remove();
  return svg;
}
