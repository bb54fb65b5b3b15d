// @ts-check
/** The position as text: typed, pasted, or changed by exchanging two pieces on the board. */

import { say } from "./announce.js";
import { fill, h } from "./dom.js";
import { faultParts } from "./fault.js";
import { copyText } from "./copy.js";
import { icon } from "./icons.js";
import { hasText, onLanguage, t } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** A device with a mouse, which has a keyboard as a rule. A phone has no key Escape. */
const hasKeys = matchMedia("(pointer: fine)");

class Edit extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  #field = h("input", {
    type: "text",
    id: "position",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    oninput: () => (this.#isTyped = true),
  });
  /** Whether the field contains a text that the player has typed. */
  #isTyped = false;
  #label = h("label", { for: "position" });
  #set = h("button", { type: "submit" });
  #copy = h("button", { type: "button", class: "icon-only", onclick: () => this.#copyState() }, icon("copy"));
  #tap = h("button", { type: "button", class: "with-icon", "aria-pressed": "false", onclick: () => this.#toggle() });
  #syntax = h("p", { class: "syntax", id: "syntax" });
  #fault = h("p", { class: "fault", role: "alert", hidden: true });

  set game(/** @type {Game} */ game) {
    this.#game = game;
    this.#field.setAttribute("aria-describedby", "syntax");
    this.append(
      h(
        "form",
        { onsubmit: (/** @type {Event} */ event) => this.#submit(event) },
        this.#label,
        h("div", { class: "field" }, this.#field, this.#set, this.#copy, this.#tap),
      ),
      this.#fault,
      this.#syntax,
    );
    game.addEventListener("position", () => this.#show());
    game.addEventListener("puzzle", () => this.#describe());
    game.addEventListener("editing", () => this.#tap.setAttribute("aria-pressed", String(game.editing)));
    document.addEventListener("paste", (event) => this.#paste(event));
    onLanguage(() => {
      this.#label.textContent = t("edit.position");
      this.#set.textContent = t("edit.set");
      this.#copy.setAttribute("aria-label", t("edit.copy"));
      this.#copy.title = t("edit.copy");
      fill(this.#tap, icon("edit"), h("span", {}, t("edit.tap")));
      this.#tap.title = t("edit.tap.title");
      this.#describe();
    });
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    this.#take(this.#field.value);
  }

  /** A position that is pasted anywhere but into a field. @param {ClipboardEvent} event */
  #paste(event) {
    if (/** @type {Element} */ (event.target).closest?.("input, textarea, select")) return;
    const text = event.clipboardData?.getData("text/plain").trim();
    if (!text) return;
    event.preventDefault();
    this.#take(text);
  }

  /** @param {string} text */
  async #take(text) {
    this.#isTyped = false;
    try {
      await this.#game.setState(text);
      this.#tell();
      say(t("edit.done"));
    } catch (error) {
      this.#field.value = text;
      this.#isTyped = true;
      this.#tell(...faultParts(error));
      this.#field.focus();
    }
  }

  /** @param {...(string | Node)} said the sentence about a fault; nothing hides it */
  #tell(...said) {
    fill(this.#fault, ...said);
    this.#fault.hidden = !said.length;
    this.#field.setAttribute("aria-invalid", String(said.length > 0));
  }

  #toggle() {
    this.#game.editing = !this.#game.editing;
    say(t(!this.#game.editing ? "edit.off" : hasKeys.matches ? "edit.on.keys" : "edit.on"));
  }

  async #copyState() {
    say(t((await copyText(this.#game.state)) ? "page.copied" : "player.notCopied"));
  }

  /** The position; the field keeps what is being typed there, as the server may answer an earlier move meanwhile. */
  #show() {
    // The squares of a body are not pointed at.
    this.#tap.hidden = this.#game.legal?.look === "facelets";
    if (!this.#isTyped || document.activeElement !== this.#field) {
      this.#field.value = this.#game.state;
      this.#isTyped = false;
    }
    this.#tell();
  }

  #describe() {
    const { legal } = this.#game ?? {};
    const key = `syntax.${legal?.puzzle.split(":")[0]}`;
    this.#syntax.textContent = legal ? t(hasText(key) ? key : "syntax.slots") : "";
  }
}

customElements.define("loyd-edit", Edit);
