// @ts-check
/** The tree of a search as a drawing: boards in rows by depth. The search from a goal grows upwards from below. */

import { s } from "../dom.js";
import { lookOf } from "../looks/index.js";
import { fOf } from "./trace.js";

/**
 * @typedef {import("./trace.js").SearchNode} SearchNode
 * @typedef {import("./trace.js").SearchStep} SearchStep
 * @typedef {import("./trace.js").Trace} Trace
 * @typedef {import("../game.js").Square} Square
 * @typedef {Pick<import("../game.js").Legal, "look" | "drawing">} Drawn the look of a puzzle, with the data of a body
 */

const WIDTH = 76;
const ROW = 100;
const BOARD = 56;
const EDGE = 8;

/** The look of a game's puzzle. @param {import("../game.js").Game} game @returns {Drawn} */
export const drawnOf = ({ legal }) => legal ?? { look: "squares", drawing: null };

/** A small picture of a position. @param {Drawn} drawn @param {Square[][]} picture @param {object} [properties] */
export function miniature(drawn, picture, properties = {}) {
  const svg = s("svg", { "aria-hidden": "true", ...properties });
  new (lookOf(drawn.look))(svg, picture, drawn.drawing);
  svg.querySelector(".hits")?.remove();
  return svg;
}

/** What is written below a node: g, or g + h = f. @param {SearchNode} node */
export const sumOf = (node) => (node.h === null ? `g ${node.g}` : `${node.g}+${node.h}=${fOf(node)}`);

/**
 * Nodes for a guess, in an order that does not give the next one away, with their numbers.
 * @param {SearchNode[]} nodes
 */
export const forGuess = (nodes) =>
  nodes
    .map((node) => ({ node, label: `#${node.id + 1}: ${sumOf(node)}` }))
    .sort((one, other) => (one.node.position.key < other.node.position.key ? -1 : 1));

export class TreeDrawing {
  element = s("svg", { class: "tree", role: "img" });
  /** @type {Map<SearchNode, [number, number]>} The left upper corners of the nodes. */
  #places = new Map();
  /** @type {Map<SearchNode, {box: SVGGElement, edge: SVGPathElement | null}>} */
  #drawn = new Map();
  #round = -1;
  #edges = s("g", {});
  #boxes = s("g", {});

  /** @param {Trace} trace @param {Drawn} drawn @param {(node: SearchNode) => void} onPick */
  constructor(trace, drawn, onPick) {
    this.trace = trace;
    this.drawn = drawn;
    this.onPick = onPick;
    this.element.append(this.#edges, this.#boxes);
  }

  /** Shows a step. @param {SearchStep} step @param {string} title */
  show(step, title) {
    if (step.round !== this.#round) this.#begin(step.round);
    this.element.setAttribute("aria-label", title);
    const open = new Set(step.open);
    const path = new Set(step.path);
    for (const [node, { box, edge }] of this.#drawn) {
      const isShown = node.id < step.shown;
      box.toggleAttribute("hidden", !isShown);
      edge?.toggleAttribute("hidden", !isShown);
      const state = [
        open.has(node) && "open",
        step.closed.has(node) && "closed",
        step.cut.has(node) && "cut",
        path.has(node) && "path",
        step.made.includes(node) && "made",
        node === step.at && "now",
      ].filter(Boolean);
      box.setAttribute("class", `node ${state.join(" ")}`);
      edge?.setAttribute("class", path.has(node) && node.parent && path.has(node.parent) ? "edge path" : "edge");
    }
  }

  /** The middle of a node in the drawing. @param {SearchNode} node @returns {[number, number] | null} */
  middle(node) {
    const place = this.#places.get(node);
    return place ? [place[0] + WIDTH / 2, place[1] + ROW / 2] : null;
  }

  /** Lays out the nodes of an iteration. The places do not change from step to step. @param {number} round */
  #begin(round) {
    this.#round = round;
    this.#places.clear();
    this.#drawn.clear();
    const nodes = this.trace.nodes.filter((node) => node.round === round);
    const above = rowsOf(nodes.filter(({ side }) => side === "start"));
    const below = rowsOf(nodes.filter(({ side }) => side === "goal"));
    const rows = [...above, ...below.reverse()];
    const width = Math.max(...rows.map((row) => row.length)) * WIDTH + 2 * EDGE;
    const gap = below.length ? ROW / 4 : 0;
    const height = rows.length * ROW + gap + 2 * EDGE;
    for (const [depth, row] of rows.entries()) {
      const left = (width - row.length * WIDTH) / 2;
      const top = EDGE + depth * ROW + (depth >= above.length ? gap : 0);
      for (const [at, node] of row.entries()) this.#places.set(node, [left + at * WIDTH, top]);
    }
    for (const node of nodes) this.#drawn.set(node, { box: this.#box(node), edge: this.#edge(node) });
    const drawn = [...this.#drawn.values()];
    this.#edges.replaceChildren(...drawn.flatMap(({ edge }) => (edge ? [edge] : [])));
    this.#boxes.replaceChildren(...drawn.map(({ box }) => box));
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height }))
      this.element.setAttribute(name, String(value));
  }

  /** @param {SearchNode} node */
  #box(node) {
    const [x, y] = /** @type {[number, number]} */ (this.#places.get(node));
    const inset = (WIDTH - BOARD) / 2;
    return s(
      "g",
      { transform: `translate(${x} ${y})`, onclick: () => this.onPick(node) },
      s("rect", { class: "frame", x: inset - 4, y: 4, width: BOARD + 8, height: BOARD + 26, rx: 8 }),
      miniature(this.drawn, node.position.picture, { x: inset, y: 8, width: BOARD, height: BOARD }),
      s("text", { x: WIDTH / 2, y: BOARD + 23, "text-anchor": "middle" }, sumOf(node)),
    );
  }

  /** @param {SearchNode} node */
  #edge(node) {
    const [from, to] = [node.parent && this.#places.get(node.parent), this.#places.get(node)];
    if (!from || !to) return null;
    const up = node.side === "goal";
    const [x, y] = [from[0] + WIDTH / 2, from[1] + (up ? 4 : BOARD + 30)];
    const [u, v] = [to[0] + WIDTH / 2, to[1] + (up ? BOARD + 30 : 4)];
    const half = (y + v) / 2;
    return s("path", { d: `M${x} ${y}C${x} ${half} ${u} ${half} ${u} ${v}` });
  }
}

/** The nodes by depth, each row in the order of the tree, so that no two lines cross. @param {SearchNode[]} nodes */
function rowsOf(nodes) {
  /** @type {Map<SearchNode | null, SearchNode[]>} */
  const children = new Map();
  for (const node of nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  /** @type {SearchNode[][]} */
  const rows = [];
  const waiting = [...(children.get(null) ?? [])];
  for (let node; (node = waiting.shift()); ) {
    (rows[node.g] ??= []).push(node);
    waiting.unshift(...(children.get(node) ?? []));
  }
  return rows;
}
