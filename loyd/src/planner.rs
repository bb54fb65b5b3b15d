//! Where algorithms, tables and heuristics meet: the list of algorithms, and which of them answers a request.
//!
//! This is the edge: a puzzle's type ends here. [`open`] gives an [`Engine`], text in and text out, that the command
//! line and the web hold; what is typed is behind it.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::catalogue::{resolve, with_board, with_puzzle_within};
use crate::family::Visitor;
use crate::heuristic::Bounded;
use crate::limits::{Limits, Stats};
use crate::opening::Opening;
use crate::opening::Unopened;
use crate::puzzle::{Convention, Notation, Picture, Ranked};
use crate::search::Outcome;
use crate::table::cache::{Cache, Event};
use crate::table::file::{FileError, Identity, Notes};
use crate::table::map::{Checks, FolderError, Keep, Lost, Method, Partnership};
pub use crate::table::pattern::Size;
use crate::text::{Misread, is_same_name, plain_name};

pub use distances::DistancePlan;
pub use engine::Engine;
pub use words::{Shortened, Shortening};

use engine::typed::Typed;
use policy::Options;
use space::{Numbered, Unnumbered};

mod climb;
mod distances;
mod engine;
mod job;
mod near;
mod patterns;
pub mod policy;
mod replay;
mod space;
mod tables;
mod words;

/// The algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Breadth-first from the start.
    Bfs,
    /// Breadth-first from both ends.
    Bidirectional,
    /// Best first, with a closed list.
    AStar,
    /// Iterative deepening A*.
    IdaStar,
    /// Retrograde search of the whole space, then a walk down.
    Table,
    /// Some solution at once, better ones while time lasts, and a proof of how good the best is; for one solution only.
    Anytime,
}

impl Algorithm {
    /// All that find shortest solutions only, and all of those that are wanted.
    pub const ALL: [Algorithm; 5] =
        [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::AStar, Algorithm::IdaStar, Algorithm::Table];

    /// The name a user gives.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::AStar => "a-star",
            Algorithm::IdaStar => "ida-star",
            Algorithm::Table => "table",
            Algorithm::Anytime => "anytime",
        }
    }

    /// Other names of it, [plain](crate::text::plain_name).
    pub fn synonyms(self) -> &'static [&'static str] {
        match self {
            Algorithm::Bfs => &["breadth-first", "breadth-first-search", "广度优先", "宽度优先", "广搜"],
            Algorithm::Bidirectional => &["bi-bfs", "bidirectional-bfs", "双向广搜"],
            Algorithm::AStar => &["a*"],
            Algorithm::IdaStar => &["ida*", "ida"],
            Algorithm::Table => &["打表"],
            Algorithm::Anytime => &[],
        }
    }

    /// Whichever of [`ALL`](Algorithm::ALL) has that name or synonym, in any case.
    ///
    /// ```
    /// use loyd::planner::Algorithm;
    /// assert_eq!(Algorithm::named("IDA*"), Some(Algorithm::IdaStar));
    /// assert_eq!(Algorithm::named("dijkstra"), None);
    /// ```
    pub fn named(name: &str) -> Option<Algorithm> {
        let name = plain_name(name);
        let has = |it: &Algorithm| it.synonyms().iter().chain([&it.name()]).any(|known| is_same_name(&name, known));
        Algorithm::ALL.into_iter().find(has)
    }

    /// Whether it holds memory that a limit could bound.
    pub fn uses_memory(self) -> bool {
        self != Algorithm::IdaStar
    }

    /// Whether it uses a lower bound.
    pub fn uses_heuristic(self) -> bool {
        matches!(self, Algorithm::AStar | Algorithm::IdaStar | Algorithm::Anytime)
    }
}

/// What is wanted of the shortest solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Want {
    /// One of them.
    #[default]
    One,
    /// All of them, or as many as `most`, as they are found.
    All {
        /// The most to be listed.
        most: Option<u64>,
    },
    /// How many there are.
    Count,
    /// The first in the order of the move letters.
    Lexicographic,
}

/// Who hears of what happens to tables.
#[derive(Clone)]
pub struct Listener(pub Arc<dyn Fn(&Event<'_>) + Send + Sync>);

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Listener")
    }
}

/// A request for one position.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The algorithm; `None` lets the planner choose.
    pub algorithm: Option<Algorithm>,
    /// The name of the lower bound; `None` takes the puzzle's best. With an algorithm that uses none: an error.
    pub heuristic: Option<String>,
    /// What is wanted.
    pub want: Want,
    /// Content with a solution so many times as long as a shortest, proved: 1.05 for at most 5 % more. `None`: a
    /// shortest.
    pub within: Option<f64>,
    /// Content with the first solution found, whatever its length.
    pub first: bool,
    /// What it may cost.
    pub limits: Limits,
    /// Whether many positions follow, so that a table may pay for itself.
    pub batch: bool,
    /// Whether positions of the same puzzle go on coming, each by itself: a table of few states may pay for itself.
    pub lasting: bool,
    /// Where tables are kept from one process to the next; by default nowhere.
    pub cache: Cache,
    /// Who hears of tables that are read, waited for, or cannot be kept.
    pub notify: Option<Listener>,
    /// Worker threads for this one position. 0 leaves it open: one for each core where `auto` takes IDA*, else 1.
    pub threads: usize,
    /// Whether IDA*, named, cuts short cycles too; `auto` does anyway. The nodes counted are then not the textbook's.
    pub cuts: bool,
    /// Whose direction move letters name.
    pub convention: Convention,
    /// Whether solutions are also told in words.
    pub words: bool,
}

impl Request {
    /// Its options for the [policy], and whether a table of all distances is named. Which limits the user gave it does
    /// not tell, nor what was done before with the convention.
    fn options(&self, table: bool) -> Options<'_> {
        let Request { algorithm, want, within, first, threads, cuts, convention, .. } = *self;
        let convention = Some(convention).filter(|&convention| convention == Convention::Tile);
        let heuristic = self.heuristic.as_deref();
        let base = Options { algorithm, heuristic, want, within, first, threads, cuts, table, ..Options::default() };
        Options { convention, scramble: true, ..base }
    }
}

/// A legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// What it does, in words.
    pub words: String,
    /// The position after it, in the standard way.
    pub state: String,
    /// The same, to be drawn.
    pub picture: Picture,
    /// The row and column of the square that somebody points at to make it, where there is one.
    pub pointed_at: Option<(usize, usize)>,
}

/// A position and its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The position, in the standard way.
    pub state: String,
    /// The same, to be drawn.
    pub picture: Picture,
    /// Whether it is a goal.
    pub is_goal: bool,
    /// Every legal move.
    pub steps: Vec<Step>,
}

/// Positions on the way of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The start, and the position after each move, to be drawn.
    pub pictures: Vec<Picture>,
    /// The moves in words.
    pub words: Vec<String>,
}

/// A shortest solution, or the number of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The number of moves; with [`Want::Count`] and [`Want::All`] the cost.
    pub length: u32,
    /// What the moves cost: their number, where each costs 1.
    pub cost: u32,
    /// The moves by name; with [`Want::Count`] and [`Want::All`] empty (all are given to `each`).
    pub moves: Vec<String>,
    /// The moves in words, where they are [wanted](Request::words) and named.
    pub words: Option<Vec<String>>,
    /// With [`Want::Count`] the number of shortest solutions (`u128::MAX` for that many or more), with [`Want::All`]
    /// the number listed.
    pub count: Option<u128>,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position, as [`Engine::state`] writes it.
    pub state: String,
    /// What came of it.
    pub outcome: Outcome<Solution>,
    /// When stopped, the best solution known, replayed to a goal; not proved shortest.
    pub best: Option<Solution>,
    /// When unsolvable, the names of goals that the position can be brought to.
    pub other_goals: Vec<Cow<'static, str>>,
    /// The algorithm that answered.
    pub algorithm: Algorithm,
    /// The lower bound it used.
    pub heuristic: Option<String>,
    /// Why that algorithm: a sentence.
    pub why: String,
    /// What it cost.
    pub stats: Stats,
}

/// What [`Engine::check`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The number of moves that were legal, from the first on.
    pub legal: usize,
    /// The number of moves given.
    pub given: usize,
    /// What was wrong with the first illegal move.
    pub illegal: Option<String>,
    /// The position after the legal moves.
    pub state: String,
    /// Whether that is a goal.
    pub reaches_goal: bool,
}

/// Why a request cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The position cannot be read.
    #[error("state: {0}")]
    State(#[source] Misread),
    /// The position that a map begins from cannot be read.
    #[error("from: {0}")]
    From(#[source] Misread),
    /// The moves cannot be read.
    #[error("moves: {0}")]
    Moves(#[source] Misread),
    /// The algorithm cannot be used on this puzzle.
    #[error("{algorithm} cannot be used on {puzzle}: {why}")]
    NotApplicable {
        /// The algorithm's name.
        algorithm: &'static str,
        /// The puzzle's id.
        puzzle: String,
        /// The reason.
        why: String,
    },
    /// There is no such bound.
    #[error(
        "{puzzle} has no heuristic {name}{}; it has: {known}",
        .nearest.as_ref().map_or(String::new(), |n| format!(" (did you mean `{n}`?)"))
    )]
    UnknownHeuristic {
        /// The puzzle's id.
        puzzle: String,
        /// The name given, quoted.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
        /// All known names.
        known: String,
    },
    /// The bound reads no tables.
    #[error("{puzzle} needs no tables for {heuristic}; the bounds that read tables: {with}")]
    NoTables {
        /// The puzzle's id.
        puzzle: String,
        /// The bound's name.
        heuristic: String,
        /// The names of the bounds that read tables, or `none`.
        with: String,
    },
    /// The bound reads fewer tables.
    #[error("{heuristic} of {puzzle} reads {tables} tables, and none of index {index}")]
    NoSuchTable {
        /// The puzzle's id.
        puzzle: String,
        /// The bound's name.
        heuristic: String,
        /// How many tables it reads.
        tables: usize,
        /// The index asked for, from 0.
        index: usize,
    },
    /// An option that would not be used.
    #[error("{option} has no effect here: {why}")]
    NoEffect {
        /// The option.
        option: &'static str,
        /// Why it would not be used.
        why: String,
    },
    /// A map needs more memory than it may take, or than the system gives.
    #[error("the map of {puzzle} needs {needed} bytes of memory, more than it may take or than the system gives")]
    Memory {
        /// The puzzle's id.
        puzzle: String,
        /// Bytes needed.
        needed: u64,
    },
    /// The folder of a map cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Another process that makes a map is lost.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A map disagrees with the moves of its puzzle: a fault of this library.
    #[error("the map of {puzzle} disagrees with its moves, and is not given: {what}")]
    Wrong {
        /// The puzzle's id.
        puzzle: String,
        /// The way in which they disagree.
        what: String,
    },
    /// There is no state of that number or depth.
    #[error("{0}")]
    NoSuchState(String),
    /// A table's file that the user has named cannot be used.
    #[error("{}: {why}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: FileError,
    },
    /// A table's file that the user has named cannot be written.
    #[error("cannot write {}: {why}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: FileError,
    },
    /// The distances of a table from a file contradict each other.
    #[error("the table is wrong: {0}")]
    WrongTable(String),
    /// A limit was reached before a table was whole.
    #[error("{} before the table was whole; nothing is kept of it", .0.told())]
    Unbuilt(crate::limits::Stop),
    /// A limit was reached before all of a table was compared.
    #[error("{} before the whole table was compared; nothing wrong was found until then", .0.told())]
    Unverified(crate::limits::Stop),
    /// A limit was reached before the distance of a position was counted from a table of remainders.
    #[error("{} before the position was walked down to a goal", .0.told())]
    Unwalked(crate::limits::Stop),
    /// A limit was reached before a position at the depth asked for was drawn.
    #[error("{} before a position at that depth was drawn; nothing is proved", .0.told())]
    Stopped(crate::limits::Stop),
}

/// A table of a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlan {
    /// What it is of, and how its file is recognised.
    pub identity: Identity,
    /// How a position of the puzzle is looked up in it: `goal`, `pieces` and `cells`, as docs/formats.md has them.
    pub notes: Notes,
    /// The bytes of its entries.
    pub bytes: u64,
}

/// What a map takes, known before any work.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPlan {
    /// Numbered states: at least those that will be met, by all processes together; `None` where states have no
    /// numbers, and layers are counted as far as memory and disk go.
    pub states: Option<u64>,
    /// The most bytes held, by one process of several; without numbers as few as `least`.
    pub bytes: u64,
    /// Bytes that will do where the rest may be in a folder, of a whole map.
    pub least: u64,
    /// The most bytes of the folder of a whole map that is kept; without numbers 0.
    pub disk: u64,
    /// Whether whole blocks of states are searched at a time, which is many times as fast.
    pub by_blocks: bool,
    /// Whether moves differ in cost, so that a layer is a cost.
    pub by_costs: bool,
    /// Whether moves are made on ranks, without a state, which is about as fast.
    pub on_ranks: bool,
    /// The mean number of moves of a state.
    pub moves: f64,
    /// Whether that is exact, and not from a sample.
    pub moves_exact: bool,
    /// Whether its words are a table of two bits a state, which it saves itself.
    pub is_table: bool,
    /// States that symmetries take to each other, at most, of which one is searched.
    pub symmetries: u64,
    /// What the map is of, and how its checkpoints are recognised.
    pub identity: Identity,
    /// Whether the map is made in memory and cannot be kept in a folder.
    pub is_in_memory: bool,
}

/// What is asked of a map.
#[derive(Clone, Debug, Default)]
pub struct MapRequest<'f> {
    /// The position from which moves are made forwards; `None`: distances to the goal are counted.
    pub from: Option<String>,
    /// The most farthest positions that are named.
    pub antipodes: usize,
    /// What it may cost.
    pub limits: Limits,
    /// Where a map that does not come to its end is kept; [`Keep::identity`] as [`MapPlan::identity`] says.
    pub keep: Option<Keep<'f>>,
    /// How it is searched, as [planned](Engine::map_plan).
    pub method: Method,
    /// Whether it is made without ranks, as [planned](Engine::map_plan_without_ranks).
    pub without_ranks: bool,
    /// Which positions are compared with their neighbours.
    pub checks: Checks,
    /// The file that its table is saved to, once it is whole; only of a plan that [is one](MapPlan::is_table).
    pub save: Option<PathBuf>,
    /// The processes that make it together, all with the same request; each has a folder of its own.
    pub together: Option<&'f Partnership>,
}

/// A source of uniform random numbers: `below(n)` is one of `0..n`.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

/// Takes a puzzle of that id, and whether its goal is the standard one.
pub(crate) struct Seat<'a>(pub &'a str, pub bool);

impl Visitor for Seat<'_> {
    type Output = Engine;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Engine {
        Engine::new(self.0, self.1, Box::new(Typed::new(Numbered::new(self.0, puzzle))))
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Engine {
        Engine::new(self.0, self.1, Box::new(Typed::new(Unnumbered::new(self.0, puzzle))))
    }
}

/// Opens the puzzle of that id, with its standard goal or the one given: of a program, which names no files and waits
/// as long as it takes.
///
/// # Errors
/// [`Unopened`].
///
/// ```
/// use loyd::planner::{Request, open};
/// use loyd::search::Outcome;
/// let eight = open("8", None).unwrap();
/// let answer = eight.solve("2 3 4 1 5 x 7 6 8", &Request::default(), &mut |_| unreachable!()).unwrap();
/// let Outcome::Solved(solution) = answer.outcome else { panic!("solvable") };
/// assert_eq!(solution.length, 19);
/// ```
pub fn open(id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_within(&Opening::default(), id, goal)
}

/// The same with a reader of names, and limits.
///
/// # Errors
/// [`Unopened`].
pub fn open_within(opening: &Opening<'_>, id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    with_puzzle_within(opening, id, goal, Seat(&resolve(id), goal.is_none()))
}

/// Opens the puzzle in which words of moves are joined, from its text.
pub(super) fn open_words(
    choice: &str,
    text: &str,
    goal: Option<&str>,
    opening: &Opening<'_>,
) -> Result<Engine, Unopened> {
    let id = format!("file:@words?{choice}");
    crate::definitions::ids::open_text(&id, text, goal, opening, Seat(&id, goal.is_none()))
}

/// Opens a puzzle on a board that is given as text, in place of the file that its id names. The family will do as an
/// id.
///
/// # Errors
/// [`Unopened`].
///
/// ```
/// let ring = loyd::planner::open_board("sliding", "###\n#.#\n###\n", None).unwrap();
/// assert!(ring.facts().states.is_some());
/// assert!(loyd::planner::open_board("pancake", "###", None).is_err());
/// ```
pub fn open_board(id: &str, board: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_board_within(&Opening::default(), id, board, goal)
}

/// The same with a reader of names, and limits.
///
/// # Errors
/// [`Unopened`].
pub fn open_board_within(opening: &Opening<'_>, id: &str, board: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    let full = resolve(id);
    let (family, name) = full.split_once(":@").unwrap_or((&full, ""));
    let id = format!("{family}:@{name}");
    with_board(opening, family, board, goal, Seat(&id, goal.is_none()))
}
