// @ts-check
/** A lane of questions: a queue, and the workers that answer it. */

import { Fault } from "../fault.js";

/** The time, in milliseconds, after which the worker of an abandoned question is ended. */
const GRACE = 100;
/**
 * The time, in milliseconds, after the limit of a question, when its worker is ended. A module may look into a puzzle
 * for longer than the limit, because WebAssembly cannot leave this work half done.
 */
const OVERDUE = 20_000;

/**
 * @typedef {object} Task
 * @property {string} call the method of the module's class
 * @property {string[]} values its arguments
 * @property {((event: string) => void) | null} listener
 * @property {number | undefined} seconds the limit of the question
 * @property {(reply: string) => void} resolve
 * @property {(why: any) => void} reject
 */

export class Lane {
  /** @type {Task[]} */
  #waiting = [];
  /** @type {Seat[]} */
  #seats = [];
  #module;
  #start;
  #most;
  #memory;

  /**
   * @param {Promise<WebAssembly.Module>} module
   * @param {() => Worker} start returns a worker that is started
   * @param {{most: number, memory: number}} limits the most workers, and the most bytes that each may hold
   */
  constructor(module, start, { most, memory }) {
    this.#module = module;
    this.#start = start;
    this.#most = most;
    this.#memory = memory;
  }

  /** Starts a worker before there is a question. */
  warm() {
    if (this.#seats.length === 0) this.#seat();
  }

  #seat() {
    const seat = new Seat(this.#start(), this.#module, this.#memory, (left) => this.#free(left));
    this.#seats.push(seat);
    return seat;
  }

  /**
   * Calls a method of the module's class in a worker.
   * @param {string} call
   * @param {string[]} values
   * @param {{listener?: ((event: string) => void) | null, seconds?: number, signal?: AbortSignal}} [options]
   *   `listener` hears the events; `seconds` is the limit of the question
   * @returns {Promise<string>}
   */
  ask(call, values, { listener = null, seconds, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const task = { call, values, listener, seconds, resolve, reject };
      signal?.addEventListener("abort", () => this.#abandon(task, signal.reason), { once: true });
      this.#waiting.push(task);
      this.#next();
    });
  }

  /** Gives a waiting question to a free worker. */
  #next() {
    if (this.#waiting.length === 0) return;
    let seat = this.#seats.find((one) => one.task === null);
    if (!seat && this.#seats.length < this.#most) seat = this.#seat();
    seat?.answer(/** @type {Task} */ (this.#waiting.shift()));
  }

  /** Continues after an answer; a worker that can answer no more leaves the lane. @param {Seat} seat */
  #free(seat) {
    if (seat.ended) this.#seats = this.#seats.filter((one) => one !== seat);
    this.#next();
  }

  /** @param {Task} task @param {any} why */
  #abandon(task, why) {
    task.reject(why);
    task.listener = null;
    this.#waiting = this.#waiting.filter((one) => one !== task);
    const seat = this.#seats.find((one) => one.task === task);
    setTimeout(() => {
      if (seat?.task === task) seat.end();
    }, GRACE);
  }
}

/** A worker, and the question that it answers. */
class Seat {
  /** @type {Task | null} */
  task = null;
  ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #overdue;
  #worker;
  #module;
  #free;

  /**
   * @param {Worker} worker
   * @param {Promise<WebAssembly.Module>} module
   * @param {number} memory
   * @param {(seat: Seat) => void} free is called when the worker can answer another question, or has ended
   */
  constructor(worker, module, memory, free) {
    this.#worker = worker;
    this.#module = module;
    this.#free = free;
    module.then(
      (module) => worker.postMessage({ module, memory }),
      (why) => this.#fail(why),
    );
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#fail(new Fault({ detail: event.message || "the worker ended", kind: "internal" }, 0));
  }

  /** @param {Task} task */
  answer(task) {
    this.task = task;
    const { call, values, listener, seconds } = task;
    if (seconds !== undefined) this.#overdue = setTimeout(() => this.#fail(overdue(seconds)), 1000 * seconds + OVERDUE);
    // The module is sent first; if there is none, the constructor reports it.
    this.#module.then(() => this.#worker.postMessage({ call, values, heard: listener !== null }), () => {});
  }

  /** Ends the worker, and whatever it answers. */
  end() {
    this.ended = true;
    this.task = null;
    clearTimeout(this.#overdue);
    this.#worker.terminate();
    this.#free(this);
  }

  /** @param {{event?: string, reply?: string, fault?: string, broken?: string}} data */
  #hear({ event, reply, fault, broken }) {
    if (event !== undefined) return this.task?.listener?.(event);
    if (broken !== undefined) return this.#fail(new Fault({ detail: broken, kind: "internal" }, 0));
    const task = this.task;
    this.task = null;
    clearTimeout(this.#overdue);
    if (fault !== undefined) task?.reject(new Fault(JSON.parse(fault), 0));
    else task?.resolve(/** @type {string} */ (reply));
    this.#free(this);
  }

  /** A module that has failed answers nothing more. @param {any} why */
  #fail(why) {
    this.task?.reject(why);
    this.end();
  }
}

/** @param {number} seconds */
function overdue(seconds) {
  return new Fault({ detail: `stopped by the time limit of ${seconds} s while the puzzle was looked into`, kind: "limit" }, 0);
}
