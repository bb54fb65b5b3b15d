// @ts-check
/** A sliding board of one's own shape, and a goal of one's own. */

import { ask } from "../api.js";
import { t } from "../words.js";
import { drawnText, readText, resized } from "./shapetext.js";
import { fill, h, newId } from "../dom.js";
import { goalName } from "./goalname.js";
import { number } from "./numbers.js";
import { Panel } from "./panel.js";

/** The most rows and columns that can be drawn here. */
const MOST = 10;

export class Shape extends Panel {
  /** Which cells belong to the board. */
  #cells = readText("###\n#.#\n###\n###");
  #goal = "";
  #drawing = h("div", { class: "shape-board", role: "group" });
  #said = h("p", { role: "status" });

  build() {
    const [rows, columns, goal, list] = [newId(), newId(), newId(), newId()];
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
    const [high, wide] = [this.#cells.length, this.#cells[0].length];
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
        h(
          "p",
          { class: "panel-field" },
          h("label", { for: rows }, t("shape.rows")),
          size(rows, high, (value) => this.#resize(value, this.#cells[0].length)),
        ),
        h(
          "p",
          { class: "panel-field" },
          h("label", { for: columns }, t("shape.columns")),
          size(columns, wide, (value) => this.#resize(this.#cells.length, value)),
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
      h(
        "p",
        { class: "panel-row" },
        ...names.map((/** @type {any} */ { name }) => h("button", { onclick: () => this.#aim(name) }, goalName(name))),
        h("button", { onclick: () => this.#aim(this.game.state) }, t("shape.goal.here")),
        this.game.goal !== null && h("button", { onclick: () => this.#aim(null) }, t("shape.goal.own")),
      ),
      this.fault,
    );
    this.#draw();
  }

  /** @param {string} what */
  heard(what) {
    if (what !== "puzzle") return;
    if (this.game.board !== null) this.#cells = readText(this.game.board) ?? this.#cells;
    this.#goal = this.game.goal ?? "";
    this.keepingFocus(() => this.build());
  }

  /** @param {number} rows @param {number} columns */
  #resize(rows, columns) {
    this.#cells = resized(this.#cells, rows, columns);
    // First the focus goes where the key has sent it, which may be a cell.
    setTimeout(() => this.keepingFocus(() => this.#draw()));
  }

  #draw() {
    const cells = this.#cells;
    this.#drawing.setAttribute("aria-label", t("shape.drawing"));
    fill(
      this.#drawing,
      ...cells.map((line, row) =>
        h(
          "div",
          { class: "shape-row" },
          ...line.map((on, column) => {
            const button = h("button", {
              class: "shape-cell",
              "aria-pressed": String(on),
              "aria-label": t("shape.cell", { row: row + 1, column: column + 1 }),
              onclick: () => {
                line[column] = !line[column];
                button.setAttribute("aria-pressed", String(line[column]));
                this.#count();
              },
              onkeydown: (/** @type {KeyboardEvent} */ event) => this.#step(event, row, column),
            });
            return button;
          }),
        ),
      ),
    );
    this.#count();
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
    const cells = this.#cells.flat().filter(Boolean).length;
    fill(this.#said, t("shape.cells", { count: cells, tiles: number(Math.max(0, cells - 1)) }));
  }

  #play() {
    return this.trying(async () => {
      const opening = { puzzle: "sliding", board: drawnText(this.#cells) };
      const { state } = await ask("random", opening);
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
