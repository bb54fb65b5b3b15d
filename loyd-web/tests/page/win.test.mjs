/** Winning: the card, another and a harder game, the result to share, the goal to beat, the puzzle of the day. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { dailyOf, latestDays, streakOf } from "../../page/play/day.js";
import { rowOf } from "../../page/play/row.js";
import { distance, holds, onPage, reads, reload, shot, shows, until } from "./browser.mjs";

const NEARLY = "/#puzzle=8&state=1+2+3+4+x+5+7+8+6";
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const game = (page, field) => page.evaluate((field) => document.querySelector("loyd-board").game[field], field);
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());
const card = (page) => page.locator("loyd-win");

/** Solves `NEARLY` in two moves, after a detour of as many moves as are given. */
async function solve(page, detour = []) {
  for (const key of [...detour, "ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await card(page).waitFor();
}

onPage("a win shows the card; Again leads to the start", { at: NEARLY }, async (page) => {
  assert.equal(await card(page).isVisible(), false);
  await solve(page);
  await reads(page, "loyd-win", /Solved in 2 moves.*No solution is shorter/);
  await shot(page, "win");
  await page.getByRole("button", { name: "Again" }).click();
  await shows(page, "1 2 3 4 x 5 7 8 6");
  await card(page).waitFor({ state: "hidden" });
  await until(page, () => document.activeElement.className, "stage");
});

onPage("a solution that was shown is no win", { at: NEARLY }, async (page) => {
  await page.click("loyd-controls .solve");
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await distance(page, 0);
  assert.equal(await card(page).isVisible(), false);
});

onPage(
  "the result is copied with a link, and its receiver sees the goal to beat",
  { at: NEARLY, context: CLIPBOARD },
  async (page) => {
    await distance(page, 2);
    await page.keyboard.press("ArrowDown");
    await distance(page, 3);
    await page.keyboard.press("ArrowUp");
    await distance(page, 2);
    await page.keyboard.press("ArrowLeft");
    await distance(page, 1);
    await page.keyboard.press("ArrowUp");
    await reads(page, "loyd-win", /Solved in 4 moves.*The best is 2 moves/);
    await page.getByRole("button", { name: "Share" }).click();
    await reads(page, "loyd-win", /Copied/);
    await shot(page, "win-shared");
    const [text, row, link] = (await copied(page)).split("\n");
    assert.deepEqual([text, row], ["loyd, 8-puzzle: solved in 4, best 2", "🟧🟦🟦🟦"]);
    const friend = await page.context().browser().newContext({ locale: "zh-CN" });
    const theirs = await friend.newPage();
    await theirs.goto(link);
    await shows(theirs, "1 2 3 4 x 5 7 8 6");
    await reads(theirs, "loyd-controls .beat", /4 步/);
    for (const key of ["ArrowLeft", "ArrowUp"]) await theirs.keyboard.press(key);
    await reads(theirs, "loyd-win", /打破了 4 步的成绩/);
    await shot(theirs, "win-chinese");
    await friend.close();
  },
);

onPage("the goal to beat stays after a reload, and not after a new game", { at: `${NEARLY}&beat=9` }, async (page) => {
  await reads(page, "loyd-controls .beat", /^To beat: 9 moves$/);
  await page.keyboard.press("ArrowLeft");
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await reload(page);
  await reads(page, "loyd-controls .beat", /^To beat: 9 moves$/);
  await page.locator("loyd-controls").getByRole("button", { name: "New game" }).click();
  await until(page, () => document.querySelector("loyd-controls .beat").textContent, "");
  assert.ok(!page.url().includes("beat"));
});

onPage("New game is as far from the goal, and Harder is farther", { at: NEARLY }, async (page, { url }) => {
  await distance(page, 2);
  await page.locator("loyd-controls").getByRole("button", { name: "New game" }).click();
  await holds(page, () => document.querySelector("loyd-board").game.start !== "1 2 3 4 x 5 7 8 6");
  await distance(page, 2);
  await page.goto(url + NEARLY);
  await shows(page, "1 2 3 4 x 5 7 8 6");
  await solve(page);
  await page.locator(".win-harder:not([aria-disabled=true])").click();
  await distance(page, 7);
});

onPage("after the hardest positions comes a larger puzzle", { at: "/#puzzle=pancake:3&state=1+3+2" }, async (page) => {
  await distance(page, 3);
  for (const key of ["3", "2", "3"]) await page.keyboard.press(key);
  await card(page).waitFor();
  await page.locator(".win-harder:not([aria-disabled=true])").click();
  await until(page, () => document.querySelector("loyd-board").game.legal.puzzle, "pancake:4");
});

/** The position that a server draws. */
async function drawn(url, question) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/v1/random`, { method: "POST", headers, body: JSON.stringify(question) });
  return (await reply.json()).state;
}

onPage("the puzzle of the day is the same for everyone", { at: NEARLY, context: CLIPBOARD }, async (page, { url }) => {
  const days = [1, 2].map((day) => dailyOf(new Date(Date.UTC(2026, 10, day, 23, 59))));
  assert.deepEqual(
    days.map(({ seed }) => seed),
    [20261101, 20261102],
  );
  assert.notEqual(days[0].puzzle, days[1].puzzle);
  const { puzzle, seed, day } = dailyOf();
  await page.getByRole("button", { name: /Puzzle of the day/ }).click();
  await until(page, () => document.querySelector("loyd-board").game.day, day);
  // site/tests/agreement.test.mjs compares positions that the page draws without a server.
  if (!process.env.LOYD_SITE) assert.equal(await game(page, "start"), await drawn(url, { puzzle, seed }));
  assert.match(page.url(), new RegExp(`day=${day}`));
  await reads(page, "#what", new RegExp(day));
});

test("days solved one after the other are counted up to today, or to yesterday", () => {
  const today = new Date("2026-03-01T12:00:00Z");
  const streak = (...days) => streakOf(new Set(days), today);
  assert.equal(streak(), 0);
  assert.equal(streak("2026-03-01", "2026-02-28", "2026-02-27", "2026-02-25"), 3);
  assert.equal(streak("2026-02-28", "2026-02-27"), 2);
  assert.equal(streak("2026-02-27"), 0);
  const days = latestDays(3, today).map((date) => dailyOf(date).day);
  assert.deepEqual(days, ["2026-03-01", "2026-02-28", "2026-02-27"]);
});

test("a result has a square for each move, and twenty in a line", () => {
  const distances = [2, 3, 3, undefined, 1];
  assert.equal(rowOf(4, (at) => distances[at]), "🟧🟧⬜⬜\n");
  assert.equal(rowOf(2, () => undefined), "");
  assert.equal(rowOf(21, (at) => 21 - at), `${"🟦".repeat(20)}\n🟦\n`);
  assert.ok(rowOf(201, (at) => 201 - at).endsWith("…\n"));
});

onPage("earlier days are there, and solved days are counted", { at: NEARLY }, async (page) => {
  const [today, yesterday] = latestDays(2).map((date) => dailyOf(date));
  await page.evaluate((day) => localStorage.setItem("loyd.days", day), yesterday.day);
  await until(page, () => document.querySelectorAll(".gallery-archive option").length, 31);
  await page.selectOption(".gallery-archive", "0");
  await until(page, () => document.querySelector("loyd-board").game.day, yesterday.day);
  await page.evaluate(
    ([day, start]) => document.querySelector("loyd-board").game.open({ puzzle: "8", day, state: start }),
    [today.day, "1 2 3 4 x 5 7 8 6"],
  );
  await page.focus("loyd-board .stage");
  await solve(page);
  await reads(page, "loyd-win", /2 days solved one after the other/);
  await until(page, () => localStorage.getItem("loyd.days"), `${yesterday.day} ${today.day}`);
  await page.click('[data-puzzle="pancake:7"]');
  await until(page, () => document.querySelector("loyd-board").game.puzzle, "pancake:7");
  await reads(page, ".gallery-archive", new RegExp(`${yesterday.day}, solved`));
});

onPage("a link with the moves of somebody else solves no day", { at: `${NEARLY}&moves=l.u&day=2026-01-02` }, async (page) => {
  await card(page).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("loyd.days")), null);
});

onPage("the card leads to the search of the start", { at: NEARLY }, async (page) => {
  await solve(page);
  await page.click(".win-watch");
  await shows(page, "1 2 3 4 x 5 7 8 6");
  await page.waitForSelector("#watch:not([hidden]) .search-node");
  await until(page, () => document.activeElement.id, "tab-watch");
});
