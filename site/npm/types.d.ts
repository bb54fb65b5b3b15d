// The types of questions and replies, made by LOYD_WRITE_TABLES=1 node --test site/tests/types.test.mjs

export interface paths {
    "/api/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Many questions, one in each line with its `ask`, and their replies in the same order. */
        post: operations["batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether moves are legal, reach the goal and are as few as can be. */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A comparison of several algorithms on one position or many. */
        post: operations["compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/distance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** How far a position is from the goal. */
        post: operations["distance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The positions on the way of moves, as pictures. */
        post: operations["draw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The group that the moves of a puzzle with a definition generate. */
        post: operations["group"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/judge/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The output of an online judge for an input. */
        post: operations["judge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/judges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The problems of online judges. */
        get: operations["judges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The oddities of a definition. */
        post: operations["lint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The number of positions at each distance. */
        post: operations["map"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The legal moves of a position and what each of them changes, without a search. */
        post: operations["moves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Every legal move of a position, and whether a shortest solution begins with it. */
        post: operations["next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description. */
        get: operations["description"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/puzzles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The families of puzzles. */
        get: operations["families"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/puzzles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A puzzle or a family. */
        get: operations["puzzle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/random": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Positions drawn uniformly. */
        post: operations["random"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cantor's number of a position. */
        post: operations["rank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/solve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shortest solutions of a position: one, all, their number, or the first in the order of the letters. */
        post: operations["solve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/unrank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The position with a given Cantor number. */
        post: operations["unrank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the server runs. */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The counts and times of the server, for Prometheus. */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the server accepts questions. */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Another name of a puzzle or a family. */
        Alias: {
            /** @description The name. */
            alias: string;
            /** @description The full id, or the family. It contains `RxC` in place of a size such as 3x4 if the alias is `RxC`. */
            puzzle: string;
        };
        /** @description The reply to `solve`. */
        Answer: {
            /**
             * @description The algorithm that answered.
             * @enum {string}
             */
            algorithm: "bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | "anytime";
            /**
             * Format: uint32
             * @description The proved lower bound of all solutions. It is the cost of the solution if the position is solved.
             */
            at_least: number | null;
            /**
             * Format: uint32
             * @description The cost of the best solution known, if the outcome is `stopped` or `found`.
             */
            best: number | null;
            /** @description The names of the moves of the best solution known, if they were kept. */
            best_moves: string[] | null;
            /** @description The effect of each of these moves in words, if words were asked for. */
            best_words: string[] | null;
            /**
             * @description Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * Format: uint32
             * @description The cost of a shortest solution: its number of moves, unless moves differ in cost. `at_least`, `best` and
             *     distances are costs, too.
             */
            cost: number | null;
            /**
             * Format: uint128
             * @description The number of shortest solutions that were counted or listed, up to 128 bits. The greatest such number also
             *     stands for more.
             */
            count: number | null;
            /** @description The reason as a sentence for people. */
            explanation: string | null;
            /**
             * Format: double
             * @description The fraction by which the best solution may exceed a shortest one: `best / at_least - 1`, 0.05 for 5 %.
             */
            gap: number | null;
            /** @description The goal, as the field `goal` of a question reads it if it is one position. */
            goal: string;
            /** @description The lower bound that the algorithm used. */
            heuristic: string | null;
            /**
             * Format: uint32
             * @description The number of moves of a shortest solution, if the position is solved.
             */
            length: number | null;
            /** @description The names of the moves, if the position is solved. Null if solutions are counted or listed. */
            moves: string[] | null;
            /** @description The names of the goals that the position can reach, if it cannot reach this goal. */
            other_goals: string[] | null;
            /**
             * @description The outcome. `found` is a solution that is as good as `within` or `first` asks for, and is not proved
             *     shortest.
             * @enum {string}
             */
            outcome: "solved" | "unsolvable" | "stopped" | "found";
            /** @description The full id of the puzzle: `sliding:3x3` for `8`. */
            puzzle: string;
            /**
             * @description The reason of the outcome. Unsolvable: `parity`, `trapped`, `pieces`, `group` or `exhausted`. Stopped:
             *     `time`, `memory`, `nodes`, `moves`, `depth` (a closed list stores depths up to 65,534) or `interrupted`.
             */
            reason: string | null;
            /** @description The listed solutions, if all were asked for and no listener received them as events. */
            solutions?: components["schemas"]["Listed"][];
            /** @description The position that was solved, after `scramble`, in the standard notation. */
            state: string;
            /** @description The cost of the search. */
            stats: components["schemas"]["Stats"];
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
            /** @description The effect of each move in words, such as `slide 8 down`, if words were asked for. */
            words: string[] | null;
        };
        /** @description The kinds of questions. */
        Ask: "solve" | "compare" | "check" | "distance" | "next" | "moves" | "draw" | "random" | "rank" | "unrank" | "map" | "bounds" | "distances" | "info" | "verify" | "group" | "lint" | "catalogue" | "bench";
        /** @description An instance that was tried. */
        BenchRow: {
            /**
             * @description The algorithm that answered.
             * @enum {string}
             */
            algorithm: "bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | "anytime";
            /**
             * Format: uint32
             * @description The proved lower bound of all solutions.
             */
            at_least: number | null;
            /**
             * Format: uint32
             * @description The cost of the best solution known, if a limit was reached.
             */
            best: number | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time.
             */
            bytes: number;
            /**
             * Format: uint32
             * @description The cost of a shortest solution, if the instance is solved.
             */
            cost: number | null;
            /**
             * Format: uint64
             * @description The number of expanded nodes. IDA* counts the nodes of all its iterations, and the start once.
             */
            expanded: number;
            /**
             * Format: uint64
             * @description The number of generated nodes. IDA* counts the nodes of all its iterations, and the start once.
             */
            generated: number;
            /**
             * @description Whether `generated` is the published number. Null unless the search is the search that the line `counts:` of
             *     the set names.
             */
            generated_agrees: boolean | null;
            /** @description The lower bound that the algorithm used. */
            heuristic: string | null;
            /** @description The id of the instance in the set: a number if it is written as one, such as `12`, else a string. */
            id: number | string;
            /**
             * Format: uint32
             * @description The number of moves of a shortest solution, if the instance is solved.
             */
            length: number | null;
            /**
             * @description Whether the length is the published length. False also if a limit was reached and the proved lower bound
             *     contradicts the published length. Null if the lengths cannot be compared.
             */
            length_agrees: boolean | null;
            /**
             * @description The outcome, as in the reply to `solve`.
             * @enum {string}
             */
            outcome: "solved" | "unsolvable" | "stopped" | "found";
            /**
             * Format: uint64
             * @description The published number of expanded nodes.
             */
            published_expanded: number | null;
            /**
             * Format: uint64
             * @description The published number of generated nodes.
             */
            published_generated: number | null;
            /**
             * Format: uint32
             * @description The published length of a shortest solution.
             */
            published_length: number | null;
            /** @description The reason of the outcome, as in the reply to `solve`. */
            reason: string | null;
            /**
             * Format: double
             * @description Wall-clock seconds.
             */
            seconds: number;
            /** @description The position. */
            state: string;
        };
        /** @description A set of instances that is about to be solved. */
        BenchSet: {
            /** @description The goal. */
            goal: string;
            /**
             * Format: uint
             * @description The number of instances that were chosen.
             */
            instances: number;
            /** @description The name of the set, or of the file. */
            name: string;
            /** @description The full id of the puzzle. */
            puzzle: string;
        };
        /** @description A system of blocks: every move takes the pieces of one block to the slots of one block. */
        Block: {
            /** @description The slots of each block, from 1 in their set. */
            blocks: number[][];
            /** @description The name of the orbit. */
            orbit: string;
        };
        /** @description A table of a lower bound, built or planned. */
        BoundTable: {
            /**
             * Format: uint64
             * @description The most bytes held while the table is built.
             */
            building_bytes: number;
            /**
             * Format: uint64
             * @description The bytes of all entries.
             */
            bytes: number;
            /** @description The encoding of an entry. */
            encoding: string;
            /**
             * Format: uint64
             * @description The number of entries.
             */
            entries: number;
            /** @description Whether the table existed before. */
            kept: boolean;
            /** @description The kind of the table. */
            kind: string;
            /** @description The order of the table's entries. */
            layout: string;
            /**
             * @description How a position is looked up: the `goal`, its `pieces` in those cells, and the numbers of all `cells` of a
             *     written position.
             */
            notes: {
                [key: string]: string;
            };
            /** @description The file of the table, if the table is kept. */
            path: string | null;
            /** @description The pieces of the table's pattern, each by the table's number for the cell that it belongs in. */
            pieces: string;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /**
             * Format: double
             * @description The seconds that the build took, or an estimate of them if the build was only planned.
             */
            seconds: number;
            /**
             * Format: uint64
             * @description The number of states that the build examines.
             */
            states: number;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /** @description The reply to `map`. */
        Census: {
            /**
             * @description The names of the moves of a shortest path from the first antipode to the set. Null without sets, if no
             *     counted position reaches the set, and if the map was stopped.
             */
            antipode_moves: string[] | null;
            /** @description Farthest positions in the order of their ranks, at most 100. Empty if the map was stopped. */
            antipodes: string[];
            /**
             * @description Whether `antipodes` begins with the farthest positions of the least ranks. True if at most 65,536 positions
             *     are farthest, and in every map by ranks that are not folded. Null if the map was stopped.
             */
            antipodes_are_first: boolean | null;
            /**
             * Format: double
             * @description The mean number of moves of a position. It is exact for puzzles of cell permutations and in small spaces,
             *     and else the mean of a sample.
             */
            branching: number;
            /** @description The comparisons of positions with their neighbours in this run. Null if no layer was made in this run. */
            checked: components["schemas"]["MapChecked"] | null;
            /**
             * Format: uint32
             * @description God's number: the distance of the farthest positions. Null if the map was stopped, or if no counted position
             *     reaches the set.
             */
            diameter: number | null;
            /** @description The position from which distances were counted. Null if they were counted from the goal. */
            from: string | null;
            /**
             * Format: uint64
             * @description The number of positions of the set that is counted: only these are in `states`, `layers` and `antipodes`.
             *     Null if all positions are counted.
             */
            from_set: number | null;
            /** @description The goal. */
            goal: string;
            /**
             * Format: uint64
             * @description The number of positions that fit the goal of a definition. Null for other puzzles, and if `from` is given.
             */
            goal_positions: number | null;
            /**
             * Format: uint64
             * @description The number of goal positions that moves reach from the solved position, if it is known.
             */
            goal_positions_reached: number | null;
            /**
             * Format: uint64
             * @description The number of positions of the set that distances are counted to. Null if they are counted to the goal.
             */
            goal_set: number | null;
            /**
             * @description The number of positions at distance 0, 1, 2 and so on, of the complete layers only. If moves differ in cost,
             *     distances are costs, and a layer may be empty.
             */
            layers: number[];
            /**
             * Format: double
             * @description The mean distance. Null if the map was stopped.
             */
            mean: number | null;
            /**
             * Format: uint64
             * @description The most bytes held by the map at one time.
             */
            peak_bytes: number;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /**
             * Format: double
             * @description Wall-clock seconds.
             */
            seconds: number;
            /**
             * Format: uint64
             * @description The number of positions from which moves lead to a goal position, or of those counted until a limit was
             *     reached. A position of the alternating swap, which is two states, counts once, at the lesser distance.
             */
            states: number;
            /**
             * @description The limit that stopped the map: `interrupted`, `time`, `moves`, or `memory` if states have no ranks.
             * @enum {string|null}
             */
            stopped: "time" | "memory" | "nodes" | "moves" | "depth" | "interrupted" | "enough" | null;
            /**
             * Format: uint64
             * @description The number of counted positions from which no moves lead to the set. Null without sets, and if the map was
             *     stopped.
             */
            unreached: number | null;
            /** @description Positions from which no moves lead to the set, at most 100. */
            unreached_positions: string[];
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /** @description A square that a move changes, with its content after the move. */
        Change: {
            /**
             * Format: uint
             * @description The column of the square, from 0.
             */
            column: number;
            /**
             * @description The kind of the square. `hole`: the board has no cell there.
             * @enum {string}
             */
            kind: "empty" | "piece" | "wall" | "hole";
            /**
             * Format: uint
             * @description The row of the square, from 0.
             */
            row: number;
            /** @description The text on the square. */
            text: string;
        };
        /** @description The reply to `check`. */
        Checked: {
            /**
             * @description Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * Format: uint
             * @description The number of moves given.
             */
            given: number;
            /** @description The goal. */
            goal: string;
            /** @description The fault of the first illegal move. */
            illegal: string | null;
            /**
             * Format: uint
             * @description The number of moves that are legal, from the first on.
             */
            legal: number;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description Whether all moves are legal and lead to a goal. */
            reaches_goal: boolean;
            /**
             * Format: uint32
             * @description The distance of the position after the legal moves from the goal, if it is known.
             */
            remaining: number | null;
            /**
             * Format: uint32
             * @description The lower bound of this distance, equal to it if it is known. Null if there is no solution.
             */
            remaining_at_least: number | null;
            /**
             * Format: uint32
             * @description The distance of the start from the goal, if it is known.
             */
            shortest: number | null;
            /**
             * Format: uint32
             * @description The lower bound of this distance, equal to it if it is known. Null if there is no solution.
             */
            shortest_at_least: number | null;
            /** @description The position after the legal moves. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description Whether moves are legal, reach the goal and are as few as can be.
         * @example {
         *       "moves": "ul",
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        CheckQuestion: {
            /** @enum {string} */
            ask?: "check";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: uint32
             * @description The longest solution looked for, or the last layer of a map.
             * @default null
             */
            limit_moves: number | null;
            /**
             * Format: uint64
             * @description The most nodes generated.
             * @default null
             */
            limit_nodes: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /** @enum {integer} */
            version?: 1;
        };
        /**
         * @description A comparison of several algorithms on one position or many.
         * @example {
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        CompareQuestion: {
            /**
             * @description The algorithms that are compared. If they are left out, all that find shortest solutions.
             * @default []
             */
            algorithms: ("bfs" | "bidirectional" | "a-star" | "ida-star" | "table")[];
            /** @enum {string} */
            ask?: "compare";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The lower bounds that are compared. If they are left out, all whose tables exist or are quickly built.
             * @default []
             */
            heuristics: string[];
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: uint32
             * @description The longest solution looked for, or the last layer of a map.
             * @default null
             */
            limit_moves: number | null;
            /**
             * Format: uint64
             * @description The most nodes generated.
             * @default null
             */
            limit_nodes: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Moves that are made first.
             * @default null
             */
            scramble: string | null;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /**
             * @description Many positions, in place of one.
             * @default []
             */
            states: string[];
            /** @enum {integer} */
            version?: 1;
        };
        /** @description The result of one algorithm on one position, with one lower bound. */
        CompareRow: {
            /**
             * @description The algorithm. Null if theory proves that there is no solution: then nothing is searched, and the position
             *     has only this row.
             * @enum {string|null}
             */
            algorithm: "bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | "anytime" | null;
            /**
             * Format: uint32
             * @description The proved lower bound of all solutions.
             */
            at_least: number | null;
            /**
             * Format: uint32
             * @description The cost of a shortest solution, if the position is solved.
             */
            cost: number | null;
            /** @description The reason as a sentence for people. */
            explanation: string | null;
            /** @description The goal. */
            goal: string;
            /** @description The lower bound of the algorithm. */
            heuristic: string | null;
            /**
             * Format: uint32
             * @description The number of moves of a shortest solution, if the position is solved.
             */
            length: number | null;
            /**
             * Format: uint64
             * @description The number of the position, from 1. In standard input it is the number of the line.
             */
            number: number;
            /**
             * @description The outcome. `not-applicable`: the algorithm cannot be used, and `explanation` contains the reason.
             * @enum {string}
             */
            outcome: "solved" | "unsolvable" | "stopped" | "found" | "not-applicable";
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The reason of the outcome, as in the reply to `solve`. */
            reason: string | null;
            /** @description The position. */
            state: string;
            /** @description The cost of the search. Null if the algorithm cannot be used. */
            stats: components["schemas"]["Stats"] | null;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description How far a position is from the goal.
         * @example {
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        DistanceQuestion: {
            /**
             * @description The algorithm. If it is left out, the planner chooses.
             * @default null
             * @enum {string|null}
             */
            algorithm: "bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | null;
            /** @enum {string} */
            ask?: "distance";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The lower bound. If it is left out, the puzzle's best.
             * @default null
             */
            heuristic: string | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: uint32
             * @description The longest solution looked for, or the last layer of a map.
             * @default null
             */
            limit_moves: number | null;
            /**
             * Format: uint64
             * @description The most nodes generated.
             * @default null
             */
            limit_nodes: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Moves that are made first.
             * @default null
             */
            scramble: string | null;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /** @enum {integer} */
            version?: 1;
        };
        /** @description The places and colours of the parts of a picture. */
        Drawing: {
            /** @description The name of the colour of each text, on a facelet without a palette. */
            colours: {
                [key: string]: string;
            };
            /** @description The facelets. Empty unless `look` is `facelets`. */
            facelets: components["schemas"]["Facelet"][];
            /**
             * @description By row and column of the picture: the number of orientations of the pieces there. A piece whose text ends with
             *     `+2` is turned clockwise by two of so many parts of a full turn. 1: the pieces do not turn in the plane of the
             *     picture. Rows and columns without a number are like 1.
             */
            orientations: number[][];
            /** @description By palette: the name of the colour of each text. */
            palettes: {
                [key: string]: string;
            }[];
        };
        /** @description A position that was drawn. */
        Drawn: {
            /**
             * Format: uint32
             * @description The depth asked for.
             */
            depth: number | null;
            /** @description The goal. */
            goal: string;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description Moves that lead to the position from the goal, if the question asked for scrambles. */
            scramble?: string | null;
            /**
             * Format: uint64
             * @description The seed. The same question with this seed draws the same positions again.
             */
            seed: number;
            /** @description The position. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description The positions on the way of moves, as pictures.
         * @example {
         *       "moves": "ul",
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        DrawQuestion: {
            /** @enum {string} */
            ask?: "draw";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Moves that are made first.
             * @default null
             */
            scramble: string | null;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /** @enum {integer} */
            version?: 1;
        };
        /**
         * @description An event while a question is answered.
         *
         *     If the listener is slow, only the latest progress event is kept. All other events arrive complete and in order, and
         *     a search waits until there is room for them.
         */
        Event: {
            /**
             * Format: uint32
             * @description The proved lower bound of all solutions. It never falls.
             */
            at_least: number;
            /**
             * Format: uint32
             * @description The length of the best solution known.
             */
            best: number | null;
            /**
             * Format: uint64
             * @description The number of bytes held.
             */
            bytes: number;
            /**
             * Format: double
             * @description The fraction of the part that is done, if the size of the part is known.
             */
            done: number | null;
            /** @constant */
            event: "progress";
            /**
             * Format: uint32
             * @description The depth of the layer of a table or a map that is being built.
             */
            layer: number | null;
            /**
             * Format: uint64
             * @description The number of nodes so far.
             */
            nodes: number;
            /** @description The current part of the work, if it is reported separately. */
            part: components["schemas"]["Part"] | null;
            /**
             * Format: double
             * @description Seconds since the start.
             */
            seconds: number;
            /**
             * Format: double
             * @description About the number of seconds left for the part, if the size of the part is known.
             */
            seconds_left: number | null;
        } | {
            /** @constant */
            event: "better";
            /**
             * Format: uint32
             * @description The number of moves of the better solution.
             */
            length: number;
        } | {
            /**
             * Format: uint32
             * @description The threshold of the iteration: it searched for every solution of at most this cost.
             */
            bound: number;
            /** @constant */
            event: "iteration";
            /**
             * Format: uint64
             * @description The number of expanded nodes.
             */
            expanded: number;
            /**
             * Format: uint64
             * @description The number of generated nodes.
             */
            generated: number;
            /**
             * Format: double
             * @description Wall-clock seconds of the iteration.
             */
            seconds: number;
        } | {
            /** @description The number of states met at each depth, from 0. In A* the number of expansions. */
            by_depth: number[];
            /**
             * Format: uint64
             * @description The number of expanded states. A state that A* expands again counts again.
             */
            closed: number;
            /**
             * Format: uint32
             * @description The depth of the layer. In A* the greatest depth of an expanded state.
             */
            depth: number;
            /** @constant */
            event: "frontier";
            /**
             * Format: uint64
             * @description The number of nodes expanded by the whole search.
             */
            expanded: number;
            /**
             * Format: uint64
             * @description The number of states met and not expanded. In A* the number of entries in the queue.
             */
            frontier: number;
            /**
             * Format: uint64
             * @description The number of nodes generated by the whole search.
             */
            generated: number;
            /**
             * @description The end that was grown, in a search from both ends.
             * @enum {string|null}
             */
            side: "start" | "goal" | null;
            /**
             * Format: uint32
             * @description The *f* of A* up to which all states are expanded.
             */
            threshold: number | null;
        } | components["schemas"]["Listed"] | components["schemas"]["MapCost"] | {
            /**
             * Format: uint32
             * @description The distance of the layer's positions: a number of moves, or a cost if moves differ in cost.
             */
            depth: number;
            /** @constant */
            event: "layer";
            /**
             * Format: double
             * @description Wall-clock seconds of the work so far, the time before a checkpoint included.
             */
            seconds: number;
            /**
             * Format: uint64
             * @description The number of positions in the layer.
             */
            states: number;
            /**
             * Format: uint64
             * @description The number of positions in this layer and in all layers before it.
             */
            total: number;
        } | components["schemas"]["Drawn"] | components["schemas"]["CompareRow"] | components["schemas"]["BenchSet"] | components["schemas"]["BenchRow"] | components["schemas"]["BoundTable"] | components["schemas"]["TableNews"];
        /** @description A flat part of a drawing, such as a sticker of a cube. */
        Facelet: {
            /** @description The row and the column of a second square. Its text, `|` and the text of `cell` are then one text. */
            before: [
                number,
                number
            ] | null;
            /** @description The row and the column, from 0, of the square whose text is drawn here. Null if the text never changes. */
            cell: [
                number,
                number
            ] | null;
            /** @description The corners, one after the other: x to the right, y up, z to the front. One corner: a ball. */
            corners: number[][];
            /**
             * Format: uint
             * @description The number of the palette of the facelet, from 0. If the palette has no colour for the text, the facelet is not
             *     drawn. The corners of a facelet with a palette are counterclockwise for an eye outside the body. Null: `colours`
             *     has the colour.
             */
            palette: number | null;
            /** @description The text in the position that the puzzle comes in. It is drawn where the picture has no square. */
            text: string;
        };
        /** @description A family with its examples. */
        FamilyMembers: {
            /** @description Other names of the family and its puzzles. */
            aliases: components["schemas"]["Alias"][];
            /** @description Ids of examples, which open anywhere. */
            examples: string[];
            /** @description The name of the family. */
            family: string;
            /**
             * @description The kind of the family.
             * @enum {string}
             */
            kind: "board" | "row" | "twisty" | "graph" | "own";
            /** @description The examples of the family. */
            members: components["schemas"]["PuzzleRow"][];
            /** @description How an id is written. The first word is the plain form. */
            syntax: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
            /** @description A short description of the family. */
            what: string;
        };
        /** @description A family of puzzles. */
        FamilyRow: {
            /** @description Other names of the family and its puzzles. */
            aliases: components["schemas"]["Alias"][];
            /** @description Ids of examples, which open anywhere. */
            examples: string[];
            /** @description The name of the family. */
            family: string;
            /**
             * @description The kind of the family.
             * @enum {string}
             */
            kind: "board" | "row" | "twisty" | "graph" | "own";
            /** @description How an id is written. The first word is the plain form. */
            syntax: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
            /** @description A short description of the family. */
            what: string;
        };
        /** @description The reply to `distance`. */
        Far: {
            /**
             * Format: uint32
             * @description The proved lower bound of the distance, if a limit was reached.
             */
            at_least?: number;
            /**
             * Format: uint32
             * @description The distance of the position from the goal, if it is known.
             */
            distance: number | null;
            /** @description The reason as a sentence for people. */
            explanation: string | null;
            /** @description The goal. */
            goal: string;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The reason why the distance is not known, as in the reply to `solve`. */
            reason: string | null;
            /** @description The position. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description The group that the moves of a puzzle with a definition generate.
         * @example {
         *       "puzzle": "m12"
         *     }
         */
        GroupQuestion: {
            /** @enum {string} */
            ask?: "group";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /** @enum {integer} */
            version?: 1;
        };
        /**
         * @description The reply to `group`: the group of a puzzle's moves. Numbers are strings, because they may have thousands of
         *     digits.
         */
        GroupReply: {
            /** @description Systems of blocks: slots whose pieces stay together. */
            blocks: components["schemas"]["Block"][];
            /** @description Pairs of names of orbits. The pieces of each orbit determine how the pieces of the other orbit lie. */
            bound: [
                string,
                string
            ][];
            /**
             * Format: uint
             * @description The number of slots that no move changes.
             */
            fixed_slots: number;
            /**
             * Format: uint32
             * @description The most moves that a shortest solution has, if it is known.
             */
            gods_number: number | null;
            /** @description Whether moves or positions have conditions, so that moves may reach fewer positions than `order`. */
            has_conditions: boolean;
            /** @description Moves that also stand for other moves, because these have the same effect. */
            merged: components["schemas"]["Merged"][];
            /** @description The orbits of the slots under the moves, in the order of the sets. */
            orbits: components["schemas"]["Orbit"][];
            /** @description The order of the group: the number of positions if all pieces were different. */
            order: string;
            /** @description The order as a product of primes. */
            order_factors: string;
            /** @description Whether `order` is exact. If not, it is an upper bound. */
            order_is_exact: boolean;
            /**
             * @description The number of positions that moves reach. If moves have conditions, the number of positions from which moves
             *     lead to the goal.
             */
            positions: string;
            /**
             * @description Whether `positions` is exact. If not, it is an upper bound. If moves have conditions, it is exact if every
             *     move can be taken back, there is one goal, and the pieces that conditions name can lie in few ways.
             */
            positions_are_exact: boolean;
            /** @description The number of positions as a product of primes. */
            positions_factors: string;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The invariants of all positions, such as parities, as sentences. */
            rules: string[];
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description The description of a judge.
         *
         *     ```
         *     let judges = serde_json::to_value(loyd_judges::listed().collect::<Vec<_>>()).unwrap();
         *     assert_eq!(judges[0]["judge"], "hdu1043");
         *     ```
         */
        JudgeDescription: {
            /** @description Other names for the format. */
            aliases: string[];
            /** @description The name of the judge. */
            judge: string;
            /** @description The limits that the judge obeys: `seconds`, `memory`, `nodes`, `moves`. */
            limits: string[];
            /** @description A complete input. */
            sample_input: string;
            /** @description The output for the sample input. */
            sample_output: string;
            /** @description Whether the judge can answer from a table of all distances. */
            table: boolean;
            /**
             * Format: uint32
             * @description The version of the schema.
             */
            version: number;
            /** @description The question of the problem, in one sentence. */
            what: string;
        };
        /** @description A legal move, and what it changes. */
        LegalMove: {
            /** @description The squares that the move changes. */
            changes: components["schemas"]["Change"][];
            /** @description The name of the move. */
            name: string;
            /** @description The row and the column, from 0, of the square that a user points at to make the move, if there is one. */
            pointed_at: [
                number,
                number
            ] | null;
            /** @description The position after the move. */
            state: string;
            /** @description The effect of the move in words. */
            words: string;
        };
        /** @description The reply to `moves`. */
        LegalMoves: {
            /**
             * @description Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /** @description Whether the moves of the puzzle differ in cost. A distance is then the least cost of a solution. */
            costs: boolean;
            /** @description The places, colours and turns of the parts of the picture. Null if `look` and the texts are enough. */
            drawing: components["schemas"]["Drawing"] | null;
            /** @description The goal. */
            goal: string;
            /**
             * @description The kind of thing that the picture shows.
             * @enum {string}
             */
            look: "squares" | "stack" | "ring" | "cubes" | "facelets";
            /** @description Every legal move. */
            moves: components["schemas"]["LegalMove"][];
            /** @description The name of the puzzle in its definition. Null if there is no definition, or the definition has no name. */
            name: string | null;
            /** @description The position as a picture: rows of squares. A place without a square is null. */
            picture: (components["schemas"]["Square"] | null)[][];
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description Whether the position is a goal. */
            solved: boolean;
            /** @description The position, after the moves that were made. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description The oddities of a definition.
         * @example {
         *       "board": "picture = \"a b c d\"\nmoves.turn = \"(a b c)\"",
         *       "puzzle": "file"
         *     }
         */
        LintQuestion: {
            /** @enum {string} */
            ask?: "lint";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /** @enum {integer} */
            version?: 1;
        };
        /** @description Something odd in a definition, or a fact about it that its author may not know. */
        LintRow: {
            /** @description The name of the definition, as the question gave it. */
            file: string;
            /** @description Whether the finding is only a fact, and not a mistake by itself. */
            is_note: boolean;
            /**
             * @description One word for programs: `rules`, `untouched`, `nothing`, `never`, `same`, `reach`, `illegal`, `needless`, `bound`
             *     or `tied`.
             */
            kind: string;
            /** @description One sentence for people. */
            message: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /** @description One of all shortest solutions. */
        Listed: {
            /**
             * @description Whether names give the blank's or the tile's direction, if the puzzle has both conventions.
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * Format: uint32
             * @description The cost of the moves.
             */
            cost: number;
            /**
             * Format: uint32
             * @description The number of moves.
             */
            length: number;
            /** @description The moves by name. */
            moves: string[];
            /**
             * Format: uint64
             * @description The number of the solution, from 1 for each position.
             */
            solution: number;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
            /** @description The moves in words, if words were asked for. */
            words: string[] | null;
        };
        /** @description The comparisons of positions of a map with their neighbours. */
        MapChecked: {
            /** @description Whether every position was compared. */
            all: boolean;
            /**
             * Format: uint64
             * @description The number of moves to and from these positions.
             */
            moves: number;
            /**
             * Format: uint64
             * @description The number of positions compared.
             */
            positions: number;
        };
        /**
         * @description The reply to `map` with `dry_run`. Where states have no ranks, `states`, `bytes`, `disk_bytes` and `seconds` are
         *     null, and layers are counted as far as memory and disk allow.
         */
        MapCost: {
            /**
             * Format: uint64
             * @description The bytes of memory, the process included.
             */
            bytes: number | null;
            /**
             * Format: uint64
             * @description The most bytes that the folder takes.
             */
            disk_bytes: number | null;
            /** @description The position from which distances are counted. Null if they are counted from the goal. */
            from: string | null;
            /** @description The goal. */
            goal: string;
            /**
             * Format: uint64
             * @description The bytes of memory that are enough if a folder holds the rest.
             */
            least_bytes: number;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /**
             * Format: double
             * @description An estimate of the seconds.
             */
            seconds: number | null;
            /**
             * Format: uint64
             * @description The number of numbered states.
             */
            states: number | null;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description The number of positions at each distance.
         * @example {
         *       "puzzle": "8"
         *     }
         */
        MapQuestion: {
            /**
             * Format: uint64
             * @description The most farthest positions that are named.
             * @default null
             */
            antipodes: number | null;
            /** @enum {string} */
            ask?: "map";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether the reply only estimates the cost.
             * @default false
             */
            dry_run: boolean;
            /**
             * @description The position that distances are counted from, in place of the goal.
             * @default null
             */
            from: string | null;
            /**
             * @description The positions that are counted, in place of all positions, in the same form.
             * @default null
             */
            from_set: string[] | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The positions that distances are counted to, in place of the goal: positions, patterns in which `?` is any
             *     piece, or `moves=U,R`, all positions that these moves reach from the goal.
             * @default null
             */
            goal_set: string[] | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: uint32
             * @description The longest solution looked for, or the last layer of a map.
             * @default null
             */
            limit_moves: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * Format: uint16
             * @description The number of threads. A server may give fewer.
             * @default null
             */
            threads: number | null;
            /**
             * @description Whether all positions of a map are compared with their neighbours, and not only some.
             * @default false
             */
            verify: boolean;
            /** @enum {integer} */
            version?: 1;
        };
        /** @description The reply to a [`Map`] question. */
        MapReply: components["schemas"]["Census"] | components["schemas"]["MapCost"];
        /** @description A move that also stands for other moves. */
        Merged: {
            /** @description The name of the move that is kept. */
            move: string;
            /** @description The names of the other moves. */
            same: string[];
        };
        /**
         * @description The legal moves of a position and what each of them changes, without a search.
         * @example {
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        MovesQuestion: {
            /** @enum {string} */
            ask?: "moves";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Moves that are made first.
             * @default null
             */
            scramble: string | null;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /** @enum {integer} */
            version?: 1;
        };
        /** @description A goal that has a name. */
        NamedGoal: {
            /** @description The goal. */
            goal: string;
            /** @description The name. */
            name: string;
        };
        /** @description A legal move. */
        NextMove: {
            /** @description The name of the move. */
            name: string;
            /** @description Whether a shortest solution begins with the move, if this was proved before a limit was reached. */
            optimal: boolean | null;
            /** @description The position after the move. */
            state: string;
        };
        /** @description The reply to `next`. */
        NextMoves: {
            /**
             * Format: uint32
             * @description The lower bound of this distance, equal to it if it is known. Null if there is no solution.
             */
            at_least: number | null;
            /**
             * @description Whether names of moves are directions of the blank or of the tile. Null if each move has only one name.
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * Format: uint32
             * @description The distance of the position from the goal, if it is known.
             */
            distance: number | null;
            /** @description The goal. */
            goal: string;
            /** @description Every legal move. */
            moves: components["schemas"]["NextMove"][];
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The position, after the moves that were made. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /**
         * @description Every legal move of a position, and whether a shortest solution begins with it.
         * @example {
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        NextQuestion: {
            /**
             * @description The algorithm. If it is left out, the planner chooses.
             * @default null
             * @enum {string|null}
             */
            algorithm: "bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | null;
            /** @enum {string} */
            ask?: "next";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The lower bound. If it is left out, the puzzle's best.
             * @default null
             */
            heuristic: string | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: uint32
             * @description The longest solution looked for, or the last layer of a map.
             * @default null
             */
            limit_moves: number | null;
            /**
             * Format: uint64
             * @description The most nodes generated.
             * @default null
             */
            limit_nodes: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Moves that are made first.
             * @default null
             */
            scramble: string | null;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /** @enum {integer} */
            version?: 1;
        };
        /** @description A position and its number among all arrangements of its pieces. */
        Numbered: {
            /**
             * Format: uint128
             * @description The number of the first arrangement: 0. To count from 1, as some articles do, add 1 to `number` and to `first`.
             */
            first: number;
            /**
             * Format: uint128
             * @description The number.
             */
            number: number;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The position. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
        };
        /** @description An orbit: slots that moves connect. */
        Orbit: {
            /** @description Whether some pieces of the orbit are identical. */
            has_identical_pieces: boolean;
            /** @description Whether moves shuffle and turn the pieces in every way that parities and sums allow, whatever other orbits do. */
            is_free: boolean;
            /** @description The name of the orbit. */
            orbit: string;
            /**
             * Format: uint8
             * @description The number of orientations that a piece can have in one slot.
             */
            orientations: number;
            /** @description The number of permutations of the slots, whatever happens elsewhere. */
            permutations: string;
            /** @description The number of permutations as a product of primes. */
            permutations_factors: string;
            /** @description The set that contains the slots. */
            set: string;
            /**
             * Format: uint
             * @description The number of slots.
             */
            slots: number;
        };
        /** @description A part of the work. */
        Part: {
            /** @description The name of the part, such as `map`. */
            name: string;
            /**
             * Format: uint64
             * @description The number of the part, from 1.
             */
            number: number;
            /**
             * Format: uint64
             * @description The number of parts.
             */
            of: number;
            /**
             * Format: uint64
             * @description The number of states that will be examined, if it is known.
             */
            states: number | null;
        };
        /** @description The reply to `draw`. */
        Pictures: {
            /** @description The names of the moves. */
            moves: string[];
            /**
             * @description The pictures of the start and of the position after each move: rows of squares. A place without a square is
             *     null.
             */
            pictures: (components["schemas"]["Square"] | null)[][][];
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The first position. */
            state: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
            /** @description The effect of each move in words. */
            words: string[];
        };
        /** @description The reason why there is no reply (RFC 9457). */
        Problem: {
            /**
             * Format: uint
             * @description The column in this line, counted from 1.
             */
            column: number | null;
            /** @description A message for people. */
            detail: string;
            /** @description A description of the expected text. */
            expected: string | null;
            /** @description The field of the question that is wrong. */
            field: string | null;
            /** @description The text found there, quoted. */
            found: string | null;
            /** @description One word for programs: the kind of a fault, or a kind of this interface. */
            kind: string;
            /**
             * Format: uint
             * @description The line where a text could not be read, counted from 1.
             */
            line: number | null;
            /**
             * Format: uint16
             * @description The HTTP status.
             */
            status: number;
            /** @description The reason phrase of the status. */
            title: string;
            /** @description A name for the kind of problem. */
            type: string;
        };
        /** @description The facts known about a puzzle. */
        PuzzleRow: {
            /** @description The algorithms that can be used. */
            algorithms: ("bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | "anytime")[];
            /** @description A solvable position to try. */
            example: string;
            /** @description The goal. */
            goal: string;
            /** @description The goals that have a name. */
            goals: components["schemas"]["NamedGoal"][];
            /**
             * Format: uint32
             * @description The greatest distance from the standard goal, if it is known.
             */
            gods_number: number | null;
            /** @description The names of the lower bounds, the default first. */
            heuristics: string[];
            /**
             * @description The kind of thing that the pictures of the puzzle show.
             * @enum {string}
             */
            look: "squares" | "stack" | "ring" | "cubes" | "facelets";
            /** @description The moves and their letters, as a text. */
            moves: string;
            /** @description The full id of the puzzle. */
            puzzle: string;
            /** @description The source of the figures. */
            source: string;
            /** @description The syntax of a position. */
            state_syntax: string;
            /** @description The number of states that reach the goal, in digits, if it is known. */
            states: string | null;
            /** @description The number of states as a formula, for people. */
            states_formula: string;
            /**
             * Format: uint32
             * @description The version of the schema: 1.
             */
            version: number;
            /** @description One sentence that describes the puzzle. */
            what: string;
        };
        /**
         * @description Positions drawn uniformly.
         * @example {
         *       "depth": 31,
         *       "puzzle": "8"
         *     }
         */
        RandomQuestion: {
            /** @enum {string} */
            ask?: "random";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * Format: uint64
             * @description The number of drawn positions. A server draws at most 10,000.
             * @default null
             */
            count: number | null;
            /**
             * Format: uint32
             * @description The distance of the drawn positions from the goal, in moves.
             * @default null
             */
            depth: number | null;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Whether each drawn position comes with moves that lead to it from the goal.
             * @default false
             */
            scrambles: boolean;
            /**
             * Format: uint64
             * @description The seed of the drawing. The same seed draws the same positions.
             * @default null
             */
            seed: number | null;
            /** @enum {integer} */
            version?: 1;
        };
        /**
         * @description Cantor's number of a position.
         * @example {
         *       "puzzle": "swap:3",
         *       "state": "3 5 7/4 1 2/9 6 8"
         *     }
         */
        RankQuestion: {
            /** @enum {string} */
            ask?: "rank";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /** @enum {integer} */
            version?: 1;
        };
        /**
         * @description Shortest solutions of a position: one, all, their number, or the first in the order of the letters.
         * @example {
         *       "puzzle": "8",
         *       "state": "2 3 4 1 5 x 7 6 8"
         *     }
         */
        SolveQuestion: {
            /**
             * @description The algorithm. If it is left out, the planner chooses.
             * @default null
             * @enum {string|null}
             */
            algorithm: "bfs" | "bidirectional" | "a-star" | "ida-star" | "table" | null;
            /** @enum {string} */
            ask?: "solve";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * @description Whether letters name the blank's or the tile's direction.
             * @default null
             * @enum {string|null}
             */
            convention: "blank" | "tile" | null;
            /**
             * @description Whether a named IDA* also cuts short cycles.
             * @default false
             */
            cuts: boolean;
            /**
             * @description Accepts the first solution found.
             * @default false
             */
            first: boolean;
            /**
             * @description The goal, if it is not the puzzle's own: a name, or a text like a position.
             * @default null
             */
            goal: string | null;
            /**
             * @description The lower bound. If it is left out, the puzzle's best.
             * @default null
             */
            heuristic: string | null;
            /**
             * Format: uint64
             * @description The most bytes held at one time. A server may give less.
             * @default null
             */
            limit_memory: number | null;
            /**
             * Format: uint32
             * @description The longest solution looked for, or the last layer of a map.
             * @default null
             */
            limit_moves: number | null;
            /**
             * Format: uint64
             * @description The most nodes generated.
             * @default null
             */
            limit_nodes: number | null;
            /**
             * Format: double
             * @description The most time that the question may take, in seconds. A server may give less.
             * @default null
             */
            limit_seconds: number | null;
            /**
             * @description The moves to be checked or drawn, or moves that were made already.
             * @default null
             */
            moves: string | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /**
             * @description Moves that are made first.
             * @default null
             */
            scramble: string | null;
            /**
             * @description The position.
             * @default null
             */
            state: string | null;
            /**
             * Format: uint16
             * @description The number of threads. A server may give fewer.
             * @default null
             */
            threads: number | null;
            /** @enum {integer} */
            version?: 1;
            /**
             * @description Which of the shortest solutions are wanted: `"one"`, `"all"`, `{"all": 10}`, `"count"` or `"lexicographic"`.
             * @default one
             */
            want: ("one" | "all" | "count" | "lexicographic") | {
                /** Format: uint64 */
                all: number;
            };
            /**
             * Format: double
             * @description Accepts a solution at most this many times as long as a shortest one.
             * @default null
             */
            within: number | null;
            /**
             * @description Whether solutions are also written in words.
             * @default false
             */
            words: boolean;
        };
        /** @description A square of a picture. */
        Square: {
            /**
             * @description The kind of the square.
             * @enum {string}
             */
            kind: "empty" | "piece" | "wall";
            /** @description The text on the square. */
            text: string;
        };
        /** @description The cost of a search. */
        Stats: {
            /**
             * Format: uint64
             * @description The most bytes held at one time.
             */
            bytes: number;
            /**
             * Format: uint32
             * @description The greatest depth, or the last bound.
             */
            depth: number;
            /**
             * Format: uint64
             * @description The number of generated nodes that were known already.
             */
            duplicates: number;
            /**
             * Format: uint64
             * @description The number of expanded nodes.
             */
            expanded: number;
            /**
             * Format: uint64
             * @description The number of generated nodes.
             */
            generated: number;
            /**
             * Format: double
             * @description Wall-clock seconds.
             */
            seconds: number;
            /**
             * Format: double
             * @description The part of `seconds` in which tables were read, waited for or built. Among many positions, the first position
             *     that needs a table pays for it.
             */
            table_seconds: number;
        };
        /** @description The event that happened to a table. */
        TableFate: "read" | "waiting" | "building" | "set-aside" | "kept" | "not-kept" | "gives";
        /** @description News of a table. */
        TableNews: {
            /** @description The event that happened to the table. */
            fate: components["schemas"]["TableFate"];
            /** @description Whether the news should be shown to a user who has not asked for it. */
            is_warning: boolean;
            /** @description The news as a text for people. */
            message: string;
            /** @description The file. */
            path: string;
        };
        /**
         * @description The position with a given Cantor number.
         * @example {
         *       "number": 98884,
         *       "puzzle": "swap:3"
         *     }
         */
        UnrankQuestion: {
            /** @enum {string} */
            ask?: "unrank";
            /**
             * @description The text of a board, in place of a file that the id would name.
             * @default null
             */
            board: string | null;
            /**
             * Format: uint128
             * @description The number of a position.
             * @default null
             */
            number: number | null;
            /**
             * @description The id or another name of the puzzle, such as `15` or `sliding:3x4`.
             * @default
             */
            puzzle: string;
            /** @enum {integer} */
            version?: 1;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    batch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Many questions, one in each line with its `ask`, and their replies in the same order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checked"];
                    "text/event-stream": string;
                };
            };
        };
    };
    compare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareRow"][];
                    "text/event-stream": string;
                };
            };
        };
    };
    distance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DistanceQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Far"];
                    "text/event-stream": string;
                };
            };
        };
    };
    draw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrawQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pictures"];
                    "text/event-stream": string;
                };
            };
        };
    };
    group: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupReply"];
                    "text/event-stream": string;
                };
            };
        };
    };
    judge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of a problem, such as `hdu1043`. */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The output of an online judge for an input. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    judges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The problems of online judges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeDescription"][];
                };
            };
        };
    };
    lint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LintQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LintRow"][];
                    "text/event-stream": string;
                };
            };
        };
    };
    map: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapReply"];
                    "text/event-stream": string;
                };
            };
        };
    };
    moves: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovesQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalMoves"];
                    "text/event-stream": string;
                };
            };
        };
    };
    next: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NextQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextMoves"];
                    "text/event-stream": string;
                };
            };
        };
    };
    description: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    families: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The families of puzzles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FamilyRow"][];
                };
            };
        };
    };
    puzzle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or another name, such as `8` or `sliding:3x4`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A puzzle or a family. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleRow"] | components["schemas"]["FamilyMembers"];
                };
            };
        };
    };
    random: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RandomQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drawn"] | components["schemas"]["Drawn"][];
                    "text/event-stream": string;
                };
            };
        };
    };
    rank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RankQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Numbered"];
                    "text/event-stream": string;
                };
            };
        };
    };
    solve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SolveQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answer"];
                    "text/event-stream": string;
                };
            };
        };
    };
    unrank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnrankQuestion"];
            };
        };
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The reply. A client that accepts events receives them first; the event `reply` is the last. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Numbered"];
                    "text/event-stream": string;
                };
            };
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Whether the server runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The counts and times of the server, for Prometheus. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/openmetrics-text": string;
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A problem. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Whether the server accepts questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
}
