// @ts-check
/** The comparison of all algorithms on the current position: nodes, memory and time, with a row for each search. */

import { saidReason } from "../said.js";
import { boundName, hasText, t } from "../words.js";
import { meter } from "../charts/chart.js";
import { stream } from "../api.js";
import { fill, h, newId } from "../dom.js";
import { bytes, number, seconds } from "../charts/numbers.js";
import { Panel } from "./panel.js";

/** The time limits that a player may choose, in seconds. All searches of a comparison share the time. */
const LIMITS = [5, 20, 60];
/** @type {{key: string, least: number, say: (value: number) => string}[]} What is compared. */
const MEASURES = [
  { key: "expanded", least: 1, say: number },
  { key: "bytes", least: 1, say: bytes },
  { key: "seconds", least: 1e-6, say: seconds },
];

/** The least share of the time of a search for which the time of tables is shown. */
const MUCH = 0.01;

/** @param {string} algorithm */
export const algorithmName = (algorithm) =>
  hasText(`algorithm.${algorithm}`) ? t(`algorithm.${algorithm}`) : algorithm;

/** Why a search stopped. @param {string} reason */
const stopReason = (reason) => (hasText(`algorithms.stop.${reason}`) ? t(`algorithms.stop.${reason}`) : reason);

/**
 * Solves the position with all algorithms. `onRow` receives the row of each search, as `compare` returns it.
 * @param {import("../game.js").Game} game
 * @param {number} seconds the time limit, which all searches share
 * @param {(row: any) => void} onRow
 * @param {AbortSignal} signal
 */
async function compared(game, seconds, onRow, signal) {
  const heard = (/** @type {any} */ event) => event.event === "compared" && !signal.aborted && onRow(event);
  await stream("compare", game.after({ limit_seconds: seconds }), heard, { signal });
}

export class Algorithms extends Panel {
  /** @type {any[]} */ #rows = [];
  #place = "";
  #running = false;
  #limit = LIMITS[0];
  #table = h("div", { class: "panel-part" });
  /** Narrow screens show memory and bars only if the player asks for them. */
  #full = h("input", { type: "checkbox", id: newId(), onchange: () => this.#draw() });
  #choice = h("p", { class: "panel-choice compare-full", hidden: true });
  #button = h("button", { class: "primary", onclick: () => this.#press() });

  build() {
    const id = newId();
    const limit = h(
      "select",
      { id, onchange: () => (this.#limit = Number(limit.value)) },
      ...LIMITS.map((value) => h("option", { value }, t("algorithms.limit.seconds", { count: value }))),
    );
    limit.value = String(this.#limit);
    fill(this.#choice, this.#full, h("label", { for: this.#full.id }, t("algorithms.full")));
    fill(
      this,
      h("p", {}, t("algorithms.what")),
      h(
        "div",
        { class: "panel-row" },
        h("p", { class: "panel-field" }, h("label", { for: id }, t("algorithms.limit")), limit),
        this.#button,
      ),
      this.#choice,
      this.#table,
      this.fault,
    );
    this.#draw();
  }

  /** @param {string} what */
  heard(what) {
    if (what === "distance" || this.place === this.#place) return;
    this.afresh();
    this.#rows = [];
    this.#running = false;
    this.#draw();
  }

  #press() {
    if (this.#running) {
      this.afresh();
      this.#running = false;
      return this.#draw();
    }
    return this.#compare();
  }

  async #compare() {
    const signal = this.afresh();
    this.#place = this.place;
    this.#rows = [];
    this.#running = true;
    this.#draw();
    const add = (/** @type {any} */ row) => {
      this.#rows.push(row);
      this.#draw();
    };
    await this.trying(() => compared(this.game, this.#limit, add, signal));
    if (signal.aborted) return;
    this.#running = false;
    this.#draw();
  }

  #draw() {
    fill(this.#button, t(this.#running ? "algorithms.stop" : "algorithms.compare"));
    const rows = this.#rows;
    this.#choice.hidden = rows.length === 0;
    if (rows.length === 0) {
      fill(this.#table, this.#running && h("p", { role: "status" }, t("algorithms.running")));
      return;
    }
    const tried = rows.filter(({ stats, algorithm }) => stats && algorithm);
    const done = tried.length ? "algorithms.done" : "algorithms.proved";
    const most = Object.fromEntries(
      MEASURES.map(({ key, least }) => [key, Math.max(least * 10, ...tried.map(({ stats }) => stats[key]))]),
    );
    const head = h(
      "tr",
      { role: "row" },
      h("th", { scope: "col", role: "columnheader" }, t("algorithms.algorithm")),
      ...MEASURES.map(({ key }) =>
        h("th", { scope: "col", role: "columnheader", class: `compare-${key}` }, t(`algorithms.${key}`)),
      ),
      h("th", { scope: "col", role: "columnheader" }, t("algorithms.outcome")),
    );
    // The rows have explicit roles, because narrow screens show them as grids or blocks.
    fill(
      this.#table,
      h(
        "table",
        { class: this.#full.checked ? "compare" : "compare compare-brief", role: "table" },
        h("caption", {}, t("algorithms.caption", { state: rows[0].state })),
        h("thead", { role: "rowgroup" }, head),
        h("tbody", { role: "rowgroup" }, ...rows.map((row) => this.#row(row, most))),
      ),
      this.#best(tried),
      h("p", { class: "panel-hint" }, t("algorithms.scale")),
      h("p", { role: "status" }, t(this.#running ? "algorithms.running" : done, { count: tried.length })),
    );
  }

  /** @param {any} row @param {Record<string, number>} most */
  #row({ algorithm, heuristic, outcome, length, cost, at_least, reason, explanation, stats }, most) {
    const name = h(
      "th",
      { scope: "row", role: "rowheader" },
      algorithm ? algorithmName(algorithm) : t("algorithms.theory"),
      heuristic && h("span", { class: "compare-bound" }, ` ${boundName(heuristic)}`),
    );
    if (!stats || !algorithm) {
      return h(
        "tr",
        { role: "row" },
        name,
        h(
          "td",
          { colspan: 4, role: "cell", "aria-colspan": 4, class: "compare-said" },
          saidReason({ reason, explanation }),
        ),
      );
    }
    const cells = MEASURES.map(({ key, least, say }) =>
      h(
        "td",
        { role: "cell", class: `compare-${key}`, "data-label": t(`algorithms.${key}`) },
        meter(stats[key], { most: most[key], least }, `compare-${outcome}`),
        h("span", { class: "compare-value" }, say(stats[key])),
        key === "seconds" && stats.table_seconds > MUCH * stats.seconds
          ? h("span", { class: "compare-bound" }, t("algorithms.tables", { time: seconds(stats.table_seconds) }))
          : null,
      ),
    );
    const said =
      outcome === "solved"
        ? t(this.game.costs ? "algorithms.solvedCost" : "algorithms.solved", { count: length, cost })
        : outcome === "unsolvable"
          ? t("algorithms.unsolvable")
          : t(this.game.costs ? "algorithms.stoppedCost" : "algorithms.stopped", {
              least: at_least ?? 0,
              reason: stopReason(reason),
            });
    return h(
      "tr",
      { role: "row" },
      name,
      ...cells,
      h("td", { role: "cell", class: `compare-${outcome}`, "data-label": t("algorithms.outcome") }, h("span", { class: "compare-value" }, said)),
    );
  }

  /** The search with the fewest nodes, and the search with the least time. @param {any[]} tried */
  #best(tried) {
    const solved = tried.filter(({ outcome }) => outcome === "solved");
    const base = solved.find(({ algorithm, stats }) => algorithm === "bfs" && stats.expanded > 0);
    if (!base || this.#running) return null;
    const least = (/** @type {any[]} */ rows, /** @type {string} */ key) =>
      rows.reduce((best, row) => (best.stats[key] <= row.stats[key] ? best : row));
    // A kept table answers without a node.
    const fewest = least(solved.filter(({ stats }) => stats.expanded > 0), "expanded");
    const fastest = least(solved, "seconds");
    const times = number(base.stats.expanded / fewest.stats.expanded, { maximumSignificantDigits: 2 });
    return h(
      "p",
      {},
      fewest !== base && t("algorithms.best", { name: searchName(fewest), times }) + t("list.space"),
      t("algorithms.fastest", { name: searchName(fastest), time: seconds(fastest.stats.seconds) }),
    );
  }
}

/** An algorithm with its lower bound. @param {any} row */
const searchName = ({ algorithm, heuristic }) =>
  heuristic
    ? t("class.with", { name: algorithmName(algorithm), heuristic: boundName(heuristic) })
    : algorithmName(algorithm);

customElements.define("loyd-algorithms", Algorithms);
