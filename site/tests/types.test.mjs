/**
 * The types of the package for npm: they come from the server's description of its interface, and programs are checked
 * by them. LOYD names the command, which describes the interface; LOYD_WRITE_TABLES=1 writes the types.
 */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapi, { astToString } from "openapi-typescript";
import typescript from "typescript";

const TYPES = new URL("../npm/types.d.ts", import.meta.url);
const HEAD = "// The types of questions and replies, made by LOYD_WRITE_TABLES=1 node --test site/tests/types.test.mjs\n\n";

/** The description of the interface, from a server that is started for it. */
async function description() {
  assert.ok(process.env.LOYD, "LOYD names no binary");
  const server = spawn(process.env.LOYD, ["serve", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    for await (const text of server.stderr) {
      const [address] = String(text).match(/http:\/\/[0-9.]+:\d+/) ?? [];
      if (address) return await (await fetch(`${address}/api/v1/openapi.json`)).json();
    }
    throw new Error("the server names no address");
  } finally {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  }
}

test("the types are those of the interface", async () => {
  const types = HEAD + astToString(await openapi(await description(), { alphabetize: true }));
  if (process.env.LOYD_WRITE_TABLES) writeFileSync(TYPES, types);
  const found = readFileSync(TYPES, "utf8");
  assert.ok(found === types, "site/npm/types.d.ts is another; LOYD_WRITE_TABLES=1 writes it");
});

test("programs are checked by the types", () => {
  const program = fileURLToPath(new URL("program.ts", import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    target: typescript.ScriptTarget.ES2022,
    module: typescript.ModuleKind.NodeNext,
    moduleResolution: typescript.ModuleResolutionKind.NodeNext,
    types: [],
  };
  const faults = typescript.getPreEmitDiagnostics(typescript.createProgram([program], options));
  assert.deepEqual(faults.map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, "\n")), []);
});
