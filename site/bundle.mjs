/**
 * Makes the folder of the page without a server, and the package for npm, from the page and the module.
 *
 *     node site/bundle.mjs GLUE
 *
 * GLUE is the folder with the output of wasm-bindgen for each edition of the module: `small` and `whole`. Names contain a
 * digest of the content, except for the page itself, its manifest and the service worker, which hosts must not keep for
 * long.
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const SITE = dirname(fileURLToPath(import.meta.url));
const PAGE = join(SITE, "../loyd-web/page");
const GLUE = resolve(process.argv[2]);
const DIST = join(SITE, "dist");
const NPM = join(SITE, "npm/dist");

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });

const [small, whole] = [editionOf("small"), editionOf("whole")];
const worker = write("worker", "js", await bundled(join(PAGE, "backend/worker.js")));
const editions = write("editions", "js", await bundled(join(PAGE, "backend/editions.js")));
const page = write("page", "js", await bundled(join(PAGE, "main.js")));
const plain = readFileSync(join(PAGE, "index.html"), "utf8");
const style = write("page", "css", await styles(plain));
cpSync(join(PAGE, "icon.svg"), join(DIST, "icon.svg"));
writeFileSync(join(DIST, "manifest.webmanifest"), readFileSync(join(SITE, "manifest.webmanifest")));
const html = pageOf(plain);
writeFileSync(join(DIST, "index.html"), html);
const scripts = [editions, page, worker];
const files = ["./", ...scripts, style, small.name, whole.name, "icon.svg", "manifest.webmanifest"];
const offline = readFileSync(join(SITE, "offline.js"), "utf8");
const edition = digest(Buffer.from(files.join() + digest(Buffer.from(html)) + offline));
writeFileSync(join(DIST, "offline.js"), offline.replace("[/* files */]", JSON.stringify(files)).replace("EDITION", edition));
compress([...scripts, style, "index.html"]);
packageForNpm();
for (const [name, { module, gzip }] of Object.entries({ small, whole })) {
  const sizes = `${module.length} bytes, with gzip ${gzip.length}, with brotli ${brotli(module).length}`;
  console.log(`site/dist: ${name} module ${sizes}`);
}

/** The module of an edition, compressed. @param {string} edition */
function editionOf(edition) {
  const module = readFileSync(join(GLUE, edition, "loyd_bg.wasm"));
  const gzip = gzipSync(module, { level: 9 });
  const name = write(`loyd-${edition}`, "wasm.gz", gzip);
  writeFileSync(join(DIST, name.replace(/gz$/, "br")), brotli(module));
  return { module, gzip, name };
}

/** One file with everything that a file of the page imports. @param {string} entry */
async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    alias: { "loyd-wasm/small": join(GLUE, "small/loyd.js"), "loyd-wasm/whole": join(GLUE, "whole/loyd.js") },
    plugins: [{ name: "workers", setup: putWorkers }],
  });
  return outputFiles[0].contents;
}

/** The styles that the page names, as one file. @param {string} html */
async function styles(html) {
  const names = [...html.matchAll(/<link rel="stylesheet" href="(.*?)">/g)].map(([, name]) => `@import "${name}";`);
  const stdin = { contents: names.join("\n"), resolveDir: PAGE, loader: /** @type {const} */ ("css") };
  return (await build({ stdin, bundle: true, minify: true, write: false })).outputFiles[0].contents;
}

/** Puts the workers in the place of the server. @param {import("esbuild").PluginBuild} build */
function putWorkers(build) {
  build.onResolve({ filter: /\/backend\/http\.js$/ }, () => ({ path: join(PAGE, "backend/workers.js") }));
  // A file of its own, which the page loads first.
  build.onResolve({ filter: /^\.\/editions\.js$/ }, () => ({ path: `./${editions}`, external: true }));
}

/** The page with the names of its files, and the policy that a server would send as a header. @param {string} html */
function pageOf(html) {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<link id="loyd-small" rel="preload" as="fetch" fetchpriority="low" crossorigin href="./${small.name}">`,
    `<link id="loyd-worker" rel="modulepreload" href="./${worker}">`,
    `<link id="loyd-whole" rel="alternate" type="application/wasm" href="./${whole.name}">`,
    `<link id="loyd-offline" rel="manifest" href="./manifest.webmanifest">`,
    `<link rel="stylesheet" href="./${style}">`,
    `<script type="module" async src="./${editions}"></script>`,
    `<script type="module" src="./${page}"></script>`,
  ];
  const plain = html.replace(/^.*<(link rel="stylesheet"|script type="module").*\n/gm, "");
  return plain.replace('<meta name="viewport"', `${links.join("\n  ")}\n  <meta name="viewport"`);
}

/** Writes a file whose name has a digest of its content, and returns the name. */
function write(name, ending, content) {
  const file = `${name}-${digest(content)}.${ending}`;
  writeFileSync(join(DIST, file), content);
  return file;
}

function digest(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

/** Compressed copies, for hosts that send them. @param {string[]} names */
function compress(names) {
  for (const name of names) {
    const content = readFileSync(join(DIST, name));
    writeFileSync(join(DIST, `${name}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(DIST, `${name}.br`), brotli(content));
  }
}

function brotli(content) {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
}

function packageForNpm() {
  rmSync(NPM, { recursive: true, force: true });
  mkdirSync(NPM, { recursive: true });
  writeFileSync(join(NPM, "loyd.wasm"), whole.module);
  for (const name of ["loyd.js", "loyd.d.ts"]) cpSync(join(GLUE, "whole", name), join(NPM, name));
}
