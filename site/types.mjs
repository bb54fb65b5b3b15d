/**
 * Writes the types of the package for npm, site/npm/types.d.ts, from the server's description of its interface.
 *
 *     node site/types.mjs LOYD
 *
 * LOYD is the command.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import openapi, { astToString } from "openapi-typescript";

/** The description of the interface, from a server that is started for it. */
async function description() {
  const server = spawn(process.argv[2], ["serve", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "ignore", "pipe"] });
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

const types = astToString(await openapi(await description(), { alphabetize: true }));
writeFileSync(new URL("npm/types.d.ts", import.meta.url), `// The types of questions and replies, made by site/types.mjs\n\n${types}`);
