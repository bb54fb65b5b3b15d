// @ts-check
/** Bar charts in SVG, drawn at their width on the page, with a description in words. */

import { fill, s } from "../dom.js";
import { number, short } from "./numbers.js";
import { columns, decades, labelStep, part, ticks } from "./scale.js";

/**
 * @typedef {object} BarOptions
 * @property {number[]} values
 * @property {string[]} labels one below each bar
 * @property {string} title what the chart shows, for those who do not see it
 * @property {string} [axis] what the labels are
 * @property {boolean} [log] a logarithmic scale
 * @property {number} [most] the top of the scale, if not the greatest value
 * @property {number | null} [mark] the bar that is marked
 * @property {string} [markText] what the mark says
 * @property {number[]} [lit] bars that stand out
 * @property {number[]} [mirrored] a second row of bars, downwards
 * @property {number[]} [mirroredLit] of these, those that stand out
 * @property {number} [height]
 * @property {(bar: number) => string} [describe] what a bar says: its label and value
 * @property {(bar: number) => void} [onPick] makes the bars buttons
 */

const [LEFT, RIGHT, TOP, BOTTOM] = [48, 8, 34, 24];
const LABEL = 26;

/** A bar chart that can be changed while it is shown. */
export class Bars {
  /** @type {BarOptions} */ #options;
  #width = 480;
  /** The bar of the keyboard cursor. */
  #at = 0;
  /** @type {SVGTextElement} */ #said = s("text", { class: "chart-said", y: 13, "text-anchor": "end" });
  /** @type {SVGRectElement[]} */ #hits = [];

  /** @param {BarOptions} options */
  constructor(options) {
    this.#options = options;
    this.element = s("svg", { class: "chart" });
    this.#at = Math.max(0, options.mark ?? 0);
    const seen = new ResizeObserver(([{ contentRect }]) => {
      if (Math.abs(contentRect.width - this.#width) < 1 || contentRect.width === 0) return;
      this.#width = contentRect.width;
      this.#draw();
    });
    seen.observe(this.element);
    this.element.addEventListener("pointerleave", () => this.#say(null));
    this.element.addEventListener("pointermove", (event) => this.#say(this.#barAt(event)));
    this.element.addEventListener("click", (event) => this.#pick(this.#barAt(event)));
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", () => this.#say(this.#at));
    this.element.addEventListener("focusout", () => this.#say(null));
    this.#draw();
  }

  /** Shows something else. @param {Partial<BarOptions>} options */
  set(options) {
    this.#options = { ...this.#options, ...options };
    this.#draw();
  }

  #count() {
    return Math.max(this.#options.values.length, this.#options.mirrored?.length ?? 0);
  }

  /** @param {number} bar */
  #describe(bar) {
    const { describe, labels, values } = this.#options;
    return describe ? describe(bar) : `${labels[bar]}: ${number(values[bar] ?? 0)}`;
  }

  /** @param {MouseEvent} event */
  #barAt(event) {
    const place = event.clientX - this.element.getBoundingClientRect().left - LEFT;
    const bar = Math.floor((place / (this.#width - LEFT - RIGHT)) * this.#count());
    return bar >= 0 && bar < this.#count() ? bar : null;
  }

  /** @param {number | null} bar */
  #say(bar) {
    fill(this.#said, bar === null || bar >= this.#count() ? "" : this.#describe(bar));
  }

  /** @param {number | null} bar */
  #pick(bar) {
    if (bar !== null) this.#options.onPick?.(bar);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.#options.onPick) return;
    const last = this.#count() - 1;
    const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      this.#hits[this.#at]?.setAttribute("tabindex", "-1");
      this.#at = Math.min(last, Math.max(0, to));
      this.#hits[this.#at]?.setAttribute("tabindex", "0");
      this.#hits[this.#at]?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#pick(this.#at);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #draw() {
    const options = this.#options;
    const { values, labels, mirrored, log, mark, markText, onPick, axis, title, height = 200 } = options;
    const hadFocus = this.element.contains(document.activeElement);
    const [width, count] = [this.#width, this.#count()];
    this.#at = Math.min(this.#at, Math.max(0, count - 1));
    const most = options.most ?? Math.max(1, ...values, ...(mirrored ?? []));
    const scale = { most, log };
    const room = (height - TOP - BOTTOM) / (mirrored ? 2 : 1);
    const floor = TOP + room;
    const up = (/** @type {number} */ value) => part(value, scale) * room;
    const places = columns(count, LEFT, width - LEFT - RIGHT);

    const lines = ticks(scale, mirrored ? 2 : 4).flatMap((tick) =>
      (mirrored ? [-1, 1] : [-1]).flatMap((way) => {
        const y = floor + way * up(tick);
        const text = s("text", { class: "chart-tick", x: LEFT - 6, y: y + 4, "text-anchor": "end" }, short(tick));
        return [s("line", { class: "chart-line", x1: LEFT, x2: width - RIGHT, y1: y, y2: y }), text];
      }),
    );
    const rects = places.flatMap(({ at, width: wide }, bar) => {
      const rect = (/** @type {number} */ value, /** @type {boolean} */ down, /** @type {boolean} */ lit) => {
        const tall = value > 0 ? Math.max(up(value), 1) : 0;
        const looks = ["chart-bar", down && "chart-down", lit && "chart-lit", bar === mark && "chart-marked"];
        const look = looks.filter(Boolean).join(" ");
        return s("rect", { class: look, x: at, y: down ? floor : floor - tall, width: wide, height: tall });
      };
      const drawn = [rect(values[bar] ?? 0, false, options.lit?.includes(bar) ?? false)];
      if (mirrored) drawn.push(rect(mirrored[bar] ?? 0, true, options.mirroredLit?.includes(bar) ?? false));
      return drawn;
    });
    const every = labelStep(count, width - LEFT - RIGHT, LABEL);
    const names = places.flatMap(({ at, width: wide }, bar) =>
      bar % every
        ? []
        : [s("text", { class: "chart-tick", x: at + wide / 2, y: height - 8, "text-anchor": "middle" }, labels[bar])],
    );

    this.#hits = places.map(({ at, width: wide }, bar) =>
      s("rect", {
        class: "chart-hit",
        x: at,
        y: TOP - 6,
        width: wide,
        height: height - TOP - BOTTOM + 6,
        ...(onPick && { role: "button", tabindex: bar === this.#at ? 0 : -1, "aria-label": this.#describe(bar) }),
      }),
    );
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.setAttribute("height", String(height));
    this.element.setAttribute("role", onPick ? "group" : "img");
    this.element.setAttribute("aria-label", title);
    this.#said.setAttribute("x", String(width - RIGHT));
    fill(
      this.element,
      axis && s("text", { class: "chart-tick", x: 0, y: 13, "aria-hidden": "true" }, axis),
      s(
        "g",
        { "aria-hidden": "true" },
        ...lines,
        ...rects,
        ...names,
        s("line", { class: "chart-floor", x1: LEFT, x2: width - RIGHT, y1: floor, y2: floor }),
      ),
      typeof mark === "number" && places[mark] && this.#mark(places[mark], floor - up(values[mark]), markText),
      s("g", { "aria-hidden": "true" }, this.#said),
      s("g", {}, ...this.#hits),
    );
    if (hadFocus) this.#hits[this.#at]?.focus();
  }

  /**
   * Draws a triangle above a bar, with its text on the side that has room.
   * @param {{at: number, width: number}} place
   * @param {number} top
   * @param {string} [text]
   */
  #mark({ at, width }, top, text = "") {
    const [x, y] = [at + width / 2, top - 3];
    const right = x > this.#width / 2;
    return s(
      "g",
      { class: "chart-mark", "aria-hidden": "true" },
      s("path", { d: `M${x} ${y}l-5 -8h10z` }),
      s("text", { x: x + (right ? -9 : 9), y: y - 1, "text-anchor": right ? "end" : "start" }, text),
    );
  }
}

/**
 * Makes a bar chart.
 * @param {BarOptions} options
 * @returns {SVGSVGElement}
 */
export const bars = (options) => new Bars(options).element;

/**
 * Makes a horizontal bar on a logarithmic scale, with a line at each power of ten and its number beside it.
 * @param {number} value
 * @param {{most: number, least?: number}} scale
 * @param {string} [look] a class
 */
export function meter(value, scale, look = "") {
  const lines = decades(scale).map((at) =>
    s("line", { class: "chart-line", x1: 100 * at, x2: 100 * at, y1: 0, y2: 10 }),
  );
  return s(
    "svg",
    {
      class: `chart-meter ${look}`,
      viewBox: "0 0 100 10",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    s("rect", { class: "chart-bar", x: 0, y: 1, width: 100 * part(value, { ...scale, log: true }), height: 8 }),
    ...lines,
  );
}
