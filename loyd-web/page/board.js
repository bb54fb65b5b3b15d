// @ts-check
/** The board. It draws the game in the look of the puzzle, and makes the moves that the player points at. */

import { announce, hush, say } from "./announce.js";
import { lineTo, movesAt, movesBetween, targetsOf } from "./choose.js";
import { h, s } from "./dom.js";
import { exchanged } from "./exchange.js";
import { changed } from "./game.js";
import { places, samePlace, squareAt } from "./glides.js";
import { lookOf } from "./looks/index.js";
import { turnedOf } from "./looks/turned.js";
import { rulesOf } from "./play/rules.js";
import { listenToPointer } from "./pointer.js";
import { ViewButtons } from "./view.js";
import { onLanguage, puzzleName, saidOf, t } from "./words.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./game.js").Legal} Legal
 * @typedef {import("./glides.js").Place} Place
 */

export class Board extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** @type {import("./looks/look.js").Look | import("./looks/body/body.js").Body | null} */ look = null;
  /** @type {string} */ #lookName = "";
  /** @type {Promise<any>} */ #pointing = Promise.resolve();
  /** @type {Place | null} The first of two squares. */ #selected = null;
  /** @type {Place | null} The square that the arrow keys have chosen; null: the cursor is hidden. */ #cursor = null;
  svg = s("svg", { "aria-hidden": "true", focusable: "false" });
  stage = h("div", { class: "stage", tabindex: "0", role: "application", "aria-describedby": "keys-help" }, this.svg);

  #view = new ViewButtons();

  get game() {
    return this.#game;
  }

  set game(game) {
    this.#game = game;
    this.append(this.stage, this.#view.row);
    this.#view.onStep = (right, down) => this.look?.swing(right, down);
    this.#view.onReset = () => this.look?.resetView();
    game.addEventListener("puzzle", () => this.#newLook());
    game.addEventListener("move", (event) => this.#drawMove(/** @type {CustomEvent} */ (event).detail));
    game.addEventListener("position", () => this.#drawPosition());
    game.addEventListener("hint", (event) => this.#showHint(/** @type {CustomEvent} */ (event).detail));
    game.addEventListener("editing", () => this.select(null));
    this.stage.addEventListener("blur", () => this.#showCursor(null));
    listenToPointer(this);
    onLanguage(() => this.#describe());
  }

  /** Does what pointing at a square means, one after the other. @param {Place} place */
  point(place) {
    return (this.#pointing = this.#pointing.then(() => this.#point(place)));
  }

  /** @param {Place} place @returns {Promise<any>} */
  async #point(place) {
    // A player points at a drawn square. A move is drawn before the server has sent the moves that follow it.
    const legal = await this.#game.settled();
    if (!legal || !squareAt(legal.picture, place)) return;
    hush();
    if (this.#game.editing) return this.#exchange(place);
    const first = this.#selected;
    this.select(null);
    if (samePlace(first, place)) return;
    const between = first ? movesBetween(legal, first, place) : [];
    if (between.length === 1) return this.#game.make(between[0].name);
    const moves = movesAt(legal, place);
    if (moves.length === 1) return this.#game.make(moves[0].name);
    if (moves.length > 1) return this.#askForSecond(place);
    const refusal = rulesOf(legal).refusal?.(legal, place);
    if (refusal) return say(t(...refusal));
    for (const step of lineTo(legal, place)) {
      await this.#game.make((legal) => movesAt(legal, step).find((move) => samePlace(move.pointed_at, step)));
    }
  }

  /** Marks the first of two squares and where a second can lead. @param {Place | null} place */
  select(place) {
    this.#selected = place;
    this.#showMarks();
  }

  /** Moves the keyboard's square, for puzzles without directions, or turns the view. @param {Place} way */
  walk([down, right]) {
    const legal = this.#game.legal;
    if (!legal) return;
    if (this.look?.spins) return this.look.swing(right, down);
    const [row, column] = this.#cursor ?? [0, 0];
    const stacked = legal.look === "stack" ? down + right : right;
    const to = /** @type {Place} */ (
      !this.#cursor
        ? this.#firstPlace()
        : legal.picture.length === 1
          ? [0, column + stacked]
          : [row + down, column + right]
    );
    if (!squareAt(legal.picture, to)) return;
    this.#showCursor(to);
    const what = this.#named(squareAt(legal.picture, to), to);
    announce(t("board.at", { row: to[0] + 1, column: to[1] + 1, what }));
  }

  /** Points at the square of the keyboard cursor. */
  pointAtCursor() {
    if (this.#cursor) this.point(this.#cursor);
  }

  #firstPlace() {
    return places(/** @type {Legal} */ (this.#game.legal).picture)[0];
  }

  /** @param {Place} place */
  async #exchange(place) {
    const first = this.#selected;
    if (!first || samePlace(first, place)) return this.select(first ? null : place);
    const legal = /** @type {Legal} */ (this.#game.legal);
    this.select(null);
    const text = exchanged(legal.state, legal.picture, first, place);
    if (text === null) return say(t("edit.onlyType"));
    await this.#game.setState(text).catch((error) => say(error.message));
  }

  /** @param {Place} place */
  #askForSecond(place) {
    this.select(place);
    const targets = targetsOf(/** @type {Legal} */ (this.#game.legal), place).length;
    say(targets ? t("board.second", { count: targets }) : t("board.byButton"));
    if (!targets) this.#game.dispatchEvent(new CustomEvent("wish", { detail: "buttons" }));
  }

  #newLook() {
    this.look = null;
    this.#selected = this.#cursor = null;
    this.#drawPosition();
    this.#findGoal();
  }

  async #findGoal() {
    const { legal } = this.#game;
    if (!legal) return;
    let goal = lookOf(legal.look).goalPicture(legal.goal);
    // The server draws a goal only if it is written as a position; a goal of many positions is not.
    if (!goal && legal.goal.split(/[\s/]+/).length === legal.state.split(/[\s/]+/).length) {
      goal = await this.#game.legalAfter(legal.goal).then(
        ({ picture }) => picture,
        () => null,
      );
    }
    if (!this.look || this.#game.legal?.goal !== legal.goal) return;
    this.look.goal = goal && sameShape(goal, legal.picture) ? goal : null;
    this.look.showHome();
    this.#game.dispatchEvent(new CustomEvent("goal", { detail: this.look.goal }));
  }

  /** @param {{picture: import("./game.js").Square[][], move: import("./game.js").LegalMove}} drawn */
  #drawMove({ picture, move }) {
    this.look?.draw(picture);
    this.#selected = null;
    // What Solve told stays while its moves are shown.
    if (this.#game.shownFrom === null) hush();
    this.#showMarks();
    announce(saidOf(move));
  }

  #drawPosition() {
    const legal = this.#game.legal;
    if (!legal) return;
    if (!this.look || this.#lookName !== legal.look || !this.look.fits(legal.picture)) {
      const goal = this.look?.goal ?? null;
      this.look = new (lookOf(legal.look))(this.svg, legal.picture, legal.drawing);
      this.look.goal = goal && sameShape(goal, legal.picture) ? goal : null;
      this.look.showHome();
      this.#lookName = legal.look;
      this.dataset.look = legal.look;
      this.look.showBehind();
      this.#view.row.hidden = !this.look.spins;
      this.classList.toggle("spun", this.look.spins);
      this.#size();
    } else {
      this.look.draw(legal.picture);
    }
    this.classList.toggle("solved", legal.solved);
    this.classList.toggle(
      "swiped",
      legal.moves.some(({ name }) => name in { u: 1, d: 1, l: 1, r: 1 }) || legal.convention !== null,
    );
    this.#showMarks();
    this.#describe();
  }

  /** Limits the size of squares on small boards, and keeps high boards on the screen. */
  #size() {
    const [, , width, height] = (this.svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    this.style.setProperty("--ratio", String(width / height));
    this.style.setProperty("--natural", `${Math.max(width * 1.6, 240)}px`);
  }

  /** @param {{moves: string[]}} hint */
  #showHint({ moves }) {
    const legal = this.#game.legal;
    if (!legal || !this.look) return;
    const chosen = legal.moves.filter(({ name }) => moves.includes(name));
    this.look.hint(
      chosen.map(({ name, changes, pointed_at }) => ({ name, pointed_at, picture: changed(legal.picture, changes) })),
    );
  }

  /** @param {Place | null} place */
  #showCursor(place) {
    this.#cursor = place;
    this.#showMarks();
  }

  #showMarks() {
    const legal = this.#game.legal;
    if (!this.look || !legal) return;
    const marks = [];
    if (this.#selected) {
      marks.push({ place: this.#selected, as: "selected" });
      if (!this.#game.editing)
        marks.push(...targetsOf(legal, this.#selected).map((place) => ({ place, as: "target" })));
    }
    if (this.#cursor) marks.push({ place: this.#cursor, as: "cursor" });
    this.look.mark(marks);
  }

  /** The word for a square. @param {import("./game.js").Square} square @param {Place} place */
  #named(square, place) {
    const turned = square && turnedOf(square, place, this.#game.legal?.drawing?.orientations);
    if (turned?.angle) return t("board.turned", turned);
    const { kind, text } = square ?? { kind: "wall", text: "" };
    const words = this.#game.legal && rulesOf(this.#game.legal).kindOf?.(square);
    if (words) return t(words);
    if (kind === "empty") return t("board.empty");
    return kind === "wall" ? `${t("board.wall")} ${text}`.trim() : text;
  }

  #describe() {
    const legal = this.#game?.legal;
    if (!legal) return;
    const between = rulesOf(legal).kindOf || legal.drawing?.orientations?.length ? t("list.comma") : " ";
    const said = legal.picture.map((squares, row) =>
      squares.map((square, column) => (square ? this.#named(square, [row, column]) : "–")).join(between),
    );
    this.stage.setAttribute(
      "aria-label",
      t("board.label", { puzzle: puzzleName(legal.puzzle), rows: said.join("; ") }),
    );
  }
}

/** @param {import("./game.js").Square[][]} a @param {import("./game.js").Square[][]} b */
const sameShape = (a, b) => a.map(({ length }) => length).join() === b.map(({ length }) => length).join();

customElements.define("loyd-board", Board);
