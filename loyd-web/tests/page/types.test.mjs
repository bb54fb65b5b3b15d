/** The types that the page's scripts say in their comments are right: TypeScript reads them and finds nothing. */

import { strict as assert } from "node:assert";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const TSC = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const MAIN = fileURLToPath(new URL("../../page/main.js", import.meta.url));
const OPTIONS = [
  "--noEmit",
  "--allowJs",
  "--checkJs",
  "--strict",
  "--target",
  "es2022",
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
  "--lib",
  "es2023,dom,dom.iterable",
];

test("the types of the page's scripts are right", () => {
  const { stdout } = spawnSync(process.execPath, [TSC, ...OPTIONS, MAIN], { encoding: "utf8" });
  assert.equal(stdout, "");
});
