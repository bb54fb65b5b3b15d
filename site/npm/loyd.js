/**
 * loyd in node and in the browser: questions in, replies out, as the JSON that docs/formats.md describes. The module of
 * WebAssembly is loaded with the first question. It works on the thread that asks; a page with long questions calls it
 * from a worker.
 */

import init, { JsonService } from "./dist/loyd.js";

/** The most bytes that all questions together hold. */
const MEMORY = 2e9;

let ready;
/** The error after which the module answers nothing more. */
let broken;

/** An error reply: `kind` is a word for programs; `field`, `line`, `column`, `found` and `expected` say where. */
export class LoydError extends Error {
  constructor(problem) {
    super(problem.detail);
    this.name = "LoydError";
    Object.assign(this, problem);
  }
}

async function load() {
  const url = new URL("./dist/loyd.wasm", import.meta.url);
  let source = url;
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    source = await readFile(url);
  }
  await init({ module_or_path: source });
  return new JsonService(MEMORY);
}

/** Calls the module. A fault is thrown as JSON. */
async function call(does) {
  if (broken) throw new Error("the module has failed and answers nothing more", { cause: broken });
  ready ??= load();
  const loyd = await ready;
  try {
    return does(loyd);
  } catch (why) {
    if (typeof why === "string") throw new LoydError(JSON.parse(why));
    broken = why;
    throw why;
  }
}

/** Asks any question, with the key `ask`; `onEvent` hears the events during the work. */
export async function ask(question, onEvent) {
  const listener = onEvent && ((event) => onEvent(JSON.parse(event)));
  return JSON.parse(await call((loyd) => loyd.ask(JSON.stringify(question), listener)));
}

/** The keys of a puzzle: an id, or `{ definition }` with the text of a definition. */
function named(puzzle) {
  return typeof puzzle === "string" ? { puzzle } : { puzzle: "file", board: puzzle.definition };
}

const about =
  (kind) =>
  (puzzle, state, { onEvent, ...options } = {}) =>
    ask({ ask: kind, ...named(puzzle), state, ...options }, onEvent);

export const solve = about("solve");
export const distance = about("distance");
export const next = about("next");
export const moves = about("moves");
export const compare = about("compare");

/** Checks a solution: a text, or the list of moves of an answer. */
export const check = (puzzle, state, solution, options = {}) => {
  const moves = Array.isArray(solution) ? solution.join(" ") : solution;
  return ask({ ask: "check", ...named(puzzle), state, moves, ...options });
};
export const map = (puzzle, { onEvent, ...options } = {}) => ask({ ask: "map", ...named(puzzle), ...options }, onEvent);
export const random = (puzzle, options = {}) => ask({ ask: "random", ...named(puzzle), ...options });

/** Describes the puzzle or family with this id, or lists all families. */
export const puzzles = async (id) => JSON.parse(await call((loyd) => loyd.puzzles(id)));

/** The problems of online judges. */
export const judges = async () => JSON.parse(await call((loyd) => loyd.judges()));

/** The output of an online judge's problem for an input. */
export const judge = (name, input) => call((loyd) => loyd.judge(name, input));
