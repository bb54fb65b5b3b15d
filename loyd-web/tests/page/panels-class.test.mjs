/** Questions to guess, exercise links and sheets. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { readExercise } from "../../page/class/exercise.js";
import { fewest } from "../../page/class/fewest.js";
import { different } from "../../page/class/different.js";
import { each, holds, many, onPage, reads, shot, until } from "./browser.mjs";

test("no position is twice on a sheet", async () => {
  const drawn = ["a", "b", "a", "c", "b", "d"].map((state) => ({ state }));
  const draw = async (count) => drawn.splice(0, count);
  assert.deepEqual(await different(3, draw), ["a", "b", "c"]);
  assert.deepEqual(await different(9, async () => [{ state: "a" }]), ["a"]);
});

test("fewer nodes are proved only if the search with fewer nodes ended", () => {
  const row = (expanded, outcome = "solved") => ({ outcome, stats: { expanded } });
  assert.equal(fewest([row(5), row(9)]), 0);
  assert.equal(fewest([row(9, "stopped"), row(5)]), 1);
  assert.equal(fewest([row(5, "stopped"), row(9)]), null);
  assert.equal(fewest([row(5), row(5)]), null);
});

test("an exercise is read from an address, and nothing else is", () => {
  assert.equal(readExercise("?lang=zh"), null);
  assert.equal(readExercise("?exercise=other"), null);
  const { ask, algorithms, after } = readExercise("?exercise=next&algorithms=ida-star,evil&after=999");
  assert.deepEqual({ ask, algorithms, after }, { ask: "next", algorithms: ["ida-star", "a-star"], after: 20 });
});

const EIGHT = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";
const PHONE = { viewport: { width: 390, height: 844 } };

onPage("a phone goes to the exercise of a link", { at: `/?exercise=moves${EIGHT.slice(1)}`, context: PHONE }, async (page) => {
  await holds(page, () => {
    const { top, bottom } = document.querySelector("#class .class-prompt").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
});

const CLASS = "/?exercise=fewer&algorithms=bfs,a-star&heuristic=manhattan&text=Think+first";

onPage("an exercise link asks, waits, and tells", { at: `${CLASS}${EIGHT.slice(1)}` }, async (page) => {
  await reads(page, "#class", /Think first/);
  await reads(page, "#class .class-prompt", /Which one expands fewer nodes/);
  await many(page.locator("#class .class-verdict"), 0);
  await page.locator("#class").getByRole("button", { name: "Breadth-first" }).click();
  await reads(page, "#class .class-verdict", /^No\. A\* with Manhattan distance expands fewer\. Breadth-first: [\d,]+ nodes/);
  await shot(page, "class-fewer", { fullPage: true });
  // The address keeps the exercise when the board changes.
  await page.locator("loyd-board .stage").focus();
  await page.keyboard.press("ArrowUp");
  await holds(page, () => location.hash.includes("moves="));
  assert.match(page.url(), /exercise=fewer/);
  await page.getByRole("button", { name: "Other questions" }).click();
  assert.doesNotMatch(page.url(), /exercise/);
  await page.getByLabel("Question").waitFor();
});

onPage("a bound that is too great somewhere is refuted by a position", { at: EIGHT }, async (page) => {
  await page.click("#tab-class");
  await page.locator("#class").getByLabel("Question").selectOption("bound");
  await page.locator("#class").getByLabel("Lower bound").selectOption("manhattan");
  await page.getByRole("button", { name: "Ask me" }).click();
  await page.locator("#class").getByRole("button", { name: "Manhattan distance + 1" }).click();
  await reads(page, "#class .class-verdict", /^No\. Manhattan distance \+ 1 is 1 at a position with distance 0/);
  await shot(page, "class-bound", { fullPage: true });
});

onPage("the next node as an exercise", { at: EIGHT }, async (page) => {
  await page.click("#tab-class");
  await page.locator("#class").getByLabel("Algorithm").selectOption("bfs");
  await page.getByRole("button", { name: "Ask me" }).click();
  await reads(page, "#class .class-prompt", /^Breadth-first has expanded 5 nodes/);
  await shot(page, "class-next", { fullPage: true });
  const numbers = await each(page.locator("#class .search-node span:not(.unseen)"), texts);
  const first = Math.min(...numbers.map((text) => Number(text.match(/#(\d+)/)[1])));
  await page.locator("#class .search-node", { hasText: `#${first}:` }).click();
  await reads(page, "#class .class-verdict", /^Right\./);
});

const GUESSED = { at: `/?exercise=moves${EIGHT.slice(1)}`, context: { viewport: { width: 390, height: 844 } } };
onPage("while moves are guessed the coach is silent", GUESSED, async (page) => {
  await page.locator("#class input[required]").fill("19");
  const seen = () =>
    [".left", "loyd-coach .figure"].map((found) => getComputedStyle(document.querySelector(found)).visibility).join();
  await until(page, seen, "hidden,hidden");
  await page.getByRole("button", { name: "Answer", exact: true }).click();
  await reads(page, "#class .class-verdict", /^Right\. A shortest solution has 19 moves/);
  await until(page, seen, "visible,visible");
});

/** The texts of elements. @param {HTMLElement[]} elements */
const texts = (elements) => elements.map((element) => element.innerText);

/** Prints the sheet as the button does, and returns the number of pages. */
async function pagesOf(page) {
  await page.evaluate(() => (window.print = () => (globalThis.printed = true)));
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await holds(page, () => globalThis.printed);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("main").isVisible(), false);
  const text = (await page.pdf({ format: "Letter" })).toString("latin1");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  return text.match(/\/Type\s*\/Page\b(?!s)/g).length;
}

const UNREAD = { at: EIGHT, faults: /status of 400/ };
onPage("a distance that is no number of moves is refused in words of the language", UNREAD, async (page) => {
  await page.click("#tab-class");
  await page.getByLabel("Moves to the goal (empty: any)").fill("-3");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  await reads(page, "#class", /This field: found “-3”, expected a whole number from 0 to 4294967295\./);
  await page.click("#language");
  await page.getByRole("button", { name: "生成练习纸" }).click();
  await reads(page, "#class", /此项：读到“-3”，应为：0 到 4294967295 的整数/);
});

onPage("a sheet with different boards, and their solutions on a second page", { at: EIGHT }, async (page) => {
  await page.click("#tab-class");
  await page.getByLabel("Moves to the goal (empty: any)").fill("12");
  await page.getByLabel("Boards").selectOption("12");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  await until(page, () => document.querySelectorAll(".sheet-solutions li").length, 12);
  assert.equal(await pagesOf(page), 2);
  await page.getByLabel("Moves to the goal (empty: any)").fill("3");
  await page.getByRole("button", { name: "Make the sheet" }).click();
  // There are only eight positions at this distance.
  await reads(page, "#class", /Only \d different positions were found/);
  const boards = await page.evaluate(() =>
    [...document.querySelectorAll(".sheet-boards svg")].map((svg) => svg.getAttribute("aria-label")),
  );
  assert.equal(new Set(boards).size, boards.length);
  assert.equal(await page.locator(".sheet loyd-goal svg").getAttribute("aria-label"), "Goal: 1 2 3 4 5 6 7 8 x");
  const solutions = await each(page.locator(".sheet-solutions li > div"), texts);
  assert.equal(solutions.length, boards.length);
  for (const solution of solutions) assert.match(solution, /^3 moves\s+[udlr] [udlr] [udlr]/);
  await shot(page, "class-sheet", { fullPage: true });
  assert.equal(await pagesOf(page), 2);
  assert.ok(await page.locator("main").isVisible());
});
