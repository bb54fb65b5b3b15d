//! Traits that hide a puzzle's type from the planner: a few virtual calls a request, none a node.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::heuristic::BoundFacts;
use crate::limits::{Meter, Stop};
use crate::puzzle::{Convention, Described, Facts, Look, NamedGoal, Picture, Spelled, Spelling, Unsolvable};
use crate::search::Outcome;
use crate::table::distance::{Distances, Unbuilt, Walks};
use crate::table::file::Table;
use crate::table::map::{Checks, Keep, Layer, Map, Method, Partnership, TableTaker, Unmapped};
use crate::table::pattern::Size;
use crate::text::{Misread, Token};

use crate::planner::patterns::PatternFacts;
use crate::planner::space::Numbers;
use crate::planner::{Algorithm, Below, Request, Solution, Step, Way};

/// A puzzle.
pub trait AnyPuzzle: Send + Sync {
    /// What is known of it.
    fn facts(&self) -> Facts;
    /// The goal, as the user would write it.
    fn goal(&self) -> String;
    /// The first of the goals that can be listed, as a position.
    fn home(&self) -> Option<String>;
    /// The goals that have a name.
    fn named_goals(&self) -> Vec<NamedGoal>;
    /// Its lower bounds, the default first.
    fn bounds(&self) -> Vec<BoundFacts<'_>>;
    /// The names of those that `auto` climbs to.
    fn ladder(&self) -> Vec<&str>;
    /// Whether moves have a blank's and a tile's convention.
    fn has_conventions(&self) -> bool;
    /// How moves are written one after the other.
    fn spelling(&self) -> Spelling;
    /// The moves that a text says.
    ///
    /// # Errors
    /// Where it is no text of moves.
    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread>;
    /// What its pictures are pictures of.
    fn look(&self) -> Look;
    /// The group of its moves, and words of them, where the moves are data.
    fn described(&self) -> Option<&dyn Described>;
    /// Whether it has phases.
    fn is_phased(&self) -> bool;
    /// The greatest cost of a move; `None` where each costs 1.
    fn greatest_cost(&self) -> Option<u32>;
    /// The number of moves of a goal, 0 where there is none; or why goals cannot be listed.
    fn goals(&self) -> Result<u64, String>;

    /// Bytes of the puzzle, with what it has made lazily; tables are counted elsewhere.
    fn held(&self) -> u64;
    /// Bytes of the heap that the puzzle itself holds, without cuts and patterns.
    fn heap_bytes(&self) -> u64;
    /// The numbers of its states.
    fn numbers(&self) -> &dyn Numbers;
    /// The same puzzle without what searches have made of it: tables, cuts, patterns.
    fn without_tables(&self) -> Box<dyn AnyPuzzle>;
    /// Reads a position.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn open(&self, text: &str) -> Result<Box<dyn Position + '_>, Misread>;
    /// A position drawn uniformly from the solvable ones.
    fn random(&self, below: Below<'_>) -> String;
    /// The position of Cantor's number; `None` where there is none.
    fn of_cantor(&self, number: u128) -> Option<String>;

    /// The `place`th state at `depth` by a table, or that of its entry `place`, as a position, and the distances of all
    /// states that this position is; `None` where there is no such state.
    ///
    /// # Errors
    /// The limit that was reached.
    fn at(
        &self,
        table: &Distances,
        walks: &Walks,
        depth: Option<u32>,
        place: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(String, Vec<u32>)>, Stop>;

    /// The map of the space, with its farthest positions in writing; `None` where there is none.
    fn map(
        &self,
        task: &MapTask<'_>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
        taker: Option<&mut dyn TableTaker>,
    ) -> Option<Result<(Map, Vec<String>), Unmapped>>;

    /// What the patterns of a bound are.
    fn patterns(&self, bound: &str) -> Vec<PatternFacts>;
    /// What building the table of one of them takes.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the system does not even give what it takes to count.
    fn pattern_size(&self, bound: &str, index: usize) -> Result<Size, Stop>;
    /// Builds the table of one of them.
    ///
    /// # Errors
    /// The limit that was reached.
    fn build_pattern(&self, bound: &str, index: usize, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop>;
}

/// What is asked of a map.
pub struct MapTask<'a> {
    /// How it is drawn.
    pub method: Method,
    /// Whether it is made of packed states, and not by ranks.
    pub without_ranks: bool,
    /// A position that can be read, from which moves are made forwards; `None`: to the goal.
    pub from: Option<&'a str>,
    /// The most farthest states that are named.
    pub antipodes: usize,
    /// Where it is kept.
    pub keep: Option<Keep<'a>>,
    /// Which positions are compared with their neighbours.
    pub checks: Checks,
    /// The processes that make it together.
    pub together: Option<&'a Partnership>,
}

/// A position: one state, or several that are written the same.
pub trait Position {
    /// The position in the standard way, in one line. Not after [`drop_hopeless`](Position::drop_hopeless) gave a
    /// proof.
    fn write(&self) -> String;
    /// The proof that one of its states reaches no goal, if there is one.
    fn hopeless(&self) -> Option<Unsolvable>;
    /// Drops the states of which it is proved that they reach no goal. The proof, if none is left, and the names of
    /// other goals that the position may reach.
    fn drop_hopeless(&mut self) -> Option<(Unsolvable, Vec<Cow<'static, str>>)>;
    /// The position, to be drawn.
    fn picture(&self) -> Picture;
    /// The legal moves, each name once.
    fn steps(&self, convention: Convention) -> Vec<Step>;
    /// The position after the named moves, as far as they are legal, made from the states that let them go farthest.
    fn after(&self, moves: &[Token<'_>], convention: Convention) -> After<'_>;
    /// The position after a scramble whose moves may be other than the puzzle's; `None` where it has no such.
    ///
    /// # Errors
    /// Where it is none, or cannot be made.
    fn scrambled(&self, moves: &str) -> Option<Result<Box<dyn Position + '_>, Misread>>;
    /// This position and those after each of the named moves, to be drawn, and the moves in words.
    ///
    /// # Errors
    /// At the first move that is not legal.
    fn way(&self, moves: &[Token<'_>], convention: Convention) -> Result<Way, Misread>;
    /// Whether one of its states is a goal.
    fn is_goal(&self) -> bool;
    /// Cantor's number of its first state.
    fn cantor(&self) -> Option<u128>;
    /// The distance by a table.
    fn distance(&self, table: &Distances, walks: &Walks, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop>;
    /// A request for it. Asks for the tables of bounds; gives each solution away where all are listed.
    fn job<'j>(
        &'j self,
        request: &'j Request,
        tables: &'j TablesOf<'j>,
        each: &'j mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Box<dyn TypedRequest + 'j>;
}

/// Gives the tables of a bound's patterns, or says which limit was reached.
pub type TablesOf<'t> = dyn Fn(&str, &mut Meter<'_>) -> Result<Vec<Arc<Table>>, Stop> + 't;

/// What came of moves that were made.
pub struct After<'p> {
    /// The position after the legal ones.
    pub position: Box<dyn Position + 'p>,
    /// How many were legal, from the first on.
    pub legal: usize,
    /// What was wrong with the first that was not.
    pub error: Option<Misread>,
}

/// A request for a position, which algorithms answer.
pub trait TypedRequest {
    /// What is proved of the length before anything is searched or built: by the puzzle's best bound that reads no
    /// tables.
    fn at_least(&self) -> u32;

    /// Answers by that algorithm, which needs no table of all distances, with that bound where it uses one.
    ///
    /// # Errors
    /// Why the algorithm cannot be used on this puzzle.
    fn by(
        &mut self,
        algorithm: Algorithm,
        bound: BoundFacts<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Solution>, String>;

    /// Answers from the table of all distances; `None` where there is none, and it may not be built.
    ///
    /// # Errors
    /// Why it cannot be built, or is wrong.
    fn by_table(&mut self, build: bool, meter: &mut Meter<'_>) -> Result<Option<Outcome<Solution>>, Unbuilt>;

    /// Where a search was stopped, the best solution it found.
    fn best(&self) -> Option<&Solution>;
}
