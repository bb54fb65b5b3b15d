// @ts-check
/** A sheet to print: different boards on the first page, their solutions on the second. */

import { ask } from "../api.js";
import { h } from "../dom.js";
import { number, gameName, t } from "../words.js";
import { miniature } from "../search/drawing.js";
import { different } from "./different.js";

/**
 * @typedef {import("../game.js").Game} Game
 * @typedef {import("../game.js").Legal} Legal
 * @typedef {{legal: Legal, reply: any}} Item a position and the answer to it
 */

const SECONDS = 15;

/**
 * Draws positions and solves them.
 * @param {Game} game
 * @param {{depth: number | null, count: number}} wanted without a depth any positions
 * @param {(done: number) => void} onDone
 * @param {AbortSignal} signal
 * @returns {Promise<Item[]>}
 */
export async function itemsOf(game, { depth, count }, onDone, signal) {
  const states = await different(count, (missing) =>
    ask("random", game.question({ count: missing, ...(depth === null ? {} : { depth }) }), { signal }),
  );
  const items = [];
  for (const state of states) {
    const legal = await game.legalAfter(state);
    const reply = await ask("solve", game.lettered({ state, limit_seconds: SECONDS }), { signal });
    items.push({ legal, reply });
    onDone(items.length);
  }
  return items;
}

/** The sheet as an element. @param {Game} game @param {Item[]} items */
export function sheetOf(game, items) {
  const name = gameName(game);
  const board = (/** @type {Legal} */ legal) => {
    const svg = miniature(legal, legal.picture, { class: "sheet-board" });
    svg.removeAttribute("aria-hidden");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", legal.state);
    return svg;
  };
  const place = (/** @type {number} */ at) => h("span", { class: "sheet-number" }, `${number(at + 1)}.`);
  const isDirected = !!game.legal?.convention;
  return h(
    "section",
    { class: "sheet" },
    h(
      "div",
      { class: "sheet-page" },
      document.querySelector("loyd-goal")?.cloneNode(true),
      h("h3", {}, t("sheet.heading", { name })),
      h("p", { class: "sheet-name" }, t("sheet.name")),
      h("p", {}, t("sheet.task")),
      h(
        "ol",
        { class: "sheet-boards" },
        ...items.map(({ legal }, at) =>
          h("li", {}, place(at), board(legal), h("p", { class: "sheet-line" }, t("sheet.answer"))),
        ),
      ),
    ),
    h(
      "div",
      { class: "sheet-page" },
      h("h3", {}, t("sheet.solutions", { name })),
      isDirected && h("p", {}, t("sheet.letters")),
      h(
        "ol",
        { class: "sheet-solutions" },
        ...items.map((item, at) => h("li", {}, place(at), board(item.legal), solution(item))),
      ),
    ),
  );
}

/** @param {Item} item */
function solution({ legal, reply }) {
  const moves = reply.moves?.length ? reply.moves.join(" ") : "";
  const said =
    reply.outcome === "solved"
      ? t("sheet.length", { count: reply.length })
      : t(legal.costs ? "sheet.unsolvedCost" : "sheet.unsolved", { count: number(reply.at_least ?? 0) });
  return h(
    "div",
    {},
    h("p", {}, said),
    h("p", { class: "sheet-moves" }, moves),
    h("p", { class: "panel-hint" }, legal.state),
  );
}

/** Prints an element alone. @param {Element} sheet */
export function print(sheet) {
  const copy = /** @type {Element} */ (sheet.cloneNode(true));
  copy.classList.add("printed");
  document.body.append(copy);
  document.documentElement.classList.add("printing");
  const end = () => {
    copy.remove();
    document.documentElement.classList.remove("printing");
  };
  addEventListener("afterprint", end, { once: true });
  window.print();
}
