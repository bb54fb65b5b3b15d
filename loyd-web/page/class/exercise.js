// @ts-check
/** Exercises as links. The query of the address has the question, and the part after `#` the position. */

import { linkOf } from "../link.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {object} Exercise
 * @property {string} ask the kind of question: `next`, `fewer`, `bound` or `moves`
 * @property {string[]} algorithms the algorithm, or the two that are compared
 * @property {string} heuristic the lower bound of A* and IDA*; empty for the puzzle's best
 * @property {number} after how many nodes are expanded before the question
 * @property {string} text the words of a teacher
 */

export const KINDS = ["next", "fewer", "bound", "moves"];
export const ALGORITHMS = ["bfs", "bidirectional", "a-star", "ida-star"];
/** The most nodes that are expanded before a question. */
export const MOST_AFTER = 20;
/** The longest text of a teacher. */
const MOST_TEXT = 500;

/** The exercise of an address; null if the query names none. @param {string} query @returns {Exercise | null} */
export function readExercise(query) {
  const fields = new URLSearchParams(query);
  const ask = fields.get("exercise") ?? "";
  if (!KINDS.includes(ask)) return null;
  const algorithms = (fields.get("algorithms") ?? "").split(",").filter((name) => ALGORITHMS.includes(name));
  const after = Math.trunc(Number(fields.get("after")));
  return {
    ask,
    algorithms: [algorithms[0] ?? "bfs", algorithms[1] ?? "a-star"],
    heuristic: fields.get("heuristic") ?? "",
    after: Math.min(Math.max(after || 0, 0), MOST_AFTER),
    text: (fields.get("text") ?? "").slice(0, MOST_TEXT),
  };
}

/** The address of an exercise on the position of a game. @param {Exercise} exercise @param {Game} game */
export function exerciseLink({ ask, algorithms, heuristic, after, text }, game) {
  const used = ask === "fewer" ? algorithms : algorithms.slice(0, 1);
  /** @type {Record<string, string>} */
  const fields = { exercise: ask };
  if (ask === "next" || ask === "fewer") fields.algorithms = used.join();
  if (heuristic && (ask === "bound" || used.some((name) => name.endsWith("star")))) fields.heuristic = heuristic;
  if (ask === "next") fields.after = String(after);
  if (text) fields.text = text.slice(0, MOST_TEXT);
  return `?${new URLSearchParams(fields)}${linkOf(game)}`;
}
