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
import { basename, dirname, join, resolve } from "node:path";
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
const opening = JSON.stringify(await openingOf(small.module));
const { entry: worker } = await bundled(join(PAGE, "backend/worker.js"), "worker");
// The panels are a file that the page imports later. A third file is what the page and the panels have in common.
const { entry: page, common, later } = await bundled(join(PAGE, "main.js"), "page");
const plain = readFileSync(join(PAGE, "index.html"), "utf8");
cpSync(join(PAGE, "icon.svg"), join(DIST, "icon.svg"));
writeFileSync(join(DIST, "manifest.webmanifest"), readFileSync(join(SITE, "manifest.webmanifest")));
const html = pageOf(plain, await styles(plain), [page, ...common]);
writeFileSync(join(DIST, "index.html"), html);
const scripts = [page, ...common, ...later, worker];
const files = ["./", ...scripts, small.name, whole.name, "icon.svg", "manifest.webmanifest"];
const offline = readFileSync(join(SITE, "offline.js"), "utf8");
const edition = digest(Buffer.from(files.join() + digest(Buffer.from(html)) + offline));
writeFileSync(join(DIST, "offline.js"), offline.replace("[/* files */]", JSON.stringify(files)).replace("EDITION", edition));
compress([...scripts, "index.html"]);
packageForNpm();

/** The module of an edition, compressed. @param {string} edition */
function editionOf(edition) {
  const module = readFileSync(join(GLUE, edition, "loyd_bg.wasm"));
  const gzip = gzipSync(module, { level: 9 });
  const name = write(`loyd-${edition}`, "wasm.gz", gzip);
  const small = brotli(module);
  writeFileSync(join(DIST, name.replace(/gz$/, "br")), small);
  const sizes = `${module.length} bytes, with gzip ${gzip.length}, with brotli ${small.length}`;
  console.log(`site/dist: ${edition} module ${sizes}`);
  return { module, gzip, name };
}

/**
 * Writes a file of the page with everything that it imports, a file of what it imports later, and one of what both have
 * in common. Returns their names.
 * @param {string} entry @param {string} name
 */
async function bundled(entry, name) {
  const { outputFiles, metafile } = await build({
    entryPoints: { [name]: entry },
    bundle: true,
    splitting: true,
    metafile: true,
    minify: true,
    write: false,
    outdir: DIST,
    entryNames: "[name]-[hash]",
    chunkNames: "of-[name]-[hash]",
    format: "esm",
    target: "es2022",
    charset: "utf8",
    alias: { "loyd-wasm/small": join(GLUE, "small/loyd.js"), "loyd-wasm/whole": join(GLUE, "whole/loyd.js") },
    plugins: [{ name: "workers", setup: putWorkers }],
  });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  const imported = (/** @type {string} */ kind) => {
    const all = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
    return [...new Set(all.filter((one) => one.kind === kind).map(({ path }) => basename(path)))];
  };
  const begins = ({ path }) => basename(path).startsWith(`${name}-`);
  return {
    entry: basename(outputFiles.find(begins).path),
    common: imported("import-statement"),
    later: imported("dynamic-import"),
  };
}

/** The styles that the page names, as one file. @param {string} html */
async function styles(html) {
  const names = [...html.matchAll(/<link rel="stylesheet" href="(.*?)">/g)].map(([, name]) => `@import "${name}";`);
  const stdin = { contents: names.join("\n"), resolveDir: PAGE, loader: /** @type {const} */ ("css") };
  return (await build({ stdin, bundle: true, minify: true, write: false })).outputFiles[0].text;
}

/** Puts the workers in the place of the server. @param {import("esbuild").PluginBuild} build */
function putWorkers(build) {
  build.onResolve({ filter: /\/backend\/http\.js$/ }, () => ({ path: join(PAGE, "backend/workers.js") }));
  build.onLoad({ filter: /\/opening\.js$/ }, () => ({ contents: `export const OPENING = ${opening};` }));
}

/**
 * The replies to the questions with which the page opens the 8-puzzle of a first visit.
 * @param {Buffer} module
 */
async function openingOf(module) {
  const { default: init, JsonService } = await import(join(GLUE, "small/loyd.js"));
  await init({ module_or_path: module });
  const service = new JsonService(1e9);
  /** @type {Record<string, string>} */
  const opening = { "puzzles/8": service.puzzles("8") };
  const state = JSON.parse(opening["puzzles/8"]).example;
  for (const question of [{ state }, { state, convention: "tile" }]) {
    const asked = JSON.stringify({ puzzle: "8", ...question, ask: "moves" });
    opening[asked] = service.ask(asked);
  }
  return opening;
}

/**
 * The page with its styles, the names of its files, and the policy that a server would send as a header.
 * @param {string} html @param {string} style @param {string[]} scripts the first one, and what it imports
 */
function pageOf(html, style, [page, ...common]) {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<link id="loyd-small" rel="alternate" type="application/wasm" href="./${small.name}">`,
    `<link id="loyd-whole" rel="alternate" type="application/wasm" href="./${whole.name}">`,
    `<link id="loyd-worker" rel="alternate" type="text/javascript" href="./${worker}">`,
    `<link id="loyd-offline" rel="manifest" href="./manifest.webmanifest">`,
    ...common.map((name) => `<link rel="modulepreload" href="./${name}">`),
    `<script type="module" src="./${page}"></script>`,
    `<style>${style}</style>`,
  ];
  const plain = html.replace(/^.*<(link rel="stylesheet"|script type="module").*\n/gm, "");
  return plain.replace('<meta name="viewport"', (meta) => `${links.join("\n  ")}\n  ${meta}`);
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
