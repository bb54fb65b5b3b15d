// @ts-check
/** Squares in the rows of the picture. */

import { s } from "../dom.js";
import { places, squareAt } from "../glides.js";
import { Look, label } from "./look.js";
import { turnedOf } from "./turned.js";

/** @typedef {import("../glides.js").Place} Place */

export const UNIT = 100;
const MARGIN = 12;
export const HALF = 46;
/** The mark at the top of a tile that turns. */
const NOTCH = `M-9,${-HALF} h18 l-9,10 z`;

export class Squares extends Look {
  viewBox() {
    const [rows, columns] = [this.picture.length, Math.max(...this.picture.map((row) => row.length))];
    return [-MARGIN, -MARGIN, columns * UNIT + 2 * MARGIN, rows * UNIT + 2 * MARGIN];
  }

  /**
   * One well for each cell; they touch, so that they look like one tray with a rim. On a board with walls nothing
   * slides, so each cell is drawn by itself.
   */
  ground() {
    const cell = (/** @type {string} */ name) =>
      places(this.picture).map(([row, column]) =>
        s("rect", { class: name, x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT }),
      );
    const walled = this.picture.flat().some((square) => square?.kind === "wall");
    return [...cell("rim"), ...cell("well"), ...(walled ? cell("floor") : [])];
  }

  /** @param {Place} place @returns {[number, number]} */
  middle([row, column]) {
    return [column * UNIT + UNIT / 2, row * UNIT + UNIT / 2];
  }

  /** @param {Place} place */
  outline(place) {
    const [x, y] = this.middle(place);
    return s("rect", { x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 12 });
  }

  /** @param {NonNullable<import("../game.js").Square>} square @param {Place} place */
  drawnText(square, place) {
    return turnedOf(square, place, this.orientations)?.label ?? square.text;
  }

  /**
   * The label turns the shorter way round, and clockwise for a half turn.
   * @param {Place} place @param {SVGGElement} piece
   */
  transform(place, piece) {
    const face = /** @type {SVGElement | null} */ (piece.querySelector(".turned"));
    const square = squareAt(this.picture, place);
    const turned = face && square && turnedOf(square, place, this.orientations);
    if (turned) {
      const before = Number(face.dataset.angle ?? turned.angle);
      const angle = before + 180 - ((((before - turned.angle) % 360) + 540) % 360);
      face.dataset.angle = String(angle);
      face.style.transform = `rotate(${angle}deg)`;
    }
    return super.transform(place, piece);
  }

  /** @param {NonNullable<import("../game.js").Square>} square @param {Place} place */
  shape(square, place) {
    const { kind, text } = square;
    const body = s("rect", { class: "body", x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 12 });
    if (text === "*")
      return [s("rect", { class: "lit", x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 12 }), lamp()];
    if (text === "+")
      return [
        s("rect", { class: "lit", x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 12 }),
        s("circle", { class: "glow", r: 6 }),
      ];
    if (kind === "wall" && !text) return [body];
    const turned = turnedOf(square, place, this.orientations);
    if (turned) {
      const face = s("g", { class: "turned" }, s("path", { class: "notch", d: NOTCH }), label(turned.label, 42, 62));
      return [body, face];
    }
    const [, piece = text, turns = ""] = /^(.+)(\+\d+)$/.exec(text) ?? [];
    if (!turns) return [body, label(text, 42, 80)];
    return [body, s("g", { transform: "translate(0 -10)" }, label(piece, 42, 80)), corner(turns)];
  }

  /** A tile of the piece's own row and column shows that it has come home. @param {Place} place */
  isHome(place) {
    return super.isHome(place) && squareAt(this.picture, place)?.text !== "+";
  }
}

/** The turns of a piece, small in the lower right corner. @param {string} turns */
const corner = (turns) => s("text", { "font-size": 21, x: HALF - 8, y: HALF - 11, "text-anchor": "end" }, turns);

function lamp() {
  const rays = Array.from({ length: 8 }, (_, number) => {
    const angle = (number * Math.PI) / 4;
    return `M${Math.cos(angle) * 24},${Math.sin(angle) * 24} L${Math.cos(angle) * 33},${Math.sin(angle) * 33}`;
  });
  return s("g", { class: "lamp" }, s("circle", { r: 16 }), s("path", { d: rays.join(" ") }));
}
