// @ts-check
/** The searches of a position side by side: the nodes that each expands until the solution, also as a race. */

import { fill, h } from "../dom.js";
import { t } from "../words.js";
import { meter } from "./chart.js";
import { number } from "./numbers.js";

/** @typedef {import("../search/frames.js").Run} Run */

/** The seconds of the race. Its clock counts nodes, and each second multiplies the count by the same factor. */
const SECONDS = 6;
const TICK = 40;

export class Race {
  element = h("div", { class: "panel-part" });
  /** @type {Run[]} */ #runs = [];
  #chosen = "";
  #timer = 0;
  /** @type {(algorithm: string) => string} */ #name;

  /** @param {(algorithm: string) => string} name */
  constructor(name) {
    this.#name = name;
  }

  /**
   * Shows all searches to their end, and the chosen search up to its current step.
   * @param {Run[]} runs
   * @param {string} chosen
   * @param {number} expanded
   */
  show(runs, chosen, expanded) {
    this.stop();
    [this.#runs, this.#chosen] = [runs, chosen];
    this.#draw((run) => (run.algorithm === chosen ? expanded : run.reply.stats.expanded));
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /** Starts the race: all searches begin together, and expand equally many nodes in the same time. */
  #begin() {
    this.stop();
    const most = this.#most();
    const began = performance.now();
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#timer = window.setInterval(() => {
      const part = quiet ? 1 : Math.min(1, (performance.now() - began) / 1000 / SECONDS);
      // The scale is logarithmic, so that the bars grow evenly.
      const clock = most ** part;
      if (part === 1 || !this.element.isConnected) this.stop();
      this.#draw(({ reply }) => Math.min(Math.floor(clock), reply.stats.expanded));
    }, TICK);
  }

  #most() {
    return Math.max(10, ...this.#runs.map(({ reply }) => reply.stats.expanded));
  }

  /** @param {(run: Run) => number} now nodes that a search has expanded */
  #draw(now) {
    const runs = this.#runs;
    if (runs.length < 2) return fill(this.element);
    const most = this.#most();
    const rows = runs.map((run) => {
      const { algorithm, reply } = run;
      const value = now(run);
      const done = value === reply.stats.expanded && reply.outcome === "solved";
      return h(
        "tr",
        algorithm === this.#chosen ? { class: "watch-now" } : {},
        h("th", { scope: "row" }, this.#name(algorithm)),
        h(
          "td",
          {},
          meter(value, { most }),
          h("span", { class: "compare-value" }, done ? t("watch.done", { nodes: value }) : number(value)),
        ),
      );
    });
    const table = h("table", { class: "watch-race" }, h("caption", {}, t("watch.race")), h("tbody", {}, ...rows));
    // The button stays in the document, so that it keeps the focus.
    if (this.element.childElementCount === 0) {
      const button = h("button", { onclick: () => this.#begin() }, t("watch.start"));
      fill(this.element, h("p", { class: "panel-row" }, button), table);
    } else {
      this.element.lastElementChild?.replaceWith(table);
    }
  }
}
