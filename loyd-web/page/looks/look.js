// @ts-check
/**
 * The base of all looks: layers, pieces that glide, marks and arrows. A look defines the places of squares and the
 * drawing of pieces.
 */

import { s } from "../dom.js";
import { differences, glides, places, squareAt } from "../glides.js";
import { arrow } from "./arrows.js";

/**
 * @typedef {import("../game.js").Square} Square
 * @typedef {import("../glides.js").Place} Place
 * @typedef {import("../glides.js").Glide} Glide
 * @typedef {{name: string, picture: Square[][], pointed_at: Place | null}} Hint a move, and the picture after it
 */

export class Look {
  /** @type {Square[][]} */
  picture = [];
  /** @type {Square[][] | null} The goal, where it can be drawn. */
  goal = null;
  /** @type {Map<string, SVGGElement>} The pieces by their places. */
  #pieces = new Map();
  #layers = Object.fromEntries(
    ["ground", "pieces", "marks", "arrows", "hits"].map((name) => [name, s("g", { class: name })]),
  );

  /** Whether the view can be turned. */
  spins = false;

  /** @param {SVGSVGElement} svg @param {Square[][]} picture @param {import("../game.js").Drawing | null} [drawing] */
  constructor(svg, picture, drawing = null) {
    this.svg = svg;
    this.picture = picture;
    this.orientations = drawing?.orientations;
    svg.replaceChildren(...Object.values(this.#layers));
    svg.setAttribute("viewBox", this.viewBox().join(" "));
    this.#layers.ground.replaceChildren(...this.ground());
    this.#layers.hits.replaceChildren(
      ...places(picture).map((place) => {
        const hit = this.outline(place);
        hit.setAttribute("class", "hit");
        hit.dataset.place = place.join();
        return hit;
      }),
    );
    for (const place of places(picture)) this.#add(place);
  }

  /**
   * The picture of a goal that is not written like a position, where the look can read it.
   * @param {string} _text
   * @returns {Square[][] | null}
   */
  static goalPicture(_text) {
    return null;
  }

  /** Left, top, width and height of the drawing. @returns {number[]} */
  viewBox() {
    return [0, 0, 100, 100];
  }

  /** What lies below the pieces. @returns {SVGElement[]} */
  ground() {
    return [];
  }

  /** The middle of a place. @param {Place} _place @returns {[number, number]} */
  middle(_place) {
    return [0, 0];
  }

  /** How a piece gets to its place, as a CSS transform. @param {Place} place @param {SVGGElement} _piece */
  transform(place, _piece) {
    const [x, y] = this.middle(place);
    return `translate(${x}px, ${y}px)`;
  }

  /** The outline of a place. @param {Place} _place @returns {SVGElement} */
  outline(_place) {
    return s("rect");
  }

  /**
   * Draws a piece around (0, 0).
   * @param {NonNullable<Square>} _square
   * @param {Place} _place
   * @returns {SVGElement[]}
   */
  shape(_square, _place) {
    return [];
  }

  /**
   * Draws the arrows of moves. For a move that moves no piece, its squares are marked.
   * @param {Hint[]} moves
   * @returns {SVGElement[]}
   */
  hints(moves) {
    return moves.flatMap(({ picture, pointed_at }) => {
      const moved = glides(this.picture, picture);
      const isFull = moved.every(({ to }) => squareAt(this.picture, to)?.kind === "piece");
      const middles = moved.map(({ from }) => this.middle(from));
      const centre = [0, 1].map((axis) => middles.reduce((sum, at) => sum + at[axis], 0) / middles.length);
      if (moved.length)
        return moved.map(({ from, to }) => arrow(this.middle(from), this.middle(to), isFull ? centre : null));
      return (pointed_at ? [pointed_at] : differences(this.picture, picture)).map((place) => {
        const outline = this.outline(place);
        outline.setAttribute("class", "arrow mark selected");
        return outline;
      });
    });
  }

  /** Whether a picture is of the same board. @param {Square[][]} picture */
  fits(picture) {
    const shape = (/** @type {Square[][]} */ of) =>
      of.map((row) => row.map((square) => (square ? (square.kind === "wall" ? "#" : "1") : "0")).join("")).join("/");
    return shape(picture) === shape(this.picture);
  }

  /** Draws another picture; what lies elsewhere now glides there. @param {Square[][]} picture */
  draw(picture) {
    const before = this.picture;
    const moved = glides(before, picture);
    const changed = differences(before, picture);
    this.picture = picture;
    const taken = moved.map(({ from }) => this.#take(from));
    for (const place of changed) {
      // A piece that turns where it lies stays.
      const [was, is] = [before, picture].map((of) => squareAt(of, place));
      if (was && is && this.drawnText(was, place) === this.drawnText(is, place) && was.kind === is.kind) {
        const piece = this.#take(place);
        if (piece) this.#put(piece, place);
      } else this.#take(place)?.remove();
    }
    moved.forEach(({ to }, number) => {
      const piece = taken[number];
      if (piece) this.#put(piece, to);
    });
    for (const place of changed) if (!this.#pieces.has(place.join())) this.#add(place);
    this.showHome();
    this.hint([]);
    this.mark([]);
  }

  /** The text of a square that its shape depends on. @param {NonNullable<Square>} square @param {Place} _place */
  drawnText({ text }, _place) {
    return text;
  }

  /** Marks the pieces that are in their places of the goal. */
  showHome() {
    for (const [key, piece] of this.#pieces) {
      const place = /** @type {Place} */ (key.split(",").map(Number));
      piece.classList.toggle("home", !!this.goal && this.isHome(place));
    }
  }

  /** @param {Place} place */
  isHome(place) {
    const [is, wanted] = [squareAt(this.picture, place), squareAt(this.goal ?? [], place)];
    return is?.kind === "piece" && is.text === wanted?.text;
  }

  /**
   * Moves the piece of a place along a part of its glide during a drag; the part 0 takes it back.
   * @param {Glide} glide
   * @param {number} part
   */
  drag({ from, to, enters }, part) {
    const piece = this.#pieces.get(from.join());
    if (!piece) return;
    let [[x, y], [u, v]] = [this.middle(from), this.middle(to)];
    piece.classList.toggle("dragged", part > 0);
    // A piece that leaves the board fades, and comes in at the other end.
    piece.style.opacity = enters && part > 0 ? String(Math.abs(1 - 2 * part)) : "";
    if (enters && part > 0.5) {
      const [s, t] = this.middle(enters);
      [x, y, u, v] = [s - (u - x), t - (v - y), s, t];
    }
    piece.style.transform =
      part > 0 ? `translate(${x + (u - x) * part}px, ${y + (v - y) * part}px)` : this.transform(from, piece);
  }

  /** Turns the view by a step, where it can be turned. @param {number} _right @param {number} _down */
  swing(_right, _down) {}

  /** Shows the first view again. */
  resetView() {}

  /** Draws the hidden sides, too, where there are any. */
  showBehind() {}

  /** Marks places. @param {{place: Place, as: string}[]} marks */
  mark(marks) {
    this.#layers.marks.replaceChildren(
      ...marks.map(({ place, as }) => {
        const outline = this.outline(place);
        outline.setAttribute("class", `mark ${as}`);
        return outline;
      }),
    );
  }

  /** Shows moves as arrows. @param {Hint[]} moves */
  hint(moves) {
    this.#layers.arrows.replaceChildren(...this.hints(moves));
  }

  /** @param {Place} place */
  #add(place) {
    const square = squareAt(this.picture, place);
    if (!square || square.kind === "empty") return;
    const piece = s("g", { class: `piece ${square.kind}` });
    piece.classList.toggle("new", square.kind === "piece");
    this.#layers.pieces.append(piece);
    this.#put(piece, place);
  }

  /** @param {Place} place */
  #take(place) {
    const piece = this.#pieces.get(place.join());
    this.#pieces.delete(place.join());
    return piece;
  }

  /** @param {SVGGElement} piece @param {Place} place */
  #put(piece, place) {
    const square = /** @type {NonNullable<Square>} */ (squareAt(this.picture, place));
    const text = this.drawnText(square, place);
    if (piece.dataset.text !== text || !piece.childNodes.length) {
      piece.replaceChildren(...this.shape(square, place));
      piece.dataset.text = text;
    }
    piece.classList.remove("dragged");
    piece.style.opacity = "";
    piece.style.transform = this.transform(place, piece);
    this.#pieces.set(place.join(), piece);
  }
}

/**
 * A text in the middle, small enough for its length.
 * @param {string} text
 * @param {number} size
 * @param {number} [width]
 */
export function label(text, size, width = size * 1.5) {
  const ems = [...text].reduce((sum, sign) => sum + emsOf(sign), 0);
  const fitting = Math.min(size, width / Math.max(0.6, ems));
  return s("text", { "font-size": fitting.toFixed(1), y: (fitting * 0.36).toFixed(1), "text-anchor": "middle" }, text);
}

/** The width of a heavy letter: capitals are wider than digits, and Chinese characters are square. @param {string} sign */
const emsOf = (sign) => (sign > "\u2e7f" || "MWmw".includes(sign) ? 1.05 : /\p{Lu}/u.test(sign) ? 0.8 : 0.6);
