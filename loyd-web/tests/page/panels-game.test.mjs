/** Panels that begin games: a new one at an exact distance, the map, and what to do where there is no solution. */

import { strict as assert } from "node:assert";
import { distance, holds, many, onPage, reads, shot, shows, until } from "./browser.mjs";

const EIGHT = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";
const FARTHEST = ["6 4 7 8 5 x 3 2 1", "8 6 7 2 5 4 3 x 1"];
const position = (page) => page.evaluate(() => document.querySelector("loyd-board").game.state);

onPage("a new game at a depth, by the slider and by the chart", { at: EIGHT }, async (page) => {
  await distance(page, 19);
  const slider = page.locator("#newgame input[type=range]");
  await slider.waitFor();
  assert.equal(await slider.getAttribute("max"), "31");
  await slider.focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
  await until(page, () => document.querySelector("#newgame output").textContent, "distance 5: 20 positions");
  await page.click("#newgame .primary");
  await distance(page, 5);
  // The other way to the same slider: a bar.
  await page.locator("#newgame .chart-hit").nth(12).click();
  await page.click("#newgame .primary");
  await distance(page, 12);
  await shot(page, "newgame");
});

onPage("the hardest is an antipode", { at: EIGHT }, async (page) => {
  await page.getByRole("button", { name: "Hardest: 31 moves" }).click();
  await distance(page, 31);
  assert.ok(FARTHEST.includes(await position(page)));
});

onPage("where a space is too large to be counted, a game begins at random", { at: "/#puzzle=15" }, async (page) => {
  await holds(page, () =>
    /10,461,394,944,000 positions are too many/.test(document.querySelector("#newgame").textContent),
  );
  await until(page, (found) => document.querySelectorAll(found).length, 0, "#newgame input[type=range]");
  const before = await position(page);
  await page.getByRole("button", { name: "Random position" }).click();
  await holds(page, (before) => document.querySelector("loyd-board").game.state !== before, before);
});

onPage("a scramble of a cube is shown as moves", { at: "/#puzzle=2x2x2" }, async (page) => {
  const before = await position(page);
  await page.locator("#newgame").getByRole("button", { name: "Scramble" }).click();
  await reads(page, "#newgame", /From the goal: ([URFDLB]2?'? ?)+/);
  const after = await position(page);
  assert.notEqual(after, before);
  // The same moves as a position.
  const [, moves] = (await page.locator("#newgame").innerText()).match(/From the goal: ([URFDLB2' ]+)/);
  await page.locator("#position").fill(moves.trim());
  await page.locator("#position").press("Enter");
  await holds(page, (after) => document.querySelector("loyd-board").game.state === after, after);
  await holds(page, () => /From the goal/.test(document.querySelector("#newgame").innerText));
  await page.getByRole("button", { name: "Random position" }).click();
  await holds(page, () => !/From the goal/.test(document.querySelector("#newgame").innerText));
});

onPage("an id that is being typed stays while the panel is built again", { at: EIGHT }, async (page) => {
  await page.click("#newgame .panel-more > summary");
  await page.getByLabel("Id or name").fill("9x9x9");
  // The panel is built again when the list of puzzles comes, too.
  await page.click("#language");
  assert.equal(await page.getByLabel("编号或名称").inputValue(), "9x9x9");
  await page.getByLabel("编号或名称").fill("2x3");
  await page.getByLabel("编号或名称").press("Enter");
  await holds(page, () => document.querySelector("loyd-board").game.legal.puzzle === "sliding:2x3");
  await page.click("#language");
  assert.equal(await page.getByLabel("Id or name").inputValue(), "2x3");
});

onPage("another puzzle, chosen and typed", { at: EIGHT }, async (page) => {
  await page.click("#newgame .panel-more > summary");
  const select = page.locator("#newgame").getByLabel("Puzzle", { exact: true });
  const opened = (puzzle) => until(page, () => document.querySelector("loyd-board").game.legal?.puzzle, puzzle);
  await select.locator("option[value='pancake']").waitFor({ state: "attached" });
  // The sizes are those of the puzzle of the game, or usual ones.
  assert.deepEqual(
    [await page.locator("#newgame").getByLabel("Rows").inputValue(), await page.locator("#newgame").getByLabel("Columns").inputValue()],
    ["3", "3"],
  );
  await select.selectOption("pancake");
  await page.locator("#newgame").getByLabel("Size").fill("5");
  await page.locator("#newgame").getByLabel("Size").press("Enter");
  await opened("pancake:5");
  await select.selectOption("sliding");
  await page.locator("#newgame").getByLabel("Columns").fill("4");
  await page.locator("#newgame").getByLabel("Variant").selectOption({ label: "Sliding puzzle 3×4, several tiles a move" });
  const open = page.locator("#newgame").getByRole("button", { name: "Open", exact: true });
  await open.click();
  await opened("sliding:3x4?metric=multi");
  await select.selectOption("letters");
  await page.locator("#newgame").getByLabel("Variant").selectOption("letters:ab./cd-/.ef");
  await shot(page, "newgame-letters");
  // A choice stays while the panel is built again.
  await select.selectOption("torus");
  await page.locator("#newgame").getByLabel("Rows").fill("7");
  await page.click("#language");
  assert.equal(await page.locator("#newgame").getByLabel("行数").inputValue(), "7");
  await page.click("#language");
  await select.selectOption("skewb");
  await open.click();
  await opened("skewb");
  await page.getByLabel("Id or name").fill("swap:2x2");
  await page.getByLabel("Id or name").press("Enter");
  await until(page, () => document.querySelector("loyd-board").game.legal?.puzzle, "swap:2x2");
  await until(page, () => document.querySelector("#newgame input[type=range]")?.max, "4");
});

onPage("the sizes and the variant are those of the puzzle on the board", { at: "/#puzzle=twiddle:5x5r" }, async (page) => {
  const newgame = page.locator("#newgame");
  const chosen = () => {
    const fields = document.querySelector("#newgame form")?.querySelectorAll("input, select") ?? [];
    return [...fields].map(({ value }) => value);
  };
  await page.click("#newgame .panel-more > summary");
  await newgame.locator("option[value='twiddle']").waitFor({ state: "attached" });
  await until(page, chosen, ["twiddle", "5", "5", "r"]);
  // A size that is no whole number is not sent.
  await newgame.getByLabel("Rows").fill("2.5");
  await newgame.getByRole("button", { name: "Open", exact: true }).click();
  assert.equal(await page.evaluate(() => document.querySelector("loyd-board").game.legal.puzzle), "twiddle:5x5r");
  await page.getByLabel("Id or name").fill("swap:4");
  await page.getByLabel("Id or name").press("Enter");
  await until(page, () => document.querySelector("loyd-board").game.puzzle, "swap:4");
  // One number stands for a square board.
  await newgame.locator("option[value='swap']").waitFor({ state: "attached" });
  await until(page, chosen, ["swap", "4", "4"]);
});

onPage("an id that is none is told, and the game stays", { at: EIGHT, faults: /status of 4/ }, async (page) => {
  await page.click("#newgame .panel-more > summary");
  await page.getByLabel("Id or name").fill("nonsense:9");
  await page.getByLabel("Id or name").press("Enter");
  await page.locator("#newgame .panel-fault:visible").waitFor();
  const below = await page.evaluate(() => {
    const [field, fault] = ["#newgame form input[list]", "#newgame .panel-fault"].map((found) =>
      document.querySelector(found).getBoundingClientRect(),
    );
    return fault.top - field.bottom;
  });
  assert.ok(below >= 0 && below < 40, `the fault stands ${below} px below its field`);
  await shows(page, "2 3 4 1 5 x 7 6 8");
});

onPage("the map says where you are, and leads to the farthest", { at: EIGHT }, async (page) => {
  await page.click("#tab-map");
  await page.getByText("you are here: 19").waitFor();
  await reads(page, "#map .panel-facts", /181,440.*31.*21\.972/);
  assert.match(
    await page.locator("#map svg.chart").getAttribute("aria-label"),
    /^Positions by distance .* \(24,047\) at 24, the farthest at 31$/,
  );
  // The farthest positions are drawn.
  await until(page, () => document.querySelectorAll("#map .panel-state svg").length, 2);
  await shot(page, "map");
  await page.getByRole("button", { name: FARTHEST[1] }).click();
  await distance(page, 31);
  await page.getByText("you are here: 31").waitFor();
});

onPage("a bar of the map is a new game at that distance, by mouse and by keys", { at: EIGHT }, async (page) => {
  await page.click("#tab-map");
  await page.locator("#map .chart-hit").nth(7).click();
  await distance(page, 7);
  await page.locator("#map .chart-hit[tabindex='0']").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await distance(page, 30);
});

onPage("the map of another goal is another", { at: "/#puzzle=8&goal=spiral&state=2+8+3+1+x+4+7+6+5" }, async (page) => {
  await page.click("#tab-map");
  await page.getByText("you are here: 4").waitFor();
  await until(page, () => [...document.querySelectorAll("#map dd")].map(({ textContent }) => textContent).slice(0, 2), [
    "181,440",
    "30",
  ]);
});

onPage(
  "14 and 15 exchanged: one arc, an odd number, and the exchange that mends it",
  { at: "/#puzzle=15&state=1+2+3+4+5+6+7+8+9+10+11+12+13+15+14+x" },
  async (page) => {
    const panel = page.locator("loyd-unsolvable");
    await panel.getByRole("button", { name: "Exchange 15 and 14" }).waitFor();
    await panel.locator("summary").click();
    await many(panel.locator(".arc"), 1);
    assert.match(await panel.textContent(), /Inversions: 1, odd.*goal: 0, even/);
    await shot(page, "unsolvable");
    await panel.getByRole("button", { name: "Exchange 15 and 14" }).click();
    await shows(page, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x");
    await panel.waitFor({ state: "hidden" });
    await until(page, () => document.activeElement.className, "stage");
  },
);

for (const [name, at, context] of [
  ["desktop", EIGHT, {}],
  ["phone", EIGHT, { viewport: { width: 390, height: 844 } }],
  ["narrow phone", EIGHT, { viewport: { width: 320, height: 640 } }],
  ["phone, in Chinese", EIGHT.replace("/", "/?lang=zh"), { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
]) {
  onPage(`no panel moves when a position cannot be solved: ${name}`, { at, context }, async (page) => {
    const mend = page.locator(".unsolvable-row .primary");
    const card = page.locator("loyd-unsolvable .unsolvable-card");
    const summary = page.locator("loyd-unsolvable summary");
    const setState = (state) => page.evaluate((to) => document.querySelector("loyd-board").game.setState(to), state);
    const tops = () =>
      page.evaluate(() =>
        ["loyd-tabs", ".always", "loyd-player"].map(
          (found) => document.querySelector(found).getBoundingClientRect().top + scrollY,
        ),
      );
    await distance(page, 19);
    const before = await tops();
    await setState("2 3 4 1 5 x 7 8 6");
    await summary.waitFor();
    assert.deepEqual(await tops(), before);
    const { y: top, height } = await summary.boundingBox();
    const reason = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector("loyd-coach .verdict"));
      return range.getBoundingClientRect().bottom;
    });
    assert.ok(height >= 24 && height < 40 && reason <= top, `${height} px, ${reason} above ${top}`);
    assert.ok(await card.isHidden());
    await mend.waitFor();
    const { y: above, height: high } = await mend.boundingBox();
    assert.ok(above + high <= page.viewportSize().height || name === "narrow phone", `${above}`);
    await mend.scrollIntoViewIfNeeded();
    const isFree = (/** @type {Element} */ button) => {
      const { left, top, bottom, width, height } = button.getBoundingClientRect();
      const inFront = document.elementFromPoint(left + width / 2, top + height / 2);
      return inFront === button && bottom <= document.querySelector(".always").getBoundingClientRect().top;
    };
    assert.ok(await mend.evaluate(isFree));
    await page.evaluate(() => scrollTo(0, 0));
    // A hint has nothing to show, and leaves the card.
    await page.keyboard.press("h");
    await summary.focus();
    await page.keyboard.press("Enter");
    await card.getByRole("button").first().waitFor();
    assert.deepEqual(await tops(), before);
    await shot(page, `unsolvable-open-${name.replaceAll(/\W+/g, "-")}`, { fullPage: true });
    // The card is in front of the panels.
    const { x, y } = await card.getByRole("button").first().boundingBox();
    assert.ok(await page.evaluate(([x, y]) => {
      scrollTo(0, y - 100);
      return document.elementFromPoint(x + 5 - scrollX, y + 5 - scrollY)?.closest(".unsolvable-card") !== null;
    }, [x, y + (await page.evaluate(() => scrollY))]));
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "hidden" });
    await until(page, () => document.activeElement.localName, "summary");
    // Where the focus goes past the card, the card does not cover the next element.
    await page.keyboard.press("Enter");
    await page.locator("#always").focus();
    await card.waitFor({ state: "hidden" });
    await setState("2 3 4 1 5 x 7 6 8");
    await summary.waitFor({ state: "hidden" });
    assert.deepEqual(await tops(), before);
  });
}

onPage(
  "unsolvable, in Chinese: another goal that the position reaches",
  { at: "/?lang=zh#puzzle=8&state=8+1+3+2+x+4+7+6+5" },
  async (page) => {
    const panel = page.locator("loyd-unsolvable");
    await panel.locator("summary").click();
    await panel.getByRole("button", { name: "目标 螺旋" }).waitFor();
    await shot(page, "unsolvable-zh");
    await panel.getByRole("button", { name: "目标 螺旋" }).click();
    await panel.waitFor({ state: "hidden" });
    await until(page, () => document.querySelector("loyd-board").game.state, "8 1 3 2 x 4 7 6 5");
    await until(page, () => document.querySelector("loyd-board").game.goal, "spiral");
  },
);

onPage(
  "unsolvable on a board with a hole, for a goal of one's own",
  {
    at: `/#${new URLSearchParams({ puzzle: "sliding", board: "###\n#.#\n###\n###", goal: "10 9 8 7 6 x 5 4 3 2 1", state: "9 10 8 7 6 x 5 4 3 2 1" })}`,
  },
  async (page) => {
    const panel = page.locator("loyd-unsolvable");
    await panel.locator("summary").click();
    await panel.getByRole("button", { name: "Exchange 9 and 10" }).click();
    await distance(page, 0);
    await panel.waitFor({ state: "hidden" });
  },
);

onPage(
  "where no parity is the reason, the server's explanation stands alone",
  { at: "/#puzzle=sliding:1x4&state=2+1+3+x" },
  async (page) => {
    const panel = page.locator("loyd-unsolvable");
    await panel.locator("summary").click();
    await panel.getByText("Proved by the server:").waitFor();
    await many(panel.locator(".arc, .primary"), 0);
  },
);

onPage(
  "a space that is mapped, but too large for an exact distance: the farthest or a random one",
  { at: "/#puzzle=rolling-cubes&state=2+1" },
  async (page) => {
    await page.getByText("Of 15,116,544 positions none is drawn here at an exact distance.").waitFor();
    await until(page, (found) => document.querySelectorAll(found).length, 0, "#newgame input[type=range]");
    const before = await position(page);
    await page.getByRole("button", { name: "Hardest: 35 moves" }).click();
    await holds(page, (before) => document.querySelector("loyd-board").game.state !== before, before);
    await page.click("#tab-map");
    await page.waitForSelector("#map svg.chart[role=img]");
  },
);
