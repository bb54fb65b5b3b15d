/**
 * The module against what is known, because a pointer of WebAssembly has 32 bits: every puzzle of the catalogue is drawn,
 * solved in several ways and checked, small spaces are counted, and judges answer. `LOYD` names the command.
 */

import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { strict as assert } from "node:assert";
import { dailyOf } from "../../loyd-web/page/play/day.js";
import { ask, check, judge, judges, map, puzzles, random } from "../npm/loyd.js";

const MOST_STATES = 400_000;
const LIMITS = { limit_seconds: 1 };

// The first example of each family, or all of them in the whole form of the law (LOYD_LONG).
const most = process.env.LOYD_LONG ? Infinity : 1;
const families = await puzzles();
const examples = families
  .flatMap(({ examples = [], example }) => (examples.length ? examples.slice(0, most) : [example]))
  .filter(Boolean);
assert.ok(examples.length >= 30, `${examples.length} examples`);

for (const puzzle of examples) {
  test(puzzle, async () => {
    const { state } = await random(puzzle, { seed: 5 });
    const lengths = new Set();
    for (const algorithm of [undefined, "ida-star", "a-star"]) {
      const answer = await ask({ ask: "solve", puzzle, state, algorithm, ...LIMITS }).catch((why) => why);
      // A search that this puzzle does not have is refused, and says so.
      if (answer instanceof Error) {
        assert.ok(["not-applicable", "no-effect", "memory", "limit"].includes(answer.kind), `${answer.kind}: ${answer}`);
        continue;
      }
      if (answer.outcome !== "solved") continue;
      lengths.add(answer.cost ?? answer.length);
      const { reaches_goal } = await check(puzzle, state, answer.moves);
      assert.equal(reaches_goal, true);
    }
    const first = await ask({ ask: "solve", puzzle, state, first: true, ...LIMITS }).catch((why) => why);
    if (first.moves) assert.equal((await check(puzzle, state, first.moves)).reaches_goal, true);
    else assert.ok(!(first instanceof Error) || typeof first.kind === "string", String(first));
    assert.ok(lengths.size <= 1, `lengths ${[...lengths]}`);
    const plan = await map(puzzle, { dry_run: true }).catch(() => null);
    if (!(plan?.states <= MOST_STATES)) return;
    const census = await map(puzzle, { limit_seconds: 10 });
    if (census.stopped) return;
    const { gods_number } = (await puzzles(puzzle)) ?? {};
    if (gods_number) assert.equal(census.layers.length - 1, gods_number);
  });
}

test("published counts", async () => {
  const counts = async (puzzle) => (await map(puzzle)).layers;
  const states = (layers) => layers.map((layer) => layer.states ?? layer);
  // Reinefeld 1993 (8-puzzle); OEIS A092113 (pancakes).
  const eight = states(await counts("8"));
  assert.deepEqual(eight.slice(0, 8), [1, 2, 4, 8, 16, 20, 39, 62]);
  assert.deepEqual([eight.length - 1, eight.at(-1)], [31, 2]);
  const pancakes = states(await counts("pancake:7"));
  assert.deepEqual(pancakes, [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
});

for (const { judge: name, sample_input, sample_output } of await judges())
  test(`judge ${name}`, async () => assert.equal(await judge(name, sample_input), sample_output));

test("the puzzles of the day are those of the command", { skip: !process.env.LOYD && "LOYD names no command" }, async () => {
  for (let day = 1; day <= 7; day++) {
    const { puzzle, seed } = dailyOf(new Date(Date.UTC(2026, 10, day)));
    const command = execFileSync(process.env.LOYD, ["random", puzzle, "--seed", String(seed)], { encoding: "utf8" });
    assert.equal(`${(await random(puzzle, { seed })).state}\n`, command);
  }
});
