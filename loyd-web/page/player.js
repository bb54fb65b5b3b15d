// @ts-check
/** The player: solves the position, plays moves with a scrubber, a speed and single steps, and copies moves as text. */

import { aborted, ask, stream } from "./api.js";
import { hush, say } from "./announce.js";
import { copyText } from "./copy.js";
import { faultParts } from "./fault.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { rulesOf } from "./play/rules.js";
import { onLanguage, reasonWords, serverWords, t } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

const SECONDS = 15;
/** @type {Record<string, string>} */
const OPPOSITE = { u: "d", d: "u", l: "r", r: "l" };

class Player extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
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

  /** Asks for a shortest solution of the current position, and plays it. */
  async #solve() {
    const game = this.#game;
    if (!game.legal || game.legal.solved) return this.#say(t("player.isSolved"));
    this.#pause();
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const given = game.state;
    const stop = h("button", { type: "button", onclick: () => this.#asking.abort() }, t("player.stop"));
    const slow = setTimeout(() => this.#say(t("player.solving"), stop), 150);
    try {
      const reply = await stream(
        "solve",
        game.after({ limit_seconds: SECONDS }),
        (event) => {
          if (event.event === "progress" && event.at_least)
            this.#say(t(game.costs ? "player.provedCost" : "player.proved", { count: event.at_least }), stop);
        },
        { signal },
      );
      if (game.state === given) await this.#play(reply);
    } catch (error) {
      this.#say(...(aborted(error) ? [t("player.stopped")] : faultParts(error)));
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {any} reply */
  async #play(reply) {
    const moves = reply.moves ?? reply.best_moves;
    if (!moves)
      return this.#say(
        reply.outcome === "unsolvable"
          ? reasonWords(reply)
          : t(this.#game.costs ? "player.noneCost" : "player.none", { count: reply.at_least ?? 0 }),
      );
    const proved = reply.outcome === "solved";
    await this.#game.extend(moves);
    this.#say(
      proved
        ? t(this.#game.costs ? "player.cheapest" : "player.shortest", { count: moves.length, cost: reply.cost })
        : t("player.best", { count: moves.length, least: reply.at_least }),
    );
    // The player is below the screen of a phone, and the line below the board is not.
    this.#told = this.#said.textContent ?? "";
    say(this.#told);
    this.#start();
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
