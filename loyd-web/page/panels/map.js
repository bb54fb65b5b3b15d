// @ts-check
/** The map of the state space: its census, the distance of the current position, and the farthest positions. */

import { ask } from "../api.js";
import { faultParts } from "../fault.js";
import { said } from "../said.js";
import { t } from "../words.js";
import { censusOf } from "../play/census.js";
import { censusBars, censusOptions } from "../charts/censuschart.js";
import { fill, h, newId } from "../dom.js";
import { bytes, number, seconds, whole } from "../charts/numbers.js";
import { smallPicture } from "../looks/index.js";
import { Panel } from "./panel.js";

/** The number of farthest positions that are shown at first. */
const SOME = 12;
/** The most characters of a position that is written below its picture. */
const SHORT = 20;

export class StateMap extends Panel {
  /** @type {import("../play/census.js").Census | null} */ #census = null;
  /** @type {import("../charts/chart.js").Bars | null} */ #chart = null;
  #log = false;
  /** The reply whose farthest positions are shown. @type {any} */ #listed = null;
  #follow = () => this.keepingFocus(() => this.#draw());
  /** @type {Record<string, HTMLElement>} */
  #parts = {
    chart: h("div"),
    scale: h("p", { class: "panel-row" }),
    facts: h("div", { class: "panel-part" }),
    far: h("div", { class: "panel-part" }),
  };

  build() {
    const id = newId();
    const log = h("input", { id, type: "checkbox", onchange: () => this.#scale(log.checked) });
    log.checked = this.#log;
    fill(this.#parts.scale, log, h("label", { for: id }, t("chart.log")));
    this.#chart = null;
    fill(this.#parts.far);
    this.#listed = null;
    const { chart, scale } = this.#parts;
    fill(this, h("p", {}, t("map.what")), chart, scale, this.#parts.facts, this.#parts.far, this.fault);
    this.#draw();
  }

  /** @param {string} what */
  heard(what) {
    if (what === "puzzle") {
      this.#census?.removeEventListener("change", this.#follow);
      const census = (this.#census = censusOf(this.game));
      census.addEventListener("change", this.#follow);
      this.whenSeen("census", () => census.begin());
    }
    this.whenSeen("draw", this.#follow);
  }

  /** @param {boolean} log */
  #scale(log) {
    this.#log = log;
    this.#draw();
  }

  #draw() {
    const census = this.#census;
    if (!census) return;
    const { layers } = census;
    this.#parts.scale.hidden = layers.length === 0;
    if (layers.length === 0) {
      this.#chart = null;
      fill(this.#parts.chart, this.#offer(census));
    } else {
      const { distance } = this.distance;
      const here = typeof distance === "number" && distance < layers.length ? distance : null;
      const shown = {
        census,
        log: this.#log,
        mark: here,
        markText: here === null ? "" : t("map.here", { depth: number(here) }),
        onPick: census.isDrawn ? (/** @type {number} */ depth) => this.#go(depth) : undefined,
      };
      if (this.#chart) this.#chart.set(censusOptions(shown));
      else this.#chart = censusBars(shown);
      const hint = census.isDrawn && h("p", { class: "panel-hint" }, t("map.pick"));
      if (this.#parts.chart.firstChild !== this.#chart.element) fill(this.#parts.chart, this.#chart.element);
      while (this.#parts.chart.childElementCount > 1) this.#parts.chart.lastChild?.remove();
      if (hint) this.#parts.chart.append(hint);
    }
    this.#tellFacts(census);
    this.#listFarthest(census);
  }

/** Shows the cost of a map that is not drawn. @param {import("../play/census.js").Census} census */
  #offer(census) {
    const { cost } = census;
    if (!census.numbered) return h("p", {}, t("map.unnumbered"));
    if (census.fault) return h("p", {}, ...faultParts(census.fault));
    if (!cost || census.running) return h("p", {}, t("map.counting"));
    const values = { states: number(cost.states ?? 0), seconds: seconds(cost.seconds), bytes: bytes(cost.bytes) };
    if (!census.offered) return h("p", {}, t("map.large", values));
    return h(
      "p",
      { class: "panel-row" },
      t("map.offer", values),
      h("button", { onclick: () => census.draw() }, t("map.draw")),
    );
  }

  /** @param {import("../play/census.js").Census} census */
  #tellFacts({ reply, layers }) {
    const { facts } = this.game;
    const total = layers.reduce((sum, states) => sum + (states ?? 0), 0);
    const god = reply?.diameter ?? facts?.gods_number;
    const percent = { style: /** @type {const} */ ("percent"), maximumFractionDigits: 1 };
    const { distance } = this.distance;
    const nearer = layers.slice(0, distance ?? 0).reduce((sum, states) => sum + (states ?? 0), 0);
    const thousandths = Math.floor((nearer / total) * 1000);
    const part = nearer > 0 && thousandths === 0 ? `<${number(0.001, percent)}` : number(thousandths / 1000, percent);
    /** @type {[string, string][]} */
    const rows = [
      ["map.states", reply ? number(reply.states) : facts?.states ? whole(facts.states) : ""],
      ["map.god", typeof god === "number" ? number(god) : ""],
      ["map.mean", reply ? number(reply.mean, { maximumFractionDigits: 3 }) : ""],
      ["map.branching", reply ? number(reply.branching, { maximumFractionDigits: 3 }) : ""],
      [
        "map.nearer",
        reply && typeof distance === "number" ? part : "",
      ],
    ];
    const list = rows
      .filter(([, value]) => value)
      .map(([key, value]) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, value)));
    fill(
      this.#parts.facts,
      h("dl", { class: "panel-facts" }, ...list),
      facts?.source && h("p", { class: "panel-hint" }, `${t("map.source")}${t("list.space")}`, said(facts.source)),
    );
  }

  /** @param {import("../play/census.js").Census} census */
  #listFarthest({ reply }) {
    if (reply === this.#listed) return;
    this.#listed = reply;
    if (!reply) return fill(this.#parts.far);
    const far = reply.antipodes;
    const count = reply.layers[reply.diameter];
    const item = (/** @type {string} */ state) => {
      const text = h("span", { class: state.length > SHORT && "unseen" }, state);
      return h("li", {}, h("button", { class: "panel-state", title: state, onclick: () => this.#open(state) }, text));
    };
    const rest = far.slice(SOME);
    const draw = (/** @type {string} */ list) => this.#drawFarthest([...this.#parts.far.querySelectorAll(`${list} .panel-state`)]);
    fill(
      this.#parts.far,
      h("h2", {}, t("map.farthest", { count, depth: number(reply.diameter) })),
      h("ul", { class: "panel-states" }, ...far.slice(0, SOME).map(item)),
      rest.length > 0 &&
        h(
          "details",
          { class: "panel-more", ontoggle: () => draw("details") },
          h("summary", {}, t("map.more", { count: rest.length })),
          h("ul", { class: "panel-states" }, ...rest.map(item)),
        ),
    );
    draw("h2 + ul");
  }

  /** Draws the positions in their buttons. A position that cannot be drawn stays a text. @param {any[]} buttons */
  async #drawFarthest(buttons) {
    const { game } = this;
    const { puzzle, board, goal } = game;
    for (const button of buttons) {
      if (!button.isConnected || game.puzzle !== puzzle || game.board !== board || game.goal !== goal) return;
      const legal = button.querySelector("svg") ? null : await game.legalAfter(button.title).catch(() => null);
      if (!legal) continue;
      button.prepend(smallPicture(legal.look, legal.picture, legal.drawing, null, { "aria-hidden": "true" }));
    }
  }

  /** @param {string} state */
  #open(state) {
    return this.trying(() => this.game.setState(state));
  }

  /** A new game at that distance. @param {number} depth */
  #go(depth) {
    return this.trying(async () => {
      const { state } = await ask("random", this.game.question({ depth }));
      await this.game.setState(state);
    });
  }
}

customElements.define("loyd-map", StateMap);
