// @ts-check
/** The panel that shows searches step by step, from the events of the library. */

import { stream } from "../api.js";
import { faultParts } from "../fault.js";
import { boundName, t } from "../words.js";
import { algorithmName } from "./algorithms.js";
import { censusOf } from "../play/census.js";
import { Bars } from "../charts/chart.js";
import { fill, h, newId } from "../dom.js";
import { runOf } from "../search/frames.js";
import { number } from "../charts/numbers.js";
import { Panel } from "./panel.js";
import { Race } from "../charts/race.js";
import { Stepper } from "../search/stepper.js";
import { SearchViewer } from "../search/viewer.js";

/** @typedef {import("../search/frames.js").Run} Run */

const ALGORITHMS = ["bfs", "bidirectional", "a-star", "ida-star"];
/** The largest space whose searches are made to their end. An 8-puzzle has 181,440 positions. */
const MOST_STATES = 1e6;
/** The most nodes of a search in a larger space. */
const MOST_NODES = 1e6;
const LIMIT_SECONDS = 10;
/** Milliseconds until the nodes of a new position are searched. */
const PATIENCE = 200;
/** What can be shown: the first nodes one by one, or all nodes as bars. */
const VIEWS = ["nodes", "bars"];

export class Watch extends Panel {
  /** The searches of the position, by algorithm; a fault where one cannot be used. @type {Map<string, Run | Error>} */
  #runs = new Map();
  #place = "";
  #chosen = ALGORITHMS[0];
  #heuristic = "";
  #view = VIEWS[0];
  /** @type {SearchViewer | null} */ #viewer = null;
  /** The position, algorithm and bound whose first nodes are shown. */
  #viewed = "";
  #stepper = new Stepper((at) => this.#show(at));
  #log = false;
  /** @type {Bars | null} */ #chart = null;
  #race = new Race(algorithmName);
  #stage = h("div", { class: "panel-part" });
  /** @type {Record<string, any>} The elements that change from step to step. */
  #parts = {};

  build() {
    this.#stepper.pause();
    this.#race.stop();
    this.#race = new Race(algorithmName);
    const heuristics = this.game.facts?.heuristics ?? [];
    const choose = newId();
    const heuristic = h(
      "select",
      { id: choose, onchange: () => this.#aim(heuristic.value) },
      ...heuristics.map((/** @type {string} */ name) => h("option", { value: name }, boundName(name))),
    );
    heuristic.value = heuristics.includes(this.#heuristic) ? this.#heuristic : (heuristics[0] ?? "");
    this.#heuristic = heuristic.value;
    const algorithms = choices(ALGORITHMS, this.#chosen, algorithmName, (name) => this.#choose(name));
    const views = choices(
      VIEWS,
      this.#view,
      (name) => t(`watch.view.${name}`),
      (name) => {
        this.#view = name;
        this.#setStage();
        this.#search();
      },
    );
    fill(
      this,
      h("p", {}, t("watch.what")),
      h("fieldset", { class: "panel-row" }, h("legend", {}, t("watch.algorithm")), ...algorithms),
      heuristics.length > 1 &&
        h("p", { class: "panel-field" }, h("label", { for: choose }, t("watch.heuristic")), heuristic),
      h("fieldset", { class: "panel-row" }, h("legend", {}, t("watch.view")), ...views),
      this.#stage,
      this.fault,
    );
    this.#viewer?.build();
    this.#setStage();
  }

  /** @param {string} what */
  heard(what) {
    if (what === "distance") return;
    if (what === "puzzle") {
      this.#viewer?.clear();
      this.keepingFocus(() => this.build());
    }
    if (what === "position" && this.place === this.#place) return;
    this.#stepper.pause();
    this.#viewer?.stop();
    this.#viewed = "";
    this.#runs.clear();
    this.#setStage();
    this.whenSeen("search", () => this.#search());
  }

  /** Another lower bound: only what uses it is searched again. @param {string} heuristic */
  #aim(heuristic) {
    this.#heuristic = heuristic;
    this.#runs.delete("a-star");
    this.#runs.delete("ida-star");
    if (!this.#runs.has(this.#chosen)) this.#choose(this.#chosen);
    else this.#search();
  }

  /** Searches what is shown: the first nodes of the chosen algorithm, or all nodes of each algorithm. */
  #search() {
    return this.#view === "nodes" ? this.#searchNodes() : this.#searchAll();
  }

  async #searchNodes() {
    const bound = this.#chosen.endsWith("star") && this.#heuristic;
    const wanted = JSON.stringify([this.place, this.#chosen, bound]);
    if (!this.game.legal || wanted === this.#viewed) return;
    const signal = this.afresh();
    this.#place = this.place;
    const viewer = (this.#viewer ??= new SearchViewer(this.game));
    this.#setStage();
    await this.trying(async () => {
      // A position that is only passed through is not searched.
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
      if (signal.aborted) return;
      viewer.rewind();
      await viewer.search(this.#chosen, this.#heuristic, signal);
      if (!signal.aborted) this.#viewed = wanted;
    });
  }

  /** Runs every algorithm that has not yet searched this position. */
  async #searchAll() {
    const { game } = this;
    const signal = this.afresh();
    this.#place = this.place;
    await this.trying(async () => {
      const limits = (await this.#states()) > MOST_STATES ? { limit_nodes: MOST_NODES } : {};
      if (signal.aborted) return;
      for (const algorithm of ALGORITHMS) {
        if (this.#runs.has(algorithm)) continue;
        /** @type {any[]} */
        const events = [];
        const bound = algorithm.endsWith("star") && this.#heuristic ? { heuristic: this.#heuristic } : {};
        const question = game.after({ algorithm, limit_seconds: LIMIT_SECONDS, ...limits, ...bound });
        try {
          const reply = await stream("solve", question, (event) => events.push(event), { signal });
          this.#runs.set(algorithm, runOf(algorithm, events, reply));
        } catch (why) {
          if (signal.aborted) throw why;
          this.#runs.set(algorithm, /** @type {Error} */ (why));
        }
        if (signal.aborted) return;
        if (algorithm === this.#chosen) this.keepingFocus(() => this.#setStage());
        else this.#show(this.#stepper.at);
      }
    });
  }

  /** The number of positions. For the player's own board the page asks the server. */
  async #states() {
    const { facts } = this.game;
    if (facts?.states) return Number(facts.states);
    const census = censusOf(this.game);
    await census.begin();
    return census.cost?.states ?? Infinity;
  }

  /** @param {string} algorithm */
  #choose(algorithm) {
    this.#stepper.pause();
    this.#chosen = algorithm;
    this.#stepper.at = 0;
    this.#setStage();
    this.#search();
  }

  /** The chart of the chosen search with its controls. */
  #setStage() {
    if (this.#view === "nodes") {
      this.#stepper.pause();
      return fill(this.#stage, this.#viewer?.element);
    }
    this.#viewer?.stop();
    const run = this.#runs.get(this.#chosen);
    this.#chart = null;
    if (run instanceof Error) return fill(this.#stage, h("p", {}, ...faultParts(run)));
    if (!run) return fill(this.#stage, h("p", { role: "status" }, t("watch.searching")));
    if (run.reply.stats.expanded === 0) {
      const key = run.reply.outcome === "unsolvable" ? "watch.proved" : "watch.nothing";
      return fill(this.#stage, h("p", {}, t(key)));
    }
    const log = newId();
    const logs = h("input", {
      id: log,
      type: "checkbox",
      onchange: () => {
        this.#log = logs.checked;
        this.#show(this.#stepper.at);
      },
    });
    logs.checked = this.#log;
    this.#chart = new Bars({ values: [], labels: run.labels, title: "", axis: t(this.#axis()) });
    this.#parts = {
      told: h("p", { class: "watch-told" }),
      counts: h("dl", { class: "panel-facts" }),
    };
    fill(
      this.#stage,
      this.#chart.element,
      h("p", { class: "panel-hint" }, t(`watch.legend.${this.#kind()}`)),
      this.#stepper.element,
      h("p", { class: "panel-choice" }, logs, h("label", { for: log }, t("chart.log"))),
      this.#parts.told,
      this.#parts.counts,
      this.#race.element,
    );
    this.#stepper.build(run.frames.length - 1, this.#stepper.at);
    return undefined;
  }

  #run() {
    const run = this.#runs.get(this.#chosen);
    return run instanceof Error ? null : (run ?? null);
  }

  /** The kind of the chart: layers, two ends, sums or iterations. */
  #kind() {
    return (
      { bfs: "layers", bidirectional: "ends", "a-star": "sums", "ida-star": "iterations" }[this.#chosen] ?? "layers"
    );
  }

  #axis() {
    return this.#kind() === "iterations"
      ? "watch.axis.iterations"
      : this.#kind() === "ends"
        ? "watch.axis.ends"
        : "watch.axis";
  }

  /** @param {number} at */
  #show(at) {
    const run = this.#run();
    if (!run || !this.#chart || !run.frames[at]) return;
    const frame = run.frames[at];
    const { columns, mirrored, lit, mirroredLit, depth, threshold, added } = frame;
    const values = {
      depth,
      threshold: threshold ?? 0,
      added,
      expanded: frame.expanded,
      frontier: frame.frontier ?? 0,
      length: run.reply.length ?? 0,
      cost: run.reply.cost ?? 0,
      count: frame.step === "end" ? (run.reply.length ?? 0) : added,
    };
    const ended = frame.step === "end" ? (run.reply.outcome === "solved" ? "end" : run.reply.outcome) : frame.step;
    const of = frame.step === "begin" ? `.${this.#chosen}` : ended === "end" && this.game.costs ? ".cost" : "";
    const told = t(`watch.${ended}${of}`, values);
    const tops = run.frames.flatMap((one) => [...one.columns, ...(one.mirrored ?? [])]);
    this.#chart.set({
      values: run.labels.map((_, column) => columns[column] ?? 0),
      mirrored: mirrored && run.labels.map((_, column) => mirrored[column] ?? 0),
      lit,
      mirroredLit,
      log: this.#log,
      most: Math.max(1, ...tops),
      title: t("watch.title", {
        name: algorithmName(run.algorithm),
        expanded: frame.expanded,
        step: at,
        steps: run.frames.length - 1,
      }),
      describe: (column) => this.#describe(run, frame, column),
    });
    const { told: said, counts } = this.#parts;
    // Steps that follow each other quickly are not read out.
    said.setAttribute("aria-live", this.#stepper.isPlaying ? "off" : "polite");
    fill(said, told);
    /** @type {[string, number | null][]} */
    const rows = [
      ["expanded", frame.expanded],
      ["generated", frame.generated],
      ["frontier", frame.frontier],
      ["closed", frame.closed],
    ];
    fill(
      counts,
      ...rows
        .filter(([, count]) => count !== null)
        .map(([key, count]) => h("div", {}, h("dt", {}, t(`watch.count.${key}`)), h("dd", {}, number(count ?? 0)))),
    );
    const runs = ALGORITHMS.flatMap((name) => {
      const other = this.#runs.get(name);
      return other && !(other instanceof Error) ? [other] : [];
    });
    this.#race.show(runs, this.#chosen, frame.expanded);
  }

  /** @param {Run} run @param {import("../search/frames.js").Frame} frame @param {number} column */
  #describe(run, { columns, mirrored }, column) {
    const nodes = columns[column] ?? 0;
    if (this.#kind() === "iterations") return t("watch.bar.iteration", { bound: run.labels[column], count: nodes });
    if (!mirrored) return t("watch.bar", { depth: column, count: nodes });
    return t("watch.bar.ends", { depth: column, start: nodes, goal: mirrored[column] ?? 0 });
  }
}

/**
 * Radio buttons, one for each name.
 * @param {string[]} names
 * @param {string} chosen
 * @param {(name: string) => string} label
 * @param {(name: string) => void} onChoose
 */
function choices(names, chosen, label, onChoose) {
  const group = newId();
  return names.map((name) => {
    const id = newId();
    const radio = h("input", { id, type: "radio", name: group, value: name, onchange: () => onChoose(name) });
    radio.checked = name === chosen;
    return h("span", { class: "panel-choice" }, radio, h("label", { for: id }, label(name)));
  });
}

customElements.define("loyd-watch", Watch);
