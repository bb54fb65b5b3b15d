// @ts-check
/**
 * Workers of the browser in place of a server: each has a module of WebAssembly with a memory of its own. A question ends
 * early by ending its worker.
 *
 * There are two editions of the module. The small one opens sliding boards of up to 16 cells and is there first; a
 * question that it refuses because of the puzzle goes to the whole one.
 */

import { Fault } from "../fault.js";
import { begin, small as begun, start } from "./editions.js";
import { Lane } from "./lane.js";
import { OPENING } from "./opening.js";

/** Questions that are answered at once, before any search. */
const LIGHT = ["moves", "draw", "rank", "unrank"];
/** Questions of the coach, whose worker keeps the tables of the puzzle. */
const COACH = ["distance", "next"];
/** Questions about the text of a definition, and judges: only the whole module has them. */
const WHOLE = ["lint", "group", "judges", "judge"];
/** The puzzles in links that begin with the small module. For any other, both modules are loaded at once. */
const FIRST = /^#?$|[#&]puzzle=(8|15)(&|$)/;
const GIGABYTE = 1e9;
/** The folder of the documents beside the page. @type {string | null} */
export const BOOK = "./book/";

const cores = navigator.hardwareConcurrency ?? 2;
/** The lanes of an edition of the module. @typedef {{light: Lane, coach: Lane, searches: Lane}} Lanes */
const small = lanesOf("small", begun);
/** @type {Lanes | undefined} */
let loaded;
/** The puzzles that the small module does not open. @type {Set<string>} */
const elsewhere = new Set();
/** Keeps the page for a visit without a network. It begins after the first distance, because it needs the network. */
let keep = () => {
  keep = () => {};
  navigator.serviceWorker?.register(new URL("./offline.js", document.baseURI));
};

if (!FIRST.test(location.hash)) whole();

/**
 * Asks a question of a worker, calls `onEvent` with every event if it is given, and returns the reply.
 * @param {string} route
 * @param {any} question
 * @param {((event: any) => void) | null} onEvent
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function answer(route, question, onEvent, signal) {
  const asked = [JSON.stringify({ ...question, ask: route })];
  if (OPENING[asked[0]]) return JSON.parse(OPENING[asked[0]]);
  const listener = onEvent && ((/** @type {string} */ event) => onEvent(JSON.parse(event)));
  const options = { listener, seconds: question.limit_seconds, signal };
  const puzzle = WHOLE.includes(route) || (question.board ?? null) !== null ? null : question.puzzle;
  const reply = await asks(puzzle, (lanes) => laneOf(lanes, route, question).ask("ask", asked, options));
  if (COACH.includes(route)) keep();
  return JSON.parse(reply);
}

/** What `puzzles`, `puzzles/ID` or `judges` says. @param {string} path @param {AbortSignal} [signal] */
export async function get(path, signal) {
  if (OPENING[path]) return JSON.parse(OPENING[path]);
  const [what, id] = path.split("/");
  const values = id === undefined ? [] : [decodeURIComponent(id)];
  const puzzle = WHOLE.includes(what) ? null : (values[0] ?? "");
  return JSON.parse(await asks(puzzle, ({ light }) => light.ask(what, values, { signal })));
}

/** The answer of an online judge. @param {string} name @param {string} text @param {AbortSignal} [signal] */
export const judge = (name, text, signal) => whole().searches.ask("judge", [name, text], { signal });

/**
 * Asks the small module, and the whole one if the small one does not open the puzzle. `null` is no puzzle of the small
 * one.
 * @param {string | null} puzzle
 * @param {(lanes: Lanes) => Promise<string>} ask
 */
async function asks(puzzle, ask) {
  if (puzzle === null || elsewhere.has(puzzle)) return ask(whole());
  try {
    const reply = await ask(small);
    // The first answer waits for one worker only.
    small.coach.warm();
    small.light.warm();
    return reply;
  } catch (why) {
    if (!(why instanceof Fault) || why.problem.field !== "puzzle") throw why;
    const reply = await ask(whole());
    elsewhere.add(puzzle);
    return reply;
  }
}

/** @param {Lanes} lanes @param {string} route @param {any} question */
function laneOf({ light, coach, searches }, route, question) {
  if (LIGHT.includes(route) || (route === "random" && question.depth === undefined && !question.scrambles)) return light;
  return COACH.includes(route) ? coach : searches;
}

function whole() {
  return (loaded ??= lanesOf("whole"));
}

/** @param {"small" | "whole"} edition @param {ReturnType<typeof begin>} begun @returns {Lanes} */
function lanesOf(edition, { first, module } = begin(edition)) {
  /** @type {Worker | null} */
  let ready = first;
  // The lane with the first question takes the worker that is started already.
  const take = () => {
    const worker = ready ?? start(edition);
    ready = null;
    return worker;
  };
  const lane = (/** @type {number} */ most, /** @type {number} */ memory) => new Lane(module, take, { most, memory });
  return {
    light: lane(1, GIGABYTE / 4),
    coach: lane(1, GIGABYTE),
    searches: lane(Math.max(1, Math.min(2, cores - 2)), 2 * GIGABYTE),
  };
}
