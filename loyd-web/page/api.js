// @ts-check
/** Questions and replies as functions. Every distance, solution and count of the page comes through here. */

import * as backend from "./backend.js";

export { Fault, aborted } from "./fault.js";

/**
 * Asks a question, and returns its reply.
 * @param {string} route such as `solve`
 * @param {object} question
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export const ask = (route, question, { signal } = {}) => backend.answer(route, question, null, signal);

/**
 * Asks a question, calls `onEvent` with every event, and returns the reply.
 * @param {string} route
 * @param {object} question
 * @param {(event: any) => void} onEvent
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export const stream = (route, question, onEvent, { signal } = {}) => backend.answer(route, question, onEvent, signal);

/**
 * What a path says: `puzzles`, `puzzles/ID` or `judges`.
 * @param {string} path
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export const get = (path, { signal } = {}) => backend.get(path, signal);

/**
 * The answer of an online judge's problem to an input.
 * @param {string} name
 * @param {string} text
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<string>}
 */
export const judge = (name, text, { signal } = {}) => backend.judge(name, text, signal);
