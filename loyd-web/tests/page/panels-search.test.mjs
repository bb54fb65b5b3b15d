/** Panels that show searches: all algorithms side by side, and each of them step by step. */

import { strict as assert } from "node:assert";
import { holds, onPage, reads, shot, until } from "./browser.mjs";

const EIGHT = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";
const FAR = "/#puzzle=15&state=14+15+8+12+10+11+9+13+2+6+5+1+3+7+4+x";
const rows = () =>
  [...document.querySelectorAll("#algorithms tbody tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent.trim()),
  );

onPage("all algorithms on this position, and all find 19 moves", { at: EIGHT }, async (page) => {
  await page.click("#tab-algorithms");
  // The searches share the time, so a busy machine needs more than a player's.
  await page.getByLabel("Time limit of all searches together").selectOption({ label: "60 seconds" });
  await page.getByRole("button", { name: "Compare" }).click();
  await holds(page, () =>
    /^Done: \d+ searches compared\./.test(document.querySelector("#algorithms [role=status]")?.textContent),
  );
  const found = await page.evaluate(rows);
  for (const name of ["Breadth-first", "Bidirectional", "A*", "IDA*", "Table"]) {
    assert.ok(
      found.some(([algorithm]) => algorithm.startsWith(name)),
      name,
    );
  }
  assert.ok(found.length >= 8);
  for (const row of found) assert.equal(row.at(-1), "19 moves", row.join());
  const expanded = (name) => Number(found.find(([algorithm]) => algorithm.startsWith(name))[1].replaceAll(",", ""));
  assert.ok(expanded("A*") < expanded("Breadth-first"));
  const text = await page.locator("#algorithms").textContent();
  assert.match(text, /expands the fewest nodes: breadth-first search expands [\d,.]+ times as many\./);
  // The time of a table is part of the time, and the sentence names the least of all times.
  const UNITS = { s: 1, ms: 1e-3, µs: 1e-6 };
  const times = found.map((row) => {
    const [, value, unit, tables] = /^([\d.,]+) (s|ms|µs)(tables: [\d.,]+ (?:s|ms|µs))?$/.exec(row[3]);
    return { told: `${value} ${unit}`, seconds: Number(value.replaceAll(",", "")) * UNITS[unit], tables };
  });
  assert.ok(times[found.findIndex(([algorithm]) => algorithm === "Table")].tables);
  const least = times.reduce((best, time) => (time.seconds < best.seconds ? time : best));
  assert.match(text, new RegExp(`Including the time for tables, .+ takes the least time: ${least.told}\\.`));
  await shot(page, "algorithms", { fullPage: true });
});

for (const [name, at] of [["en", EIGHT], ["zh", EIGHT.replace("/", "/?lang=zh")]]) {
  const context = { viewport: { width: 390, height: 844 } };
  onPage(`the comparison is short on a phone, and keeps its data: ${name}`, { at, context }, async (page) => {
    await page.click("#tab-algorithms");
    await page.selectOption("#algorithms select", "60");
    await page.click("#algorithms .primary");
    await holds(page, () => /\d/.test(document.querySelector("#algorithms [role=status]")?.textContent));
    const seen = () =>
      page.evaluate(() => {
        const { height } = document.querySelector("#algorithms").getBoundingClientRect();
        const texts = [...document.querySelectorAll("#algorithms tbody tr")].map((row) =>
          [...row.children].filter((cell) => cell.checkVisibility()).map(({ innerText }) => innerText),
        );
        const heads = [...document.querySelectorAll("#algorithms thead th")].filter((head) => head.checkVisibility());
        return { height, texts, heads: heads.length, count: texts.length };
      });
    const brief = await seen();
    await shot(page, `algorithms-phone-${name}`, { fullPage: true });
    assert.ok(brief.count >= 8 && brief.height < 1200, `${brief.count} rows, ${brief.height} px`);
    // The columns are the name, the nodes, the time and the moves.
    assert.equal(brief.heads, 4);
    for (const [, nodes, time, moves] of brief.texts) {
      assert.match(nodes, /^[\d,]+$/);
      assert.match(time, /^[\d.,]+ (s|ms|µs)(\n(tables:|建表用时) [\d.,]+ (s|ms|µs))?$/);
      assert.match(moves, /^19 (moves|步)$/);
    }
    await page.check("#algorithms input[type=checkbox]");
    const full = await seen();
    for (const [number, [name, nodes, memory, time, moves]] of full.texts.entries()) {
      assert.deepEqual([name, nodes, time, moves], brief.texts[number]);
      assert.match(memory, /^[\d.,]+ (B|kB|MB|GB)$/);
    }
    assert.ok(await page.locator("#algorithms .chart-meter").first().isVisible());
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(wide, 390);
  });
}

onPage("a position that changes ends the comparison", { at: EIGHT }, async (page) => {
  await page.click("#tab-algorithms");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForSelector("#algorithms tbody tr");
  await page.keyboard.press("Escape");
  await page.locator("loyd-board .stage").focus();
  await page.keyboard.press("ArrowUp");
  await until(page, () => document.querySelectorAll("#algorithms tbody tr").length, 0);
});

async function watchBars(page) {
  await page.click("#tab-watch");
  await page.getByLabel("all nodes as bars").check();
}

const counts = () =>
  Object.fromEntries(
    [...document.querySelectorAll("#watch .panel-facts > div")].map(({ children: [name, value] }) => [
      name.textContent,
      Number(value.textContent.replaceAll(",", "")),
    ]),
  );
const heights = () =>
  [...document.querySelectorAll("#watch .chart-bar:not(.chart-down)")]
    .filter((bar) => bar.closest(".chart"))
    .map((bar) => Number(bar.getAttribute("height")));
const step = () => Number(document.querySelector("#watch input[type=range]").value);

onPage("breadth-first search layer by layer", { at: EIGHT }, async (page) => {
  await watchBars(page);
  await page.waitForSelector("#watch input[type=range]");
  await until(page, counts, { Expanded: 0, Generated: 1, Frontier: 1, "Closed list": 0 });
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  const early = await page.evaluate(counts);
  assert.ok(early.Expanded >= 3 && early.Frontier > 1);
  assert.equal(early.Expanded, early["Closed list"]);
  assert.equal((await page.evaluate(heights)).filter((height) => height > 0).length, 3);
  await until(page, (found) => document.querySelectorAll(found).length, 1, "#watch .chart-lit");
  await page.getByRole("button", { name: "One step back" }).click();
  await until(page, step, 1);
  await shot(page, "watch-bfs", { fullPage: true });
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".watch-told", /^A shortest solution of 19 moves is found/);
  const end = await page.evaluate(counts);
  assert.ok(end.Expanded > 10_000);
});

onPage("play, pause and speed", { at: EIGHT }, async (page) => {
  await watchBars(page);
  await page.locator("#watch").getByLabel("Speed").selectOption("8");
  await page.locator("#watch").getByRole("button", { name: "Play" }).click();
  await holds(page, () => document.querySelector("#watch input[type=range]").value > 3);
  await page.locator("#watch").getByRole("button", { name: "Pause" }).click();
  const at = await page.evaluate(step);
  await page.waitForTimeout(400);
  assert.equal(await page.evaluate(step), at);
});

onPage("bidirectional: two frontiers that meet", { at: EIGHT }, async (page) => {
  await watchBars(page);
  await page.getByLabel("Bidirectional").check();
  await holds(page, () => document.querySelector("#watch input[type=range]")?.getAttribute("max") > 10);
  const last = Number(await page.locator("#watch input[type=range]").getAttribute("max"));
  await page.locator("#watch input[type=range]").fill(String(last - 1));
  await until(page, (found) => document.querySelectorAll(found).length, 2, "#watch .chart-lit");
  await reads(page, ".watch-told", /end had the smaller frontier|depth \d+/);
  await shot(page, "watch-bidirectional", { fullPage: true });
});

onPage("A* by its f, and IDA* iteration by iteration", { at: EIGHT }, async (page) => {
  await watchBars(page);
  await page.getByLabel("A*", { exact: true }).check();
  await page.getByLabel("Lower bound of A* and IDA*").selectOption("manhattan");
  await until(page, () => [...document.querySelectorAll(".watch-race th")].map(({ textContent }) => textContent), [
    "Breadth-first",
    "Bidirectional",
    "A*",
    "IDA*",
  ]);
  await page.waitForSelector("#watch input[type=range]");
  await page.getByRole("button", { name: "One step on" }).click();
  await until(
    page,
    () => /^All nodes with f up to \d+ are expanded/.test(document.querySelector(".watch-told").textContent),
    true,
  );
  await shot(page, "watch-a-star", { fullPage: true });
  await page.getByLabel("IDA*", { exact: true }).check();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByRole("button", { name: "One step on" }).click();
  await until(
    page,
    () => /^The iteration with threshold \d+ has expanded/.test(document.querySelector(".watch-told").textContent),
    true,
  );
  await shot(page, "watch-ida-star", { fullPage: true });
});

onPage("a search in a large space is watched up to its limit", { at: FAR }, async (page) => {
  await watchBars(page);
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".watch-told", /^The search was stopped at its limit/);
  const { Generated } = await page.evaluate(counts);
  assert.ok(Generated >= 1e6 && Generated < 1.1e6, `${Generated}`);
});

onPage(
  "where there is no search there is nothing to watch",
  { at: "/#puzzle=8&state=2+1+3+4+5+6+7+8+x" },
  async (page) => {
    await watchBars(page);
    await page.getByText("It is proved without a search that there is no solution").waitFor();
    await until(page, (found) => document.querySelectorAll(found).length, 0, "#watch input[type=range]");
    await page.click("#tab-algorithms");
    await page.getByRole("button", { name: "Compare" }).click();
    await until(page, () => document.querySelector("#algorithms tbody th")?.textContent, "Theory");
  },
);

onPage("a search of one step", { at: "/#puzzle=8&state=1+2+3+4+5+6+7+x+8" }, async (page) => {
  await watchBars(page);
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".watch-told", /^A shortest solution of 1 move is found/);
});

onPage(
  "a position that is written like another is searched as it was reached",
  { at: "/#puzzle=swap:3x3&state=1+2+3+4+5+6+7+8+9&moves=1-2" },
  async (page) => {
    // The next move has to be diagonal, so that taking the first back is none.
    await page.click("#tab-algorithms");
    await page.getByRole("button", { name: "Compare" }).click();
    await holds(page, () => /^Done/.test(document.querySelector("#algorithms [role=status]")?.textContent));
    // On a machine that is busy a search may be stopped by the time that it has.
    const ended = (await page.evaluate(rows)).map((row) => row.at(-1)).filter((outcome) => !/\(time\)/.test(outcome));
    await page.waitForSelector("loyd-coach .figure:not(.searching) strong");
    const far = await page.evaluate(() => document.querySelector("loyd-coach .figure strong").textContent);
    assert.deepEqual([...new Set(ended)], [far === "1" ? "1 move" : `${far} moves`]);
    await watchBars(page);
    await page.getByRole("button", { name: "To the end" }).click();
    await reads(page, ".watch-told", new RegExp(`^A shortest solution of ${far} moves? `));
  },
);

const raced = () =>
  [...document.querySelectorAll(".watch-race tr")].map(({ children: [name, nodes] }) => [
    name.textContent,
    nodes.textContent.endsWith("solved"),
  ]);

onPage("a race: A* is there before breadth-first search", { at: EIGHT }, async (page) => {
  await watchBars(page);
  await until(page, () => document.querySelectorAll(".watch-race tr").length, 4);
  await page.getByRole("button", { name: "Race" }).click();
  const unsolved = [["Breadth-first"], ["Bidirectional"], ["A*"], ["IDA*"]].map(([name]) => [name, false]);
  await until(page, raced, unsolved);
  await holds(page, () => document.querySelectorAll(".watch-race tr")[2].textContent.endsWith("solved"));
  assert.deepEqual((await page.evaluate(raced))[0], ["Breadth-first", false]);
  await until(
    page,
    raced,
    unsolved.map(([name]) => [name, true]),
  );
  await until(page, () => document.activeElement.textContent, "Race");
  await shot(page, "watch-race", { fullPage: true });
});

onPage("without motion a race shows its end", { at: EIGHT, context: { reducedMotion: "reduce" } }, async (page) => {
  await watchBars(page);
  await until(page, () => document.querySelectorAll(".watch-race tr").length, 4);
  await page.getByRole("button", { name: "Race" }).click();
  await until(
    page,
    () => [...document.querySelectorAll(".watch-race tr")].every(({ textContent }) => textContent.endsWith("solved")),
    true,
  );
});
