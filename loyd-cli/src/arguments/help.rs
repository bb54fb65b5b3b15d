//! Examples for every command's `--help`. The tests find every line that begins with `$`, run it, and compare its exit
//! code with the one named in its comment, or 0.

/// `loyd`
pub const LOYD: &str = "\
Examples:
  $ loyd solve 8 \"2 3 4 1 5 x 7 6 8\"        # a shortest solution of an 8-puzzle
  $ loyd solve 15 --scramble ulldrrul --show # scramble the solved 15-puzzle, solve it, draw it
  $ loyd puzzles                             # what else there is

Exit codes:
  0 answered   1 a file or the system failed   2 wrong usage or bad input
  3 proved unsolvable, or `check` or `lint` says no   4 a limit was reached
  5 a damaged table   130 interrupted (143 by SIGTERM, 129 by SIGHUP)";

/// `loyd solve`
pub const SOLVE: &str = "\
The first line of the answer is the moves alone, `(no moves)` for a solved position; then comes what
is proved. With STATE `-`, every line read gives one line: its moves, `unsolvable: ...`,
`stopped ...` or `error: ...`; blank lines at the end are ignored.
Quotes may be left out. Between the pieces may be blanks, line breaks, commas, semicolons, slashes,
bars and brackets. Without STATE, and with standard input from a file or a pipe, one board is read
from there.

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
Every algorithm gets a fresh start and the same limits: 10 seconds and 2GB each, if not given. Of
many positions the first pays for the tables, whose time stands in a column of its own.

Examples:
  $ loyd compare 8 \"8 6 7 2 5 4 3 x 1\"
  $ loyd compare pancake:6 \"3 1 4 6 5 2\" --limit-seconds 1 --format json
  $ loyd compare 8 \"8 6 7 2 5 4 3 x 1\" --algorithms a-star --heuristics misplaced,manhattan
  $ loyd random 8 --count 10 | loyd compare 8 - --algorithms a-star,bidirectional --format csv";

/// `loyd bench`
pub const BENCH: &str = "\
korf100 is Korf's hundred 15-puzzles (1985), korf-felner50 fifty 24-puzzles (Korf and Felner 2002),
hardest15 the 17 positions 80 moves away; docs/formats.md says how to write a file of your own.
Every solution is replayed. A length that is not the published one is named, and the exit code is
then 1.

Examples:
  $ loyd bench korf100 --easiest 3 --heuristic linear-conflict
  $ loyd bench korf100 --instances 12,79 --heuristic manhattan --algorithm ida-star --threads 1
  $ loyd bench korf-felner50 --easiest 2 --heuristic manhattan --limit-seconds 0.2 # exit code 4
  $ loyd bench hardest15 --heuristic manhattan --limit-nodes 9999 --format json    # exit code 4";

/// `loyd check`
pub const CHECK: &str = "\
The exit code is 0 when the moves are legal and reach the goal, else 3. How far they are from the
shortest is found within 10 seconds and 2GB, if no other limits are given, or looked up in a table.

Examples:
  $ loyd check 8 \"2 3 4 1 5 x 7 6 8\" ullddrurdllurdruldr
  $ loyd check 8 \"1 2 3 4 5 6 7 x 8\" u              # legal, but not there: exit code 3
  $ loyd check 8 \"1 2 3 4 5 6 7 x 8\" l --convention tile";

/// `loyd play`
#[cfg(feature = "play")]
pub const PLAY: &str = "\
Without STATE the game begins at a random position. Arrow keys, wasd or hjkl move a tile, and so
does a click; other moves are typed or chosen from a list. The distance to the goal is shown after
every move, exactly or as far as it is proved. space shows all best moves, g plays a solution, u and
r undo and redo, n begins a new game (at a distance, or the hardest), p changes the puzzle, ? lists
all keys, q ends. 40 columns and 20 lines are enough.

Examples:
  $ loyd play                               # without a terminal: exit code 2
  $ loyd play 15 --depth 20                 # without a terminal: exit code 2
  $ loyd play 8 2 3 4 1 5 x 7 6 8           # without a terminal: exit code 2
  $ loyd play pancake:7                     # without a terminal: exit code 2";

/// `loyd random`
pub const RANDOM: &str = "\
Every solvable position is as likely as every other.

Examples:
  $ loyd random 15
  $ loyd random 8 --count 5 --seed 1914
  $ loyd random 8 --depth 31 --seed 7";

/// `loyd judge`
pub const JUDGE: &str = "\
The input is read to its end; the output is what the judge expects, byte for byte. The exit code is
0 when every case was answered, whatever the answer. hdu1043, luogu-p1379 and chino (3x3) answer
from a table of all distances to their goal, if one is named; the output is the same.

Examples:
  $ loyd judge --list
  $ echo '2 3 4 1 5 x 7 6 8' | loyd judge hdu1043
  $ echo 283104765 | loyd judge luogu-p1379";

/// `loyd rank`
pub const RANK: &str = "\
Arrangements are counted from 0 in lexicographic order, solvable or not; some articles count from 1.

Examples:
  $ loyd rank swap:3 357412968
  $ loyd rank 8 \"1 2 3 / 4 5 6 / 7 8 x\"
  $ loyd rank 8 123456780 --from-one
  $ loyd rank 8 123456780 --format json";

/// `loyd unrank`
pub const UNRANK: &str = "\
Arrangements are counted from 0 in lexicographic order, solvable or not; some articles count from 1.

Examples:
  $ loyd unrank 8 46233
  $ loyd unrank 8 46234 --from-one";

/// `loyd puzzles`
pub const PUZZLES: &str = "\
Examples:
  $ loyd puzzles
  $ loyd puzzles sliding
  $ loyd puzzles 8            # the goals that have a name, too
  $ loyd puzzles 八数码
  $ loyd puzzles pancake:7
  $ loyd puzzles 3x3x3 --group             # order, parity rules, what is bound to what
  $ loyd puzzles 3x3x3 --moves R,F --group # of these moves alone
  $ loyd puzzles 8 --group                 # its moves are no definition: exit code 2";

/// `loyd rewrite`
pub const REWRITE: &str = "\
Neighbouring turns are merged, what cancels is left out, and moves that commute get one order. Then
windows of the word are joined anew by shortest ways, one move wide, two, and so on, until the
window is the whole word or a limit is reached; what is proved is told. Words do the same when every
piece ends in the same place, turned in the same way. The order is how often the moves are made
before nothing is changed.

Examples:
  $ loyd rewrite 3x3x3 \"R U R' U'\"
  $ loyd rewrite 3x3x3 \"(R U)6 [R: U2]\" --format json
  $ loyd rewrite 3x3x3 \"R L R U U'\" --canonical
  $ loyd rewrite 3x3x3 \"R U F F' L2 U2 R L2 U\" --shorten --limit-seconds 1
  $ loyd rewrite 3x3x3 \"R U\" --order
  $ loyd rewrite 8 \"u l\"                   # its moves are no definition: exit code 2";

/// `loyd convert`
pub const CONVERT: &str = "\
The file is read in the form that it is written in: .tws, KPuzzle JSON, PSVN or loyd's own. What the
form asked for cannot say is an error that names it. Only loyd's own keeps what is written on
pieces, and the picture. PSVN gets a rule for each single move, powers included, and a variable for
each side of pieces that are turned; rotations and the names of goals are left out. permutations are
the moves as JSON, with the order of the ranks, for other programs: no command reads them.

Examples:
  $ loyd convert 3x3x3 --to tws
  $ loyd convert 3x3x3 --to kpuzzle -o cube.json && loyd puzzles @cube.json
  $ loyd convert @cube.json --to loyd --format json
  $ loyd convert pyraminx --to psvn -o pyraminx.psvn
  $ loyd convert skewb --to permutations";

/// `loyd lint`
pub const LINT: &str = "\
Odd are pieces that no move touches, moves that change nothing or can never be made, goals out of
reach or illegal, and conditions that always hold: then the exit code is 3. Notes are facts: moves
that do the same, parities that all positions keep, sets that are bound to each other.

Examples:
  $ loyd lint 2x2x2
  $ printf 'Set S 3 1\\nSolved\\nEnd\\nMove A\\nS\\n2 1 3\\nEnd\\n' > odd.tws
  $ loyd lint odd.tws                        # slot 3 is never changed: exit code 3";

/// `loyd map`
pub const MAP: &str = "\
Every position of the puzzle is visited, in two bits of memory each, on all cores. A position of the
alternating swap is as far as the nearer of its two states (either kind of move may come first).
Ctrl-C writes a checkpoint, and the same command goes on from there. With --disk a map needs little
memory: what does not fit is in the folder, in large files that are read and written in turn.

Examples:
  $ loyd map 8
  $ loyd map sliding:3x3 --goal 1238x4765 --format csv
  $ loyd map pancake:8 --plot pancake8.svg --antipodes pancake8.txt
  $ loyd map sliding:2x7 --dry-run           # how much memory, how long, and no work
  $ loyd map pancake:8 -o pancake8.table     # then ask: loyd table query pancake8.table STATE
  $ loyd map pancake:9 --disk map9 --limit-memory 100MB --checkpoint-seconds 60
  $ loyd map 15 --limit-memory 8GB                 # too large: exit code 4";

/// `loyd cluster`
#[cfg(feature = "cluster")]
pub const CLUSTER: &str = "\
docs/cluster.md leads from one machine to many.

Examples:
  $ loyd cluster run --local 2 map pancake:8              # two processes of this machine
  $ loyd cluster run --local 3 map 8 --disk map8 --checkpoint-seconds 60
  $ loyd cluster status map8                              # all is done: nothing is kept";

/// `loyd cluster map`
#[cfg(feature = "cluster")]
pub const CLUSTER_MAP: &str = "\
Every process is given the same command, but for --process and what is of its machine: --threads,
--limit-memory, --disk, --metrics. The first one tells what comes of it; with -v also what each
layer cost and which process was the slowest, and each process what it held and sent. When a process
is lost, the others end with exit code 75: the same command, given to all again, goes on from the
last checkpoint in the folders that --disk names, with as many processes as there are then.

--metrics listens at the address named and nowhere else. Port 0 is any that is free: -v tells it.

Examples:
  $ printf 'localhost:7101\\nlocalhost:7102\\n' > hosts
  $ loyd cluster map 8 --hosts hosts --process 1 & loyd cluster map 8 --hosts hosts --process 0";

/// `loyd cluster solve`
#[cfg(feature = "cluster")]
pub const CLUSTER_SOLVE: &str = "\
Every process is given the same command, but for --process and what is of its machine: --threads,
--limit-memory, --log. The first one reads the positions, hands them out, and prints what `loyd
solve PUZZLE -` prints, in the order of the lines. With --log every answer is in a file of the
process that found it as soon as it is known. When a process is lost, the others end with exit code
75: the same command with the same input, given to all again, answers only what is missing, with as
many processes as there are then.

Examples:
  $ printf 'localhost:7103\\nlocalhost:7104\\n' > two
  $ loyd random 8 --count 100 --seed 1 > lines
  $ for k in 1 0; do loyd cluster solve 8 - --hosts two --process $k < lines & done; wait";

/// `loyd cluster run`
#[cfg(feature = "cluster")]
pub const CLUSTER_RUN: &str = "\
For trying, and for a machine of many cores: the same code as on many machines, over loopback. Each
process gets its share of the memory, and of the threads unless --threads says how many each has.

Examples:
  $ loyd cluster run --local 2 map pancake:9 --format json
  $ loyd random 8 --count 1000 --seed 1 | loyd cluster run --local 2 solve 8 - --log answers";

/// `loyd cluster plan`
#[cfg(feature = "cluster")]
pub const CLUSTER_PLAN: &str = "\
The model and what it assumes are in docs/cluster.md, beside the runs that it was measured by.

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
  $ loyd table build 15 --heuristic 5-5-5                 # tables of a lower bound
  $ loyd table build 8 --bits 2 -o 8.table                # all distances, 2 bits a position
  $ loyd table query 8.table \"8 6 7 2 5 4 3 x 1\"         # how far it is: 31
  $ loyd solve 8 \"8 6 7 2 5 4 3 x 1\" --table 8.table     # answered from the table
  $ loyd table sample 8.table --depth 31 --seed 7
  $ loyd table verify 8.table";

/// `loyd table build`
pub const TABLE_BUILD: &str = "\
The tables go into the cache folder, where other commands find them; what is there already is
checked and left alone. A kill leaves either no table or a whole one; one that cannot be kept leads
to exit code 1.

With --bits it is the distance of every position, of a puzzle whose positions are numbered. Two bits
hold the distance modulo 3: a look-up walks down to the goal, quickly where every move can be taken
back by a move (not so the alternating swap and the magic board).

Examples:
  $ loyd table build 15 --heuristic 7-8 --dry-run         # how much, how long, and build nothing
  $ loyd table build 15 --heuristic 5-5-5
  $ loyd table build sliding:3x4 --bits 2 --dry-run
  $ loyd table build pancake:8 --bits 4 -o pancake.table
  $ loyd table build 8 --bits 4                           # 31 moves do not fit: exit code 2
  $ loyd table build sliding:3x                           # no such puzzle: exit code 2";

/// `loyd table info`
pub const TABLE_INFO: &str = "\
Every byte is checked before anything is said.

Examples:
  $ loyd table build swap:2x3 --bits 8 -o swap.table
  $ loyd table info swap.table
  $ loyd table info missing.table           # no such file: exit code 2";

/// `loyd table verify`
pub const TABLE_VERIFY: &str = "\
Every byte is checked against the checksums, and each distance against those of its neighbours:
goals, and they alone, are at 0; no neighbour is more than one nearer, and one of them is one
nearer. With 8 or 4 bits that proves all distances. With 2 bits it is asked of the distances modulo
3, and a thousand positions are walked down to the goal. What is wrong leads to exit code 5.

Examples:
  $ loyd table build pancake:7 --bits 2 -o pancake.table
  $ loyd table verify pancake.table
  $ loyd table verify pancake.table --sample 1000 --format json";

/// `loyd table query`
pub const TABLE_QUERY: &str = "\
Each position gives one line: the number of moves to the goal, or `unsolvable: ...` (exit code 3).

Examples:
  $ loyd table build 8 --bits 8 -o 8.table
  $ loyd table query 8.table 12345678x \"8 6 7 2 5 4 3 x 1\"
  $ loyd random 8 --count 5 | loyd table query 8.table - --format json
  $ loyd table query 8.table \"3 1 4 2\"     # a position of another puzzle: exit code 2";

/// `loyd table sample`
pub const TABLE_SAMPLE: &str = "\
Every position that reaches the goal, or every one at the distance, is as likely as every other.

Examples:
  $ loyd table build 8 --bits 2 -o 8.table
  $ loyd table sample 8.table --count 3
  $ loyd table sample 8.table --depth 31 --count 2 --seed 1914";

/// `loyd serve`
#[cfg(feature = "web")]
pub const SERVE: &str = "\
The page is at the address that is printed. Only this machine reaches it, unless --listen names
another address. A log of a line a request goes to standard error; -q leaves warnings. Ctrl-C and
SIGTERM end it: replies under way say how far they came; a second one ends it at once. Tables are
kept on disk only in a folder that --cache-dir names. docs/serve.md has every route, and how to run
it behind a proxy.

Examples:
  $ loyd serve --open
  $ loyd serve --listen 0.0.0.0:8015 --allow-host puzzles.example --max-seconds 10 --max-memory 4GB
  $ curl -s 127.0.0.1:8015/api/v1/solve --json '{\"puzzle\": \"8\", \"state\": \"2 3 4 1 5 x 7 6 8\"}'";

/// `loyd cache`
pub const CACHE: &str = "\
Tables that take long to build are kept in a folder, so that the next run only reads them: the
folder that --cache-dir names, else the environment variable LOYD_CACHE, else `loyd` in the
platform's folder for caches (on Linux ~/.cache/loyd). Removing them is never wrong: they are built
again.

Examples:
  $ loyd cache list
  $ loyd cache list --verify
  $ loyd cache clear";

/// `loyd cache list`
pub const CACHE_LIST: &str = "\
Without --verify only the beginning and the length of each table are checked.

Examples:
  $ loyd cache list
  $ loyd cache list --verify --format json
  $ loyd cache list --cache-dir tables";

/// `loyd cache clear`
pub const CACHE_CLEAR: &str = "\
Only loyd's own files are removed: tables, and maps that were not brought to their end. What another
process is building now stays.

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
