// @ts-check
/** The goal: a small drawing where it can be drawn, otherwise its text. */

import { fill, h, s } from "./dom.js";
import { lookOf } from "./looks/index.js";
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
    if (!this.#goal) return fill(this, h("p", { class: "goal-text" }, said));
    const svg = s("svg", { role: "img", "aria-label": said });
    const look = new (lookOf(name))(svg, this.#goal, drawing);
    look.goal = this.#goal;
    look.showHome();
    fill(this, svg, t("goal.title"));
  }
}

customElements.define("loyd-goal", Goal);
