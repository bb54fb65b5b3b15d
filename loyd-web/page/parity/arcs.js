// @ts-check
/** The inversions of a position as arcs over its pieces in reading order. */

import { t } from "../words.js";
import { s } from "../dom.js";
import { number } from "../charts/numbers.js";

/** The greatest number of pieces whose arcs can be told apart. */
const MOST = 36;
const [SIZE, GAP, HIGH] = [34, 6, 130];
/** The least width of a piece. */
const LEAST = 26;

/**
 * Whether each tile shows its place in the goal as its own number, so that only the blank needs a small number.
 * @param {import("./parity.js").Argument} argument
 */
export const isPlain = ({ cells, order }) =>
  cells.every(({ text, empty }, place) => empty || text === String(order[place] + 1));

/**
 * Draws the inversions; null if there are too many pieces.
 * @param {import("./parity.js").Argument} argument
 * @returns {SVGSVGElement | null}
 */
export function arcs(argument) {
  const { cells, order, inversions } = argument;
  if (cells.length > MOST) return null;
  const step = SIZE + GAP;
  const width = cells.length * step - GAP;
  const middle = (/** @type {number} */ place) => place * step + SIZE / 2;
  const widest = Math.max(1, ...inversions.map(([first, second]) => second - first));
  const high = Math.min(HIGH, 24 + widest * 14);
  const lines = inversions.map(([first, second]) => {
    const [from, to] = [middle(first), middle(second)];
    const tall = 14 + ((high - 18) * (second - first)) / widest;
    return s("path", {
      class: "arc",
      d: `M${from} ${high}C${from} ${high - tall * 1.33} ${to} ${high - tall * 1.33} ${to} ${high}`,
    });
  });
  // Where the goal is not in ascending order, each piece has its place in the goal, which explains the arcs.
  const plain = isPlain(argument);
  const pieces = cells.map(({ text, empty }, place) => {
    const x = place * step;
    return s(
      "g",
      {},
      s("rect", { class: empty ? "arc-blank" : "arc-piece", x, y: high + 2, width: SIZE, height: SIZE, rx: 5 }),
      s("text", { class: "arc-text", x: x + SIZE / 2, y: high + 2 + SIZE / 2 + 5, "text-anchor": "middle" }, text),
      !(plain && !empty) &&
        s(
          "text",
          { class: "arc-place", x: x + SIZE / 2, y: high + SIZE + 17, "text-anchor": "middle" },
          number(order[place] + 1),
        ),
    );
  });
  const height = high + SIZE + 22;
  const drawing = s(
    "svg",
    {
      class: "arcs",
      viewBox: `-2 0 ${width + 4} ${height}`,
      width: width + 4,
      height,
      role: "img",
      "aria-label": t("unsolvable.arcs", { count: inversions.length }),
    },
    ...lines,
    ...pieces,
  );
  // A narrow page shows the drawing smaller, as long as it can be read.
  drawing.style.minWidth = `${cells.length * LEAST}px`;
  return drawing;
}
