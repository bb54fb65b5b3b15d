// @ts-check
/** Mouse, finger and pen on the board: a tap, a piece dragged to where it can go, a swipe anywhere. */

import { glidesOf, movesBetween, movesThatChange } from "./choose.js";
import { samePlace } from "./glides.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./glides.js").Place} Place
 * @typedef {import("./glides.js").Glide} Glide
 * @typedef {{name: string, glide: Glide}} Way a move and the only piece that it moves
 * @typedef {{id: number, x: number, y: number, place: Place | null, glides: Way[], chosen: Way | null,
 *   part: number}} Held
 */

/** The greatest movement of a tap, in pixels. */
const TAP = 8;
/** The part of a glide from which on a released piece finishes its move. */
const ENOUGH = 0.4;

/** @param {Board} board */
export function listenToPointer(board) {
  /** @type {Held | null} */
  let held = null;

  board.stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held) return;
    const place = placeOf(event.target);
    held = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      place,
      glides: place ? alone(board, place) : [],
      chosen: null,
      part: 0,
    };
    board.stage.setPointerCapture(event.pointerId);
  });

  board.stage.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (board.look?.spins) return spin(board, held, event);
    if (board.game.editing) return;
    const { part, chosen } = progress(board, held, event.clientX - held.x, event.clientY - held.y);
    if (held.chosen && held.chosen !== chosen) board.look?.drag(held.chosen.glide, 0);
    Object.assign(held, { part, chosen });
    if (chosen) board.look?.drag(chosen.glide, part);
  });

  board.stage.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { place, x, y, part, chosen } = held;
    held = null;
    if (board.look?.spins) return;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (Math.hypot(dx, dy) < TAP) {
      if (chosen) board.look?.drag(chosen.glide, 0);
      if (place) board.point(place);
    } else if (chosen && part >= ENOUGH) {
      board.game.make((legal) => movesThatChange(legal, chosen.glide.from).find(({ name }) => name === chosen.name));
    } else if (chosen) {
      board.look?.drag(chosen.glide, 0);
    } else {
      dragged(board, place, placeOf(document.elementFromPoint(event.clientX, event.clientY)), dx, dy);
    }
  });

  board.stage.addEventListener("pointercancel", () => {
    if (held?.chosen) board.look?.drag(held.chosen.glide, 0);
    held = null;
  });
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

/** The moves that carry the piece of this square and no other. @param {Board} board @param {Place} place */
function alone(board, place) {
  const legal = board.game.legal;
  if (!legal || board.game.editing) return [];
  return movesThatChange(legal, place).flatMap((move) => {
    const found = glidesOf(legal, move);
    return found.length === 1 && samePlace(found[0].from, place) ? [{ name: move.name, glide: found[0] }] : [];
  });
}

/**
 * The glide of a dragged piece, and the part of it that the drag has covered.
 * @param {Board} board @param {{glides: {name: string, glide: Glide}[]}} held @param {number} dx @param {number} dy
 */
function progress(board, { glides }, dx, dy) {
  const scale = board.svg.getScreenCTM()?.a ?? 1;
  let best = { part: 0, chosen: /** @type {any} */ (null) };
  for (const candidate of glides) {
    const look = /** @type {import("./looks/look.js").Look} */ (board.look);
    const [[x, y], [u, v]] = [look.middle(candidate.glide.from), look.middle(candidate.glide.to)];
    const part = (dx * (u - x) + dy * (v - y)) / (scale * ((u - x) ** 2 + (v - y) ** 2));
    if (part > best.part) best = { part: Math.min(1, part), chosen: candidate };
  }
  return best;
}

/** @param {any} target @returns {Place | null} */
function placeOf(target) {
  const place = target?.closest?.("[data-place]")?.dataset.place;
  return place ? place.split(",").map(Number) : null;
}
