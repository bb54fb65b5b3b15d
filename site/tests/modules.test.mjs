/** The modules of the folder as they were linked: the size of the stack, and no path of the machine that built them. */

import { readdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const DIST = process.env.LOYD_SITE ?? fileURLToPath(new URL("../dist", import.meta.url));
/** The size of the stack of a thread of the command, in bytes. */
const STACK = 16 * 1024 * 1024;
const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const CARGO = process.env.CARGO_HOME ?? `${homedir()}/.cargo`;

/** An integer of variable length (LEB128, without a sign) at `at`, and where it ends. */
function integer(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at];
    at += 1;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** The first value of the first global of a module, which is the pointer to the stack: the stack lies below its address. */
function stackOf(bytes) {
  const GLOBALS = 6;
  for (let at = 8; at < bytes.length; ) {
    const section = bytes[at];
    const [length, begin] = integer(bytes, at + 1);
    if (section === GLOBALS) {
      const [, first] = integer(bytes, begin);
      assert.deepEqual([...bytes.subarray(first, first + 3)], [0x7f, 1, 0x41], "a variable i32 that begins with a constant");
      return integer(bytes, first + 3)[0];
    }
    at = begin + length;
  }
  assert.fail("the module has no global");
}

const MODULES = (await readdir(DIST)).filter((name) => name.endsWith(".wasm.gz"));
/** The package that node takes a script in a folder of the project for, if it is one of the project. */
async function packageOf(folder) {
  for (let at = folder; ; at = dirname(at)) {
    const text = await readFile(join(ROOT, at, "package.json"), "utf8").catch(() => null);
    if (text !== null) return JSON.parse(text);
    assert.notEqual(at, ".", `${folder} has no package.json`);
  }
}

test("scripts are modules, whatever a folder above the project says", async () => {
  for (const folder of ["loyd-web/page/backend", "loyd-web/tests/page", "site/tests", "site/npm"])
    assert.equal((await packageOf(folder)).type, "module", folder);
});

test("the folder has a module for each edition", () => assert.equal(MODULES.length, 2, MODULES.join(" ")));

for (const name of MODULES) {
  const bytes = gunzipSync(await readFile(`${DIST}/${name}`));
  test(`${name} has the stack of the command`, () => assert.equal(stackOf(bytes), STACK));
  test(`${name} names no path of the machine`, () => {
    for (const path of [ROOT, CARGO]) assert.ok(!bytes.includes(path), `${path} is in the module`);
  });
}
