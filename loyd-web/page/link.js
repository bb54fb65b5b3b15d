// @ts-check
/** The link. The part of the address after `#` contains the puzzle, board, goal, position, moves and goal to beat. */

/** @typedef {import("./game.js").Game} Game */

/**
 * The game that a link opens; null if the link names no puzzle.
 * @param {string} hash
 * @returns {import("./game.js").Opening | null}
 */
export function readLink(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const puzzle = fields.get("puzzle");
  if (!puzzle) return null;
  const moves = fields.get("moves")?.split(".").filter(Boolean) ?? [];
  const cursor = fields.has("at") ? Number(fields.get("at")) : moves.length;
  const [board, goal, state] = ["board", "goal", "state"].map((name) => fields.get(name));
  const beat = /^[1-9]\d{0,5}$/.test(fields.get("beat") ?? "") ? Number(fields.get("beat")) : null;
  const day = /^\d{4}-\d\d-\d\d$/.test(fields.get("day") ?? "") ? fields.get("day") : null;
  return { puzzle, board, goal, state, moves, cursor, beat, day };
}

/**
 * The link of a game as it stands.
 * @param {Pick<Game, "puzzle" | "board" | "goal" | "start" | "moves" | "cursor" | "beat" | "day">} game
 */
export function linkOf({ puzzle, board, goal, start, moves, cursor, beat, day }) {
  const fields = new URLSearchParams({ puzzle });
  if (board !== null) fields.set("board", board);
  if (goal !== null) fields.set("goal", goal);
  fields.set("state", start);
  if (moves.length) fields.set("moves", moves.join("."));
  if (cursor !== moves.length) fields.set("at", String(cursor));
  if (beat !== null) fields.set("beat", String(beat));
  if (day !== null) fields.set("day", day);
  return `#${fields}`;
}

/**
 * Opens the game of the address, keeps the address up to date, and follows the buttons Back and Forward. A new puzzle
 * or a new start adds an entry to the history; a move changes the current entry.
 * @param {Game} game @param {(error: any) => void} onFault
 */
export async function followLink(game, onFault) {
  const address = new Address();
  let following = false;
  const follow = async (/** @type {import("./game.js").Opening} */ opening) => {
    following = true;
    const fault = await game.open(opening).catch((error) => error);
    following = false;
    if (game.legal) address.take(game);
    if (fault) onFault(fault);
    return fault;
  };
  game.addEventListener("position", () => following || address.say(game));
  addEventListener("pagehide", () => address.write());
  addEventListener("popstate", () => {
    address.drop();
    const opening = readLink(location.hash);
    if (opening && location.hash !== linkOf(game)) follow(opening);
  });
  const fault = await follow(readLink(location.hash) ?? FIRST);
  if (!game.legal) {
    await follow(FIRST);
    onFault(fault);
  }
}

/**
 * The address. Browsers refuse to change it a hundred times in half a minute; a solution may play faster. A change takes
 * the browser 20 ms, so the answers to a move come first.
 */
class Address {
  /** The game of the current entry of the history. */
  #start = "";
  /** @type {string | null} The address that waits to be written. */
  #hash = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {number[]} The times of the latest writes. */
  #written = [];

  /** Makes this entry of the history the game's. @param {Game} game */
  take(game) {
    this.#start = startOf(game);
    this.#hash = linkOf(game);
    this.write();
  }

  /** Writes the game as it stands now; another start is another entry of the history. @param {Game} game */
  say(game) {
    if (startOf(game) !== this.#start) {
      this.write();
      history.pushState(null, "", linkOf(game));
      this.#start = startOf(game);
      return;
    }
    this.#hash = linkOf(game);
    const now = performance.now();
    this.#written = this.#written.filter((time) => now - time < PERIOD);
    const isFree = this.#written.length < MOST_WRITES;
    this.#timer ??= setTimeout(() => this.write(), isFree ? SOON : PERIOD / MOST_WRITES);
  }

  /** Drops the waiting address, because the browser has gone to another entry of the history. */
  drop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#hash = null;
  }

  /** Writes the waiting address. */
  write() {
    if (this.#hash !== null && this.#hash !== location.hash) {
      history.replaceState(null, "", this.#hash);
      this.#written.push(performance.now());
    }
    this.drop();
  }
}

/** @param {Game} game */
const startOf = ({ puzzle, board, goal, start }) => JSON.stringify([puzzle, board, goal, start]);

/** Milliseconds after a move when the address is written. */
const SOON = 30;
const PERIOD = 30_000;
const MOST_WRITES = 60;

/** The game that the page opens without a link. */
const FIRST = { puzzle: "8", state: "2 3 4 1 5 x 7 6 8" };
