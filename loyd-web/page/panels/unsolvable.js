// @ts-check
/** The reason why a position cannot be solved, the exchange that helps, and a card with the proof and other goals. */

import { ask } from "../api.js";
import { rulesOf } from "../play/rules.js";
import { saidReason } from "../said.js";
import { goalName, t } from "../words.js";
import { arcs, isPlain } from "../parity/arcs.js";
import { fill, h } from "../dom.js";
import { Panel } from "./panel.js";
import { argue, exchanged, exchanges } from "../parity/parity.js";

/** The number of exchanges that are tried before the page offers no exchange. */
const TRIED = 12;
/** The time limit of the proof. A proof by parity needs no search. */
const PROOF_SECONDS = 5;

/** Whether every move of a puzzle exchanges the blank with neighbours, so that the argument applies. */
const slides = (/** @type {{puzzle: string}} */ { puzzle }, /** @type {string} */ explanation) =>
  /^(letters|torus):/.test(puzzle) || /^parity: .*\btiles\b/.test(explanation);

/** @typedef {import("../parity/parity.js").Argument} Argument */
/**
 * The facts about the position: the server's answer, the argument, the exchange that helps and the position after it.
 * @typedef {{answer: any, argument: Argument | null, pair: [string, string, string] | null}} Found
 */

export class Unsolvable extends Panel {
  /** @type {Found | null} */
  #found = null;
  #summary = h("summary");
  #card = h("div", { class: "unsolvable-card" });
  /** The card lies over the panels, so no element moves when it opens. */
  #details = h("details", {}, this.#summary, this.#card);
  #exchange = h("span");

  build() {
    const { game } = this;
    this.hidden = this.#found === null && this.fault.hidden;
    if (!this.#details.isConnected) this.#begin();
    fill(this.#summary, t("unsolvable.card"));
    const pair = this.#found?.pair;
    fill(
      this.#exchange,
      pair &&
        h(
          "button",
          { class: "primary", onclick: () => this.#mend(() => game.setState(pair[2])) },
          t("unsolvable.exchange", { first: pair[0], second: pair[1] }),
        ),
    );
    if (!this.#found) {
      this.#details.open = false;
      return fill(this.#card, this.fault);
    }
    const { answer, argument } = this.#found;
    const goals = answer.other_goals ?? [];
    fill(
      this.#card,
      h("h2", {}, t("unsolvable.title")),
      ...(argument
        ? this.#argued(argument)
        : [h("p", {}, `${t("unsolvable.server")}${t("list.space")}`, saidReason(answer))]),
      pair && h("p", {}, t("unsolvable.misread", { first: pair[0], second: pair[1] })),
      goals.length > 0 && h("h3", {}, t("unsolvable.what")),
      goals.length > 0 &&
        h(
          "p",
          { class: "panel-row" },
          t("unsolvable.goals"),
          ...goals.map((/** @type {string} */ goal) =>
            h("button", { onclick: () => this.#aim(goal) }, t("unsolvable.goal", { goal: goalName(goal) })),
          ),
        ),
      this.fault,
    );
  }

  /** Adds the card. The key Escape closes it, and so does a focus that moves to an element behind it. */
  #begin() {
    const details = this.#details;
    this.append(h("div", { class: "unsolvable-row" }, details, this.#exchange));
    details.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !details.open) return;
      event.stopPropagation();
      details.open = false;
      this.#summary.focus();
    });
    details.addEventListener("focusout", ({ relatedTarget: to }) => {
      if (to instanceof Node && !details.contains(to)) details.open = false;
    });
  }

  /** @param {Argument} argument */
  #argued(argument) {
    const { inversions, steps } = argument;
    const parity = (/** @type {number} */ count) => t(count % 2 ? "unsolvable.odd" : "unsolvable.even");
    const told = (/** @type {string} */ key, /** @type {number} */ count) =>
      h("li", {}, t(key), t("list.space"), h("strong", {}, t("unsolvable.count", { number: count, parity: parity(count) })));
    const drawing = arcs(argument);
    const places = t(isPlain(argument) ? "unsolvable.places.blank" : "unsolvable.places");
    return [
      h("p", {}, [t("unsolvable.defined"), ...(drawing ? [t("unsolvable.read"), places] : [])].join(t("list.space"))),
      drawing &&
        h("div", { class: "panel-scroll", tabindex: 0, role: "group", "aria-label": t("unsolvable.drawing") }, drawing),
      h(
        "ul",
        { class: "panel-list" },
        told("unsolvable.inversions", inversions.length),
        told("unsolvable.steps", steps),
      ),
      h("p", {}, t("unsolvable.why")),
    ];
  }

  /** The card is empty, and not visible, until it is needed. */
  get sleeps() {
    return false;
  }

  /** @param {string} what */
  heard(what) {
    if (what === "puzzle" || this.#found?.answer.state !== this.game.state) this.#show(null);
    // Where moves can be taken back in any order, the coach's sentence is enough.
    const { legal } = this.game;
    if (what === "distance" && this.distance.unsolvable && legal && !rulesOf(legal).takenBack) this.#find();
  }

  /** @param {Found | null} found */
  #show(found) {
    this.#found = found;
    this.build();
  }

  async #find() {
    const { game } = this;
    const signal = this.afresh();
    const state = game.state;
    await this.trying(async () => {
      const answer = await ask("solve", game.question({ state, limit_seconds: PROOF_SECONDS }), { signal });
      if (answer.outcome !== "unsolvable" || game.state !== state) return;
      let argument = null;
      if (answer.reason === "parity" && game.legal && slides(game.legal, answer.explanation)) {
        const { picture } = await ask("moves", game.question({ state: answer.goal }), { signal });
        argument = argue(game.legal.picture, picture);
      }
      // Two parts of a board may both have odd parity. The parity of the whole board is then even and proves nothing.
      const whole = argument && !argument.agrees ? argument : null;
      if (game.state === state) this.#show({ answer, argument: whole, pair: null });
      const pair = argument && (await this.#helpful(argument, state, signal));
      if (game.state === state) this.#show({ answer, argument: whole, pair });
    });
  }

  /**
   * The first exchange of two tiles that makes the position solvable by the server's answer, and the position after it.
   * @param {Argument} argument
   * @param {string} state
   * @param {AbortSignal} signal
   * @returns {Promise<[string, string, string] | null>}
   */
  async #helpful(argument, state, signal) {
    for (const [first, second] of exchanges(argument).slice(0, TRIED)) {
      const after = exchanged(state, first, second);
      const reply = await ask("distance", this.game.question({ state: after, limit_nodes: 1000 }), { signal });
      // A distance or a bound: there is no proof that it cannot be solved, and of a board one is found at once.
      if (typeof reply.distance === "number" || typeof reply.at_least === "number") return [first, second, after];
    }
    return null;
  }

  /** The same position with another goal. @param {string} goal */
  #aim(goal) {
    const { puzzle, board, state } = this.game;
    return this.#mend(() => this.game.open({ puzzle, board, goal, state }));
  }

  /** Makes the position solvable. This panel vanishes, so the keyboard goes to the board. @param {() => any} work */
  async #mend(work) {
    await this.trying(work);
    if (!this.fault.hidden) this.#details.open = true;
    if (this.hidden) /** @type {any} */ (document.querySelector("loyd-board"))?.stage?.focus();
  }
}

customElements.define("loyd-unsolvable", Unsolvable);
