// @ts-check
/** The goal: a small drawing where it can be drawn, otherwise its text. */

import { fill, h } from "./dom.js";
import { smallPicture } from "./looks/index.js";
import { onLanguage, serverWords, t } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

class Goal extends HTMLElement {
  /** @type {Game} */ #game = /** @type {any} */ (null);
  /** @type {import("./game.js").Square[][] | null} */ #goal = null;

  set game(/** @type {Game} */ game) {
    this.#game = game;
    game.addEventListener("goal", (event) => {
      this.#goal = /** @type {CustomEvent} */ (event).detail;
      this.#show();
    });
    onLanguage(() => this.#show());
  }

  #show() {
    const { goal: text = "", look: name = "", drawing = null } = this.#game?.legal ?? {};
    if (!text) return;
    const said = t("goal.said", { goal: serverWords(text) });
    if (!this.#goal) return fill(this, h("p", { class: "goal-text", title: said }, said));
    const svg = smallPicture(name, this.#goal, drawing, this.#goal, { role: "img", "aria-label": said });
    fill(this, svg, t("goal.title"));
  }
}

customElements.define("loyd-goal", Goal);
