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
  #text = EXAMPLES.rings;
  /** The player's own text, which a chosen example replaces and the last choice brings back. @type {string | null} */
  #own = null;
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
      rows: Math.min(24, Math.max(10, this.#text.split("\n").length + 1)),
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      oninput: () => this.#write(this.#field.value),
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

  /** The player's text is in the field. @param {string} text */
  #write(text) {
    this.#text = text;
    if (!Object.values(EXAMPLES).includes(text)) this.#own = text;
    this.#offer();
  }

  /** Lists the examples, and the player's own text if there is one. */
  #offer() {
    const texts = this.#own === null ? EXAMPLES : { ...EXAMPLES, own: this.#own };
    const chosen = Object.entries(texts).find(([, text]) => text === this.#text)?.[0];
    const options = Object.keys(texts).map((name) => h("option", { value: name }, t(`definition.example.${name}`)));
    fill(this.#examples, ...options);
    this.#examples.value = chosen ?? "";
  }

  #choose() {
    const name = this.#examples.value;
    this.#text = (name === "own" ? this.#own : null) ?? EXAMPLES[name];
    this.#field.value = this.#text;
  }

  /** @param {string} what */
  heard(what) {
    if (what !== "puzzle") return;
    const { board, legal } = this.game;
    const isFile = board !== null && legal?.puzzle.split(":")[0] === FILE;
    if (isFile) this.#write(board);
    this.afresh();
    [this.#found, this.#group] = [null, null];
    this.tell("");
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
    const signal = this.afresh();
    this.#about = about.puzzle;
    [this.#found, this.#group] = [null, null];
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

customElements.define("loyd-definition", Definition);
