// @ts-check
/** Positions without repetitions. */

/** How often more positions are drawn when some were drawn twice. */
const ROUNDS = 6;

/**
 * Different positions, as many as there are and are wanted.
 * @param {number} count
 * @param {(missing: number) => Promise<{state: string}[]>} draw
 */
export async function different(count, draw) {
  /** @type {Set<string>} */
  const found = new Set();
  for (let round = 0; round < ROUNDS && found.size < count; round++)
    for (const { state } of await draw(count)) if (found.size < count) found.add(state);
  return [...found];
}
