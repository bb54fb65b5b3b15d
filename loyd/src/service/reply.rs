//! Replies to questions. docs/formats.md describes their JSON form.

mod described;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

pub use self::described::{GroupReply, LintRow};
/// For a test of the project: whether rows of a comparison contradict each other. It is not part of the surface.
#[doc(hidden)]
pub use super::answers::compare::contradiction;
use crate::planner::{self, Algorithm, CheckedMoves, MapPlan, Solution, Want};
use loyd_core::cost::{Cost, CostMeasure, Length};
use loyd_core::family::FamilyKind;
use loyd_core::puzzle::GoalPositions;
use loyd_core::puzzle::{Convention, Drawing, Facts, NamedGoal, Picture, PictureKind, Spelling, Square, Unsolvable};
use loyd_core::search::{Outcome, Stats, Stop, proved};
use loyd_core::table::file::Notes;
use loyd_core::table::map::MapCensus;

/// The version of the schema. It is raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The reply to a question.
///
/// The kind of question determines the variant. A proof that there is no solution is a reply like any other, and so is
/// the result of work that a limit stopped.
///
/// ```
/// use loyd::search::Length;
/// use loyd::service::{Control, Question, Service, Solve};
///
/// let service = Service::default();
/// let ask = |question: Question| service.ask(&question, &Control::default()).unwrap();
/// let reply = ask(Solve::new("8", "2 3 4 1 5 x 7 6 8").into());
/// assert_eq!((reply.length(), reply.moves().as_deref()), (Some(Length(19)), Some("ullddrurdllurrdlurd")));
/// // Two tiles exchanged: proved to have no solution.
/// let reply = ask(Solve::new("8", "2 1 3 4 5 6 7 8 x").into());
/// assert_eq!((reply.length(), reply.is_unsolvable()), (None, true));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Reply {
    /// The reply to `solve`.
    Answer(Box<Answer>),
    /// The reply to `compare`.
    Comparison(Vec<CompareRow>),
    /// The reply to `check`.
    Checked(Box<Checked>),
    /// The reply to `distance`.
    Distance(Box<Far>),
    /// The reply to `next`.
    Next(Box<NextMoves>),
    /// The reply to `moves`.
    Moves(Box<LegalMoves>),
    /// The reply to `draw`.
    Pictures(Pictures),
    /// The reply to `random` without a count.
    Drawn(Drawn),
    /// The reply to `random` with a count, if there is no listener.
    Positions(Vec<Drawn>),
    /// The reply to `rank` and `unrank`.
    Number(Numbered),
    /// The reply to `map`.
    Census(Box<Census>),
    /// The reply to `map` when only the cost was asked for.
    MapCost(Box<MapCost>),
    /// The reply to `bounds`.
    Bounds(Vec<BoundTable>),
    /// The reply to `distances`.
    Distances(Box<BuiltDistances>),
    /// The reply to `info`.
    Info(Box<TableInfo>),
    /// The reply to `verify`.
    Verified(Box<Verified>),
    /// The reply to `group`.
    Group(Box<GroupReply>),
    /// The reply to `lint`.
    Lint(Vec<LintRow>),
    /// The reply to `catalogue`.
    Catalogue(Vec<FamilyRow>),
    /// The reply to `catalogue` for one family.
    Family(Box<FamilyMembers>),
    /// The reply to `catalogue` for one puzzle.
    Puzzle(Box<PuzzleRow>),
    /// The reply to `bench`.
    Bench(Box<Benched>),
}

impl Reply {
    /// The answer to `solve`.
    pub fn answer(&self) -> Option<&Answer> {
        if let Reply::Answer(answer) = self { Some(answer) } else { None }
    }

    /// The shortest solution, where one was asked for and found.
    pub fn solution(&self) -> Option<&Solution> {
        self.answer()?.solution()
    }

    /// The length of the solution, where it is known. Where moves differ in cost, only an answer with moves has a
    /// length.
    pub fn length(&self) -> Option<Length> {
        if let Reply::Answer(answer) = self { answer.length() } else { self.cost()?.length() }
    }

    /// The least cost of a solution, where it is known.
    pub fn cost(&self) -> Option<Cost> {
        match self {
            Reply::Distance(far) => far.cost(),
            Reply::Checked(checked) => checked.shortest.known(),
            Reply::Next(next) => next.distance.known(),
            Reply::Answer(answer) => answer.cost(),
            _ => None,
        }
    }

    /// The moves of the shortest solution, in a form that can be read back.
    pub fn moves(&self) -> Option<String> {
        self.answer()?.moves()
    }

    /// Whether it was proved that there is no solution.
    pub fn is_unsolvable(&self) -> bool {
        match self {
            Reply::Answer(answer) => answer.is_unsolvable(),
            Reply::Distance(far) => far.distance.is_err(),
            Reply::Checked(checked) => matches!(checked.shortest, CostBounds::None(_)),
            Reply::Next(next) => matches!(next.distance, CostBounds::None(_)),
            _ => false,
        }
    }

    /// The limit that was reached first, if any.
    pub fn stopped(&self) -> Option<Stop> {
        match self {
            Reply::Answer(answer) => answer.stopped(),
            Reply::Distance(far) => far.why,
            Reply::Checked(checked) => checked.shortest.stopped().or(checked.remaining.stopped()),
            Reply::Next(next) => next.distance.stopped(),
            Reply::Census(census) => census.map.stopped,
            Reply::Bench(run) => run.rows.iter().find_map(|row| stop_of(&row.answer.outcome)),
            _ => None,
        }
    }
}

fn stop_of<A>(outcome: &Outcome<A>) -> Option<Stop> {
    if let Outcome::Stopped { why, .. } = outcome { Some(*why) } else { None }
}

/// The text for an empty list of moves, where a line must not be empty.
pub const NO_MOVES: &str = "(no moves)";

/// Writes moves one after the other, in a form that can be read back.
pub fn spelled(names: &[String], spelling: Spelling) -> String {
    if names.is_empty() { NO_MOVES.into() } else { spelling.written(names) }
}

/// Writes a solution in one line: in words where there are words, else in a form that can be read back.
pub fn told(names: &[String], words: Option<&[String]>, spelling: Spelling) -> String {
    match words {
        Some(words) if !words.is_empty() => words.join(", "),
        _ => spelled(names, spelling),
    }
}

/// One word for an outcome.
pub fn outcome_word<A>(outcome: &Outcome<A>) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::Stopped { why: Stop::Enough, .. } => "found",
        Outcome::Stopped { .. } => "stopped",
    }
}

/// One word for a limit.
pub fn stop_word(why: Stop) -> &'static str {
    match why {
        Stop::Time => "time",
        Stop::Bytes => "memory",
        Stop::Nodes => "nodes",
        Stop::Moves => "moves",
        Stop::Cost => "cost",
        Stop::Depth => "depth",
        Stop::Cancelled => "interrupted",
        Stop::Enough => "enough",
    }
}

/// The fraction by which a solution may cost more than the least cost: 0.05 for 5 %. `None` if the lower bound is 0,
/// because then no fraction can be computed.
pub fn gap(at_least: Cost, best: Cost) -> Option<f64> {
    let (at_least, best) = (at_least.amount(), best.amount());
    (at_least > 0).then(|| f64::from(best.saturating_sub(at_least)) / f64::from(at_least))
}

/// Describes which limit was reached, and what is proved.
pub fn stopped(at_least: Cost, best: Option<Cost>, why: Stop) -> String {
    format!("{}: {}", why.told(), proved(at_least, best))
}

/// The answer to a question to solve a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal, as it is written.
    pub goal: String,
    /// The position that was solved.
    pub state: String,
    /// A remark on how the text of the position was read, for people.
    pub note: Option<String>,
    /// The outcome of solving the position.
    pub outcome: Outcome<Solution>,
    /// The best solution known, if a limit stopped the search.
    pub best: Option<Solution>,
    /// The names of goals that the position can reach, if it cannot reach this goal.
    pub other_goals: Vec<Cow<'static, str>>,
    /// The listed solutions, if all were asked for and there was no listener.
    pub solutions: Vec<Listed>,
    /// Which of the solutions were wanted.
    pub want: Want,
    /// Whether letters name the blank's or the tile's direction, if the puzzle has both conventions.
    pub convention: Option<Convention>,
    /// How moves are written one after the other.
    pub spelling: Spelling,
    /// The algorithm that answered.
    pub algorithm: Algorithm,
    /// The lower bound that the algorithm used.
    pub heuristic: Option<String>,
    /// A sentence with the reason for the algorithm.
    pub why: String,
    /// The counts and the time of the search.
    pub stats: Stats,
}

impl Answer {
    /// The shortest solution, where one was asked for and found.
    pub fn solution(&self) -> Option<&Solution> {
        if let Outcome::Solved(solution) = &self.outcome { Some(solution) } else { None }
    }

    /// The length of the solution, if one was found and its length is known.
    pub fn length(&self) -> Option<Length> {
        self.solution()?.length()
    }

    /// The least cost of a solution, if one was found.
    pub fn cost(&self) -> Option<Cost> {
        Some(self.solution()?.cost)
    }

    /// The moves of the shortest solution, in a form that can be read back.
    pub fn moves(&self) -> Option<String> {
        self.solution().map(|solution| spelled(&solution.moves, self.spelling))
    }

    /// Whether it was proved that there is no solution.
    pub fn is_unsolvable(&self) -> bool {
        matches!(self.outcome, Outcome::Unsolvable(_))
    }

    /// The limit that was reached first, if any.
    pub fn stopped(&self) -> Option<Stop> {
        stop_of(&self.outcome)
    }
}

/// One of all shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Listed {
    /// The version of the schema: 1.
    pub version: u32,
    /// The number of the solution, from 1 for each position.
    pub solution: u64,
    /// The number of moves.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::length"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub length: Length,
    /// The cost of the moves.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::cost"))]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub cost: Cost,
    /// The moves by name.
    pub moves: Vec<String>,
    /// The moves in words, if words were asked for.
    pub words: Option<Vec<String>>,
    /// Whether names give the blank's or the tile's direction, if the puzzle has both conventions.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::named::serialize"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::wire::Named<Convention>>"))]
    pub convention: Option<Convention>,
}

/// The result of one algorithm on one position of a comparison, with one lower bound if the algorithm uses any.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompareRow {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The number of the position, from 1.
    pub number: u64,
    /// The position.
    pub state: String,
    /// A remark on how the text of the position was read, for people.
    pub note: Option<String>,
    /// The goal.
    pub goal: String,
    /// The algorithm. `None` if theory proves that there is no solution, because then nothing is searched and the
    /// position has only this row.
    pub algorithm: Option<Algorithm>,
    /// The lower bound of the algorithm.
    pub heuristic: Option<String>,
    /// The result. `Err` contains the reason why the algorithm cannot be used.
    pub tried: Result<Tried, String>,
}

/// The result of an algorithm on a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tried {
    /// The solution, the proof that there is none, or what a limit left.
    pub outcome: Outcome<Solution>,
    /// The counts and the time of the search. Among many positions, the first that needs a table pays for it.
    pub stats: Stats,
}

/// The distance of a position from the goal, or a lower bound of it if a limit was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostBounds {
    /// The exact distance.
    Known(Cost),
    /// A lower bound of the distance, and the limit that was reached.
    AtLeast(Cost, Stop),
    /// There is no solution; the reason is given.
    None(Unsolvable),
}

impl CostBounds {
    /// Returns what an outcome proves about the distance.
    pub(super) fn of(outcome: Outcome<Solution>) -> CostBounds {
        match outcome {
            Outcome::Solved(solution) => CostBounds::Known(solution.cost),
            Outcome::Unsolvable(why) => CostBounds::None(why),
            Outcome::Stopped { at_least, why, .. } => CostBounds::AtLeast(at_least, why),
        }
    }

    /// The distance, where it is known.
    pub fn known(&self) -> Option<Cost> {
        if let CostBounds::Known(cost) = self { Some(*cost) } else { None }
    }

    /// The least that the distance can be.
    pub fn at_least(&self) -> Option<Cost> {
        match self {
            CostBounds::Known(cost) | CostBounds::AtLeast(cost, _) => Some(*cost),
            CostBounds::None(_) => None,
        }
    }

    /// The limit that was reached.
    pub fn stopped(&self) -> Option<Stop> {
        if let CostBounds::AtLeast(_, why) = self { Some(*why) } else { None }
    }
}

/// The result of checking moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// A remark on how the text of the position was read, for people.
    pub note: Option<String>,
    /// The result of replaying the moves.
    pub check: CheckedMoves,
    /// Whether letters name the blank's or the tile's direction, if the puzzle has both conventions.
    pub convention: Option<Convention>,
    /// The distance of the start from the goal.
    pub shortest: CostBounds,
    /// The distance of the position after the legal moves from the goal.
    pub remaining: CostBounds,
}

impl Checked {
    /// Whether all moves are legal and lead to a goal.
    pub fn reaches_goal(&self) -> bool {
        self.check.illegal.is_none() && self.check.reaches_goal
    }
}

/// The distance of a position from the goal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Far {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The position.
    pub state: String,
    /// The distance, or a lower bound of it if a limit was reached. `Err` contains the reason why there is no solution.
    pub distance: Result<Cost, Unsolvable>,
    /// The limit that was reached.
    pub why: Option<Stop>,
}

impl Far {
    /// The distance, if it is known and a number of moves.
    pub fn length(&self) -> Option<Length> {
        self.cost()?.length()
    }

    /// The distance, if it is known.
    pub fn cost(&self) -> Option<Cost> {
        self.distance.as_ref().ok().copied().filter(|_| self.why.is_none())
    }
}

/// The legal moves of a position, each marked if a shortest solution begins with it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NextMoves {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The position.
    pub state: String,
    /// Whether letters name the blank's or the tile's direction, if the puzzle has both conventions.
    pub convention: Option<Convention>,
    /// The distance of the position from the goal.
    pub distance: CostBounds,
    /// Every legal move.
    pub moves: Vec<NextMove>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NextMove {
    /// The name of the move.
    pub name: String,
    /// The position after the move.
    pub state: String,
    /// Whether a shortest solution begins with the move, if this was proved before a limit was reached.
    pub optimal: Option<bool>,
}

/// A position and what its legal moves change.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LegalMoves {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The name of the puzzle in its definition, if it has a definition with a name.
    pub name: Option<String>,
    /// The goal.
    pub goal: String,
    /// The position, after the moves that were made.
    pub state: String,
    /// A remark on how the text of the position was read, for people.
    pub note: Option<String>,
    /// Whether letters name the blank's or the tile's direction, if the puzzle has both conventions.
    pub convention: Option<Convention>,
    /// The measure of distances: moves, unless moves differ in cost.
    pub measure: CostMeasure,
    /// Whether the position is a goal.
    pub solved: bool,
    /// The kind of thing that the picture shows.
    pub look: PictureKind,
    /// The places, colours and turns of the parts of the picture, if the puzzle has a drawing.
    pub drawing: Option<Drawing>,
    /// The position as a picture.
    pub picture: Picture,
    /// Every legal move.
    pub moves: Vec<LegalMove>,
}

/// A legal move, and what it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalMove {
    /// The name of the move.
    pub name: String,
    /// The effect of the move, in words.
    pub words: String,
    /// The cost of the move.
    pub cost: Cost,
    /// The position after the move.
    pub state: String,
    /// The row and column of the square that a user points at to make the move, if there is such a square.
    pub pointed_at: Option<(usize, usize)>,
    /// The squares that the move changes: row, column, and the square after the move.
    pub changes: Vec<(usize, usize, Square)>,
}

/// The positions on the way of moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pictures {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The first position.
    pub state: String,
    /// The names of the moves.
    pub moves: Vec<String>,
    /// The moves in words.
    pub words: Vec<String>,
    /// The start, and the position after each move: rows of squares.
    pub pictures: Vec<Picture>,
}

/// A position that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Drawn {
    /// The version of the schema: 1.
    pub version: u32,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The position.
    pub state: String,
    /// The goal.
    pub goal: String,
    /// The depth asked for.
    pub depth: Option<u32>,
    /// The seed. The same question with this seed draws the same positions again.
    pub seed: u64,
    /// Moves that lead to the position from the goal, if the question asked for scrambles.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub scramble: Option<String>,
}

/// A position and its number among all arrangements of its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Numbered {
    /// The version of the schema: 1.
    pub version: u32,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The position.
    pub state: String,
    /// The number.
    pub number: u128,
    /// The number of the first arrangement: 0. To count from 1, as some articles do, add 1 to `number` and to `first`.
    pub first: u128,
}

/// A whole state space, counted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The plan of the map, which was made before the counting.
    pub plan: MapPlan,
    /// The counts.
    pub map: MapCensus,
    /// The farthest positions, in the order of their ranks, as many as were asked for.
    pub antipodes: Vec<String>,
    /// The folder from which the same question continues, if the map was stopped and kept.
    pub kept_in: Option<PathBuf>,
    /// The goal positions around which the layers lie, if a definition may have several.
    pub goal_positions: Option<GoalPositions>,
    /// The number of positions of the set that distances are counted to. `None`: they are counted to the goal.
    pub goal_set: Option<u64>,
    /// The number of positions of the set that is counted. `None`: all positions are counted.
    pub from_set: Option<u64>,
    /// The number of counted positions from which no moves lead to the set. `None` if the map has no sets, or if it was
    /// stopped.
    pub unreached: Option<u64>,
    /// Some of these positions.
    pub unreached_positions: Vec<String>,
    /// The names of moves of a shortest path from the first of `antipodes` to the set. `None` if the map has no sets,
    /// if no counted position reaches the set, or if the map was stopped.
    pub antipode_moves: Option<Vec<String>>,
}

impl Census {
    /// The goal positions, if some of them may be out of reach from the position that the puzzle comes in.
    pub fn goals_apart(&self) -> Option<GoalPositions> {
        self.goal_positions.filter(|goals| goals.reached != Some(goals.number))
    }

    /// The number of counted positions that are one position up to rotation, if the goals are one goal in all
    /// rotations.
    pub fn rotations(&self) -> Option<u64> {
        self.goal_positions.filter(|_| !self.has_sets())?.rotations
    }

    /// The position that distances are counted from, in place of the goal.
    pub fn from(&self) -> Option<&str> {
        self.plan.identity.parameters.get("from").map(String::as_str)
    }

    /// Whether distances are counted to a set, or only the positions of a set are counted.
    pub fn has_sets(&self) -> bool {
        self.goal_set.is_some() || self.from_set.is_some()
    }
}

/// The memory and time that a map takes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MapCost {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The plan of the map.
    pub plan: MapPlan,
    /// Bytes of memory, the process included. If states have no numbers, the least that the map takes.
    pub bytes: u64,
    /// Bytes of memory that are enough if the rest may be in a folder.
    pub least_bytes: u64,
    /// About how long the map takes, if states are numbered.
    pub seconds: Option<f64>,
    /// The number of threads that work on the map.
    pub threads: usize,
    /// The folder of a checkpoint from which the map continues.
    pub goes_on: Option<PathBuf>,
}

/// A table of a lower bound, built or planned.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BoundTable {
    /// The version of the schema: 1.
    pub version: u32,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The kind of the table.
    pub kind: String,
    /// The pieces of the table's pattern, each by the table's number for the cell that it belongs in.
    pub pieces: String,
    /// How a position is looked up: the `goal`, its `pieces` in those cells, and the numbers of all `cells` of a
    /// written position.
    pub notes: Notes,
    /// The order of the table's entries.
    pub layout: String,
    /// The encoding of an entry.
    pub encoding: String,
    /// The number of entries.
    pub entries: u64,
    /// The bytes of all entries.
    pub bytes: u64,
    /// The most bytes held while the table is built.
    pub building_bytes: u64,
    /// The number of states that the build examines.
    pub states: u64,
    /// The file of the table, if the table is kept.
    pub path: Option<String>,
    /// Whether the table existed before.
    pub kept: bool,
    /// The seconds that the build took, or an estimate of them if the build was only planned.
    pub seconds: f64,
}

/// A table of all distances, built or planned.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BuiltDistances {
    /// The version of the schema: 1.
    pub version: u32,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The kind of the table.
    pub kind: String,
    /// The order of the table's entries.
    pub layout: String,
    /// The encoding of an entry.
    pub encoding: String,
    /// The bits of an entry.
    pub bits: u8,
    /// The number of entries.
    pub entries: u64,
    /// The bytes of all entries.
    pub bytes: u64,
    /// The most bytes held while the table is built.
    pub building_bytes: u64,
    /// The file of the table, if the table is kept.
    pub path: Option<String>,
    /// Whether the table existed before.
    pub kept: bool,
    /// The seconds that the build took, or an estimate of them if the build was only planned.
    pub seconds: f64,
}

/// The description of a table file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TableInfo {
    /// The version of the schema: 1.
    pub version: u32,
    /// The file.
    pub path: String,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The kind of the table.
    pub kind: String,
    /// The order of the table's entries.
    pub layout: String,
    /// The parameters that distinguish the table from others of its kind.
    pub parameters: BTreeMap<String, String>,
    /// Notes that help a reader of the table.
    pub notes: Notes,
    /// The encoding of an entry.
    pub encoding: String,
    /// The number of entries.
    pub entries: u64,
    /// The bytes of the table's arrays.
    pub bytes: u64,
    /// The bits of a distance, if the table contains distances.
    pub bits: Option<u8>,
    /// The number of states that reach a goal, if the table records distances. It counts ranks, not positions.
    pub states: Option<u64>,
    /// The greatest distance, if the table records it.
    pub diameter: Option<usize>,
    /// The mean distance, if the table records it.
    pub mean: Option<f64>,
    /// The number of states at distance 0, 1, 2 and so on, if the table records it.
    pub layers: Option<Vec<u64>>,
}

/// A table that was verified and is correct.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Verified {
    /// The version of the schema: 1.
    pub version: u32,
    /// The file.
    pub path: String,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The kind of the table.
    pub kind: String,
    /// The bytes of the table's arrays.
    pub bytes: u64,
    /// The number of entries.
    pub entries: u64,
    /// The number of states that have a distance.
    pub states: Option<u64>,
    /// The number of distances that were compared with the distances of neighbours.
    pub compared: u64,
    /// The number of positions from which a walk down to a goal was made.
    pub walked: u64,
    /// The seconds that the verification took.
    pub seconds: f64,
}

/// A family of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FamilyRow {
    /// The version of the schema: 1.
    pub version: u32,
    /// The name of the family.
    pub family: &'static str,
    /// The kind of the family.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::word"))]
    #[cfg_attr(feature = "schema", schemars(with = "super::wire::Named<FamilyKind>"))]
    pub kind: FamilyKind,
    /// How an id is written. The first word is the plain form.
    pub syntax: &'static str,
    /// A short description of the family.
    pub what: &'static str,
    /// Other names of the family and its puzzles.
    pub aliases: Vec<Alias>,
    /// Ids of examples, which open anywhere.
    pub examples: Vec<&'static str>,
}

/// Another name of a puzzle or a family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Alias {
    /// The name.
    pub alias: &'static str,
    /// The full id, or the family. It contains `RxC` in place of a size such as 3x4 if the alias is `RxC`.
    pub puzzle: &'static str,
}

/// A family with its examples.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FamilyMembers {
    /// The family.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub family: FamilyRow,
    /// The examples of the family.
    pub members: Vec<PuzzleRow>,
}

/// The facts known about a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleRow {
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The goals that have a name.
    pub goals: Vec<NamedGoal>,
    /// The kind of thing that the puzzle's pictures show.
    pub look: PictureKind,
    /// The facts in the catalogue.
    pub facts: Facts,
    /// The names of the puzzle's lower bounds, the default first.
    pub heuristics: Vec<String>,
    /// Algorithms that can be used.
    pub algorithms: Vec<Algorithm>,
    /// Algorithms that cannot be used, each with the reason.
    pub inapplicable: Vec<(Algorithm, String)>,
}

/// The published figures of an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// The name of the instance in the set.
    pub id: String,
    /// The published least cost of a solution.
    pub cost: Option<Cost>,
    /// The published number of nodes generated.
    pub generated: Option<u64>,
    /// The published number of nodes expanded.
    pub expanded: Option<u64>,
}

/// A set of instances that is about to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BenchSet {
    /// The name of the set.
    pub name: String,
    /// Where the figures come from.
    pub source: Option<String>,
    /// The full id of the puzzle.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The measure of costs: moves, unless moves differ in cost.
    pub measure: CostMeasure,
    /// How many instances there are to choose from.
    pub of: usize,
    /// The instances chosen.
    pub instances: Vec<Published>,
    /// The number of threads that the question asks for.
    pub threads: Option<u16>,
}

/// An instance that was tried.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BenchRow {
    /// The published figures of the instance.
    pub published: Published,
    /// The answer that was found.
    pub answer: planner::EngineAnswer,
    /// Whether the answer agrees with the published figures.
    pub verdict: Verdict,
}

/// The comparison of an answer with the published figures. A field is `None` if nothing is published or comparable.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// Whether the least cost is the published cost. A proof that the published cost is wrong also gives `Err`.
    pub cost: Option<Result<(), String>>,
    /// Whether as many nodes were generated as published for the same search.
    pub nodes: Option<Result<(), String>>,
    /// Whether the numbers of nodes must be equal. On several threads chance decides the order of the last iteration.
    pub strict: bool,
}

impl Verdict {
    /// Whether this verdict makes the run fail.
    pub fn fails(&self) -> bool {
        let wrong = |verdict: &Option<Result<(), String>>| matches!(verdict, Some(Err(_)));
        wrong(&self.cost) || self.strict && wrong(&self.nodes)
    }

    /// The descriptions of figures that must agree with the published ones and do not.
    pub fn failures(&self) -> impl Iterator<Item = &str> {
        let nodes = self.nodes.iter().filter(|_| self.strict);
        let wrong = self.cost.iter().chain(nodes).filter_map(|verdict| verdict.as_ref().err());
        wrong.map(String::as_str)
    }
}

/// The result of solving a set of instances.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Benched {
    /// The set.
    pub set: BenchSet,
    /// The instances that were tried.
    pub rows: Vec<BenchRow>,
    /// Wall-clock seconds, reading and building tables included.
    pub seconds: f64,
}

impl Benched {
    /// The rows of instances that were solved.
    pub fn solved(&self) -> impl Iterator<Item = &BenchRow> {
        self.rows.iter().filter(|row| matches!(row.answer.outcome, Outcome::Solved(_)))
    }

    /// The mean of a count over the solved instances.
    pub fn mean(&self, of: impl Fn(&BenchRow) -> u64) -> Option<f64> {
        let solved = self.solved().count();
        (solved > 0).then(|| self.solved().map(of).sum::<u64>() as f64 / solved as f64)
    }
}
