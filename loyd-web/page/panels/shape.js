// @ts-check
/** The panel of the player's own board, drawn square by square, and own goal. */

import { ask } from "../api.js";
import { fill, h, newId } from "../dom.js";
import { rulesOf } from "../play/rules.js";
import { goalName, puzzleName, t } from "../words.js";
import { number } from "../charts/numbers.js";
import { Panel } from "./panel.js";
import { FAMILIES, drawnText, nextSymbol, readText, resized, symbolsOf } from "../play/shapetext.js";

/** The most rows and columns that can be drawn here. */
const MOST = 10;

export class Shape extends Panel {
  #family = "sliding";
  #squares = readText(this.#family, FAMILIES[this.#family].first);
  #goal = "";
  #drawing = h("div", { class: "shape-board", role: "group" });
  #said = h("p", { role: "status" });

  build() {
    const [family, rows, columns, goal, list] = [newId(), newId(), newId(), newId(), newId()];
    const families = h(
      "select",
      { id: family, onchange: () => this.#choose(families.value) },
      ...Object.keys(FAMILIES).map((name) => h("option", { value: name }, puzzleName(name))),
    );
    families.value = this.#family;
    const size = (
      /** @type {string} */ id,
      /** @type {number} */ value,
      /** @type {(size: number) => void} */ change,
    ) => {
      const input = h("input", {
        id,
        type: "number",
        min: 1,
        max: MOST,
        value,
        onchange: () => {
          const wanted = Math.min(MOST, Math.max(1, Math.round(Number(input.value)) || 1));
          input.value = String(wanted);
          change(wanted);
        },
      });
      return input;
    };
    const [high, wide] = [this.#squares.length, this.#squares[0].length];
    const typed = h("input", {
      type: "text",
      id: goal,
      list,
      size: 30,
      spellcheck: "false",
      autocapitalize: "off",
      value: this.#goal,
    });
    typed.addEventListener("input", () => (this.#goal = typed.value));
    const names = this.game.facts?.goals ?? [];
    fill(
      this,
      h("h2", {}, t("shape.title")),
      h("p", {}, t("shape.what")),
      h(
        "div",
        { class: "panel-row" },
        h("p", { class: "panel-field" }, h("label", { for: family }, t("newgame.puzzle")), families),
        h(
          "p",
          { class: "panel-field" },
          h("label", { for: rows }, t("shape.rows")),
          size(rows, high, (value) => this.#resize(value, this.#squares[0].length)),
        ),
        h(
          "p",
          { class: "panel-field" },
          h("label", { for: columns }, t("shape.columns")),
          size(columns, wide, (value) => this.#resize(this.#squares.length, value)),
        ),
      ),
      this.#drawing,
      this.#said,
      h("p", { class: "panel-row" }, h("button", { class: "primary", onclick: () => this.#play() }, t("shape.play"))),
      h("h2", {}, t("shape.goal.title")),
      h("p", {}, t("shape.goal.what"), " ", h("code", {}, this.game.legal?.goal ?? "")),
      h(
        "form",
        {
          class: "panel-row",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.#aim(typed.value.trim() || null);
          },
        },
        h("p", { class: "panel-field" }, h("label", { for: goal }, t("shape.goal.typed")), typed),
        h("datalist", { id: list }, ...names.map((/** @type {any} */ { name }) => h("option", { value: name }))),
        h("button", {}, t("shape.goal.set")),
      ),
      this.fault,
      h(
        "p",
        { class: "panel-row" },
        ...names.map((/** @type {any} */ { name }) => h("button", { onclick: () => this.#aim(name) }, goalName(name))),
        h("button", { onclick: () => this.#aim(this.game.state) }, t("shape.goal.here")),
        this.game.goal !== null && h("button", { onclick: () => this.#aim(null) }, t("shape.goal.own")),
      ),
    );
    this.#draw();
  }

  /** @param {string} what */
  heard(what) {
    if (what !== "puzzle") return;
    const family = this.game.legal?.puzzle.split(":")[0] ?? "";
    if (this.game.board !== null && family in FAMILIES) {
      this.#family = family;
      this.#squares = readText(family, this.game.board);
    }
    this.#goal = this.game.goal ?? "";
    this.keepingFocus(() => this.build());
  }

  /** @param {string} family */
  #choose(family) {
    this.#family = family;
    this.#squares = readText(family, FAMILIES[family].first);
    this.keepingFocus(() => this.build());
  }

  /** @param {number} rows @param {number} columns */
  #resize(rows, columns) {
    this.#squares = resized(this.#squares, rows, columns, symbolsOf(this.#family)[0]);
    // The key first moves the focus, perhaps to a cell.
    setTimeout(() => this.keepingFocus(() => this.#draw()));
  }

  #draw() {
    const squares = this.#squares;
    this.#drawing.setAttribute("aria-label", t("shape.drawing"));
    fill(
      this.#drawing,
      ...squares.map((line, row) =>
        h(
          "div",
          { class: "shape-row" },
          ...line.map((_, column) => {
            const button = h("button", {
              class: "shape-cell",
              onclick: () => {
                line[column] = nextSymbol(this.#family, line[column]);
                this.#show(button, row, column);
                this.#count();
              },
              onkeydown: (/** @type {KeyboardEvent} */ event) => this.#step(event, row, column),
            });
            this.#show(button, row, column);
            return button;
          }),
        ),
      ),
    );
    this.#count();
  }

  /** Shows what a square is. @param {HTMLElement} button @param {number} row @param {number} column */
  #show(button, row, column) {
    const symbol = this.#squares[row][column];
    const kind = FAMILIES[this.#family].kinds[symbol];
    const digit = /\d/.test(symbol) ? symbol : "";
    const what = `${t(`shape.kind.${kind}`)} ${digit}`.trim();
    button.dataset.kind = kind;
    button.setAttribute("aria-label", t("shape.cell", { row: row + 1, column: column + 1, what }));
    fill(button, digit);
  }

  /** Arrow keys go from cell to cell. @param {KeyboardEvent} event @param {number} row @param {number} column */
  #step(event, row, column) {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const line = this.#drawing.children[row + by[0]];
    /** @type {HTMLElement | undefined} */ (line?.children[column + by[1]])?.focus();
  }

  #count() {
    const squares = this.#squares.flat();
    const cells = squares.filter((symbol) => FAMILIES[this.#family].kinds[symbol] !== "hole").length;
    const tiles = number(Math.max(0, cells - 1));
    fill(this.#said, t(`shape.count.${this.#family}`, { count: cells, tiles }));
  }

  #play() {
    return this.trying(async () => {
      const opening = { puzzle: this.#family, board: drawnText(this.#squares) };
      const state = rulesOf(opening).start ?? (await ask("random", opening)).state;
      await this.game.open({ ...opening, state });
    });
  }

  /** The same position with another goal. @param {string | null} goal null: the puzzle's own */
  #aim(goal) {
    const { puzzle, board, state } = this.game;
    return this.trying(() => this.game.open({ puzzle, board, goal, state }));
  }
}

customElements.define("loyd-shape", Shape);
