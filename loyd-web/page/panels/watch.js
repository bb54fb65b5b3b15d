// @ts-check
/** The panel that shows searches step by step, from the events of the library. */

import { stream } from "../api.js";
import { t } from "../words.js";
import { algorithmName } from "./algorithms.js";
import { censusOf } from "./census.js";
import { Bars } from "./chart.js";
import { fill, h, newId, s } from "../dom.js";
import { runOf } from "./frames.js";
import { number } from "./numbers.js";
import { Panel, faultText } from "./panel.js";
import { Race } from "./race.js";

/** @typedef {import("./frames.js").Run} Run */

const ALGORITHMS = ["bfs", "bidirectional", "a-star", "ida-star"];
/** The largest space whose searches are shown. An 8-puzzle has 181,440 positions. */
const MOST_STATES = 1e6;
const LIMIT_SECONDS = 10;
/** The speeds, in steps a second. */
const SPEEDS = [1, 2, 4, 8];
/** The icons of the buttons, as paths in a square of 18. */
const SIGNS = {
  first: "M2 3h2.5v12H2zM16 3v12L6 9z",
  back: "M14 3v12L4 9z",
  step: "M4 3v12l10-6z",
  last: "M13.5 3H16v12h-2.5zM2 3v12l10-6z",
};

export class Watch extends Panel {
  /** The searches of the position, by algorithm; a text where one cannot be used. @type {Map<string, Run | string>} */
  #runs = new Map();
  #place = "";
  #chosen = ALGORITHMS[0];
  #heuristic = "";
  #isLarge = false;
  #at = 0;
  #log = false;
  #speed = 2;
  #timer = 0;
  /** @type {Bars | null} */ #chart = null;
  #race = new Race(algorithmName);
  #stage = h("div", { class: "panel-part" });
  /** @type {Record<string, any>} The elements that change from step to step. */
  #parts = {};

  build() {
    this.#pause();
    this.#race.stop();
    this.#race = new Race(algorithmName);
    const heuristics = this.game.facts?.heuristics ?? [];
    const choose = newId();
    const heuristic = h(
      "select",
      { id: choose, onchange: () => this.#aim(heuristic.value) },
      ...heuristics.map((/** @type {string} */ name) => h("option", { value: name }, name)),
    );
    heuristic.value = heuristics.includes(this.#heuristic) ? this.#heuristic : (heuristics[0] ?? "");
    this.#heuristic = heuristic.value;
    const group = newId();
    const algorithm = (/** @type {string} */ name) => {
      const id = newId();
      const radio = h("input", { id, type: "radio", name: group, value: name, onchange: () => this.#choose(name) });
      radio.checked = name === this.#chosen;
      return h("span", { class: "panel-choice" }, radio, h("label", { for: id }, algorithmName(name)));
    };
    fill(
      this,
      h("p", {}, t("watch.what")),
      h("fieldset", { class: "panel-row" }, h("legend", {}, t("watch.algorithm")), ...ALGORITHMS.map(algorithm)),
      heuristics.length > 1 &&
        h("p", { class: "panel-field" }, h("label", { for: choose }, t("watch.heuristic")), heuristic),
      this.#stage,
      this.fault,
    );
    this.#setStage();
  }

  /** @param {string} what */
  heard(what) {
    if (what === "distance") return;
    if (what === "puzzle") this.keepingFocus(() => this.build());
    if (what === "position" && this.place === this.#place) return;
    this.#pause();
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
    this.#search();
  }

  /** Runs every algorithm that has not yet searched this position. */
  async #search() {
    const { game } = this;
    const signal = this.afresh();
    this.#place = this.place;
    await this.trying(async () => {
      this.#isLarge = (await this.#states()) > MOST_STATES;
      if (signal.aborted) return;
      if (this.#isLarge) return this.#setStage();
      for (const algorithm of ALGORITHMS) {
        if (this.#runs.has(algorithm)) continue;
        /** @type {any[]} */
        const events = [];
        const bound = algorithm.endsWith("star") && this.#heuristic ? { heuristic: this.#heuristic } : {};
        const question = game.after({ algorithm, limit_seconds: LIMIT_SECONDS, ...bound });
        try {
          const reply = await stream("solve", question, (event) => events.push(event), { signal });
          this.#runs.set(algorithm, runOf(algorithm, events, reply));
        } catch (why) {
          if (signal.aborted) throw why;
          this.#runs.set(algorithm, faultText(why));
        }
        if (signal.aborted) return;
        if (algorithm === this.#chosen) this.keepingFocus(() => this.#setStage());
        else this.#show(this.#at);
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
    this.#pause();
    this.#chosen = algorithm;
    this.#at = 0;
    this.#setStage();
  }

  /** The chart of the chosen search with its controls. */
  #setStage() {
    const run = this.#runs.get(this.#chosen);
    this.#chart = null;
    if (this.#isLarge) {
      return fill(this.#stage, h("p", {}, t("watch.large", { most: number(MOST_STATES) })));
    }
    if (typeof run === "string") return fill(this.#stage, h("p", { lang: "en" }, run));
    if (!run) return fill(this.#stage, h("p", { role: "status" }, t("watch.searching")));
    if (run.reply.stats.expanded === 0) {
      const key = run.reply.outcome === "unsolvable" ? "watch.proved" : "watch.nothing";
      return fill(this.#stage, h("p", {}, t(key)));
    }
    const [slide, speed, log] = [newId(), newId(), newId()];
    const slider = h("input", {
      id: slide,
      type: "range",
      min: 0,
      max: run.frames.length - 1,
      oninput: () => {
        this.#pause();
        this.#show(Number(slider.value));
      },
    });
    const play = h("button", { class: "primary", onclick: () => (this.#timer ? this.#pause() : this.#play()) });
    const button = (/** @type {string} */ key, /** @type {string} */ path, /** @type {() => number} */ to) =>
      h(
        "button",
        {
          "aria-label": t(key),
          title: t(key),
          onclick: () => {
            this.#pause();
            this.#show(to());
          },
        },
        s("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, s("path", { d: path })),
      );
    const speeds = h(
      "select",
      {
        id: speed,
        onchange: () => {
          this.#speed = Number(speeds.value);
          if (this.#timer) this.#play();
        },
      },
      ...SPEEDS.map((value) => h("option", { value }, t("watch.speed", { count: value }))),
    );
    speeds.value = String(this.#speed);
    const logs = h("input", {
      id: log,
      type: "checkbox",
      onchange: () => {
        this.#log = logs.checked;
        this.#show(this.#at);
      },
    });
    logs.checked = this.#log;
    this.#chart = new Bars({ values: [], labels: run.labels, title: "", axis: t(this.#axis()) });
    this.#parts = {
      slider,
      play,
      told: h("p", { class: "watch-told" }),
      counts: h("dl", { class: "panel-facts" }),
    };
    fill(
      this.#stage,
      this.#chart.element,
      h("p", { class: "panel-hint" }, t(`watch.legend.${this.#kind()}`)),
      h(
        "p",
        { class: "panel-row watch-controls" },
        button("watch.first", SIGNS.first, () => 0),
        button("watch.back", SIGNS.back, () => this.#at - 1),
        play,
        button("watch.step", SIGNS.step, () => this.#at + 1),
        button("watch.last", SIGNS.last, () => run.frames.length - 1),
        h("label", { for: speed, class: "unseen" }, t("watch.speeds")),
        speeds,
        h("span", { class: "panel-choice" }, logs, h("label", { for: log }, t("chart.log"))),
      ),
      h("label", { for: slide, class: "unseen" }, t("watch.slider")),
      slider,
      this.#parts.told,
      this.#parts.counts,
      this.#race.element,
    );
    this.#show(Math.min(this.#at, run.frames.length - 1));
    return undefined;
  }

  #run() {
    const run = this.#runs.get(this.#chosen);
    return typeof run === "object" ? run : null;
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

  /** @param {number} wanted */
  #show(wanted) {
    const run = this.#run();
    if (!run || !this.#chart) return;
    const at = (this.#at = Math.max(0, Math.min(wanted, run.frames.length - 1)));
    const frame = run.frames[at];
    const { columns, mirrored, lit, mirroredLit, depth, threshold, added } = frame;
    const values = {
      depth,
      threshold: threshold ?? 0,
      added,
      expanded: frame.expanded,
      frontier: frame.frontier ?? 0,
      length: run.reply.length ?? 0,
      count: frame.step === "end" ? (run.reply.length ?? 0) : added,
    };
    const ended = frame.step === "end" ? (run.reply.outcome === "solved" ? "end" : run.reply.outcome) : frame.step;
    const told = t(`watch.${ended}${frame.step === "begin" ? `.${this.#chosen}` : ""}`, values);
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
    const { slider, play, told: said, counts } = this.#parts;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", t("watch.at", { step: at, steps: run.frames.length - 1 }));
    // Steps that follow each other quickly are not read out.
    said.setAttribute("aria-live", this.#timer ? "off" : "polite");
    fill(said, told);
    fill(play, t(this.#timer ? "watch.pause" : at === run.frames.length - 1 ? "watch.again" : "watch.play"));
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
    const runs = ALGORITHMS.map((name) => this.#runs.get(name)).filter((other) => typeof other === "object");
    this.#race.show(runs, this.#chosen, frame.expanded);
  }

  /** @param {Run} run @param {import("./frames.js").Frame} frame @param {number} column */
  #describe(run, { columns, mirrored }, column) {
    const nodes = columns[column] ?? 0;
    if (this.#kind() === "iterations") return t("watch.bar.iteration", { bound: run.labels[column], count: nodes });
    if (!mirrored) return t("watch.bar", { depth: column, count: nodes });
    return t("watch.bar.ends", { depth: column, start: nodes, goal: mirrored[column] ?? 0 });
  }

  #play() {
    clearInterval(this.#timer);
    const run = this.#run();
    if (!run) return;
    if (this.#at >= run.frames.length - 1) this.#at = 0;
    this.#timer = window.setInterval(() => {
      if (!this.isConnected || this.#at >= run.frames.length - 1) this.#pause();
      else this.#show(this.#at + 1);
    }, 1000 / this.#speed);
    this.#show(this.#at);
  }

  #pause() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#show(this.#at);
  }
}

customElements.define("loyd-watch", Watch);
