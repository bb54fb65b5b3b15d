// @ts-check
/** The player: solves the position, plays moves with a scrubber, a speed and single steps, and copies moves as text. */

import { aborted, ask, stream } from "./api.js";
import { hush, say } from "./announce.js";
import { copyText } from "./copy.js";
import { faultParts } from "./fault.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { rulesOf } from "./play/rules.js";
import { number, onLanguage, reasonWords, serverWords, t } from "./words.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./distances.js").Distances} Distances
 */

const SECONDS = 15;
/** Milliseconds after which a solution that a search has found is played, though a better one may follow at once. */
const PATIENCE = 700;
/**
 * The same for a solution of more than `LONG` times the proved number of moves: a plan without a search, which the next
 * solution makes several times as short.
 */
const PATIENCE_FOR_LONG = 5000;
const LONG = 3;
/** @type {Record<string, string>} */
const OPPOSITE = { u: "d", d: "u", l: "r", r: "l" };

class Player extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** The distances that the coach knows. @type {Distances} */ distances = /** @type {any} */ (null);
  #asking = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | null} */ #playing = null;
  /** @type {{moves: string, words: string[]}} Words of the whole line of moves, once asked for. */ #words = {
    moves: "",
    words: [],
  };
  #said = h("p", { class: "said", role: "status" });
  /** What Solve told below the board. */
  #told = "";
  #range = h("input", { type: "range", min: "0", step: "1", class: "scrubber" });
  #speed = h("input", { type: "range", min: "0", max: "4", step: "1", value: "2", class: "speed" });
  #spelling = h("select", { class: "spelling" });
  #list = h("ol", { class: "line" });
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};
  #copy = h("button", { type: "button", class: "with-icon copy", onclick: () => this.#copyMoves() });
  #bar = h("div", { class: "bar" });
  /** @type {number | null} The frame in which the game is shown. */ #frame = null;

  set game(/** @type {Game} */ game) {
    this.#game = game;
    const step = (/** @type {string} */ name, /** @type {() => any} */ work) =>
      (this.#buttons[name] = h("button", { type: "button", class: "icon-only", onclick: work }, icon(name)));
    fill(
      this.#bar,
      step("back", () => this.#go(game.cursor - 1)),
      step("play", () => this.#toggle()),
      step("on", () => this.#go(game.cursor + 1)),
      this.#range,
      h("label", { class: "speed-label" }, h("span", { "data-t": "player.speed" }), this.#speed),
    );
    this.append(this.#said, this.#bar, this.#list, h("div", { class: "spell" }, this.#spelling, this.#copy));
    this.#range.addEventListener("input", () => this.#go(Number(this.#range.value)));
    this.#spelling.addEventListener("change", () => this.#show());
    for (const event of ["position", "move"]) game.addEventListener(event, () => this.#show());
    game.addEventListener("position", () => game.shownFrom === null && this.#forget());
    game.addEventListener("puzzle", () => this.#choices());
    game.addEventListener("move", () => {
      this.#pause();
      if (game.shownFrom === null) this.#forget();
    });
    game.addEventListener("wish", (event) => {
      const wish = /** @type {CustomEvent} */ (event).detail;
      if (wish === "solve") this.#solve();
      if (wish === "play") this.#toggle();
    });
    onLanguage(() => {
      for (const [name, button] of Object.entries(this.#buttons))
        button.setAttribute("aria-label", t(`player.${name}`));
      this.#range.setAttribute("aria-label", t("player.scrubber"));
      this.#spelling.setAttribute("aria-label", t("player.spelling"));
      fill(this.#copy, icon("copy"), h("span", {}, t("player.copy")));
      this.#choices();
    });
  }

  /**
   * Asks for a shortest solution of the current position. Plays the best solution that is known, and puts each better
   * one in its place.
   */
  async #solve() {
    const game = this.#game;
    if (!game.legal || game.legal.solved) return this.#say(t("player.isSolved"));
    this.#pause();
    this.#asking.abort();
    const asking = (this.#asking = new AbortController());
    const stop = h("button", { type: "button", onclick: () => asking.abort() }, t("player.stop"));
    const from = game.cursor;
    const place = () => JSON.stringify([game.question(), game.start, game.moves.slice(0, from)]);
    const begun = place();
    /** The lengths of the solutions that were shown. @type {number[]} */
    const lengths = [];
    let shortest = Infinity;
    let least = 0;
    // Moves of the player's own end the search.
    const isHere = () =>
      this.#asking === asking &&
      place() === begun &&
      (lengths.length ? game.shownFrom === from : game.cursor === from);
    const better = () => t("player.better", { lengths: lengths.map((length) => number(length)).join(" → "), least });
    const tell = () => {
      if (!isHere()) return asking.abort();
      if (lengths.length) this.#say(better(), stop);
      else if (!least) this.#say(t("player.solving"), stop);
      else this.#say(t(game.costs ? "player.provedCost" : "player.proved", { count: least }), stop);
    };
    const show = async (/** @type {string[]} */ moves) => {
      if (!isHere() || moves.length >= shortest) return;
      shortest = moves.length;
      await game.extend(moves, from);
      if (lengths.push(moves.length) === 1) this.#start();
      tell();
      this.#sayBelow(better());
    };
    const begunAt = performance.now();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let due;
    /** The best solution that was found, though it may not be shown yet. @type {string[] | null} */
    let best = null;
    // Where moves differ in cost, a solution of fewer moves can cost more.
    const offer = (/** @type {string[]} */ moves) => {
      if (game.costs) return;
      best = moves;
      const patience = lengths.length ? 0 : moves.length > LONG * least ? PATIENCE_FOR_LONG : PATIENCE;
      clearTimeout(due);
      due = setTimeout(() => show(moves), Math.max(0, begunAt + patience - performance.now()));
    };
    const known = this.distances.found();
    const waits = setTimeout(() => {
      tell();
      if (known && !game.costs) show(known);
    }, 150);
    const hear = (/** @type {any} */ event) => {
      if (event.event === "better" && event.moves) offer(event.moves);
      if (event.event !== "progress" || !event.at_least) return;
      least = event.at_least;
      tell();
    };
    try {
      const question = game.after({ limit_seconds: SECONDS });
      const reply = await stream("solve", question, hear, { signal: asking.signal });
      clearTimeout(waits);
      clearTimeout(due);
      if (isHere()) await this.#showLast(reply, from, lengths);
    } catch (error) {
      if (!isHere()) return;
      hush(this.#told);
      if (!aborted(error)) return this.#say(...faultParts(error));
      if (best) await show(best);
      this.#say(t(lengths.length ? "player.best" : "player.stopped", { count: shortest, least }));
      if (lengths.length) this.#sayBelow(this.#said.textContent ?? "");
    } finally {
      clearTimeout(waits);
      clearTimeout(due);
    }
  }

  /**
   * Shows the last reply to Solve, whose solution is proved shortest or the best that is known.
   * @param {any} reply @param {number} from @param {number[]} lengths the lengths of the solutions that were shown
   */
  async #showLast(reply, from, lengths) {
    const shown = lengths.at(-1);
    const least = reply.at_least ?? 0;
    const isProved = reply.outcome === "solved";
    const found = reply.moves ?? reply.best_moves;
    // A shown solution that is as short stays, because it may be half played.
    const moves = found && (shown === undefined || found.length < shown) ? found : null;
    if (!moves && shown === undefined)
      return this.#say(
        reply.outcome === "unsolvable"
          ? reasonWords(reply)
          : t(this.#game.costs ? "player.noneCost" : "player.none", { count: least }),
      );
    if (moves) await this.#game.extend(moves, from);
    const count = moves?.length ?? shown;
    this.#say(
      isProved
        ? t(this.#game.costs ? "player.cheapest" : "player.shortest", { count, cost: reply.cost })
        : t("player.best", { count, least }),
    );
    this.#sayBelow(this.#said.textContent ?? "");
    if (shown === undefined) this.#start();
    return undefined;
  }

  /** Tells below the board, too: the player is below the screen of a phone. @param {string} told */
  #sayBelow(told) {
    this.#told = told;
    say(told);
  }

  #toggle() {
    if (this.#playing) return this.#pause();
    if (this.#game.cursor < this.#game.moves.length) this.#start();
  }

  #start() {
    const beat = async () => {
      await this.#game.redo();
      if (!this.#playing) return;
      if (this.#game.cursor >= this.#game.moves.length) return this.#pause();
      this.#playing = setTimeout(beat, 1000 / 2 ** (Number(this.#speed.value) - 0.5));
    };
    this.#playing = setTimeout(beat, 400);
    this.#show();
  }

  #pause() {
    if (this.#playing) clearTimeout(this.#playing);
    this.#playing = null;
    this.#show();
  }

  /** @param {number} cursor */
  #go(cursor) {
    this.#pause();
    this.#game.goTo(cursor);
  }

  /** Takes away what was told of another position, here and below the board. */
  #forget() {
    hush(this.#told);
    this.#say();
  }

  /** @param {...(Node | string)} said */
  #say(...said) {
    fill(this.#said, ...said);
  }

  /** The spellings of moves that this puzzle has. */
  #choices() {
    const chosen = this.#spelling.value;
    const { legal } = this.#game;
    const kinds = legal?.convention ? ["blank", "tile", "words"] : ["names", "words"];
    if (legal && !rulesOf(legal).hasWords) kinds.pop();
    fill(this.#spelling, ...kinds.map((kind) => h("option", { value: kind }, t(`player.spelling.${kind}`))));
    if (kinds.includes(chosen)) this.#spelling.value = chosen;
    this.#show();
  }

  /** Shows the game in the next frame: once for all changes before it, because the layout of the list is slow. */
  #show() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#draw();
    });
  }

  #draw() {
    const { moves, cursor } = this.#game;
    // The elements are there before the first move, so that those below them stay in place.
    for (const [name, off] of /** @type {[string, boolean][]} */ ([
      ["back", cursor === 0],
      ["play", cursor === moves.length && !this.#playing],
      ["on", cursor === moves.length],
    ]))
      this.#buttons[name].setAttribute("aria-disabled", String(off));
    this.#range.disabled = moves.length === 0;
    this.#range.max = String(moves.length);
    this.#range.value = String(cursor);
    this.#range.setAttribute("aria-valuetext", t("player.at", { count: cursor, of: moves.length }));
    fill(this.#buttons.play, icon(this.#playing ? "pause" : "play"));
    this.#buttons.play.setAttribute("aria-label", t(this.#playing ? "player.pause" : "player.play"));
    this.#showMoves();
  }

  async #showMoves() {
    const game = this.#game;
    if (this.#spelling.value === "words") await this.#askWords();
    const spelled = this.#spelled();
    const words = this.#spelling.value === "words";
    this.#list.classList.toggle("in-words", words);
    fill(
      this.#list,
      ...spelled.map((text, at) =>
        h(
          "li",
          { class: at < game.cursor ? "made" : "", "aria-current": at === game.cursor - 1 ? "step" : undefined },
          h("button", { type: "button", tabindex: "-1", onclick: () => this.#go(at + 1) }, text),
        ),
      ),
    );
    const current = this.#list.querySelector("[aria-current]");
    if (current) this.#list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - this.#list.clientHeight / 2;
  }

  async #askWords() {
    const { start, moves } = this.#game;
    const line = moves.join(" ");
    const key = `${start}|${line}`;
    if (this.#words.moves === key || !moves.length) return;
    const { words } = await ask("draw", this.#game.lettered({ state: start, moves: line }));
    this.#words = { moves: key, words };
  }

  /** @returns {string[]} */
  #spelled() {
    const { moves } = this.#game;
    if (this.#spelling.value === "words") return this.#words.words.slice(0, moves.length).map(serverWords);
    return this.#spelling.value === "blank" ? moves.map((name) => OPPOSITE[name[0]] + name.slice(1)) : moves;
  }

  async #copyMoves() {
    const spelled = this.#spelled();
    const letters = this.#game.legal?.convention && this.#spelling.value !== "words";
    const done = await copyText(spelled.join(this.#spelling.value === "words" ? t("list.comma") : letters ? "" : " "));
    this.#say(t(done ? "player.copied" : "player.notCopied"));
  }
}

customElements.define("loyd-player", Player);
