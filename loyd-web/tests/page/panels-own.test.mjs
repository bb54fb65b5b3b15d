/** Panels with what is one's own: a board, a goal, an input for a judge. */

import { strict as assert } from "node:assert";
import { holds, onPage, shot, shows, until } from "./browser.mjs";

const EIGHT = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";

onPage("a judge answers its sample, and another input", { at: EIGHT }, async (page) => {
  await page.click("#tab-judge");
  await page.getByLabel("Problem").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Run" }).click();
  await until(page, () => document.querySelector(".judge-output").textContent, "ullddrurdllurdruldr\n");
  await page.getByText("Done: the problem's sample output.").waitFor();
  await page.getByLabel("Input").fill("1 2 3 4 5 6 7 8 x\n2 1 3 4 5 6 7 8 x\n");
  await page.getByRole("button", { name: "Run" }).click();
  await until(page, () => document.querySelector(".judge-output").textContent, "\nunsolvable\n");
  await shot(page, "judge");
});

onPage("what a judge cannot read is told", { at: EIGHT, faults: /status of 4/ }, async (page) => {
  await page.click("#tab-judge");
  await page.getByLabel("Problem").selectOption({ index: 0 });
  await page.getByLabel("Input").fill("1 2 3\n");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("#judge .panel-fault:visible").waitFor();
});

onPage("a server that is gone is told", { http: true, at: EIGHT, faults: /ERR_FAILED/ }, async (page) => {
  await page.click("#tab-judge");
  await holds(page, () => document.querySelector("#judge textarea").value !== "");
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator("#judge").getByText("The server does not answer.").waitFor();
});

onPage("a board of one's own, by clicks and by keys", { at: EIGHT }, async (page) => {
  await page.click("#tab-shape");
  await page.locator("#shape").getByLabel("Rows").fill("2");
  await page.locator("#shape").getByLabel("Columns").fill("4");
  await page.keyboard.press("Tab");
  await until(page, () => document.querySelectorAll(".shape-cell").length, 8);
  await until(page, () => document.activeElement.getAttribute("aria-label"), "Row 1, column 1: cell");
  await until(page, (found) => document.querySelectorAll(found).length, 1, ".shape-cell[data-kind=hole]");
  await page.getByRole("button", { name: "Row 2, column 2" }).click();
  await page.getByRole("button", { name: "Row 1, column 1" }).focus();
  for (const key of ["ArrowRight", "ArrowDown", "Enter", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Row 1, column 4" }).click();
  await page.getByText("7 cells: 6 tiles and the blank.").waitFor();
  await page.getByRole("button", { name: "Play on this board" }).click();
  await until(page, () => document.querySelector("loyd-board").game.board, "###.\n####");
  await until(page, () => document.querySelector("loyd-board").look.picture.map((row) => row.map(Boolean)), [
    [true, true, true, false],
    [true, true, true, true],
  ]);
  await page.click("#tab-map");
  await page.waitForSelector("#map .chart-hit");
  await page.click("#tab-shape");
  await shot(page, "shape", { fullPage: true });
});

onPage("a light-up board of one's own", { at: EIGHT, faults: /status of 4/ }, async (page) => {
  await page.click("#tab-shape");
  await page.locator("#shape").getByLabel("Puzzle").selectOption("light-up");
  const square = page.getByRole("button", { name: "Row 1, column 1" });
  for (const kind of ["barrier", "barrier 0", "barrier 1"]) {
    await square.click();
    await until(page, () => document.querySelector(".shape-cell").ariaLabel, `Row 1, column 1: ${kind}`);
  }
  await page.getByRole("button", { name: "Play on this board" }).click();
  await until(page, () => document.querySelector("loyd-board").game.board, "1....\n.1.#.\n.....\n.#.2.\n.....");
  await until(page, () => document.querySelector("loyd-board").game.legal?.puzzle.split(":")[0], "light-up");
  await shot(page, "shape-light-up", { fullPage: true });
});

onPage("a board in two parts is refused, and the game stays", { at: EIGHT, faults: /status of 4/ }, async (page) => {
  await page.click("#tab-shape");
  await page.locator("#shape").getByLabel("Rows").fill("1");
  await page.locator("#shape").getByLabel("Columns").fill("3");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Row 1, column 2" }).click();
  await page.getByRole("button", { name: "Play on this board" }).click();
  await page.locator("#shape .panel-fault:visible").waitFor();
  await shows(page, "2 3 4 1 5 x 7 6 8");
});

onPage(
  "a goal of one's own: by name, typed, the position, and back",
  { at: EIGHT, faults: /status of 4/ },
  async (page) => {
    const goal = (expected) => until(page, () => document.querySelector("loyd-board").game.legal?.goal, expected);
    await page.click("#tab-shape");
    await page.getByRole("button", { name: "spiral" }).click();
    await goal("1 2 3 8 x 4 7 6 5");
    await page.getByLabel("Another goal, by name or as a position").fill("x 1 2 3 4 5 6 7 8");
    await page.getByRole("button", { name: "Set the goal" }).click();
    await goal("x 1 2 3 4 5 6 7 8");
    await page.getByRole("button", { name: "The position on the board" }).click();
    await goal("2 3 4 1 5 x 7 6 8");
    await page.getByLabel("Another goal, by name or as a position").fill("1 2 2");
    await page.getByRole("button", { name: "Set the goal" }).click();
    await page.locator("#shape .panel-fault:visible").waitFor();
    await goal("2 3 4 1 5 x 7 6 8");
    await page.getByRole("button", { name: "The puzzle's own goal" }).click();
    await goal("1 2 3 4 5 6 7 8 x");
    await shows(page, "2 3 4 1 5 x 7 6 8");
  },
);
