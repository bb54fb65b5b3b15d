// @ts-check
/** The gallery: a picture and a name for each of twelve puzzles, and the puzzle of the day. */

import { h, s } from "../dom.js";
import { dailyOf, latestDays, solvedDays } from "../play/day.js";
import { openDaily } from "../play/fresh.js";
import { openingOf, rulesOf } from "../play/rules.js";
import { puzzleName, t } from "../words.js";
import { drawPicture } from "./pictures.js";

/** @typedef {import("../game.js").Game} Game */

/** The days before today whose puzzles can be chosen. */
const MOST_DAYS = 30;

/** The puzzles with pictures, by their full ids. */
export const GALLERY = [
  "sliding:3x3",
  "sliding:4x4",
  "magic-board",
  "rolling-cubes",
  "pancake:7",
  "top-spin:8x4",
  "light-up",
  "loopover:3x3",
  "2x2x2",
  "3x3x3",
  "pyraminx",
  "skewb",
];

/**
 * The buttons of the gallery. `trying` runs what a button does, and shows its fault.
 * @param {Game} game @param {(work: () => Promise<void>) => unknown} trying
 */
export function gallery(game, trying) {
  const { puzzle, day } = dailyOf();
  return h(
    "div",
    { class: "gallery", role: "group", "aria-label": t("gallery.label") },
    h(
      "button",
      { type: "button", class: "gallery-daily", onclick: () => trying(() => openDaily(game)) },
      h("strong", {}, t("daily.open")),
      h("span", {}, `${day}${t("list.comma")}${puzzleName(fullId(puzzle))}`),
    ),
    archive(game, trying),
    ...GALLERY.map((id) => {
      const picture = s("svg", { class: "gallery-picture", "aria-hidden": "true", focusable: "false" });
      drawPicture(picture, id);
      return h(
        "button",
        {
          type: "button",
          class: "gallery-puzzle",
          "data-puzzle": id,
          onclick: () => trying(() => openPuzzle(game, id)),
        },
        picture,
        h("span", {}, puzzleName(id)),
      );
    }),
  );
}

/**
 * The puzzles of earlier days, to choose from, each with whether it is solved.
 * @param {Game} game @param {(work: () => Promise<void>) => unknown} trying
 */
function archive(game, trying) {
  const dates = latestDays(MOST_DAYS + 1).slice(1);
  const option = (/** @type {Date} */ date, /** @type {number} */ at) =>
    h("option", { value: at, "data-day": dailyOf(date).day });
  const choose = () => {
    const date = dates[Number(select.value)];
    if (select.value !== "") trying(() => openDaily(game, date));
    select.value = "";
  };
  const select = h(
    "select",
    { class: "gallery-archive", "aria-label": t("daily.archive"), onchange: choose },
    h("option", { value: "" }, t("daily.archive")),
    ...dates.map(option),
  );
  return select;
}

/** Names the days of a gallery's archive. @param {ParentNode} shown */
function markSolved(shown) {
  const solved = solvedDays();
  for (const option of /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll("[data-day]"))) {
    const day = option.dataset.day ?? "";
    const told = solved.has(day) ? t("daily.solved", { day }) : day;
    option.textContent = `${told}${t("list.comma")}${puzzleName(fullId(dailyOf(new Date(day)).puzzle))}`;
  }
}

/** Marks the puzzle of the game, and the solved days, in a gallery. @param {ParentNode} shown @param {Game} game */
export function markCurrent(shown, game) {
  markSolved(shown);
  const now = game.legal?.puzzle.split("@")[0].replace(/:$/, "") ?? "";
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll(".gallery-puzzle"))) {
    const id = button.dataset.puzzle;
    const hasBoards = rulesOf({ puzzle: id ?? "" }).boards.length > 0;
    if (id === now && (game.board === null || hasBoards)) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** The buttons of the page's boards for a puzzle. @param {Game} game @param {(work: () => Promise<void>) => unknown} trying */
export function boardsOf(game, trying) {
  const { boards } = rulesOf(game.legal ?? game);
  return h(
    "p",
    { class: "panel-row", role: "group", "aria-label": t("gallery.boards") },
    ...boards.map((board) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(game.board?.trim() === board),
          onclick: () => trying(() => game.open(openingOf(game.puzzle, board))),
        },
        t("gallery.board", { size: sizeOf(board) }),
      ),
    ),
  );
}

/** @param {string} board */
function sizeOf(board) {
  const rows = board.split("\n");
  return `${rows.length}×${rows[0].length}`;
}

/** @param {Game} game @param {string} id */
function openPuzzle(game, id) {
  const { boards } = rulesOf({ puzzle: id });
  return game.open(boards.length ? openingOf(id, boards[0]) : { puzzle: id });
}

/** The full id of the puzzles that have a short name here. @param {string} id */
const fullId = (id) => ({ 8: "sliding:3x3", 15: "sliding:4x4" })[id] ?? id;
