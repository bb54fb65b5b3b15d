import type { components } from "./types.js";

/** The questions and replies of version 1 of the interface, as docs/formats.md describes them. */
export type Schemas = components["schemas"];

/** An id, such as `15` or `3x3x3`, or the text of a definition. */
export type Puzzle = string | { definition: string };

/** The keys of a question that the arguments of a function do not give. */
export type Options<Question> = Partial<Omit<Question, "version" | "ask" | "puzzle" | "board" | "state">> & {
  /** Hears the events during the work. */
  onEvent?: (event: LoydEvent) => void;
};

export type LoydEvent = Schemas["Event"] & { event: string };
export type SolveReply = Schemas["Answer"];
export type MapReply = Schemas["Census"];

/** Why there is no reply. */
export class LoydError extends Error {
  /** A word for programs. */
  kind: Schemas["Problem"]["kind"];
  /** The key of the question that is wrong. */
  field: string | null;
  line: number | null;
  column: number | null;
  found: string | null;
  expected: string | null;
}

/** Asks any question, with the key `ask`. */
export function ask(question: { ask: string; [key: string]: unknown }, onEvent?: (event: LoydEvent) => void): Promise<any>;
export function solve(puzzle: Puzzle, state?: string, options?: Options<Schemas["SolveQuestion"]>): Promise<SolveReply>;
export function distance(puzzle: Puzzle, state?: string, options?: Options<Schemas["DistanceQuestion"]>): Promise<Schemas["Far"]>;
export function next(puzzle: Puzzle, state?: string, options?: Options<Schemas["NextQuestion"]>): Promise<Schemas["NextMoves"]>;
export function moves(puzzle: Puzzle, state?: string, options?: Options<Schemas["MovesQuestion"]>): Promise<Schemas["LegalMoves"]>;
export function compare(
  puzzle: Puzzle,
  state?: string,
  options?: Options<Schemas["CompareQuestion"]>,
): Promise<Schemas["CompareRow"][]>;
export function check(
  puzzle: Puzzle,
  state: string,
  solution: string | string[],
  options?: Options<Schemas["CheckQuestion"]>,
): Promise<Schemas["Checked"]>;
export function map(puzzle: Puzzle, options?: Options<Schemas["MapQuestion"]>): Promise<MapReply>;
/** A list of positions if `count` is given. */
export function random(
  puzzle: Puzzle,
  options: Options<Schemas["RandomQuestion"]> & { count: number },
): Promise<Schemas["Drawn"][]>;
export function random(puzzle: Puzzle, options?: Options<Schemas["RandomQuestion"]>): Promise<Schemas["Drawn"]>;
/** The families of puzzles. */
export function puzzles(): Promise<Schemas["FamilyRow"][]>;
/** A puzzle, or a family with its members. */
export function puzzles(id: string): Promise<Schemas["PuzzleRow"] | Schemas["FamilyMembers"]>;
/** The problems of online judges. */
export function judges(): Promise<Schemas["JudgeDescription"][]>;
/** The output of an online judge's problem for an input. */
export function judge(name: string, input: string): Promise<string>;
