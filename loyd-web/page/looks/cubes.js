// @ts-check
/** Cubes on squares, each with the letter of its top colour and below it the letter of its front colour. */

import { s } from "../dom.js";
import { label } from "./look.js";
import { HALF, Squares } from "./squares.js";

const FRONT = 30;

export class Cubes extends Squares {
  /** Rows of the letters that are wanted on top, E for the blank. @param {string} text */
  static goalPicture(text) {
    if (!/^[A-Z]+(\/[A-Z]+)*$/.test(text)) return null;
    return text
      .split("/")
      .map((row) =>
        [...row].map(
          (letter) =>
            /** @type {import("../game.js").Square} */ (
              letter === "E" ? { kind: "empty", text: "" } : { kind: "piece", text: letter }
            ),
        ),
      );
  }

  /** @param {{kind: string, text: string}} square */
  shape({ text }) {
    const [top, front] = [...text];
    const height = front ? 2 * HALF - FRONT : 2 * HALF;
    const face = (
      /** @type {string} */ letter,
      /** @type {number} */ y,
      /** @type {number} */ tall,
      /** @type {number} */ size,
    ) =>
      s(
        "g",
        { class: `face face-${letter}` },
        s("rect", { x: -HALF, y, width: 2 * HALF, height: tall, rx: 8 }),
        s("g", { transform: `translate(0 ${y + tall / 2})` }, label(letter, size)),
      );
    const faces = [face(top, -HALF, height, 36)];
    if (front) faces.push(s("g", { class: "front" }, face(front, HALF - FRONT, FRONT, 20)));
    return faces;
  }

  /** What counts is the colour on top. @param {import("../glides.js").Place} place */
  isHome([row, column]) {
    const [is, wanted] = [this.picture[row]?.[column], this.goal?.[row]?.[column]];
    return is?.kind === "piece" && is.text[0] === wanted?.text[0];
  }
}
