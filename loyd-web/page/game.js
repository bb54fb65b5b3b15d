// @ts-check
/** The game: a puzzle, its position and the moves made. It asks the server for legal moves, and searches nothing. */

import { aborted, ask, get } from "./api.js";
import { rulesOf } from "./play/rules.js";

/**
 * The reply of the server about a position (`POST /moves`).
 * @typedef {{kind: "empty" | "piece" | "wall", text: string} | null} Square
 * @typedef {{row: number, column: number, kind: "empty" | "piece" | "wall", text: string}} Change
 * @typedef {{name: string, words: string, state: string, pointed_at: [number, number] | null,
 *   changes: Change[]}} LegalMove
 * @typedef {{cell: [number, number] | null, before?: [number, number] | null, palette?: number | null, text: string,
 *   corners: [number, number, number][]}} DrawnFacelet
 * @typedef {{colours: Record<string, string>, palettes?: Record<string, string>[], facelets: DrawnFacelet[],
 *   orientations?: number[][]}} Drawing
 * @typedef {{puzzle: string, name: string | null, goal: string, state: string, note: string | null,
 *   convention: string | null, look: string,
 *   costs: boolean, solved: boolean, drawing: Drawing | null, picture: Square[][], moves: LegalMove[]}} Legal
 * @typedef {{puzzle: string, board?: string | null, goal?: string | null, state?: string | null, moves?: string[],
 *   cursor?: number, beat?: number | null, day?: string | null}} Opening
 */

/**
 * Its events: `opening` (another game is being opened: detail the id of its puzzle; null: none is any more), `puzzle`
 * (another puzzle, board or goal), `position` (another position; `legal` is of it), `ask` (a
 * move is made, and questions about its position are sent before it is drawn), `move` (the move is drawn: detail
 * `{picture, move}`, before `legal` is known), `stepped` (moves are undone or made again),
 * `fault` (a move failed: detail the error), `note` (how the text of the opened position was read: detail the sentence),
 * `editing`.
 * Sent by others: `compared` (by the coach: the distance of the start is known), `distance` (by the coach: detail the state, and what is known of it), `hint` (by the coach:
 * detail `{moves}`), `goal` (by the board: detail its picture, or null), `wish` (by keys and buttons: detail `hint`,
 * `solve`, `play`, `new` or `buttons`), `playing` (by the player: detail whether moves are played one after the other).
 */
export class Game extends EventTarget {
  /** The puzzle's id as it was asked for. */
  puzzle = "";
  /** @type {string | null} The text of the player's own board. */
  board = null;
  /** @type {string | null} The goal as it was asked for; null: the puzzle's own. */
  goal = null;
  /** @type {any} The reply of `GET /puzzles/{id}`. */
  facts = null;
  /** @type {Legal | null} The legal moves of the current position, with its picture. */
  legal = null;
  /** @type {number | null} The number of moves to beat, which a link may name. */
  beat = null;
  /** @type {string | null} The date of the puzzle of the day; null: the game is another one. */
  day = null;
  /** The position before the first move. */
  start = "";
  /** The current position. */
  state = "";
  /** @type {string[]} The moves made, and after the cursor the moves that can be made again. */
  moves = [];
  /** How many of `moves` are made. */
  cursor = 0;
  /** The index of the first move that belongs to a shown solution; null: all moves were played. */
  /** @type {number | null} */
  shownFrom = null;

  /** @type {AbortController | null} Gives up what is being opened. */
  #opening = null;
  #editing = false;
  /** @type {(Legal | undefined)[]} The replies about the position after 0, 1, 2, ... moves. */
  #line = [];
  /** @type {Promise<any>} */
  #queue = Promise.resolve();
  /** @type {Map<string, Legal>} */
  #known = new Map();

  /** Whether tapping two squares exchanges their pieces. */
  get editing() {
    return this.#editing;
  }

  set editing(editing) {
    this.#editing = editing;
    this.dispatchEvent(new CustomEvent("editing"));
  }

  /** Whether the moves differ in cost, so that a distance is a cost. */
  get costs() {
    return this.legal?.costs ?? false;
  }

  /** A question about this puzzle, board and goal. @param {object} [extra] */
  question(extra = {}) {
    const { puzzle, board, goal } = this;
    return { puzzle, ...(board === null ? {} : { board }), ...(goal === null ? {} : { goal }), ...extra };
  }

  /**
   * The same with moves named as they are here: where names are directions, those of the tile.
   * @param {object} [extra]
   */
  lettered(extra = {}) {
    return this.question(this.legal?.convention ? { convention: "tile", ...extra } : extra);
  }

  /** A question about the position now, told as the start and the moves made. @param {object} [extra] */
  after(extra = {}) {
    const made = this.moves.slice(0, this.cursor);
    return this.lettered({ ...this.#played(this.start, made), ...extra });
  }

  /** The fields of a question about the position after moves. @param {string} state @param {string[]} made */
  #played(state, made) {
    return rulesOf(this.legal ?? this).after(state, made);
  }

  /** What is legal after so many of the moves, where it was seen. @param {number} cursor */
  legalAt(cursor) {
    return cursor === this.cursor ? this.legal : this.#line[cursor];
  }

  /** What is legal once all that was begun is done. @returns {Promise<Legal | null>} */
  async settled() {
    await this.#queue;
    return this.legal;
  }

  /**
   * Opens another puzzle, or another game of the same puzzle. If it cannot be opened, the game stays as it is. What was
   * being opened is given up.
   * @param {Opening} opening
   * @param {(signal: AbortSignal) => Promise<Partial<Opening>>} [find] finds the rest of the opening, such as a position
   */
  async open(opening, find) {
    this.#opening?.abort();
    const own = (this.#opening = new AbortController());
    this.dispatchEvent(new CustomEvent("opening", { detail: opening.puzzle }));
    try {
      const found = find ? await find(own.signal) : {};
      await this.#then(() => this.#open({ ...opening, ...found }, own.signal));
    } catch (error) {
      if (!own.signal.aborted || !aborted(error)) throw error;
    } finally {
      if (this.#opening === own) {
        this.#opening = null;
        this.dispatchEvent(new CustomEvent("opening", { detail: null }));
      }
    }
  }

  /** Another position of the same puzzle; it becomes the start. @param {string} text */
  setState(text) {
    const { puzzle, board, goal } = this;
    return this.#then(() => this.#open({ puzzle, board, goal, state: text }));
  }

  /**
   * Makes a move: by its name, or the one picked among the legal ones once the position is known.
   * @param {string | ((legal: Legal) => LegalMove | null | undefined)} which
   */
  make(which) {
    return this.#move(async () => {
      const legal = /** @type {Legal} */ (this.legal);
      const move = typeof which === "string" ? legal.moves.find((move) => move.name === which) : which(legal);
      if (!move) return null;
      if (this.moves[this.cursor] !== move.name) {
        this.moves = [...this.moves.slice(0, this.cursor), move.name];
        this.#line.length = this.cursor + 1;
        if (this.shownFrom !== null) this.shownFrom = null;
      }
      await this.#step(move);
      return move;
    });
  }

  undo() {
    return this.#move(() => this.#goTo(this.cursor - 1));
  }

  redo() {
    return this.#move(() => this.#goTo(this.cursor + 1));
  }

  reset() {
    return this.#move(() => this.#goTo(0));
  }

  /** The position after so many of `moves`. @param {number} cursor */
  goTo(cursor) {
    return this.#move(() => this.#goTo(cursor));
  }

  /**
   * Shows moves such as a solution: they take the place of all moves behind the first `from`, and the cursor stays where
   * it is among them. The game changes only if all still holds when its turn comes and after the reply has come.
   * @param {string[]} moves @param {number} from @param {() => boolean} holds
   * @returns {Promise<boolean>} whether they are shown
   */
  extend(moves, from, holds) {
    return this.#then(async () => {
      if (!holds()) return false;
      const cursor = Math.min(this.cursor, from + moves.length);
      const line = [...this.moves.slice(0, from), ...moves];
      const known = cursor <= from && this.legal;
      const legal = known || (await this.legalAfter(this.start, line.slice(0, cursor)));
      if (!holds()) return false;
      this.#line.length = Math.min(this.#line.length, from + 1);
      this.#line[cursor] = legal;
      Object.assign(this, { moves: line, cursor, legal, state: legal.state, shownFrom: from });
      this.dispatchEvent(new CustomEvent("position"));
      return true;
    });
  }

  /**
   * What is legal after moves from a position: where a position is written as several states, the moves made before
   * decide what can follow.
   * @param {string} state @param {string[]} [made]
   * @returns {Promise<Legal>}
   */
  async legalAfter(state, made = []) {
    const key = `${state}|${made.join(" ")}`;
    const known = this.#known.get(key);
    if (known) return known;
    const legal = all(await ask("moves", this.lettered(this.#played(state, made))));
    if (this.#known.size > 1000) this.#known.clear();
    this.#known.set(key, legal);
    return legal;
  }

  /** Does one thing after the other; what fails leaves the queue going. @param {() => any} work */
  #then(work) {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** The same for a move, whose fault is told to all: nobody waits for it. @param {() => any} work */
  #move(work) {
    return this.#then(work).catch((error) => {
      this.dispatchEvent(new CustomEvent("fault", { detail: error }));
      return null;
    });
  }

  /**
   * The game changes only after all replies have come, and not if another game is to be opened by then.
   * @param {Opening} opening
   * @param {AbortSignal} [signal]
   */
  async #open({ puzzle, board = null, goal = null, state = null, moves = [], cursor = moves.length, ...from }, signal) {
    signal?.throwIfAborted();
    const { beat = null, day = null } = from;
    const other = puzzle !== this.puzzle || board !== this.board || goal !== this.goal;
    const facts = !other ? this.facts : board === null ? await factsOf(puzzle, signal) : null;
    const about = { puzzle, ...(board === null ? {} : { board }), ...(goal === null ? {} : { goal }) };
    // Moves without a position are of the puzzle's example.
    const text = state ?? (moves.length ? facts?.example : null);
    let legal = await reply(about, text ?? (await anyState(about, facts, signal)), signal);
    // A drawn position of a small puzzle may be its goal.
    for (let draws = 1; !text && legal.solved && draws < MOST_DRAWS; draws++)
      legal = await reply(about, await anyState(about, facts, signal), signal);
    signal?.throwIfAborted();
    legal = all(legal);
    this.#known.clear();
    this.#line = [legal];
    const [start, shownFrom] = [legal.state, null];
    Object.assign(this, { puzzle, board, goal, facts, legal, start, state: start, moves, cursor: 0, shownFrom });
    Object.assign(this, { beat, day });
    if (other) this.dispatchEvent(new CustomEvent("puzzle"));
    await this.#goTo(cursor, true);
    if (legal.note) this.dispatchEvent(new CustomEvent("note", { detail: legal.note }));
  }

  /** @param {number} cursor @param {boolean} [told] whether to tell the position though it stays */
  async #goTo(cursor, told = false) {
    const to = Math.max(0, Math.min(cursor, this.moves.length));
    if (to === this.cursor && !told) return;
    try {
      this.#line[to] ??= await this.legalAfter(this.start, this.moves.slice(0, to));
    } catch (error) {
      if (!told) throw error;
      // A link may contain moves that are illegal in its position.
      Object.assign(this, { moves: [], cursor: 0 });
      this.dispatchEvent(new CustomEvent("position"));
      throw error;
    }
    const legal = /** @type {Legal} */ (this.#line[to]);
    Object.assign(this, { cursor: to, legal, state: legal.state });
    if (!told) this.dispatchEvent(new CustomEvent("stepped"));
    this.dispatchEvent(new CustomEvent("position"));
  }

  /** @param {LegalMove} move */
  async #step(move) {
    const picture = changed(/** @type {Legal} */ (this.legal).picture, move.changes);
    this.cursor++;
    this.state = move.state;
    // The questions are on their way while the move is drawn.
    const legal = this.#line[this.cursor] ?? this.legalAfter(this.start, this.moves.slice(0, this.cursor));
    this.dispatchEvent(new CustomEvent("ask"));
    this.dispatchEvent(new CustomEvent("move", { detail: { picture, move } }));
    try {
      this.legal = this.#line[this.cursor] = await legal;
    } catch (error) {
      this.cursor--;
      this.state = /** @type {Legal} */ (this.legal).state;
      this.dispatchEvent(new CustomEvent("position"));
      throw error;
    }
    this.dispatchEvent(new CustomEvent("position"));
  }
}

/** A reply with all moves that a player can make. @param {Legal} legal */
const all = (legal) => rulesOf(legal).all(legal);

/** A picture after some of its squares changed. @param {Square[][]} picture @param {Change[]} changes */
export function changed(picture, changes) {
  const after = picture.map((row) => [...row]);
  for (const { row, column, kind, text } of changes) after[row][column] = { kind, text };
  return after;
}

/**
 * The facts of a puzzle. Where its id is also the id of a family, the server sends all members of the family.
 * @param {string} puzzle @param {AbortSignal} [signal]
 */
async function factsOf(puzzle, signal) {
  const told = await get(`puzzles/${encodeURIComponent(puzzle)}`, { signal });
  return told.members
    ? (told.members.find((/** @type {any} */ member) => member.puzzle === told.family) ?? null)
    : told;
}

/** The most positions that are drawn until one is not solved. */
const MOST_DRAWS = 5;

/**
 * What is legal in a position that is opened. Moves whose names are directions are named as those of the tile.
 * @param {object} about @param {string} state @param {AbortSignal} [signal]
 * @returns {Promise<Legal>}
 */
async function reply(about, state, signal) {
  const legal = await ask("moves", { ...about, state }, { signal });
  return legal.convention ? ask("moves", { ...about, state, convention: "tile" }, { signal }) : legal;
}

/**
 * A position to begin with where none is given: the one in which all games of the puzzle begin, else a random one, else the
 * puzzle's example. A board has no example, but it may have a position of its own, which comes before a random one.
 * @param {{puzzle: string, board?: string}} about @param {any} facts @param {AbortSignal} [signal]
 */
async function anyState(about, facts, signal) {
  const { start } = rulesOf(about);
  if (start !== undefined) return start;
  const drawn = async () => (await ask("random", about, { signal })).state;
  const own = async () => facts?.example ?? (await ask("moves", about, { signal })).state;
  const [first, second] = about.board === undefined ? [drawn, own] : [own, drawn];
  return first().catch((error) => {
    if (aborted(error)) throw error;
    return second();
  });
}
