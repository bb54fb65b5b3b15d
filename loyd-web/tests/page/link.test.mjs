/** The address: reload, Back, links to others; language, light and dark. */

import { strict as assert } from "node:assert";
import { distance, holds, onPage, reads, reload, shot, shows, until } from "./browser.mjs";

const EIGHT = "/#puzzle=8&state=1+2+3+4+x+5+7+8+6";

onPage("a reload keeps the game, and what was undone can be made again", { at: EIGHT }, async (page) => {
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await page.keyboard.press("z");
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await reload(page);
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await until(page, () => document.querySelector("loyd-controls .count").textContent, "1 move");
  await page.keyboard.press("Shift+Z");
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await page.keyboard.press("r");
  await shows(page, "1 2 3 4 x 5 7 8 6");
});

onPage("Back leads to the game before", { at: EIGHT }, async (page) => {
  await page.keyboard.press("ArrowLeft");
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await page.locator("#position").fill("2 3 4 1 5 x 7 6 8");
  await page.locator("#position").press("Enter");
  await shows(page, "2 3 4 1 5 x 7 6 8");
  await page.goBack();
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await until(page, () => document.querySelector("loyd-controls .count").textContent, "1 move");
  await page.goForward();
  await shows(page, "2 3 4 1 5 x 7 6 8");
});

onPage(
  "the copied link opens the same game elsewhere, in Chinese",
  {
    at: "/#puzzle=8&goal=spiral&state=2+8+3+1+x+4+7+6+5",
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  },
  async (page) => {
    await distance(page, 4);
    await page.keyboard.press("ArrowDown");
    await distance(page, 3);
    await page.click("#link");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const friend = await page.context().browser().newContext({ locale: "zh-CN" });
    const theirs = await friend.newPage();
    await theirs.goto(link);
    await shows(theirs, "2 x 3 1 8 4 7 6 5");
    await distance(theirs, 3);
    // The sentence is drawn after the figure.
    const verdict = () => document.querySelector("loyd-coach .verdict").textContent;
    await until(theirs, verdict, "到目前为止，每一步都在最短路径上。");
    assert.equal(await theirs.evaluate(() => document.documentElement.lang), "zh-Hans");
    await shot(theirs, "chinese");
    await friend.close();
  },
);

onPage(
  "a link to a board of one's own",
  { at: `/#puzzle=sliding&board=${encodeURIComponent("##.\n###\n.##")}&state=3+1+2+x+6+5+4` },
  async (page) => {
    await holds(page, () => document.querySelectorAll("loyd-board .hit").length === 7);
    await holds(page, () => /^\d+$/.test(document.querySelector("loyd-coach .figure strong").textContent));
    await shot(page, "own-board");
  },
);

onPage(
  "a link that cannot be opened says why, and a game is there all the same",
  { at: "/#puzzle=nonsense", faults: /40[04]/ },
  async (page) => {
    await page.waitForSelector("#note:not([hidden])");
    await shows(page, "2 3 4 1 5 x 7 6 8");
    await page.click("#note");
    await page.waitForSelector("#note", { state: "hidden" });
  },
);

onPage("a link without a position opens a scramble", { at: "/#puzzle=hungarian-rings", isAsWritten: true }, async (page) => {
  const opened = (/** @type {string} */ puzzle) =>
    page.evaluate(async (puzzle) => {
      const { game } = document.querySelector("loyd-board");
      await game.open({ puzzle });
      const { start, facts, legal } = game;
      return { start, example: facts.example, solved: legal.solved };
    }, puzzle);
  const rings = await opened("hungarian-rings");
  assert.notEqual(rings.start, rings.example);
  assert.notEqual((await opened("hungarian-rings")).start, rings.start);
  // One in twelve positions is the goal.
  for (let times = 0; times < 20; times++) assert.ok(!(await opened("sliding:2x2")).solved);
});

onPage("the language is chosen by ?lang= and by a button", { at: "/?lang=zh#puzzle=15" }, async (page) => {
  await until(page, () => document.querySelector("#what").textContent, "十五数码");
  await until(page, () => document.querySelector("loyd-controls .solve").textContent, "求解");
  await page.click("#language");
  await until(page, () => document.querySelector("#what").textContent, "15-puzzle");
  assert.match(page.url(), /\/#puzzle=15/);
  await reload(page);
  await until(page, () => document.querySelector("#what").textContent, "15-puzzle");
});

onPage("a link to the documents where they are beside the page", { at: "/#puzzle=15" }, async (page) => {
  const links = () => {
    const seen = [...document.querySelectorAll("footer a")].filter((link) => link.checkVisibility());
    return seen.map((link) => link.getAttribute("href"));
  };
  await until(page, links, process.env.LOYD_SITE ? ["./book/index.html"] : []);
  await page.click("#language");
  await until(page, links, process.env.LOYD_SITE ? ["./book/zh/index.html"] : []);
});

onPage("the title of a letter board has the letters of its tiles", { at: "/#puzzle=letters:LOY/D-O" }, async (page) => {
  await reads(page, "#what", /^Letter board loy \/ d o/);
});

onPage("the title of a puzzle with another metric", { at: "/#puzzle=15%3Fmetric%3Dmulti" }, async (page) => {
  await reads(page, "#what", /^15-puzzle, several tiles a move/);
  await page.click("#language");
  await reads(page, "#what", /^十五数码（一步多块）/);
});

const CHOSEN = "/#puzzle=2x2x2%3Fmoves%3DU%2CR%26metric%3Dquarter";
onPage("the title of a puzzle with chosen moves", { at: CHOSEN }, async (page) => {
  await reads(page, "#what", /^Pocket cube, only U R, a half turn is two moves/);
  await page.click("#language");
  await reads(page, "#what", /^二阶魔方（只用 U R，半转算两步）/);
});

onPage(
  "dark and light, by the system and by a button that is remembered",
  { at: EIGHT, context: { colorScheme: "dark" } },
  async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await shot(page, "dark");
    await page.click("#theme");
    const light = await ground();
    assert.notEqual(light, dark);
    await reload(page);
    assert.equal(await ground(), light);
  },
);

onPage(
  "a link whose moves are not legal says so and opens at its start",
  { at: `${EIGHT}&moves=l.l.l`, faults: /422|400/ },
  async (page) => {
    await page.waitForSelector("#note:not([hidden])");
    await shows(page, "1 2 3 4 x 5 7 8 6");
    await until(page, () => document.querySelector("loyd-controls .count").textContent, "0 moves");
    await page.keyboard.press("ArrowLeft");
    await shows(page, "1 2 3 4 5 x 7 8 6");
  },
);
