// @ts-check
/** Puts the page together: one game, given to every element that shows something of it. */

// First, because it begins to load what answers the questions.
import "./api.js";
import { announce } from "./announce.js";
import { fill } from "./dom.js";
import { faultParts } from "./fault.js";
import { Game } from "./game.js";
import { listenToKeys } from "./keys.js";
import { followLink } from "./link.js";
import { startSettings } from "./settings.js";
import { gameName, onLanguage, puzzleName, serverWords, t, translate } from "./words.js";
import "./board.js";
import "./coach.js";
import "./player.js";
import "./edit.js";
import "./tabs.js";
import "./buttons.js";
import "./controls.js";
import "./play/win.js";

const PARTS = [
  "board",
  "win",
  "buttons",
  "controls",
  "player",
  "edit",
  "coach",
  "unsolvable",
  "newgame",
  "algorithms",
  "watch",
  "class",
  "map",
  "shape",
  "definition",
  "judge",
];

/** A page of one column, where the gallery would be far below the board. */
const NARROW = matchMedia("(max-width: 59.99rem)");
/** Milliseconds after which a puzzle that is not open yet is said to be opening. */
const MOMENT = 60;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

const game = new Game();

for (const part of PARTS) {
  for (const element of document.querySelectorAll(`loyd-${part}`)) /** @type {any} */ (element).game = game;
}
const coach = /** @type {any} */ (document.querySelector("loyd-coach"));
for (const part of ["win", "player"]) /** @type {any} */ (document.querySelector(`loyd-${part}`)).distances = coach.distances;
onLanguage(() => {
  translate(document);
  showWhat();
});
game.addEventListener("opening", (event) => showOpening(/** @type {CustomEvent} */ (event).detail));
game.addEventListener("puzzle", showWhat);
game.addEventListener("position", showWhat);
startSettings(game);
listenToKeys(game, /** @type {import("./board.js").Board} */ (document.querySelector("loyd-board")));
const panels = followLink(game, tell).finally(showPage).then(loadPanels).catch(tell);
game.addEventListener("fault", (event) => tell(/** @type {CustomEvent} */ (event).detail));
game.addEventListener("position", () => tell(null));
game.addEventListener("note", (event) => tell(/** @type {CustomEvent} */ (event).detail));

document.getElementById("what")?.addEventListener("click", async () => {
  await panels;
  if (NARROW.matches) return /** @type {any} */ (document.createElement("loyd-sheet")).open(game);
  /** @type {any} */ (document.querySelector("loyd-tabs")).choose("newgame");
  /** @type {any} */ (document.querySelector("loyd-newgame")).wake();
  const gallery = document.querySelector(".gallery");
  gallery?.scrollIntoView({ block: "nearest" });
  gallery?.querySelector("button")?.focus({ preventScroll: true });
});

/** Shows what is beside and below the board, once the board has its size: nothing moves that was seen before. */
async function showPage() {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  document.body.classList.add("ready");
}

/** Loads the panels beside the board, once the board is drawn: they are half of the scripts. */
async function loadPanels() {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await import("./panels/index.js");
  // A panel hears what is told from now on.
  coach.tellAgain();
}

function showWhat() {
  const what = document.getElementById("what");
  const puzzle = gameName(game);
  if (what) {
    what.textContent = game.day === null ? puzzle : t("daily.what", { puzzle, day: game.day });
    // A narrow screen cuts a long name off.
    what.title = `${what.textContent} · ${t("page.choose")}`;
  }
  document.title = game.puzzle ? `${puzzle} · loyd` : t("page.title");
}

/** Shows that a puzzle is being opened, if it takes a moment. @param {string | null} puzzle its id; null: none is any more */
function showOpening(puzzle) {
  clearTimeout(slow);
  if (puzzle === null) return showWhat();
  slow = setTimeout(() => {
    const said = t("page.opening", { puzzle: puzzleName(puzzle) });
    const what = document.getElementById("what");
    if (what) what.textContent = said;
    announce(said);
  }, MOMENT);
}

/** Shows an error, or a remark of the server, above the board. @param {any} what */
function tell(what) {
  const note = /** @type {HTMLElement} */ (document.getElementById("note"));
  fill(note, ...(what ? sentences(what) : []));
  note.hidden = !what;
  note.onclick = () => tell(null);
  if (what) announce(note.textContent ?? "");
}

/** @param {any} what */
function sentences(what) {
  if (typeof what === "string") return [serverWords(what)];
  return what instanceof TypeError ? [t("page.noServer")] : faultParts(what);
}
