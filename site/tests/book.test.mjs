/** The documents as a book: its links, its chapters and its two languages, as files. */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { ROOT, chapters } from "../book/summary.mjs";

const BOOK = join(process.env.LOYD_SITE ?? fileURLToPath(new URL("../dist", import.meta.url)), "book");
const FOLDERS = { en: BOOK, zh: join(BOOK, "zh") };

/** All files of a folder, by their paths. @returns {string[]} */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const texts = new Map(filesOf(BOOK).filter((name) => name.endsWith(".html")).map((name) => [name, readFileSync(name, "utf8")]));
const ids = new Map([...texts].map(([name, text]) => [name, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
/** The page of a chapter. */
const pageOf = ({ language, name }) => join(FOLDERS[language], `${name}.html`);

/** What is wrong with an address on a page, if anything is. @param {string} page @param {string} address */
function fault(page, address) {
  if (/^(https?:|data:|mailto:)/.test(address)) return;
  const [path, place] = address.split("#");
  if (path.startsWith("/")) return "works below one path only";
  const file = normalize(path ? join(dirname(page), decodeURI(path)) : page);
  // The page without a server is the folder above the book.
  if (`${file}/` === `${dirname(BOOK)}/` || file === `${dirname(BOOK)}/`) return;
  if (!file.startsWith(BOOK)) return "leads out of the book";
  if (!existsSync(file)) return "leads to no file";
  if (place && !ids.get(file)?.has(decodeURIComponent(place))) return "leads to no place on the page";
}

test("every address leads to a file and a place in the book", () => {
  const addresses = (text) => [...text.matchAll(/<\w[^>]*? (?:href|src|srcset)="([^"]*)"/g)].map(([, address]) => address);
  const found = [...texts].flatMap(([page, text]) => addresses(text).map((address) => ({ page, address })));
  assert.ok(found.length > 1000, `only ${found.length} addresses`);
  const wrong = found.flatMap(({ page, address }) => {
    const why = fault(page, address);
    return why ? [`${page.slice(BOOK.length + 1)}: ${address} ${why}`] : [];
  });
  assert.deepEqual(wrong, []);
});

test("every result of a search has a place in the book", () => {
  for (const folder of Object.values(FOLDERS)) {
    const index = readdirSync(folder).find((name) => /^searchindex-.*\.js$/.test(name));
    const addresses = JSON.parse(readFileSync(join(folder, index), "utf8").match(/"doc_urls":(\[.*?\])/)[1]);
    assert.ok(addresses.length > 50, `only ${addresses.length} addresses`);
    assert.deepEqual(addresses.filter((address) => fault(join(folder, "index.html"), address)), []);
  }
});

test("addresses that lead nowhere are found", () => {
  const page = join(BOOK, "index.html");
  assert.equal(fault(page, "definitions.html#weights"), undefined);
  assert.equal(fault(page, "definitions.html#no-such-place"), "leads to no place on the page");
  assert.equal(fault(page, "no-such-page.html"), "leads to no file");
  assert.equal(fault(page, "../../package.json"), "leads out of the book");
});

test("every document is a chapter in both languages", () => {
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
  assert.ok(docs.length > 20, String(docs));
  const [english, chinese] = [chapters("en"), chapters("zh")];
  const sources = new Set([...english, ...chinese].map(({ source }) => source));
  assert.deepEqual(docs.filter((name) => !sources.has(name)), []);
  // The Chinese book has the English chapters in the same order, translated or not.
  assert.deepEqual(chinese.map(({ name }) => name), english.map(({ name }) => name));
  for (const chapter of [...english, ...chinese]) assert.ok(texts.has(pageOf(chapter)), chapter.title);
});

test("a chapter in Chinese and its English sibling are linked, and an English one is marked in the Chinese contents", () => {
  const toc = texts.get(join(FOLDERS.zh, "toc.html"));
  const script = readFileSync(filesOf(FOLDERS.zh).find((name) => /\/toc-[^/]*\.js$/.test(name)), "utf8");
  for (const chapter of chapters("zh")) {
    const { language, name, title, source } = chapter;
    if (language === "en") {
      assert.ok(title.endsWith("（英文）"), title);
      assert.ok(!existsSync(join(ROOT, source.replace(/\.md$/, ".zh.md"))), `${source} has a Chinese sibling`);
      for (const text of [toc, script]) assert.match(text, new RegExp(`href="\\.\\./${name}\\.html"`));
      assert.match(texts.get(pageOf(chapter)), /href="zh\/index\.html" lang="zh"/);
    } else {
      assert.ok(!title.includes("英文"), title);
      assert.match(texts.get(pageOf(chapter)), new RegExp(`href="\\.\\./${name}\\.html" lang="en"`));
      assert.match(texts.get(join(BOOK, `${name}.html`)), new RegExp(`href="zh/${name}\\.html" lang="zh"`));
    }
  }
});

test("no mark of emphasis is shown", () => {
  // `A*` and `2 * 3` are words; an asterisk that begins a word is a mark.
  const words = (text) => text.replace(/<(pre|code)\b.*?<\/\1>/gs, "x").replace(/<[^>]*>/g, " ");
  const marks = (text) => words(text).match(/(?<![\w*])\*+[^\s*、，。；）].{0,20}/g) ?? [];
  for (const text of ["<p>*结点*能</p>", "9）。*证明。*各块"]) assert.equal(marks(text).length, 1, text);
  assert.deepEqual(marks("<p>A* 与 <code>2</code>*、2 * 3</p>"), []);
  const shown = [...texts].flatMap(([page, text]) => marks(text.match(/<main>.*<\/main>/s)?.[0] ?? "").map((mark) => `${page}: ${mark}`));
  assert.deepEqual(shown, []);
});

test("no page names another host in what it loads", () => {
  for (const [page, text] of texts) {
    assert.match(text, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'/, page);
    const loaded = [...text.matchAll(/<(?:script|img|iframe|source|link)[^>]*? (?:src|href|srcset)="([^"]*)"/g)];
    assert.deepEqual(loaded.map(([, address]) => address).filter((address) => /^(https?:)?\/\//.test(address)), [], page);
  }
});
