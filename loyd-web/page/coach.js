// @ts-check
/** The coach: the distance to the goal after each move, and the best moves. */

import { announce } from "./announce.js";
import { Distances, failed } from "./distances.js";
import { fill, h } from "./dom.js";
import { courseOf } from "./course.js";
import "./goal.js";
import { rulesOf } from "./play/rules.js";
import { number, onLanguage, reasonWords, saidOf, t } from "./words.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./distances.js").Known} Known
 * @typedef {{place: string, begun: import("./distances.js").Begun}} Early a question about a position that is not shown yet
 */

/** Milliseconds after which a running search is announced. */
const PATIENCE = 150;
/** Milliseconds after which a search that has proved nothing is joined by a search for any solution. */
const PATIENCE_FOR_PROOF = 200;
/** The greatest number of best moves with buttons. The board shows all best moves. */
const MOST_BUTTONS = 8;

class Coach extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** @type {Distances} */ distances = /** @type {any} */ (null);
  #asking = new AbortController();
  /** The search for any solution, and whether it gave way to the player's. */
  #finding = new AbortController();
  #gaveWay = false;
  /** The question that began with a move. @type {Early | null} */ #early = null;
  /** @type {Known} */ #known = {};
  /** @type {{name: string, words: string}[] | null} */ #best = null;
  /** The length of the solution that the best move begins; 0: the move is proved best. */
  #unproved = 0;
  #wanted = false;
  /** Ends when a hint is known. @type {Promise<any>} */
  #hinted = Promise.resolve();
  /** Ends when the distance is known, or the search for any solution has ended. @type {Promise<any>} */
  #ready = Promise.resolve();
  #goal = /** @type {any} */ (document.createElement("loyd-goal"));
  #figure = h("p", { class: "figure" });
  #verdict = h("p", { class: "verdict" });
  #course = h("div", { class: "course" });
  #hint = h("div", { class: "best-moves" });
  #always = h("input", { type: "checkbox", id: "always" });
  #alwaysLabel = h("label", { for: "always" });

  set game(/** @type {Game} */ game) {
    this.#game = game;
    this.distances = new Distances(game);
    this.#goal.game = game;
    this.append(
      this.#goal,
      h("h2", { class: "unseen", "data-t": "coach.title" }),
      this.#figure,
      this.#verdict,
      ...this.querySelectorAll("loyd-unsolvable"),
      this.#hint,
      this.#course,
      h("p", { class: "always" }, this.#always, this.#alwaysLabel),
    );
    game.addEventListener("ask", () => this.#begin());
    game.addEventListener("position", () => this.#follow());
    game.addEventListener("wish", (event) => {
      const wish = /** @type {CustomEvent} */ (event).detail;
      if (wish === "hint") this.#showBest();
      // The player searches for a solution itself, and may have to wait for the same worker.
      if (wish !== "solve") return;
      this.#gaveWay = true;
      this.#finding.abort();
    });
    game.addEventListener("hint", (event) => {
      if (!(/** @type {CustomEvent} */ (event).detail.moves.length)) this.#setBest(null);
    });
    this.#always.addEventListener("change", () => {
      if (this.#always.checked) this.#showBest();
      else game.dispatchEvent(new CustomEvent("hint", { detail: { moves: [] } }));
    });
    onLanguage(() => {
      this.#alwaysLabel.textContent = t("coach.always");
      this.#show();
      this.#setBest(this.#best, this.#unproved);
    });
  }

  /** Asks for the distance after a move, while the game asks what is legal there. */
  #begin() {
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#early = { place: this.#place(), begun: this.distances.begin(this.#asking.signal) };
  }

  /** The position and how it was reached. */
  #place() {
    return JSON.stringify(this.#game.after());
  }

  /** Begins a new position: cancels the questions about the previous position. */
  async #follow() {
    this.#known = this.distances.of(this.#game.cursor);
    const isKnown = this.#known.distance !== undefined || this.#known.unsolvable;
    const begun = !isKnown && this.#early?.place === this.#place() ? this.#early.begun : null;
    this.#early = null;
    if (!begun) {
      this.#asking.abort();
      this.#asking = new AbortController();
    }
    const { signal } = this.#asking;
    this.#gaveWay = false;
    this.#setBest(null);
    if (!isKnown) {
      const slow = setTimeout(() => !signal.aborted && this.#tell({ searching: true, ...this.#known }), PATIENCE);
      let isFound = false;
      const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_FOR_PROOF));
      const hear = (/** @type {Known} */ known) => this.#tell(this.#within(known));
      const finding = this.distances.find(signal, hear, begun).catch(failed);
      // A server may refuse a third question of one player, so a hint asks after one of these two has ended.
      /** @type {Promise<void>} */
      const hinted = new Promise((resolve) => {
        this.#ready = Promise.race([finding, patience.then(() => (isFound ? undefined : this.#solve(signal, resolve).catch(failed)))]);
      });
      this.#hinted = Promise.race([this.#ready, hinted]);
      const found = await finding;
      isFound = true;
      clearTimeout(slow);
      if (!found || signal.aborted) return;
      this.#known = this.#within(found);
    }
    this.#tell(this.#known);
    this.#announce();
    if (this.#always.checked) this.#showBest();
    this.#compareWithStart(signal);
  }

  /**
   * So that it can be said how many moves were too many, though a link has led into the middle of a game.
   * @param {AbortSignal} signal
   */
  async #compareWithStart(signal) {
    if (this.#game.cursor === 0 || this.#known.distance === undefined || this.distances.of(0).distance !== undefined)
      return;
    await this.distances.findStart(signal).catch(() => {});
    if (signal.aborted) return;
    this.#show();
    this.#game.dispatchEvent(new CustomEvent("compared"));
  }

  /**
   * Looks for any solution, so that the distance has an upper bound and a hint is there.
   * @param {AbortSignal} signal @param {() => void} onFirst
   */
  async #solve(signal, onFirst) {
    if (signal.aborted) return;
    const finding = (this.#finding = new AbortController());
    signal.addEventListener("abort", () => finding.abort(), { once: true });
    for await (const moves of this.distances.solutions(finding.signal)) {
      if (signal.aborted || this.#known.distance !== undefined) return;
      this.#tell(this.#within(this.#known));
      if (this.#unproved) this.#suggest(moves);
      else if (this.#always.checked) this.#showBest();
      onFirst();
    }
  }

  /** What is known, and the length of a known solution. @param {Known} known @returns {Known} */
  #within(known) {
    const length = Math.min(known.best ?? Infinity, this.distances.solution()?.length ?? Infinity);
    if (known.distance !== undefined || known.at_least === undefined || length === Infinity) return known;
    const { goal, facts, costs } = this.#game;
    // No position is farther from the puzzle's own goal than God's number, which counts moves. After moves that decide
    // which moves can follow, its solution can be longer.
    const isCapped = goal === null && !costs && !rulesOf(this.#game.legal ?? this.#game).remembers;
    const most = (isCapped && facts?.gods_number) || Infinity;
    return { ...known, best: Math.max(known.at_least, Math.min(length, most)) };
  }

  /** Shows the first move of a solution that is not proved shortest. @param {string[]} moves */
  #suggest(moves) {
    const move = this.#game.legal?.moves.find(({ name }) => name === moves[0]);
    if (!move) return;
    this.#game.dispatchEvent(new CustomEvent("hint", { detail: { moves: [move.name] } }));
    this.#setBest([move], moves.length);
    announce(`${t("coach.best.unproved", { count: moves.length })} ${saidOf(move)}`);
  }

  /** @param {Known} known */
  #tell(known) {
    this.#known = known;
    this.#show();
    this.tellAgain();
  }

  /** Tells all listeners what is known of the distance. */
  tellAgain() {
    this.#game.dispatchEvent(new CustomEvent("distance", { detail: { state: this.#game.state, ...this.#known } }));
  }

  /** All moves that a shortest solution can begin with, as arrows and as text. @returns {Promise<void>} */
  async #showBest() {
    const game = this.#game;
    if (!game.legal || game.legal.solved || this.#wanted) return;
    const { signal } = this.#asking;
    this.#wanted = true;
    if (this.#gaveWay && this.#known.distance === undefined)
      this.#hinted = new Promise((resolve) => {
        this.#ready = this.#solve(signal, () => resolve(null)).catch(failed).finally(() => resolve(null));
      });
    this.#gaveWay = false;
    const waiting = setTimeout(() => this.#best || fill(this.#hint, h("p", {}, t("coach.thinking"))), PATIENCE);
    await this.#hinted;
    const known = this.#known.distance === undefined ? this.distances.solution() : null;
    if (known && !signal.aborted) this.#suggest(known);
    await this.#ready;
    const next = signal.aborted || this.#known.unsolvable ? null : await this.distances.next(signal).catch(failed);
    clearTimeout(waiting);
    this.#wanted = false;
    // A position without a solution has no best move, and the verdict gives the reason.
    if (this.#known.unsolvable && !signal.aborted) return this.#setBest(null);
    if (signal.aborted && this.#always.checked) return this.#showBest();
    if (!next || signal.aborted) return;
    if (next.fault) return this.#tell(next);
    const optimal = next.moves
      .filter((/** @type {any} */ move) => move.optimal)
      .map((/** @type {any} */ move) => move.name);
    const best = game.legal.moves.filter(({ name }) => optimal.includes(name));
    // The limit has passed, so the move of the known solution stays.
    if (!best.length && this.#unproved) return;
    game.dispatchEvent(new CustomEvent("hint", { detail: { moves: best.map(({ name }) => name) } }));
    this.#setBest(best);
    if (next.distance !== null) this.#tell({ distance: next.distance });
    announce(
      best.length
        ? t("coach.best", {
            count: best.length,
            moves: best.map(saidOf).join(t("list.comma")),
          })
        : t("coach.noHint"),
    );
  }

  /** @param {{name: string, words: string}[] | null} best @param {number} [unproved] */
  #setBest(best, unproved = 0) {
    this.#best = best;
    this.#unproved = unproved;
    if (!best) return fill(this.#hint);
    if (!best.length) return fill(this.#hint, h("p", {}, t("coach.noHint")));
    fill(
      this.#hint,
      h("p", {}, unproved ? t("coach.best.unproved", { count: unproved }) : t("coach.best.title", { count: best.length })),
      ...best
        .slice(0, MOST_BUTTONS)
        .map((move) => h("button", { type: "button", onclick: () => this.#game.make(move.name) }, saidOf(move))),
      best.length > MOST_BUTTONS && h("p", {}, t("coach.best.more", { count: best.length - MOST_BUTTONS })),
    );
  }

  #show() {
    if (!this.#game?.legal) return;
    const known = this.#known;
    fill(this.#figure, ...figure(known, this.#game.costs));
    this.#figure.classList.toggle("searching", !!known.searching);
    fill(this.#verdict, this.#judged());
    this.classList.toggle("solved", !!this.#game.legal.solved);
    this.classList.toggle("unsolvable", !!known.unsolvable);
    fill(this.#course, courseOf(this.#game, this.distances));
  }

  /** The text about the moves so far, compared with a shortest solution. */
  #judged() {
    const { cursor, legal, shownFrom } = this.#game;
    const { distance, unsolvable, fault, searching, at_least } = this.#known;
    if (fault) return String(fault.message);
    const takenBack = legal && rulesOf(legal).takenBack;
    if (unsolvable) return takenBack ? t(takenBack) : reasonWords(unsolvable);
    if (searching) return t("coach.searching");
    if (distance === undefined) return at_least === undefined ? "" : t("coach.stopped");
    if (this.#game.costs) return t("coach.costs");
    const shortest = this.distances.of(0).distance;
    if (cursor === 0) return legal?.solved ? t("coach.isGoal") : t("coach.start");
    if (shortest === undefined) return "";
    const more = cursor + distance - shortest;
    if (legal?.solved && shownFrom !== null && shownFrom < cursor)
      return t("coach.shown", { count: cursor - shownFrom });
    if (legal?.solved)
      return more
        ? t("coach.solved.more", { count: more, moves: cursor, shortest })
        : t("coach.solved.best", { count: cursor });
    return more ? t("coach.more", { count: more }) : t("coach.onWay");
  }

  #announce() {
    const { distance, unsolvable, at_least } = this.#known;
    if (unsolvable) announce(t("coach.unsolvable"));
    else if (this.#game.costs) announce(this.#figure.textContent ?? "");
    else if (this.#game.legal?.solved) announce(this.#judged());
    else if (distance !== undefined) announce(t("coach.left", { count: distance }));
    else if (at_least !== undefined) announce(t("coach.atLeast", { count: at_least }));
  }
}

/**
 * The distance in large figures, or the interval that is proved.
 * @param {Known} known @param {boolean} costs @returns {(Node | string)[]}
 */
export function figure({ distance, at_least, best, unsolvable, fault }, costs) {
  const large = (/** @type {string} */ text) => h("strong", {}, text);
  const small = (/** @type {string} */ text) => h("span", {}, text);
  const unit = (/** @type {number} */ count) => small(t(costs ? "coach.cost" : "coach.figure", { count }));
  if (fault) return [large("–"), small(t("coach.fault"))];
  if (unsolvable) return [large("∞"), small(t("algorithms.unsolvable"))];
  if (distance !== undefined) return [large(number(distance)), unit(distance)];
  if (at_least && best)
    return [large(at_least === best ? number(best) : `${number(at_least)}–${number(best)}`), unit(best)];
  if (at_least) return [large(`≥ ${number(at_least)}`), unit(at_least)];
  return [large("…"), unit(2)];
}

customElements.define("loyd-coach", Coach);
