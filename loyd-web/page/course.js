// @ts-check
/** The course of a game: a small chart of the distance to the goal after each move. */

import { s } from "./dom.js";
import { t } from "./words.js";

const WIDTH = 320;
const HEIGHT = 46;
/** The height of the numbers above the first and the last bar. */
const NUMBERS = 14;
/** The greatest number of moves in the chart: the latest moves. */
const MOST = 80;

/**
 * @param {import("./game.js").Game} game @param {import("./distances.js").Distances} distances
 * @returns {SVGElement | null} null before the second distance is known
 */
export function courseOf(game, distances) {
  const first = Math.max(0, game.cursor - MOST);
  const known = Array.from({ length: game.cursor - first + 1 }, (_, at) => distances.of(first + at).distance);
  if (game.cursor === 0 || known.filter((distance) => distance !== undefined).length < 2) return null;
  const highest = Math.max(1, ...known.map((distance) => distance ?? 0));
  const width = Math.min(16, WIDTH / known.length);
  const bars = known.map((distance, at) => {
    if (distance === undefined) return null;
    const nearer = at === 0 || known[at - 1] === undefined || distance < /** @type {number} */ (known[at - 1]);
    const tall = Math.max(1.5, (distance / highest) * (HEIGHT - NUMBERS));
    return s("rect", {
      class: nearer ? "nearer" : "farther",
      x: at * width + 1,
      y: HEIGHT - tall,
      width: Math.max(1, width - 2),
      height: tall,
      rx: 1.5,
    });
  });
  const numbers = [0, known.length - 1].map((at) => {
    const distance = known[at];
    if (distance === undefined) return null;
    const tall = (distance / highest) * (HEIGHT - NUMBERS);
    return s("text", { x: (at + 0.5) * width, y: HEIGHT - tall - 3, "text-anchor": at ? "middle" : "start" }, distance);
  });
  const label = t("course.label", { distances: known.map((distance) => distance ?? "?").join(", ") });
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    s("title", {}, t("course.title")),
    ...bars,
    ...(width < 8 ? [] : numbers),
  );
}
