// @ts-check
/** The distances of positions from the goal. A question is cancelled when the position changes; its reply is kept. */

import { ask, aborted, stream } from "./api.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{distance?: number, at_least?: number, best?: number, searching?: boolean, fault?: any,
 *   unsolvable?: {reason: string, explanation: string}}} Known
 * @typedef {{hear: (event: any) => void, reply: Promise<any>}} Begun a question about a distance, and who hears its events
 */

export const SECONDS = 20;
/** The limit of the search for a first solution, in seconds. */
const SECONDS_OF_FIRST = 20;

export class Distances {
  /** @type {Map<string, Known>} */ #known = new Map();
  /**
   * Solutions that may be longer than a shortest one. A plan was found without a search, and a search may find a solution
   * that is several times as short.
   * @type {Map<string, {moves: string[], isPlan: boolean}>}
   */
  #solutions = new Map();
  /** Whether the puzzle has a search for any solution. */
  #hasFirst = true;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    game.addEventListener("puzzle", () => {
      this.#known.clear();
      this.#solutions.clear();
      this.#hasFirst = true;
    });
  }

  /**
   * The moves of a solution of the current position that may be longer than a shortest one, without asking: a known
   * solution, or what is left of one after its first move.
   * @returns {string[] | null}
   */
  solution() {
    return this.#held()?.moves ?? null;
  }

  #held() {
    const { cursor, moves } = this.game;
    const known = this.#solutions.get(this.#key(cursor));
    if (known) return known;
    const before = cursor > 0 ? this.#solutions.get(this.#key(cursor - 1)) : undefined;
    if (!before || before.moves[0] !== moves[cursor - 1]) return null;
    const rest = { ...before, moves: before.moves.slice(1) };
    this.#solutions.set(this.#key(cursor), rest);
    return rest;
  }

  /**
   * Keeps a solution of the position after so many moves, which another search has found.
   * @param {number} cursor @param {string[]} moves @param {boolean} isPlan whether a search may find a far shorter one
   */
  keepSolution(cursor, moves, isPlan) {
    this.#keepShorter(this.#key(cursor), { moves, isPlan });
  }

  /**
   * Keeps a solution if it is shorter than the one before, and returns whether it is.
   * @param {string} key @param {{moves: string[], isPlan: boolean}} solution
   */
  #keepShorter(key, solution) {
    const isShorter = solution.moves.length < (this.#solutions.get(key)?.moves.length ?? Infinity);
    if (isShorter) this.#solutions.set(key, solution);
    return isShorter;
  }

  /**
   * Asks for solutions of the current position, each shorter than the one before: first one that is known without a
   * search, then one of a search within a limit.
   * @param {AbortSignal} signal @returns {AsyncGenerator<string[]>}
   */
  async *solutions(signal) {
    const known = this.#held();
    if (known) yield known.moves;
    // Where moves differ in cost, there is no search for any solution.
    if ((known && !known.isPlan) || !this.#hasFirst || this.game.costs) return;
    const [key, position] = [this.#key(this.game.cursor), this.game.after()];
    const search = { limit_seconds: SECONDS_OF_FIRST };
    for (const limit of known ? [search] : [{ limit_nodes: 1 }, search]) {
      const reply = await ask("solve", { ...position, first: true, ...limit }, { signal }).catch((error) => {
        if (aborted(error)) throw error;
        if (error.problem?.kind === "no-effect") this.#hasFirst = false;
        return null;
      });
      const moves = reply?.moves ?? reply?.best_moves;
      if (moves && this.#keepShorter(key, { moves, isPlan: limit !== search && !reply.moves })) yield moves;
      const held = this.#solutions.get(key);
      if (held && reply && limit === search) held.isPlan = false;
      // A reply with `moves` is proved shortest.
      if (!this.#hasFirst || reply?.moves) return;
    }
  }

  /** What is known of the position after so many moves, without asking. @param {number} cursor @returns {Known} */
  of(cursor) {
    return this.#known.get(this.#key(cursor)) ?? {};
  }

  /**
   * Asks for the distance of the current position, even before it is known what is legal there.
   * @param {AbortSignal} signal @returns {Begun}
   */
  begin(signal) {
    /** @type {Begun} */
    const begun = { hear: () => {}, reply: Promise.resolve(null) };
    const question = this.game.after({ limit_seconds: SECONDS });
    begun.reply = stream("distance", question, (event) => begun.hear(event), { signal });
    // `find` reports what fails.
    begun.reply.catch(() => {});
    return begun;
  }

  /**
   * Finds the distance of the current position. `onProgress` receives the lower bounds on the way.
   * @param {AbortSignal} signal @param {(known: Known) => void} onProgress
   * @param {Begun | null} [begun] the question, if it is asked already
   * @returns {Promise<Known>}
   */
  async find(signal, onProgress, begun = null) {
    const cursor = this.game.cursor;
    const known = this.of(cursor);
    if (known.distance !== undefined || known.unsolvable) return known;
    const key = this.#key(cursor);
    let searching = /** @type {Known} */ ({ searching: true, at_least: this.#atLeast(cursor) });
    const asked = begun ?? this.begin(signal);
    asked.hear = (event) => {
      if (event.event !== "progress" && event.event !== "better") return;
      searching = {
        searching: true,
        at_least: Math.max(searching.at_least ?? 0, event.at_least ?? 0),
        best: event.best ?? event.cost ?? searching.best,
      };
      onProgress(searching);
    };
    const found = fromReply(await asked.reply, searching);
    this.#known.set(key, found);
    return found;
  }

  /** Asks for the distance of the start. @param {AbortSignal} signal */
  async findStart(signal) {
    const { game } = this;
    const reply = await ask("distance", game.question({ state: game.start, limit_seconds: SECONDS }), { signal });
    this.#known.set(this.#key(0), fromReply(reply, {}));
  }

  /** Every legal move, and whether a shortest solution begins with it. @param {AbortSignal} signal */
  async next(signal) {
    const { game } = this;
    const reply = await ask("next", game.after({ limit_seconds: SECONDS }), { signal });
    if (reply.distance !== null) this.#known.set(this.#key(game.cursor), { distance: reply.distance });
    return reply;
  }

  /** A move of cost 1 brings the goal nearer by one at most. @param {number} cursor */
  #atLeast(cursor) {
    const before = cursor > 0 ? this.of(cursor - 1).distance : undefined;
    return before === undefined || this.game.costs ? 0 : Math.max(0, before - 1);
  }

  /**
   * The key of a position: its text and the names of its moves, which distinguish positions with the same text.
   * @param {number} cursor
   */
  #key(cursor) {
    const legal = this.game.legalAt(cursor);
    return legal ? `${legal.state}|${legal.moves.map(({ name }) => name).join(" ")}` : `?${cursor}`;
  }
}

/** @param {any} reply @param {Known} searching @returns {Known} */
function fromReply(reply, searching) {
  if (typeof reply.distance === "number") return { distance: reply.distance };
  const at_least = Math.max(reply.at_least ?? 0, searching.at_least ?? 0);
  if (typeof reply.at_least === "number") return { at_least, best: searching.best };
  return { unsolvable: { reason: reply.reason ?? "", explanation: reply.explanation ?? "" } };
}

/**
 * The message of a failed request; empty for a cancelled request.
 * @param {any} error
 * @returns {Known | null}
 */
export const failed = (error) => (aborted(error) ? null : { fault: error });
