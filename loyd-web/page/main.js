// @ts-check
/** Puts the page together: one game, given to every element that shows something of it. */

import { Game } from "./game.js";
import { followLink } from "./link.js";
import { onLanguage, translate, t, puzzleName } from "./words.js";
import "./board.js";
import "./coach.js";
import "./player.js";
import "./edit.js";
import "./tabs.js";
import "./settings.js";
import("./panels/index.js").catch(console.error); // static as soon as it is there

const PARTS = ["board", "player", "edit", "coach", "unsolvable", "newgame", "algorithms", "watch", "map", "shape", "judge"];

const game = new Game();

for (const part of PARTS) {
  for (const element of document.querySelectorAll(`loyd-${part}`)) /** @type {any} */ (element).game = game;
}
onLanguage(() => {
  translate(document);
  showWhat();
});
game.addEventListener("puzzle", showWhat);
followLink(game);

function showWhat() {
  const what = document.getElementById("what");
  if (what) what.textContent = puzzleName(game.legal?.puzzle ?? game.puzzle);
  document.title = game.puzzle ? `${puzzleName(game.puzzle)} · loyd` : t("page.title");
}
