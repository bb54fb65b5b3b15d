//! Questions, replies, events and faults as JSON and its relatives: one schema, which docs/formats.md describes.
//!
//! A type that is flat in JSON and nested here has its row here. The order of keys is fixed: programs rely on it.

use std::time::Duration;

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::event::WorkPart;
use super::fault::Fault;
use super::reply::{
    Answer, BenchRow, BenchSet, Benched, Census, Checked, CompareRow, Far, LegalMove, LegalMoves, MapCost, NextMoves,
    Pictures, PuzzleRow, VERSION, gap, outcome_word, stop_word, stopped,
};
use crate::limits::{Frontier, Iteration, Progress, Side};
use crate::planner::{self, Algorithm, Solution, Want};
use crate::puzzle::{Convention, Picture, Square};
use crate::search::{Outcome, Stats, Stop};
use crate::table::map::{Layer, MapChecked};

/// Writes an object with these keys in this order. The keys of `and` follow if they have a value.
macro_rules! row {
    ($serializer:expr, { $($key:ident: $value:expr,)* } $(and { $($more:ident: $some:expr,)* })?) => {{
        let mut row = $serializer.serialize_struct("", [$(stringify!($key)),*].len())?;
        $(row.serialize_field(stringify!($key), &$value)?;)*
        $($(if let Some(value) = $some {
            row.serialize_field(stringify!($more), &value)?;
        })*)?
        row.end()
    }};
}

/// A value that is written as one of some words.
macro_rules! words {
    ($module:ident, $type:ty, $what:literal, $all:expr, $named:expr) => {
        pub(super) mod $module {
            use serde::de::Error as _;
            use serde::{Deserialize, Deserializer, Serializer};

            pub fn serialize<S: Serializer>(value: &Option<$type>, serializer: S) -> Result<S::Ok, S::Error> {
                match value {
                    Some(value) => serializer.serialize_str(value.name()),
                    None => serializer.serialize_none(),
                }
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$type>, D::Error> {
                let Some(word) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
                let found: Option<$type> = $named(&word);
                found.map(Some).ok_or_else(|| {
                    let known: Vec<&str> = $all.iter().map(|value| value.name()).collect();
                    D::Error::custom(format!(
                        "found {}, expected {}: {}",
                        crate::text::quoted(&word),
                        $what,
                        known.join(", ")
                    ))
                })
            }
        }
    };
}

words!(
    algorithm,
    crate::planner::Algorithm,
    "an algorithm",
    crate::planner::Algorithm::ALL,
    crate::planner::Algorithm::named
);
words!(convention, crate::puzzle::Convention, "a convention", super::CONVENTIONS, |word: &str| {
    super::CONVENTIONS.into_iter().find(|value| value.name() == word)
});

const CONVENTIONS: [Convention; 2] = [Convention::Blank, Convention::Tile];

/// A list of algorithms.
pub(super) mod algorithms {
    use super::*;

    /// One algorithm, as [`algorithm`](super::algorithm) writes it.
    #[derive(Serialize, Deserialize)]
    struct Named(#[serde(with = "super::algorithm")] Option<Algorithm>);

    pub fn serialize<S: Serializer>(list: &[Algorithm], serializer: S) -> Result<S::Ok, S::Error> {
        list.iter().map(|&algorithm| Named(Some(algorithm))).collect::<Vec<_>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Algorithm>, D::Error> {
        let list = Vec::<Named>::deserialize(deserializer)?;
        let none = || D::Error::custom("found null, expected the name of an algorithm");
        list.into_iter().map(|Named(algorithm)| algorithm.ok_or_else(none)).collect()
    }
}

/// The wanted solutions: `"one"`, `"all"`, `{"all": 10}`, `"count"` or `"lexicographic"`.
pub(super) mod want {
    use super::*;

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Word {
        One,
        All,
        Count,
        Lexicographic,
    }

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Word(Word),
        Most { all: u64 },
    }

    pub fn serialize<S: Serializer>(want: &Want, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match want {
            Want::One => Written::Word(Word::One),
            Want::All { most: None } => Written::Word(Word::All),
            Want::All { most: Some(all) } => Written::Most { all: *all },
            Want::Count => Written::Word(Word::Count),
            Want::Lexicographic => Written::Word(Word::Lexicographic),
        };
        written.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Want, D::Error> {
        let expected = "expected \"one\", \"all\", {\"all\": 10}, \"count\" or \"lexicographic\"";
        Ok(match Written::deserialize(deserializer).map_err(|_| D::Error::custom(expected))? {
            Written::Word(Word::One) => Want::One,
            Written::Word(Word::All) => Want::All { most: None },
            Written::Most { all } => Want::All { most: Some(all) },
            Written::Word(Word::Count) => Want::Count,
            Written::Word(Word::Lexicographic) => Want::Lexicographic,
        })
    }
}

/// A time as a number of seconds.
pub(super) mod seconds {
    use super::*;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(deserializer)?;
        seconds.map(|seconds| Duration::try_from_secs_f64(seconds).map_err(D::Error::custom)).transpose()
    }
}

#[derive(Serialize)]
struct Cost {
    expanded: u64,
    generated: u64,
    duplicates: u64,
    depth: u32,
    seconds: f64,
    table_seconds: f64,
    bytes: u64,
}

impl From<&Stats> for Cost {
    fn from(stats: &Stats) -> Cost {
        let Stats { expanded, generated, duplicates, depth, seconds, table_seconds, bytes } = *stats;
        Cost { expanded, generated, duplicates, depth, seconds, table_seconds, bytes }
    }
}

/// The content of an outcome, in flat keys.
#[derive(Default)]
struct Told {
    length: Option<u32>,
    cost: Option<u32>,
    at_least: Option<u32>,
    best: Option<u32>,
    reason: Option<&'static str>,
    explanation: Option<String>,
}

impl Told {
    fn by(outcome: &Outcome<Solution>) -> Told {
        match outcome {
            Outcome::Solved(Solution { length, cost, .. }) => {
                Told { length: Some(*length), cost: Some(*cost), at_least: Some(*cost), ..Told::default() }
            }
            Outcome::Unsolvable(why) => {
                Told { reason: Some(why.kind()), explanation: Some(why.to_string()), ..Told::default() }
            }
            Outcome::Stopped { at_least, best, why } => Told {
                at_least: Some(*at_least),
                best: *best,
                reason: Some(stop_word(*why)),
                explanation: Some(stopped(*at_least, *best, *why)),
                ..Told::default()
            },
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { length, cost, at_least, best, reason, explanation } = Told::by(&self.outcome);
        let solution = if let Outcome::Solved(solution) = &self.outcome { Some(solution) } else { None };
        // The answer contains no moves if the solutions went out one by one, or were only counted.
        let listed = matches!(self.want, Want::All { .. } | Want::Count);
        let enough = matches!(self.outcome, Outcome::Stopped { why: Stop::Enough, .. });
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            state: &self.state,
            goal: &self.goal,
            outcome: outcome_word(&self.outcome),
            length: length,
            cost: cost,
            moves: solution.filter(|_| !listed).map(|solution| &solution.moves[..]),
            words: solution.and_then(|solution| solution.words.as_deref()),
            convention: self.convention.map(|convention| convention.name()),
            at_least: at_least,
            best: best,
            best_moves: self.best.as_ref().map(|best| &best.moves[..]),
            best_words: self.best.as_ref().and_then(|best| best.words.as_deref()),
            gap: best.and_then(|best| gap(at_least?, best)),
            reason: reason.filter(|_| !enough),
            explanation: explanation,
            algorithm: self.algorithm.name(),
            heuristic: self.heuristic,
            count: solution.and_then(|solution| solution.count),
            stats: Cost::from(&self.stats),
            other_goals: matches!(self.outcome, Outcome::Unsolvable(_)).then_some(&self.other_goals),
        } and {
            solutions: Some(&self.solutions).filter(|listed| !listed.is_empty()),
        })
    }
}

impl Serialize for CompareRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = match &self.tried {
            Ok(tried) => Told::by(&tried.outcome),
            Err(why) => Told { explanation: Some(why.clone()), ..Told::default() },
        };
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            number: self.number,
            state: &self.state,
            goal: &self.goal,
            algorithm: self.algorithm.map(|algorithm| algorithm.name()),
            heuristic: self.heuristic,
            outcome: self.tried.as_ref().map_or("not-applicable", |tried| outcome_word(&tried.outcome)),
            length: told.length,
            cost: told.cost,
            at_least: told.at_least,
            reason: told.reason,
            explanation: told.explanation,
            stats: self.tried.as_ref().ok().map(|tried| Cost::from(&tried.stats)),
        })
    }
}

impl Serialize for Checked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let planner::CheckedMoves { legal, given, illegal, state, .. } = &self.check;
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            given: *given,
            legal: *legal,
            illegal: illegal.as_deref(),
            state: state,
            reaches_goal: self.reaches_goal(),
            convention: self.convention.map(|convention| convention.name()),
            shortest: self.shortest.known(),
            shortest_at_least: self.shortest.at_least(),
            remaining: self.remaining.known(),
            remaining_at_least: self.remaining.at_least(),
        })
    }
}

impl Serialize for Far {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let why = self.distance.as_ref().err();
        let stop = self.why.and_then(|why| Some((*self.distance.as_ref().ok()?, why)));
        let reason = why.map(|why| why.kind()).or(stop.map(|(_, why)| stop_word(why)));
        let said = stop.map(|(least, why)| stopped(least, None, why));
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            state: &self.state,
            distance: self.distance.as_ref().ok().filter(|_| stop.is_none()),
            reason: reason,
            explanation: why.map(|why| why.to_string()).or(said),
        } and {
            at_least: stop.map(|(least, _)| least),
        })
    }
}

impl Serialize for NextMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            state: &self.state,
            convention: self.convention.map(|convention| convention.name()),
            distance: self.distance.known(),
            at_least: self.distance.at_least(),
            moves: &self.moves,
        })
    }
}

/// A square: null if the board has no cell there, else the content of the cell.
#[derive(Serialize)]
struct SquareRow<'a> {
    kind: &'static str,
    text: &'a str,
}

fn square(square: &Square) -> Option<SquareRow<'_>> {
    let (kind, text) = match square {
        Square::Hole => return None,
        Square::Empty => ("empty", ""),
        Square::Piece(text) => ("piece", text.as_str()),
        Square::Wall(text) => ("wall", text.as_str()),
    };
    Some(SquareRow { kind, text })
}

fn rows(picture: &Picture) -> Vec<Vec<Option<SquareRow<'_>>>> {
    picture.iter().map(|row| row.iter().map(square).collect()).collect()
}

impl Serialize for LegalMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            state: &self.state,
            convention: self.convention.map(|convention| convention.name()),
            solved: self.solved,
            look: self.look.name(),
            picture: rows(&self.picture),
            moves: &self.moves,
        })
    }
}

impl Serialize for LegalMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let changes = self.changes.iter().map(|(row, column, after)| {
            let SquareRow { kind, text } = square(after).unwrap_or(SquareRow { kind: "hole", text: "" });
            ChangeRow { row: *row, column: *column, kind, text }
        });
        row!(serializer, {
            name: &self.name,
            words: &self.words,
            state: &self.state,
            pointed_at: self.pointed_at,
            changes: changes.collect::<Vec<_>>(),
        })
    }
}

/// A square that a move changes, with its content after the move.
#[derive(Serialize)]
struct ChangeRow<'a> {
    row: usize,
    column: usize,
    kind: &'static str,
    text: &'a str,
}

impl Serialize for Pictures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            state: &self.state,
            moves: &self.moves,
            words: &self.words,
            pictures: self.pictures.iter().map(rows).collect::<Vec<_>>(),
        })
    }
}

/// How much of a map was compared with its neighbours.
#[derive(Serialize)]
struct CheckedRow {
    positions: u64,
    moves: u64,
    all: bool,
}

/// The most farthest positions that an object contains.
const ANTIPODES: usize = 100;

impl Serialize for Census {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let map = &self.map;
        let whole = map.stopped.is_none();
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            from: self.from(),
            goal_positions: self.goal_positions.map(|goals| goals.number),
            goal_positions_reached: self.goal_positions.and_then(|goals| goals.reached),
            states: map.states(),
            diameter: whole.then(|| map.diameter()),
            mean: whole.then(|| map.mean()),
            branching: self.plan.moves,
            layers: &map.layers,
            antipodes: &self.antipodes[..self.antipodes.len().min(ANTIPODES)],
            antipodes_are_first: whole.then_some(map.are_first),
            stopped: map.stopped.map(stop_word),
            seconds: map.stats.seconds,
            peak_bytes: map.stats.bytes,
            checked: map.checked.map(|MapChecked { positions, moves, all }| CheckedRow { positions, moves, all }),
        })
    }
}

impl Serialize for MapCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MapCost { plan, bytes, least_bytes, seconds, .. } = self;
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            from: plan.identity.parameters.get("from").map(String::as_str),
            states: plan.states,
            bytes: plan.states.map(|_| *bytes),
            least_bytes: *least_bytes,
            disk_bytes: plan.states.map(|_| plan.disk),
            seconds: *seconds,
        })
    }
}

/// A goal by name.
#[derive(Serialize)]
struct GoalRow<'a> {
    name: &'a str,
    goal: &'a str,
}

impl Serialize for PuzzleRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = &self.facts;
        row!(serializer, {
            version: VERSION,
            puzzle: &self.puzzle,
            what: &facts.what,
            goal: &self.goal,
            states: facts.states.map(|states| states.to_string()),
            states_formula: &facts.states_formula,
            gods_number: facts.gods_number,
            source: &facts.source,
            moves: &facts.moves,
            state_syntax: &facts.state_syntax,
            example: &facts.example,
            heuristics: &self.heuristics,
            algorithms: self.algorithms.iter().map(|algorithm| algorithm.name()).collect::<Vec<_>>(),
            goals: self.goals.iter().map(|goal| GoalRow { name: &goal.name, goal: &goal.goal }).collect::<Vec<_>>(),
            look: self.look.name(),
        })
    }
}

/// An instance's id. An id that is a number, as in papers, is written as a number.
struct Id<'a>(&'a str);

impl Serialize for Id<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.parse::<u64>() {
            Ok(number) if number.to_string() == self.0 => serializer.serialize_u64(number),
            _ => serializer.serialize_str(self.0),
        }
    }
}

impl Serialize for BenchRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BenchRow { published, answer, verdict } = self;
        let Told { length, cost, at_least, best, reason, .. } = Told::by(&answer.outcome);
        row!(serializer, {
            id: Id(&published.id),
            state: &answer.state,
            outcome: outcome_word(&answer.outcome),
            length: length,
            cost: cost,
            at_least: at_least,
            best: best,
            reason: reason,
            algorithm: answer.algorithm.name(),
            heuristic: answer.heuristic,
            expanded: answer.stats.expanded,
            generated: answer.stats.generated,
            seconds: answer.stats.seconds,
            bytes: answer.stats.bytes,
            published_length: published.length,
            published_expanded: published.expanded,
            published_generated: published.generated,
            length_agrees: verdict.length.as_ref().map(Result::is_ok),
            generated_agrees: verdict.nodes.as_ref().map(Result::is_ok),
        })
    }
}

impl Serialize for Benched {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BenchSet { name, source, puzzle, goal, threads, .. } = &self.set;
        row!(serializer, {
            version: VERSION,
            name: name,
            source: source.as_deref(),
            puzzle: puzzle,
            goal: goal,
            threads: *threads,
            solved: self.solved().count() as u64,
            mean_expanded: self.mean(|row| row.answer.stats.expanded),
            mean_generated: self.mean(|row| row.answer.stats.generated),
            total_seconds: self.seconds,
            instances: &self.rows,
        })
    }
}

impl Serialize for BenchSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        row!(serializer, {
            name: self.name,
            puzzle: self.puzzle,
            goal: self.goal,
            instances: self.instances.len(),
        })
    }
}

struct PartRow<'a>(&'a WorkPart);

impl Serialize for PartRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let WorkPart { name, number, of, states, .. } = self.0;
        row!(serializer, {
            name: name,
            number: *number,
            of: *of,
            states: *states,
        })
    }
}

/// Writes the present counts of a search, and the part of the work with the fraction that is done.
pub(super) fn progress<S: Serializer>(
    progress: &Progress,
    part: &Option<WorkPart>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    row!(serializer, {
        at_least: progress.depth,
        layer: progress.layer,
        best: progress.best,
        nodes: progress.nodes,
        seconds: progress.seconds,
        bytes: progress.bytes,
        part: part.as_ref().map(PartRow),
        done: part.as_ref().and_then(|part| part.fraction(progress)),
        seconds_left: part.as_ref().and_then(|part| part.seconds_left(progress)),
    })
}

/// Writes an iteration of iterative deepening.
pub(super) fn iteration<S: Serializer>(iteration: &Iteration, serializer: S) -> Result<S::Ok, S::Error> {
    row!(serializer, {
        bound: iteration.threshold,
        expanded: iteration.expanded,
        generated: iteration.generated,
        seconds: iteration.seconds,
    })
}

/// Writes the growth of a search with a closed list.
pub(super) fn frontier<S: Serializer>(frontier: &Frontier, serializer: S) -> Result<S::Ok, S::Error> {
    row!(serializer, {
        side: frontier.side.map(Side::name),
        threshold: frontier.threshold,
        depth: frontier.depth,
        expanded: frontier.expanded,
        generated: frontier.generated,
        frontier: frontier.frontier,
        closed: frontier.closed,
        by_depth: frontier.by_depth,
    })
}

/// Writes a layer of a map.
pub(super) fn layer<S: Serializer>(layer: &Layer, serializer: S) -> Result<S::Ok, S::Error> {
    row!(serializer, {
        depth: layer.depth,
        states: layer.states,
        total: layer.total,
        seconds: layer.seconds,
    })
}

#[derive(Serialize)]
struct Details<'a> {
    kind: &'static str,
    message: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    found: Option<&'a str>,
    expected: Option<&'a str>,
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = self.place.as_ref();
        let error = Details {
            kind: self.kind.name(),
            message: &self.message,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            found: place.map(|place| place.found.as_str()),
            expected: place.map(|place| place.expected.as_str()),
        };
        row!(serializer, { version: VERSION, error: error, })
    }
}
