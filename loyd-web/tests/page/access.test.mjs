/** Accessible: axe finds nothing, the keyboard alone suffices, a live region speaks, small screens and zoom. */

import { strict as assert } from "node:assert";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { distance, hears, holds, onPage, shot, shows, until } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["newgame", "algorithms", "watch", "class", "map", "shape", "definition", "judge"];

/** What axe finds, as short lines. */
async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  );
}

const LAMPS = encodeURIComponent(".1..\n#...\n..1.\n.0..");
const WON = "/#puzzle=8&state=1+2+3+4+x+5+7+8+6&moves=l.u&beat=4";

// The views are shown in the light and the dark scheme by turns; in the whole form (LOYD_LONG), in both.
const inTurn = (scheme) => (_, place) => process.env.LOYD_LONG || place % 2 === (scheme === "dark" ? 1 : 0);

for (const colorScheme of ["light", "dark"]) {
  for (const [name, at] of [
    ["8", "/#puzzle=8&state=2+3+4+1+5+x+7+6+8&moves=d"],
    ["pancakes", "/#puzzle=pancake:7"],
    ["top-spin", "/#puzzle=top-spin:12x4"],
    ["magic-board", "/?lang=zh#puzzle=magic-board"],
    ["cubes", "/#puzzle=rolling-cubes"],
    ["unsolvable", "/#puzzle=8&state=1+2+3+4+5+6+8+7+x"],
  ].filter(inTurn(colorScheme))) {
    onPage(
      `axe finds nothing: ${name}, ${colorScheme}`,
      { at, context: { colorScheme, reducedMotion: "reduce" } },
      async (page) => {
        await holds(page, () => /\d|∞/.test(document.querySelector("loyd-coach .figure strong")?.textContent));
        if (name !== "unsolvable") {
          await page.keyboard.press("h");
          await page.waitForSelector(".best-moves button");
        }
        await page.click(".keys summary");
        await shot(page, `view-${name}-${colorScheme}`, { fullPage: true });
        assert.deepEqual(await violations(page), []);
      },
    );
  }
  for (const [name, at, found] of [
    ["the card of a win", WON, "loyd-win:not([hidden])"],
    ["lamps", `/?lang=zh#puzzle=light-up&board=${LAMPS}&state=none&moves=r4c4.r1c1`, "loyd-board .lamp"],
  ].filter(inTurn(colorScheme))) {
    onPage(`axe finds nothing: ${name}, ${colorScheme}`, { at, context: { colorScheme } }, async (page) => {
      await page.waitForSelector(found);
      await page.waitForSelector(".gallery-puzzle");
      if (found.startsWith("loyd-win")) await page.click(".win-share");
      await page.click("#newgame .panel-more > summary");
      await page.waitForTimeout(300);
      await shot(page, `view-${found.split(" ").pop().slice(0, 8)}-${colorScheme}`);
      assert.deepEqual(await violations(page), []);
    });
  }
  const context = { colorScheme, reducedMotion: "reduce", hasTouch: true, viewport: { width: 390, height: 844 } };
  onPage(`axe finds nothing in the sheet of the gallery, ${colorScheme}`, { at: "/?lang=zh#puzzle=8", context }, async (page) => {
    await page.tap("#what");
    await page.waitForSelector("dialog[open]");
    await shot(page, `gallery-sheet-${colorScheme}`);
    assert.deepEqual(await violations(page), []);
  });
  // The panels with something in them are looked at in the light scheme, too.
  if (colorScheme === "light" && !process.env.LOYD_LONG) continue;
  onPage(
    `axe finds nothing in the tabs, ${colorScheme}`,
    { at: "/#puzzle=8", context: { colorScheme, reducedMotion: "reduce" } },
    async (page) => {
      for (const tab of TABS) {
        await page.click(`#tab-${tab}`);
        await page.waitForTimeout(300);
        await shot(page, `tab-${tab}-${colorScheme}`, { fullPage: true });
        assert.deepEqual(await violations(page), [], tab);
      }
    },
  );
}

onPage(
  "the keyboard alone: skip link, board, controls, buttons, tabs",
  { at: "/#puzzle=pancake:5&state=3+1+4+5+2" },
  async (page) => {
    await page.keyboard.press("Tab");
    await until(page, () => document.activeElement.className, "skip");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await until(page, () => document.activeElement.className, "stage");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    await hears(page, "Row 1, column 3: 4.");
    await page.keyboard.press("Enter");
    await shows(page, "4 1 3 5 2");
    for (const control of ["undo", "redo", "reset", "new", "hint", "solve"]) {
      await page.keyboard.press("Tab");
      await until(page, () => document.activeElement.className.split(" ")[0], control);
    }
    await page.keyboard.press("Tab");
    await until(page, () => document.activeElement.dataset.move, "2");
    await page.keyboard.press("Enter");
    await shows(page, "1 4 3 5 2");
    await page.focus("#tab-newgame");
    await page.keyboard.press("ArrowRight");
    await until(page, () => document.activeElement.id, "tab-algorithms");
    assert.equal(await page.locator("#newgame").isVisible(), false);
    await shows(page, "1 4 3 5 2");
  },
);

onPage("focus is seen", { at: "/#puzzle=8" }, async (page) => {
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid");
});

onPage("a live region says each move and the distance", { at: "/#puzzle=8&state=1+2+3+4+x+5+7+8+6" }, async (page) => {
  await distance(page, 2);
  await page.keyboard.press("ArrowLeft");
  for (const words of ["slide 5 left", "1 move to the goal."]) await hears(page, words);
  await page.keyboard.press("z");
  for (const words of ["After 0 moves.", "2 moves to the goal."]) await hears(page, words);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  for (const words of ["slide 6 up", "Solved in 2 moves. No solution is shorter."]) await hears(page, words);
});

for (const [name, width, at] of [
  ["320 px", 320, "/#puzzle=8&moves=d"],
  ["320 px, Chinese", 320, "/?lang=zh#puzzle=15"],
  ["320 px, cubes", 320, "/#puzzle=rolling-cubes"],
  ["320 px, TopSpin", 320, "/#puzzle=top-spin:20x4"],
  ["200 % zoom", 640, "/#puzzle=8&moves=d"],
]) {
  onPage(`nothing is cut off: ${name}`, { at, context: { viewport: { width, height: 800 } } }, async (page) => {
    await holds(page, () => document.querySelector("loyd-coach .figure strong") !== null);
    for (const tab of TABS) {
      await page.click(`#tab-${tab}`);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(wide, 0, `${tab}: the page is ${wide} px too wide`);
    }
    await page.click("#tab-newgame");
    await shot(page, `small-${name.replace(/\W+/g, "-")}`, { fullPage: true });
  });
}

onPage(
  "reduced motion: pieces do not glide",
  { at: "/#puzzle=8", context: { reducedMotion: "reduce" } },
  async (page) => {
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.querySelector(".piece")).transitionProperty),
      "none",
    );
  },
);

onPage("pieces glide otherwise", { at: "/#puzzle=8" }, async (page) => {
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.querySelector(".piece")).transitionProperty),
    "transform",
  );
});
