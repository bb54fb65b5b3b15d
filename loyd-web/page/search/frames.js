// @ts-check
/** The frames of a search, made from the library's events and shown one after the other. Pure functions. */

/**
 * @typedef {object} FrontierEvent the growth of a search with a closed list (docs/formats.md, `frontier`)
 * @property {"start" | "goal" | null} side
 * @property {number | null} threshold
 * @property {number} depth
 * @property {number} expanded of the whole search
 * @property {number} generated of the whole search
 * @property {number} frontier of this end
 * @property {number} closed of this end
 * @property {number[]} by_depth of this end
 */

/**
 * @typedef {object} Frame
 * @property {string} step the key of the text
 * @property {number[]} columns nodes by depth from the start, or by iteration
 * @property {number[]} [mirrored] nodes by depth from the goal, at the same places
 * @property {number[]} lit the columns of the frontier
 * @property {number[]} [mirroredLit]
 * @property {number} depth
 * @property {number | null} threshold
 * @property {number} expanded
 * @property {number} generated
 * @property {number | null} frontier
 * @property {number | null} closed
 * @property {number} added nodes that the previous frame did not have
 */

/**
 * @typedef {object} Run
 * @property {string} algorithm
 * @property {string[]} labels of the columns
 * @property {Frame[]} frames
 * @property {any} reply
 */

const sum = (/** @type {number[]} */ list) => list.reduce((total, value) => total + value, 0);

/** @type {Frame} */
const NOTHING = {
  step: "begin",
  columns: [],
  lit: [],
  depth: 0,
  threshold: null,
  expanded: 0,
  generated: 0,
  frontier: null,
  closed: null,
  added: 0,
};

/**
 * @param {string} algorithm
 * @param {any[]} events in their order
 * @param {any} reply
 * @returns {Run}
 */
export function runOf(algorithm, events, reply) {
  const frontiers = events.filter(({ event }) => event === "frontier");
  const iterations = events.filter(({ event }) => event === "iteration");
  const frames = frontiers.length ? byDepth(frontiers, reply) : byIteration(iterations);
  const { expanded, generated } = reply.stats;
  // The last event of a search reports the layer, f or iteration in which the solution was found, perhaps in part.
  const isEnd = frames.length > 1 && reply.outcome === "solved";
  const end = { ...frames[frames.length - 1], step: "end", expanded, generated };
  const columns = Math.max(...frames.map(({ columns, mirrored }) => Math.max(columns.length, mirrored?.length ?? 0)));
  const labels = frontiers.length
    ? Array.from({ length: columns }, (_, depth) => String(depth))
    : iterations.map(({ bound }) => String(bound));
  return {
    algorithm,
    labels,
    frames: isEnd ? [...frames.slice(0, -1), end] : [...frames, { ...end, added: 0 }],
    reply,
  };
}

/**
 * @param {FrontierEvent[]} events
 * @param {any} reply
 * @returns {Frame[]}
 */
function byDepth(events, reply) {
  const both = events.some(({ side }) => side === "goal");
  // The nodes of the goal's side are drawn from the right, so that both sides meet where the solution was found.
  const reach = (/** @type {string} */ end) =>
    Math.max(0, ...events.filter(({ side }) => side === end).map(({ depth }) => depth));
  const far = both ? Math.max(reply.length ?? 0, reach("start") + reach("goal")) : 0;
  /** @type {FrontierEvent | null} */ let here = null;
  /** @type {FrontierEvent | null} */ let there = null;
  const frames = [NOTHING];
  for (const event of events) {
    if (event.side === "goal") there = event;
    else here = event;
    const ends = [here, there].filter((end) => end !== null);
    const columns = here?.by_depth ?? [];
    const mirrored = both ? reversed(there?.by_depth ?? [], far) : undefined;
    const before = frames[frames.length - 1];
    const frame = {
      step: stepOf(event),
      columns,
      lit: event.threshold === null && here ? [here.depth] : [],
      ...(mirrored && { mirrored, mirroredLit: there ? [far - there.depth] : [] }),
      depth: event.depth,
      threshold: event.threshold,
      expanded: event.expanded,
      generated: event.generated,
      frontier: sum(ends.map((end) => end.frontier)),
      closed: sum(ends.map((end) => end.closed)),
      added: sum(columns) + sum(mirrored ?? []) - sum(before.columns) - sum(before.mirrored ?? []),
    };
    // The frame of the goals replaces the frame of the starts: the search begins with both.
    if (frame.step === "begin") frames.pop();
    frames.push(frame);
  }
  return frames;
}

/** @param {FrontierEvent} event */
function stepOf({ side, threshold, depth }) {
  if (threshold !== null) return "threshold";
  if (depth === 0) return "begin";
  return side === null ? "layer" : side === "start" ? "forward" : "backward";
}

/**
 * The depths of the goal's side, as distances from the start.
 * @param {number[]} nodes
 * @param {number} far
 */
function reversed(nodes, far) {
  const places = Array.from({ length: far + 1 }, () => 0);
  nodes.forEach((count, depth) => {
    if (depth <= far) places[far - depth] = count;
  });
  return places;
}

/**
 * @param {{bound: number, expanded: number, generated: number}[]} iterations
 * @returns {Frame[]}
 */
function byIteration(iterations) {
  const frames = [NOTHING];
  for (const [index, { bound, expanded, generated }] of iterations.entries()) {
    const before = frames[frames.length - 1];
    frames.push({
      step: "iteration",
      columns: [...before.columns, expanded],
      lit: [index],
      depth: bound,
      threshold: bound,
      expanded: before.expanded + expanded,
      generated: before.generated + generated,
      frontier: null,
      closed: null,
      added: expanded,
    });
  }
  return frames;
}
