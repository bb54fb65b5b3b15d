/** Searches node by node. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { manhattanOf } from "../../page/search/manhattan.js";
import { OneWay, traceOf } from "../../page/search/textbook.js";
import { MOST_NODES } from "../../page/search/trace.js";
import { holds, many, onPage, reads, shot, until } from "./browser.mjs";

/**
 * Positions of a graph with one letter for each, in place of the server's.
 * @param {Record<string, string>} edges @param {Record<string, number>} [bounds]
 */
function graph(edges, bounds = {}, goal = "z") {
  const position = (name) => ({ start: name, moves: [], state: name, picture: [], key: name });
  return {
    here: async () => position("a"),
    goal: async () => position(goal),
    isGoal: async ({ key }) => key === goal,
    successors: async ({ key }) => [...edges[key]].map((name) => ({ ...position(name), move: name })),
    bounds: async (positions) => positions.map(({ key }) => bounds[key] ?? 0),
  };
}

// Two ways from a to z: a b c z, and a d e f z.
const EDGES = { a: "db", b: "ac", c: "bz", d: "ae", e: "df", f: "ez", z: "cf" };
const pathOf = ({ path }) => path.map(({ position }) => position.key).join("");
const taken = ({ steps }) => steps.filter(({ told }) => told.startsWith("take")).map(({ at }) => at.position.key);

test("every algorithm of the textbook finds the shortest path", async () => {
  const bounds = { a: 2, b: 1, c: 1, d: 3, e: 2, f: 1 };
  for (const algorithm of ["bfs", "a-star", "ida-star"]) {
    const { steps } = await traceOf(algorithm, graph(EDGES, bounds), "some");
    assert.equal(steps.at(-1).end, "found", algorithm);
    assert.equal(pathOf(steps.at(-1)), "abcz", algorithm);
  }
  const both = (await traceOf("bidirectional", graph(EDGES), "")).steps.at(-1);
  assert.equal(both.end, "found");
  // The position where both meet is a node of each tree.
  assert.equal(both.path.length - 2, 3);
});

test("breadth-first search takes nodes by depth, and A* by f", async () => {
  assert.deepEqual(taken(await traceOf("bfs", graph(EDGES), "")), [..."adbecfz"]);
  const bounds = { a: 2, b: 1, c: 1, d: 3, e: 2, f: 1 };
  const trace = await traceOf("a-star", graph(EDGES, bounds), "some");
  assert.deepEqual(taken(trace), [..."abcz"]);
  for (const { open } of trace.steps) {
    const sums = open.map(({ g, h }) => g + h);
    assert.deepEqual(sums, sums.toSorted((one, other) => one - other));
  }
});

test("A* opens a node again that it meets by a shorter path", async () => {
  // The bound of b misleads: c is expanded first by the longer way through d and e.
  const edges = { a: "bd", b: "ac", c: "bex", d: "ae", e: "dc", x: "cz", z: "x" };
  const bounds = { a: 2, b: 3, d: 0, e: 0, c: 0, x: 1 };
  const trace = await traceOf("a-star", graph(edges, bounds), "some");
  assert.equal(taken(trace).filter((key) => key === "c").length, 2);
  assert.equal(pathOf(trace.steps.at(-1)), "abcxz");
});

test("IDA* raises its threshold to the least f that it left out", async () => {
  const bounds = { a: 1, b: 1, c: 1, d: 3, e: 2, f: 1 };
  const { steps } = await traceOf("ida-star", graph(EDGES, bounds), "some");
  assert.deepEqual([...new Set(steps.map(({ threshold }) => threshold))], [1, 2, 3]);
  for (const { told, at, threshold } of steps) {
    if (told === "cut") assert.ok(at.g + at.h > threshold);
    if (told === "take.deep") assert.ok(at.g + at.h <= threshold);
  }
});

test("a search from the goal is refused where a move cannot be taken back", async () => {
  const edges = { ...EDGES, c: "b" };
  await assert.rejects(traceOf("bidirectional", graph(edges), ""), OneWay);
});

test("a search ends when no node waits, and a drawing when it is full", async () => {
  const { steps } = await traceOf("bfs", graph({ a: "b", b: "a" }), "");
  assert.equal(steps.at(-1).end, "none");
  const endless = graph(EDGES);
  let made = 0;
  endless.successors = async () => ["l", "r"].map((move) => ({ key: `${made++}`, state: "", moves: [], picture: [], move }));
  const trace = await traceOf("bfs", endless, "");
  assert.equal(trace.steps.at(-1).end, "full");
  assert.ok(trace.nodes.length >= MOST_NODES && trace.nodes.length < MOST_NODES + 2);
});

const rows = (text) =>
  text
    .split("/")
    .map((row) => [...row].map((sign) => (sign === "x" ? { kind: "empty", text: "" } : { kind: "piece", text: sign })));

test("what each tile adds to the Manhattan distance", () => {
  const goal = rows("123/456/78x");
  const tiles = manhattanOf(rows("234/15x/768"), goal, 9);
  assert.deepEqual(
    tiles.map(({ adds }) => adds),
    [1, 1, 3, 1, 0, 0, 2, 1],
  );
  // If the server's bound is another number, the sum is not shown.
  assert.equal(manhattanOf(rows("234/15x/768"), goal, 10), null);
  assert.equal(manhattanOf(rows("11x"), rows("11x"), 0), null);
});

const NEAR = "/#puzzle=8&state=1+2+3+4+x+6+7+5+8";
const EIGHT = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";
const visible = () => [...document.querySelectorAll("#watch .tree .node:not([hidden])")].length;
const labels = () =>
  [...document.querySelectorAll("#watch .tree .node:not([hidden]) > text")].map(({ textContent }) => textContent);
const onward = (page) => page.getByRole("button", { name: "One step on" }).click();

onPage("a bound that is not known in time is not shown as a number", { http: true, at: EIGHT }, async (page) => {
  await page.route("**/api/v1/compare", async (route) => {
    const reply = await route.fetch();
    const rows = (await reply.json()).map((row) => ({ ...row, outcome: "stopped", reason: "time", at_least: 0 }));
    await route.fulfill({ response: reply, json: rows });
  });
  await page.click("#tab-watch");
  await page.getByLabel("A*", { exact: true }).check();
  await reads(page, "#watch .panel-fault", /linear-conflict/);
  await until(page, visible, 0);
});

onPage("the tree of a breadth-first search grows step by step, and back", { at: NEAR }, async (page) => {
  await page.click("#tab-watch");
  await until(page, visible, 1);
  await onward(page);
  await reads(page, ".search-told", /^The first node is taken/);
  await reads(page, ".search-code [aria-current]", /take the first node/);
  await onward(page);
  await until(page, labels, ["g 0", "g 1", "g 1", "g 1", "g 1"]);
  await page.getByRole("button", { name: "One step back" }).click();
  await until(page, visible, 1);
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".search-told", /a shortest solution of 2 moves/);
  await until(page, () => document.querySelectorAll("#watch .node.path").length, 3);
  await shot(page, "search-bfs", { fullPage: true });
});

onPage("A* shows g + h = f, the open list by f, and Manhattan on the tiles", { at: EIGHT }, async (page) => {
  await page.click("#tab-watch");
  await page.getByLabel("A*", { exact: true }).check();
  await page.getByLabel("Lower bound of A* and IDA*").selectOption("manhattan");
  await until(page, labels, ["0+9=9"]);
  await until(
    page,
    () => [...document.querySelectorAll("#watch .adds text")].map(({ textContent }) => Number(textContent)),
    [1, 1, 3, 1, 2, 1],
  );
  await onward(page);
  await onward(page);
  await until(page, () => document.querySelectorAll("#watch .search-node").length, 3);
  const sums = await page.evaluate(() =>
    [...document.querySelectorAll("#watch .search-node span:not(.unseen)")].map(({ textContent }) => Number(textContent.split("=")[1])),
  );
  assert.deepEqual(sums, sums.toSorted((one, other) => one - other));
  await page.locator("#watch input[type=range]").fill("40");
  await reads(page, "#watch .search-detail", /Last move: slide [1-8] (up|down|left|right)/);
  await shot(page, "search-a-star", { fullPage: true });
});

onPage("IDA* begins again with a higher threshold", { at: EIGHT }, async (page) => {
  await page.click("#tab-watch");
  await page.getByLabel("IDA*", { exact: true }).check();
  await page.getByLabel("Lower bound of A* and IDA*").selectOption("manhattan");
  const threshold = () =>
    [...document.querySelectorAll("#watch .search .panel-facts div")]
      .find(({ firstChild }) => firstChild.textContent === "Threshold")
      ?.lastChild.textContent;
  await until(page, threshold, "9");
  await page.getByRole("button", { name: "To the end" }).click();
  await holds(page, () => !document.querySelector("#watch .search-told").textContent.includes("first threshold"));
  const last = Number(await page.evaluate(threshold));
  assert.ok(last > 9 && last % 2 === 1, `${last}`);
  await shot(page, "search-ida-star", { fullPage: true });
});

onPage("two trees meet", { at: "/#puzzle=8&state=1+2+3+4+6+x+7+5+8" }, async (page) => {
  await page.click("#tab-watch");
  await page.getByLabel("Bidirectional").check();
  await page.waitForSelector("#watch .tree");
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".search-told", /Both searches have met .* solution of 3 moves/);
  await shot(page, "search-bidirectional", { fullPage: true });
});

onPage("where moves cannot be taken back there is no search from the goal", { at: "/#puzzle=magic-board" }, async (page) => {
  await page.click("#tab-watch");
  await page.getByLabel("Bidirectional").check();
  await page.getByText("cannot be taken back by one move").waitFor();
});

onPage("the first nodes of a large puzzle", { at: "/#puzzle=15" }, async (page) => {
  await page.click("#tab-watch");
  await page.waitForSelector("#watch .tree .node");
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".search-told", /^The drawing ends here, at 1\d\d nodes/);
  await shot(page, "search-fifteen", { fullPage: true });
});

onPage("a position that is written like another has its own successors", { at: "/#puzzle=swap:2x2" }, async (page) => {
  await page.click("#tab-watch");
  await page.waitForSelector("#watch .tree .node");
  await page.getByRole("button", { name: "To the end" }).click();
  await reads(page, ".search-told", /goal/);
  const far = await page.locator("loyd-coach .figure strong").textContent();
  await until(page, () => String(document.querySelectorAll("#watch .node.path").length - 1), far);
});

/** The question of a guess and its choices, where they are on the screen. */
const seen = () =>
  [".search-told", ".search-told + * > .search-open"].filter((part) => {
    const { top, bottom } = document.querySelector(`#watch ${part}`)?.getBoundingClientRect() ?? { top: -1 };
    return top >= 0 && bottom <= innerHeight;
  });

onPage("a guess of the next node", { at: EIGHT }, async (page) => {
  await page.click("#tab-watch");
  await page.getByLabel("A*", { exact: true }).check();
  await page.getByLabel("Lower bound of A* and IDA*").selectOption("manhattan");
  await until(page, labels, ["0+9=9"]);
  await page.getByLabel("Guess first which node is next").check();
  await onward(page);
  await onward(page);
  await onward(page);
  await reads(page, ".search-told", /^Which node does the algorithm take next/);
  // The question and its choices are on the screen together.
  await until(page, seen, [".search-told", ".search-told + * > .search-open"]);
  const worst = page.locator("#watch .search-node", { hasText: "1+10=11" }).first();
  await shot(page, "search-guess", { fullPage: true });
  await worst.click();
  await reads(page, ".search-told", /^Not 1\+10=11: the algorithm takes 1\+8=9/);
  await until(page, () => document.activeElement?.getAttribute("aria-label"), "One step on");
});

const ROADS = 'picture = "1 2 3"\n[moves]\nlong = { cycles = "(1 2)", weight = 3 }\nshort = "(2 3)"';

onPage(
  "a puzzle whose moves differ in cost is not searched as if they cost 1",
  { at: `/#puzzle=file&board=${encodeURIComponent(ROADS)}&state=3+2+1` },
  async (page) => {
    await page.click("#tab-watch");
    await page.getByLabel("A*", { exact: true }).check();
    await reads(page, "#watch .search", /The moves of this puzzle differ in cost/);
    await until(page, visible, 0);
  },
);

/** A puzzle for each look of a board, at a position near the goal. */
const LOOKS = ["pancake:4", "top-spin:6x3", "rolling-cubes", "2x2x2", "pyraminx", "hungarian-rings", "light-up"];

for (const puzzle of LOOKS) {
  const board = puzzle === "light-up" ? `&board=${encodeURIComponent("...\n.0.\n...")}&state=none` : "";
  onPage(`small pictures of ${puzzle}`, { at: `/#puzzle=${puzzle}${board}`, faults: /status of 4/ }, async (page) => {
    await page.click("#tab-watch");
    await page.waitForSelector("#watch .tree .node svg > *");
    await many(page.locator("#watch .panel-fault:visible"), 0);
    await shot(page, `search-${puzzle.replace(":", "-")}`, { fullPage: true });
    await page.click("#tab-class");
    await page.locator("#class").getByLabel("Question").selectOption("next");
    await page.locator("#class").getByLabel("Algorithm").selectOption("bfs");
    await page.getByRole("button", { name: "Ask me" }).click();
    await page.waitForSelector("#class .search-node svg > *");
  });
}

for (const [language, height] of [["en", 800], ["zh", 720]]) {
  const at = `/?lang=${language}#puzzle=8&state=2+3+4+1+5+x+7+6+8`;
  const context = { viewport: { width: 1280, height } };
  onPage(`controls, tree, code and open list are in one view of 1280x${height}: ${language}`, { at, context }, async (page) => {
    await page.click("#tab-watch");
    for (const algorithm of ["bfs", "bidirectional", "a-star", "ida-star"]) {
      await page.click(`loyd-watch input[value="${algorithm}"]`);
      await holds(page, (algorithm) => {
        const lines = document.querySelectorAll(".search-code li").length;
        return lines === (algorithm === "ida-star" ? 6 : 5) && document.querySelector(".search-waiting h3") !== null;
      }, algorithm);
      for (let step = 0; step < 5; step++) await page.click(".watch-controls button:nth-of-type(4)");
      const [scrolled, ...below] = await page.evaluate(() => [
        scrollY,
        ...[".watch-controls", "loyd-watch input[type=range]", ".search-scroll", ".search-code", ".search-told", ".search-waiting h3"]
          .filter((part) => {
            const { top, bottom, right } = document.querySelector(part).getBoundingClientRect();
            return top < 0 || bottom > innerHeight || right > innerWidth;
          }),
      ]);
      assert.deepEqual([scrolled, below], [0, []], algorithm);
    }
    await shot(page, `watch-${language}`);
  });
}
