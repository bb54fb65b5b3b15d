/** The package for npm in node: solves, maps, own definitions, events and faults. */

import { test } from "node:test";
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { LoydError, ask, check, map, moves, puzzles, random, solve } from "../npm/loyd.js";

test("a 15-puzzle is solved", async () => {
  const state = "5 1 3 4 2 10 6 8 13 9 7 12 x 14 11 15";
  const answer = await solve("15", state);
  assert.equal(answer.length, 11);
  const checked = await check("15", state, answer.moves);
  assert.equal(checked.reaches_goal, true);
});

test("the 31 moves of the 8-puzzle's farthest positions", async () => {
  const { layers } = await map("8");
  assert.equal(layers.length, 32);
  assert.equal(layers.reduce((sum, layer) => sum + (layer.states ?? layer), 0), 181_440);
});

test("layers are heard while the map is made", async () => {
  const heard = [];
  await map("pancake:7", { onEvent: (event) => heard.push(event) });
  assert.equal(heard.filter(({ event }) => event === "layer").length, 9);
});

test("a puzzle of one's own", async () => {
  const definition = readFileSync(new URL("../../definitions/hungarian-rings.loyd", import.meta.url), "utf8");
  const { state } = await random({ definition });
  const legal = await moves({ definition }, state);
  assert.ok(legal.moves.length >= 4);
});

test("a bound with tables, a cube, and a listing", async () => {
  const answer = await ask({ ask: "solve", puzzle: "8", state: "8 6 7 2 5 4 3 x 1", heuristic: "additive" });
  assert.equal(answer.length, 31);
  const cube = await solve("2x2x2", undefined, { scramble: "R U F" });
  assert.equal(cube.length, 3);
  assert.ok((await puzzles()).length > 5);
});

test("two positions drawn without a seed differ, and one seed draws the same twice", async () => {
  const drawn = async (options) => (await random("sliding:5x5", options)).state;
  assert.notEqual(await drawn(), await drawn());
  assert.equal(await drawn({ seed: 7 }), await drawn({ seed: 7 }));
});

test("faults say what is wrong, and the module goes on", async () => {
  await assert.rejects(solve("8", "1 2 3"), (why) => why instanceof LoydError && why.field === "state");
  await assert.rejects(solve("no-such-puzzle", "1"), (why) => why.kind === "puzzle");
  await assert.rejects(ask({ ask: "solve", puzzle: "8", state: "1", surprise: 1 }), /surprise/);
  assert.equal((await solve("8", "1 2 3 4 5 6 7 x 8")).length, 1);
});

test("limits are kept, with what is proved", async () => {
  const state = Array.from({ length: 80 }, (_, tile) => 80 - tile).join(" ") + " x";
  const answer = await solve("sliding:9x9", state, { limit_seconds: 0.3 });
  assert.ok(answer.at_least > 0 && answer.length === null);
  // This limit passes while the definition is looked into, which WebAssembly cannot leave half done.
  const { state: mixed } = await random("3x3x3", { seed: 5 });
  const cube = await solve("3x3x3", mixed, { limit_seconds: 0.05 });
  assert.deepEqual([cube.outcome, cube.length], ["stopped", null]);
  assert.equal((await solve("8", "1 2 3 4 5 6 7 x 8")).length, 1);
});
