//! Examples for every command's `--help`. The tests find every line that begins with `$`, run it, and compare its exit
//! code with the one named in its comment, or 0.

/// `loyd` without arguments: what to do first.
pub fn first() -> String {
    let play = if cfg!(feature = "play") { PLAY_FIRST } else { "" };
    let serve = if cfg!(feature = "web") { SERVE_FIRST } else { "" };
    format!("{BEGIN}{play}{serve}{END}")
}

const BEGIN: &str = "\
loyd finds shortest solutions of permutation puzzles and maps state spaces.

  loyd solve 8 \"2 3 4 1 5 x 7 6 8\"    the shortest way out of this position
  loyd solve 15 --scramble ulldrrul   the same, after these moves
  loyd random 3x3x3                   a position to solve
  loyd map 8                          the number of positions at each distance
  loyd puzzles                        all puzzles
";
const PLAY_FIRST: &str = "  loyd play 15                        the puzzle in this terminal, with hints\n";
const SERVE_FIRST: &str = "  loyd serve                          the page in a browser\n";
const END: &str = "
Usage: loyd <COMMAND>
`loyd --help` lists all commands, and `loyd COMMAND --help` the options of one.
";

/// `loyd`
pub const LOYD: &str = "\
Examples:
  $ loyd solve 8 \"2 3 4 1 5 x 7 6 8\"        # a shortest solution of an 8-puzzle
  $ loyd solve 15 --scramble ulldrrul --show # scramble the solved 15-puzzle, solve it, draw it
  $ loyd puzzles                             # all puzzles

Exit codes:
  0 answered   1 a file or the system failed   2 wrong usage or bad input
  3 proved unsolvable, or `check` or `lint` failed   4 a limit was reached
  5 a damaged table   130 interrupted (143 by SIGTERM, 129 by SIGHUP)";

/// `loyd solve`
pub const SOLVE: &str = "\
The first line of the answer contains only the moves, or `(no moves)` for a solved position. The
second line reports what is proved. With STATE `-`, every input line gives one output line: the
moves, `unsolvable: ...`, `stopped ...` or `error: ...`. Blank lines at the end are ignored.
Quotes are optional. Blanks, line breaks, commas, semicolons, slashes, bars and brackets may
separate the pieces. If STATE is missing, and standard input is a file or a pipe, one board is read
from standard input.

Examples:
  $ loyd solve 8 \"2 3 4 1 5 x 7 6 8\"
  $ loyd solve 8 283164705 --goal 123804765 --count
  $ loyd solve 8 x 1 2 3 4 5 6 8 7 --goal spiral
  $ loyd solve 8 \"2 1 3 4 5 6 7 8 x\"              # unsolvable: exit code 3
  $ loyd solve 15 --scramble ulldrruldlu --show
  $ loyd solve 8 \"1 2 3 x 5 6 4 7 8\" --moves words --svg way.svg   # then open way.svg in a browser
  $ loyd solve 15 \"5 6 7 x 13 10 12 8 2 4 1 14 3 15 11 9\" --limit-nodes 1000   # exit code 4
  $ loyd solve swap:3 \"1 2 9 / 4 6 3 / 7 8 5\" --all
  $ loyd solve pancake:7 \"3 1 4 7 5 2 6\" --algorithm a-star --format json
  $ loyd random 8 --count 3 | loyd solve 8 -";

/// `loyd compare`
pub const COMPARE: &str = "\
Every algorithm starts afresh and has the same limits, by default 10 seconds and 2GB. With many
positions, only the first position builds the tables. A separate column has the time for that.

Examples:
  $ loyd compare 8 \"8 6 7 2 5 4 3 x 1\"
  $ loyd compare pancake:6 \"3 1 4 6 5 2\" --limit-seconds 1 --format json
  $ loyd compare 8 \"8 6 7 2 5 4 3 x 1\" --algorithms a-star --heuristics misplaced,manhattan
  $ loyd random 8 --count 10 | loyd compare 8 - --algorithms a-star,bidirectional --format csv";

/// `loyd bench`
pub const BENCH: &str = "\
The sets are korf100 (Korf's hundred 15-puzzles, 1985), korf-felner50 (fifty 24-puzzles, Korf and
Felner 2002) and hardest15 (the 17 positions at distance 80). docs/formats.md describes the format
of other files. Every solution is replayed. If a length differs from the published length, the
report names the instance, and the exit code is 1.

Examples:
  $ loyd bench korf100 --easiest 3 --heuristic linear-conflict
  $ loyd bench korf100 --instances 12,79 --heuristic manhattan --algorithm ida-star --threads 1
  $ loyd bench korf-felner50 --easiest 2 --heuristic manhattan --limit-seconds 0.2 # exit code 4
  $ loyd bench hardest15 --heuristic manhattan --limit-nodes 9999 --format json    # exit code 4";

/// `loyd check`
pub const CHECK: &str = "\
The exit code is 0 if the moves are legal and reach the goal, otherwise 3. The shortest length comes
from a table, or from a search with the default limits of 10 seconds and 2GB.

Examples:
  $ loyd check 8 \"2 3 4 1 5 x 7 6 8\" ullddrurdllurdruldr
  $ loyd check 8 \"1 2 3 4 5 6 7 x 8\" u              # legal, but not the goal: exit code 3
  $ loyd check 8 \"1 2 3 4 5 6 7 x 8\" l --convention tile";

/// `loyd play`
#[cfg(feature = "play")]
pub const PLAY: &str = "\
Without STATE the game begins at a random position. Arrow keys, wasd, hjkl and clicks move a tile.
Other moves are typed or chosen from a list. After every move the game shows the distance to the
goal, or the bounds proved so far. The keys: space shows all best moves, g plays a solution, u
undoes, r redoes, n begins a new game (random, at a given distance, or the hardest), p changes the
puzzle, ? lists all keys, q quits. The terminal needs 40 columns and 20 lines.

Examples:
  $ loyd play                               # without a terminal: exit code 2
  $ loyd play 15 --depth 20                 # without a terminal: exit code 2
  $ loyd play 8 2 3 4 1 5 x 7 6 8           # without a terminal: exit code 2
  $ loyd play pancake:7                     # without a terminal: exit code 2";

/// `loyd random`
pub const RANDOM: &str = "\
All solvable positions are equally likely, except for light-up.

Examples:
  $ loyd random 15
  $ loyd random 8 --count 5 --seed 1914
  $ loyd random 8 --depth 31 --seed 7";

/// `loyd judge`
pub const JUDGE: &str = "\
The output equals the expected output of the judge, byte for byte. The exit code is 0 if every case
has an answer, even if that answer is `unsolvable`. With --table, hdu1043, luogu-p1379 and chino
(3x3) look up the answers in a table of all distances to their goal; the output is the same.

Examples:
  $ loyd judge --list
  $ echo '2 3 4 1 5 x 7 6 8' | loyd judge hdu1043
  $ echo 283104765 | loyd judge luogu-p1379";

/// `loyd rank`
pub const RANK: &str = "\
Arrangements, solvable or not, are numbered from 0 in lexicographic order. Some articles number them
from 1.

Examples:
  $ loyd rank swap:3 357412968
  $ loyd rank 8 \"1 2 3 / 4 5 6 / 7 8 x\"
  $ loyd rank 8 123456780 --from-one
  $ loyd rank 8 123456780 --format json";

/// `loyd unrank`
pub const UNRANK: &str = "\
Arrangements, solvable or not, are numbered from 0 in lexicographic order. Some articles number them
from 1.

Examples:
  $ loyd unrank 8 46233
  $ loyd unrank 8 46234 --from-one";

/// `loyd puzzles`
pub const PUZZLES: &str = "\
Examples:
  $ loyd puzzles
  $ loyd puzzles sliding
  $ loyd puzzles 8            # with the names of its goals
  $ loyd puzzles 八数码
  $ loyd puzzles pancake:7
  $ loyd puzzles 3x3x3 --group             # order, parity rules, dependent sets
  $ loyd puzzles 3x3x3 --moves R,F --group # only with these moves
  $ loyd puzzles 8 --group                 # no puzzle from a file: exit code 2";

/// `loyd rewrite`
pub const REWRITE: &str = "\
The canonical form merges adjacent turns, removes turns that cancel, and sorts commuting moves. To
shorten the sequence, loyd replaces each window of one move, two moves and so on by a shortest
sequence with the same effect, until the window is the whole sequence or a limit is reached. The
report contains what is proved. Two sequences have the same effect if every piece ends in the same
place with the same orientation. The order is the number of repetitions that restores the position.

Examples:
  $ loyd rewrite 3x3x3 \"R U R' U'\"
  $ loyd rewrite 3x3x3 \"(R U)6 [R: U2]\" --format json
  $ loyd rewrite 3x3x3 \"R L R U U'\" --canonical
  $ loyd rewrite 3x3x3 \"R U F F' L2 U2 R L2 U\" --shorten --limit-seconds 1
  $ loyd rewrite 3x3x3 \"R U\" --order
  $ loyd rewrite 8 \"u l\"                   # no puzzle from a file: exit code 2";

/// `loyd convert`
pub const CONVERT: &str = "\
The input format is recognised: .tws, KPuzzle JSON, PSVN, GAP or loyd's own format. If the output
format cannot express a part of the definition, an error names that part. Only loyd's own format
keeps the labels of pieces and the picture. GAP has one generator for each move and its inverse,
powers included, and one point for each side of a slot; rotations are omitted. json stands for
kpuzzle. PSVN is read, but not written.
The format permutations is JSON for other programs, with the moves and the order of the ranks; no
command of loyd reads it.

Examples:
  $ loyd convert 3x3x3 --to tws
  $ loyd convert 3x3x3 --to kpuzzle -o cube.json && loyd puzzles @cube.json
  $ loyd convert @cube.json --to loyd --format json
  $ loyd convert 2x2x2 --to gap -o 2x2x2.gap && loyd puzzles @2x2x2.gap
  $ loyd convert skewb --to permutations";

/// `loyd lint`
pub const LINT: &str = "\
Probable mistakes are pieces that no move changes, moves that change nothing or can never be made,
goals that are unreachable or illegal, and conditions that always hold. With a probable mistake the
exit code is 3. Notes are facts: moves with the same effect, parity rules, and dependent sets.

Examples:
  $ loyd lint 2x2x2
  $ printf 'Set S 3 1\\nSolved\\nEnd\\nMove A\\nS\\n2 1 3\\nEnd\\n' > odd.tws
  $ loyd lint odd.tws                        # slot 3 is never changed: exit code 3";

/// `loyd map`
pub const MAP: &str = "\
The map visits every position, with 2 bits of memory for each, on all cores. Ctrl-C writes a
checkpoint, and the same command resumes from there. With --disk a map needs little memory, because
the rest of the data is in large files in the folder, read and written sequentially. A position of
the alternating swap is two states, because either kind of move may come first; the distance of the
position is the smaller of the distances of its two states.

With --goal-set or --from-set the map is by ranks, in memory, with 5 or 6 bits for each position,
and it is not kept. It prints a shortest path from a farthest position to the set, and the positions
from which no moves lead there. Both options may be given several times.

Examples:
  $ loyd map 8
  $ loyd map sliding:3x3 --goal 1238x4765 --format csv
  $ loyd map pancake:8 --plot pancake8.svg --antipodes pancake8.txt
  $ loyd map sliding:2x7 --dry-run           # only the memory and the time
  $ loyd map pancake:8 -o pancake8.table     # for loyd table query pancake8.table STATE
  $ loyd map pancake:9 --disk map9 --limit-memory 100MB --checkpoint-seconds 60
  $ loyd map 8 --goal-set \"1 2 3 ? ? ? ? ? ?\"      # to the positions whose first row is solved
  $ loyd map \"2x2x2?moves=U,R,F\" --goal-set moves=U,R2,F2 --from-set moves=R,F
  $ loyd map 15 --limit-memory 8GB                 # too large: exit code 4";

/// `loyd cluster`
#[cfg(feature = "cluster")]
pub const CLUSTER: &str = "\
docs/cluster.md describes the steps from one machine to many.

Examples:
  $ loyd cluster run --local 2 map pancake:8              # two processes on this machine
  $ loyd cluster run --local 3 map 8 --disk map8 --checkpoint-seconds 60
  $ loyd cluster status map8                              # no checkpoint: the map is finished";

/// `loyd cluster map`
#[cfg(feature = "cluster")]
pub const CLUSTER_MAP: &str = "\
Run the same command on every machine. Only --process, --threads, --limit-memory, --disk and
--metrics may differ. Process 0 prints the result. With -v, process 0 prints the cost of each layer
and the slowest process, and each process prints its memory and its traffic. If a process is lost,
the others end with exit code 75. The same command, started again everywhere, then resumes from the
last checkpoint in the folders of --disk; the number of processes may change.

--metrics listens only at the given address. Port 0 is any free port, and -v prints it.

Examples:
  $ printf 'localhost:7101\\nlocalhost:7102\\n' > hosts
  $ loyd cluster map 8 --hosts hosts --process 1 & loyd cluster map 8 --hosts hosts --process 0";

/// `loyd cluster solve`
#[cfg(feature = "cluster")]
pub const CLUSTER_SOLVE: &str = "\
Run the same command on every machine. Only --process, --threads, --limit-memory and --log may
differ. Process 0 reads the positions, distributes them, and prints the output of `loyd solve PUZZLE
-`, in the order of the lines. With --log, each process writes each answer to a file at once. If a
process is lost, the others end with exit code 75. The same command with the same input, started
again everywhere, then answers only the remaining lines; the number of processes may change.

Examples:
  $ printf 'localhost:7103\\nlocalhost:7104\\n' > two
  $ loyd random 8 --count 100 --seed 1 > lines
  $ for k in 1 0; do loyd cluster solve 8 - --hosts two --process $k < lines & done; wait";

/// `loyd cluster run`
#[cfg(feature = "cluster")]
pub const CLUSTER_RUN: &str = "\
The processes run the same code as on many machines, over loopback, for tests and for machines with
many cores. The processes share the memory equally. They also share the threads equally, unless
--threads sets the number for each process.

Examples:
  $ loyd cluster run --local 2 map pancake:9 --format json
  $ loyd random 8 --count 1000 --seed 1 | loyd cluster run --local 2 solve 8 - --log answers";

/// `loyd cluster plan`
#[cfg(feature = "cluster")]
pub const CLUSTER_PLAN: &str = "\
docs/cluster.md describes the model, its assumptions, and the runs that it was measured with.

Examples:
  $ loyd cluster plan sliding:3x5 --hosts 16 --memory 32GB --network 1.2
  $ loyd cluster plan 15 --hosts 160 --memory 32GB --network 3 --format json";

/// `loyd cluster status`
#[cfg(feature = "cluster")]
pub const CLUSTER_STATUS: &str = "\
Examples:
  $ loyd cluster run --local 2 map pancake:9 --disk map9 --limit-seconds 0  # exit code 4
  $ loyd cluster status map9";

/// `loyd table`
pub const TABLE: &str = "\
Examples:
  $ loyd table build 15 --heuristic 5-5-5                 # the tables of a lower bound
  $ loyd table build 8 --bits 2 -o 8.table                # all distances, 2 bits per position
  $ loyd table query 8.table \"8 6 7 2 5 4 3 x 1\"         # the distance, 31
  $ loyd solve 8 \"8 6 7 2 5 4 3 x 1\" --table 8.table     # looked up in the table
  $ loyd table sample 8.table --depth 31 --seed 7
  $ loyd table verify 8.table";

/// `loyd table build`
pub const TABLE_BUILD: &str = "\
The tables go into the cache folder, where other commands find them. A table that is already there
is checked and kept. A killed process leaves either no table or a complete one. If a table cannot be
written, the exit code is 1.

With --bits the table has the distance of every position; the puzzle needs numbered states. With 2
bits the table has the distance modulo 3, and a look-up follows moves down to the goal. Such a
look-up is slow for the alternating swap and the magic board, where a move may have no inverse move.

Examples:
  $ loyd table build 15 --heuristic 7-8 --dry-run         # only the sizes and the time
  $ loyd table build 15 --heuristic 5-5-5
  $ loyd table build sliding:3x4 --bits 2 --dry-run
  $ loyd table build pancake:8 --bits 4 -o pancake.table
  $ loyd table build 8 --bits 4                           # 31 moves do not fit: exit code 2
  $ loyd table build sliding:3x                           # no such puzzle: exit code 2";

/// `loyd table info`
pub const TABLE_INFO: &str = "\
Every byte is checked before anything is printed.

Examples:
  $ loyd table build swap:2x3 --bits 8 -o swap.table
  $ loyd table info swap.table
  $ loyd table info missing.table           # no such file: exit code 2";

/// `loyd table verify`
pub const TABLE_VERIFY: &str = "\
Every byte is checked against the checksums, and each distance against the distances of its
neighbours: only goals have distance 0, no neighbour is nearer by more than 1, and some neighbour is
nearer by exactly 1. With 8 or 4 bits that proves all distances. With 2 bits the distances modulo 3
are checked, and a thousand positions are followed down to the goal. A wrong table leads to exit
code 5.

Examples:
  $ loyd table build pancake:7 --bits 2 -o pancake.table
  $ loyd table verify pancake.table
  $ loyd table verify pancake.table --sample 1000 --format json";

/// `loyd table query`
pub const TABLE_QUERY: &str = "\
Each position gives one line: its distance from the goal, or `unsolvable: ...` (exit code 3).

Examples:
  $ loyd table build 8 --bits 8 -o 8.table
  $ loyd table query 8.table 12345678x \"8 6 7 2 5 4 3 x 1\"
  $ loyd random 8 --count 5 | loyd table query 8.table - --format json
  $ loyd table query 8.table \"3 1 4 2\"     # a position of another puzzle: exit code 2";

/// `loyd table sample`
pub const TABLE_SAMPLE: &str = "\
All solvable positions, or with --depth all positions at that distance, are equally likely.

Examples:
  $ loyd table build 8 --bits 2 -o 8.table
  $ loyd table sample 8.table --count 3
  $ loyd table sample 8.table --depth 31 --count 2 --seed 1914";

/// `loyd serve`
#[cfg(feature = "web")]
pub const SERVE: &str = "\
The command prints the address of the page. Only this machine can reach the server, unless --listen
names another address. Standard error has one log line for each request; -q keeps only warnings.
Ctrl-C or SIGTERM stops the searches, sends their partial results, and ends the server; a second
signal ends it at once. Tables are written to disk only with --cache-dir. docs/serve.md describes
every route, and the use behind a proxy.

Examples:
  $ loyd serve --open
  $ loyd serve --listen 0.0.0.0:8015 --allow-host puzzles.example --max-seconds 10 --max-memory 4GB
  $ curl -s 127.0.0.1:8015/api/v1/solve --json '{\"puzzle\": \"8\", \"state\": \"2 3 4 1 5 x 7 6 8\"}'";

/// `loyd cache`
pub const CACHE: &str = "\
loyd keeps tables that take long to build in a folder, so that the next run only reads them. The
folder is the value of --cache-dir, or of the environment variable LOYD_CACHE, or `loyd` in the
cache folder of the platform (on Linux ~/.cache/loyd). It is always safe to remove tables, because
loyd builds them again.

Examples:
  $ loyd cache list
  $ loyd cache list --verify
  $ loyd cache clear";

/// `loyd cache list`
pub const CACHE_LIST: &str = "\
Without --verify only the header and the length of each table are checked.

Examples:
  $ loyd cache list
  $ loyd cache list --verify --format json
  $ loyd cache list --cache-dir tables";

/// `loyd cache clear`
pub const CACHE_CLEAR: &str = "\
Only loyd's own files are removed: tables and unfinished maps. A table that another process is
building now is kept.

Examples:
  $ loyd cache clear
  $ loyd cache clear --cache-dir tables";

/// `loyd completions`
pub const COMPLETIONS: &str = "\
Examples:
  $ loyd completions bash > loyd.bash   # then: source loyd.bash
  $ loyd completions fish > loyd.fish";

/// `loyd man`
pub const MAN: &str = "\
Examples:
  $ loyd man > loyd.1
  $ loyd man table build > loyd-table-build.1   # then: man ./loyd-table-build.1
  $ mkdir man1 && loyd man --dir man1";
