/**
 * Makes the folders of both books for mdBook: the documents of the tables of contents, with their links changed to the
 * places where the book has what they name.
 *
 *     node site/book/chapters.mjs BOOKS
 *
 * A link to a document becomes a link to its page; if its words are a path, they become the title of the page. Any
 * other file that a document names is copied to `files`. The book has no folders, so a link to a folder becomes its text.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { LANGUAGES, ROOT, addressOf, chapters, contents } from "./summary.mjs";

const BOOKS = process.argv[2];
/** The page of each document, by the document's path. */
const PAGES = new Map(LANGUAGES.flatMap(chapters).map((chapter) => [chapter.source, chapter]));
const FILES = join(BOOKS, "en/chapters/files");

for (const language of LANGUAGES) {
  const book = join(BOOKS, language);
  mkdirSync(join(book, "chapters"), { recursive: true });
  for (const file of ["book.toml", "book.css"]) cpSync(join(ROOT, "site/book", file), join(book, file));
  // A book with its own list of fonts does not contain mdBook's.
  mkdirSync(join(book, "theme/fonts"), { recursive: true });
  cpSync(join(ROOT, "site/book/fonts.css"), join(book, "theme/fonts/fonts.css"));
  const lines = contents(language).map(({ before, chapter }) => {
    if (!chapter) return before;
    if (chapter.language !== language) return `${before}[${chapter.title}]()`;
    writeFileSync(join(book, "chapters", `${chapter.name}.md`), page(chapter));
    return `${before}[${chapter.title}](${chapter.name}.md)`;
  });
  writeFileSync(join(book, "chapters/SUMMARY.md"), lines.join("\n"));
}

/** A document as a page of its book. @param {import("./summary.mjs").Chapter} chapter */
function page(chapter) {
  const text = readFileSync(join(ROOT, chapter.source), "utf8");
  // Every second part is a block of code.
  const parts = text.split(/^(```[^]*?^```$)/m);
  return parts.map((part, index) => (index % 2 ? part : withLinks(joined(pictures(part)), chapter))).join("");
}

/**
 * Joins lines of Chinese, because a browser shows the end of a line as a blank. A blank stays between `。*` and a
 * letter, because Markdown does not take this asterisk for the end of an emphasis otherwise.
 */
function joined(text) {
  return text.replace(/(\p{Script=Han}\**|[，。；：、）”》])\n *(?=\**\p{Script=Han}|[（“《])/gu, "$1");
}

/** Gives a picture of two drawings two images, because readers choose light or dark by a button of the book, too. */
function pictures(text) {
  const pair = /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(.*?)">\s*<img ([^>]*)src="(.*?)"([^>]*)>\s*<\/picture>/g;
  return text.replace(pair, (_, dark, before, light, after) => {
    const image = (kind, address) => `<img class="${kind}" ${before}src="${address}"${after}>`.replaceAll(/\s+/g, " ");
    return `${image("when-light", light)}\n${image("when-dark", dark)}`;
  });
}

function withLinks(text, chapter) {
  return text
    .replace(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, words, target) => (isFolder(target, chapter) ? words : link))
    .replace(/\[[\w/.-]+\.md\](\(([^)\s]+)\))(（英文）)?/g, (_, rest, target) => `[${titleOf(target, chapter)}]${rest}`)
    .replace(/\]\(([^)\s]+)\)/g, (_, target) => `](${address(target, chapter)})`)
    .replace(/ src="(.*?)"/g, (_, target) => ` src="${address(target, chapter)}"`);
}

/** The title of a document, which stands in the place of its path. @param {string} target */
function titleOf(target, chapter) {
  const path = pathOf(target, chapter);
  const known = chapters(chapter.language).find(({ source }) => source === path) ?? PAGES.get(path);
  if (!known) throw new Error(`${chapter.source} names ${target}, which is in no table of contents`);
  return known.title;
}

/** The path in the repository of what a document names. @param {string} target */
function pathOf(target, { source }) {
  return posix.join(dirname(source), target.split("#")[0]);
}

function isFolder(target, chapter) {
  const path = join(ROOT, pathOf(target, chapter));
  return !isAbsolute(target) && existsSync(path) && statSync(path).isDirectory();
}

/** Whether a target is the address of another host, or a place on the same page. */
function isAbsolute(target) {
  return /^(https?:|mailto:|#)/.test(target);
}

/** The address in the book of what a document names. @param {string} target */
function address(target, chapter) {
  if (isAbsolute(target)) return target;
  const path = pathOf(target, chapter);
  const place = target.includes("#") ? target.slice(target.indexOf("#")) : "";
  const named = PAGES.get(path);
  if (named) return addressOf(named, chapter.language) + place;
  const copy = join(FILES, path);
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(join(ROOT, path), copy);
  return `${chapter.language === "en" ? "" : "../"}files/${path}`;
}
