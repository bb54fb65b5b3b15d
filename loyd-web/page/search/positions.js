// @ts-check
/** The positions around a game, as the server gives them: their successors, the goal, and their lower bounds. */

import { ask } from "../api.js";
import { changed } from "../game.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../game.js").Legal} Legal
 * @typedef {import("../game.js").Square} Square
 * @typedef {{start: string, moves: string[], state: string, picture: Square[][], key: string}} Position
 *   `moves` lead from `start` to the position, and `key` is different for different states
 * @typedef {Position & {move: import("../game.js").LegalMove}} Successor
 */

/** Seconds in which a lower bound has to be known. */
const SECONDS = 10;

export class Positions {
  /** Whether the moves made before decide which moves can follow. */
  #needsMoves = false;
  /** @type {Map<string, number | null>} The lower bounds by their names and positions. */
  #bounds = new Map();

  /** @param {Game} game @param {AbortSignal} signal */
  constructor(game, signal) {
    this.game = game;
    this.signal = signal;
  }

  /** The position of the game. @returns {Promise<Position>} */
  async here() {
    const { game } = this;
    const made = game.moves.slice(0, game.cursor);
    const legal = await this.#legal(game.start, made);
    const [first] = legal.moves;
    if (first) {
      const reached = await this.#legal(game.start, [...made, first.name]);
      this.#needsMoves = namesOf(reached) !== namesOf(await this.#legal(first.state, []));
    }
    if (!this.#needsMoves) return positionOf(await this.#legal(legal.state, []), legal.state, []);
    return { ...positionOf(legal, game.start, made), key: longKey(legal) };
  }

  /** The goal; null if the goal is not one position. @returns {Promise<Position | null>} */
  async goal() {
    const { goal: text = "", state = "" } = this.game.legal ?? {};
    // A goal of another form than a position, such as the colours on top of cubes, is many positions.
    if (this.#needsMoves || wordsOf(text) !== wordsOf(state)) return null;
    const legal = await this.#legal(text, []).catch(() => null);
    return legal?.solved ? positionOf(legal, legal.state, []) : null;
  }

  /** Whether a position is a goal. @param {Position} position */
  async isGoal({ start, moves }) {
    return (await this.#legal(start, moves)).solved;
  }

  /** The positions after each legal move. @param {Position} position @returns {Promise<Successor[]>} */
  async successors({ start, moves }) {
    const legal = await this.#legal(start, moves);
    const found = [];
    for (const move of legal.moves) {
      const { name, state, changes } = move;
      const picture = changed(legal.picture, changes);
      if (this.#needsMoves) {
        const made = [...moves, name];
        const key = longKey(await this.#legal(start, made));
        found.push({ start, moves: made, state, picture, key, move });
      } else {
        found.push({ start: state, moves: [], state, picture, key: state, move });
      }
    }
    return found;
  }

  /**
   * The lower bound of each position. A search that may generate one node expands none, so what it proves is the bound
   * of its position. Null if a position has no solution.
   * @param {Position[]} positions
   * @param {string} heuristic
   * @returns {Promise<(number | null)[]>}
   */
  async bounds(positions, heuristic) {
    const keyed = positions.map((position) => ({ position, key: `${heuristic}|${position.key}` }));
    const missing = keyed.filter(({ key }) => !this.#bounds.has(key));
    if (this.#needsMoves) {
      for (const { position, key } of missing) {
        const { start, moves } = position;
        const made = moves.length ? { state: start, moves: moves.join(" ") } : { state: start };
        const [row] = await this.#compare(heuristic, made);
        this.#bounds.set(key, boundOf(row));
      }
    } else if (missing.length) {
      const states = missing.map(({ position }) => position.state);
      for (const row of await this.#compare(heuristic, { states }))
        this.#bounds.set(missing[row.number - 1].key, boundOf(row));
    }
    return keyed.map(({ key }) => this.#bounds.get(key) ?? null);
  }

  /**
   * Without a name the server compares several bounds, and the first counts.
   * @param {string} heuristic @param {object} which
   * @returns {Promise<any[]>}
   */
  async #compare(heuristic, which) {
    const limits = { limit_nodes: 1, limit_seconds: SECONDS };
    const search = { algorithms: ["ida-star"], ...limits, ...(heuristic ? { heuristics: [heuristic] } : {}) };
    const rows = await ask("compare", this.game.lettered({ ...search, ...which }), { signal: this.signal });
    const { heuristic: first } = rows.find((/** @type {any} */ row) => row.algorithm) ?? {};
    return rows.filter((/** @type {any} */ row) => !row.algorithm || row.heuristic === first);
  }

  /** @param {string} start @param {string[]} moves */
  async #legal(start, moves) {
    this.signal.throwIfAborted();
    const legal = await this.game.legalAfter(start, moves);
    this.signal.throwIfAborted();
    return legal;
  }
}

/** @param {Legal} legal @param {string} start @param {string[]} moves @returns {Position} */
const positionOf = ({ state, picture }, start, moves) => ({ start, moves, state, picture, key: state });

/**
 * The lower bound that a row of a comparison proves; null if there is no solution. If the table of the bound was not
 * ready in time, the row proves less than the bound.
 * @param {any} row
 * @returns {number | null}
 */
export function boundOf({ outcome, reason, at_least, explanation, heuristic }) {
  if (outcome === "unsolvable") return null;
  if (outcome === "solved" || reason === "nodes") return at_least;
  throw new Error([heuristic, explanation ?? reason].filter(Boolean).join(": "));
}

/** The names of the legal moves. @param {Legal} legal */
const namesOf = ({ moves }) => moves.map(({ name }) => name).join(" ");

/** A key that differs for two states with the same text. @param {Legal} legal */
const longKey = (legal) => `${legal.state}|${namesOf(legal)}`;

/** The number of words of a written position. @param {string} text */
const wordsOf = (text) => text.trim().split(/[\s/]+/).length;
