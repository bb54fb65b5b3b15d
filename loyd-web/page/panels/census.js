// @ts-check
/** The census of a game's state space: how many positions are how far from the goal. Asked for once. */

import { ask, stream } from "../api.js";

/** A map of so many seconds and bytes is drawn without asking the user. */
const AT_ONCE = { seconds: 2, bytes: 256e6 };
/** A map that takes longer is not offered here; the command draws it. */
const OFFERED = { seconds: 60, bytes: 2e9 };

/** Positions of a space of which one at an exact distance is drawn, which takes a table of all of them. */
const DRAWN = 4e6;

/** Sends `change` when it knows more. */
export class Census extends EventTarget {
  /** Positions at distance 0, 1, 2 and so on, as far as they are counted. @type {number[]} */
  layers = [];
  /** What it would take. @type {{states: number | null, bytes: number, seconds: number} | null} */
  cost = null;
  /** The reply, when all are counted. @type {any} */
  reply = null;
  /** What went wrong. @type {any} */
  fault = null;
  running = false;
  /** Whether the states have numbers, without which there is no map. */
  numbered;
  #asked = false;
  #question;

  /** @param {object} question @param {boolean} numbered */
  constructor(question, numbered) {
    super();
    this.#question = question;
    this.numbered = numbered;
  }

  /** Whether the space is small enough for a map. */
  get offered() {
    return this.cost !== null && this.cost.seconds <= OFFERED.seconds && this.cost.bytes <= OFFERED.bytes;
  }

  /** Whether the server draws positions at an exact distance in a moment. */
  get isDrawn() {
    return this.reply !== null && this.reply.states <= DRAWN;
  }

  /** Asks what a map takes, and draws it where that is little. */
  async begin() {
    if (this.#asked || !this.numbered) return;
    this.#asked = true;
    try {
      this.cost = await ask("map", { ...this.#question, dry_run: true });
      // Layers of packed states end with the memory: none are begun here.
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
  const census = kept.get(key) ?? new Census(question, algorithms ? algorithms.includes("table") : true);
  kept.delete(key);
  kept.set(key, census);
  const [oldest] = kept.keys();
  if (kept.size > KEPT) kept.delete(oldest);
  return census;
}
