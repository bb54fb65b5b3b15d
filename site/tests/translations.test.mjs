/** The Chinese documents beside the English ones: their sections, their code and their figures, as files. */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../book/summary.mjs";

/** The documents whose translation is complete. Other Chinese documents leave out or shorten sections. */
const COMPLETE = ["docs/agreement.md", "docs/cluster.md", "docs/record.md", "record/tuning.md", "record/atlas/README.md"];

/** The levels of a document's headings. @param {string} text */
const levels = (text) => prose(text).flatMap((line) => line.match(/^#+(?= )/)?.[0].length ?? []);

/** The lines outside fenced blocks. @param {string} text */
function prose(text) {
  let fenced = false;
  return text.split("\n").filter((line) => {
    if (!line.startsWith("```")) return !fenced;
    fenced = !fenced;
    return false;
  });
}

/** The fenced blocks, each with its fences, and the indented lines of code. @param {string} text */
const code = (text) => [...text.match(/^```[^]*?^```$/gm) ?? [], ...prose(text).filter((line) => /^ {4}\S/.test(line))];

/** Words for powers of ten, in both languages. */
const POWERS = { M: 6, million: 6, 万: 4, 百万: 6, 亿: 8, 十亿: 9 };
/** A piece of code, a name such as 8-puzzle, or a number that a word for a power of ten may follow. */
const FIGURE = /`[^`]+`|\d+-puzzle|(\d[\d.,]*(?<=\d))(?: ?(million|M|百万|万|十亿|亿)(?!\w))?/g;

/** The numbers and the code in each row of each table, cell by cell. @param {string} text */
const rows = (text) =>
  prose(text).filter((line) => /^ *\|/.test(line)).map((line) => {
    const cells = line.split("|").map((cell) => [...cell.matchAll(FIGURE)].map(figure));
    return cells.map((cell) => cell.sort().join(" ").trim()).join(" | ");
  });

/** A figure as both languages write it. The names of puzzles have no digits in Chinese. @param {RegExpMatchArray} found */
function figure([all, number, power]) {
  if (power) return String(Math.round(Number(number.replaceAll(",", "")) * 10 ** POWERS[power]));
  return all.endsWith("-puzzle") ? "" : all;
}

/** The texts of one list that are not in the other list in the same order. @param {string[]} some @param {string[]} all */
function missing(some, all) {
  let from = 0;
  return some.filter((text) => {
    const found = all.indexOf(text, from);
    if (found >= 0) from = found + 1;
    return found < 0;
  });
}

for (const name of COMPLETE) {
  test(`${name} and its translation`, () => {
    const [english, chinese] = [name, name.replace(/\.md$/, ".zh.md")].map((path) => readFileSync(join(ROOT, path), "utf8"));
    assert.deepEqual(levels(chinese), levels(english), "the sections");
    assert.deepEqual(missing(code(chinese), code(english)), [], "code that the English document does not have");
    assert.deepEqual(missing(rows(chinese), rows(english)), [], "rows of figures that the English document does not have");
  });
}

test("what a translation may not contain is found", () => {
  const english = "# A\n\n```sh\nloyd map 8\n```\n\n    loyd solve 8\n\n| runs | 1,000 of `8` in 2.5 s |\n| others | 7 |\n";
  assert.deepEqual(levels(english), [1]);
  assert.deepEqual(code(english), ["```sh\nloyd map 8\n```", "    loyd solve 8"]);
  assert.deepEqual(rows(english), [" |  | 1,000 2.5 `8` | ", " |  | 7 | "]);
  assert.deepEqual(missing(rows("| 次数 | 2.5 s 之内 `8` 的 1,000 次 |"), rows(english)), []);
  assert.deepEqual(missing(rows("| 次数 | 2.6 s 之内 `8` 的 1,000 次 |"), rows(english)), [" |  | 1,000 2.6 `8` | "]);
  assert.deepEqual(rows("| 5.4 million of ten 15-puzzles, 152 M/s, 7 MB |"), rows("| 十个十五数码的 540 万个，每秒 1.52 亿个，7 MB |"));
  assert.deepEqual(missing(["b", "a"], ["a", "b"]), ["a"]);
});
