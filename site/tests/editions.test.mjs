/**
 * The two editions of the module. The small one answers about boards of up to 16 cells as the whole one does, and refuses
 * every other puzzle in the way that the page passes on. The page loads the whole one only for another puzzle.
 */

import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { strict as assert } from "node:assert";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { ask, puzzles } from "../npm/loyd.js";
import { distance, holds, onPage } from "../../loyd-web/tests/page/browser.mjs";

const GLUE = resolve(process.env.CARGO_TARGET_DIR ?? new URL("../../target", import.meta.url).pathname, "site/glue/small");
const { default: init, JsonService } = await import(pathToFileURL(`${GLUE}/loyd.js`).href);
await init({ module_or_path: await readFile(`${GLUE}/loyd_bg.wasm`) });
const small = new JsonService(1e9);

const SMALL = ["8", "15", "sliding:2x2", "sliding:2x3", "sliding:1x4", "sliding:2x8", "十五数码", "3x4"];

/** A reply without what differs from run to run. */
const settled = (reply) =>
  JSON.parse(JSON.stringify(reply, (key, value) => (/seconds|per_second|bytes/.test(key) ? undefined : value)));

/** The reply of the small edition, or its fault. */
function answered(call) {
  try {
    return JSON.parse(call());
  } catch (why) {
    assert.equal(typeof why, "string", String(why));
    return { fault: JSON.parse(why) };
  }
}

for (const puzzle of SMALL) {
  test(`the small module about ${puzzle}`, async () => {
    const { state } = await ask({ ask: "random", puzzle, seed: 7 });
    const questions = [
      { ask: "random", puzzle, seed: 7 },
      { ask: "moves", puzzle, state, convention: "tile" },
      { ask: "distance", puzzle, state, limit_nodes: 2_000_000 },
      { ask: "next", puzzle, state, limit_nodes: 2_000_000 },
      { ask: "solve", puzzle, state, limit_nodes: 2_000_000 },
      { ask: "solve", puzzle, state, first: true },
      { ask: "map", puzzle, dry_run: true },
    ];
    for (const question of questions) {
      const own = answered(() => small.ask(JSON.stringify(question)));
      assert.deepEqual(settled(own), settled(await ask(question)), JSON.stringify(question));
    }
    assert.deepEqual(settled(answered(() => small.puzzles(puzzle))), settled(await puzzles(puzzle)));
  });
}

test("the small module refuses every other puzzle, so that the page asks the whole one", async () => {
  const families = await puzzles();
  assert.deepEqual(answered(() => small.puzzles()), families);
  const ids = families.flatMap(({ family, examples, aliases }) => [family, ...examples, ...aliases.map(({ alias }) => alias)]);
  let refused = 0;
  for (const puzzle of ids) {
    const { fault } = answered(() => small.ask(JSON.stringify({ ask: "moves", puzzle })));
    // A position is not given here, so a puzzle that the module opens says so.
    if (fault === undefined || fault.field === "state") continue;
    assert.equal(fault.field, "puzzle", `${puzzle}: ${JSON.stringify(fault)}`);
    assert.equal(answered(() => small.puzzles(puzzle)).fault?.field, "puzzle", puzzle);
    refused++;
  }
  assert.ok(refused > 60, `${refused} puzzles`);
});

/** The modules that a page has loaded. */
const loaded = (page) =>
  page.evaluate(() => performance.getEntriesByType("resource").flatMap(({ name }) => /loyd-(\w+)-\w+\.wasm/.exec(name)?.[1] ?? []));

onPage("a 15-puzzle needs the small module alone", { at: "/#puzzle=15&state=5+1+3+4+2+10+6+8+13+9+7+12+x+14+11+15" }, async (page) => {
  await distance(page, 11);
  await page.click("loyd-controls button:has-text('Solve')");
  await holds(page, () => !document.querySelector("loyd-player").hidden);
  assert.deepEqual(await loaded(page), ["small"]);
});

onPage("a cube loads the whole module", { at: "/#puzzle=8&state=1+2+3+4+x+5+7+8+6" }, async (page) => {
  await distance(page, 2);
  await page.evaluate(() => (location.hash = "#puzzle=2x2x2"));
  await holds(page, () => document.querySelector("loyd-board .sticker") !== null);
  assert.deepEqual((await loaded(page)).toSorted(), ["small", "whole"]);
});
