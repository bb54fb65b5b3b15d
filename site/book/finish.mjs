/**
 * Puts both books into site/dist/book, with what mdBook leaves to its users: links between the languages and to the
 * page, a search for Chinese words, mdBook's own words in Chinese, and the policy that keeps pages from asking another
 * host.
 *
 *     node site/book/finish.mjs BOOKS
 *
 * A text of mdBook that is to be replaced and is not there is an error, so a later mdBook cannot leave a step out.
 */

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LANGUAGES, ROOT, addressOf, chapters } from "./summary.mjs";
import { CHINESE } from "./words.mjs";

const BOOKS = process.argv[2];
const DIST = join(ROOT, "site/dist/book");
const LINKS = {
  en: { page: "Play", home: "../", other: "中文", of: "zh" },
  zh: { page: "打开网页", home: "../../", other: "English", of: "en" },
};

rmSync(DIST, { recursive: true, force: true });
for (const language of LANGUAGES) {
  const folder = language === "en" ? DIST : join(DIST, language);
  mkdirSync(folder, { recursive: true });
  cpSync(join(BOOKS, language, "built"), folder, { recursive: true });
  rmSync(join(folder, ".nojekyll"));
  finish(folder, language);
}

/** @param {string} folder @param {"en" | "zh"} language */
function finish(folder, language) {
  const names = readdirSync(folder);
  const file = (/** @type {RegExp} */ pattern) => one(names.filter((name) => pattern.test(name)), pattern);
  const texts = new Map(names.filter((name) => /\.(html|js)$/.test(name)).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const change = (/** @type {string} */ name, /** @type {(text: string) => string} */ by) => texts.set(name, by(texts.get(name)));

  if (language === "zh") translate(texts);
  const contents = file(/^toc-.*\.js$/);
  for (const name of [contents, "toc.html"]) change(name, (text) => withForeignChapters(text, language));
  const [index, renamed] = withSearch(file(/^searchindex-.*\.js$/), texts);
  for (const name of names.filter((name) => name.endsWith(".html"))) {
    if (name !== "toc.html") {
      change(name, (text) => replaced(text, index, renamed));
      change(name, (text) => withLinks(text, language, basename(name, ".html")));
    }
    change(name, withPolicy);
  }
  change(file(/^searcher-.*\.js$/), (text) => replaced(text, index, renamed));
  for (const [name, text] of texts) writeFileSync(join(folder, name), text);
  renameSync(join(folder, index), join(folder, renamed));
}

/** @param {Map<string, string>} texts */
function translate(texts) {
  for (const [english, chinese] of CHINESE) {
    const found = [...texts].filter(([, text]) => text.includes(english));
    if (!found.length) throw new Error(`mdBook does not contain ${english}`);
    for (const [name, text] of found) texts.set(name, text.replaceAll(english, chinese));
  }
}

/** Links from the table of contents to chapters that are in the other book only. */
function withForeignChapters(text, language) {
  const foreign = chapters(language).filter((chapter) => chapter.language !== language);
  return foreign.reduce((changed, chapter) => {
    const plain = new RegExp(`<span>((?:<strong[^>]*>[^<]*</strong> )?${escaped(chapter.title)})</span>`);
    const target = text.startsWith("<!DOCTYPE") ? ' target="_parent"' : "";
    const link = `<a href="${addressOf(chapter, language)}" hreflang="${chapter.language}"${target}>$1</a>`;
    return replaced(changed, plain, link);
  }, text);
}

/**
 * Puts our search before the documents in the place of mdBook's index. Returns the old name of the file and its new
 * name, because the name has a digest of the content.
 * @param {string} name @param {Map<string, string>} texts
 */
function withSearch(name, texts) {
  const [, before, json, after] = texts.get(name).match(/^([^']*')(.*)('\)\);?\s*)$/s);
  const { index, ...settings } = JSON.parse(json.replace(/\\([\\'])/g, "$1"));
  const { fields, ref, documentStore } = index;
  const made = { ...settings, index: { fields, ref, documents: Object.values(documentStore.docs) } };
  const search = readFileSync(join(ROOT, "site/book/search.js"), "utf8");
  const content = `${search}\n${before}${JSON.stringify(made).replace(/[\\']/g, "\\$&")}${after}`;
  texts.set(name, content);
  return [name, `searchindex-${createHash("sha256").update(content).digest("hex").slice(0, 8)}.js`];
}

/** Links in the bar above a page: to the page in the other language, or else to its first page; and to play. */
function withLinks(html, language, name) {
  const { page, home, other, of } = LINKS[language];
  const all = chapters(of);
  const twin = all.find((chapter) => chapter.language === of && chapter.name === name) ?? all[0];
  const links = [
    `<a class="book-link" href="${home}">${page}</a>`,
    `<a class="book-link" href="${addressOf(twin, language)}" lang="${of}" hreflang="${of}">${other}</a>`,
  ];
  return replaced(html, '<div class="right-buttons">', (found) => `${found}\n${links.join("\n")}`);
}

/** The policy for a page: only files of the same host, and only the scripts that the page contains now. */
function withPolicy(html) {
  const inside = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script]) => script);
  const digests = new Set(inside.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`));
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...digests].join(" ")}`,
    "style-src 'self'",
    // Tables give the columns their sides with attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return replaced(html, '<meta charset="UTF-8">', (found) => `${found}\n        ${meta}`);
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Replaces a text that must be there. */
function replaced(text, pattern, by) {
  const changed = text.replace(pattern, by);
  if (changed === text) throw new Error(`mdBook's output has no ${pattern}`);
  return changed;
}

function one(found, pattern) {
  if (found.length !== 1) throw new Error(`mdBook's output has ${found.length} files ${pattern}`);
  return found[0];
}

