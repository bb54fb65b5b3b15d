// @ts-check
/** How far positions are from the goal: asked of the server, kept, and given up when the position changes. */

import { ask, aborted, stream } from "./api.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {{distance?: number, at_least?: number, best?: number, unsolvable?: {reason: string, explanation: string}, searching?: boolean, fault?: any}} Known
 */

export const SECONDS = 20;

export class Distances {
  /** @type {Map<string, Known>} */ #known = new Map();
  /** @type {boolean | null} Whether moves made before decide what can follow; null: not found out. */ #remembers = null;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    game.addEventListener("puzzle", () => {
      this.#known.clear();
      this.#remembers = null;
    });
  }

  /** What is known of the position after so many moves, without asking. @param {number} cursor @returns {Known} */
  of(cursor) {
    return this.#known.get(this.#key(cursor)) ?? {};
  }

  /** Keeps what is known from elsewhere, such as a solution. @param {number} cursor @param {Known} known */
  keep(cursor, known) {
    if (this.of(cursor).distance === undefined) this.#known.set(this.#key(cursor), known);
  }

  /**
   * Asks for the distance of the current position; `onProgress` hears what is proved on the way.
   * @param {AbortSignal} signal @param {(known: Known) => void} onProgress
   * @returns {Promise<Known>}
   */
  async find(signal, onProgress) {
    const cursor = this.game.cursor;
    const known = this.of(cursor);
    if (known.distance !== undefined || known.unsolvable) return known;
    const key = this.#key(cursor);
    const [route, question] = await this.#question();
    let searching = /** @type {Known} */ ({ searching: true, at_least: this.#atLeast(cursor) });
    const reply = await stream(route, question, (event) => {
      if (event.event !== "progress" && event.event !== "better") return;
      searching = {
        searching: true,
        at_least: Math.max(searching.at_least ?? 0, event.at_least ?? 0),
        best: event.best ?? event.length ?? searching.best,
      };
      onProgress(searching);
    }, { signal });
    const found = fromReply(reply, searching);
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
    const moves = game.moves.slice(0, game.cursor).join(" ");
    const reply = await ask("next", game.lettered({ state: game.start, ...(moves ? { moves } : {}), limit_seconds: SECONDS }), { signal });
    if (reply.distance !== null) this.#known.set(this.#key(game.cursor), { distance: reply.distance });
    return reply;
  }

  /** Whether a written position leaves out what decides which moves can follow. */
  async remembers() {
    const { game } = this;
    if (this.#remembers === null && game.cursor > 0 && game.legal) {
      const names = (/** @type {import("./game.js").Legal} */ legal) => legal.moves.map(({ name }) => name).join(" ");
      this.#remembers = names(await game.legalAfter(game.state)) !== names(game.legal);
    }
    return this.#remembers ?? false;
  }

  /** @returns {Promise<[string, object]>} */
  async #question() {
    const { game } = this;
    const limit_seconds = SECONDS;
    if (!(await this.remembers())) return ["distance", game.question({ state: game.state, limit_seconds })];
    return ["next", game.lettered({ state: game.start, moves: game.moves.slice(0, game.cursor).join(" "), limit_seconds })];
  }

  /** A move brings the goal nearer by one at most. @param {number} cursor */
  #atLeast(cursor) {
    const before = cursor > 0 ? this.of(cursor - 1).distance : undefined;
    return before === undefined ? 0 : Math.max(0, before - 1);
  }

  /** @param {number} cursor */
  #key(cursor) {
    const { game } = this;
    if (cursor === 0) return game.start;
    return this.#remembers ? `${game.start}|${game.moves.slice(0, cursor).join(" ")}` : (game.stateAt(cursor) ?? `?${cursor}`);
  }
}

/** @param {any} reply @param {Known} searching @returns {Known} */
function fromReply(reply, searching) {
  if (typeof reply.distance === "number") return { distance: reply.distance };
  const at_least = Math.max(reply.at_least ?? 0, searching.at_least ?? 0);
  if (typeof reply.at_least === "number") return { at_least, best: searching.best };
  return { unsolvable: { reason: reply.reason ?? "", explanation: reply.explanation ?? "" } };
}

/** What is shown of a request that failed; nothing of one that was given up. @param {any} error @returns {Known | null} */
export const failed = (error) => (aborted(error) ? null : { fault: error });
