// @ts-check
/** The group of a puzzle's moves: its order with factors, its orbits, and the invariants of all positions. */

import { h } from "../dom.js";
import { said } from "../said.js";
import { serverWords, t } from "../words.js";
import { number, whole } from "../charts/numbers.js";

/**
 * @typedef {{orbit: string, set: string, slots: number, permutations: string, permutations_factors: string,
 *   orientations: number, has_identical_pieces: boolean, is_free: boolean}} Orbit
 * @typedef {{orbits: Orbit[], fixed_slots: number, order: string, order_factors: string, order_is_exact: boolean,
 *   positions: string, positions_factors: string, positions_are_exact: boolean, gods_number: number | null,
 *   bound: [string, string][], blocks: {orbit: string, blocks: number[][]}[], rules: string[],
 *   has_conditions: boolean, merged: {move: string, same: string[]}[]}} Group
 */

/** The most digits of a number that is written in full. A longer number is rounded to a power of ten. */
const MOST_DIGITS = 24;
/** The most digits of a number of positions that the tab Map counts. */
const MOST_COUNTED = 9;

/** A number of any length. @param {string} digits */
export const great = (digits) =>
  digits.length <= MOST_DIGITS ? [whole(digits)] : [`${digits[0]}.${digits.slice(1, 4)} × 10`, sup(digits.length - 1)];

/** A product of primes with its powers. @param {string} factors `2^7 * 3` */
export const product = (factors) =>
  factors.split(" * ").flatMap((factor, place) => {
    const [prime, power] = factor.split("^");
    return [place ? " · " : "", prime, power && sup(power)];
  });

/** @param {string | number} power */
const sup = (power) => h("sup", {}, String(power));

/** Makes the elements that describe a group. @param {Group} group */
export function groupOf(group) {
  const { orbits, rules, bound, blocks, merged } = group;
  const list = (/** @type {Node[]} */ items) =>
    h("ul", { class: "panel-list" }, ...items.map((item) => h("li", {}, item)));
  const part = (/** @type {string} */ heading, /** @type {Node[]} */ items) =>
    items.length > 0 && h("section", { class: "panel-part" }, h("h3", {}, t(heading)), list(items));
  const span = (/** @type {string} */ text) => h("span", {}, text);
  return [
    h("h2", {}, t("group.title")),
    facts(group),
    group.has_conditions && h("p", {}, t("group.conditions")),
    orbits.length > 0 && table(orbits),
    part("group.rules", rules.map(said)),
    part(
      "group.bound",
      bound.map(([one, other]) => span(t("group.bound.pair", { one: serverWords(one), other: serverWords(other) }))),
    ),
    part(
      "group.blocks",
      blocks.map(({ orbit, blocks }) => {
        const all = blocks.map((block) => `(${block.join(" ")})`).join(" ");
        return span(`${serverWords(orbit)}: ${all}`);
      }),
    ),
    part(
      "group.merged",
      merged.map(({ move, same }) => span(t("group.merged.moves", { move, same: same.join(t("list.comma")) }))),
    ),
    group.positions.length <= MOST_COUNTED && h("p", { class: "panel-hint" }, t("group.map")),
  ];
}

/** @param {Group} group */
function facts(group) {
  const { order, order_factors, order_is_exact, positions, positions_factors, positions_are_exact } = group;
  const size = (/** @type {string} */ digits, /** @type {string} */ factors, /** @type {boolean} */ isExact) => [
    h("dd", {}, isExact ? "" : `${t("group.most")} `, ...great(digits)),
    factors !== digits && h("dd", { class: "group-factors" }, "= ", ...product(factors)),
  ];
  return h(
    "dl",
    { class: "panel-facts" },
    h("div", {}, h("dt", {}, t("group.positions")), ...size(positions, positions_factors, positions_are_exact)),
    h("div", {}, h("dt", {}, t("group.order")), ...size(order, order_factors, order_is_exact)),
    group.fixed_slots > 0 && h("div", {}, h("dt", {}, t("group.fixed")), h("dd", {}, number(group.fixed_slots))),
  );
}

/** @param {Orbit[]} orbits */
function table(orbits) {
  const cell = (/** @type {string} */ key, /** @type {import("../dom.js").Child[]} */ ...content) =>
    h("td", { "data-label": t(key) }, h("span", {}, ...content));
  const rows = orbits.map((orbit) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, said(orbit.orbit)),
      cell("group.slots", number(orbit.slots)),
      cell("group.permutations", ...product(orbit.permutations_factors)),
      cell("group.orientations", number(orbit.orientations)),
      cell("group.identical", t(orbit.has_identical_pieces ? "group.yes" : "group.no")),
      cell("group.free", t(orbit.is_free ? "group.yes" : "group.no")),
    ),
  );
  const keys = ["orbit", "slots", "permutations", "orientations", "identical", "free"];
  const heads = keys.map((key) => h("th", { scope: "col" }, t(`group.${key}`)));
  return h(
    "div",
    { class: "panel-scroll" },
    h(
      "table",
      { class: "compare" },
      h("caption", {}, t("group.orbits")),
      h("thead", {}, h("tr", {}, ...heads)),
      h("tbody", {}, ...rows),
    ),
  );
}
