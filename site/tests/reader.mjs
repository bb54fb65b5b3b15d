/** A reader of the book: a page in a browser, below a path of a plain static server, that must log no error. */

import { test, after } from "node:test";
import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launch, sendFolder } from "../../loyd-web/tests/page/browser.mjs";

export const DIST = process.env.LOYD_SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
const browserThere = existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium");

let started;
const start = async () => ({ browser: await launch(), server: await sendFolder(DIST) });

after(async () => {
  const { browser, server } = (await started) ?? {};
  await browser?.close();
  server?.end();
});

/**
 * A test with a reader, who begins at an address of the book.
 * @param {string} name @param {{at?: string, context?: object, skip?: string | false}} options
 * @param {(page: import("playwright-core").Page, book: string) => Promise<void>} work
 */
export function reader(name, { at = "", context = {}, skip = false }, work) {
  test(name, { skip: browserThere ? skip : "no browser: THE BOOK IS NOT TESTED", timeout: 120_000 }, async () => {
    const { browser, server } = await (started ??= start());
    const book = `${server.url}/book/`;
    const own = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", ...context });
    const page = await own.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) errors.push(`request to ${request.url()}`);
    });
    try {
      await page.goto(book + at);
      await work(page, book);
    } finally {
      await own.close();
    }
    assert.deepEqual(errors, []);
  });
}
