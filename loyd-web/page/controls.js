// @ts-check
/**
 * The controls below the board: number of moves, goal to beat, time, undo, redo, reset, new game, hint and solve. On a
 * phone, whose screen may end above the coach, the distance to the goal, too.
 */

import { announce } from "./announce.js";
import { figure } from "./coach.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { rulesOf } from "./play/rules.js";
import { onLanguage, t } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

const CLOCK = "loyd.clock";

class Controls extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  #count = h("span", { class: "count" });
  #time = h("span", { class: "time" });
  #beat = h("span", { class: "beat" });
  /** The distance to the goal. Screen readers leave it out, because the coach announces it. */
  #left = h("span", { class: "left", "aria-hidden": "true" });
  /** @type {import("./distances.js").Known | null} What the coach knows of the distance. */ #known = null;
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};
  /** Whether a solution is played. Solve pauses it then, because the player is below the screen of a phone. */
  #playing = false;
  /** @type {number} */ #seconds = 0;
  /** @type {number | null} When the clock was started, less what it had counted. */ #since = null;
  /** @type {string} The game that is timed. */ #timed = "";

  set game(/** @type {Game} */ game) {
    this.#game = game;
    const button = (/** @type {string} */ name, /** @type {() => any} */ work) =>
      (this.#buttons[name] = h(
        "button",
        { type: "button", class: `${name} with-icon`, onclick: work },
        icon(name),
        h("span"),
      ));
    const wish = (/** @type {string} */ what) => () => game.dispatchEvent(new CustomEvent("wish", { detail: what }));
    this.append(
      h("p", { class: "tally" }, this.#count, this.#time, this.#beat, this.#left),
      h(
        "div",
        { class: "buttons", role: "group", "data-t-label": "controls.group" },
        button("undo", () => game.undo()),
        button("redo", () => game.redo()),
        button("reset", () => game.reset()),
        button("new", wish("new")),
        button("hint", wish("hint")),
        button("solve", () => wish(this.#playing ? "play" : "solve")()),
      ),
    );
    game.addEventListener("move", () => this.#show());
    game.addEventListener("position", () => this.#show());
    game.addEventListener("distance", (event) => {
      this.#known = /** @type {CustomEvent} */ (event).detail;
      this.#show();
    });
    game.addEventListener("playing", (event) => {
      this.#playing = /** @type {CustomEvent} */ (event).detail;
      this.#nameSolve();
    });
    game.addEventListener("stepped", () => announce(t("controls.at", { count: game.cursor })));
    setInterval(() => this.#tick(), 500);
    onLanguage(() => {
      for (const [name, button] of Object.entries(this.#buttons)) {
        /** @type {HTMLElement} */ (button.lastElementChild).textContent = t(`controls.${name}`);
        button.title = t(`controls.${name}.title`);
      }
      this.#nameSolve();
      this.#show();
    });
  }

  #nameSolve() {
    const { solve } = this.#buttons;
    fill(solve, icon(this.#playing ? "pause" : "solve"), h("span", {}, t(this.#playing ? "player.pause" : "controls.solve")));
    solve.title = t(this.#playing ? "player.pause" : "controls.solve.title");
  }

  #show() {
    const game = this.#game;
    this.#count.textContent = t("controls.moves", { count: game.cursor });
    if (this.#known) fill(this.#left, ...figure(this.#known, game.costs));
    this.#beat.textContent = game.beat === null ? "" : t("controls.beat", { count: game.beat });
    this.#buttons.new.title = t(rulesOf(game.legal ?? game).newTitle);
    this.#buttons.undo.setAttribute("aria-disabled", String(game.cursor === 0));
    this.#buttons.reset.setAttribute("aria-disabled", String(game.cursor === 0));
    this.#buttons.redo.setAttribute("aria-disabled", String(game.cursor === game.moves.length));
    this.#clock();
  }

  /** The clock runs from the first move to the goal, and goes on after a reload. */
  #clock() {
    const game = this.#game;
    const timed = JSON.stringify([game.puzzle, game.board, game.goal, game.start]);
    if (timed !== this.#timed) {
      this.#timed = timed;
      const kept = JSON.parse(sessionStorage.getItem(CLOCK) ?? "{}");
      this.#seconds = kept.timed === timed && game.cursor ? kept.seconds : 0;
      this.#since = null;
    }
    if (game.cursor === 0) this.#seconds = 0;
    const runs = game.cursor > 0 && !game.legal?.solved && game.shownFrom === null;
    if (runs && this.#since === null) this.#since = performance.now() - this.#seconds * 1000;
    if (!runs && this.#since !== null) {
      if (game.cursor) this.#seconds = (performance.now() - this.#since) / 1000;
      this.#since = null;
    }
    this.#tick();
  }

  #tick() {
    if (this.#since !== null) {
      this.#seconds = (performance.now() - this.#since) / 1000;
      sessionStorage.setItem(CLOCK, JSON.stringify({ timed: this.#timed, seconds: this.#seconds }));
    }
    const whole = Math.floor(this.#seconds);
    const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    if (this.#time.textContent !== text) this.#time.textContent = text;
  }
}

customElements.define("loyd-controls", Controls);
