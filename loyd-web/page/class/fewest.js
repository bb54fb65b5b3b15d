// @ts-check
/** Which of two searches expands fewer nodes. */

/**
 * The index of the search that expands fewer nodes; null if none does, or if a search was stopped too early to tell.
 * @param {{outcome: string, stats: {expanded: number}}[]} rows two
 * @returns {number | null}
 */
export function fewest(rows) {
  const [one, other] = rows.map(({ stats }) => stats.expanded);
  if (one === other) return null;
  const least = one < other ? 0 : 1;
  return rows[least].outcome === "stopped" ? null : least;
}
