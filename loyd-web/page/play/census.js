// @ts-check
/** The census of a state space: the number of positions at each distance from the goal. The page asks for it once. */

import { ask, stream } from "../api.js";
import { rulesOf } from "./rules.js";

/** The most seconds and bytes of a map that is drawn without a click. */
const AT_ONCE = { seconds: 2, bytes: 256e6 };
/** The most seconds and bytes of a map that is offered. The command draws larger maps. */
const OFFERED = { seconds: 60, bytes: 2e9 };

/** The largest space from which a position at an exact distance is drawn, because that takes a table of the space. */
const DRAWN = 4e6;

/** A census that grows while its map is drawn. It sends the event `change` after each layer. */
export class Census extends EventTarget {
  /** Positions at distance 0, 1, 2 and so on, as far as they are counted. @type {number[]} */
  layers = [];
  /** The cost of the map. @type {{states: number | null, bytes: number, seconds: number} | null} */
  cost = null;
  /** The reply, when the map is complete. @type {any} */
  reply = null;
  /** The fault of the last question. @type {any} */
  fault = null;
  running = false;
  /** Whether the states have numbers. A map needs numbers. */
  numbered;
  /** @type {Promise<void> | null} */ #begun = null;
  #question;

  /** @param {object} question @param {boolean} numbered */
  constructor(question, numbered) {
    super();
    this.#question = question;
    this.numbered = numbered;
  }

  /** Whether it is not known yet what the map costs. */
  get isPending() {
    return this.numbered && this.cost === null && this.fault === null;
  }

  /** Whether the space is small enough for a map. */
  get offered() {
    return this.cost !== null && this.cost.seconds <= OFFERED.seconds && this.cost.bytes <= OFFERED.bytes;
  }

  /** Whether the server draws positions at an exact distance in a moment. */
  get isDrawn() {
    return this.reply !== null && this.reply.states <= DRAWN;
  }

  /** Asks for the cost of the map, and draws the map if the cost is small. Ends when that is done. */
  begin() {
    return (this.#begun ??= this.#begin());
  }

  async #begin() {
    if (!this.numbered) return;
    try {
      this.cost = await ask("map", { ...this.#question, dry_run: true });
      // A map of packed states grows until the memory is full, so the page begins none.
      if (this.cost?.states === null) [this.numbered, this.cost] = [false, null];
    } catch (why) {
      this.fault = why;
    }
    this.#changed();
    const { cost } = this;
    if (cost && cost.seconds <= AT_ONCE.seconds && cost.bytes <= AT_ONCE.bytes) await this.draw();
  }

  /** Draws the map, layer by layer. */
  async draw() {
    if (this.running || this.reply) return;
    [this.running, this.fault, this.layers] = [true, null, []];
    try {
      const reply = await stream("map", this.#question, (/** @type {any} */ event) => {
        if (event.event !== "layer") return;
        this.layers[event.depth] = event.states;
        this.#changed();
      });
      this.layers = reply.layers;
      if (reply.diameter === null) throw new Error(reply.stopped);
      this.reply = reply;
    } catch (why) {
      this.fault = why;
    }
    this.running = false;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @type {Map<string, Census>} */
const kept = new Map();
const KEPT = 8;

/** The census of a game's puzzle and goal. @param {import("../game.js").Game} game */
export function censusOf(game) {
  const question = game.question({});
  const key = JSON.stringify(question);
  // What can be answered from a table of distances can be mapped; of a board of one's own the server has to be asked.
  const algorithms = game.facts?.algorithms;
  const numbered = algorithms ? algorithms.includes("table") : rulesOf(game.legal ?? game).isDrawn;
  const census = kept.get(key) ?? new Census(question, numbered);
  kept.delete(key);
  kept.set(key, census);
  const [oldest] = kept.keys();
  if (kept.size > KEPT) kept.delete(oldest);
  return census;
}
