// @ts-check
/** The card of a solved game: its result, and what comes next. It lies over the board, so that nothing moves. */

import { copyText } from "../copy.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { onLanguage, t } from "../words.js";
import { harderGame, newGame } from "./fresh.js";
import { keepSolved, solvedDays, streakOf } from "./day.js";
import { resultText } from "./share.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../distances.js").Distances} Distances
 */

class Win extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** @type {Distances | null} The distances that the coach has found. */
  distances = null;
  /** @type {(() => Promise<void>) | null} */ #harder = null;
  /** Whether a new game is being asked for. */
  #asking = false;
  /** Whether the player has made a move. A link may contain the moves of somebody else. */
  #hasMoved = false;
  #title = h("h2", { class: "win-title" });
  #result = h("p", { class: "win-result" });
  #beaten = h("p", { class: "win-beaten" });
  #text = h("textarea", { class: "win-text", readonly: true, rows: 3, hidden: true });
  #said = h("p", { class: "win-said", role: "status" });
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};

  set game(/** @type {Game} */ game) {
    this.#game = game;
    const button = (/** @type {string} */ name, /** @type {() => any} */ work) =>
      (this.#buttons[name] = h("button", { type: "button", class: `win-${name}`, onclick: work }));
    this.hidden = true;
    this.setAttribute("role", "region");
    this.append(
      button("close", () => this.#close()),
      this.#title,
      this.#result,
      this.#beaten,
      h(
        "div",
        { class: "win-buttons" },
        button("again", () => this.#leave(() => game.reset())),
        button("harder", () => this.#harder && this.#leave(this.#harder)),
        button("share", () => this.#share()),
        button("watch", () => this.#watch()),
      ),
      this.#text,
      this.#said,
    );
    game.addEventListener("position", () => this.#follow());
    game.addEventListener("move", () => {
      this.hidden = true;
      this.#hasMoved = true;
    });
    game.addEventListener("opening", () => (this.#hasMoved = false));
    game.addEventListener("distance", () => this.#show());
    game.addEventListener("compared", () => this.#show());
    game.addEventListener("wish", (event) => {
      if (/** @type {CustomEvent} */ (event).detail === "new") this.#begin(() => newGame(game, this.#best));
    });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
    onLanguage(() => {
      this.setAttribute("aria-label", t("win.label"));
      for (const [name, button] of Object.entries(this.#buttons)) button.textContent = t(`win.${name}`);
      fill(this.#buttons.close, icon("close"));
      this.#buttons.close.setAttribute("aria-label", t("win.close"));
      this.#text.setAttribute("aria-label", t("win.text"));
      this.#text.hidden = true;
      fill(this.#said);
      this.#show();
    });
  }

  /** The number of moves of a shortest solution, if it is known. @returns {number | undefined} */
  get #best() {
    return this.#game.costs ? undefined : this.distances?.of(0).distance;
  }

  /** Whether the player has just solved the game without a shown solution. */
  get #won() {
    const { legal, cursor, shownFrom } = this.#game;
    return !!legal?.solved && cursor > 0 && (shownFrom === null || shownFrom >= cursor);
  }

  async #follow() {
    this.hidden = !this.#won;
    if (this.hidden) return;
    const { day } = this.#game;
    if (day !== null && this.#hasMoved) keepSolved(day);
    this.#text.hidden = true;
    fill(this.#said);
    this.#show();
  }

  /** Writes the result, as far as it is known. */
  #show() {
    const { cursor: count, beat, day } = this.#game ?? {};
    if (!this.#game || !this.#won) return;
    const streak = day === null ? 0 : streakOf(solvedDays());
    const best = this.#best;
    this.#title.textContent = t("win.title", { count });
    this.#result.textContent =
      best === undefined ? "" : t(best === count ? "win.shortest" : "win.best", { count: best });
    const verdict = beat === null || count < beat ? "win.beaten" : count === beat ? "win.matched" : "win.missed";
    const told = [beat !== null && t(verdict, { count: beat }), streak > 1 && t("daily.streak", { count: streak })];
    this.#beaten.textContent = told.filter(Boolean).join(" ");
    this.#offerHarder();
  }

  async #offerHarder() {
    const { start } = this.#game;
    const harder = await harderGame(this.#game, this.#best).catch(() => null);
    if (this.#game.start !== start) return;
    this.#harder = harder;
    this.#buttons.harder.setAttribute("aria-disabled", String(!harder));
  }

  /** Leaves the card for another game; the focus goes to the board. @param {() => any} work */
  async #leave(work) {
    await this.#begin(work);
    if (this.hidden) this.#focusBoard();
  }

  /** Begins a game, one at a time; a fault is shown where all faults of the game are. @param {() => any} work */
  async #begin(work) {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await work();
    } catch (error) {
      this.#game.dispatchEvent(new CustomEvent("fault", { detail: error }));
    } finally {
      this.#asking = false;
    }
  }

  /** Shows how algorithms search from the start of this game. */
  async #watch() {
    await this.#begin(() => this.#game.reset());
    /** @type {any} */ (document.querySelector("loyd-tabs")).choose("watch");
    const tab = document.getElementById("tab-watch");
    tab?.focus({ preventScroll: true });
    tab?.scrollIntoView({ block: "nearest" });
  }

  #close() {
    this.hidden = true;
    this.#focusBoard();
  }

  #focusBoard() {
    /** @type {HTMLElement | null} */ (document.querySelector("loyd-board .stage"))?.focus({ preventScroll: true });
  }

  async #share() {
    this.#text.value = resultText(this.#game, this.#best, (at) => this.distances?.of(at).distance);
    const done = await copyText(this.#text.value);
    this.#text.hidden = false;
    if (!done) this.#text.select();
    fill(this.#said, t(done ? "win.copied" : "win.notCopied"));
  }
}

customElements.define("loyd-win", Win);
