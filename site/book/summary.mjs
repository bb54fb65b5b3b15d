/** The tables of contents: `en.md` and `zh.md`. Each names its documents by their places in the repository. */

import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
export const ROOT = join(HERE, "../..");
export const LANGUAGES = /** @type {const} */ (["en", "zh"]);

/**
 * @typedef {object} Chapter
 * @property {string} title
 * @property {string} source the document's path in the repository
 * @property {string} language the language of the document
 * @property {string} name the name of its page, without `.html`. A document and its translation have the same name
 */

/** The lines of a table of contents: chapters, and other lines as they are. @param {string} language */
export function contents(language) {
  const lines = readFileSync(join(HERE, `${language}.md`), "utf8").split("\n");
  return lines.map((line) => {
    const [, before, title, target] = line.match(/^( *- |)\[(.+)\]\((.+)\)$/) ?? [];
    return target ? { before, chapter: chapterOf(title, posix.join("site/book", target)) } : { before: line };
  });
}

/** The chapters of a table of contents, foreign ones included. @param {string} language */
export function chapters(language) {
  return contents(language).flatMap(({ chapter }) => (chapter ? [chapter] : []));
}

/** @returns {Chapter} */
function chapterOf(title, source) {
  const language = source.endsWith(".zh.md") ? "zh" : "en";
  const plain = source.replace(/^docs\//, "").replace(/(\.zh)?\.md$/, "");
  const name = plain === "README" ? "index" : plain.replace(/\/README$/, "").replaceAll("/", "-").toLowerCase();
  return { title, source, language, name };
}

/** The address of a page, as a page of a book names it: the Chinese book is a folder of the English one. */
export function addressOf(/** @type {Chapter} */ { language, name }, /** @type {string} */ from) {
  const folder = { en: "/", zh: "/zh/" };
  return posix.join(posix.relative(folder[from], folder[language]), `${name}.html`);
}
