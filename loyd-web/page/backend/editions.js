// @ts-check
/** The editions of the module of WebAssembly. The small edition and the first worker begin to load at once. */

/** Starts a worker for the module of an edition. @param {"small" | "whole"} edition */
export const start = (edition) => new Worker(href("loyd-worker"), { type: "module", name: edition });

/** Loads the module of an edition, and starts its first worker meanwhile. @param {"small" | "whole"} edition */
export function begin(edition) {
  const module = compiled(edition);
  // The first question reports a module that is not there.
  module.catch(() => {});
  return { module, first: start(edition) };
}

/** The small edition. */
export const small = begin("small");

/** The compiled module. The file is compressed, because not every host compresses what it sends. @param {string} edition */
async function compiled(edition) {
  const reply = await fetch(href(`loyd-${edition}`));
  if (!reply.ok || !reply.body) throw new Error(`the module is not there: HTTP ${reply.status}`);
  const plain = reply.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(plain, { headers: { "content-type": "application/wasm" } }));
}

/** The address in the page's link with an id: a build writes it there. @param {string} id */
function href(id) {
  return /** @type {HTMLLinkElement} */ (document.getElementById(id)).href;
}
