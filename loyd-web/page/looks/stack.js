// @ts-check
/** A stack of pancakes, each as wide as its number. The picture is one row, from top to bottom. */

import { s } from "../dom.js";
import { differences } from "../glides.js";
import { head, path } from "./arrows.js";
import { Look, label } from "./look.js";

/** @typedef {import("../glides.js").Place} Place */

const WIDTH = 420;
const GAP = 5;
/** The room for brackets on the right, and as much on the left, so that the stack is in the middle. */
const BESIDE = 72;
const SIDE = 20;
/** The size of the smallest number that is legible on a phone. */
const LEGIBLE = 12;

export class Stack extends Look {
  get count() {
    return this.picture[0].length;
  }

  /** The height of a pancake with the gap below it. A stack of many is about as high as the board is wide. */
  get height() {
    const many = Math.min(22, Math.max(9, 630 / this.count));
    return Math.min(56, Math.max(many, 460 / this.count));
  }

  get widest() {
    return Math.max(...this.picture[0].map((square) => Number(square?.text) || 1));
  }

  viewBox() {
    return [-WIDTH / 2 - BESIDE, -12, WIDTH + 2 * BESIDE, this.count * this.height + 44];
  }

  ground() {
    const bottom = this.count * this.height;
    return [s("rect", { class: "plate", x: -WIDTH / 2 - 8, y: bottom + 4, width: WIDTH + 16, height: 12, rx: 6 })];
  }

  /** @param {Place} place @returns {[number, number]} */
  middle([, column]) {
    return [0, (column + 0.5) * this.height];
  }

  /** @param {Place} place */
  outline([, column]) {
    return s("rect", { x: -WIDTH / 2 - 6, y: column * this.height, width: WIDTH + 12, height: this.height, rx: 8 });
  }

  /** @param {{text: string}} square */
  shape({ text }) {
    const width = 56 + ((WIDTH - 56) * (Number(text) || 1)) / this.widest;
    const tall = this.height - Math.min(GAP, this.height / 5);
    const size = Math.min(30, tall * 0.75);
    return [
      s("rect", { class: "body", x: -width / 2, y: -tall / 2, width, height: tall, rx: Math.min(tall / 2, 22) }),
      ...(size < LEGIBLE ? [] : [label(text, size)]),
    ];
  }

  /**
   * Draws for each move a bracket beside the pancakes that it turns over.
   * @param {import("./look.js").Hint[]} moves
   */
  hints(moves) {
    return moves.map(({ picture }, number) => {
      const last = Math.max(...differences(this.picture, picture).map(([, column]) => column));
      const x = WIDTH / 2 + 10 + (number % 3) * SIDE;
      const [top, bottom] = [this.height * 0.3, (last + 0.7) * this.height];
      const bend = `M${x},${top} C${x + SIDE},${top} ${x + SIDE},${bottom} ${x + 14},${bottom}`;
      return path(bend, head(x, bottom, -1, 0));
    });
  }
}
