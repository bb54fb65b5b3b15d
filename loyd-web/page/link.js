// @ts-check
/** The link: puzzle, board, goal, position and moves are in the address behind `#`, and nowhere else. */

/** @typedef {import("./game.js").Game} Game */

/** What a link opens; null where it names no puzzle. @param {string} hash @returns {import("./game.js").Opening | null} */
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const puzzle = fields.get("puzzle");
  if (!puzzle) return null;
  const moves = fields.get("moves")?.split(".").filter(Boolean) ?? [];
  const cursor = fields.has("at") ? Number(fields.get("at")) : moves.length;
  return { puzzle, board: fields.get("board"), goal: fields.get("goal"), state: fields.get("state"), moves, cursor };
}

/** The link of a game as it stands. @param {Game} game */
export function linkOf({ puzzle, board, goal, start, moves, cursor }) {
  const fields = new URLSearchParams({ puzzle });
  if (board !== null) fields.set("board", board);
  if (goal !== null) fields.set("goal", goal);
  fields.set("state", start);
  if (moves.length) fields.set("moves", moves.join("."));
  if (cursor !== moves.length) fields.set("at", String(cursor));
  return `#${fields}`;
}

/** Opens what the address says, keeps it up to date, and goes where Back leads. @param {Game} game */
export async function followLink(game) {
  await game.open(readLink(location.hash) ?? { puzzle: "8" });
}
