/**
 * Measures the page: its first paint, when a move is drawn, and when its distance is told. Medians and the greatest.
 *
 *     LOYD_URL=http://127.0.0.1:8015 node loyd-web/tests/page/times.mjs
 *
 * The first visit is measured with a processor 4 times slower, 150 ms for a round trip and 10 Mbit/s, because that is
 * what a phone has.
 */

import { strict as assert } from "node:assert";
import { chromium } from "playwright-core";

const POSITIONS = {
  8: ["8 6 7 2 5 4 3 x 1", "2 3 4 1 5 x 7 6 8"],
  15: ["5 1 3 4 2 10 6 8 13 9 7 12 x 14 11 15", "9 7 2 4 5 10 6 3 13 x 11 8 1 14 15 12"],
};
const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** Notes, in milliseconds since the visit began, when the board is drawn and when the coach has its first figure. */
function visit() {
  globalThis.visited = {};
  addEventListener("DOMContentLoaded", () => {
    const note = (name, selector) => {
      if (name in globalThis.visited || !document.querySelector(selector)) return;
      globalThis.visited[name] = 0;
      // The frame after this one is on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.visited[name] = performance.now())));
    };
    new MutationObserver(() => {
      note("drawn", "loyd-board .piece");
      note("told", "loyd-coach .figure:not(.searching) strong");
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

/**
 * Notes when a key goes down, when the board changes after it, and when the coach has its figure: a move changes the
 * distance of these puzzles by 1, so the new figure is another one.
 */
function watch() {
  const seen = { down: 0, drawn: 0, told: 0, figure: "" };
  globalThis.seen = seen;
  const figure = () => document.querySelector("loyd-coach .figure:not(.searching) strong")?.textContent ?? "";
  addEventListener(
    "keydown",
    () => {
      Object.assign(seen, { down: performance.now(), drawn: 0, told: 0, figure: figure() });
    },
    true,
  );
  addEventListener("DOMContentLoaded", () => {
    const observe = (selector, note) =>
      new MutationObserver(note).observe(document.querySelector(selector), {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    observe("loyd-board", () => {
      if (!seen.drawn) requestAnimationFrame(() => (seen.drawn ||= performance.now()));
    });
    observe("loyd-coach", () => {
      if (![seen.figure, ""].includes(figure())) seen.told ||= performance.now();
    });
  });
}

const median = (list) => list.toSorted((one, other) => one - other)[list.length >> 1];
const say = (what, list) => {
  const [middle, most] = [median(list), Math.max(...list)].map((time) => time.toFixed(1));
  console.log(`${what}: median ${middle} ms, at most ${most} ms of ${list.length}`);
};
/** What the board shows. */
const shown = (page) => page.evaluate(() => JSON.stringify(document.querySelector("loyd-board").look.picture));

const paints = [];
for (let count = 0; count < 11; count++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(process.env.LOYD_URL);
  await page.waitForSelector("loyd-board .piece");
  paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  await context.close();
}
say("first paint", paints);

const [playable, told, bytes] = [[], [], []];
for (let count = 0; count < 5; count++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const throughput = 10e6 / 8;
  const line = { offline: false, latency: 150, downloadThroughput: throughput, uploadThroughput: throughput };
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let received = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (received += encodedDataLength));
  await page.addInitScript(visit);
  await page.goto(`${process.env.LOYD_URL}/#puzzle=8`, { waitUntil: "commit" });
  await page.waitForSelector("loyd-coach .figure:not(.searching) strong", { timeout: 120_000 });
  bytes.push(received);
  await page.waitForTimeout(500);
  const visited = await page.evaluate(() => globalThis.visited);
  assert.ok(visited.drawn > 0 && visited.told > 0, JSON.stringify(visited));
  playable.push(visited.drawn);
  told.push(visited.told);
  await context.close();
}
say("first visit of a phone, the board is drawn", playable);
say("first visit of a phone, the coach's first distance", told);
console.log(`first visit: ${median(bytes)} bytes`);

for (const [puzzle, positions] of Object.entries(POSITIONS)) {
  const [drawn, told] = [[], []];
  for (const position of positions) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(`${process.env.LOYD_URL}/#puzzle=${puzzle}&state=${position.replaceAll(" ", "+")}`);
    await page.waitForSelector("loyd-coach .figure:not(.searching) strong");
    for (let count = 0; count < 12; count++) {
      const before = await shown(page);
      await page.keyboard.press(KEYS[(count * 7 + (count >> 1)) % 4]);
      await page.waitForTimeout(1000);
      const after = await shown(page);
      // A key that moves nothing is none.
      if (before === after) continue;
      const seen = await page.evaluate(() => globalThis.seen);
      assert.ok(seen.drawn > seen.down && seen.told > seen.down, JSON.stringify(seen));
      drawn.push(seen.drawn - seen.down);
      told.push(seen.told - seen.down);
    }
    await context.close();
  }
  say(`${puzzle}-puzzle, a move is drawn`, drawn);
  say(`${puzzle}-puzzle, its distance is told`, told);
}
await browser.close();
