// @ts-check
/** The first nodes of a search, step by step: the tree, the open list, the pseudocode, and one node in detail. */

import { aborted } from "../api.js";
import { fill, h, newId } from "../dom.js";
import { saidOf, t } from "../words.js";
import { boundsOn } from "./detail.js";
import { drawnOf, forGuess, miniature, sumOf, TreeDrawing } from "./drawing.js";
import { Positions } from "./positions.js";
import { Stepper } from "./stepper.js";
import { OneWay, traceOf } from "./textbook.js";
import { fOf } from "./trace.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("./trace.js").SearchNode} SearchNode
 * @typedef {import("./trace.js").Trace} Trace
 * @typedef {import("./positions.js").Position} Position
 */

/** The number of lines of each pseudocode. */
const LINES = /** @type {Record<string, number>} */ ({ bfs: 5, bidirectional: 5, "a-star": 5, "ida-star": 6 });
/** The most nodes of the open list that are drawn. */
const MOST_OPEN = 12;

export class SearchViewer {
  element = h("div", { class: "panel-part search" });
  /** @type {Trace | null} */ #trace = null;
  /** @type {TreeDrawing | null} */ #tree = null;
  /** @type {Position | null} */ #goal = null;
  /** @type {SearchNode | null} The node that the user chose to see. */ #picked = null;
  /** @type {import("./trace.js").SearchStep | null} */ #shown = null;
  #algorithm = "";
  #heuristic = "";
  #isGuessing = false;
  #isAsked = false;
  /** The element that had the focus before a question. @type {HTMLElement | null} */ #asker = null;
  /** What is told about the last guess. */
  #verdict = "";
  #stepper = new Stepper(
    (at) => this.#show(at),
    () => this.#mayGoOn(),
  );
  #told = h("p", { class: "search-told" });
  #counts = h("dl", { class: "panel-facts" });
  #code = h("ol", { class: "search-code" });
  #detail = h("div", { class: "search-detail" });
  #open = h("div", { class: "panel-part search-waiting" });
  #scroll = h("div", { class: "search-scroll", role: "group", tabindex: 0 });

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /**
   * Runs an algorithm on the position of the game, and shows its first step.
   * @param {string} algorithm
   * @param {string} heuristic
   * @param {AbortSignal} signal
   */
  async search(algorithm, heuristic, signal) {
    this.stop();
    [this.#algorithm, this.#heuristic] = [algorithm, algorithm.endsWith("star") ? heuristic : ""];
    this.#trace = null;
    fill(this.element, h("p", { role: "status" }, t("watch.searching")));
    const positions = new Positions(this.game, signal);
    try {
      if (this.game.costs) return fill(this.element, h("p", {}, t("search.costs")));
      const trace = await traceOf(algorithm, positions, heuristic);
      this.#goal = await positions.goal();
      if (signal.aborted) return;
      this.#trace = trace;
      this.build();
    } catch (why) {
      if (signal.aborted || aborted(why)) return;
      if (!(why instanceof OneWay)) {
        fill(this.element);
        throw why;
      }
      fill(this.element, h("p", {}, t(`search.oneWay.${why.message}`)));
    }
  }

  stop() {
    if (this.#trace) this.#stepper.pause();
  }

  /** Drops what is shown, because it is of another puzzle. */
  clear() {
    this.stop();
    this.#trace = null;
    fill(this.element);
  }

  /** Builds everything in the language of the page. */
  build() {
    const trace = this.#trace;
    if (!trace) return;
    this.#picked = null;
    this.#isAsked = false;
    this.#verdict = "";
    this.#tree = new TreeDrawing(trace, drawnOf(this.game), (node) => this.#pick(node));
    fill(this.#scroll, this.#tree.element);
    this.#scroll.setAttribute("aria-label", t("search.tree"));
    const guess = newId();
    const guesses = h("input", {
      id: guess,
      type: "checkbox",
      onchange: () => {
        this.#isGuessing = guesses.checked;
        this.#isAsked = false;
        this.#putOpen();
        this.#stepper.show(this.#stepper.at);
      },
    });
    guesses.checked = this.#isGuessing;
    const lines = Array.from({ length: LINES[this.#algorithm] }, (_, line) =>
      h("li", {}, t(`code.${this.#algorithm}.${line + 1}`)),
    );
    fill(this.#code, ...lines);
    fill(
      this.element,
      this.#stepper.element,
      h("p", { class: "panel-choice" }, guesses, h("label", { for: guess }, t("search.guess"))),
      this.#told,
      this.#scroll,
      h("p", { class: "panel-hint" }, t(this.#heuristic ? "search.legend.sums" : "search.legend")),
      h("div", { class: "search-beside" }, this.#code, this.#detail),
      this.#counts,
    );
    this.#putOpen();
    this.#stepper.build(trace.steps.length - 1, Math.min(this.#stepper.at, trace.steps.length - 1));
  }

  /** Puts the open list below the drawing, or, because its nodes are the choices, right below the question. */
  #putOpen() {
    if (this.#isGuessing) this.#told.after(this.#open);
    else this.#counts.before(this.#open);
  }

  /** Goes to the beginning. */
  rewind() {
    this.#stepper.at = 0;
  }

  /** Whether the next step is shown. If the user wants to guess, it asks for the next node first. */
  #mayGoOn() {
    const steps = this.#trace?.steps ?? [];
    const [now, next] = steps.slice(this.#stepper.at);
    if (!this.#isGuessing || !next?.told.startsWith("take") || now.open.length < 2) return true;
    this.#isAsked = true;
    this.#asker = /** @type {HTMLElement | null} */ (document.activeElement);
    this.#show(this.#stepper.at);
    this.#open.querySelector("button")?.focus({ preventScroll: true });
    for (const part of [this.#open, this.#told]) part.scrollIntoView({ block: "nearest" });
    return false;
  }

  /** A node is chosen: to be seen, or as a guess. @param {SearchNode} node */
  #pick(node) {
    const at = this.#stepper.at;
    const step = this.#trace?.steps[at];
    const next = this.#trace?.steps[at + 1];
    if (!this.#isAsked || !next?.at || !step?.open.includes(node)) {
      this.#picked = node;
      return this.#show(at);
    }
    const wanted = next.at;
    const isTie = this.#algorithm === "a-star" && fOf(node) === fOf(wanted);
    this.#verdict = t(node === wanted ? "search.right" : isTie ? "search.tie" : "search.wrong", {
      guess: sumOf(node),
      next: sumOf(wanted),
    });
    this.#isAsked = false;
    const verdict = this.#verdict;
    this.#stepper.show(at + 1);
    this.#verdict = verdict;
    this.#tell();
    this.#asker?.focus({ preventScroll: true });
  }

  /** @param {number} at */
  #show(at) {
    const { steps } = /** @type {Trace} */ (this.#trace);
    const step = steps[at];
    this.#verdict = "";
    if (step !== this.#shown) [this.#picked, this.#shown] = [null, step];
    if (!this.#isGuessing || !steps[at + 1]?.told.startsWith("take")) this.#isAsked = false;
    const title = t("search.title", { step: at, steps: steps.length - 1, nodes: step.shown, open: step.open.length });
    this.#tree?.show(step, title);
    for (const [line, element] of [...this.#code.children].entries()) {
      if (line + 1 === step.line) element.setAttribute("aria-current", "step");
      else element.removeAttribute("aria-current");
    }
    this.#tell();
    this.#showOpen(step);
    this.#showDetail(this.#picked ?? step.at ?? step.made[0] ?? null);
    this.#follow(this.#picked ? null : (step.at ?? step.made[0] ?? null));
    /** @type {[string, number | null][]} */
    const rows = [
      ["expanded", step.expanded],
      ["generated", step.shown],
      ["open", step.open.length],
      ["threshold", step.threshold],
      ["least", step.least],
    ];
    fill(
      this.#counts,
      ...rows
        .filter(([, count]) => count !== null)
        .map(([key, count]) => h("div", {}, h("dt", {}, t(`search.count.${key}`)), h("dd", {}, String(count)))),
    );
  }

  #tell() {
    const trace = /** @type {Trace} */ (this.#trace);
    const step = trace.steps[this.#stepper.at];
    const node = step.at;
    // Steps that follow each other quickly are not read out.
    this.#told.setAttribute("aria-live", this.#stepper.isPlaying ? "off" : "polite");
    const length = step.told === "met" ? step.path.length - 2 : (node?.g ?? 0);
    const told = t(`search.told.${step.told}`, {
      ...{ g: node?.g ?? 0, h: node?.h ?? 0, f: node ? fOf(node) : 0, threshold: step.threshold ?? 0 },
      count: step.end === "found" ? length : step.made.length,
      nodes: step.shown - trace.nodes.findIndex(({ round }) => round === step.round),
      expanded: step.expanded,
    });
    fill(this.#told, this.#verdict && h("strong", {}, `${this.#verdict} `), told);
    this.#told.classList.toggle("asks", this.#isAsked);
    if (this.#isAsked) fill(this.#told, h("strong", {}, t("search.which")));
  }

  /** The nodes that wait, as buttons; their order is no hint for a guess. @param {import("./trace.js").SearchStep} step */
  #showOpen(step) {
    const { open } = step;
    const inOrder = () => open.slice(0, MOST_OPEN).map((node) => ({ node, label: sumOf(node) }));
    const shown = this.#isGuessing ? forGuess(open) : inOrder();
    const hidden = open.length - shown.length;
    const drawn = drawnOf(this.game);
    const button = (/** @type {{node: SearchNode, label: string}} */ { node, label }) =>
      h(
        "button",
        { class: "search-node", title: node.position.state, onclick: () => this.#pick(node) },
        miniature(drawn, node.position.picture),
        h("span", {}, label),
        h("span", { class: "unseen" }, ` ${node.position.state}`),
      );
    fill(
      this.#open,
      h("h3", {}, t(this.#isGuessing ? "search.open.guess" : `search.open.${this.#algorithm}`, { count: open.length })),
      open.length === 0
        ? h("p", { class: "panel-hint" }, t("search.open.empty"))
        : h("div", { class: "search-open" }, ...shown.map(button)),
      hidden > 0 && h("p", { class: "panel-hint" }, t("search.more", { count: hidden })),
    );
  }

  /** @param {SearchNode | null} node */
  #showDetail(node) {
    if (!node) return fill(this.#detail);
    const { position, g, h: bound, move } = node;
    const drawn = drawnOf(this.game);
    const board = miniature(drawn, position.picture, { class: "search-board" });
    const goal = this.#heuristic === "manhattan" ? this.#goal : null;
    const adds = goal && boundsOn(board, position.picture, goal.picture, bound);
    const sums = bound === null ? [] : [`h = ${bound}`, `f = ${g} + ${bound} = ${fOf(node)}`];
    fill(
      this.#detail,
      board,
      h(
        "div",
        {},
        h("p", { class: "search-state" }, position.state),
        move && h("p", {}, t("search.by", { move: saidOf(move) })),
        ...[`g = ${g}`, ...sums].map((sum) => h("p", { class: "panel-value" }, sum)),
        adds && h("p", { class: "panel-hint" }, t("search.adds", { sum: adds })),
      ),
    );
  }

  /** Scrolls the tree so that a node can be seen. @param {SearchNode | null} node */
  #follow(node) {
    const middle = node && this.#tree?.middle(node);
    if (!middle) return;
    const { clientWidth, clientHeight } = this.#scroll;
    this.#scroll.scrollTo(middle[0] - clientWidth / 2, middle[1] - clientHeight / 2);
  }
}
