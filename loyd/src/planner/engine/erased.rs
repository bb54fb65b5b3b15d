//! Traits that hide a puzzle's type from the planner. They cost a few virtual calls for a request, but none for a node.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use loyd_core::cost::Cost;
use loyd_core::heuristic::BoundFacts;
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::{
    Convention, Described, Drawing, Facts, NamedGoal, Picture, PictureKind, Spelled, Spelling, Unsolvable,
};
use loyd_core::search::Outcome;
use loyd_core::search::forecast::Forecast;
use loyd_core::table::distance::{StoredDistances, Unbuilt, Walks};
use loyd_core::table::file::Table;
use loyd_core::table::map::{Layer, MapCensus, TableTaker, Unmapped};
use loyd_core::table::pattern::PatternSize;
use loyd_core::text::{Misread, Token};

use crate::planner::patterns::PatternFacts;
use crate::planner::sets::{MappedSet, NoSetMap, SetRequest};
use crate::planner::space::StateNumbers;
use crate::planner::{Algorithm, Below, LegalStep, MapRequest, PathPictures, Request, Solution};

/// A puzzle without its type.
pub trait AnyPuzzle: Send + Sync {
    /// The facts of the puzzle.
    fn facts(&self) -> Facts;
    /// The goal, as a user would write it.
    fn goal(&self) -> String;
    /// The first goal as a position, if goals can be listed.
    fn home(&self) -> Option<String>;
    /// The goals that have a name.
    fn named_goals(&self) -> Vec<NamedGoal>;
    /// The lower bounds of the puzzle, the default first.
    fn bounds(&self) -> Vec<BoundFacts<'_>>;
    /// The names of the lower bounds that `auto` climbs to.
    fn ladder(&self) -> Vec<&str>;
    /// Whether move letters can name the direction of the blank or of the tile.
    fn has_conventions(&self) -> bool;
    /// How a sequence of moves is written.
    fn spelling(&self) -> Spelling;
    /// The moves in a text.
    ///
    /// # Errors
    /// If the text is not a text of moves.
    fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Misread>;
    /// The kind of object that the pictures of the puzzle show.
    fn look(&self) -> PictureKind;
    /// The places and colours of the parts of a picture.
    fn drawing(&self) -> Option<Drawing>;
    /// The group of the moves, and words of moves, if the moves are data.
    fn described(&self) -> Option<&dyn Described>;
    /// Whether the puzzle has phases.
    fn is_phased(&self) -> bool;
    /// The greatest cost of a move; `None` where each move costs 1.
    fn greatest_cost(&self) -> Option<u32>;
    /// The number of moves of the first goal, 0 if there is no goal; or the reason why goals cannot be listed.
    fn goals(&self) -> Result<u64, String>;

    /// Bytes of the puzzle, its cuts and its patterns. Tables are counted elsewhere.
    fn held(&self) -> u64;
    /// Heap bytes of the puzzle itself, without cuts and patterns.
    fn heap_bytes(&self) -> u64;
    /// The numbers of the puzzle's states.
    fn numbers(&self) -> &dyn StateNumbers;
    /// The same opened puzzle without the results of searches: tables, cuts, patterns.
    fn without_tables(&self) -> Box<dyn AnyPuzzle>;
    /// Reads a position.
    ///
    /// # Errors
    /// If the position cannot be read.
    fn open(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, Misread>;
    /// Whether [`random`](AnyPuzzle::random) can draw every solvable position.
    fn draws_all(&self) -> bool;
    /// Draws a position uniformly from the solvable positions.
    fn random(&self, below: Below<'_>) -> String;
    /// The position with this Cantor number; `None` if no position has it.
    fn of_cantor(&self, number: u128) -> Option<String>;

    /// The position of the `place`th state at `depth` by a table, or without `depth` of the state of entry `place`, and
    /// the distances of all states that the position stands for. `None` if there is no such state.
    ///
    /// # Errors
    /// The limit that was reached.
    fn at(
        &self,
        table: &StoredDistances,
        walks: &Walks,
        depth: Option<u32>,
        place: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(String, Vec<u32>)>, Stop>;

    /// The position of an entry of a table, if the entry belongs to a state.
    fn of_entry(&self, table: &StoredDistances, index: u64) -> Option<String>;

    /// Makes a map of the space, from a position that can be read or to the goal. Returns the map with its farthest
    /// positions as text; `None` if the space has no map. `meter` has the limits of the request.
    fn map(
        &self,
        request: &MapRequest<'_>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
        taker: Option<&mut dyn TableTaker>,
    ) -> Option<Result<(MapCensus, Vec<String>), Unmapped>>;

    /// Makes a map to a set of positions; `None` if states are not numbered. `meter` has the limits of the request.
    fn map_to_set(
        &self,
        request: &SetRequest<'_>,
        meter: &mut Meter<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Option<Result<MappedSet, NoSetMap>>;

    /// The facts of the patterns of a bound.
    fn patterns(&self, bound: &str) -> Vec<PatternFacts>;
    /// The memory and work that building the table of one pattern needs.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if the system has too little memory even for this count.
    fn pattern_size(&self, bound: &str, index: usize) -> Result<PatternSize, Stop>;
    /// Builds the table of one pattern.
    ///
    /// # Errors
    /// The limit that was reached.
    fn build_pattern(&self, bound: &str, index: usize, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop>;
}

/// A position: one state, or several states with the same text.
pub trait AnyPosition {
    /// The position in the standard notation, in one line. Must not be called after
    /// [`drop_hopeless`](AnyPosition::drop_hopeless) returned a proof.
    fn write(&self) -> String;
    /// A proof that one of the states reaches no goal, if there is a proof.
    fn hopeless(&self) -> Option<Unsolvable>;
    /// Drops the states that are proved to reach no goal. If no state is left, returns a proof and the names of other
    /// goals that the position may reach.
    fn drop_hopeless(&mut self) -> Option<(Unsolvable, Vec<Cow<'static, str>>)>;
    /// The picture of the position.
    fn picture(&self) -> Picture;
    /// The legal moves; each name occurs once.
    fn steps(&self, convention: Convention) -> Vec<LegalStep>;
    /// The position after the legal part of the named moves, made from the states that allow the most of them.
    fn after(&self, moves: &[Token<'_>], convention: Convention) -> After<'_>;
    /// The position after a scramble that may contain moves that the puzzle does not have; `None` if the puzzle allows
    /// no such scrambles.
    ///
    /// # Errors
    /// If the text is not a scramble, or the scramble cannot be made.
    fn scrambled(&self, moves: &str) -> Option<Result<Box<dyn AnyPosition + '_>, Misread>>;
    /// Pictures of this position and of the position after each named move, and the moves in words.
    ///
    /// # Errors
    /// At the first move that is not legal.
    fn way(&self, moves: &[Token<'_>], convention: Convention) -> Result<PathPictures, Misread>;
    /// The names of moves that lead back to this position from the position after the named moves; `None` if a move has
    /// no inverse that is a move.
    ///
    /// # Errors
    /// At the first move that is not legal.
    fn back(&self, moves: &[Token<'_>], convention: Convention) -> Result<Option<Vec<String>>, Misread>;
    /// Whether one of the states is a goal.
    fn is_goal(&self) -> bool;
    /// The Cantor number of the first state.
    fn cantor(&self) -> Option<u128>;
    /// The index of the position's entry in a table; `None` if a table has no entry for it, or several.
    fn entry(&self, table: &StoredDistances) -> Option<u64>;
    /// The distance of the nearest state by a table.
    fn distance(&self, table: &StoredDistances, walks: &Walks, meter: &mut Meter<'_>) -> Result<Option<u32>, Stop>;
    /// Prepares a request for the position. `tables` returns the tables of a bound. `each` receives every solution if
    /// all solutions are listed.
    fn job<'j>(
        &'j self,
        request: &'j Request,
        tables: &'j TablesOf<'j>,
        each: &'j mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Box<dyn TypedRequest + 'j>;
}

/// A function that returns the tables of a bound's patterns, or the limit that was reached.
pub type TablesOf<'t> = dyn Fn(&str, &mut Meter<'_>) -> Result<Vec<Arc<Table>>, Stop> + 't;

/// The result of making a sequence of moves.
pub struct After<'p> {
    /// The position after the legal moves.
    pub position: Box<dyn AnyPosition + 'p>,
    /// The number of legal moves, from the first move on.
    pub legal: usize,
    /// The sum of the costs of the legal moves.
    pub cost: u64,
    /// The fault of the first move that was not legal.
    pub error: Option<Misread>,
}

/// The results of earlier steps, for a search for one solution.
#[derive(Clone, Copy)]
pub struct KnownSoFar {
    /// Every solution costs at least this.
    pub proved: Cost,
    /// Whether the search ends with its first solution, because none is known.
    pub first: bool,
    /// Whether another search follows if the nodes are spent, so that a plan which no search has shortened is no end.
    pub goes_on: bool,
    /// The nodes that the request may still generate. A list that has begun ends by this limit, and by no budget.
    pub left: Option<u64>,
}

/// A request for a position, for algorithms to answer.
pub trait TypedRequest {
    /// A lower bound of the cost before any search or table: by the first listed bound that reads no tables.
    fn at_least(&self) -> Cost;

    /// Answers by an algorithm that needs no table of all distances. An algorithm that uses a bound uses `bound`.
    ///
    /// # Errors
    /// The reason why the algorithm cannot be used on this puzzle.
    fn by(
        &mut self,
        algorithm: Algorithm,
        bound: BoundFacts<'_>,
        known: KnownSoFar,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Solution>, String>;

    /// Goes on with the search by layers, which `algorithm` names, where its last call stopped. Returns the forecast of
    /// the layers if the search can go on after the outcome, which it can after a limit of nodes. `left` is the number
    /// of nodes that the request may still generate, for a list.
    ///
    /// # Errors
    /// As [`by`](TypedRequest::by).
    fn by_layers(
        &mut self,
        algorithm: Algorithm,
        left: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> Result<(Outcome<Solution>, Option<Forecast>), String>;

    /// Drops the search by layers of an algorithm. Returns the bytes that it held.
    fn drop_layers(&mut self, algorithm: Algorithm) -> u64;

    /// Answers from the table of all distances; `None` if there is no table and it may not be built.
    ///
    /// # Errors
    /// The reason why the table cannot be built, or that it is wrong.
    fn by_table(&mut self, build: bool, meter: &mut Meter<'_>) -> Result<Option<Outcome<Solution>>, Unbuilt>;

    /// Whether a solution of a list was shown, so that no other search may begin the list anew.
    fn has_listed(&self) -> bool;

    /// Shows the solutions that a stopped list has kept back, if no other search has shown a solution.
    fn show_kept(&mut self);

    /// The best solution of a search that was stopped.
    fn best(&self) -> Option<&Solution>;
}
