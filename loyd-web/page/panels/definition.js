// @ts-check
/** The player's own puzzle: its definition, the findings of `lint`, and the group of its moves. */

import { ask } from "../api.js";
import { bookPage } from "../book.js";
import { fill, h, newId } from "../dom.js";
import { said } from "../said.js";
import { puzzleName, t } from "../words.js";
import { EXAMPLES } from "./examples.js";
import { groupOf } from "./group.js";
import { Panel } from "./panel.js";

/** The family whose board is a definition. */
const FILE = "file";

/** @typedef {{kind: string, is_note: boolean, message: string}} Finding */

export class Definition extends Panel {
  /** The examples, and then the texts of the player, by the values of the list. @type {Record<string, string>} */
  #texts = { ...EXAMPLES };
  /** The text in the field, by its value in the list. */
  #chosen = Object.keys(EXAMPLES)[0];
  /** What the linter finds; null: it was not asked. @type {Finding[] | null} */ #found = null;
  /** @type {import("./group.js").Group | null} */ #group = null;
  /** The id of the puzzle that the findings are about; `FILE`: the definition in the field. */
  #about = FILE;
  #field = h("textarea");
  #examples = h("select", { onchange: () => this.#choose() });
  #told = h("div", { class: "panel-part", "aria-live": "polite" });

  build() {
    const [id, examples] = [newId(), newId()];
    this.#field = h("textarea", {
      id,
      class: "definition-text",
      rows: rowsOf(this.#text),
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      oninput: () => this.#edit(),
    });
    this.#examples.id = examples;
    this.#field.value = this.#text;
    const how = t("definition.how");
    const href = bookPage("definitions");
    fill(
      this,
      h("h2", {}, t("definition.title")),
      h("p", {}, t("definition.what"), t("list.space"), href ? h("a", { href, target: "_blank" }, how) : how),
      h("p", { class: "panel-field" }, h("label", { for: examples }, t("definition.examples")), this.#examples),
      h("p", { class: "definition-field" }, h("label", { for: id }, t("definition.text")), this.#field),
      h(
        "p",
        { class: "panel-row" },
        h("button", { class: "primary", onclick: () => this.#play() }, t("definition.play")),
        h("button", { onclick: () => this.#check() }, t("definition.check")),
        this.game.board === null && h("button", { onclick: () => this.#look() }, t("definition.here")),
      ),
      this.fault,
      this.#told,
    );
    this.#offer();
    this.#show();
  }

  get #text() {
    return this.#texts[this.#chosen];
  }

  /** The player has changed the text in the field: a changed example becomes a text of the player. */
  #edit() {
    if (this.#chosen in EXAMPLES) this.#add(this.#field.value);
    else this.#texts[this.#chosen] = this.#field.value;
  }

  /** A text of the player, which is kept beside the examples and the earlier texts. @param {string} text */
  #add(text) {
    this.#chosen = `own ${Object.keys(this.#texts).length - Object.keys(EXAMPLES).length + 1}`;
    this.#texts[this.#chosen] = text;
    this.#offer();
  }

  /** Takes the definition of the game into the list. @param {string} text */
  #take(text) {
    const known = Object.keys(this.#texts).find((key) => this.#texts[key] === text);
    if (known === undefined) this.#add(text);
    else this.#chosen = known;
  }

  /** Lists the examples and the texts of the player. */
  #offer() {
    const name = (/** @type {string} */ key) =>
      key in EXAMPLES ? t(`definition.example.${key}`) : t("definition.example.own", { number: key.slice(4) });
    fill(this.#examples, ...Object.keys(this.#texts).map((value) => h("option", { value }, name(value))));
    this.#examples.value = this.#chosen;
  }

  #choose() {
    this.#chosen = this.#examples.value;
    this.#field.value = this.#text;
    this.#field.rows = rowsOf(this.#text);
    this.#clear();
    this.#show();
  }

  /** Drops what is known about another text. */
  #clear() {
    [this.#found, this.#group] = [null, null];
    this.tell("");
    return this.afresh();
  }

  /** @param {string} what */
  heard(what) {
    if (what !== "puzzle") return;
    const { board, legal } = this.game;
    const isFile = board !== null && legal?.puzzle.split(":")[0] === FILE;
    if (isFile) this.#take(board);
    this.#clear();
    this.keepingFocus(() => this.build());
    this.whenSeen("group", () => isFile && this.#look());
  }

  get #opening() {
    return { puzzle: FILE, board: this.#text };
  }

  /** Plays the puzzle, at a random position. */
  #play() {
    return this.#reading(async () => {
      const opening = this.#opening;
      const { state } = await ask("random", opening);
      const isOther = this.game.puzzle !== opening.puzzle || this.game.board !== opening.board;
      await this.game.open({ ...opening, state });
      // The event `puzzle` starts the analysis of another puzzle.
      if (!isOther) await this.#ask(opening);
    });
  }

  /** Shows the findings and the group of the definition, without a new game. */
  #check() {
    return this.#reading(() => this.#ask(this.#opening));
  }

  /** Shows the findings and the group of the puzzle of the game. */
  #look() {
    const { puzzle, board } = this.game;
    return this.trying(() => this.#ask(board === null ? { puzzle } : { puzzle, board }));
  }

  /** @param {{puzzle: string, board?: string}} about */
  async #ask(about) {
    const signal = this.#clear();
    this.#about = about.puzzle;
    this.#show();
    this.#found = await ask("lint", about, { signal });
    this.#show();
    this.#group = await ask("group", about, { signal });
    this.#show();
  }

  /** Does something with the text; where that cannot be read, the line is chosen. @param {() => Promise<any>} work */
  #reading(work) {
    return this.trying(async () => {
      try {
        return await work();
      } catch (why) {
        this.#mark(/** @type {any} */ (why).problem ?? {});
        throw why;
      }
    });
  }

  /** @param {{field?: string | null, line?: number | null}} problem */
  #mark({ field, line }) {
    if (field !== "board" || !line) return;
    const lines = this.#text.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#field.focus();
    this.#field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }

  #show() {
    const found = this.#found;
    const name = t("definition.odd");
    const title = this.#about === FILE ? name : t("puzzle.changed", { name, changes: puzzleName(this.#about) });
    // The invariants of all positions are shown with the group.
    const listed = (found ?? []).filter(({ kind }) => !["bound", "tied", "same"].includes(kind));
    const items = listed.map(({ message }) => h("li", {}, said(message)));
    fill(
      this.#told,
      found !== null && h("h2", {}, title),
      found !== null && items.length === 0 && h("p", {}, t("definition.nothing")),
      items.length > 0 && h("ul", { class: "panel-list definition-odd" }, ...items),
      ...(this.#group ? groupOf(this.#group) : []),
    );
  }
}

/** The rows of the field for a text. @param {string} text */
const rowsOf = (text) => Math.min(24, Math.max(10, text.split("\n").length + 1));

customElements.define("loyd-definition", Definition);
