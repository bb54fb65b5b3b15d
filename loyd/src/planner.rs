//! The planner joins algorithms, tables and lower bounds: it lists the algorithms and chooses one for each request.
//!
//! [`open`] returns an [`Engine`], which hides the type of a puzzle from the command line and the web service.
//!
//! The module is public, and hidden in the documentation, for three readers inside the project: the command opens
//! puzzles to complete the words of a line, the judge `chino` asks an engine for each of its boards, and the tests ask
//! an engine and the [policy] without a service. It is not part of the surface. The records of the planner that replies
//! contain are part of the surface, in [`service`](crate::service).

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::catalogue::{resolve, with_puzzle_within};
use loyd_core::cost::{Cost, Length};
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Stats};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;
use loyd_core::puzzle::{Convention, Notation, Picture, Ranked, Square};
use loyd_core::search::Outcome;
use loyd_core::table::cache::{Cache, CacheEvent};
use loyd_core::table::file::{FileError, Identity, Notes};
use loyd_core::table::map::{Checks, FolderError, Keep, Lost, Method, Partnership};
pub use loyd_core::table::pattern::PatternSize;
use loyd_core::text::{Misread, is_same_name, plain_name};

pub use distances::DistancePlan;
pub use engine::Engine;
pub use part::Part;
pub use words::{Shortened, Shortening};

use engine::typed::TypedPuzzle;
use space::{NumberedSpace, UnnumberedSpace};

mod climb;
mod distances;
mod engine;
mod job;
mod near;
pub(crate) mod part;
mod patterns;
pub mod policy;
mod replay;
pub(crate) mod sets;
mod space;
mod tables;
mod words;

/// The algorithms that answer requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Breadth-first search from the start.
    Bfs,
    /// Breadth-first search from the start and from the goals.
    Bidirectional,
    /// Best-first search with a closed list (A*).
    AStar,
    /// Iterative deepening A*.
    IdaStar,
    /// Retrograde search of the whole space, then a walk down the distances from the start to a goal.
    Table,
    /// Some solution at once, then better ones while time lasts, with a proof of how good it is; one solution only.
    Anytime,
}

impl Algorithm {
    /// The algorithms that report only shortest solutions and can find all of them: every algorithm but `Anytime`.
    pub const ALL: [Algorithm; 5] =
        [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::AStar, Algorithm::IdaStar, Algorithm::Table];

    /// The name of the algorithm, as users write it.
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

    /// Other names of the algorithm, written [plainly](loyd_core::text::plain_name).
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

    /// The algorithm of [`ALL`](Algorithm::ALL) that has this name or synonym, in upper or lower case.
    ///
    /// ```
    /// use loyd::service::Algorithm;
    /// assert_eq!(Algorithm::named("IDA*"), Some(Algorithm::IdaStar));
    /// assert_eq!(Algorithm::named("dijkstra"), None);
    /// ```
    pub fn named(name: &str) -> Option<Algorithm> {
        let name = plain_name(name);
        let has = |it: &Algorithm| it.synonyms().iter().chain([&it.name()]).any(|known| is_same_name(&name, known));
        Algorithm::ALL.into_iter().find(has)
    }

    /// Whether the algorithm holds memory that a limit can bound.
    pub fn uses_memory(self) -> bool {
        self != Algorithm::IdaStar
    }

    /// Whether the algorithm uses a lower bound.
    pub fn uses_heuristic(self) -> bool {
        matches!(self, Algorithm::AStar | Algorithm::IdaStar | Algorithm::Anytime)
    }
}

/// Which shortest solutions a request asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Want {
    /// One shortest solution.
    #[default]
    One,
    /// All shortest solutions, or the first `most`, in the order in which they are found.
    All {
        /// The largest number of solutions to list; `None` lists all.
        most: Option<u64>,
    },
    /// The number of shortest solutions.
    Count,
    /// The shortest solution that is first in the order of the move letters.
    Lexicographic,
}

/// A function that is called with each [`CacheEvent`] of a table.
#[derive(Clone)]
pub struct Listener(pub Arc<dyn Fn(&CacheEvent<'_>) + Send + Sync>);

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Listener")
    }
}

/// A function that is called with each better solution of an anytime search, on a thread of the search.
#[derive(Clone)]
pub struct BetterListener(pub Arc<dyn Fn(&Solution) + Send + Sync>);

impl std::fmt::Debug for BetterListener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BetterListener")
    }
}

/// How a position is solved, and which of its solutions are wanted.
///
/// The same record is a part of the question to [solve](crate::service::Solve) and of the [`Request`], and the
/// [policy] reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The algorithm; `None` lets the planner choose.
    pub algorithm: Option<Algorithm>,
    /// The name of the lower bound; `None` takes the puzzle's best. A name is an error if the algorithm uses no bound.
    pub heuristic: Option<String>,
    /// Which of the shortest solutions are wanted.
    pub want: Want,
    /// Accept a solution up to this many times the optimal length, proved: 1.05 allows 5 % more. `None` asks for a
    /// shortest solution.
    pub within: Option<f64>,
    /// Accept the first solution found, whatever its length.
    pub first: bool,
    /// Worker threads for one position. `None` means one for each core where `auto` takes IDA*, at most two in an
    /// anytime search, else 1.
    pub threads: Option<u16>,
    /// Whether IDA* chosen by name cuts short cycles, as `auto` always does. Its nodes are then not the textbook's.
    pub cuts: bool,
    /// Whether move letters name the direction of the blank or of the tile; `None` means the blank.
    pub convention: Option<Convention>,
    /// Whether solutions also describe their moves in words.
    pub words: bool,
}

impl Options {
    /// Options that name an algorithm, and leave everything else to the planner.
    pub fn by(algorithm: Algorithm) -> Options {
        Options { algorithm: Some(algorithm), ..Options::default() }
    }

    /// Whether a solution longer than a shortest one is accepted.
    pub fn accepts_longer(&self) -> bool {
        self.first || self.within.is_some()
    }

    /// The number of threads asked for; 0 asks for none.
    pub(crate) fn workers(&self) -> Option<usize> {
        self.threads.filter(|&threads| threads > 0).map(usize::from)
    }

    /// Whether more than one thread is asked for.
    pub(crate) fn is_parallel(&self) -> bool {
        self.workers().is_some_and(|threads| threads > 1)
    }

    /// The direction that move letters name.
    pub(crate) fn letters(&self) -> Convention {
        self.convention.unwrap_or_default()
    }
}

/// The number of cores that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A request for one position.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// How the position is solved, and which solutions are wanted.
    pub options: Options,
    /// The limits of time, memory, nodes and moves.
    pub limits: Limits,
    /// Whether many positions follow, so that a table may pay for itself.
    pub batch: bool,
    /// Whether more requests for this puzzle will follow, one position each, so that a small table may pay for itself.
    pub lasting: bool,
    /// The folder that keeps tables from one process to the next; by default no folder.
    pub cache: Cache,
    /// Called when a table is read, is waited for, or cannot be kept.
    pub notify: Option<Listener>,
    /// Called with each better solution that is found before the answer is known.
    pub better: Option<BetterListener>,
}

impl From<Options> for Request {
    /// A request without limits, for one position.
    fn from(options: Options) -> Request {
        Request { options, ..Request::default() }
    }
}

/// A legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalStep {
    /// The name of the move.
    pub name: String,
    /// The effect of the move, in words.
    pub words: String,
    /// The cost of the move.
    pub cost: Cost,
    /// The position after the move, in the standard notation.
    pub state: String,
    /// The squares that the move changes, by row and column.
    pub changes: Vec<(usize, usize, Square)>,
    /// The row and column of the square that a user points at to make the move, if there is such a square.
    pub pointed_at: Option<(usize, usize)>,
}

/// A position and its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The position, in the standard notation.
    pub state: String,
    /// The position, as a picture.
    pub picture: Picture,
    /// Whether the position is a goal.
    pub is_goal: bool,
    /// Every legal move.
    pub steps: Vec<LegalStep>,
}

/// The positions along a sequence of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathPictures {
    /// Pictures of the start and of the position after each move.
    pub pictures: Vec<Picture>,
    /// The moves in words.
    pub words: Vec<String>,
}

/// A shortest solution, or the number of shortest solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The total cost of the moves.
    pub cost: Cost,
    /// The names of the moves. Empty with [`Want::Count`], and with [`Want::All`], where `each` receives the solutions.
    pub moves: Vec<String>,
    /// The moves in words, if the request [asks for words](Options::words) and `moves` holds the names.
    pub words: Option<Vec<String>>,
    /// With [`Want::Count`] the number of shortest solutions (`u128::MAX` for that many or more), with [`Want::All`]
    /// the number listed.
    pub count: Option<u128>,
}

impl Solution {
    /// The number of moves. `None` if solutions were counted or listed and moves differ in cost, because solutions of
    /// the same cost may then differ in length.
    pub fn length(&self) -> Option<Length> {
        if self.count.is_some() { self.cost.length() } else { Some(Length::of(&self.moves)) }
    }
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct EngineAnswer {
    /// The position, as [`Engine::state`] writes it.
    pub state: String,
    /// The solution, the proof that no solution exists, or the limit that stopped the search.
    pub outcome: Outcome<Solution>,
    /// If a limit stopped the search: the best solution known, replayed to a goal, but not proved shortest.
    pub best: Option<Solution>,
    /// If the position is unsolvable: the names of other goals that it can reach.
    pub other_goals: Vec<Cow<'static, str>>,
    /// The algorithm that answered.
    pub algorithm: Algorithm,
    /// The name of the lower bound that the algorithm used.
    pub heuristic: Option<String>,
    /// The reason for the choice of the algorithm: a sentence.
    pub why: String,
    /// The nodes, memory and time used.
    pub stats: Stats,
    /// The nodes generated and the placements of the tables built, in nodes of a tree ([`policy::cost`]).
    pub work: u64,
}

/// The result of [`Engine::check`].
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedMoves {
    /// The number of moves that were legal, from the first on.
    pub legal: usize,
    /// The cost of the legal moves.
    pub cost: Cost,
    /// The number of moves given.
    pub given: usize,
    /// The fault of the first illegal move.
    pub illegal: Option<String>,
    /// The position after the legal moves.
    pub state: String,
    /// Whether the position after the legal moves is a goal.
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
    /// A set of positions cannot be read, or it is empty.
    #[error("{field}: {why}")]
    Set {
        /// The field of the question.
        field: &'static str,
        /// The reason, with the entry of the set if there are several.
        why: String,
    },
    /// A limit was reached before a set of positions was known.
    #[error("{} before the set of positions was known; no layer is complete", .0.told())]
    SetStopped(loyd_core::limits::Stop),
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
    /// The puzzle has no lower bound of the given name.
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
    /// Tables of a bound were requested that reads no tables.
    #[error("{heuristic} of {puzzle} needs no tables; the bounds with tables: {with}")]
    NoTables {
        /// The puzzle's id.
        puzzle: String,
        /// The bound's name.
        heuristic: String,
        /// The names of the bounds that read tables, or `none`.
        with: String,
    },
    /// The index of a table is too large, because the bound reads fewer tables.
    #[error("{heuristic} of {puzzle} reads {tables} tables: expected an index below {tables}, found {index}")]
    NoSuchTable {
        /// The puzzle's id.
        puzzle: String,
        /// The bound's name.
        heuristic: String,
        /// The number of tables that the bound reads.
        tables: usize,
        /// The requested index, counted from 0.
        index: usize,
    },
    /// An option would not be used.
    #[error("{option} has no effect here: {why}")]
    NoEffect {
        /// The name of the option.
        option: &'static str,
        /// The reason why the option would not be used.
        why: String,
    },
    /// A map needs more memory than its limit allows, or than the system provides.
    #[error("the map of {puzzle} needs {needed} bytes of memory, more than the limit or than the system has")]
    Memory {
        /// The puzzle's id.
        puzzle: String,
        /// Bytes needed.
        needed: u64,
    },
    /// The folder of a map cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Contact with another process that makes the same map is lost.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// A map disagrees with the moves of its puzzle: a fault of this library, or of the rules of a puzzle from outside.
    #[error("the map of {puzzle} disagrees with the moves and is discarded: {what}")]
    Wrong {
        /// The puzzle's id.
        puzzle: String,
        /// How the map and the moves disagree.
        what: String,
    },
    /// No state has the requested number or depth.
    #[error("{0}")]
    NoSuchState(String),
    /// A table file that the user has named cannot be used.
    #[error("{}: {why}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The reason why the file cannot be used.
        why: FileError,
    },
    /// A table file that the user has named cannot be written.
    #[error("cannot write {}: {why}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// The reason why the file cannot be written.
        why: FileError,
    },
    /// The distances of a table from a file contradict each other.
    #[error("the table is wrong: {0}")]
    WrongTable(String),
    /// A limit was reached before a table was complete.
    #[error("{} before the table was complete; the incomplete table is discarded", .0.told())]
    Unbuilt(loyd_core::limits::Stop),
    /// A limit was reached before the whole table was compared.
    #[error("{} before the whole table was compared; no error was found so far", .0.told())]
    Unverified(loyd_core::limits::Stop),
    /// A limit was reached during the walk from a position down to a goal. The walk counts the distance, because a
    /// table of remainders stores no distances.
    #[error("{} before moves from the position reached a goal", .0.told())]
    Unwalked(loyd_core::limits::Stop),
    /// A limit was reached before a position at the requested depth was drawn.
    #[error("{} before a position at that depth was drawn; nothing is proved", .0.told())]
    Stopped(loyd_core::limits::Stop),
}

/// A table of a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlan {
    /// The content of the table, by which its file is recognised.
    pub identity: Identity,
    /// How a position of the puzzle is looked up: `goal`, `pieces` and `cells`, as docs/formats.md defines them.
    pub notes: Notes,
    /// The number of bytes of the entries.
    pub bytes: u64,
}

/// The memory, disk and work that a map needs, known before any work.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapPlan {
    /// The number of numbered states, an upper bound of the states that all processes together will meet. `None` where
    /// states have no numbers; then layers are counted as far as memory and disk allow.
    pub states: Option<u64>,
    /// The most bytes held; with several processes, by one of them. Without numbers equal to `least`.
    pub bytes: u64,
    /// The bytes of memory that suffice for a whole map, if a folder may hold the rest.
    pub least: u64,
    /// The most bytes of the folder that keeps a whole map; 0 without numbers.
    pub disk: u64,
    /// Whether the map searches whole blocks of states at a time, which is many times as fast.
    pub by_blocks: bool,
    /// Whether moves differ in cost, so that a layer contains the states of one cost.
    pub by_costs: bool,
    /// Whether the map makes moves on ranks, without a state, which is about as fast as searching by blocks.
    pub on_ranks: bool,
    /// The mean number of moves of a state.
    pub moves: f64,
    /// Whether `moves` is exact; otherwise it is the mean of a sample.
    pub moves_exact: bool,
    /// Whether the map is itself a table of two bits for each state, which it can save to a file.
    pub is_table: bool,
    /// The largest number of states in an orbit under the symmetries. The map searches one state of each orbit.
    pub symmetries: u64,
    /// The content of the map, by which its checkpoints are recognised.
    pub identity: Identity,
    /// Whether the map is made in memory and cannot be kept in a folder.
    pub is_in_memory: bool,
}

/// A request for a map.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapRequest<'f> {
    /// The position from which moves are made forwards; `None` counts distances to the goal.
    pub from: Option<String>,
    /// The largest number of farthest positions to return.
    pub antipodes: usize,
    /// The limits of time, memory, nodes and moves.
    pub limits: Limits,
    /// The folder that keeps an unfinished map. [`Keep::identity`] must be equal to [`MapPlan::identity`].
    pub keep: Option<Keep<'f>>,
    /// The method of the search, as [planned](Engine::map_plan).
    pub method: Method,
    /// Whether the map is made without ranks, as [planned](Engine::map_plan_without_ranks).
    pub without_ranks: bool,
    /// Which positions are compared with their neighbours.
    pub checks: Checks,
    /// The file for the complete table; only for a plan that [is a table](MapPlan::is_table).
    pub save: Option<PathBuf>,
    /// The processes that make the map together. All have the same request, and each has a folder of its own.
    pub together: Option<&'f Partnership>,
}

/// A source of uniform random numbers: `below(n)` returns a number in `0..n`.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

/// A visitor that makes an [`Engine`] of a puzzle. The fields are the full id and whether the goal is the standard one.
pub(crate) struct Seat<'a>(pub &'a str, pub bool);

impl Visitor for Seat<'_> {
    type Output = Engine;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Engine {
        Engine::new(self.0, self.1, Box::new(TypedPuzzle::new(NumberedSpace::new(self.0, puzzle))))
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Engine {
        Engine::new(self.0, self.1, Box::new(TypedPuzzle::new(UnnumberedSpace::new(self.0, puzzle))))
    }
}

/// Opens the puzzle of an id with the standard goal or the given goal. It can read no files, and has no time limit.
///
/// # Errors
/// [`Unopened`] if the id or the goal is not valid.
///
/// ```
/// use loyd::planner::{Request, open};
/// use loyd::search::{Length, Outcome};
/// let eight = open("8", None).unwrap();
/// let answer = eight.solve("2 3 4 1 5 x 7 6 8", &Request::default(), &mut |_| unreachable!()).unwrap();
/// let Outcome::Solved(solution) = answer.outcome else { panic!("solvable") };
/// assert_eq!(solution.length(), Some(Length(19)));
/// ```
pub fn open(id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    open_within(&Opening::default(), id, goal)
}

/// Opens the puzzle of an id like [`open`], with a reader of files and with limits.
///
/// # Errors
/// [`Unopened`] if the id, the goal or the file is not valid, or a limit is reached.
pub fn open_within(opening: &Opening<'_>, id: &str, goal: Option<&str>) -> Result<Engine, Unopened> {
    with_puzzle_within(opening, id, goal, Seat(&resolve(id), goal.is_none()))
}

/// Opens the puzzle in which words of moves are shortened, from the text of its definition.
pub(super) fn open_words(
    choice: &str,
    text: &str,
    goal: Option<&str>,
    opening: &Opening<'_>,
) -> Result<Engine, Unopened> {
    let id = format!("file:@words?{choice}");
    loyd_definitions::ids::open_text(&id, text, goal, opening, Seat(&id, goal.is_none()))
}
