// @ts-check
/** The link: puzzle, board, goal, position and moves are in the address behind `#`, and nowhere else. */

/** @typedef {import("./game.js").Game} Game */

/**
 * What a link opens; null where it names no puzzle.
 * @param {string} hash
 * @returns {import("./game.js").Opening | null}
 */
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

/**
 * Opens what the address says, keeps it up to date, and goes where Back leads. Another puzzle or start is another entry
 * of the history, a move is not.
 * @param {Game} game @param {(error: any) => void} onFault
 */
export async function followLink(game, onFault) {
  let following = false;
  let opened = "";
  const follow = async (/** @type {import("./game.js").Opening} */ opening) => {
    following = true;
    const fault = await game.open(opening).then(
      () => null,
      (error) => error,
    );
    following = false;
    write();
    if (fault) onFault(fault);
    return fault;
  };
  const write = () => {
    if (following || !game.legal) return;
    const { puzzle, board, goal, start } = game;
    const now = JSON.stringify([puzzle, board, goal, start]);
    const hash = linkOf(game);
    if (hash !== location.hash) history[opened && now !== opened ? "pushState" : "replaceState"](null, "", hash);
    opened = now;
  };
  game.addEventListener("position", write);
  addEventListener("popstate", () => {
    const opening = readLink(location.hash);
    if (opening && location.hash !== linkOf(game)) {
      opened = "";
      follow(opening);
    }
  });
  const fault = await follow(readLink(location.hash) ?? FIRST);
  if (!game.legal) {
    await follow(FIRST);
    onFault(fault);
  }
}

/** What a reader without a link sees. */
const FIRST = { puzzle: "8" };
