// @ts-check
/** The choice of a puzzle by its family, its size and its variant. */

import { fill, h, newId } from "../dom.js";
import { puzzleName, t } from "../words.js";

/** @typedef {{family: string, syntax: string, examples: string[]}} Family */

/** The part of an id after its family: one number or two, and a variant, such as `3x3?metric=multi`. */
const SIZE = /^(\d+)(?:x(\d+))?(.*)$/;

/**
 * The numbers of a family's size, and its variants, from the ids that are its examples. The numbers are those of the
 * puzzle `now`, or of a usual example. The result is null if the ids of the family have no size.
 * @param {Family} family @param {string} now
 */
function sizesOf({ family, syntax, examples }, now) {
  const found = (/** @type {string} */ id) =>
    id.startsWith(`${family}:`) ? SIZE.exec(id.slice(family.length + 1)) : null;
  const numbersOf = (/** @type {string[]} */ size) => size.slice(1, 3).filter(Boolean).map(Number);
  const sizes = examples.map(found).filter((size) => size !== null);
  if (!sizes.length) return null;
  const usual = found(now) ?? sizes.find((size) => Math.min(...numbersOf(size)) > 2) ?? sizes[0];
  const numbers = numbersOf(usual);
  // One number stands for a square board.
  if (isBoard(syntax) && numbers.length === 1) numbers.push(numbers[0]);
  return { numbers, variant: usual[3], variants: [...new Set([...sizes.map((size) => size[3]), usual[3]])] };
}

/** Whether the size of a family is that of a board. @param {string} syntax */
const isBoard = (syntax) => syntax.includes("RxC");

/** @typedef {{family: string, now: string}} Choice the family in the list, and the id that its size is taken from */

/**
 * A form with a list of the families and what the chosen one leaves open.
 * @param {Family[]} families @param {Choice} choice it is kept up to date, so that a form built later begins with it
 * @param {(id: string) => unknown} open
 */
export function chooser(families, choice, open) {
  const id = newId();
  const rest = h("div", { class: "panel-row" });
  /** The id that is chosen now. */
  let chosen = () => "";
  const select = h(
    "select",
    {
      id,
      onchange: () => {
        choice.family = select.value;
        draw();
      },
    },
    h("option", { value: "" }, t("newgame.other")),
    ...families.map(({ family }) => h("option", { value: family }, puzzleName(family))),
  );
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) => {
    input.id = newId();
    return h("p", { class: "panel-field" }, h("label", { for: input.id }, label), input);
  };
  const listOf = (/** @type {string[]} */ values, /** @type {(value: string) => string} */ name, wanted = "") => {
    const list = h("select", {}, ...values.map((value) => h("option", { value }, name(value))));
    list.value = values.includes(wanted) ? wanted : values[0];
    return list;
  };
  const draw = () => {
    const family = families.find(({ family }) => family === select.value);
    fill(rest, ...(family ? (sized(family) ?? listed(family)) : []), family && h("button", {}, t("newgame.open")));
  };
  /** @param {Family} family */
  const listed = ({ examples }) => {
    const list = listOf(examples, puzzleName, choice.now);
    chosen = () => list.value;
    list.addEventListener("input", () => (choice.now = list.value));
    return examples.length > 1 ? [field(t("newgame.variant"), list)] : [];
  };
  /** @param {Family} family */
  const sized = (family) => {
    const sizes = sizesOf(family, choice.now);
    if (!sizes) return null;
    const { numbers, variant, variants } = sizes;
    const inputs = numbers.map((value) => h("input", { type: "number", min: 1, value, required: true }));
    const two = isBoard(family.syntax) ? ["shape.rows", "shape.columns"] : ["newgame.pieces", "newgame.window"];
    const labels = inputs.length > 1 ? two : ["newgame.size"];
    const idOf = (/** @type {string} */ other) =>
      `${family.family}:${inputs.map((input) => input.valueAsNumber).join("x")}${other}`;
    const list = listOf(variants, (other) => puzzleName(idOf(other)), variant);
    const change = () => {
      if (!inputs.every((input) => input.validity.valid)) return;
      for (const option of list.options) option.textContent = puzzleName(idOf(option.value));
      choice.now = chosen();
    };
    for (const input of [...inputs, list]) input.addEventListener("input", change);
    chosen = () => idOf(list.value);
    const fields = inputs.map((input, at) => field(t(labels[at]), input));
    return [...fields, variants.length > 1 && field(t("newgame.variant"), list)];
  };
  select.value = families.some(({ family }) => family === choice.family) ? choice.family : "";
  draw();
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (select.value) open(chosen());
  };
  return h(
    "form",
    { class: "panel-row", onsubmit },
    h("p", { class: "panel-field" }, h("label", { for: id }, t("newgame.puzzle")), select),
    rest,
  );
}
