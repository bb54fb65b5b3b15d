// @ts-check
/** Buttons, a slider and a speed to walk through numbered steps. */

import { fill, h, newId, s } from "../dom.js";
import { t } from "../words.js";

/** The speeds, in steps a second. */
const SPEEDS = [1, 2, 4, 8];
/** The icons of the buttons, as paths in a square of 18. */
const SIGNS = {
  first: "M2 3h2.5v12H2zM16 3v12L6 9z",
  back: "M14 3v12L4 9z",
  step: "M4 3v12l10-6z",
  last: "M13.5 3H16v12h-2.5zM2 3v12l10-6z",
};

export class Stepper {
  at = 0;
  #last = 0;
  #speed = 2;
  #timer = 0;
  #slider = h("input", { type: "range", min: 0, oninput: () => this.#go(Number(this.#slider.value)) });
  #play = h("button", { class: "primary", onclick: () => (this.#timer ? this.pause() : this.#begin()) });
  element = h("div", { class: "panel-part" });

  /**
   * @param {(at: number) => void} onStep
   * @param {() => boolean} mayGoOn whether the next step may be shown; it may be asked for first
   */
  constructor(onStep, mayGoOn = () => true) {
    this.onStep = onStep;
    this.mayGoOn = mayGoOn;
  }

  get isPlaying() {
    return this.#timer !== 0;
  }

  /** Begins anew in the language of the page. @param {number} last the last step @param {number} at */
  build(last, at) {
    this.pause();
    this.#last = last;
    const [slide, speed] = [newId(), newId()];
    this.#slider.id = slide;
    this.#slider.max = String(last);
    const speeds = h(
      "select",
      {
        id: speed,
        onchange: () => {
          this.#speed = Number(speeds.value);
          if (this.#timer) this.#begin();
        },
      },
      ...SPEEDS.map((value) => h("option", { value }, t("watch.speed", { count: value }))),
    );
    speeds.value = String(this.#speed);
    const button = (/** @type {keyof typeof SIGNS} */ name, /** @type {() => void} */ onclick) =>
      h(
        "button",
        { "aria-label": t(`watch.${name}`), title: t(`watch.${name}`), onclick },
        s("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, s("path", { d: SIGNS[name] })),
      );
    fill(
      this.element,
      h(
        "p",
        { class: "panel-row watch-controls" },
        button("first", () => this.#go(0)),
        button("back", () => this.#go(this.at - 1)),
        this.#play,
        button("step", () => {
          this.pause();
          if (this.mayGoOn()) this.#go(this.at + 1);
        }),
        button("last", () => this.#go(this.#last)),
        h("label", { for: speed, class: "unseen" }, t("watch.speeds")),
        speeds,
      ),
      h("label", { for: slide, class: "unseen" }, t("watch.slider")),
      this.#slider,
    );
    this.show(at);
  }

  /** @param {number} wanted */
  show(wanted) {
    const at = (this.at = Math.max(0, Math.min(wanted, this.#last)));
    this.#slider.value = String(at);
    this.#slider.setAttribute("aria-valuetext", t("watch.at", { step: at, steps: this.#last }));
    fill(this.#play, t(this.#timer ? "watch.pause" : at === this.#last ? "watch.again" : "watch.play"));
    this.onStep(at);
  }

  pause() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.show(this.at);
  }

  /** @param {number} to */
  #go(to) {
    this.pause();
    this.show(to);
  }

  #begin() {
    clearInterval(this.#timer);
    if (this.at >= this.#last) this.at = 0;
    this.#timer = window.setInterval(() => {
      if (!this.element.isConnected || this.at >= this.#last || !this.mayGoOn()) this.pause();
      else this.show(this.at + 1);
    }, 1000 / this.#speed);
    this.show(this.at);
  }
}
