// @ts-check
/** A worker: the module of WebAssembly, and one question at a time. */

import * as small from "loyd-wasm/small";
import * as whole from "loyd-wasm/whole";

/** WebAssembly does not tell why it ends. A panic has a message, so memory is the most likely reason. */
const ENDED = "the module ended, most likely because the question needs more memory than a page has";

/** The name of a worker is the edition of its module. */
const { default: init, JsonService } = self.name === "small" ? small : whole;

/** @type {Promise<any> | undefined} */
let ready;

/** @param {WebAssembly.Module} module @param {number} memory */
async function made(module, memory) {
  await init({ module_or_path: module });
  return new JsonService(memory);
}

self.onmessage = async ({ data }) => {
  const { module, memory, call, values, heard } = data;
  if (module) {
    ready = made(module, memory);
    return;
  }
  const listener = heard ? (/** @type {string} */ event) => self.postMessage({ event }) : undefined;
  try {
    const loyd = /** @type {any} */ (await ready);
    const reply = call === "ask" ? loyd.ask(values[0], listener) : loyd[call](...values);
    self.postMessage({ reply });
  } catch (why) {
    // A fault is thrown as JSON; anything else means that the module has failed.
    const failed = why instanceof WebAssembly.RuntimeError ? ENDED : String(why);
    self.postMessage(typeof why === "string" ? { fault: why } : { broken: failed });
  }
};
