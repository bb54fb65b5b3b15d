// @ts-check
/** The texts of the page. The language is that of `?lang=`, of the last choice on this page, or of the browser. */

import { written } from "./movenames.js";
import { en } from "./words/en.js";
import { enServer } from "./words/server.js";
import { zh } from "./words/zh.js";
import { zhServer } from "./words/zhserver.js";

/** @type {Record<string, Record<string, any>>} */
const DICTIONARIES = { en, zh };
/** @type {Record<string, [RegExp, string][]>} */
const SERVER_WORDS = { en: enServer, zh: zhServer };
const SETTING = "loyd.language";
/** @type {Set<(language: string) => void>} */
const listeners = new Set();
/** @type {Map<string, any>} */
const formatters = new Map();
let language = firstLanguage();
tellDocument();

/** The current language: `en` or `zh`. */
export const currentLanguage = () => language;

/**
 * The text of a key. `{name}` stands for `values.name`; in an entry with plural forms `values.count` chooses the form.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = DICTIONARIES[language][key] ?? DICTIONARIES.en[key];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : (entry[pluralForm(values.count)] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) =>
    name in values ? inWords(values[name]) : whole,
  );
}

/** Whether there is a text of this key. @param {string} key */
export const hasText = (key) => key in DICTIONARIES[language] || key in DICTIONARIES.en;

/**
 * Formats a number for the current language.
 * @param {number | bigint} number
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(number, options) {
  // The first formatter takes 20 ms. Both languages write small numbers like this.
  if (!options && Number.isInteger(number) && number >= 0 && number < 1000) return String(number);
  return formatter(`number ${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options)).format(number);
}

/** Calls `callback` at once, and whenever the language changes. @param {(language: string) => void} callback */
export function onLanguage(callback) {
  listeners.add(callback);
  callback(language);
  return () => listeners.delete(callback);
}

/** Sets the language, and remembers it. @param {string} chosen */
export function setLanguage(chosen) {
  language = chosen in DICTIONARIES ? chosen : "en";
  localStorage.setItem(SETTING, language);
  tellDocument();
  for (const callback of listeners) callback(language);
}

/**
 * Translates an English text of the server, such as `slide 4 up`, into the current language. A part of the text that
 * the pattern's replacement has in braces is translated, too.
 * @param {string} words
 * @returns {string}
 */
export function serverWords(words) {
  for (const [pattern, text] of SERVER_WORDS[language]) {
    if (!pattern.test(words)) continue;
    return words.replace(pattern, text).replace(/\{([^{}]*)\}/g, (_, /** @type {string} */ part) => serverWords(part));
  }
  return words;
}

/**
 * The words of a move. Those of a move that has only a name are in small letters, which name another move of a cube.
 * @param {{name: string, words: string}} move
 */
export const saidOf = ({ name, words }) => (words.startsWith("make ") ? written(name) : serverWords(words));

/** The borders of the parts of an expectation that are translated one by one. */
const BORDERS = /; |, but (?=th|r\d)|, or (?=moves that|a row from)|, (?=the tiles \d|each number|the blank's column)/;

/**
 * The words of the current language for a text of the server; null if there are none.
 * @param {string} text
 * @returns {string | null}
 */
function translated(text) {
  if (language === "en") return serverWords(text);
  const words = serverWords(text);
  if (words !== text) return words;
  const parts = text.split(BORDERS);
  if (parts.length === 1) return null;
  const all = parts.map(translated);
  return all.includes(null) ? null : all.join(t("list.semicolon"));
}

/** A text with quotation marks for its backticks. @param {string} text */
export const quoted = (text) => text.replace(/`([^\x60]*)`/g, "“$1”");

/** The fields of a question that people type in one line. */
const ONE_LINE = ["state", "goal", "moves"];

/**
 * The sentence about a problem of a question (`application/problem+json`). `text` is in the current language; `english`
 * comes after it, and has no translation.
 * @param {any} problem
 * @returns {{text: string, english: string}}
 */
export function problemWords({ kind, field, line, column, found, expected, detail, title }) {
  // The value of a field, such as a number, has no places.
  if (expected && found && field && kind === "usage") return misreadWords(t("fault.value"), found, expected);
  if (expected) {
    const key = line === 1 && ONE_LINE.includes(field) ? "fault.column" : "fault.line";
    const place = t(key, { line: line ?? 1, column: column ?? 1 });
    return misreadWords(field === "goal" ? t("fault.goal", { place }) : place, found, expected);
  }
  const [, id, part, wanted] = /^puzzle `(.*)`: found `(.*)`, expected (.*)$/s.exec(detail ?? "") ?? [];
  if (wanted) return misreadWords(t("fault.puzzle", { puzzle: id }), part && `\`${part}\``, wanted);
  const words = translated(detail ?? title ?? "");
  return words === null ? { text: "", english: quoted(detail ?? title) } : { text: quoted(words), english: "" };
}

/** @param {string} place @param {string} found empty: nothing was found @param {string} expected */
function misreadWords(place, found, expected) {
  const words = translated(expected);
  const values = { place, found: serverWords(found ?? ""), expected: words ?? "" };
  const text = quoted(t(found ? "fault.found" : "fault.missing", values));
  return { text, english: words === null ? quoted(expected) : "" };
}

/** The name of a puzzle by its full id: `8-puzzle` of `sliding:3x3`. A family has a name, too. @param {string} id */
export function puzzleName(id) {
  const [puzzle, changes] = id.split("?");
  const [family, ...rest] = puzzle.split(":");
  const size = rest.join(":");
  const keys = [`puzzle.${puzzle}`, `puzzle.${family}`];
  const key = (size ? keys : [`puzzle.${family}.all`, ...keys]).find(hasText);
  if (!key) return id;
  const name = t(key, { size: sizeWords(family, size) }).trim();
  if (!changes) return name;
  return t("puzzle.changes", { name, changes: changes.split("&").map(changeWords).join(t("list.comma")) });
}

/** The words for a choice of an id, such as `moves=U,R`. @param {string} choice */
function changeWords(choice) {
  const [key, value] = choice.split("=");
  const words = [`puzzle.changes.${choice}`, `puzzle.changes.${key}`].find(hasText);
  return words ? t(words, { value: (value ?? "").replaceAll(",", " ") }) : choice;
}

/**
 * The name of the puzzle of a game: a player's own puzzle has the name in its definition.
 * @param {{puzzle: string, legal: {puzzle: string, name: string | null} | null}} game
 */
export function gameName({ puzzle, legal }) {
  const id = legal?.puzzle ?? puzzle;
  return (id.startsWith("file:") && legal?.name) || puzzleName(id);
}

/** The words for the part of a puzzle's id after its family. @param {string} family @param {string} size */
function sizeWords(family, size) {
  if (family === "letters") return size.replace(/[-_.]/g, " ").replace(/\s*\/\s*/g, " / ").trim();
  if (family === "swap" && /^\d+$/.test(size)) return `${size}×${size}`;
  if (family === "top-spin" && size.endsWith(":turns"))
    return t("puzzle.top-spin.turns", { size: size.slice(0, -":turns".length).replace("x", "×") });
  const [, board, side, only, turned] = /^(\d+x\d+)(?:n(\d+))?(r?)(o?)$/.exec(size) ?? [];
  if (family !== "twiddle" || !board) return size.replace("x", "×").replace("@", "");
  const kinds = [
    side && side !== "2" && t("puzzle.twiddle.side", { side: `${side}×${side}` }),
    only && t("puzzle.twiddle.rows"),
    turned && t("puzzle.twiddle.turned"),
  ];
  return [board.replace("x", "×"), ...kinds.filter(Boolean)].join(t("list.comma"));
}

/** The name of a goal in the language of the page. @param {string} name */
export const goalName = (name) => (hasText(`goal.name.${name}`) ? t(`goal.name.${name}`) : name);

/** The name of a lower bound by its id: `Manhattan distance` of `manhattan`. @param {string} id */
export function boundName(id) {
  if (hasText(`bound.${id}`)) return t(`bound.${id}`);
  const [, two, groups] = /^(two-)?(\d+(?:-\d+)+)$/.exec(id) ?? [];
  return groups ? t(two ? "bound.groups.two" : "bound.groups", { groups }) : id;
}

/**
 * The reason of a proof that there is no solution, in the current language.
 * @param {{reason: string, explanation: string}} proof
 */
export function reasonWords({ reason, explanation }) {
  const words = serverWords(explanation ?? "");
  if (words !== explanation) return words;
  const key = `reason.${reason}`;
  return hasText(key) ? t(key) : explanation;
}

/**
 * Puts the texts of `data-t` (content), `data-t-label` (aria-label) and `data-t-title` into a tree.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]"))
    element.textContent = t(element.getAttribute("data-t") ?? "");
  for (const [data, attribute] of [
    ["data-t-label", "aria-label"],
    ["data-t-title", "title"],
  ]) {
    for (const element of root.querySelectorAll(`[${data}]`)) {
      element.setAttribute(attribute, t(element.getAttribute(data) ?? ""));
    }
  }
}

/** @param {any} value */
const inWords = (value) => (typeof value === "number" || typeof value === "bigint" ? number(value) : String(value));

/** @param {any} count */
function pluralForm(count) {
  if (language === "zh") return "other";
  if (Number.isInteger(count)) return count === 1 ? "one" : "other";
  return formatter("plural", () => new Intl.PluralRules(language)).select(Number(count));
}

/**
 * A formatter of the current language, which takes long to make.
 * @template Formatter
 * @param {string} name @param {() => Formatter} make
 * @returns {Formatter}
 */
function formatter(name, make) {
  const key = `${language} ${name}`;
  let known = formatters.get(key);
  if (!known) formatters.set(key, (known = make()));
  return known;
}

function tellDocument() {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

function firstLanguage() {
  const wanted = new URLSearchParams(location.search).get("lang");
  for (const name of [wanted, localStorage.getItem(SETTING), ...navigator.languages]) {
    const known = Object.keys(DICTIONARIES).find((known) => name?.toLowerCase().startsWith(known));
    if (known) return known;
  }
  return "en";
}
