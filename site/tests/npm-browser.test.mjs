/** The package for npm in Chromium: a plain static server sends it, and a page of its own asks it. */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import { launch, sendFolder } from "../../loyd-web/tests/page/browser.mjs";

const PACKAGE = fileURLToPath(new URL("../npm", import.meta.url));

test("the package solves, maps and reads definitions in a browser", async () => {
  const server = await sendFolder(PACKAGE);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    // The list of the folder's files is a page of the same host.
    await page.goto(`${server.url}/`);
    const found = await page.evaluate(async () => {
      const { LoydError, map, solve } = await import("./loyd.js");
      const heard = [];
      const answer = await solve("15", "5 1 3 4 2 10 6 8 13 9 7 12 x 14 11 15");
      const { layers } = await map("8", { onEvent: ({ event }) => heard.push(event) });
      const definition = 'picture = "1 2 3"\n[moves]\nturn = "(1 2 3)"';
      const own = await solve({ definition }, "turn");
      const wrong = await solve("8", "1 2 3").catch((error) => error);
      return [answer.length, layers.length, heard.filter((event) => event === "layer").length, own.length,
        wrong instanceof LoydError, wrong.kind];
    });
    assert.deepEqual([found, faults], [[11, 32, 32, 1, true, "state"], []]);
  } finally {
    await browser.close();
    server.end();
  }
});
