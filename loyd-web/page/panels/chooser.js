// @ts-check
/** The choice of a puzzle by its family, its size and its variant. */

import { fill, h, newId } from "../dom.js";
import { GALLERY } from "../gallery/gallery.js";
import { puzzleName, t } from "../words.js";

/** @typedef {{family: string, syntax: string, examples: string[]}} Family */

/** The part of an id after its family: one number or two, and a variant, such as `3x3?metric=multi`. */
const SIZE = /^(\d+)(?:x(\d+))?(.*)$/;

/**
 * The numbers of a family's size, and its variants, from the ids that are its examples. The numbers are those of the
 * puzzle `now`, or of a usual example. Null: the ids of the family have no size.
 * @param {Family} family @param {string} now
 */
export function sizesOf({ family, examples }, now) {
  const found = (/** @type {string} */ id) =>
    id.startsWith(`${family}:`) ? SIZE.exec(id.slice(family.length + 1)) : null;
  const numbersOf = (/** @type {string[]} */ size) => size.slice(1, 3).filter(Boolean).map(Number);
  const sizes = examples.map(found).filter((size) => size !== null);
  if (!sizes.length) return null;
  const listed = [...GALLERY.map(found), ...sizes].filter((size) => size !== null);
  const usual = found(now) ?? listed.find((size) => Math.min(...numbersOf(size)) > 2) ?? sizes[0];
  return { numbers: numbersOf(usual), variant: usual[3], variants: [...new Set(sizes.map((size) => size[3]))] };
}

/**
 * A form with a list of the families and what the chosen one leaves open.
 * @param {Family[]} families @param {string} now the id of the puzzle of the game
 * @param {(id: string) => unknown} open
 */
export function chooser(families, now, open) {
  const id = newId();
  const rest = h("div", { class: "panel-row" });
  /** The id that is chosen now. */
  let chosen = () => "";
  const select = h(
    "select",
    { id, onchange: () => draw() && open(chosen()) },
    h("option", { value: "" }, t("newgame.other")),
    ...families.map(({ family }) => h("option", { value: family }, puzzleName(family))),
  );
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => {
    input.id = newId();
    return h("p", { class: "panel-field" }, h("label", { for: input.id }, label), input);
  };
  const listOf = (/** @type {string[]} */ values, /** @type {(value: string) => string} */ name, first = values[0]) => {
    const list = h("select", {}, ...values.map((value) => h("option", { value }, name(value))));
    list.value = first;
    return list;
  };
  /** Draws what the family leaves open; returns whether that is nothing. */
  const draw = () => {
    fill(rest);
    rest.oninput = null;
    const family = families.find(({ family }) => family === select.value);
    if (!family) return false;
    const { examples, syntax } = family;
    const sizes = sizesOf(family, now);
    if (!sizes) {
      const list = listOf(examples, puzzleName, examples.includes(now) ? now : examples[0]);
      chosen = () => list.value;
      if (examples.length > 1) fill(rest, field(t("newgame.variant"), list), h("button", {}, t("newgame.open")));
      return examples.length === 1;
    }
    const { numbers, variant, variants } = sizes;
    const inputs = numbers.map((value) => h("input", { type: "number", min: 1, max: 256, value, required: true }));
    const two = syntax.includes("RxC") ? ["shape.rows", "shape.columns"] : ["newgame.pieces", "newgame.window"];
    const labels = inputs.length > 1 ? two : ["newgame.size"];
    const first = variants.includes(variant) ? variant : variants[0];
    const idOf = (/** @type {string} */ other) =>
      `${family.family}:${inputs.map(({ value }) => value).join("x")}${other}`;
    const list = listOf(variants, (other) => puzzleName(idOf(other)), first);
    rest.oninput = () => {
      for (const option of list.options) option.textContent = puzzleName(idOf(option.value));
    };
    chosen = () => idOf(list.value);
    fill(
      rest,
      ...inputs.map((input, at) => field(t(labels[at]), input)),
      variants.length > 1 && field(t("newgame.variant"), list),
      h("button", {}, t("newgame.open")),
    );
    return false;
  };
  select.value = families.find(({ family }) => family === now.split(/[:?]/)[0])?.family ?? "";
  draw();
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    open(chosen());
  };
  return h(
    "form",
    { class: "panel-row", onsubmit },
    h("p", { class: "panel-field" }, h("label", { for: id }, t("newgame.puzzle")), select),
    rest,
  );
}
