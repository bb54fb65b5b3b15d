/** The types of the package for npm: programs are checked by them. site/build makes them. */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { fileURLToPath } from "node:url";
import typescript from "typescript";

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
