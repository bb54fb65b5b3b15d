/** The page without a server: below a path of a plain static server, in a browser, with and without the network. */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onPage, distance, holds, board, sendFolder } from "../../loyd-web/tests/page/browser.mjs";

const DIST = process.env.LOYD_SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const EIGHT = "/#puzzle=8&state=1+2+3+4+x+5+7+8+6";

test("a folder of a few files, and none names another host", () => {
  // The book is a folder, with tests of its own.
  const names = readdirSync(DIST, { withFileTypes: true }).filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(readdirSync(DIST).filter((name) => !names.includes(name) && name !== "book"), []);
  const files = new Set(names.map((name) => name.replace(/\.(gz|br)$/, "")));
  assert.ok(files.size <= 10, String(names));
  for (const name of names.filter((name) => /\.(html|js|css|webmanifest)$/.test(name))) {
    const addresses = readFileSync(`${DIST}/${name}`, "utf8").match(/https?:\/\/[\w.-]+/g) ?? [];
    // Names of formats are no hosts that a page asks.
    assert.deepEqual(addresses.filter((address) => !address.endsWith("www.w3.org")), [], name);
  }
});

onPage("the coach says the distance", { at: EIGHT }, async (page) => {
  await distance(page, 2);
});

onPage("the first board is drawn, and moves, before the module is there", {}, async (page) => {
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/*.wasm.gz", async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.waitForSelector("loyd-board .piece");
  const before = await board(page);
  for (const key of ["ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  await holds(page, () => document.querySelector("loyd-controls .count").textContent === "1 move");
  assert.notEqual(await board(page), before);
  release();
  await holds(page, () => document.querySelector("loyd-controls .count").textContent === "2 moves");
  await holds(page, () => /^\d+$/.test(document.querySelector("loyd-coach .figure:not(.searching) strong")?.textContent));
});

onPage("a cube and a 15-puzzle are coached, and a search is given up", { at: "/#puzzle=2x2x2" }, async (page) => {
  await holds(page, () => /^\d+$/.test(document.querySelector("loyd-coach .figure:not(.searching) strong")?.textContent));
  await page.goto(`${page.url().split("#")[0]}?15#puzzle=15&state=14+15+8+12+10+11+9+13+2+6+5+1+3+7+4+x`);
  await page.waitForSelector("loyd-coach .searching");
  await page.goto(`${page.url().split("#")[0]}?8${EIGHT.slice(1)}`);
  await distance(page, 2);
});

onPage("the second visit needs no network", { at: EIGHT, context: { serviceWorkers: "allow" } }, async (page) => {
  await distance(page, 2);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await holds(page, async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await distance(page, 2);
  assert.equal(await board(page), "1 2 3 4 x 5 7 8 6");
});

test("the files that a first visit needs are small", async () => {
  const names = readdirSync(DIST);
  const size = (pattern) => statSync(`${DIST}/${names.find((name) => pattern.test(name))}`).size;
  const needed = [/^loyd-small-.*\.wasm\.gz$/, /^page-.*\.js\.gz$/, /^of-chunk-.*\.js\.gz$/, /^of-panels-.*\.js\.gz$/, /^worker-.*\.js\.gz$/, /^index\.html\.gz$/];
  const all = needed.reduce((sum, pattern) => sum + size(pattern), 0);
  assert.ok(all < 1_000_000, `a first visit takes ${all} bytes`);
});
