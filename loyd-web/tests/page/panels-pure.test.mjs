// The parts of the panels that need no browser: scales, parity, frames, shapes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { runOf } from "../../page/search/frames.js";
import { argue, exchanged, exchanges, inversionsOf } from "../../page/parity/parity.js";
import { columns, decades, labelStep, part, ticks } from "../../page/charts/scale.js";
import { drawnText, nextSymbol, readText, resized } from "../../page/play/shapetext.js";
import { STATES } from "../../page/gallery/solids.js";
import { faceletsOf } from "../../page/looks/body/facelets.js";
import { firstView } from "../../page/looks/body/firstview.js";
import { add, apply, distance, dot, middle, rotation, scaled, unit } from "../../page/looks/body/space.js";

/** A picture of a position, as the server gives it, on a board of `#` and `.`. */
function picture(board, state) {
  const pieces = state.split(" ").values();
  return board.split("\n").map((line) =>
    [...line].map((cell) => {
      if (cell === ".") return null;
      const text = pieces.next().value;
      return text === "x" ? { kind: "empty", text: "" } : { kind: "piece", text };
    }),
  );
}

const FOUR = "####\n####\n####\n####";
const HOME = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x";

test("values become lengths", () => {
  assert.equal(part(5, { most: 10 }), 0.5);
  assert.equal(part(0, { most: 10, log: true }), 0);
  assert.equal(part(20, { most: 10 }), 1);
  // One unit for 1, and one for each ten times more.
  assert.deepEqual(
    [1, 10, 100].map((value) => part(value, { most: 100, log: true })),
    [1 / 3, 2 / 3, 1],
  );
  assert.ok(part(1e-7, { most: 1, least: 1e-6, log: true }) > 0, "what is less than a unit is seen, too");
});

test("marks are round and within the scale", () => {
  assert.deepEqual(ticks({ most: 24_047 }), [10_000, 20_000]);
  assert.deepEqual(ticks({ most: 3 }), [1, 2, 3]);
  assert.deepEqual(ticks({ most: 24_047, log: true }), [1, 100, 10_000]);
  assert.deepEqual(ticks({ most: 0 }), []);
  assert.equal(decades({ most: 1_000 }).length, 4);
  for (const most of [1, 2, 7, 99, 12_345, 4e12]) {
    for (const log of [false, true]) {
      const marks = ticks({ most, log });
      assert.ok(marks.length <= 5 && marks.every((mark) => mark <= most * 1.0001), `${most} ${log}: ${marks}`);
    }
  }
});

test("bars fill their room without overlap", () => {
  for (const count of [1, 22, 32, 300]) {
    const bars = columns(count, 40, 280);
    assert.ok(bars[0].at >= 40 && bars.at(-1).at + bars.at(-1).width <= 320.001);
    bars.slice(1).forEach(({ at }, before) => assert.ok(at + 1e-9 >= bars[before].at + bars[before].width));
    assert.ok(bars.every(({ width }) => width > 0));
  }
  assert.equal(labelStep(32, 280, 26), 5);
  assert.equal(labelStep(5, 280, 26), 1);
});

test("14 and 15 exchanged are odd, and their exchange is proposed first", () => {
  const state = HOME.replace("14 15", "15 14");
  const argument = argue(picture(FOUR, state), picture(FOUR, HOME));
  assert.deepEqual(argument.inversions, [[13, 14]]);
  assert.deepEqual([argument.steps, argument.agrees], [0, false]);
  assert.deepEqual(exchanges(argument)[0], ["15", "14"]);
  assert.equal(exchanged(state, "15", "14"), HOME);
});

test("one move changes both parities", () => {
  const moved = HOME.replace("15 x", "x 15");
  const argument = argue(picture(FOUR, moved), picture(FOUR, HOME));
  assert.deepEqual([argument.inversions.length, argument.steps, argument.agrees], [1, 1, true]);
});

test("an exchange proposed exchanges two tiles, and never the blank", () => {
  const argument = argue(picture("###\n###", "2 1 x 4 5 3"), picture("###\n###", "1 2 3 4 5 x"));
  const pairs = exchanges(argument);
  assert.equal(pairs.length, 10);
  assert.ok(pairs.every(([first, second]) => first !== second && first && second));
});

test("there is no argument where pieces repeat, differ or the blank is not one", () => {
  const argument = (state, goal) => argue(picture("##\n##", state), picture("##\n##", goal));
  assert.equal(argument("1 1 2 x", "1 2 3 x"), null);
  assert.equal(argument("1 2 4 x", "1 2 3 x"), null);
  assert.equal(argument("1 2 3 4", "1 2 3 4"), null);
});

test("inversions are those of a sorted and a reversed order", () => {
  assert.equal(inversionsOf([0, 1, 2, 3]).length, 0);
  assert.equal(inversionsOf([3, 2, 1, 0]).length, 6);
});

/** Numbers from 0 up, the same in every run (mulberry32). */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function shuffled(list, below) {
  const pieces = [...list];
  for (let last = pieces.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [pieces[last], pieces[other]] = [pieces[other], pieces[last]];
  }
  return pieces;
}

const BOARDS = [
  { board: "###\n###\n###" },
  { board: "###\n###\n###", goal: "1 2 3 8 x 4 7 6 5" },
  { board: "###\n###\n###", goal: "7 x 2 1 8 4 3 6 5" },
  { board: "####\n####" },
  { board: "####\n####", goal: "5 6 7 x 4 3 2 1" },
  { board: "####\n#.##\n####" },
  { board: "####\n#.##\n#.##\n####", goal: "13 12 11 10 9 8 7 6 5 4 x 3 2 1" },
  { board: "###.\n####\n.###", goal: "x 9 1 8 2 7 3 6 4 5" },
];

test(
  "the parity agrees with loyd on 200 arrangements of each board and goal",
  { skip: !process.env.LOYD && "LOYD names no binary" },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "loyd-parity-"));
    try {
      BOARDS.forEach(({ board, goal }, number) => {
        const cells = board.split("#").length - 1;
        const standard = [...Array.from({ length: cells - 1 }, (_, tile) => tile + 1), "x"].join(" ");
        const wanted = goal ?? standard;
        const below = random(number + 1);
        const states = Array.from({ length: 200 }, () => shuffled(wanted.split(" "), below).join(" "));
        const file = join(folder, `${number}.txt`);
        writeFileSync(file, board);
        const args = ["solve", `sliding:@${file}`, "-", "--goal", wanted, "--limit-nodes", "1", "--no-cache"];
        const { stdout, stderr } = spawnSync(process.env.LOYD, args, { input: states.join("\n"), encoding: "utf8" });
        const answers = stdout.trim().split("\n");
        assert.equal(answers.length, states.length, stderr);
        const verdicts = states.map((state) => argue(picture(board, state), picture(board, wanted)).agrees);
        states.forEach((state, line) => {
          assert.equal(
            verdicts[line],
            !answers[line].startsWith("unsolvable"),
            `${board}\n${state} to ${wanted}: ${answers[line]}`,
          );
        });
        assert.ok(verdicts.includes(true) && verdicts.includes(false));
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

const stats = { expanded: 40, generated: 90 };
const frontier = (rest) => ({
  event: "frontier",
  side: null,
  threshold: null,
  depth: 0,
  expanded: 0,
  generated: 1,
  frontier: 1,
  closed: 0,
  by_depth: [1],
  ...rest,
});

test("a breadth-first search is a frame for each layer, the last of them its end", () => {
  const layer = frontier({ depth: 1, expanded: 1, generated: 3, frontier: 2, closed: 1, by_depth: [1, 2] });
  const last = frontier({ depth: 2, expanded: 3, generated: 7, frontier: 1, closed: 3, by_depth: [1, 2, 1] });
  const { frames, labels } = runOf("bfs", [frontier({}), layer, last], { outcome: "solved", length: 2, stats });
  assert.deepEqual(
    frames.map(({ step }) => step),
    ["begin", "layer", "end"],
  );
  assert.deepEqual(labels, ["0", "1", "2"]);
  assert.deepEqual([frames[1].columns, frames[1].lit, frames[1].added], [[1, 2], [1], 2]);
  assert.deepEqual([frames[2].columns, frames[2].added, frames[2].expanded], [[1, 2, 1], 1, 40]);
  const stopped = runOf("bfs", [frontier({}), layer], { outcome: "stopped", length: null, stats });
  assert.deepEqual(
    stopped.frames.map(({ step }) => step),
    ["begin", "layer", "end"],
  );
});

test("both ends of a bidirectional search meet in one chart", () => {
  const { frames, labels } = runOf(
    "bidirectional",
    [
      frontier({ side: "start" }),
      frontier({ side: "goal" }),
      frontier({ side: "start", depth: 1, by_depth: [1, 3], frontier: 3, closed: 1, expanded: 1 }),
      frontier({ side: "goal", depth: 1, by_depth: [1, 2], frontier: 2, closed: 1, expanded: 2 }),
    ],
    { outcome: "solved", length: 2, stats },
  );
  assert.deepEqual(
    frames.map(({ step }) => step),
    ["begin", "forward", "end"],
  );
  assert.deepEqual(labels, ["0", "1", "2"]);
  assert.deepEqual(frames[0].mirrored, [0, 0, 1]);
  assert.deepEqual(frames[2].mirrored, [0, 2, 1]);
  assert.deepEqual(
    [frames[2].lit, frames[2].mirroredLit, frames[2].frontier, frames[2].closed, frames[2].added],
    [[1], [1], 5, 2, 2],
  );
});

test("A* is a frame for each f, IDA* for each iteration", () => {
  const sums = runOf(
    "a-star",
    [frontier({ threshold: 5, by_depth: [1, 1] }), frontier({ threshold: 7, by_depth: [1, 2, 1] })],
    { outcome: "solved", length: 7, stats },
  );
  assert.deepEqual(
    sums.frames.map(({ step, threshold }) => [step, threshold]),
    [
      ["begin", null],
      ["threshold", 5],
      ["end", 7],
    ],
  );
  const iterations = [
    { bound: 5, expanded: 3, generated: 8 },
    { bound: 7, expanded: 20, generated: 50 },
  ];
  const deepening = runOf(
    "ida-star",
    iterations.map((one) => ({ event: "iteration", ...one })),
    { outcome: "solved", length: 7, stats },
  );
  assert.deepEqual(deepening.labels, ["5", "7"]);
  assert.deepEqual(
    deepening.frames.map(({ columns, expanded }) => [columns, expanded]),
    [
      [[], 0],
      [[3], 3],
      [[3, 20], 40],
    ],
  );
});

test("a board's text is read back, and a resize keeps what is there", () => {
  const text = "##.\n#.#";
  assert.equal(drawnText(readText("sliding", text)), text);
  assert.equal(drawnText(resized(readText("sliding", text), 3, 2, "#")), "##\n#.\n##");
  assert.equal(drawnText(readText("sliding", "##\n#")), "##\n#.");
  assert.equal(drawnText(readText("light-up", "..3\n#.x")), "..3\n#..");
});

test("clicks go through all that a square may be, and come back", () => {
  for (const [family, symbols] of [
    ["sliding", "#."],
    ["light-up", ".#01234"],
  ]) {
    const seen = [symbols[0]];
    while (seen.length < symbols.length) seen.push(nextSymbol(family, seen.at(-1)));
    assert.equal(seen.join(""), symbols);
    assert.equal(nextSymbol(family, seen.at(-1)), symbols[0]);
  }
});

/** The faces of a cube: colour, middle, and the directions of its rows and columns. The first three are drawn. */
const CUBE_FACES = [
  ["W", [0, 1, 0], [1, 0, 0], [0, 0, 1]],
  ["G", [0, 0, 1], [1, 0, 0], [0, -1, 0]],
  ["R", [1, 0, 0], [0, 0, -1], [0, -1, 0]],
  ["B", [0, 0, -1], [1, 0, 0], [0, 1, 0]],
  ["O", [-1, 0, 0], [0, 0, 1], [0, 1, 0]],
  ["Y", [0, -1, 0], [1, 0, 0], [0, 0, 1]],
];

/** The faces of a cube as lists of stickers; `spots` are their places on a face of side 2. */
const cubeOf = (spots) =>
  CUBE_FACES.map(([colour, normal, across, down]) =>
    spots.map(([x, y]) => ({ colour, at: add(add(normal, across, x), down, y) })),
  );

const grid = (size) =>
  Array.from({ length: size * size }, (_, at) =>
    [at % size, Math.floor(at / size)].map((step) => (2 * step + 1) / size - 1),
  );

const TOP = [0, 3, 0];
const [LEFT, RIGHT, BACK] = [150, 30, 270].map((degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sqrt(8) * Math.cos(angle), -1, Math.sqrt(8) * Math.sin(angle)];
});

/** The stickers of a face of a tetrahedron, row by row from its first corner. */
function triangles(colour, [top, left, right]) {
  const at = (row, column) => add(scaled(top, 1 - row / 3), add(scaled(left, row - column), right, column), 1 / 3);
  return [0, 1, 2].flatMap((row) =>
    Array.from({ length: 2 * row + 1 }, (_, number) => {
      const column = Math.floor(number / 2);
      const third = number % 2 ? at(row, column + 1) : at(row + 1, column);
      return { colour, at: middle([at(row, column), at(row + 1, column + 1), third]) };
    }),
  );
}

/** A turn of everything beyond a cut, around an axis, clockwise as seen from outside. */
const layer = (axis, cut, parts) => ({ axis: unit(axis), cut, angle: (-2 * Math.PI) / parts });

const CUBE_MOVES = { U: layer([0, 1, 0], 0.4, 4), R: layer([1, 0, 0], 0.4, 4), F: layer([0, 0, 1], 0.4, 4) };
const SOLIDS = {
  "2x2x2": { faces: cubeOf(grid(2)), moves: CUBE_MOVES },
  "3x3x3": { faces: cubeOf(grid(3)), moves: CUBE_MOVES },
  skewb: {
    faces: cubeOf([[0, 0], ...[[-1, -1], [1, -1], [1, 1], [-1, 1]].map((spot) => spot.map((part) => (part * 2) / 3))]),
    moves: { R: layer([1, -1, -1], 0, 3), B: layer([-1, -1, -1], 0, 3) },
  },
  pyraminx: {
    faces: [
      triangles("G", [TOP, LEFT, RIGHT]),
      triangles("B", [TOP, RIGHT, BACK]),
      triangles("R", [TOP, BACK, LEFT]),
      triangles("Y", [LEFT, BACK, RIGHT]),
    ],
    moves: { R: layer(RIGHT, 1 / 3, 3), u: layer(TOP, 5 / 3, 3) },
  },
};

/** A sticker after a move, which an apostrophe inverts. */
function turned({ colour, at }, { axis, cut, angle }, isInverse) {
  return { colour, at: dot(at, axis) > cut ? apply(rotation(axis, isInverse ? -angle : angle), at) : at };
}

for (const [id, { moves, faces }] of Object.entries(STATES)) {
  test(`the gallery's picture of ${id} is the state after its moves`, () => {
    const solved = SOLIDS[id].faces;
    let stickers = solved.flat();
    for (const move of moves.split(" ")) {
      stickers = stickers.map((sticker) => turned(sticker, SOLIDS[id].moves[move[0]], move.endsWith("'")));
    }
    const colourAt = (place) => {
      const found = stickers.filter(({ at }) => distance(at, place) < 1e-6);
      assert.equal(found.length, 1, "a turn leads each sticker to the place of another");
      return found[0].colour;
    };
    const seen = solved.slice(0, faces.length).map((face) => face.map(({ at }) => colourAt(at)).join(""));
    assert.deepEqual(seen, faces);
  });
}

/** How far the sides of a body turn to the eye in its first view, the most visible side first. */
function facing(sides) {
  const facelets = faceletsOf({ facelets: sides.map((corners) => ({ cell: null, text: "", corners })) });
  const view = firstView(facelets);
  return facelets.map(({ normal }) => apply(view, normal)[2]).sort((a, b) => b - a);
}

test("a tetrahedron shows two even sides, a cube three, and a plane its front", () => {
  const tetrahedron = facing([[TOP, LEFT, RIGHT], [TOP, RIGHT, BACK], [TOP, BACK, LEFT], [LEFT, BACK, RIGHT]]);
  assert.ok(tetrahedron[1] > 0.3 && tetrahedron[0] - tetrahedron[1] < 1e-9 && tetrahedron[2] < 0, `${tetrahedron}`);
  const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const cube = facing(
    CUBE_FACES.map(([, normal, across, down]) => square.map(([x, y]) => add(add(normal, across, x), down, y))),
  );
  assert.ok(cube[2] > 0.3 && cube[3] < 0, `${cube}`);
  assert.deepEqual(facing([square.map(([x, y]) => [x, y, 0])]), [1]);
});
