// @ts-check
/** The buttons of the moves. The powers of a move stand together, so that a cube has one group for each face. */

import { h } from "./dom.js";
import { changed } from "./game.js";
import { icon } from "./icons.js";
import { smallPicture } from "./looks/index.js";
import { groupsOf, rowsOf, written } from "./movenames.js";
import { rulesOf } from "./play/rules.js";
import { onLanguage, saidOf, t } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** The greatest number of moves that have buttons although the player can point at the square of each move. */
const MOST_POINTED = 24;
/** The greatest number of moves whose buttons have words and pictures. */
const MOST_IN_WORDS = 6;
/** The most powers of a move that have buttons. Of more, the move and its inverse have buttons, and the best moves. */
const MOST_POWERS = 12;
/** @type {[string, string][]} */
const ARROWS = [
  ["l", "left"],
  ["u", "up"],
  ["d", "down"],
  ["r", "right"],
];

class Buttons extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** @type {string[]} */ #best = [];
  #rows = h("div", { class: "moves", role: "group" });

  set game(/** @type {Game} */ game) {
    this.#game = game;
    this.append(this.#rows);
    game.addEventListener("puzzle", () => (this.#rows.style.minHeight = ""));
    game.addEventListener("position", () => {
      this.#best = [];
      this.#show();
    });
    game.addEventListener("hint", (event) => {
      this.#best = /** @type {CustomEvent} */ (event).detail.moves;
      this.#show();
    });
    game.addEventListener("wish", (event) => {
      if (/** @type {CustomEvent} */ (event).detail === "buttons") this.querySelector("button")?.focus();
    });
    onLanguage(() => this.#show());
  }

  #show() {
    const legal = this.#game.legal;
    if (!legal) return;
    this.#rows.setAttribute("aria-label", t("buttons.group"));
    const names = legal.convention ? ARROWS.map(([name]) => name) : legal.moves.map(({ name }) => name);
    const pointed = names.length > MOST_POINTED && legal.moves.every(({ pointed_at }) => pointed_at);
    this.hidden = names.length === 0 || pointed || !rulesOf(legal).hasButtons;
    if (this.hidden) return;
    const old = [...this.#rows.querySelectorAll("button")].map((button) => button.dataset.move);
    const isShown = (/** @type {string} */ name, /** @type {number} */ at) => at < 2 || this.#best.includes(name);
    const groups = groupsOf(names).map((group) => (group.length > MOST_POWERS ? group.filter(isShown) : group));
    const rows = rowsOf(groups);
    if (old.join("|") !== rows.flat(2).join("|")) {
      const isGrouped = groups.length < names.length;
      this.#rows.replaceChildren(
        ...rows.map((row) => {
          const shown = row.map((group) => {
            const buttons = group.map((name) => this.#button(name));
            return isGrouped ? h("div", { class: "powers" }, ...buttons) : buttons[0];
          });
          return h("div", { class: "move-row" }, ...shown);
        }),
      );
    }
    this.#mark();
    // Within the next frame, because asking for the height lays the page out.
    requestAnimationFrame(() => this.#keepHeight());
  }

  /** The rows keep their height when a later position has fewer moves, so that the elements below them stay in place. */
  #keepHeight() {
    this.#rows.style.minHeight = `${Math.max(this.#rows.offsetHeight, parseFloat(this.#rows.style.minHeight) || 0)}px`;
  }

  /** @param {string} name */
  #button(name) {
    const arrow = this.#game.legal?.convention ? ARROWS.find(([letter]) => letter === name)?.[1] : undefined;
    return h(
      "button",
      { type: "button", class: "move", "data-move": name, onclick: () => this.#make(name) },
      arrow ? icon(arrow) : written(name),
    );
  }

  /** @param {string} name */
  #make(name) {
    this.#game.make((legal) => legal.moves.find((move) => move.name === name));
  }

  /** Updates the buttons: the move of each, and which moves are best. */
  #mark() {
    const moves = this.#game.legal?.moves ?? [];
    for (const button of this.#rows.querySelectorAll("button")) {
      const name = button.dataset.move ?? "";
      const move = moves.find((move) => move.name === name);
      const words = move ? saidOf(move) : t("buttons.illegal");
      const best = this.#best.includes(name);
      button.setAttribute("aria-disabled", String(!move));
      button.classList.toggle("best", best);
      button.title = words;
      const note = best ? `${t("list.comma")}${t("buttons.best")}` : "";
      // The words of a move that has only a name are its name.
      const isNamed = words === written(name);
      button.setAttribute("aria-label", `${isNamed ? words : `${written(name)} ${words}`}${note}`);
      const isAlone = !button.closest(".powers");
      if (isAlone && !this.#game.legal?.convention && moves.length <= MOST_IN_WORDS) {
        const more = isNamed ? [] : [" ", h("span", {}, words)];
        button.replaceChildren(...this.#pictureOf(move), h("b", {}, written(name)), ...more);
      }
    }
  }

  /**
   * A small picture of what a move does to the position, without texts, unless the player can point at the move.
   * @param {import("./game.js").LegalMove | undefined} move
   */
  #pictureOf(move) {
    const legal = this.#game.legal;
    if (!legal || !move || move.pointed_at) return [];
    const hint = { ...move, picture: changed(legal.picture, move.changes) };
    const attributes = { class: "does", "aria-hidden": "true", focusable: "false" };
    const svg = smallPicture(legal.look, legal.picture, legal.drawing, null, attributes, [hint]);
    for (const text of svg.querySelectorAll("text")) text.remove();
    return [svg];
  }
}

customElements.define("loyd-buttons", Buttons);
