/** A program with the package for npm, as TypeScript checks it. Nothing runs it. */

import { LoydError, check, judge, judges, map, moves, puzzles, random, solve } from "../npm/loyd.js";

const answer = await solve("15", "5 1 3 4 2 10 6 8 13 9 7 12 x 14 11 15", { limit_seconds: 10, algorithm: "ida-star" });
const length: number | null = answer.length;
// @ts-expect-error A number is not a list of moves.
const wrong: number = answer.moves;
// @ts-expect-error The question has no such key.
await solve("15", "x", { limit_second: 10 });
// @ts-expect-error No algorithm has this name.
await solve("15", "x", { algorithm: "dijkstra" });
// @ts-expect-error A census has no moves.
(await map("8")).moves;

const layers: number = (await map("8", { limit_moves: 5, onEvent: ({ event }) => event === "layer" })).layers.length;
const drawn: string[] = (await random("8", { count: 3 })).map(({ state }) => state);
const one: string = (await random({ definition: "…" })).state;
const name: string = (await moves("8", one)).moves[0].name;
const reached: boolean = (await check("8", one, [name])).reaches_goal;
const families: string[] = (await puzzles()).map(({ family }) => family);
const [{ judge: problem, sample_input }] = await judges();
const output: string = await judge(problem, sample_input);
const told = (error: unknown) => (error instanceof LoydError && error.kind === "limit" ? error.field : null);

export { drawn, families, layers, length, output, reached, told, wrong };
