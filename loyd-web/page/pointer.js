// @ts-check
/**
 * Mouse, finger and pen on the board: a tap, a piece dragged to where it can go, a swipe anywhere. On a body a drag turns
 * the layer of a facelet, and beside the body the view.
 */

import { movesBetween, movesThatChange, waysOf } from "./choose.js";
import { changed } from "./game.js";
import { samePlace } from "./glides.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./glides.js").Place} Place
 * @typedef {import("./glides.js").Way} Way
 * @typedef {{id: number, x: number, y: number, place: Place | null, ways: Way[], chosen: Way | null, part: number,
 *   waits: boolean, facelet: number, pulls: boolean}} Held `waits`: a move of this drag is being made; `facelet`: the
 *   facelet of a body, or -1; `pulls`: its layer follows the drag
 */

/** The greatest movement of a tap, in pixels. */
const TAP = 8;
/** The part of a glide from which on a released piece finishes its move. */
const ENOUGH = 0.4;
/** Two directions whose cosines with a drag differ by less are the same. */
const SAME = 0.01;

/** @param {Board} board */
export function listenToPointer(board) {
  /** @type {Held | null} */
  let held = null;

  board.stage.addEventListener("pointerdown", (event) => {
    // A second finger is no drag.
    if (held && event.pointerId !== held.id) return cancel();
    if (event.button !== 0 || held) return;
    const place = placeOf(event.target);
    held = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      place,
      ways: place ? waysFrom(board, place) : [],
      chosen: null,
      part: 0,
      waits: false,
      facelet: board.look?.grab(...onDrawing(board, event)) ?? -1,
      pulls: false,
    };
    board.stage.setPointerCapture(event.pointerId);
  });

  board.stage.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (held.facelet >= 0 && pull(board, held, event)) return;
    if (board.look?.spins) return spin(board, held, event);
    if (board.game.editing || held.waits) return;
    const { part, chosen } = progress(board, held, event.clientX - held.x, event.clientY - held.y);
    if (held.chosen !== chosen) drag(board, held.chosen, 0);
    Object.assign(held, { part, chosen });
    drag(board, chosen, part);
    if (chosen?.isLine && part >= 1) goOn(board, held, chosen);
  });

  board.stage.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { place, x, y, part, chosen, pulls, waits } = held;
    held = null;
    if (pulls) return turn(board);
    if (board.look?.spins || waits) return;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (Math.hypot(dx, dy) < TAP) {
      drag(board, chosen, 0);
      if (place) board.point(place);
    } else if (chosen && part >= ENOUGH) {
      board.game.make((legal) => movesThatChange(legal, chosen.glide.from).find(({ name }) => name === chosen.name));
    } else if (chosen) {
      drag(board, chosen, 0);
    } else {
      dragged(board, place, placeOf(document.elementFromPoint(event.clientX, event.clientY)), dx, dy);
    }
  });

  const cancel = () => {
    if (held) drag(board, held.chosen, 0);
    if (held?.pulls) board.look?.letGo();
    held = null;
  };
  board.stage.addEventListener("pointercancel", cancel);
}

/** Where an event is on the drawing. @param {Board} board @param {PointerEvent} event @returns {[number, number]} */
function onDrawing(board, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(board.svg.getScreenCTM()?.inverse());
  return [x, y];
}

/**
 * Turns the layer of the facelet that is dragged. Returns whether the drag is not for the view.
 * @param {Board} board @param {Held} held @param {PointerEvent} event
 */
function pull(board, held, { clientX, clientY }) {
  const { look, game } = board;
  const scale = board.svg.getScreenCTM()?.a ?? 1;
  const [dx, dy] = [clientX - held.x, clientY - held.y];
  if (!held.pulls) {
    if (Math.hypot(dx, dy) < TAP) return true;
    const { picture = [], moves = [] } = game.legal ?? {};
    const after = moves.map(({ name, changes }) => ({ name, picture: changed(picture, changes) }));
    held.pulls = !game.editing && !!look?.pull(held.facelet, after, dx / scale, dy / scale);
    if (!held.pulls) held.facelet = -1;
  }
  if (held.pulls) look?.follow(dx / scale, dy / scale);
  return held.pulls;
}

/** Makes the moves of a layer that is released. @param {Board} board */
function turn({ look, game }) {
  for (const name of look?.release() ?? []) game.make(name).then((move) => move ?? look?.letGo());
}

/**
 * Turns the view by the way since the last event.
 * @param {Board} board @param {Held} held @param {PointerEvent} event
 */
function spin(board, held, { clientX, clientY }) {
  const scale = board.svg.getScreenCTM()?.a ?? 1;
  board.look?.spin((clientX - held.x) / scale, (clientY - held.y) / scale);
  Object.assign(held, { x: clientX, y: clientY });
}

/**
 * The move of a drag that carried no piece: the only move between its two squares, or the move of a swipe.
 * @param {Board} board
 * @param {Place | null} from
 * @param {Place | null} to
 * @param {number} dx
 * @param {number} dy
 */
function dragged(board, from, to, dx, dy) {
  const legal = board.game.legal;
  if (!legal) return;
  if (board.game.editing) {
    if (from && to && !samePlace(from, to)) board.point(from).then(() => board.point(to));
    return;
  }
  const between = from && to && !samePlace(from, to) ? movesBetween(legal, from, to) : [];
  if (from && to && between.length === 1) {
    board.game.make((legal) => movesBetween(legal, from, to)[0]);
    return;
  }
  const letter = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "r" : "l") : dy > 0 ? "d" : "u";
  board.game.make((legal) => legal.moves.find(({ name }) => name === letter));
}

/** The moves that carry the piece of this square. @param {Board} board @param {Place} place */
function waysFrom(board, place) {
  const legal = board.game.legal;
  return !legal || board.game.editing ? [] : waysOf(legal, place);
}

/** Moves all pieces of a way along a part of it; the part 0 takes them back. @param {Board} board @param {Way | null} way @param {number} part */
function drag(board, way, part) {
  for (const glide of way?.all ?? []) board.look?.drag(glide, part);
}

/**
 * Makes the move of a row or column that was dragged by a whole square, and lets the drag go on from there.
 * @param {Board} board @param {Held} held @param {Way} way
 */
async function goOn(board, held, { name, glide: { from, to } }) {
  held.waits = true;
  const look = /** @type {import("./looks/look.js").Look} */ (board.look);
  const scale = board.svg.getScreenCTM()?.a ?? 1;
  const [[x, y], [u, v]] = [look.middle(from), look.middle(to)];
  const made = await board.game.make(name);
  // A drag that has gone beyond the end of a row ends there.
  const ways = made && placeOf(document.elementFromPoint(held.x + (u - x) * scale, held.y + (v - y) * scale)) ? waysFrom(board, to) : [];
  Object.assign(held, { x: held.x + (u - x) * scale, y: held.y + (v - y) * scale, place: to, ways });
  Object.assign(held, { chosen: null, part: 0, waits: false });
}

/**
 * The way of a dragged piece, and the part of it that the drag has covered. Of moves that go the same way, it is the move
 * whose pieces are nearest to where the piece is held.
 * @param {Board} board @param {Held} held @param {number} dx @param {number} dy
 */
function progress(board, { ways, x: heldX, y: heldY }, dx, dy) {
  const look = /** @type {import("./looks/look.js").Look} */ (board.look);
  const matrix = board.svg.getScreenCTM();
  const scale = matrix?.a ?? 1;
  const held = new DOMPoint(heldX, heldY).matrixTransform(matrix?.inverse());
  const away = (/** @type {Way} */ { all }) => {
    const middles = all.map(({ from }) => look.middle(from));
    const [x, y] = [0, 1].map((axis) => middles.reduce((sum, middle) => sum + middle[axis], 0) / middles.length);
    return Math.hypot(x - held.x, y - held.y);
  };
  let best = { part: 0, likeness: 0, chosen: /** @type {Way | null} */ (null) };
  for (const way of ways) {
    const [[x, y], [u, v]] = [look.middle(way.glide.from), look.middle(way.glide.to)];
    const [length, along] = [Math.hypot(u - x, v - y), (dx * (u - x) + dy * (v - y)) / scale];
    const likeness = along / length / (Math.hypot(dx, dy) || 1);
    const isAsGood = best.chosen && Math.abs(likeness - best.likeness) < SAME;
    if (isAsGood && best.chosen ? away(way) < away(best.chosen) : likeness > best.likeness)
      best = { part: Math.min(1, along / length ** 2), likeness, chosen: way };
  }
  return best;
}

/** @param {any} target @returns {Place | null} */
function placeOf(target) {
  const place = target?.closest?.("[data-place]")?.dataset.place;
  return place ? place.split(",").map(Number) : null;
}
