// @ts-check
/** The chart of a census. The bar of the current position is marked. */

import { t } from "../words.js";
import { Bars } from "./chart.js";
import { number } from "./numbers.js";

/** @param {import("../play/census.js").Census} census */
export const censusTitle = ({ layers, reply }) => {
  const most = layers.indexOf(Math.max(...layers));
  const values = { most: number(most), states: number(layers[most] ?? 0), depth: number(layers.length - 1) };
  return t(reply ? "census.title" : "census.growing", values);
};

/**
 * A chart that follows a census.
 * @param {{census: import("../play/census.js").Census, mark: number | null, markText: string, log: boolean,
 *   onPick?: (depth: number) => void}} shown
 */
export function censusOptions({ census, mark, markText, log, onPick }) {
  const { layers } = census;
  return {
    values: layers.map((states) => states ?? 0),
    labels: layers.map((_, depth) => number(depth)),
    title: censusTitle(census),
    axis: t("census.axis"),
    mark,
    markText,
    log,
    describe: (/** @type {number} */ depth) => t("census.bar", { depth, count: layers[depth] ?? 0 }),
    onPick,
  };
}

/** @param {Parameters<typeof censusOptions>[0]} shown */
export const censusBars = (shown) => new Bars(censusOptions(shown));
