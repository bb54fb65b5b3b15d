/**
 * Makes the folder of the page without a server, and the package for npm, from the page and the module.
 *
 *     node site/bundle.mjs GLUE
 *
 * GLUE is the folder with the output of wasm-bindgen. Names contain a digest of the content, except for the page itself,
 * its manifest and the service worker, which hosts must not keep for long.
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const SITE = dirname(fileURLToPath(import.meta.url));
const PAGE = join(SITE, "../loyd-web/page");
const GLUE = process.argv[2];
const DIST = join(SITE, "dist");
const NPM = join(SITE, "npm/dist");

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });

const module = readFileSync(join(GLUE, "loyd_bg.wasm"));
const gzip = gzipSync(module, { level: 9 });
const moduleName = write("loyd", "wasm.gz", gzip);
const worker = write("worker", "js", await bundled(join(PAGE, "backend/worker.js")));
const page = write("page", "js", await bundled(join(PAGE, "main.js")));
const plain = readFileSync(join(PAGE, "index.html"), "utf8");
const style = write("page", "css", await styles(plain));
cpSync(join(PAGE, "icon.svg"), join(DIST, "icon.svg"));
writeFileSync(join(DIST, "manifest.webmanifest"), readFileSync(join(SITE, "manifest.webmanifest")));
const html = pageOf(plain);
writeFileSync(join(DIST, "index.html"), html);
const files = ["./", page, style, worker, moduleName, "icon.svg", "manifest.webmanifest"];
const offline = readFileSync(join(SITE, "offline.js"), "utf8");
const edition = digest(Buffer.from(files.join() + digest(Buffer.from(html)) + offline));
writeFileSync(join(DIST, "offline.js"), offline.replace("[/* files */]", JSON.stringify(files)).replace("EDITION", edition));
compress([page, style, worker, "index.html"]);
packageForNpm();
console.log(`site/dist: module ${module.length} bytes, with gzip ${gzip.length}, with brotli ${brotli(module).length}`);

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
    alias: { "loyd-wasm": join(GLUE, "loyd.js") },
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
    `<link id="loyd-module" rel="preload" as="fetch" crossorigin href="./${moduleName}">`,
    `<link id="loyd-worker" rel="modulepreload" href="./${worker}">`,
    `<link id="loyd-offline" rel="manifest" href="./manifest.webmanifest">`,
    `<link rel="stylesheet" href="./${style}">`,
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
  writeFileSync(join(DIST, moduleName.replace(/gz$/, "br")), brotli(module));
}

function brotli(content) {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
}

function packageForNpm() {
  rmSync(NPM, { recursive: true, force: true });
  mkdirSync(NPM, { recursive: true });
  writeFileSync(join(NPM, "loyd.wasm"), module);
  for (const name of ["loyd.js", "loyd.d.ts"]) cpSync(join(GLUE, name), join(NPM, name));
}
