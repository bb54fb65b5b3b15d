// @ts-check
/** The keyboard: moves, undo and redo, hint, steps through the moves. Single letters can be switched off. */

import { WAYS } from "./choose.js";
import { moveOfKey } from "./movenames.js";

/**
 * @typedef {import("./game.js").Game} Game
 * @typedef {import("./board.js").Board} Board
 */

/** @type {Record<string, string>} */
const DIRECTIONS = { ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r", w: "u", s: "d", a: "l", d: "r" };
const SETTING = "loyd.letters";
/** The elements that handle keys themselves. */
const OWN_KEYS = "input, select, textarea, [role=tab], [role=slider], [role=listbox], [role=radio], [contenteditable]";

/** Whether single letters are shortcuts. */
export const lettersAreKeys = () => localStorage.getItem(SETTING) !== "off";
/** @param {boolean} on */
export const setLettersAreKeys = (on) => localStorage.setItem(SETTING, on ? "on" : "off");

/** @param {Game} game @param {Board} board */
export function listenToKeys(game, board) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || /** @type {Element} */ (event.target).closest?.(OWN_KEYS)) return;
    const done = event.ctrlKey || event.metaKey ? withControl(game, event) : isSeen(board) && plain(game, board, event);
    if (done) event.preventDefault();
  });
}

/** Whether some of an element is within the window. @param {Element} element */
function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** @param {Game} game @param {KeyboardEvent} event */
function withControl(game, event) {
  const key = event.key.toLowerCase();
  if (key === "z") return run(event.shiftKey ? game.redo() : game.undo());
  if (key === "y") return run(game.redo());
  return false;
}

/** @param {Game} game @param {Board} board @param {KeyboardEvent} event */
function plain(game, board, event) {
  const legal = game.legal;
  if (!legal) return false;
  const onBoard = document.activeElement === board.stage;
  const letter = event.key.length === 1;
  if (letter && event.key !== " " && !lettersAreKeys()) return false;
  if (!legal.convention && letter) {
    const named = moveOfKey(
      legal.moves.map(({ name }) => name),
      event.key,
      event.shiftKey,
    );
    if (named) return run(game.make(named));
    const changed = "'2".includes(event.key) && changedMove(game, event.key);
    if (changed) return run(game.undo().then(() => game.make(changed)));
  }
  const way = DIRECTIONS[letter ? event.key.toLowerCase() : event.key];
  if (way && !event.shiftKey && (legal.convention || legal.moves.some(({ name }) => name === way))) {
    return run(game.make((legal) => legal.moves.find(({ name }) => name === way)));
  }
  if (onBoard && way && !letter) return run(board.walk(WAYS[way]));
  if (onBoard && (event.key === "Enter" || event.key === " ")) return run(board.pointAtCursor());
  if (event.key === "Escape") return run(escape(game, board));
  return letter && shortcut(game, event.key);
}

/**
 * The move that was made last with `'` or `2` after its name, if that was a move, too.
 * @param {Game} game @param {string} key
 */
function changedMove(game, key) {
  const name = `${game.moves[game.cursor - 1]}${key}`;
  return game.legalAt(game.cursor - 1)?.moves.some((move) => move.name === name) ? name : null;
}

/** @param {Game} game @param {string} key */
function shortcut(game, key) {
  if (key === "z") return run(game.undo());
  if (key === "Z") return run(game.redo());
  if (key === "r" || key === "R") return run(game.reset());
  if (key === ",") return run(game.goTo(game.cursor - 1));
  if (key === ".") return run(game.goTo(game.cursor + 1));
  /** @type {Record<string, string>} */
  const wishes = { h: "hint", "?": "hint", g: "solve", p: "play", n: "new" };
  return key in wishes && run(game.dispatchEvent(new CustomEvent("wish", { detail: wishes[key] })));
}

/** @param {Game} game @param {Board} board */
function escape(game, board) {
  game.editing = false;
  board.select(null);
  game.dispatchEvent(new CustomEvent("hint", { detail: { moves: [] } }));
}

/** Marks a key as used. @param {any} _work */
const run = (_work) => true;
