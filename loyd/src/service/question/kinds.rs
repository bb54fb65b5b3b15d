//! The kinds of questions, each with the fields that it uses.
//!
//! A question is written with the fields that matter and the rest by default, or made by its `new`:
//!
//! ```
//! use loyd::service::{Options, Want};
//! use loyd::service::{Service, Solve};
//!
//! let options = Options { want: Want::Count, ..Options::default() };
//! let question = Solve { options, ..Solve::new("8", "2 3 4 1 5 x 7 6 8") };
//! let answer = Service::default().solve(&question)?;
//! assert_eq!(answer.solution().unwrap().count, Some(4));
//! # Ok::<(), loyd::service::Fault>(())
//! ```

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Parts;
use super::flat::{FlatField, FlatPart, FlatQuestion, Flattened};
use super::parts::{CostLimits, MapLimits, PositionRef, PuzzleRef, SearchRef, TableFolder, TableLimits};
use crate::planner::{Algorithm, Options};
use crate::service::Fault;
use crate::service::list::List;
use loyd_core::puzzle::Convention;

/// The accessor of [`Parts`] for a field, if the trait has one for it.
macro_rules! accessor {
    (puzzle) => {
        fn puzzle(&self) -> Option<&PuzzleRef> {
            Some(&self.puzzle)
        }
    };
    (goal) => {
        fn goal(&self) -> Option<&str> {
            self.goal.as_deref()
        }
    };
    (table) => {
        fn table(&self) -> Option<&Path> {
            self.table.path()
        }
    };
    (position) => {
        fn position(&self) -> Option<&PositionRef> {
            Some(&self.position)
        }
    };
    (search) => {
        fn search(&self) -> Option<&SearchRef> {
            Some(&self.search)
        }
    };
    (options) => {
        fn options(&self) -> Options {
            self.options.clone()
        }
        fn convention(&self) -> Option<Convention> {
            self.options.convention
        }
        fn threads(&self) -> Option<u16> {
            self.options.threads
        }
    };
    (convention) => {
        fn convention(&self) -> Option<Convention> {
            self.convention
        }
    };
    (threads) => {
        fn threads(&self) -> Option<u16> {
            self.threads
        }
    };
    (limits) => {
        fn limits(&self) -> CostLimits {
            self.limits.into()
        }
    };
    (limit_seconds) => {
        fn limits(&self) -> CostLimits {
            CostLimits { time: self.limit_seconds, ..CostLimits::default() }
        }
    };
    (tables) => {
        fn tables(&self) -> &TableFolder {
            &self.tables
        }
    };
    ($other:ident) => {};
}

/// A table file that a question may name, or names.
trait TablePath {
    fn path(&self) -> Option<&Path>;
}

impl TablePath for PathBuf {
    fn path(&self) -> Option<&Path> {
        Some(self)
    }
}

impl TablePath for Option<PathBuf> {
    fn path(&self) -> Option<&Path> {
        self.as_deref()
    }
}

/// A kind of question, or several with the same fields. A part stands for several fields of the flat form, a field for
/// the one with its name.
macro_rules! kind {
    ($($(#[$doc:meta])* $kind:ident),+ has $parts:tt fields $fields:tt) => {
        $(kind! { @one $(#[$doc])* $kind $parts fields $fields })+
    };
    (@one $(#[$doc:meta])* $kind:ident {
        $($(#[$part_doc:meta])* $part:ident: $part_type:ty,)*
    } fields {
        $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $kind {
            $($(#[$part_doc])* pub $part: $part_type,)*
            $($(#[$field_doc])* pub $field: $type,)*
        }

        impl Parts for $kind {
            $(accessor!($part);)*
            $(accessor!($field);)*
        }

        impl Flattened for $kind {
            const FIELDS: &[&[&str]] = &[$(<$part_type as FlatPart>::FIELDS,)* &[$(stringify!($field)),*]];

            fn take(flat: &mut FlatQuestion) -> Result<$kind, Fault> {
                Ok($kind {
                    $($part: FlatPart::take(flat),)*
                    $($field: FlatField::take(&mut flat.$field).ok_or_else(|| Fault::missing(stringify!($field)))?,)*
                })
            }

            fn put(&self, flat: &mut FlatQuestion) {
                $(FlatPart::put(&self.$part, flat);)*
                $(FlatField::put(&self.$field, &mut flat.$field);)*
            }
        }
    };
}

kind! {
    /// Asks for shortest solutions of a position: one, all, their number, or the first in the order of the letters.
    Solve has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The position.
        position: PositionRef,
        /// How the position is solved, and which solutions are wanted.
        options: Options,
        /// The most that the solution may cost.
        limits: CostLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// The file of a table that answers the question.
        table: Option<PathBuf>,
    }
}

kind! {
    /// Asks for a comparison of several algorithms on one position or many.
    Compare has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The position, unless `states` has positions.
        position: PositionRef,
        /// The most that each search may cost. All searches share the time.
        limits: CostLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// Many positions, in place of one.
        states: List<String, { Compare::MOST_STATES }>,
        /// The algorithms that are compared. If they are left out, all algorithms that find shortest solutions.
        algorithms: List<Algorithm, { Algorithm::ALL.len() }, true>,
        /// The lower bounds that are compared. If they are left out, all whose tables exist or are quickly built.
        heuristics: List<String, { Compare::MOST_BOUNDS }, true>,
        /// Whether letters name the blank's or the tile's direction.
        convention: Option<Convention>,
        /// The file of a table that the algorithm `table` reads.
        table: Option<PathBuf>,
    }
}

kind! {
    /// Asks whether moves are legal, reach the goal and are as few as can be.
    Check has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The most that each search may cost.
        limits: CostLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// The position in which the moves begin.
        state: String,
        /// The moves to be checked.
        moves: String,
        /// Whether letters name the blank's or the tile's direction.
        convention: Option<Convention>,
        /// The file of a table that answers the question.
        table: Option<PathBuf>,
    }
}

kind! {
    /// Asks how far a position is from the goal.
    Distance,
    /// Asks for every legal move of a position, and whether a shortest solution begins with it.
    Next has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The position.
        position: PositionRef,
        /// The algorithm and its lower bound.
        search: SearchRef,
        /// The most that each search may cost.
        limits: CostLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// Whether letters name the blank's or the tile's direction.
        convention: Option<Convention>,
        /// The file of a table that answers the question.
        table: Option<PathBuf>,
    }
}

kind! {
    /// Asks for the legal moves of a position and what each of them changes, without a search.
    Moves,
    /// Asks for pictures of a position and of the position after each of its moves.
    Draw has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The position.
        position: PositionRef,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// Whether letters name the blank's or the tile's direction.
        convention: Option<Convention>,
    }
}

kind! {
    /// Asks for positions drawn uniformly.
    Random has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The most that the table for `depth` may cost.
        limits: TableLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// The exact distance of the drawn positions from the goal, in moves.
        depth: Option<u32>,
        /// How many positions are drawn; one if it is left out. If there are fewer, all of them are drawn.
        count: Option<u64>,
        /// The seed of the drawing. The same seed draws the same positions.
        seed: Option<u64>,
        /// Whether each position comes with moves that lead to it from the goal.
        scrambles: bool,
        /// The file of a table that counts the positions.
        table: Option<PathBuf>,
    }
}

kind! {
    /// Asks for Cantor's number of a position.
    Rank has {
        /// The puzzle.
        puzzle: PuzzleRef,
    } fields {
        /// The position.
        state: String,
    }
}

kind! {
    /// Asks for the position with a given Cantor number.
    Unrank has {
        /// The puzzle.
        puzzle: PuzzleRef,
    } fields {
        /// The number of the position, from 0.
        number: u128,
    }
}

kind! {
    /// Asks for the number of positions at each distance.
    Map has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The most that the map may cost.
        limits: MapLimits,
        /// The folder of tables, below which an unfinished map is kept.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// The position that distances are counted from, in place of the goal.
        from: Option<String>,
        /// The positions at distance 0, in place of the goal: positions, patterns in which `?` is any piece, or
        /// `moves=U,R`, all positions that these moves reach from the goal.
        goal_set: Option<List<String, { Map::MOST_OF_SET }, true>>,
        /// The positions that are counted, in place of all, in the same form.
        from_set: Option<List<String, { Map::MOST_OF_SET }, true>>,
        /// The most farthest positions that the reply names. If it is left out, 100.
        antipodes: Option<u64>,
        /// Whether all positions of the map are compared with their neighbours, instead of only some.
        verify: bool,
        /// The folder for data that does not fit in memory, and for checkpoints.
        disk: Option<PathBuf>,
        /// Time between two checkpoints.
        checkpoint_seconds: Option<Duration>,
        /// The file for the distances of the map, two bits each.
        save: Option<PathBuf>,
        /// The number of threads; one for each core if it is left out.
        threads: Option<u16>,
    }
}

kind! {
    /// Asks for the tables of a lower bound, built to be kept.
    Bounds has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The most that the tables may cost.
        limits: TableLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// The lower bound. If it is left out, the strongest one with tables.
        heuristic: Option<String>,
        /// Whether the reply only estimates the cost, and nothing is built.
        dry_run: bool,
    }
}

kind! {
    /// Asks for the table of all distances, built to be kept.
    Distances has {
        /// The puzzle.
        puzzle: PuzzleRef,
        /// The most that the table may cost.
        limits: TableLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// A goal other than the puzzle's own, by name or written like a position.
        goal: Option<String>,
        /// The bits of a table entry: 8, 4 or 2. If they are left out, 8.
        bits: Option<u8>,
        /// The file for the table, in place of the folder of tables.
        output: Option<PathBuf>,
        /// Whether the reply only estimates the cost, and nothing is built.
        dry_run: bool,
    }
}

kind! {
    /// Asks for the description of a table file: its puzzle, its goal, its kind and more.
    Info has {} fields {
        /// The file of the table.
        table: PathBuf,
    }
}

kind! {
    /// Asks whether a table file is correct.
    Verify has {} fields {
        /// The file of the table.
        table: PathBuf,
        /// About how many distances are compared.
        sample: Option<u64>,
        /// The most time that the comparison may take.
        limit_seconds: Option<Duration>,
    }
}

kind! {
    /// Asks for the group that the moves of a puzzle with a definition generate.
    Group,
    /// Asks for the oddities of a definition.
    Lint has {
        /// The puzzle.
        puzzle: PuzzleRef,
    } fields {}
}

kind! {
    /// Asks for all families of puzzles, or for the family or the puzzle that is named.
    Catalogue has {
        /// The puzzle or the family; all families if it is empty.
        puzzle: PuzzleRef,
    } fields {}
}

kind! {
    /// Asks for the instances of a paper, solved and compared with the published figures.
    Bench has {
        /// The algorithm and its lower bound.
        search: SearchRef,
        /// The most that each instance may cost.
        limits: CostLimits,
        /// The folder of tables.
        tables: TableFolder,
    } fields {
        /// The set of instances: a name, or a file.
        set: String,
        /// The instances that are solved, such as `1-10,45`.
        instances: Option<String>,
        /// How many of these instances are solved: the easiest ones.
        easiest: Option<u32>,
        /// The number of threads for each instance.
        threads: Option<u16>,
    }
}

/// Makes a question about a puzzle.
macro_rules! of_a_puzzle {
    ($($kind:ident)*) => {$(
        impl $kind {
            /// The question about a puzzle, with everything else left open.
            #[allow(clippy::needless_update, reason = "some kinds of questions have nothing but a puzzle")]
            pub fn new(puzzle: impl Into<PuzzleRef>) -> $kind {
                $kind { puzzle: puzzle.into(), ..$kind::default() }
            }
        }
    )*};
}

of_a_puzzle! { Random Map Bounds Distances Group Lint Catalogue }

/// Makes a question about a position of a puzzle.
macro_rules! of_a_position {
    ($($kind:ident)*) => {$(
        impl $kind {
            /// The question about a position of a puzzle, with everything else left open.
            pub fn new(puzzle: impl Into<PuzzleRef>, position: impl Into<PositionRef>) -> $kind {
                $kind { puzzle: puzzle.into(), position: position.into(), ..$kind::default() }
            }
        }
    )*};
}

of_a_position! { Solve Compare Distance Next Moves }

impl Compare {
    /// The most positions that are compared.
    pub const MOST_STATES: usize = 100_000;
    /// The most lower bounds that are compared. No puzzle has as many.
    pub const MOST_BOUNDS: usize = 32;
}

impl Map {
    /// The most texts of a set of positions.
    pub const MOST_OF_SET: usize = 100_000;

    /// Whether distances are counted to a set, or only the positions of a set are counted.
    pub(in crate::service) fn has_sets(&self) -> bool {
        self.goal_set.is_some() || self.from_set.is_some()
    }
}

impl Draw {
    /// Asks for pictures of a position and of the position after each of the moves.
    pub fn new(puzzle: impl Into<PuzzleRef>, state: impl Into<String>, moves: impl Into<String>) -> Draw {
        let position = PositionRef { moves: Some(moves.into()), ..state.into().into() };
        Draw { puzzle: puzzle.into(), position, ..Draw::default() }
    }
}

impl Check {
    /// Asks whether `moves` are legal in a position, reach the goal and are as few as can be.
    pub fn new(puzzle: impl Into<PuzzleRef>, state: impl Into<String>, moves: impl Into<String>) -> Check {
        Check { puzzle: puzzle.into(), state: state.into(), moves: moves.into(), ..Check::default() }
    }
}

impl Rank {
    /// Asks for Cantor's number of a position.
    pub fn new(puzzle: impl Into<PuzzleRef>, state: impl Into<String>) -> Rank {
        Rank { puzzle: puzzle.into(), state: state.into() }
    }
}

impl Unrank {
    /// Asks for the position with Cantor's number `number`.
    pub fn new(puzzle: impl Into<PuzzleRef>, number: u128) -> Unrank {
        Unrank { puzzle: puzzle.into(), number }
    }
}

impl Info {
    /// Asks for the description of a table file.
    pub fn new(table: impl Into<PathBuf>) -> Info {
        Info { table: table.into() }
    }
}

impl Verify {
    /// Asks whether a table file is correct.
    pub fn new(table: impl Into<PathBuf>) -> Verify {
        Verify { table: table.into(), ..Verify::default() }
    }
}

impl Bench {
    /// Asks for the instances of a set, solved and compared with the published figures.
    pub fn new(set: impl Into<String>) -> Bench {
        Bench { set: set.into(), ..Bench::default() }
    }
}
