// @ts-check
/** Draws polygons, balls and texts into a group, again and again, and uses the elements of the last time. */

import { s } from "../../dom.js";

export class Brush {
  #count = 0;

  /** @param {SVGGElement} group */
  constructor(group) {
    this.group = group;
  }

  begin() {
    this.#count = 0;
  }

  /**
   * @param {string} name @param {[number, number][]} points
   * @param {number} [light] the part of the colour that is seen
   * @param {number} [facelet] the index of the facelet
   */
  polygon(name, points, light = 1, facelet) {
    const polygon = this.#next("polygon", name, facelet);
    polygon.setAttribute("points", points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "));
    polygon.setAttribute("fill-opacity", light.toFixed(2));
  }

  /** @param {string} name @param {number} x @param {number} y @param {number} radius @param {number} facelet */
  ball(name, x, y, radius, facelet) {
    const ball = this.#next("circle", name, facelet);
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: radius })) ball.setAttribute(key, value.toFixed(1));
  }

  /** @param {SVGElement} text @param {number} x @param {number} y */
  text(text, x, y) {
    const group = this.#next("g", "facelet-text");
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    group.replaceChildren(text);
  }

  /** Takes away what was drawn before and is not drawn now. */
  end() {
    while (this.group.childNodes.length > this.#count) this.group.lastChild?.remove();
  }

  /**
   * The next element, in the order of drawing.
   * @param {"polygon" | "circle" | "g"} kind @param {string} name @param {number} [facelet]
   */
  #next(kind, name, facelet) {
    const at = this.#count++;
    let element = /** @type {SVGElement | undefined} */ (this.group.children[at]);
    if (element?.tagName !== kind) {
      const made = s(kind);
      if (element) element.replaceWith(made);
      else this.group.append(made);
      element = made;
    }
    if (element.getAttribute("class") !== name) element.setAttribute("class", name);
    const index = String(facelet ?? "");
    if (element.dataset.facelet !== index) element.dataset.facelet = index;
    return element;
  }
}
