//! A question: one flat record, so that a line of JSON, a command's options and Python's keywords name the same fields.

use std::path::PathBuf;
use std::time::Duration;

use super::Fault;
use super::reply::VERSION;
use crate::planner::{Algorithm, Want};
use crate::puzzle::Convention;

macro_rules! asks {
    ($($(#[$doc:meta])* $ask:ident $name:literal,)*) => {
        /// The kinds of questions.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum Ask {
            $($(#[$doc])* $ask,)*
        }

        impl Ask {
            /// All kinds of questions.
            pub const ALL: &[Ask] = &[$(Ask::$ask),*];

            /// The word for this kind of question.
            pub fn name(self) -> &'static str {
                match self {
                    $(Ask::$ask => $name,)*
                }
            }
        }
    };
}

asks! {
    /// Shortest solutions of a position: one, all, their number, or the first in the order of the letters.
    #[default]
    Solve "solve",
    /// A comparison of several algorithms on one position or many.
    Compare "compare",
    /// Whether moves are legal, reach the goal and are as few as can be.
    Check "check",
    /// How far a position is from the goal.
    Distance "distance",
    /// Every legal move of a position, and whether a shortest solution begins with it.
    Next "next",
    /// The legal moves of a position and what each of them changes, without a search.
    Moves "moves",
    /// The positions on the way of moves, as pictures.
    Draw "draw",
    /// Positions drawn uniformly.
    Random "random",
    /// Cantor's number of a position.
    Rank "rank",
    /// The position with a given Cantor number.
    Unrank "unrank",
    /// The number of positions at each distance.
    Map "map",
    /// The tables of a lower bound, built to be kept.
    Bounds "bounds",
    /// The table of all distances, built to be kept.
    Distances "distances",
    /// The description of a table file: its puzzle, its goal, its kind and more.
    Info "info",
    /// Whether a table file is correct.
    Verify "verify",
    /// The group that the moves of a puzzle with a definition generate.
    Group "group",
    /// The oddities of a definition.
    Lint "lint",
    /// The families of puzzles, one of them, or one puzzle.
    Catalogue "catalogue",
    /// The instances of a paper, solved and compared with the published figures.
    Bench "bench",
}

macro_rules! question {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $asks:ident,)*) => {
        /// A question to a [`Service`](super::Service): what is asked, of which puzzle, and what it may cost.
        ///
        /// `Question::fields` lists the fields that a kind of question uses. Any other field that is given is refused,
        /// never ignored. In JSON a question is one object with the same names. A field that is left out has the value
        /// that it has in `Question::default()`.
        ///
        /// ```
        /// use loyd::service::Question;
        ///
        /// let mut question = Question::solve("15", "5 1 2 4/9 6 3 8/13 10 7 11/x 14 15 12");
        /// question.heuristic = Some("manhattan".into());
        /// assert!(question.refuse_idle_fields().is_ok());
        /// question.depth = Some(7);
        /// let fault = question.refuse_idle_fields().unwrap_err();
        /// assert_eq!((fault.kind.name(), fault.field), ("no-effect", Some("depth")));
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        #[non_exhaustive]
        pub struct Question {
            /// The version of the schema, 1.
            pub version: u32,
            /// The kind of question.
            pub ask: Ask,
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Default for Question {
            fn default() -> Self {
                Question { version: VERSION, ask: Ask::Solve, $($field: Default::default(),)* }
            }
        }

        impl Question {
            /// The names of all fields but `version` and `ask`.
            pub const FIELDS: &[&str] = &[$(stringify!($field)),*];

            /// The names of the fields that a kind of question uses.
            ///
            /// ```
            /// use loyd::service::{Ask, Question};
            /// assert_eq!(Question::fields(Ask::Unrank).collect::<Vec<_>>(), ["puzzle", "board", "number"]);
            /// ```
            pub fn fields(ask: Ask) -> impl Iterator<Item = &'static str> {
                let fields: [(&str, &[Ask]); _] = [$((stringify!($field), $asks)),*];
                fields.into_iter().filter(move |(_, asks)| asks.contains(&ask)).map(|(name, _)| name)
            }

            /// The names of the fields that are given, each with the kinds of questions that use the field.
            fn given(&self) -> Vec<(&'static str, &'static [Ask])> {
                let empty = Question::default();
                let fields = [$((stringify!($field), $asks, self.$field != empty.$field)),*];
                fields.into_iter().filter(|(.., given)| *given).map(|(name, asks, _)| (name, asks)).collect()
            }
        }
    };
}

use Ask::{
    Bench, Bounds, Catalogue, Check, Compare, Distance, Distances, Draw, Group, Info, Lint, Map, Moves, Next, Random,
    Rank, Solve, Unrank, Verify,
};

const OF_A_PUZZLE: &[Ask] = &[
    Solve, Compare, Check, Distance, Next, Moves, Draw, Random, Rank, Unrank, Map, Bounds, Distances, Group, Lint,
    Catalogue,
];
const WITH_A_GOAL: &[Ask] = &[Solve, Compare, Check, Distance, Next, Moves, Draw, Random, Map, Bounds, Distances];
const OF_A_POSITION: &[Ask] = &[Solve, Compare, Check, Distance, Next, Moves, Draw, Rank];
const FROM_ANOTHER: &[Ask] = &[Solve, Compare, Distance, Next, Moves, Draw];
const OF_MOVES: &[Ask] = &[Solve, Compare, Check, Distance, Next, Moves, Draw];
const OF_LETTERS: &[Ask] = &[Solve, Compare, Check, Distance, Next, Moves, Draw];
const BY_A_TABLE: &[Ask] = &[Solve, Compare, Check, Distance, Next, Random, Info, Verify];
const SEARCHES: &[Ask] = &[Solve, Distance, Next, Bench];
const WITH_A_BOUND: &[Ask] = &[Solve, Distance, Next, Bench, Bounds];
const TAKES_TIME: &[Ask] = &[Solve, Compare, Check, Distance, Next, Random, Map, Bounds, Distances, Verify, Bench];
const TAKES_MEMORY: &[Ask] = &[Solve, Compare, Check, Distance, Next, Random, Bounds, Distances, Map, Bench];
const HAS_NODES: &[Ask] = &[Solve, Compare, Check, Distance, Next, Bench];
/// The kinds of questions that accept a limit of moves.
const HAS_MOVES: &[Ask] = &[Solve, Compare, Check, Distance, Next, Map, Bench];
const KEEPS: &[Ask] = &[Solve, Compare, Check, Distance, Next, Random, Map, Bounds, Distances, Bench];
const COMPARES: &[Ask] = &[Compare];
const SOLVES: &[Ask] = &[Solve];
const DRAWS: &[Ask] = &[Random];
const UNRANKS: &[Ask] = &[Unrank];
const MAPS: &[Ask] = &[Map];
const BUILDS_DISTANCES: &[Ask] = &[Distances];
const VERIFIES: &[Ask] = &[Verify];
const OF_A_SET: &[Ask] = &[Bench];
const PLANS: &[Ask] = &[Map, Bounds, Distances];
const ON_THREADS: &[Ask] = &[Solve, Map, Bench];

question! {
    /// The id or another name of the puzzle, such as `15`, `sliding:3x4` or, with a board, `sliding`. If it is empty,
    /// the question is about the puzzle of the table.
    puzzle: String = OF_A_PUZZLE,
    /// The text of a board, in place of a file that the id would name.
    board: Option<String> = OF_A_PUZZLE,
    /// A goal other than the puzzle's own, by name or written like a position.
    goal: Option<String> = WITH_A_GOAL,
    /// The position. It may be left out if the puzzle has a start of its own, or with `scramble`.
    state: Option<String> = OF_A_POSITION,
    /// Many positions, in place of one.
    states: Vec<String> = COMPARES,
    /// Moves that are made first: from the position, or from the goal where the position is left out.
    scramble: Option<String> = FROM_ANOTHER,
    /// The moves to be checked or drawn, or moves that were made already. Moves already made lead from `state` to the
    /// position in question. If that position as a text stands for several states, the moves decide what can follow.
    moves: Option<String> = OF_MOVES,
    /// Which of the shortest solutions are wanted.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::want"))]
    want: Want = SOLVES,
    /// Accepts a solution at most this many times as long as a shortest one: 1.05 for at most 5 % more.
    within: Option<f64> = SOLVES,
    /// Accepts the first solution found.
    first: bool = SOLVES,
    /// The algorithm. If it is left out, the planner chooses one.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::algorithm"))]
    algorithm: Option<Algorithm> = SEARCHES,
    /// The algorithms that are compared. If they are left out, all algorithms that find shortest solutions.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::algorithms"))]
    algorithms: Vec<Algorithm> = COMPARES,
    /// The lower bounds that are compared. If they are left out, all whose tables exist or are quickly built.
    heuristics: Vec<String> = COMPARES,
    /// The lower bound. If it is left out, the best one of the puzzle.
    heuristic: Option<String> = WITH_A_BOUND,
    /// Whether a named IDA* also cuts short cycles.
    cuts: bool = SOLVES,
    /// The number of threads for this question.
    threads: Option<u16> = ON_THREADS,
    /// Whether letters name the blank's or the tile's direction.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::convention"))]
    convention: Option<Convention> = OF_LETTERS,
    /// Whether solutions are also written in words.
    words: bool = SOLVES,
    /// The file of a table that answers the question, or that is described or checked.
    table: Option<PathBuf> = BY_A_TABLE,
    /// The number of a position.
    number: Option<u128> = UNRANKS,
    /// The exact distance of the drawn positions from the goal, in moves.
    depth: Option<u32> = DRAWS,
    /// How many positions are drawn.
    count: Option<u64> = DRAWS,
    /// The seed of the drawing. The same seed draws the same positions.
    seed: Option<u64> = DRAWS,
    /// The position that distances are counted from, in place of the goal.
    from: Option<String> = MAPS,
    /// The most farthest positions that the reply names. If it is left out, 100.
    antipodes: Option<u64> = MAPS,
    /// Whether all positions of a map are compared with their neighbours, instead of only some.
    verify: bool = MAPS,
    /// The folder for data that does not fit in memory, and for checkpoints.
    disk: Option<PathBuf> = MAPS,
    /// Time between two checkpoints.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::seconds"))]
    checkpoint_seconds: Option<Duration> = MAPS,
    /// The file for the distances of the map, two bits each.
    save: Option<PathBuf> = MAPS,
    /// The bits of a table entry: 8, 4 or 2.
    bits: Option<u8> = BUILDS_DISTANCES,
    /// The file for the table, in place of the folder of tables.
    output: Option<PathBuf> = BUILDS_DISTANCES,
    /// About how many distances the verification compares.
    sample: Option<u64> = VERIFIES,
    /// The set of instances: a name, or a file.
    set: Option<String> = OF_A_SET,
    /// The instances that are solved, such as `1-10,45`.
    instances: Option<String> = OF_A_SET,
    /// How many of these instances are solved: the easiest ones.
    easiest: Option<u32> = OF_A_SET,
    /// Whether the reply only estimates the cost, and nothing is built.
    dry_run: bool = PLANS,
    /// The most time that the question may take.
    #[cfg_attr(feature = "serde", serde(with = "super::wire::seconds"))]
    limit_seconds: Option<Duration> = TAKES_TIME,
    /// The most bytes held at one time.
    limit_memory: Option<u64> = TAKES_MEMORY,
    /// The most nodes generated.
    limit_nodes: Option<u64> = HAS_NODES,
    /// The longest solution looked for, in moves. For a map, its last layer.
    limit_moves: Option<u32> = HAS_MOVES,
    /// The folder of tables, in place of the service's.
    cache_dir: Option<PathBuf> = KEEPS,
    /// Whether no folder of tables is used.
    no_cache: bool = KEEPS,
}

impl Question {
    /// A question of the kind `ask` about a puzzle.
    pub fn new(ask: Ask, puzzle: impl Into<String>) -> Question {
        Question { ask, puzzle: puzzle.into(), ..Question::default() }
    }

    /// A question of the kind `ask` about a position of a puzzle.
    fn about(ask: Ask, puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question { state: Some(state.into()), ..Question::new(ask, puzzle) }
    }

    /// Asks for a shortest solution of a position.
    pub fn solve(puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question::about(Solve, puzzle, state)
    }

    /// Asks for a comparison of several algorithms on one position.
    pub fn compare(puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question::about(Compare, puzzle, state)
    }

    /// Asks whether moves are legal, reach the goal and are as few as can be.
    pub fn check(puzzle: impl Into<String>, state: impl Into<String>, moves: impl Into<String>) -> Question {
        Question { moves: Some(moves.into()), ..Question::about(Check, puzzle, state) }
    }

    /// Asks how far a position is from the goal.
    pub fn distance(puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question::about(Distance, puzzle, state)
    }

    /// Asks for every legal move of a position, and whether a shortest solution begins with it.
    pub fn next(puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question::about(Next, puzzle, state)
    }

    /// Asks for the legal moves of a position and what each of them changes.
    pub fn moves(puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question::about(Moves, puzzle, state)
    }

    /// Asks for the positions on the way of moves, as pictures.
    pub fn draw(puzzle: impl Into<String>, state: impl Into<String>, moves: impl Into<String>) -> Question {
        Question { moves: Some(moves.into()), ..Question::about(Draw, puzzle, state) }
    }

    /// Asks for a position drawn uniformly.
    pub fn random(puzzle: impl Into<String>) -> Question {
        Question::new(Random, puzzle)
    }

    /// Asks for Cantor's number of a position.
    pub fn rank(puzzle: impl Into<String>, state: impl Into<String>) -> Question {
        Question::about(Rank, puzzle, state)
    }

    /// Asks for the position with Cantor's number `number`.
    pub fn unrank(puzzle: impl Into<String>, number: u128) -> Question {
        Question { number: Some(number), ..Question::new(Unrank, puzzle) }
    }

    /// Asks for the number of positions at each distance.
    pub fn map(puzzle: impl Into<String>) -> Question {
        Question::new(Map, puzzle)
    }

    /// Asks for the group that the moves of a puzzle with a definition generate.
    pub fn group(puzzle: impl Into<String>) -> Question {
        Question::new(Group, puzzle)
    }

    /// Asks for the oddities of a definition.
    pub fn lint(puzzle: impl Into<String>) -> Question {
        Question::new(Lint, puzzle)
    }

    /// Asks for all families, or for the family or the puzzle that `name` names.
    pub fn catalogue(name: Option<&str>) -> Question {
        Question::new(Catalogue, name.unwrap_or_default())
    }

    /// Asks for the instances of a paper, solved and compared with the published figures.
    pub fn bench(set: impl Into<String>) -> Question {
        Question { set: Some(set.into()), ..Question::new(Bench, "") }
    }

    /// Refuses a field that this kind of question does not use, and a version of the schema other than `VERSION`.
    ///
    /// # Errors
    /// A fault about the version, or about the first such field.
    pub fn refuse_idle_fields(&self) -> Result<(), Fault> {
        if self.version != VERSION {
            let why = format!("version {} of the schema is not known; this is version {VERSION}", self.version);
            return Err(Fault::usage("version", why));
        }
        let idle = self.given().into_iter().find(|(_, asks)| !asks.contains(&self.ask));
        idle.map_or(Ok(()), |(field, _)| {
            Err(Fault::no_effect(field, format!("the question `{}` does not use it", self.ask.name())))
        })
    }
}
