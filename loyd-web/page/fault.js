// @ts-check
/** The errors of questions. */

import { h } from "./dom.js";
import { problemWords, t } from "./words.js";

/** An error reply. `problem` says what is wrong and where, as the body of an `application/problem+json`. */
export class Fault extends Error {
  /** @param {any} problem @param {number} status */
  constructor(problem, status) {
    super();
    this.name = "Fault";
    this.problem = problem;
    this.status = status;
  }

  /** The sentence about the fault, in the current language where it can be. */
  get message() {
    const { text, english } = problemWords(this.problem);
    return text + english || `HTTP ${this.status}`;
  }
}

/** The errors of code that is wrong. */
const MISTAKES = [TypeError, RangeError, ReferenceError];

/** The errors of browsers for a missing reply. */
const NO_REPLY = /fetch|network|load failed/i;

/**
 * The sentence about an error. English words in a page of another language are marked as English. A mistake of the page
 * itself goes to the console.
 * @param {any} why
 * @returns {(string | HTMLElement)[]}
 */
export function faultParts(why) {
  if (why instanceof TypeError && NO_REPLY.test(why.message)) return [t("page.noServer")];
  if (MISTAKES.some((kind) => why instanceof kind)) {
    console.error(why);
    return [t("page.mistake")];
  }
  if (!(why instanceof Fault)) return [String(why?.message ?? why)];
  const { text, english } = problemWords(why.problem);
  if (!text && !english) return [why.message];
  return english ? [text, h("span", { lang: "en" }, english)] : [text];
}

/** Whether an error only says that the request was given up. @param {any} error */
export const aborted = (error) => error?.name === "AbortError";
