// @ts-check
/**
 * Workers of the browser in place of a server: each has the module of WebAssembly with a memory of its own. The page
 * compiles the module once. A question ends early by ending its worker.
 */

import { Lane } from "./lane.js";

/** Questions that are answered at once, before any search. */
const LIGHT = ["moves", "draw", "rank", "unrank"];
/** Questions of the coach, whose worker keeps the tables of the puzzle. */
const COACH = ["distance", "next"];
const GIGABYTE = 1e9;

const module = compiled();
// What keeps the page for a visit without a network begins after the page itself.
module.then(() => navigator.serviceWorker?.register(new URL("./offline.js", document.baseURI)), () => {});
const cores = navigator.hardwareConcurrency ?? 2;
const light = new Lane(module, start, { most: 1, memory: GIGABYTE / 4 });
const coach = new Lane(module, start, { most: 1, memory: GIGABYTE });
const searches = new Lane(module, start, { most: Math.max(1, Math.min(2, cores - 2)), memory: 2 * GIGABYTE });

/**
 * Asks a question of a worker, calls `onEvent` with every event if it is given, and returns the reply.
 * @param {string} route
 * @param {any} question
 * @param {((event: any) => void) | null} onEvent
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function answer(route, question, onEvent, signal) {
  const listener = onEvent && ((/** @type {string} */ event) => onEvent(JSON.parse(event)));
  const options = { listener, seconds: question.limit_seconds, signal };
  return JSON.parse(await laneOf(route, question).ask("ask", [JSON.stringify({ ...question, ask: route })], options));
}

/** What `puzzles`, `puzzles/ID` or `judges` says. @param {string} path @param {AbortSignal} [signal] */
export async function get(path, signal) {
  const [what, id] = path.split("/");
  const values = id === undefined ? [] : [decodeURIComponent(id)];
  return JSON.parse(await light.ask(what, values, { signal }));
}

/** The answer of an online judge. @param {string} name @param {string} text @param {AbortSignal} [signal] */
export const judge = (name, text, signal) => searches.ask("judge", [name, text], { signal });

/** @param {string} route @param {any} question */
function laneOf(route, question) {
  if (LIGHT.includes(route) || (route === "random" && question.depth === undefined && !question.scrambles)) return light;
  return COACH.includes(route) ? coach : searches;
}

/** The compiled module. The file is compressed, because not every host compresses what it sends. */
async function compiled() {
  const reply = await fetch(href("loyd-module"));
  if (!reply.ok || !reply.body) throw new Error(`the module is not there: HTTP ${reply.status}`);
  const plain = reply.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
}

function start() {
  return new Worker(href("loyd-worker"), { type: "module" });
}

/** The address in the page's link with an id: a build writes it there. @param {string} id */
function href(id) {
  return /** @type {HTMLLinkElement} */ (document.getElementById(id)).href;
}
