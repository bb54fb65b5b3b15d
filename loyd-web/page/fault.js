// @ts-check
/** The errors of questions. */

/** An error reply. `problem` says what is wrong and where, as the body of an `application/problem+json`. */
export class Fault extends Error {
  /** @param {any} problem @param {number} status */
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.name = "Fault";
    this.problem = problem;
    this.status = status;
  }
}

/** Whether an error only says that the request was given up. @param {any} error */
export const aborted = (error) => error?.name === "AbortError";
