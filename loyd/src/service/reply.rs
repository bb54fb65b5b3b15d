//! What is answered. docs/formats.md describes the same as JSON.

use std::borrow::Cow;
mod described;

use std::collections::BTreeMap;
use std::path::PathBuf;

pub use self::described::{Block, Found, Group, Merged, Orbit};
pub use super::answers::compare::contradiction;
use crate::planner::{self, Algorithm, Check, MapPlan, Solution, Want};
use crate::puzzle::GoalPositions;
use crate::puzzle::{Convention, Facts, Look, NamedGoal, Picture, Spelling, Square, Unsolvable};
use crate::search::{Outcome, Stats, Stop, proved};
use crate::table::file::Notes;
use crate::table::map::Map;

/// The version of the schema: raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The reply to a question.
///
/// Which one it is follows from what was asked. That there is no solution, and that a limit was reached, are replies
/// like any other.
///
/// ```
/// use loyd::service::{Control, Question, Reply, Service};
///
/// let service = Service::default();
/// let ask = |question: &Question| service.ask(question, &Control::default()).unwrap();
/// let reply = ask(&Question::solve("8", "2 3 4 1 5 x 7 6 8"));
/// assert_eq!((reply.length(), reply.moves().as_deref()), (Some(19), Some("ullddrurdllurrdlurd")));
/// // Two tiles exchanged: proved to have no solution.
/// let reply = ask(&Question::solve("8", "2 1 3 4 5 6 7 8 x"));
/// assert_eq!((reply.length(), reply.is_unsolvable()), (None, true));
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum Reply {
    /// To `solve`.
    Answer(Box<Answer>),
    /// To `compare`.
    Comparison(Vec<CompareRow>),
    /// To `check`.
    Checked(Box<Checked>),
    /// To `distance`.
    Distance(Box<Far>),
    /// To `next`.
    Next(Box<NextMoves>),
    /// To `moves`.
    Moves(Box<LegalMoves>),
    /// To `draw`.
    Pictures(Pictures),
    /// To `random` without a count.
    Drawn(Drawn),
    /// To `random` with a count, unless somebody listens.
    Positions(Vec<Drawn>),
    /// To `rank` and `unrank`.
    Number(Numbered),
    /// To `map`.
    Census(Box<Census>),
    /// To `map`, when only the cost was asked for.
    MapCost(Box<MapCost>),
    /// To `bounds`.
    Bounds(Vec<BoundTable>),
    /// To `distances`.
    Distances(Box<BuiltDistances>),
    /// To `info`.
    Info(Box<TableInfo>),
    /// To `verify`.
    Verified(Box<Verified>),
    /// To `group`.
    Group(Box<Group>),
    /// To `lint`.
    Lint(Vec<Found>),
    /// To `catalogue`.
    Catalogue(Vec<FamilyRow>),
    /// To `catalogue`, of a family.
    Family(Box<Family>),
    /// To `catalogue`, of a puzzle.
    Puzzle(Box<PuzzleRow>),
    /// To `bench`.
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

    /// The length of a shortest solution, where it is known.
    pub fn length(&self) -> Option<u32> {
        match self {
            Reply::Distance(far) => far.distance.as_ref().ok().copied().filter(|_| far.why.is_none()),
            Reply::Checked(checked) => checked.shortest.known(),
            Reply::Next(next) => next.distance.known(),
            _ => self.solution().map(|solution| solution.length),
        }
    }

    /// The moves of that solution, as they can be read back.
    pub fn moves(&self) -> Option<String> {
        let answer = self.answer()?;
        self.solution().map(|solution| spelled(&solution.moves, answer.spelling))
    }

    /// Whether it was proved that there is no solution.
    pub fn is_unsolvable(&self) -> bool {
        match self {
            Reply::Answer(answer) => matches!(answer.outcome, Outcome::Unsolvable(_)),
            Reply::Distance(far) => far.distance.is_err(),
            Reply::Checked(checked) => matches!(checked.shortest, Bounds::None(_)),
            Reply::Next(next) => matches!(next.distance, Bounds::None(_)),
            _ => false,
        }
    }

    /// The limit that was reached first, if any.
    pub fn stopped(&self) -> Option<Stop> {
        match self {
            Reply::Answer(answer) => stop_of(&answer.outcome),
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

/// How no moves are written, where a line must say something.
pub const NO_MOVES: &str = "(no moves)";

/// Moves one after the other, as they can be read back.
pub fn spelled(names: &[String], spelling: Spelling) -> String {
    match spelling {
        _ if names.is_empty() => NO_MOVES.into(),
        Spelling::Letters => names.concat(),
        Spelling::Words | Spelling::Algs => names.join(" "),
    }
}

/// A solution in one line: in words where it has any, else as it can be read back.
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
        Stop::Depth => "depth",
        Stop::Cancelled => "interrupted",
        Stop::Enough => "enough",
    }
}

/// By how much a solution may be longer than a shortest one: 0.05 for 5 %. `None`: nothing is proved that could be
/// compared.
pub fn gap(at_least: u32, best: u32) -> Option<f64> {
    (at_least > 0).then(|| f64::from(best.saturating_sub(at_least)) / f64::from(at_least))
}

/// What a limit left proved.
pub fn stopped(at_least: u32, best: Option<u32>, why: Stop) -> String {
    format!("{}: {}", why.told(), proved(at_least, best))
}

/// The answer to a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The full id.
    pub puzzle: String,
    /// The goal, as it is written.
    pub goal: String,
    /// The position that was solved.
    pub state: String,
    /// What came of it.
    pub outcome: Outcome<Solution>,
    /// When stopped, the best solution known.
    pub best: Option<Solution>,
    /// When unsolvable, the names of goals that the position can be brought to.
    pub other_goals: Vec<Cow<'static, str>>,
    /// The solutions listed, where all were asked for and nobody listened.
    pub solutions: Vec<Listed>,
    /// What was wanted.
    pub want: Want,
    /// Whose direction letters name, where the puzzle has two conventions.
    pub convention: Option<Convention>,
    /// How moves are written one after the other.
    pub spelling: Spelling,
    /// The algorithm that answered.
    pub algorithm: Algorithm,
    /// The lower bound it used.
    pub heuristic: Option<String>,
    /// Why that algorithm: a sentence.
    pub why: String,
    /// What it cost.
    pub stats: Stats,
}

impl Answer {
    /// The shortest solution, where one was asked for and found.
    pub fn solution(&self) -> Option<&Solution> {
        if let Outcome::Solved(solution) = &self.outcome { Some(solution) } else { None }
    }
}

/// One of all shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Listed {
    /// The version of the schema.
    pub version: u32,
    /// Which solution of the position, from 1.
    pub solution: u64,
    /// The number of moves.
    pub length: u32,
    /// What they cost.
    pub cost: u32,
    /// The moves by name.
    pub moves: Vec<String>,
    /// The moves in words, where they were asked for.
    pub words: Option<Vec<String>>,
    /// Whose direction the names tell, where the puzzle has two conventions.
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::wire::convention::serialize"))]
    pub convention: Option<Convention>,
}

/// A position by an algorithm of a comparison, with one lower bound if it uses any.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompareRow {
    /// The full id.
    pub puzzle: String,
    /// Which of the positions, from 1.
    pub number: u64,
    /// The position.
    pub state: String,
    /// The goal.
    pub goal: String,
    /// The algorithm; `None` where theory proves that there is no solution: then nothing is searched, and the position
    /// has this one row.
    pub algorithm: Option<Algorithm>,
    /// Its lower bound.
    pub heuristic: Option<String>,
    /// What came of it; `Err` says why it cannot be used.
    pub tried: Result<Tried, String>,
}

/// What came of an algorithm.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tried {
    /// The solution, the proof that there is none, or what a limit left.
    pub outcome: Outcome<Solution>,
    /// What it cost; of many positions, the first that needs a table pays for it.
    pub stats: Stats,
}

/// How far a position is from the goal, as far as limits let it be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// So many moves.
    Known(u32),
    /// At least so many; which limit was reached.
    AtLeast(u32, Stop),
    /// No solution, and why.
    None(Unsolvable),
}

impl Bounds {
    /// What an answer says of the distance.
    pub(super) fn of(outcome: Outcome<Solution>) -> Bounds {
        match outcome {
            Outcome::Solved(solution) => Bounds::Known(solution.cost),
            Outcome::Unsolvable(why) => Bounds::None(why),
            Outcome::Stopped { at_least, why, .. } => Bounds::AtLeast(at_least, why),
        }
    }

    /// The distance, where it is known.
    pub fn known(&self) -> Option<u32> {
        if let Bounds::Known(moves) = self { Some(*moves) } else { None }
    }

    /// The least that it can be.
    pub fn at_least(&self) -> Option<u32> {
        match self {
            Bounds::Known(moves) | Bounds::AtLeast(moves, _) => Some(*moves),
            Bounds::None(_) => None,
        }
    }

    /// The limit that was reached.
    pub fn stopped(&self) -> Option<Stop> {
        if let Bounds::AtLeast(_, why) = self { Some(*why) } else { None }
    }
}

/// What was found of moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// What the replay came to.
    pub check: Check,
    /// Whose direction letters name, where the puzzle has two conventions.
    pub convention: Option<Convention>,
    /// How far the start is.
    pub shortest: Bounds,
    /// How far the position after the legal moves is.
    pub remaining: Bounds,
}

impl Checked {
    /// Whether all moves are legal and lead to a goal.
    pub fn reaches_goal(&self) -> bool {
        self.check.illegal.is_none() && self.check.reaches_goal
    }
}

/// How far a position is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Far {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The position.
    pub state: String,
    /// The distance, or with a limit reached the least that it can be; or why there is none.
    pub distance: Result<u32, Unsolvable>,
    /// The limit that was reached.
    pub why: Option<Stop>,
}

/// The legal moves of a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NextMoves {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The position.
    pub state: String,
    /// Whose direction letters name, where the puzzle has two conventions.
    pub convention: Option<Convention>,
    /// How far it is.
    pub distance: Bounds,
    /// Every legal move.
    pub moves: Vec<NextMove>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct NextMove {
    /// Its name.
    pub name: String,
    /// The position after it.
    pub state: String,
    /// Whether a shortest solution begins with it; `None` where a limit was reached before that was proved.
    pub optimal: Option<bool>,
}

/// A position and what its legal moves change.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LegalMoves {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The position, after the moves that were made.
    pub state: String,
    /// Whose direction letters name, where the puzzle has two conventions.
    pub convention: Option<Convention>,
    /// Whether it is a goal.
    pub solved: bool,
    /// What the picture is a picture of.
    pub look: Look,
    /// The position, to be drawn.
    pub picture: Picture,
    /// Every legal move.
    pub moves: Vec<LegalMove>,
}

/// A legal move, and what it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LegalMove {
    /// Its name.
    pub name: String,
    /// What it does, in words.
    pub words: String,
    /// The position after it.
    pub state: String,
    /// The row and column of the square that somebody points at to make it, where there is one.
    pub pointed_at: Option<(usize, usize)>,
    /// The squares that differ after it: row, column, and what is there then.
    pub changes: Vec<(usize, usize, Square)>,
}

/// The positions on the way of moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pictures {
    /// The full id.
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
#[non_exhaustive]
pub struct Drawn {
    /// The version of the schema.
    pub version: u32,
    /// The full id.
    pub puzzle: String,
    /// The position.
    pub state: String,
    /// The goal.
    pub goal: String,
    /// The depth asked for.
    pub depth: Option<u32>,
    /// The seed, which draws the same again.
    pub seed: u64,
}

/// A position and its number among all arrangements of its pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Numbered {
    /// The version of the schema.
    pub version: u32,
    /// The full id.
    pub puzzle: String,
    /// The position.
    pub state: String,
    /// The number.
    pub number: u128,
    /// The number of the first arrangement: 0. Who counts from 1, as some articles do, adds 1 to both.
    pub first: u128,
}

/// A whole state space, counted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Census {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// What was known before.
    pub plan: MapPlan,
    /// The counts.
    pub map: Map,
    /// The farthest positions, in the order of their ranks, as many as were asked for.
    pub antipodes: Vec<String>,
    /// The folder from which the same question goes on, where the map was stopped and is kept.
    pub kept_in: Option<PathBuf>,
    /// The positions around which the layers lie, where a definition may have several.
    pub goal_positions: Option<GoalPositions>,
}

impl Census {
    /// The goal positions, where some of them may be out of reach from the position that the puzzle comes in.
    pub fn goals_apart(&self) -> Option<GoalPositions> {
        self.goal_positions.filter(|goals| goals.reached != Some(goals.number))
    }

    /// The position that distances are counted from, in place of the goal.
    pub fn from(&self) -> Option<&str> {
        self.plan.identity.parameters.get("from").map(String::as_str)
    }
}

/// What a map takes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MapCost {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// What is known of it.
    pub plan: MapPlan,
    /// Bytes of memory, the process included; where states have no numbers, those that a map takes at least.
    pub bytes: u64,
    /// Bytes of memory that will do where the rest may be in a folder.
    pub least_bytes: u64,
    /// About how long it takes, where states are numbered.
    pub seconds: Option<f64>,
    /// The threads that work on it.
    pub threads: usize,
    /// The folder of a checkpoint from which it goes on.
    pub goes_on: Option<PathBuf>,
}

/// A table of a lower bound, built or planned.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BoundTable {
    /// The version of the schema.
    pub version: u32,
    /// The full id.
    pub puzzle: String,
    /// What kind of table.
    pub kind: String,
    /// The pieces of its pattern, by its numbers for the cells that they belong in.
    pub pieces: String,
    /// How a position is looked up: the `goal`, its `pieces` in those cells, and the numbers of all `cells` of a
    /// written position.
    pub notes: Notes,
    /// The order of its entries.
    pub layout: String,
    /// How an entry is written.
    pub encoding: String,
    /// Their number.
    pub entries: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The most bytes held while it is built.
    pub building_bytes: u64,
    /// States looked at.
    pub states: u64,
    /// Its file.
    pub path: Option<String>,
    /// Whether it was there before.
    pub kept: bool,
    /// The time it took, or will take.
    pub seconds: f64,
}

/// A table of all distances, built or planned.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BuiltDistances {
    /// The version of the schema.
    pub version: u32,
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// What kind of table.
    pub kind: String,
    /// The order of its entries.
    pub layout: String,
    /// How an entry is written.
    pub encoding: String,
    /// The bits of an entry.
    pub bits: u8,
    /// Their number.
    pub entries: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The most bytes held while it is built.
    pub building_bytes: u64,
    /// Its file.
    pub path: Option<String>,
    /// Whether it was there before.
    pub kept: bool,
    /// The time it took, or will take.
    pub seconds: f64,
}

/// What a table's file is of.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TableInfo {
    /// The version of the schema.
    pub version: u32,
    /// The file.
    pub path: String,
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// What kind of table.
    pub kind: String,
    /// The order of its entries.
    pub layout: String,
    /// What tells it from others of its kind.
    pub parameters: BTreeMap<String, String>,
    /// What helps to read it.
    pub notes: Notes,
    /// How an entry is written.
    pub encoding: String,
    /// Their number.
    pub entries: u64,
    /// The bytes of its arrays.
    pub bytes: u64,
    /// The bits of a distance.
    pub bits: Option<u8>,
    /// States that reach a goal.
    pub states: Option<u64>,
    /// The greatest distance.
    pub diameter: Option<usize>,
    /// The mean distance.
    pub mean: Option<f64>,
    /// States at each distance.
    pub layers: Option<Vec<u64>>,
}

/// A table that was found right.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verified {
    /// The version of the schema.
    pub version: u32,
    /// The file.
    pub path: String,
    /// The full id.
    pub puzzle: String,
    /// What kind of table.
    pub kind: String,
    /// The bytes of its arrays.
    pub bytes: u64,
    /// The number of entries.
    pub entries: u64,
    /// States that have a distance.
    pub states: Option<u64>,
    /// Distances compared with those of their neighbours.
    pub compared: u64,
    /// Positions walked down to a goal.
    pub walked: u64,
    /// The time it took.
    pub seconds: f64,
}

/// A family of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FamilyRow {
    /// The version of the schema.
    pub version: u32,
    /// Its name.
    pub family: &'static str,
    /// How an id is written.
    pub syntax: &'static str,
    /// One sentence.
    pub what: &'static str,
    /// Other names.
    pub aliases: Vec<Alias>,
    /// Ids that open anywhere.
    pub examples: Vec<&'static str>,
}

/// Another name of a puzzle or a family.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Alias {
    /// The name.
    pub alias: &'static str,
    /// The full id, or the family. With `RxC` for a size, such as 3x4, if the name is `RxC`.
    pub puzzle: &'static str,
}

/// A family with its examples.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Family {
    /// The family.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub family: FamilyRow,
    /// Its examples.
    pub members: Vec<PuzzleRow>,
}

/// What is known of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PuzzleRow {
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// The goals that have a name.
    pub goals: Vec<NamedGoal>,
    /// What its pictures are pictures of.
    pub look: Look,
    /// What the catalogue says.
    pub facts: Facts,
    /// The names of its lower bounds, the default first.
    pub heuristics: Vec<String>,
    /// Algorithms that can be used.
    pub algorithms: Vec<Algorithm>,
    /// Algorithms that cannot, and why.
    pub inapplicable: Vec<(Algorithm, String)>,
}

/// What is published of an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// Its name in the set.
    pub id: String,
    /// The length of a shortest solution.
    pub length: Option<u32>,
    /// Nodes generated.
    pub generated: Option<u64>,
    /// Nodes expanded.
    pub expanded: Option<u64>,
}

/// A set of instances that is about to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BenchSet {
    /// Its name.
    pub name: String,
    /// Where the figures come from.
    pub source: Option<String>,
    /// The full id.
    pub puzzle: String,
    /// The goal.
    pub goal: String,
    /// How many instances there are to choose from.
    pub of: usize,
    /// The instances chosen.
    pub instances: Vec<Published>,
    /// Threads, as asked.
    pub threads: Option<u16>,
}

/// An instance that was tried.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BenchRow {
    /// What is published of it.
    pub published: Published,
    /// What came of it.
    pub answer: planner::Answer,
    /// Whether both agree.
    pub verdict: Verdict,
}

/// What the comparison says; nothing where nothing is published, or nothing comparable was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Whether the length is the published one; a proof that it cannot be counts, too.
    pub length: Option<Result<(), String>>,
    /// Whether as many nodes were generated as published for the same search.
    pub nodes: Option<Result<(), String>>,
    /// Whether they must be as many: on several threads the order of the last iteration is by chance.
    pub strict: bool,
}

impl Verdict {
    /// Whether the run has failed by it.
    pub fn fails(&self) -> bool {
        let wrong = |verdict: &Option<Result<(), String>>| matches!(verdict, Some(Err(_)));
        wrong(&self.length) || self.strict && wrong(&self.nodes)
    }

    /// What is found and published, where they must agree and do not.
    pub fn failures(&self) -> impl Iterator<Item = &str> {
        let nodes = self.nodes.iter().filter(|_| self.strict);
        let wrong = self.length.iter().chain(nodes).filter_map(|verdict| verdict.as_ref().err());
        wrong.map(String::as_str)
    }
}

/// A whole run.
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

    /// The mean of a count over them.
    pub fn mean(&self, of: impl Fn(&BenchRow) -> u64) -> Option<f64> {
        let solved = self.solved().count();
        (solved > 0).then(|| self.solved().map(of).sum::<u64>() as f64 / solved as f64)
    }
}
