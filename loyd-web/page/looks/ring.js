// @ts-check
/** Pieces on a ring. The picture is one row, clockwise from the first place, which is on top. */

import { s } from "../dom.js";
import { differences } from "../glides.js";
import { head, path } from "./arrows.js";
import { Look, label } from "./look.js";

/** @typedef {import("../glides.js").Place} Place */

const RADIUS = 200;

export class Ring extends Look {
  get count() {
    return this.picture[0].length;
  }

  /** The angle from one place to the next. */
  get step() {
    return 360 / this.count;
  }

  /** The radius of a piece. */
  get size() {
    return Math.min(46, RADIUS * Math.sin(Math.PI / Math.max(5, this.count)) * 0.92);
  }

  viewBox() {
    const half = RADIUS + this.size + 34;
    return [-half, -half, 2 * half, 2 * half];
  }

  /** The groove, and the numbers of the places, which name the moves. */
  ground() {
    const numbers = this.picture[0].map((_, column) => {
      const [x, y] = this.point(column, RADIUS - this.size - 18);
      return s(
        "g",
        { class: "number", transform: `translate(${x} ${y})` },
        label(String(column + 1), Math.min(20, this.size * 0.7)),
      );
    });
    return [s("circle", { class: "groove", r: RADIUS, "stroke-width": 2 * this.size + 12 }), ...numbers];
  }

  /** A point of the ray through a place. @param {number} column @param {number} radius @returns {[number, number]} */
  point(column, radius) {
    const angle = (column * this.step * Math.PI) / 180;
    return [Math.sin(angle) * radius, -Math.cos(angle) * radius];
  }

  /** @param {Place} place @returns {[number, number]} */
  middle([, column]) {
    return this.point(column, RADIUS);
  }

  /** Along the ring, the shorter way round. @param {Place} place @param {SVGGElement} piece */
  transform([, column], piece) {
    const before = Number(piece.dataset.angle ?? column * this.step);
    const turn = ((((column * this.step - before) % 360) + 540) % 360) - 180;
    piece.dataset.angle = String(before + turn);
    return `rotate(${before + turn}deg) translate(0px, ${-RADIUS}px) rotate(${-before - turn}deg)`;
  }

  /** @param {Place} place */
  outline(place) {
    const [cx, cy] = this.middle(place);
    return s("circle", { cx, cy, r: this.size });
  }

  /** @param {{text: string}} square */
  shape({ text }) {
    return [s("circle", { class: "body", r: this.size }), label(text, this.size * 0.9)];
  }

  /** An arc outside the places that a move reverses. @param {import("./look.js").Hint[]} moves */
  hints(moves) {
    return moves.map(({ picture }, number) => {
      const [first, last] = this.span(differences(this.picture, picture).map(([, column]) => column));
      const radius = RADIUS + this.size + 12 + (number % 2) * 12;
      const [[x, y], [u, v]] = [this.point(first, radius), this.point(last, radius)];
      const large = (last - first) * this.step > 180 ? 1 : 0;
      const along = (/** @type {number} */ column, /** @type {1 | -1} */ way) => {
        const angle = (column * this.step * Math.PI) / 180;
        return /** @type {[number, number]} */ ([Math.cos(angle) * way, Math.sin(angle) * way]);
      };
      const arc = `M${x},${y} A${radius},${radius} 0 ${large} 1 ${u},${v}`;
      return path(arc, `${head(x, y, ...along(first, -1))} ${head(u, v, ...along(last, 1))}`);
    });
  }

  /**
   * The first and the last place of the shortest run of places that contains the given places. The run may go past the
   * last place of the ring.
   * @param {number[]} columns
   */
  span(columns) {
    const sorted = [...columns].sort((a, b) => a - b);
    let [first, last, widest] = [sorted[0], sorted[sorted.length - 1], -1];
    sorted.forEach((column, at) => {
      const next = at + 1 < sorted.length ? sorted[at + 1] : sorted[0] + this.count;
      if (next - column > widest) {
        widest = next - column;
        first = next % this.count;
        last = column < first ? column + this.count : column;
      }
    });
    return [first, last];
  }
}
