// @ts-check
/** The record of a search: its nodes, and what every step did to them. */

/**
 * @typedef {import("./positions.js").Position} Position
 * @typedef {"start" | "goal"} Side
 *
 * @typedef {object} SearchNode
 * @property {number} id its index in the record
 * @property {SearchNode | null} parent
 * @property {import("../game.js").LegalMove | undefined} move that leads from the parent to the node
 * @property {Position} position
 * @property {Side} side the end of the search that made the node
 * @property {number} g the depth
 * @property {number | null} h the lower bound, if the algorithm uses one
 * @property {number} round the iteration, from 0
 *
 * @typedef {object} SearchStep
 * @property {number} line of the pseudocode, from 1
 * @property {string} told the key of its text
 * @property {SearchNode | null} at the node that is looked at
 * @property {SearchNode[]} made the nodes that the step made
 * @property {SearchNode[]} open the nodes that wait, in the order in which they are taken
 * @property {Set<SearchNode>} closed the expanded nodes, and those that a shorter path replaced
 * @property {Set<SearchNode>} cut the nodes above the threshold
 * @property {number} shown how many nodes there are
 * @property {number} round
 * @property {number} expanded
 * @property {number | null} threshold
 * @property {number | null} least the least f above the threshold
 * @property {Side | null} side that grows
 * @property {SearchNode[]} path the nodes of the solution
 * @property {"found" | "none" | "full" | null} end
 */

/** The most nodes of a drawing. */
export const MOST_NODES = 150;
/** The most milliseconds that a record takes. A lower bound may need tables that are read for each question. */
const MOST_TIME = 6000;

export class Trace {
  /** @type {SearchNode[]} */ nodes = [];
  /** @type {SearchStep[]} */ steps = [];
  round = 0;
  expanded = 0;
  /** @type {Set<SearchNode>} */ closed = new Set();
  /** @type {Set<SearchNode>} */ cut = new Set();
  /** @type {number | null} */ threshold = null;
  /** @type {number | null} */ least = null;
  /** @type {Side | null} */ side = null;
  /** The number of nodes before the current iteration. */
  #before = 0;

  #began = performance.now();

  /** Whether as many nodes are made as a drawing has, or the time is up. */
  get isFull() {
    return this.nodes.length - this.#before >= MOST_NODES || performance.now() - this.#began > MOST_TIME;
  }

  /**
   * Adds a node.
   * @param {Position & {move?: import("../game.js").LegalMove}} position
   * @param {SearchNode | null} parent
   * @param {number | null} [h]
   * @param {Side} [side]
   * @returns {SearchNode}
   */
  add(position, parent, h = null, side = parent?.side ?? "start") {
    const node = {
      id: this.nodes.length,
      parent,
      move: position.move,
      position,
      side,
      g: parent ? parent.g + 1 : 0,
      h,
      round: this.round,
    };
    this.nodes.push(node);
    return node;
  }

  /** Begins another iteration. */
  nextRound() {
    this.round++;
    this.#before = this.nodes.length;
    this.closed = new Set();
    this.cut = new Set();
  }

  /**
   * Adds a step.
   * @param {number} line
   * @param {string} told
   * @param {SearchNode[]} open
   * @param {Partial<SearchStep>} [more]
   */
  step(line, told, open, more = {}) {
    const { round, expanded, threshold, least, side } = this;
    this.steps.push({
      ...{ line, told, at: null, made: [], open: [...open], closed: new Set(this.closed), cut: new Set(this.cut) },
      ...{ shown: this.nodes.length, round, expanded, threshold, least, side, path: [], end: null },
      ...more,
    });
  }
}

/** f = g + h. @param {SearchNode} node */
export const fOf = ({ g, h }) => g + (h ?? 0);

/** The nodes from the root to a node. @param {SearchNode | null} node @returns {SearchNode[]} */
export const pathTo = (node) => (node ? [...pathTo(node.parent), node] : []);
