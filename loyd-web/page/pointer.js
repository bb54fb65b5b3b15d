// @ts-check
/**
 * Mouse, finger and pen on the board: a tap, a piece dragged to where it can go, a swipe anywhere. On a body a drag turns
 * the layer of a facelet, and beside the body the view.
 */

import { movesBetween, movesThatChange, waysOf } from "./choose.js";
import { changed } from "./game.js";
import { samePlace } from "./glides.js";
import { Body } from "./looks/body/body.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./glides.js").Place} Place
 * @typedef {import("./glides.js").Way} Way
 * @typedef {[right: number, down: number]} Drag in units of the drawing
 * @typedef {{id: number, x: number, y: number, scale: number, at: DOMPoint, place: Place | null, ways: Way[],
 *   chosen: Way | null, part: number, waits: boolean, goesOn: boolean, facelet: number, pulls: boolean}} Held `x`, `y`:
 *   on the screen; `at`: on the drawing; `waits`: a move of this drag is being made; `goesOn`: one was made; `facelet`: the
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
    const [place, matrix] = [placeOf(event.target), board.svg.getScreenCTM()];
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    held = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      scale: matrix?.a ?? 1,
      at,
      place,
      ways: place ? waysFrom(board, place) : [],
      chosen: null,
      part: 0,
      waits: false,
      goesOn: false,
      facelet: faceletOf(event.target),
      pulls: false,
    };
    board.stage.setPointerCapture(event.pointerId);
  });

  board.stage.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const body = bodyOf(board);
    if (body && (held.facelet >= 0 || body.spins)) return dragBody(board, body, held, event);
    if (board.game.editing || held.waits) return;
    const { part, chosen } = progress(board, held, dragOf(held, event));
    if (held.chosen !== chosen) drag(board, held.chosen, 0);
    Object.assign(held, { part, chosen });
    drag(board, chosen, part);
    if (chosen?.isLine && part >= 1) goOn(board, held, chosen);
  });

  board.stage.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { place, x, y, part, chosen, pulls, waits, goesOn } = held;
    const body = bodyOf(board);
    held = null;
    if (pulls) return body ? turn(board, body) : undefined;
    if (body?.spins || waits) return;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    if (Math.hypot(dx, dy) < TAP) {
      drag(board, chosen, 0);
      if (place && !goesOn) board.point(place);
    } else if (chosen && part >= ENOUGH) {
      board.game.make((legal) => movesThatChange(legal, chosen.glide.from).find(({ name }) => name === chosen.name));
    } else if (chosen) {
      drag(board, chosen, 0);
    } else if (!goesOn) {
      dragged(board, place, placeOf(document.elementFromPoint(event.clientX, event.clientY)), dx, dy);
    }
  });

  const cancel = () => {
    if (held) drag(board, held.chosen, 0);
    if (held?.pulls) bodyOf(board)?.letGo();
    held = null;
  };
  board.stage.addEventListener("pointercancel", cancel);
}

/** The body on the board; null: its look is another one. @param {Board} board */
const bodyOf = ({ look }) => (look instanceof Body ? look : null);

/** @param {Held} held @param {PointerEvent} event @returns {Drag} */
const dragOf = ({ x, y, scale }, { clientX, clientY }) => [(clientX - x) / scale, (clientY - y) / scale];

/**
 * Turns the layer of the facelet that is dragged, or the view.
 * @param {Board} board @param {Body} body @param {Held} held @param {PointerEvent} event
 */
function dragBody({ game }, body, held, event) {
  const drag = dragOf(held, event);
  if (held.facelet >= 0 && !held.pulls) {
    if (Math.hypot(...drag) * held.scale < TAP) return;
    const { picture = [], moves = [] } = game.legal ?? {};
    const after = moves.map(({ name, changes }) => ({ name, picture: changed(picture, changes) }));
    held.pulls = !game.editing && !!body.pull(held.facelet, body.turnsBy(after), ...drag);
    if (!held.pulls) held.facelet = -1;
  }
  if (held.pulls) return body.follow(...drag);
  body.spin(...drag);
  Object.assign(held, { x: event.clientX, y: event.clientY });
}

/** Makes the moves of a layer that is released. @param {Board} board @param {Body} body */
function turn({ game }, body) {
  for (const name of body.release()) game.make(name).then((move) => move ?? body.letGo());
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
async function goOn(board, held, { name, glide }) {
  Object.assign(held, { waits: true, goesOn: true });
  const [right, down] = stepOf(board, glide);
  const made = await board.game.make(name);
  // A piece that has left the board drags its row or column from where it comes back.
  const place = glide.enters ?? glide.to;
  const { x, y, at, scale } = held;
  Object.assign(held, { x: x + right * scale, y: y + down * scale, at: new DOMPoint(at.x + right, at.y + down) });
  Object.assign(held, { place, ways: made ? waysFrom(board, place) : [], chosen: null, part: 0, waits: false });
}

/** The way from one place to another on the drawing. @param {Board} board @param {Way["glide"]} glide @returns {Drag} */
function stepOf(board, { from, to }) {
  const look = /** @type {import("./looks/look.js").Look} */ (board.look);
  const [[x, y], [u, v]] = [look.middle(from), look.middle(to)];
  return [u - x, v - y];
}

/**
 * The way of a dragged piece, and the part of it that the drag has covered. Of moves that go the same way, it is the move
 * of a row or column, or else the move that ends nearest to the drag. Of equal ones, it is the move whose pieces are
 * nearest to where the piece is held.
 * @param {Board} board @param {Held} held @param {Drag} drag
 */
function progress(board, { ways, at }, [dx, dy]) {
  const look = /** @type {import("./looks/look.js").Look} */ (board.look);
  const found = ways.map((way) => {
    const [[right, down], middles] = [stepOf(board, way.glide), way.all.map(({ from }) => look.middle(from))];
    const [x, y] = [0, 1].map((axis) => middles.reduce((sum, middle) => sum + middle[axis], 0) / middles.length);
    const [length, along] = [Math.hypot(right, down), dx * right + dy * down];
    const likeness = along / (length * Math.hypot(dx, dy) || 1);
    // A row or column goes on after a square, so it is asked for first.
    const far = way.isLine ? 0 : Math.abs(along / length - length);
    return { chosen: way, part: Math.min(1, along / length ** 2), likeness, far, away: Math.hypot(x - at.x, y - at.y) };
  });
  const most = Math.max(SAME, ...found.map(({ likeness }) => likeness));
  const same = found.filter(({ likeness }) => likeness > most - SAME);
  const [best] = same.sort((a, b) => a.far - b.far || a.away - b.away);
  return best ?? { part: 0, chosen: null };
}

/** @param {any} target @returns {Place | null} */
function placeOf(target) {
  const place = target?.closest?.("[data-place]")?.dataset.place;
  return place ? place.split(",").map(Number) : null;
}

/** The index of the facelet that an element of the large body paints; -1: none. @param {any} target */
function faceletOf(target) {
  return Number(target?.closest?.(".facelets:not(.behind) [data-facelet]")?.dataset.facelet || -1);
}
