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
/** Milliseconds after which the page reports that a search is running. */
const PATIENCE_FOR_REPLY = 150;
/** Milliseconds before a solution is shown, and between two: a better one may follow at once. */
const PATIENCE = 700;
/**
 * The same for a first solution of more than `LONG` times the proved number of moves: a plan without a search, which the
 * next solution makes several times as short.
 */
const PATIENCE_FOR_LONG = 5000;
const LONG = 3;
/** @type {Record<string, string>} */
const OPPOSITE = { u: "d", d: "u", l: "r", r: "l" };

class Player extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** The distances that the coach knows. @type {Distances} */ distances = /** @type {any} */ (null);
  /** What the coach told last of the distance of a position. @type {{state?: string, at_least?: number}} */ #least = {};
  #asking = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | null} */ #playing = null;
  /** Whether the others were told last that moves are played. */
  #isToldPlaying = false;
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
    game.addEventListener("distance", (event) => (this.#least = /** @type {CustomEvent} */ (event).detail));
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
   * Asks for a shortest solution of the current position. Plays the best solution that is known, and puts a better one in
   * its place, until the search ends, Stop is pressed or the player makes other moves.
   */
  async #solve() {
    const game = this.#game;
    this.#pause();
    this.#asking.abort();
    const asking = (this.#asking = new AbortController());
    const { signal } = asking;
    // A move may have been made whose reply has not come, or a better solution may be on its way into the game.
    const legal = await game.settled();
    if (this.#asking !== asking) return;
    hush(this.#told);
    if (!legal || legal.solved) return this.#say(t("player.isSolved"));
    const stop = h("button", { type: "button", onclick: () => asking.abort() });
    const begun = performance.now();
    const from = game.cursor;
    const place = () => JSON.stringify([game.question(), game.start, game.moves.slice(0, from)]);
    const here = place();
    /** The best solution that is found. @type {string[]} */
    let best = [];
    /** The length of the solution that is shown, and of the first one that was shown; 0: none is. */
    let [shown, first] = [0, 0];
    let shownAt = 0;
    // The position is not the goal.
    let least = Math.max(1, (this.#least.state === game.state && this.#least.at_least) || 0);
    const isHere = () =>
      this.#asking === asking && place() === here && (shown ? game.shownFrom === from : game.cursor === from);

    const better = () =>
      t("player.better", { lengths: [...new Set([first, shown])].map((length) => number(length)).join(" → "), least });
    const tell = () => {
      if (signal.aborted) return;
      if (!isHere()) return asking.abort();
      stop.textContent = t("player.stop");
      const proved = game.costs ? "player.provedCost" : "player.proved";
      this.#say(shown ? better() : least > 1 ? t(proved, { count: least }) : t("player.solving"), stop);
    };

    /** The fault of the last request. @type {any} */
    let fault = null;
    /** The reply, once the search has ended. @type {any} */
    let reply = null;
    let showing = Promise.resolve();
    // One solution is shown after the other. If a request fails, the solution that is shown stays.
    const show = () => {
      showing = showing.then(async () => {
        const moves = best;
        if (!moves.length || (shown && moves.length >= shown)) return;
        if (!(await game.extend(moves, from, isHere))) return;
        if (!shown) this.#start();
        [first, shown, shownAt] = [first || moves.length, moves.length, performance.now()];
        fault = null;
        this.distances.keepSolution(from, moves, !reply && moves.length > LONG * least);
        tell();
        if (!signal.aborted) this.#sayBelow(better());
      });
      return (showing = showing.catch((why) => (fault = why)));
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let due;
    const showSoon = () => {
      clearTimeout(due);
      const patience = shown || best.length <= LONG * least ? PATIENCE : PATIENCE_FOR_LONG;
      if (best.length) due = setTimeout(show, Math.max(0, (shownAt || begun) + patience - performance.now()));
    };
    const offer = (/** @type {string[]} */ moves) => {
      // Where moves differ in cost, a solution of fewer moves can cost more.
      if (game.costs || (best.length && moves.length >= best.length)) return;
      best = moves;
      showSoon();
    };
    const hear = (/** @type {any} */ event) => {
      if (!isHere()) return asking.abort();
      if (event.event === "better" && event.moves) offer(event.moves);
      if (event.event !== "progress" || event.at_least <= least) return;
      least = event.at_least;
      tell();
      if (!shown) showSoon();
    };

    const question = game.after({ limit_seconds: SECONDS });
    offer(this.distances.solution() ?? []);
    const waits = setTimeout(tell, PATIENCE_FOR_REPLY);
    try {
      reply = await stream("solve", question, hear, { signal });
      fault = null;
    } catch (error) {
      if (!aborted(error)) fault = error;
    }
    clearTimeout(waits);
    clearTimeout(due);
    asking.abort();
    const found = reply?.moves ?? reply?.best_moves ?? [];
    if (found.length && (!best.length || found.length < best.length)) best = found;
    await show();
    if (this.#asking !== asking) return;
    if (!isHere()) return this.#forget();
    hush(this.#told);
    if (fault) return this.#say(...faultParts(fault));
    this.#say(ended(reply, shown, Math.max(least, reply?.at_least ?? 0), game.costs));
    if (shown) this.#sayBelow(this.#said.textContent ?? "");
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
    this.#pause();
    /** @type {ReturnType<typeof setTimeout> | null} */
    let next = null;
    const beat = async () => {
      await this.#game.redo();
      // The player was paused meanwhile, or began anew.
      if (this.#playing !== next) return;
      if (this.#game.cursor >= this.#game.moves.length) return this.#pause();
      next = this.#playing = setTimeout(beat, 1000 / 2 ** (Number(this.#speed.value) - 0.5));
    };
    next = this.#playing = setTimeout(beat, 400);
    this.#tellPlaying();
  }

  #pause() {
    if (this.#playing) clearTimeout(this.#playing);
    this.#playing = null;
    this.#tellPlaying();
  }

  #tellPlaying() {
    this.#show();
    const detail = this.#playing !== null;
    if (detail !== this.#isToldPlaying) this.#game.dispatchEvent(new CustomEvent("playing", { detail }));
    this.#isToldPlaying = detail;
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

/**
 * The text about the end of a search.
 * @param {any} reply null: the search was stopped
 * @param {number} shown the length of the solution that is shown, or 0
 * @param {number} least @param {boolean} costs
 */
function ended(reply, shown, least, costs) {
  if (reply?.outcome === "unsolvable") return reasonWords(reply);
  if (reply?.outcome === "solved")
    return t(costs ? "player.cheapest" : "player.shortest", { count: shown, cost: reply.cost });
  if (shown) return t("player.best", { count: shown, least });
  return reply ? t(costs ? "player.noneCost" : "player.none", { count: least }) : t("player.stopped");
}

customElements.define("loyd-player", Player);
