// @ts-check
/**
 * The algorithms of the textbook, on positions that the server gives. Each makes a record of its first nodes. They are
 * slower than the searches of the server by far, and they are shown, not used: no distance comes from here.
 */

import { fOf, pathTo, Trace } from "./trace.js";

/**
 * @typedef {import("./positions.js").Positions} Positions
 * @typedef {import("./trace.js").SearchNode} SearchNode
 * @typedef {import("./trace.js").Side} Side
 */

/** The moves of this puzzle cannot be taken back one by one, or its goal is not one position. */
export class OneWay extends Error {}

/**
 * @param {string} algorithm
 * @param {Positions} positions
 * @param {string} heuristic the lower bound of A* and IDA*
 * @returns {Promise<Trace>}
 */
export async function traceOf(algorithm, positions, heuristic) {
  const trace = new Trace();
  await TEXTBOOK[algorithm](trace, positions, heuristic);
  return trace;
}

/** @type {Record<string, (trace: Trace, positions: Positions, heuristic: string) => Promise<void>>} */
const TEXTBOOK = { bfs, bidirectional, "a-star": aStar, "ida-star": idaStar };

/** @param {Trace} trace @param {Positions} positions */
async function bfs(trace, positions) {
  const root = trace.add(await positions.here(), null);
  const open = [root];
  const met = new Set([root.position.key]);
  trace.step(1, "begin", open, { made: [root] });
  for (;;) {
    const node = open.shift();
    if (!node) return trace.step(5, "none", open, { end: "none" });
    trace.step(2, "take.first", open, { at: node });
    if (await positions.isGoal(node.position)) return found(trace, 3, node, open);
    const made = [];
    for (const successor of await positions.successors(node.position)) {
      if (met.has(successor.key)) continue;
      met.add(successor.key);
      made.push(trace.add(successor, node));
    }
    open.push(...made);
    close(trace, node);
    trace.step(4, "successors", open, { at: node, made });
    if (trace.isFull) return full(trace, 4, node, open);
  }
}

/** @param {Trace} trace @param {Positions} positions */
async function bidirectional(trace, positions) {
  const here = await positions.here();
  const there = await positions.goal();
  if (!there) throw new OneWay("goal");
  /** @type {Record<Side, SearchNode[]>} */
  const layers = { start: [trace.add(here, null)], goal: [] };
  /** @type {Record<Side, Map<string, SearchNode>>} */
  const met = { start: new Map([[here.key, layers.start[0]]]), goal: new Map() };
  if (await positions.isGoal(here)) return found(trace, 1, layers.start[0], []);
  layers.goal = [trace.add(there, null, null, "goal")];
  met.goal.set(there.key, layers.goal[0]);
  await canBeTakenBack(positions, layers.goal[0]);
  trace.step(1, "begin.two", [...layers.start, ...layers.goal], { made: [...layers.start, ...layers.goal] });
  while (layers.start.length && layers.goal.length) {
    /** @type {Side} */
    const side = layers.start.length <= layers.goal.length ? "start" : "goal";
    const other = side === "start" ? "goal" : "start";
    trace.side = side;
    const layer = layers[side];
    /** @type {SearchNode[]} */
    const next = [];
    const waiting = () => [...layer, ...next, ...layers[other]];
    trace.step(2, `side.${side}`, waiting());
    for (let node; (node = layer.shift()); ) {
      trace.step(3, "take.first", waiting(), { at: node });
      if (side === "goal") await canBeTakenBack(positions, node);
      const made = [];
      for (const successor of await positions.successors(node.position)) {
        if (met[side].has(successor.key)) continue;
        const child = trace.add(successor, node);
        met[side].set(successor.key, child);
        made.push(child);
        const same = met[other].get(successor.key);
        if (!same) continue;
        if (side === "goal") await canBeTakenBack(positions, child);
        close(trace, node);
        const path = [...pathTo(child), ...pathTo(same)];
        return trace.step(5, "met", waiting(), { at: child, made, path, end: "found" });
      }
      next.push(...made);
      close(trace, node);
      trace.step(4, "successors", waiting(), { at: node, made });
      if (trace.isFull) return full(trace, 4, node, waiting());
    }
    layers[side] = next;
  }
  trace.step(2, "none", [], { end: "none" });
}

/** @param {Trace} trace @param {Positions} positions @param {string} heuristic */
async function aStar(trace, positions, heuristic) {
  const here = await positions.here();
  const root = trace.add(here, null, (await positions.bounds([here], heuristic))[0]);
  if (root.h === null) return proved(trace, root);
  let open = [root];
  const met = new Map([[here.key, root]]);
  trace.step(1, "begin", open, { made: [root] });
  for (;;) {
    const node = open.shift();
    if (!node) return trace.step(5, "none", open, { end: "none" });
    trace.step(2, "take.least", open, { at: node });
    if (await positions.isGoal(node.position)) return found(trace, 3, node, open);
    const better = (await positions.successors(node.position)).filter(
      ({ key }) => node.g + 1 < (met.get(key)?.g ?? Infinity),
    );
    const bounds = await positions.bounds(better, heuristic);
    const made = [];
    for (const [index, successor] of better.entries()) {
      const longer = met.get(successor.key);
      if (longer && longer.g <= node.g + 1) continue;
      if (longer) {
        open = open.filter((waiting) => waiting !== longer);
        trace.closed.add(longer);
      }
      // A null bound says that nothing leads from there to the goal.
      if (bounds[index] === null) continue;
      const child = trace.add(successor, node, bounds[index]);
      met.set(successor.key, child);
      made.push(child);
    }
    open = [...open, ...made].sort((one, other) => fOf(one) - fOf(other) || other.g - one.g || one.id - other.id);
    close(trace, node);
    trace.step(4, "successors", open, { at: node, made });
    if (trace.isFull) return full(trace, 4, node, open);
  }
}

/** @param {Trace} trace @param {Positions} positions @param {string} heuristic */
async function idaStar(trace, positions, heuristic) {
  const here = await positions.here();
  const [first] = await positions.bounds([here], heuristic);
  trace.threshold = first;
  for (;;) {
    const root = trace.add(here, null, first);
    if (first === null) return proved(trace, root);
    const stack = [root];
    trace.least = null;
    trace.step(trace.round ? 6 : 1, trace.round ? "threshold" : "begin.threshold", stack, { made: [root] });
    for (let node; (node = stack.shift()); ) {
      if (fOf(node) > (trace.threshold ?? Infinity)) {
        trace.least = Math.min(trace.least ?? Infinity, fOf(node));
        trace.cut.add(node);
        trace.step(3, "cut", stack, { at: node });
        continue;
      }
      trace.step(2, "take.deep", stack, { at: node });
      if (await positions.isGoal(node.position)) return found(trace, 4, node, stack);
      const { parent } = node;
      const onward = (await positions.successors(node.position)).filter(({ key }) => key !== parent?.position.key);
      const bounds = await positions.bounds(onward, heuristic);
      const made = onward.flatMap((successor, index) =>
        bounds[index] === null ? [] : [trace.add(successor, node, bounds[index])],
      );
      stack.unshift(...made);
      close(trace, node);
      trace.step(5, "successors.deep", stack, { at: node, made });
      if (trace.isFull) return full(trace, 5, node, stack);
    }
    if (trace.least === null) return trace.step(6, "none", [], { end: "none" });
    trace.threshold = trace.least;
    trace.nextRound();
  }
}

/** @param {Trace} trace @param {SearchNode} node */
function close(trace, node) {
  trace.expanded++;
  trace.closed.add(node);
}

/** @param {Trace} trace @param {number} line @param {SearchNode} node @param {SearchNode[]} open */
function found(trace, line, node, open) {
  trace.step(line, "found", open, { at: node, path: pathTo(node), end: "found" });
}

/** A position that is proved to have no solution. @param {Trace} trace @param {SearchNode} root */
function proved(trace, root) {
  trace.step(1, "proved", [], { at: root, end: "none" });
}

/** @param {Trace} trace @param {number} line @param {SearchNode} node @param {SearchNode[]} open */
function full(trace, line, node, open) {
  trace.step(line, "full", open, { at: node, end: "full" });
}

/**
 * A search from the goal walks along moves backwards. The server gives no predecessors, so each successor has to have a
 * move that leads back.
 * @param {Positions} positions
 * @param {SearchNode} node
 */
async function canBeTakenBack(positions, { position, parent }) {
  const successors = await positions.successors(position);
  if (parent && !successors.some(({ key }) => key === parent.position.key)) throw new OneWay("moves");
  if (parent) return;
  for (const successor of successors) {
    const back = await positions.successors(successor);
    if (!back.some(({ key }) => key === position.key)) throw new OneWay("moves");
  }
}
