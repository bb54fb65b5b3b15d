// @ts-check
/**
 * A body made of coloured facelets, as the server's `drawing` describes it. It turns by moves, and the view of it can
 * be turned, too. A body whose facelets lie in one plane is drawn as seen from the front.
 */

import { s } from "../../dom.js";
import { squareAt } from "../../glides.js";
import { head, path } from "../arrows.js";
import { label } from "../look.js";
import { Brush } from "./brush.js";
import { ballOf, faceletsOf, shownBy } from "./facelets.js";
import { firstView, isPlane } from "./firstview.js";
import { angleOf, pullOf, released, within } from "./drag.js";
import { hiddenBy, paintingOrder } from "./order.js";
import { across, add, apply, distance, dot, product, rotation, scaled, unit } from "./space.js";
import { outlineAt, turnBetween, turnsOf } from "./turns.js";

/**
 * @typedef {import("../../game.js").Square} Square
 * @typedef {import("../../game.js").Drawing} Drawing
 * @typedef {import("../../glides.js").Place} Place
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./space.js").Matrix} Matrix
 * @typedef {import("./turns.js").Facelet} Facelet
 * @typedef {import("./turns.js").Turn} Turn
 * @typedef {import("./turns.js").Layer} Layer
 * @typedef {import("./drag.js").Pull} Pull
 * @typedef {{matrix: Matrix, shift: Vector}} Motion a rotation and then a shift
 */

/** The radius of the drawing, and the distance of the eye from the middle of a body of radius 1. */
const RADIUS = 200;
const EYE = /** @type {Vector} */ ([0, 0, 7]);
const MARGIN = 1.09;
/** Milliseconds of a quarter of a turn and of larger turns; a smaller turn takes a part of them. */
const SLOW = 150;
/** Where the picture from behind stands: away from the body in every view. The width that it adds. */
const BEHIND = "translate(244 -138) scale(0.31)";
const BESIDE = 92;
const MOST_HINTS = 4;
/** A step of the view, in units of the drawing: an eighth of a turn, and its frames. */
const STEP = (RADIUS * Math.PI) / 4;
const FRAMES = 10;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {{key: string, turns: Turn[]}} The turns of the body that was drawn last. */
let known = { key: "", turns: [] };

export class Body {
  /** @type {Square[][]} */
  picture = [];
  /** @type {Square[][] | null} The goal, where it can be drawn. */
  goal = null;
  /** @type {Matrix} */
  #firstView;
  /** @type {Matrix} */
  #view;
  /** @type {import("../look.js").Hint[]} */
  #hints = [];
  /** @type {Square[][]} The picture that is painted. `picture` is ahead of it while turns wait. */
  #drawn = [];
  /** @type {Square[][][]} The pictures whose turns wait for the turn that runs. */
  #waiting = [];
  /** @type {{layer: Layer, angle: number} | null} A layer that is turned out of its place in the painted picture. */
  #turned = null;
  /** The frame in which the turned layer goes on to its place; 0: it does not go by itself. */
  #frame = 0;
  /** @type {Pull | null} The layer that a drag turns. */
  #pull = null;
  /** The number of pictures to come of a drag that has ended. */
  #expected = 0;
  /** The radius of balls. */
  #ball = 0;
  #changesShape = false;
  /** @type {boolean[][] | null} Which facelets are painted before which, if the body changes its shape. */
  #hidden = null;
  #arrows = s("g", { class: "arrows" });
  #brush = new Brush(s("g", { class: "facelets" }));
  /** @type {Brush | null} Draws the body as it is seen from behind. */
  #behind = null;

  /** @param {SVGSVGElement} svg @param {Square[][]} picture @param {Drawing | null} [drawing] */
  constructor(svg, picture, drawing = null) {
    this.drawing = /** @type {Drawing} */ (drawing);
    this.picture = this.#drawn = picture;
    this.facelets = faceletsOf(this.drawing);
    this.#ball = ballOf(this.facelets);
    /** Whether the facelets lie in one plane. */
    this.isFlat = isPlane(this.facelets);
    this.#changesShape = this.facelets.some(({ palette }) => palette !== null);
    this.#hidden = this.#changesShape && !this.isFlat ? hiddenBy(this.facelets) : null;
    this.#firstView = this.#view = firstView(this.facelets);
    this.svg = svg;
    svg.replaceChildren(this.#brush.group, this.#arrows);
    svg.setAttribute("viewBox", this.viewBox().join(" "));
    this.#paint();
  }

  /** Draws the hidden sides, too: beside the body is a small picture of it from behind. */
  showBehind() {
    if (this.isFlat) return;
    this.#behind = new Brush(s("g", { class: "facelets behind", transform: BEHIND }));
    this.svg.append(this.#behind.group);
    const [x, y, width, height] = this.viewBox();
    this.svg.setAttribute("viewBox", [x, y, width + BESIDE, height].join(" "));
    this.#paint();
  }

  /** No goal is written as a picture. @param {string} _text @returns {Square[][] | null} */
  static goalPicture(_text) {
    return null;
  }

  /** Whether the view can be turned. */
  get spins() {
    return !this.isFlat;
  }

  /** Left, top, width and height of the drawing. The first view of a body is in the middle. */
  viewBox() {
    const half = RADIUS * MARGIN;
    const corners = this.facelets.flatMap(({ corners }) => corners);
    if (!this.isFlat) {
      const heights = this.#seenAll(corners, still(this.#firstView)).map(([, y]) => y);
      return [-half, (Math.min(...heights) + Math.max(...heights)) / 2 - half, 2 * half, 2 * half];
    }
    const [right, up] = [0, 1].map((axis) => Math.max(...corners.map((corner) => Math.abs(corner[axis]))));
    const margin = RADIUS * (this.#ball + 0.12);
    const [x, y] = [right * RADIUS + margin, up * RADIUS + margin];
    return [-x, -y, 2 * x, 2 * y];
  }

  /** Whether a picture is of the same body. @param {Square[][]} picture */
  fits(picture) {
    const isAlike = (/** @type {Place} */ cell) => !squareAt(picture, cell) === !squareAt(this.picture, cell);
    return this.drawing.facelets.every(({ cell }) => !cell || isAlike(cell));
  }

  /** Draws another picture. If one turn leads to it, the body turns, after the turns before. @param {Square[][]} picture */
  draw(picture) {
    this.picture = picture;
    this.hint([]);
    this.#waiting.push(picture);
    // A page that is not visible has no frames.
    if (document.hidden) this.#finish();
    else if (!this.#frame) this.#drawNext();
  }

  /** Paints the next picture that waits, and begins its turn. */
  #drawNext() {
    const picture = this.#waiting.shift() ?? this.#drawn;
    const [before, after] = [this.#shown(this.#drawn), this.#shown(picture)];
    this.#drawn = picture;
    const isSame = before.join("\n") === after.join("\n");
    const turn = isSame ? null : turnBetween(this.#turns(), before, after);
    const isDragged = this.#expected > 0 && turn?.layer === this.#turned?.layer;
    this.#expected = turn ? Math.max(0, this.#expected - 1) : 0;
    if (!turn || (calm.matches && !this.#expected)) return this.#rest();
    // A layer that was dragged goes on from where the finger left it.
    const angle = isDragged ? within((this.#turned?.angle ?? 0) - turn.angle) : -turn.angle;
    this.#turned = { layer: turn.layer, angle };
    this.#paint();
    if (!this.#expected) this.#run();
  }

  /** Paints the picture without a turn. */
  #rest() {
    this.#turned = null;
    this.#frame = 0;
    this.#paint();
    if (this.#waiting.length) this.#drawNext();
  }

  /** The colours show which parts are in their places. */
  showHome() {}

  /** A body has no marks: its squares are not pointed at. @param {{place: Place, as: string}[]} _marks */
  mark(_marks) {}

  /** No piece of a body is dragged by itself. @param {import("../../glides.js").Glide} _glide @param {number} _part */
  drag(_glide, _part) {}

  /**
   * The moves that turn a layer, each with its turn.
   * @param {{name: string, picture: Square[][]}[]} moves the legal moves, with the pictures after them
   */
  turnsBy(moves) {
    const before = this.#shown(this.picture);
    return moves.flatMap(({ name, picture }) => {
      const turn = turnBetween(this.#turns(), before, this.#shown(picture));
      return turn ? [{ name, turn }] : [];
    });
  }

  /**
   * Begins to turn the layer that goes where a facelet is dragged. Returns the layer; null if there is none.
   * @param {number} at @param {import("./drag.js").NamedTurn[]} turns of the legal moves
   * @param {number} right @param {number} down
   */
  pull(at, turns, right, down) {
    if (this.#turned || this.#waiting.length) this.#finish();
    const seen = (/** @type {Vector} */ place) => this.#seen(place, still(this.#view));
    this.#pull = pullOf(this.facelets[at], at, turns, [right, down], seen);
    return this.#pull;
  }

  /** Turns the layer by the way of the drag. @param {number} right @param {number} down */
  follow(right, down) {
    if (!this.#pull) return;
    this.#turned = { layer: this.#pull.layer, angle: angleOf(this.#pull, right, down) };
    this.#paint();
  }

  /** Ends a drag. Returns the moves that it makes; if it makes none, the layer goes back to its place. */
  release() {
    const names = this.#pull && this.#turned ? released(this.#pull.moves, this.#turned.angle) : [];
    this.#pull = null;
    this.#expected = names.length;
    if (!names.length) this.letGo();
    return names;
  }

  /** Lets a dragged layer go back to its place. */
  letGo() {
    this.#pull = null;
    this.#expected = 0;
    if (!this.#turned) return;
    if (calm.matches) this.#rest();
    else this.#run();
  }

  /** Shows the last picture at once. */
  #finish() {
    cancelAnimationFrame(this.#frame);
    this.#drawn = this.picture;
    this.#waiting = [];
    this.#expected = 0;
    this.#rest();
  }

  /** The middle of the drawing. @param {Place} _place @returns {[number, number]} */
  middle(_place) {
    return [0, 0];
  }

  /** Shows moves as arrows. @param {import("../look.js").Hint[]} moves */
  hint(moves) {
    this.#hints = moves.slice(0, MOST_HINTS);
    this.#showHints();
  }

  /** Turns the view by a drag, in units of the drawing. @param {number} right @param {number} down */
  spin(right, down) {
    if (this.isFlat) return;
    this.#view = product(rotation([1, 0, 0], down / RADIUS), product(rotation([0, 1, 0], right / RADIUS), this.#view));
    this.#paint();
  }

  /** Turns the view by a step in these directions. @param {number} right @param {number} down */
  swing(right, down) {
    const frames = calm.matches ? 1 : FRAMES;
    let left = frames;
    const step = () => {
      this.spin((right * STEP) / frames, (down * STEP) / frames);
      if (--left > 0) requestAnimationFrame(step);
    };
    step();
  }

  /** Shows the first view again. */
  resetView() {
    this.#view = this.#firstView;
    this.#paint();
  }

  #turns() {
    const key = JSON.stringify(this.drawing.facelets.map(({ corners }) => corners));
    if (known.key !== key) known = { key, turns: turnsOf(this.facelets) };
    return known.turns;
  }

  /** What each facelet shows. @param {Square[][]} picture */
  #shown(picture) {
    return shownBy(this.facelets, this.drawing, (cell) => squareAt(picture, cell)?.text);
  }

  /** Lets the turned layer go to its place. */
  #run() {
    cancelAnimationFrame(this.#frame);
    const { layer, angle } = /** @type {{layer: Layer, angle: number}} */ (this.#turned);
    const time = SLOW * Math.min(1, Math.max(0.3, Math.abs(angle) / (Math.PI / 2)));
    let [last, part] = [performance.now(), 1];
    const step = (/** @type {number} */ now) => {
      // The more turns wait, the faster they are.
      part -= (Math.max(0, now - last) / time) * (1 + this.#waiting.length);
      last = now;
      if (part <= 0) return this.#rest();
      this.#turned = { layer, angle: angle * eased(part) };
      this.#paint();
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  #paint() {
    this.#paintFrom(this.#view, this.#brush);
    if (this.#behind) this.#paintFrom(product(rotation([0, 1, 0], Math.PI), this.#view), this.#behind);
    this.#showHints();
  }

  /** @param {Matrix} view @param {Brush} brush */
  #paintFrom(view, brush) {
    const shown = this.#shown(this.#drawn);
    brush.begin();
    for (const part of this.#parts(view, shown)) {
      for (const cap of part.caps) if (cap.length) brush.polygon("inner", this.#seenAll(cap, part.motion));
      for (const at of this.#ordered(part)) this.#paintFacelet(at, shown[at], part.motion, brush);
    }
    brush.end();
  }

  /**
   * The facelets of a part in the order in which they are painted. In a convex body, none hides another.
   * @param {{facelets: number[], motion: Motion}} part
   */
  #ordered({ facelets, motion }) {
    const isConvex = this.#ball === 0 && !this.#changesShape;
    if (isConvex || this.isFlat) return facelets;
    const depth = new Map(facelets.map((at) => [at, moved(motion, this.facelets[at].middle)[2]]));
    const farthestFirst = facelets.sort((a, b) => (depth.get(a) ?? 0) - (depth.get(b) ?? 0));
    if (!this.#hidden) return farthestFirst;
    return paintingOrder(farthestFirst.filter((at) => this.#facing(this.facelets[at], motion) > 0), this.#hidden);
  }

  /** How much of the outside of a facelet the eye sees: the cosine of an angle. @param {Facelet} facelet @param {Motion} motion */
  #facing({ middle, normal }, motion) {
    return dot(apply(motion.matrix, normal), unit(add(EYE, moved(motion, middle), -1)));
  }

  /**
   * The parts of the body, the farthest first: all of it, or what lies below, in and above a layer that turns.
   * @param {Matrix} view @param {(string | null)[]} shown what each facelet shows
   */
  #parts(view, shown) {
    const all = this.facelets.map((_, at) => at).filter((at) => shown[at] !== null);
    const whole = still(view);
    if (!this.#turned) return [{ facelets: all, motion: whole, caps: /** @type {Vector[][]} */ ([]) }];
    const { layer, angle } = this.#turned;
    const { axis, centre, from, to, inside } = layer;
    const matrix = product(view, rotation(axis, angle));
    const turned = { matrix, shift: add(apply(view, centre), apply(matrix, centre), -1) };
    const drawn = { ...layer, inside: inside.map((isInside, at) => isInside && shown[at] !== null) };
    const [low, high] = [from, to].map((depth) => outlineAt(this.facelets, drawn, depth));
    const depth = (/** @type {number} */ at) => dot(this.facelets[at].middle, axis);
    const outside = all.filter((at) => !inside[at]);
    const below = outside.filter((at) => depth(at) < (from + to) / 2);
    const above = outside.filter((at) => depth(at) >= (from + to) / 2);
    const parts = {
      below: { facelets: below, motion: whole, caps: below.length ? [low] : [] },
      layer: { facelets: all.filter((at) => inside[at]), motion: turned, caps: [low, high] },
      above: { facelets: above, motion: whole, caps: above.length ? [high] : [] },
    };
    const eye = dot(apply(view, axis), EYE);
    if (eye > to) return [parts.below, parts.layer, parts.above];
    return eye < from ? [parts.above, parts.layer, parts.below] : [parts.below, parts.above, parts.layer];
  }

  /**
   * @param {number} at @param {string | null} text
   * @param {Motion} motion @param {Brush} brush
   */
  #paintFacelet(at, text, motion, brush) {
    const facelet = this.facelets[at];
    const { corners, sticker, middle, palette } = facelet;
    if (text === null) return;
    const known = Object.hasOwn(this.drawing.colours, text) ? this.drawing.colours[text] : "";
    const colour = palette === null ? known : text;
    const name = colour ? `sticker colour-${colour}` : "sticker";
    const [x, y] = this.#seen(middle, motion);
    let size = this.#ball * RADIUS;
    if (corners.length === 1) {
      brush.ball(name, x, y, size * 0.96, at);
    } else {
      const facing = this.isFlat ? 1 : this.#facing(facelet, motion);
      if (facing <= 0) return;
      brush.polygon("flesh", this.#seenAll(corners, motion), 1, at);
      brush.polygon(name, this.#seenAll(sticker, motion), 0.8 + 0.2 * facing, at);
      size = Math.min(...corners.map((corner) => distance(corner, middle))) * RADIUS * 0.8;
    }
    if (!colour) brush.text(label(text, size), x, y);
  }

  /** @param {Vector[]} places @param {Motion} motion */
  #seenAll(places, motion) {
    return places.map((place) => this.#seen(place, motion));
  }

  /** Where the eye sees a point. @param {Vector} place @param {Motion} motion @returns {[number, number]} */
  #seen(place, motion) {
    const [x, y, z] = moved(motion, place);
    const size = this.isFlat ? RADIUS : (RADIUS * EYE[2]) / (EYE[2] - z);
    return [x * size, -y * size];
  }

  #showHints() {
    if (!this.#hints.length || this.#turned) return this.#arrows.replaceChildren();
    this.#arrows.replaceChildren(...this.turnsBy(this.#hints).map(({ turn }) => this.#arrow(turn)));
  }

  /** An arrow around a layer, where the eye sees it best. A ring has its arrow outside. @param {Turn} turn */
  #arrow({ layer: { axis, centre, from, to, inside }, angle }) {
    const [inner, outer] = Math.abs(from) > Math.abs(to) ? [to, from] : [from, to];
    const depth = inner * 0.7 + outer * 0.3;
    const foot = this.isFlat ? centre : scaled(axis, depth);
    const corners = this.facelets.flatMap(({ corners }, at) => (inside[at] ? corners : []));
    const fromAxis = (/** @type {Vector} */ corner) => distance(corner, add(centre, axis, dot(corner, axis)));
    const widest = Math.max(...corners.map(fromAxis));
    const reach = this.isFlat ? widest + this.#ball + 0.06 : widest * 0.82;
    const [first, second] = across(axis);
    const toEye = this.isFlat ? centre : apply(transposed(this.#view), unit([-0.35, 0.5, 1]));
    const best = Math.atan2(dot(toEye, second), dot(toEye, first));
    const sweep = Math.sign(angle) * Math.min(Math.max(Math.abs(angle), 0.5), 1.7);
    const points = Array.from({ length: 25 }, (_, at) => {
      const way = best + sweep * (at / 24 - 0.5);
      const out = add(scaled(first, Math.cos(way)), second, Math.sin(way));
      return this.#seen(add(foot, out, reach), still(this.#view));
    });
    const [tip, before] = [points[24], points[21]];
    const length = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
    const line = points.slice(0, 22).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
    return path(
      `M${line.join(" L")}`,
      head(tip[0], tip[1], (tip[0] - before[0]) / length, (tip[1] - before[1]) / length),
    );
  }
}

/** A view without a shift. @param {Matrix} matrix @returns {Motion} */
const still = (matrix) => ({ matrix, shift: [0, 0, 0] });

/** Where a point is after a motion. @param {Motion} motion @param {Vector} place */
const moved = ({ matrix, shift }, place) => add(apply(matrix, place), shift);

/** @param {number} part */
const eased = (part) => part * part * (3 - 2 * part);

/** @param {Matrix} matrix @returns {Matrix} */
const transposed = ([a, b, c]) => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];
