/** The words: both languages have the same keys, and every key that is used is there. */

import { strict as assert } from "node:assert";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { en } from "../../page/words/en.js";
import { zh } from "../../page/words/zh.js";

const PAGE = new URL("../../page/", import.meta.url);

/** All sources of the page, with their names. */
function sources(folder = PAGE) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sources(new URL(`${entry.name}/`, folder));
    return /\.(js|html)$/.test(entry.name) ? [[entry.name, readFileSync(new URL(entry.name, folder), "utf8")]] : [];
  });
}

test("English and Chinese have the same keys, with the same values in them", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  const values = (entry) =>
    [...new Set(JSON.stringify(entry).match(/\{\w+\}/g))].filter((name) => name !== "{count}").sort();
  for (const key of Object.keys(en)) assert.deepEqual(values(zh[key]), values(en[key]), key);
});

test("every key that the page uses is there", () => {
  let used = 0;
  for (const [name, source] of sources()) {
    for (const [, key] of source.matchAll(/(?:\bt\(|data-t(?:-label|-title)?=)"([^"]+)"/g)) {
      used++;
      assert.ok(key in en, `${name} uses ${key}`);
    }
  }
  assert.ok(used > 50);
});

test("no script of the page loads or names another host", () => {
  for (const [name, source] of sources()) {
    const named = [...source.matchAll(/https?:\/\/[^\s"'`)]+/g)]
      .map(([address]) => address)
      .filter((address) => !address.startsWith("http://www.w3.org/"));
    assert.deepEqual(named, [], name);
  }
});
