/** The tests of the page wait: a list of elements, or their number, is read by a function that waits for it. */

import { strict as assert } from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

/** What reads the elements that are there at once, and none if the page draws them a moment later. */
const AT_ONCE = /\.(?:evaluateAll|allInnerTexts|allTextContents|count)\(/g;

test("no test reads a list of elements at once", () => {
  for (const folder of ["./", "../../../site/tests/"].map((path) => new URL(path, import.meta.url))) {
    for (const name of readdirSync(folder).filter((name) => name.endsWith(".test.mjs")))
      assert.deepEqual(readFileSync(new URL(name, folder), "utf8").match(AT_ONCE), null, name);
  }
});
