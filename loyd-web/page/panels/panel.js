// @ts-check
/** The base of all panels. A panel follows the game, works only while it is visible, and shows faults. */

import { aborted } from "../api.js";
import { faultParts } from "../fault.js";
import { onLanguage } from "../words.js";
import { fill, h } from "../dom.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {{state?: string, distance?: number | null, at_least?: number | null, unsolvable?: unknown}} Distance */

const FOCUSED = "button, input, select, textarea, summary, [tabindex]";

/** A panel beside the board. */
export class Panel extends HTMLElement {
  /** @type {Game | null} */ #game = null;
  #seen = false;
  #isAwake = false;
  /** @type {Map<string, () => void>} */ #waiting = new Map();
  #asking = new AbortController();
  /** What is known of the distance of the position now. @type {Distance} */
  distance = {};
  /** The element that shows faults. */
  fault = h("p", { class: "panel-fault", role: "alert", hidden: true });

  /** The game that is followed. @returns {Game} */
  get game() {
    return /** @type {Game} */ (this.#game);
  }

  set game(game) {
    if (this.#game || !game) return;
    this.#game = game;
    for (const what of ["puzzle", "position", "distance"]) {
      game.addEventListener(what, (event) => {
        const detail = /** @type {CustomEvent} */ (event).detail ?? {};
        // The distance of a position may arrive before every element has received the position.
        const known = what === "distance" ? detail : this.distance;
        this.distance = what === "puzzle" || known.state !== game.state ? {} : known;
        if (this.#isAwake) this.heard(what);
      });
    }
    if (!this.sleeps) this.wake();
    new IntersectionObserver(
      (entries) => {
        this.#seen = entries.some((entry) => entry.isIntersecting);
        if (!this.#seen) return;
        this.wake();
        this.#work();
      },
      { rootMargin: "200px" },
    ).observe(this);
  }

  /** Whether the panel builds nothing and hears nothing until it is visible for the first time. */
  get sleeps() {
    return true;
  }

  /** Builds the content, if that has not been done. */
  wake() {
    if (this.#isAwake) return;
    this.#isAwake = true;
    // Calls back at once.
    onLanguage(() => this.keepingFocus(() => this.build()));
    if (!this.game.puzzle) return;
    for (const what of ["puzzle", "position"]) this.heard(what);
    if (this.distance.state !== undefined) this.heard("distance");
  }

  /** The key of the current position. It differs for positions with the same text that were reached by other moves. */
  get place() {
    return JSON.stringify(this.game.after());
  }

  connectedCallback() {
    // A game that was given before this element was defined hides the property above.
    const given = Object.getOwnPropertyDescriptor(this, "game")?.value;
    if (!given) return;
    delete (/** @type {any} */ (this).game);
    this.game = given;
  }

  /**
   * Runs a function that replaces elements. The focus moves from a replaced element to its successor.
   * @param {() => unknown} work
   */
  keepingFocus(work) {
    const named = (/** @type {Element} */ element) => [element.tagName, element.textContent, element.ariaLabel].join();
    const all = () => /** @type {HTMLElement[]} */ ([...this.querySelectorAll(FOCUSED)]);
    const before = all();
    const at = before.findIndex((element) => element === document.activeElement);
    work();
    if (at < 0 || this.contains(document.activeElement)) return;
    const after = all();
    const same = after.find((element) => named(element) === named(before[at]) && element.tagName !== "INPUT");
    (same ?? after.find((element, place) => place === at && element.tagName === before[at].tagName))?.focus();
  }

  /** Builds the content in the language of the page, and again when the language changes. */
  build() {}

  /** Something has happened to the game. @param {string} what `puzzle`, `position` or `distance` */
  heard(what) {
    void what;
  }

  /**
   * Runs a function now if the panel is visible, otherwise as soon as it is. A later function of the same name replaces
   * one that waits.
   * @param {string} name
   * @param {() => unknown} work
   */
  whenSeen(name, work) {
    this.#waiting.set(name, work);
    if (this.#seen) this.#work();
  }

  #work() {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const work of waiting) work();
  }

  /** Cancels the earlier questions, and returns the signal of the next question. */
  afresh() {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }

  /**
   * Runs a function that asks the server, and shows its fault. A cancellation by `afresh` is not a fault.
   * @template Result
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result | undefined>}
   */
  async trying(work) {
    this.tell("");
    this.ariaBusy = "true";
    try {
      return await work();
    } catch (why) {
      if (!aborted(why)) this.tell(...faultParts(why));
      return undefined;
    } finally {
      this.ariaBusy = "false";
    }
  }

  /** Shows the sentence about a fault; none or an empty one hides it. @param {...(string | Node)} said */
  tell(...said) {
    fill(this.fault, ...said);
    this.fault.hidden = !this.fault.textContent;
  }
}
