// @ts-check
/** The rules of a game on the page: by the moves of the server, or by lamps that are put and taken off in any order. */

import { LIGHT_UP_BOARDS, lampsAfter, refusal, withLamps } from "./lights.js";

/**
 * @typedef {import("../game.js").Legal} Legal
 * @typedef {import("../game.js").Square} Square
 * @typedef {import("../glides.js").Place} Place
 *
 * @typedef {object} Rules
 * @property {boolean} hasButtons whether moves have buttons
 * @property {boolean} hasWords whether the server has words for all moves
 * @property {boolean} isDrawn whether there are random positions
 * @property {string | undefined} start the position in which a game begins, if it is always the same
 * @property {string} newTitle the key of the sentence about the button of new games
 * @property {string | undefined} takenBack the key of the sentence about a position without a solution, if all moves can
 * be taken back in any order
 * @property {string[]} boards the boards of the page, the smallest first
 * @property {((square: Square) => string | null) | undefined} kindOf the key of the words for a square, if squares have
 * words of these rules; null: the square has its own text
 * @property {((legal: Legal, place: Place) => [string, object] | null) | undefined} refusal the key of the sentence why
 * pointing at a square makes no move, and its values
 * @property {(legal: Legal) => Legal} all a reply of the server with all moves that a player can make
 * @property {boolean} remembers whether the moves made before decide which moves can follow
 * @property {(state: string, made: string[]) => {state: string, moves?: string}} after the fields of a question about the
 * position after moves
 */

/** @type {Rules} */
const USUAL = {
  hasButtons: true,
  hasWords: true,
  isDrawn: true,
  start: undefined,
  newTitle: "controls.new.title",
  takenBack: undefined,
  boards: [],
  kindOf: undefined,
  refusal: undefined,
  remembers: false,
  all: (legal) => legal,
  after: (state, made) => (made.length ? { state, moves: made.join(" ") } : { state }),
};

/** @type {Record<string, Rules>} The rules of families whose rules are others. */
const OTHERS = {
  "light-up": {
    hasButtons: false,
    hasWords: false,
    isDrawn: false,
    start: "none",
    newTitle: "controls.new.title.same",
    takenBack: "coach.lampOff",
    boards: LIGHT_UP_BOARDS,
    kindOf: (square) => {
      const { kind, text } = square ?? { kind: "wall", text: "" };
      if (kind === "wall") return null;
      return kind === "empty" ? "board.dark" : text === "*" ? "board.lamp" : "board.lit";
    },
    refusal,
    remembers: false,
    all: withLamps,
    after: (state, made) => ({ state: lampsAfter(state, made) }),
  },
  swap: { ...USUAL, remembers: true },
};

/** The rules of a puzzle. @param {{puzzle: string}} of its id; the usual rules before the puzzle is known */
export const rulesOf = ({ puzzle }) => OTHERS[puzzle.split(":")[0]] ?? USUAL;

/** The game of a board of the page. @param {string} puzzle @param {string} board */
export const openingOf = (puzzle, board) => ({ puzzle, board, state: rulesOf({ puzzle }).start });
