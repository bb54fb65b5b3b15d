//! Questions, replies, events and faults as JSON and its relatives: one schema, which docs/formats.md describes.
//!
//! What is flat in JSON and nested here has its row in this file; the order of keys is part of what programs have seen.

use std::time::Duration;

use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::event::Part;
use super::fault::Fault;
use super::reply::{
    Answer, BenchRow, BenchSet, Benched, Census, Checked, CompareRow, Far, Listed, MapCost, NextMove, NextMoves,
    Pictures, PuzzleRow, VERSION, gap, outcome_word, stop_word, stopped,
};
use crate::limits::{Iteration, Progress};
use crate::planner::{self, Want};
use crate::puzzle::Square;
use crate::search::{Outcome, Stats, Stop};
use crate::table::map::Layer;

/// A value that is written as one of some words.
macro_rules! words {
    ($module:ident, $type:ty, $what:literal, $all:expr) => {
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
                let found = $all.into_iter().find(|value| value.name() == word);
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

words!(algorithm, crate::planner::Algorithm, "an algorithm", crate::planner::Algorithm::ALL);
words!(
    convention,
    crate::puzzle::Convention,
    "a convention",
    [crate::puzzle::Convention::Blank, crate::puzzle::Convention::Tile]
);

/// `"one"`, `"all"`, `{"all": 10}`, `"count"` or `"lexicographic"`.
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
    bytes: u64,
}

impl From<&Stats> for Cost {
    fn from(stats: &Stats) -> Cost {
        let Stats { expanded, generated, duplicates, depth, seconds, bytes } = *stats;
        Cost { expanded, generated, duplicates, depth, seconds, bytes }
    }
}

/// What an outcome says, in flat keys.
#[derive(Default)]
struct Told {
    length: Option<u32>,
    at_least: Option<u32>,
    best: Option<u32>,
    reason: Option<&'static str>,
    explanation: Option<String>,
}

impl Told {
    fn by<A>(outcome: &Outcome<A>, length: impl FnOnce(&A) -> u32) -> Told {
        match outcome {
            Outcome::Solved(answer) => {
                let length = length(answer);
                Told { length: Some(length), at_least: Some(length), ..Told::default() }
            }
            Outcome::Unsolvable(why) => {
                Told { reason: Some(why.kind()), explanation: Some(why.to_string()), ..Told::default() }
            }
            Outcome::Stopped { at_least, best, why } => Told {
                length: None,
                at_least: Some(*at_least),
                best: *best,
                reason: Some(stop_word(*why)),
                explanation: Some(stopped(*at_least, *best, *why)),
            },
        }
    }
}

#[derive(Serialize)]
struct AnswerRow<'a> {
    version: u32,
    puzzle: &'a str,
    state: &'a str,
    goal: &'a str,
    outcome: &'static str,
    length: Option<u32>,
    moves: Option<&'a [String]>,
    convention: Option<&'static str>,
    at_least: Option<u32>,
    best: Option<u32>,
    best_moves: Option<&'a [String]>,
    gap: Option<f64>,
    reason: Option<&'static str>,
    explanation: Option<String>,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    count: Option<u128>,
    stats: Cost,
    #[serde(skip_serializing_if = "<[Listed]>::is_empty")]
    solutions: &'a [Listed],
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { length, at_least, best, reason, explanation } = Told::by(&self.outcome, |solution| solution.length);
        let solution = if let Outcome::Solved(solution) = &self.outcome { Some(solution) } else { None };
        // Solutions that went out one by one, or were only counted, name no moves.
        let listed = matches!(self.want, Want::All { .. } | Want::Count);
        let enough = matches!(self.outcome, Outcome::Stopped { why: Stop::Enough, .. });
        AnswerRow {
            version: VERSION,
            puzzle: &self.puzzle,
            state: &self.state,
            goal: &self.goal,
            outcome: outcome_word(&self.outcome),
            length,
            moves: solution.filter(|_| !listed).map(|solution| &solution.moves[..]),
            convention: self.convention.map(|convention| convention.name()),
            at_least,
            best,
            best_moves: self.best.as_ref().map(|best| &best.moves[..]),
            gap: best.and_then(|best| gap(at_least?, best)),
            reason: reason.filter(|_| !enough),
            explanation,
            algorithm: self.algorithm.name(),
            heuristic: self.heuristic,
            count: solution.and_then(|solution| solution.count),
            stats: Cost::from(&self.stats),
            solutions: &self.solutions,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct CompareFlat<'a> {
    version: u32,
    puzzle: &'a str,
    state: &'a str,
    goal: &'a str,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    outcome: &'static str,
    length: Option<u32>,
    at_least: Option<u32>,
    reason: Option<&'static str>,
    explanation: Option<String>,
    stats: Option<Cost>,
}

impl Serialize for CompareRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let told = match &self.tried {
            Ok(answer) => Told::by(&answer.outcome, |solution| solution.length),
            Err(why) => Told { explanation: Some(why.clone()), ..Told::default() },
        };
        CompareFlat {
            version: VERSION,
            puzzle: &self.puzzle,
            state: &self.state,
            goal: &self.goal,
            algorithm: self.algorithm.name(),
            heuristic: self.heuristic,
            outcome: self.tried.as_ref().map_or("not-applicable", |answer| outcome_word(&answer.outcome)),
            length: told.length,
            at_least: told.at_least,
            reason: told.reason,
            explanation: told.explanation,
            stats: self.tried.as_ref().ok().map(|answer| Cost::from(&answer.stats)),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct CheckedRow<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    given: usize,
    legal: usize,
    illegal: Option<&'a str>,
    state: &'a str,
    reaches_goal: bool,
    convention: Option<&'static str>,
    shortest: Option<u32>,
    shortest_at_least: Option<u32>,
    remaining: Option<u32>,
    remaining_at_least: Option<u32>,
}

impl Serialize for Checked {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let planner::Check { legal, given, illegal, state, .. } = &self.check;
        CheckedRow {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            given: *given,
            legal: *legal,
            illegal: illegal.as_deref(),
            state,
            reaches_goal: self.reaches_goal(),
            convention: self.convention.map(|convention| convention.name()),
            shortest: self.shortest.known(),
            shortest_at_least: self.shortest.at_least(),
            remaining: self.remaining.known(),
            remaining_at_least: self.remaining.at_least(),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct FarRow<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    state: &'a str,
    distance: Option<u32>,
    reason: Option<&'static str>,
    explanation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u32>,
}

impl Serialize for Far {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (puzzle, goal, state) = (&self.puzzle, &self.goal, &self.state);
        let row = FarRow {
            version: VERSION,
            puzzle,
            goal,
            state,
            distance: None,
            reason: None,
            explanation: None,
            at_least: None,
        };
        let row = match (&self.distance, self.why) {
            (Ok(distance), None) => FarRow { distance: Some(*distance), ..row },
            (Ok(least), Some(why)) => FarRow {
                reason: Some(stop_word(why)),
                explanation: Some(stopped(*least, None, why)),
                at_least: Some(*least),
                ..row
            },
            (Err(why), _) => FarRow { reason: Some(why.kind()), explanation: Some(why.to_string()), ..row },
        };
        row.serialize(serializer)
    }
}

#[derive(Serialize)]
struct NextRow<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    state: &'a str,
    convention: Option<&'static str>,
    distance: Option<u32>,
    at_least: Option<u32>,
    moves: &'a [NextMove],
}

impl Serialize for NextMoves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        NextRow {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            state: &self.state,
            convention: self.convention.map(|convention| convention.name()),
            distance: self.distance.known(),
            at_least: self.distance.at_least(),
            moves: &self.moves,
        }
        .serialize(serializer)
    }
}

/// A square: null where no cell of the board is, else what lies there.
#[derive(Serialize)]
struct SquareRow<'a> {
    kind: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct PicturesRow<'a> {
    version: u32,
    puzzle: &'a str,
    state: &'a str,
    moves: &'a [String],
    pictures: Vec<Vec<Vec<Option<SquareRow<'a>>>>>,
}

impl Serialize for Pictures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let square = |square| {
            let (kind, text) = match square {
                &Square::Hole => return None,
                Square::Empty => ("empty", ""),
                Square::Piece(text) => ("piece", text.as_str()),
                Square::Wall(text) => ("wall", text.as_str()),
            };
            Some(SquareRow { kind, text })
        };
        let rows = self
            .pictures
            .iter()
            .map(|picture| picture.iter().map(|row| row.iter().map(square).collect::<Vec<_>>()).collect::<Vec<_>>());
        let (puzzle, state, moves) = (&self.puzzle[..], &self.state[..], &self.moves[..]);
        PicturesRow { version: VERSION, puzzle, state, moves, pictures: rows.collect() }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct CensusRow<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    from: Option<&'a str>,
    states: u64,
    diameter: Option<u32>,
    mean: Option<f64>,
    branching: f64,
    layers: &'a [u64],
    antipodes: &'a [String],
    stopped: Option<&'static str>,
    seconds: f64,
    peak_bytes: u64,
}

/// Farthest positions that an object holds.
const ANTIPODES: usize = 100;

impl Serialize for Census {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let map = &self.map;
        let whole = map.stopped.is_none();
        CensusRow {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            from: self.from(),
            states: map.states(),
            diameter: whole.then(|| map.diameter()),
            mean: whole.then(|| map.mean()),
            branching: self.plan.moves,
            layers: &map.layers,
            antipodes: &self.antipodes[..self.antipodes.len().min(ANTIPODES)],
            stopped: map.stopped.map(stop_word),
            seconds: map.stats.seconds,
            peak_bytes: map.stats.bytes,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct MapCostRow<'a> {
    version: u32,
    puzzle: &'a str,
    goal: &'a str,
    from: Option<&'a str>,
    states: u64,
    bytes: u64,
    least_bytes: u64,
    disk_bytes: u64,
    seconds: f64,
}

impl Serialize for MapCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MapCost { plan, bytes, least_bytes, seconds, .. } = self;
        MapCostRow {
            version: VERSION,
            puzzle: &self.puzzle,
            goal: &self.goal,
            from: plan.identity.parameters.get("from").map(String::as_str),
            states: plan.states,
            bytes: *bytes,
            least_bytes: *least_bytes,
            disk_bytes: plan.disk,
            seconds: *seconds,
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct PuzzleFlat<'a> {
    version: u32,
    puzzle: &'a str,
    what: &'a str,
    goal: &'a str,
    states: Option<String>,
    states_formula: &'a str,
    gods_number: Option<u32>,
    source: &'a str,
    moves: &'a str,
    state_syntax: &'a str,
    example: &'a str,
    heuristics: &'a [&'static str],
    algorithms: Vec<&'static str>,
}

impl Serialize for PuzzleRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = &self.facts;
        PuzzleFlat {
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
            algorithms: self.algorithms.iter().map(|algorithm| algorithm.name()).collect(),
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct BenchFlat<'a> {
    #[serde(serialize_with = "id")]
    id: &'a str,
    state: &'a str,
    outcome: &'static str,
    length: Option<u32>,
    at_least: Option<u32>,
    best: Option<u32>,
    reason: Option<&'static str>,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    expanded: u64,
    generated: u64,
    seconds: f64,
    bytes: u64,
    published_length: Option<u32>,
    published_expanded: Option<u64>,
    published_generated: Option<u64>,
    length_agrees: Option<bool>,
    generated_agrees: Option<bool>,
}

/// An id that is a number as papers give it is a number.
fn id<S: Serializer>(id: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match id.parse::<u64>() {
        Ok(number) if number.to_string() == id => serializer.serialize_u64(number),
        _ => serializer.serialize_str(id),
    }
}

impl Serialize for BenchRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BenchRow { published, answer, verdict } = self;
        let Told { length, at_least, best, reason, .. } = Told::by(&answer.outcome, |solution| solution.length);
        BenchFlat {
            id: &published.id,
            state: &answer.state,
            outcome: outcome_word(&answer.outcome),
            length,
            at_least,
            best,
            reason,
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
        }
        .serialize(serializer)
    }
}

#[derive(Serialize)]
struct BenchedRow<'a> {
    version: u32,
    name: &'a str,
    source: Option<&'a str>,
    puzzle: &'a str,
    goal: &'a str,
    threads: Option<u16>,
    solved: u64,
    mean_expanded: Option<f64>,
    mean_generated: Option<f64>,
    total_seconds: f64,
    instances: &'a [BenchRow],
}

impl Serialize for Benched {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BenchSet { name, source, puzzle, goal, threads, .. } = &self.set;
        BenchedRow {
            version: VERSION,
            name,
            source: source.as_deref(),
            puzzle,
            goal,
            threads: *threads,
            solved: self.solved().count() as u64,
            mean_expanded: self.mean(|row| row.answer.stats.expanded),
            mean_generated: self.mean(|row| row.answer.stats.generated),
            total_seconds: self.seconds,
            instances: &self.rows,
        }
        .serialize(serializer)
    }
}

impl Serialize for BenchSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("BenchSet", 4)?;
        row.serialize_field("name", &self.name)?;
        row.serialize_field("puzzle", &self.puzzle)?;
        row.serialize_field("goal", &self.goal)?;
        row.serialize_field("instances", &self.instances.len())?;
        row.end()
    }
}

/// Counts of a search, as they stand; a part of the work with the fraction that is done.
pub(super) fn progress<S: Serializer>(
    progress: &Progress,
    part: &Option<Part>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct("Progress", 7)?;
    row.serialize_field("at_least", &progress.depth)?;
    row.serialize_field("best", &progress.best)?;
    row.serialize_field("nodes", &progress.nodes)?;
    row.serialize_field("seconds", &progress.seconds)?;
    row.serialize_field("bytes", &progress.bytes)?;
    row.serialize_field("part", part)?;
    row.serialize_field("done", &part.as_ref().and_then(|part| part.fraction(progress)))?;
    row.end()
}

/// An iteration of iterative deepening.
pub(super) fn iteration<S: Serializer>(iteration: &Iteration, serializer: S) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct("Iteration", 4)?;
    row.serialize_field("bound", &iteration.bound)?;
    row.serialize_field("expanded", &iteration.expanded)?;
    row.serialize_field("generated", &iteration.generated)?;
    row.serialize_field("seconds", &iteration.seconds)?;
    row.end()
}

/// A layer of a map.
pub(super) fn layer<S: Serializer>(layer: &Layer, serializer: S) -> Result<S::Ok, S::Error> {
    let mut row = serializer.serialize_struct("Layer", 4)?;
    row.serialize_field("depth", &layer.depth)?;
    row.serialize_field("states", &layer.states)?;
    row.serialize_field("total", &layer.total)?;
    row.serialize_field("seconds", &layer.seconds)?;
    row.end()
}

#[derive(Serialize)]
struct FaultRow<'a> {
    version: u32,
    error: Details<'a>,
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
        FaultRow { version: VERSION, error }.serialize(serializer)
    }
}
