/**
 * The harness: a server, a browser, and pages that fail a test when they log an error.
 *
 *     npm ci --prefix loyd-web/tests/page
 *     LOYD=target/release/loyd node --test loyd-web/tests/page/
 *
 * `LOYD` is the binary that serves (on a free port); `LOYD_URL` names a server that runs already instead; `LOYD_SHOTS`
 * is a folder for screenshots; `CHROMIUM` is the browser. `LOYD_SITE` is the folder of the page without a server, which
 * a plain static server then sends below a path. `LOYD_HTTP=1` leaves only the tests that need a server. `LOYD_SLOW=10`
 * makes the page ten times as slow and holds each of its files back for a second, which finds the tests that do not
 * wait. Without a browser every test is skipped, with a loud line.
 */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { strict as assert } from "node:assert";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";
import { linkOf } from "../../page/link.js";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
const SLOW = Number(process.env.LOYD_SLOW ?? 1);
const PATIENCE = 30_000 * SLOW;
const SITE = process.env.LOYD_SITE;

const skipped = existsSync(CHROMIUM) ? false : `no browser at ${CHROMIUM}: THE PAGE IS NOT TESTED`;
if (skipped) console.error(`\n== ${skipped}\n`);

let started;

/** A browser. */
export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** The one server and browser of a test file. */
async function start() {
  const server = SITE ? await sendFolder(SITE) : process.env.LOYD_URL ? { url: process.env.LOYD_URL, end() {} } : await serve();
  return { browser: await launch(), server };
}

after(async () => {
  const { browser, server } = (await started) ?? {};
  await browser?.close();
  server?.end();
});

/** Sends a folder below a path, as any static host does. @param {string} folder */
export async function sendFolder(folder) {
  const root = mkdtempSync(join(tmpdir(), "loyd-site-"));
  mkdirSync(join(root, "some"));
  symlinkSync(resolve(folder), join(root, "some/path"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/some/path`;
  const child = spawn("python3", ["-m", "http.server", "-b", "127.0.0.1", "-d", root, String(port)], { stdio: "ignore" });
  await answers(url, child);
  return { url, end: () => child.kill() };
}

/** Waits until an address answers. @param {string} address */
async function answers(address, child) {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await fetch(address).catch(() => null))?.ok) return;
    assert.equal(child.exitCode, null, "the server ended");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  throw new Error("the server does not answer");
}

async function serve() {
  const binary = process.env.LOYD;
  assert.ok(binary, "LOYD names no binary");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(binary, ["serve", "-q", "--listen", `127.0.0.1:${port}`], { stdio: ["ignore", "ignore", "inherit"] });
  await answers(`${url}/healthz`, child);
  return { url, end: () => child.kill() };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .on("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });
}

/** The example of a puzzle, as the command prints it; null if the command has none. */
const exampleOf = (puzzle) => {
  if (!process.env.LOYD) return null;
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    const lines = execFileSync(process.env.LOYD, ["puzzles", puzzle, "--format", "json"], options).trim().split("\n");
    return lines.map((line) => JSON.parse(line).example).find((example) => example !== undefined) ?? null;
  } catch {
    return null;
  }
};

/**
 * An address of a game that names its position. The page draws a position for a link without one, and a test begins where
 * it began the last time: in the example of the puzzle.
 */
export function withExample(address) {
  const [before, hash = ""] = address.split("#");
  const fields = new URLSearchParams(hash);
  const puzzle = fields.get("puzzle");
  const state = puzzle && !fields.has("state") && !fields.has("board") && exampleOf(puzzle);
  return state ? `${before}#${hash}&state=${encodeURIComponent(state)}` : address;
}

/**
 * A test on a page of its own.
 * @param {string} name
 * @param {{at?: string, faults?: RegExp, context?: object, http?: boolean, isAsWritten?: boolean}} options `at`: the address behind the
 *   server's; `faults`: console errors that belong to the test; `context`: what the browser's context is made with;
 *   `http`: the test changes what the server says, so it needs one; `isAsWritten`: a link without a position has none
 * @param {(page: import("playwright-core").Page, tools: {url: string}) => Promise<void>} work
 */
export function onPage(name, { at = "/", faults, context = {}, http = false, isAsWritten = false }, work) {
  const left = http ? SITE && "needs a server" : process.env.LOYD_HTTP && "needs no server";
  test(name, { skip: skipped || left || false, timeout: 4 * PATIENCE }, async () => {
    const { browser, server } = await (started ??= start());
    // The worker of a later visit without a network has a test of its own (site/tests), and takes a tenth of the time.
    const all = { viewport: { width: 1280, height: 900 }, locale: "en-US", serviceWorkers: "block" };
    const own = await browser.newContext({ ...all, ...context });
    own.setDefaultTimeout(PATIENCE);
    await own.addInitScript(() => {
      globalThis.said = "";
      addEventListener("DOMContentLoaded", () => {
        const live = document.getElementById("live");
        new MutationObserver(() => (globalThis.said += ` ${live.textContent}`)).observe(live, { childList: true });
      });
    });
    const page = await own.newPage();
    if (SLOW > 1) {
      await (await own.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOW });
      await page.route(/\.(js|wasm)$/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 100 * SLOW));
        await route.continue().catch(() => {});
      });
    }
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
    page.on("console", (message) => {
      const text = `${message.text()} ${message.location().url}`;
      if (message.type() === "error" && !faults?.test(text)) errors.push(text);
    });
    page.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
        errors.push(`request to ${request.url()}`);
    });
    // A test that changes what the server says holds requests back or answers them. The browser begins to ask before
    // the page is there: a request that is sent while the browser begins to ask is neither held back nor reported.
    if (http) await page.route("**/api/**", (route) => route.continue());
    try {
      await page.goto(server.url + (isAsWritten ? at : withExample(at)));
      await page.waitForSelector("loyd-board .piece, loyd-board .well, loyd-board .sticker");
      // The panels are loaded after the board is drawn.
      await holds(page, () => customElements.get("loyd-newgame") !== undefined);
      await work(page, { url: server.url });
    } finally {
      await own.close();
    }
    assert.deepEqual(errors, []);
  });
}

/**
 * Waits until what the page computes is this. The page's policy forbids to evaluate text there, so the wait is
 * here. What cannot be computed yet, as its element is not there or the page is being loaded, is waited for, too.
 */
export const until = (page, compute, expected, argument) =>
  waits(() => page.evaluate(compute, argument), expected, () => page.isClosed());

/** Asks until the reply is this, for as long as nothing `ended`. */
async function waits(ask, expected, ended = () => false) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const found = await ask().catch((error) => error);
    if (isDeepStrictEqual(found, expected)) return;
    if (found instanceof Error && (ended() || Date.now() > deadline)) throw found;
    if (Date.now() > deadline) assert.deepEqual(found, expected);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until a condition holds in the page. */
export const holds = (page, condition, argument) => until(page, condition, true, argument);

/** Waits until the text of an element, as it is seen, matches. */
export const reads = (page, selector, pattern) =>
  holds(
    page,
    ([selector, source]) => new RegExp(source, "s").test(document.querySelector(selector).innerText),
    [selector, pattern.source],
  );

/**
 * What is read from each element of a locator, once there is one: the browser's own list of elements does not wait.
 * @template T
 * @param {import("playwright-core").Locator} locator @param {(elements: any[]) => T[]} read
 * @returns {Promise<T[]>}
 */
export async function each(locator, read) {
  await locator.first().waitFor({ state: "attached" });
  return locator.evaluateAll(read);
}

/** Waits until a locator has this many elements. @param {import("playwright-core").Locator} locator @param {number} many */
export const many = (locator, many) => waits(() => locator.count(), many);

/** Loads the page again as soon as the address has the game, which the page writes a moment after a move. */
export async function reload(page) {
  const game = await page.evaluate(() => {
    const { puzzle, board, goal, start, moves, cursor, beat, day } = document.querySelector("loyd-board").game;
    return { puzzle, board, goal, start, moves, cursor, beat, day };
  });
  await until(page, () => location.hash, linkOf(game));
  await page.reload();
}

/** The pieces of the board in reading order, `x` for the blank. */
export const board = (page) => page.evaluate(pieces);

/** Waits until the board shows this. */
export const shows = (page, expected) => until(page, pieces, expected);

function pieces() {
  const found = new Map();
  const look = document.querySelector("loyd-board").look;
  for (const [row, squares] of (look?.picture ?? []).entries()) {
    for (const [column, square] of squares.entries())
      if (square) found.set(`${row},${column}`, square.kind === "empty" ? "x" : square.text);
  }
  return [...found.values()].join(" ");
}

/** Waits until the coach says a distance. */
export const distance = (page, expected) =>
  until(page, () => document.querySelector("loyd-coach .figure:not(.searching) strong")?.textContent, String(expected));

/** Waits until the live region has said this. */
export const hears = (page, words) => until(page, (words) => globalThis.said.includes(words), true, words);

/**
 * Holds requests to an address back: `asked` is there once the first came, `release` lets it and those after it go.
 * The test is of those that change what the server says (`http`).
 * @param {import("playwright-core").Page} page @param {string} address
 */
export async function holdBack(page, address) {
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return { asked: page.waitForRequest(address), release };
}

/** The middle of a square of the board on the screen. */
export const middle = (page, row, column) =>
  page.evaluate(
    ([row, column]) => {
      const square = document.querySelector(`[data-place="${row},${column}"]`);
      // A page that was scrolled to a button below the board is scrolled back, as a player does.
      square.scrollIntoView({ block: "nearest" });
      const { left, top, width, height } = square.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    },
    [row, column],
  );

/** Clicks a square of the board. */
export async function click(page, row, column) {
  const { x, y } = await middle(page, row, column);
  await page.mouse.click(x, y);
}

/** Keeps a screenshot where `LOYD_SHOTS` says. */
export async function shot(page, name, options = {}) {
  const folder = process.env.LOYD_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}
