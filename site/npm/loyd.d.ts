/** An id, such as `15` or `3x3x3`, or the text of a definition. */
export type Puzzle = string | { definition: string };

/** The options of a question: its other keys, as docs/formats.md describes them. */
export interface Options {
  goal?: string;
  scramble?: string;
  moves?: string;
  algorithm?: string;
  heuristic?: string;
  limit_seconds?: number;
  limit_nodes?: number;
  limit_moves?: number;
  limit_memory?: number;
  /** Hears the events during the work. */
  onEvent?: (event: LoydEvent) => void;
  [key: string]: unknown;
}

export interface LoydEvent {
  event: string;
  [key: string]: any;
}

/** A reply, with the keys that docs/formats.md describes for its kind. */
export interface Reply {
  version: number;
  [key: string]: any;
}

export interface SolveReply extends Reply {
  outcome: "solved" | "unsolvable" | "stopped";
  /** The number of moves, if the position is solved. */
  length: number | null;
  moves: string[] | string | null;
  /** What is proved if a limit was reached. */
  at_least?: number;
}

export interface MapReply extends Reply {
  layers: any[];
}

/** Why there is no reply. */
export class LoydError extends Error {
  /** A word for programs. */
  kind: string;
  /** The key of the question that is wrong. */
  field: string | null;
  line: number | null;
  column: number | null;
  found: string | null;
  expected: string | null;
}

/** Asks any question, with the key `ask`. */
export function ask(question: { ask: string; [key: string]: unknown }, onEvent?: (event: LoydEvent) => void): Promise<any>;
export function solve(puzzle: Puzzle, state: string | undefined, options?: Options): Promise<SolveReply>;
export function distance(puzzle: Puzzle, state: string | undefined, options?: Options): Promise<Reply>;
export function next(puzzle: Puzzle, state: string | undefined, options?: Options): Promise<Reply>;
export function moves(puzzle: Puzzle, state: string | undefined, options?: Options): Promise<Reply>;
export function compare(puzzle: Puzzle, state: string | undefined, options?: Options): Promise<Reply>;
export function check(puzzle: Puzzle, state: string, solution: string | string[], options?: Options): Promise<Reply>;
export function map(puzzle: Puzzle, options?: Options): Promise<MapReply>;
export function random(puzzle: Puzzle, options?: Options): Promise<any>;
export function puzzles(id?: string): Promise<any>;
