// @ts-check
/** Questions about a position. The answer comes from the server, after the guess. */

import { ask } from "../api.js";
import { boundName, hasText, t } from "../words.js";
import { forGuess, sumOf } from "../search/drawing.js";
import { Positions } from "../search/positions.js";
import { traceOf } from "../search/textbook.js";
import { fOf } from "../search/trace.js";
import { fewest } from "./fewest.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../game.js").Square} Square
 * @typedef {import("./exercise.js").Exercise} Exercise
 *
 * @typedef {object} Choice
 * @property {string} label
 * @property {{state: string, picture: Square[][]}} [position]
 *
 * @typedef {object} Verdict
 * @property {boolean | null} right null if the answer could not be proved
 * @property {string} told
 * @property {{caption: string, picture: Square[][]}} [shown] a position that decides
 *
 * @typedef {object} Question
 * @property {string} prompt
 * @property {Choice[] | null} choices null: a number is asked for
 * @property {(answer: number) => Promise<Verdict>} judge the index of a choice, or the number
 */

/** Seconds for each search. */
const SECONDS = 10;
/** The distances of the positions on which a bound is tried. */
const DEPTHS = [0, 1, 2, 3, 4, 6, 8, 10];
/** Positions at each distance. */
const EACH = 3;

/** @type {Record<string, (exercise: Exercise, game: Game, signal: AbortSignal) => Question | Promise<Question>>} */
const QUESTIONS = { next, fewer, bound, moves };

/** @param {Exercise} exercise @param {Game} game @param {AbortSignal} signal */
export const questionOf = async (exercise, game, signal) => QUESTIONS[exercise.ask](exercise, game, signal);

/** An algorithm with its bound. @param {string} algorithm @param {string} heuristic */
function nameOf(algorithm, heuristic) {
  const name = hasText(`algorithm.${algorithm}`) ? t(`algorithm.${algorithm}`) : algorithm;
  return algorithm.endsWith("star") && heuristic ? t("class.with", { name, heuristic: boundName(heuristic) }) : name;
}

/**
 * Which node is next: the search of the textbook is made, and its open list shown as it is after so many expansions.
 * @param {Exercise} exercise @param {Game} game @param {AbortSignal} signal
 * @returns {Promise<Question>}
 */
async function next({ algorithms, heuristic, after }, game, signal) {
  const [algorithm] = algorithms;
  const bound = heuristic || (game.facts?.heuristics?.[0] ?? "");
  const { steps } = await traceOf(algorithm, new Positions(game, signal), bound);
  const isChoice = (/** @type {number} */ at) => steps[at].told.startsWith("take") && steps[at - 1]?.open.length > 1;
  const takes = [...steps.keys()].filter(isChoice);
  const at = takes.find((take) => steps[take].expanded >= after) ?? takes[takes.length - 1];
  if (at === undefined) throw new Error(t("class.next.none"));
  const wanted = /** @type {import("../search/trace.js").SearchNode} */ (steps[at].at);
  const open = forGuess(steps[at - 1].open);
  return {
    prompt: t("class.next", { name: nameOf(algorithm, bound), count: steps[at].expanded }),
    choices: open.map(({ node, label }) => ({ label, position: node.position })),
    judge: async (answer) => {
      const { node } = open[answer];
      const isTie = node !== wanted && algorithm === "a-star" && fOf(node) === fOf(wanted);
      const values = { guess: sumOf(node), next: sumOf(wanted) };
      const told = node === wanted ? [] : [t(isTie ? "search.tie" : "search.wrong", values)];
      return {
        right: node === wanted || isTie,
        told: [...told, t(`class.next.${algorithm}`)].join(" "),
        shown: { caption: t("class.next.taken", { sum: sumOf(wanted) }), picture: wanted.position.picture },
      };
    },
  };
}

/**
 * Which of two algorithms expands fewer nodes.
 * @param {Exercise} exercise @param {Game} game @param {AbortSignal} signal
 * @returns {Question}
 */
function fewer({ algorithms, heuristic }, game, signal) {
  const bound = heuristic || (game.facts?.heuristics?.[0] ?? "");
  const names = algorithms.map((algorithm) => nameOf(algorithm, bound));
  return {
    prompt: t("class.fewer"),
    choices: names.map((label) => ({ label })),
    judge: async (answer) => {
      const search = { algorithms, limit_seconds: SECONDS * 2, ...(bound ? { heuristics: [bound] } : {}) };
      const rows = await ask("compare", game.after(search), { signal });
      const rowOf = (/** @type {string} */ name) =>
        rows.find((/** @type {any} */ { algorithm, stats }) => algorithm === name && stats);
      const found = algorithms.map(rowOf);
      if (found.some((row) => !row)) return { right: null, told: rows[0]?.explanation ?? t("class.unknown") };
      const winner = fewest(found);
      const isEqual = found.every(({ outcome }) => outcome !== "stopped") && winner === null;
      const undecided = isEqual ? "class.fewer.same" : "class.unknown";
      const said = winner === null ? t(undecided) : t("class.fewer.won", { name: names[winner] });
      const lines = found.map(({ outcome, stats }, at) => {
        const key = outcome === "stopped" ? "class.fewer.stopped" : "class.fewer.count";
        return t(key, { name: names[at], count: stats.expanded });
      });
      return { right: winner === null ? null : winner === answer, told: [said, ...lines].join(" ") };
    },
  };
}

/**
 * Which bound is admissible: each is tried on positions whose distance is known.
 * @param {Exercise} exercise @param {Game} game @param {AbortSignal} signal
 * @returns {Promise<Question>}
 */
async function bound({ heuristic }, game, signal) {
  const known = game.facts?.heuristics ?? [];
  const one = known.includes(heuristic) ? heuristic : known[0];
  if (!one) throw new Error(t("class.bound.none"));
  const other = known.find((/** @type {string} */ name) => name !== one);
  const candidates = candidatesOf(one, other);
  return {
    prompt: t("class.bound"),
    choices: candidates.map(({ label }) => ({ label })),
    judge: async (answer) => {
      const positions = await drawn(game, signal);
      const reader = new Positions(game, signal);
      const ones = await reader.bounds(positions, one);
      const others = other ? await reader.bounds(positions, other) : ones;
      const verdicts = candidates.map((candidate) => {
        const values = positions.map((_, at) => candidate.value(ones[at] ?? 0, others[at] ?? 0));
        return { candidate, values, at: positions.findIndex(({ distance }, at) => values[at] > distance) };
      });
      const lines = verdicts.map(({ candidate: { label, isProved }, values, at }) => {
        if (at >= 0) return t("class.bound.refuted", { label, value: values[at], distance: positions[at].distance });
        return t(isProved ? "class.bound.proved" : "class.bound.open", { label, count: positions.length });
      });
      const chosen = verdicts[answer];
      const decides = chosen.at >= 0 ? chosen : verdicts.find(({ at }) => at >= 0);
      const right = chosen.at >= 0 ? false : chosen.candidate.isProved ? true : null;
      if (!decides) return { right, told: lines.join(" ") };
      const { state, picture } = positions[decides.at];
      const { label } = decides.candidate;
      return { right, told: lines.join(" "), shown: { caption: t("class.bound.at", { label, state }), picture } };
    },
  };
}

/**
 * Bounds to choose from. The maximum of two lower bounds is a lower bound, and so is each bound of the server.
 * @param {string} one @param {string | undefined} other
 * @returns {{label: string, isProved: boolean, value: (one: number, other: number) => number}[]}
 */
function candidatesOf(one, other) {
  const [first, second] = [boundName(one), other && boundName(other)];
  return [
    { label: `${first} + 1`, isProved: false, value: (value) => value + 1 },
    other
      ? { label: `max(${first}, ${second})`, isProved: true, value: (value, second) => Math.max(value, second) }
      : { label: first, isProved: true, value: (value) => value },
    other
      ? { label: `${first} + ${second}`, isProved: false, value: (value, second) => value + second }
      : { label: `2 · ${first}`, isProved: false, value: (value) => 2 * value },
  ];
}

/** Positions whose distances the server knows. @param {Game} game @param {AbortSignal} signal */
async function drawn(game, signal) {
  const found = new Map();
  for (const depth of DEPTHS) {
    // A puzzle may have no position so far away, and the server may not know which positions are.
    const rows = await ask("random", game.question({ depth, count: EACH }), { signal }).catch((why) => {
      if (signal.aborted || found.size === 0) throw why;
      return [];
    });
    for (const { state } of rows) {
      const legal = await game.legalAfter(state);
      const position = { start: legal.state, moves: [], state: legal.state, picture: legal.picture, key: legal.state };
      found.set(legal.state, { ...position, distance: depth });
    }
  }
  return [...found.values()];
}

/**
 * How many moves a shortest solution has, or the least cost of a solution if moves differ in cost.
 * @param {Exercise} _exercise @param {Game} game @param {AbortSignal} signal
 * @returns {Question}
 */
function moves(_exercise, game, signal) {
  const kind = game.costs ? "class.cost" : "class.moves";
  return {
    prompt: t(kind),
    choices: null,
    judge: async (answer) => {
      const reply = await ask("distance", game.after({ limit_seconds: SECONDS }), { signal });
      if (typeof reply.distance === "number")
        return { right: reply.distance === answer, told: t(`${kind}.are`, { count: reply.distance }) };
      if (typeof reply.at_least !== "number") return { right: null, told: t("coach.unsolvable") };
      const right = answer < reply.at_least ? false : null;
      return { right, told: t(`${kind}.least`, { count: reply.at_least }) };
    },
  };
}
