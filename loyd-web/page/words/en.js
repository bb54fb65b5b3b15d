// @ts-check
/** English. A section for each file that uses the keys; an object has the plural forms of `count`. */
export const en = {
  // index.html, main.js, settings.js
  "page.title": "loyd: shortest solutions of permutation puzzles",
  "page.skip": "Skip to the board",
  "page.link": "Copy link",
  "page.copied": "Copied",
  "page.notCopied": "The browser did not allow copying. The address bar has the link.",
  "page.theme": "Light or dark",
  "page.play": "Board",
  "page.side": "Coach and tools",
  "tab.newgame": "New game",
  "tab.algorithms": "Algorithms",
  "tab.watch": "Watch",
  "tab.map": "Map",
  "tab.shape": "Own board",
  "tab.judge": "Judge",

  // names of puzzles by family: words.js
  "puzzle.sliding": "{size} sliding puzzle",
  "puzzle.sliding:3x3": "8-puzzle",
  "puzzle.sliding:4x4": "15-puzzle",
  "puzzle.sliding:5x5": "24-puzzle",
  "puzzle.swap": "Alternating swap {size}",
  "puzzle.magic-board": "Magic board",
  "puzzle.rolling-cubes": "Rolling cubes",
  "puzzle.pancake": "{size} pancakes",
  "puzzle.top-spin": "TopSpin {size}",
  "puzzle.light-up": "Light up",
};
