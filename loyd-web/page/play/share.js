// @ts-check
/** The result of a game as text, and the link that leads to its start with the goal to beat. */

import { linkOf } from "../link.js";
import { gameName, t } from "../words.js";
import { rowOf } from "./row.js";

/** @typedef {import("../game.js").Game} Game */

/**
 * The text that a player sends to others: the result, a square for each move, and the link.
 * @param {Game} game @param {number | undefined} best the length of a shortest solution, if it is known
 * @param {(at: number) => number | undefined} distance after so many moves
 */
export function resultText(game, best, distance) {
  const puzzle = gameName(game);
  const name = game.day === null ? puzzle : t("share.day", { puzzle, day: game.day });
  const result = t(best === undefined ? "share.solved" : "share.compared", { puzzle: name, count: game.cursor, best });
  return `${result}\n${rowOf(game.cursor, distance)}${challengeLink(game)}`;
}

/** The address of the start, with the moves of this game as the goal to beat. @param {Game} game */
export function challengeLink(game) {
  const { puzzle, board, goal, start, day, cursor } = game;
  const address = new URL(location.href);
  // The link leaves the language out, because the browser of its receiver chooses the language.
  address.search = "";
  address.hash = linkOf({ puzzle, board, goal, start, day, moves: [], cursor: 0, beat: cursor });
  return address.href;
}
