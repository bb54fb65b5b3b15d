// @ts-check
/** The buttons that turn the view of a body, so that its hidden sides are reached without a pointer, too. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { onLanguage, t } from "./words.js";

/** @type {[string, number, number][]} The name of each button, and the way that the front goes: right and down. */
const WAYS = [
  ["left", -1, 0],
  ["up", 0, -1],
  ["down", 0, 1],
  ["right", 1, 0],
];

export class ViewButtons {
  row = h("div", { class: "view", role: "group", hidden: true });
  /** @type {(right: number, down: number) => void} */ onStep = () => {};
  onReset = () => {};

  constructor() {
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "icon-only", "data-view": name, onclick }, icon(name));
    this.row.append(
      ...WAYS.map(([name, right, down]) => button(name, () => this.onStep(right, down))),
      button("reset", () => this.onReset()),
    );
    onLanguage(() => {
      this.row.setAttribute("aria-label", t("view.group"));
      for (const button of this.row.querySelectorAll("button")) {
        button.title = t(`view.${button.dataset.view}`);
        button.setAttribute("aria-label", button.title);
      }
    });
  }
}
