//! Answers for programs: one object a line, every key always there. docs/formats.md describes them.

use std::io::{self, Write};

use loyd::planner::{Answer, Engine};
use loyd::puzzle::Convention;
use loyd::search::{Outcome, Stats, Stop};
use serde::Serialize;

use crate::exit::Failure;

/// The version of the schema: raised when a key changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// The answer to one position.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
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
    reason: Option<&'static str>,
    explanation: Option<String>,
    algorithm: &'static str,
    heuristic: Option<&'static str>,
    count: Option<u128>,
    stats: Cost,
}

/// What an answer cost.
#[derive(Debug, Serialize)]
pub struct Cost {
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

/// One word for a limit.
pub fn stop_word(why: Stop) -> &'static str {
    match why {
        Stop::Time => "time",
        Stop::Bytes => "memory",
        Stop::Nodes => "nodes",
        Stop::Moves => "moves",
        Stop::Depth => "depth",
        Stop::Cancelled => "interrupted",
    }
}

/// The convention that move names follow, where the puzzle has two.
pub fn convention(engine: &dyn Engine, convention: Convention) -> Option<&'static str> {
    engine.has_conventions().then(|| convention.name())
}

impl<'a> Report<'a> {
    /// The report of an answer; `listed` when its solutions went out one by one or were only counted.
    pub fn new(engine: &'a dyn Engine, goal: &'a str, answer: &'a Answer, of: Convention, listed: bool) -> Report<'a> {
        let mut report = Report {
            version: VERSION,
            puzzle: engine.id(),
            state: &answer.state,
            goal,
            outcome: outcome_word(&answer.outcome),
            length: None,
            moves: None,
            convention: convention(engine, of),
            at_least: None,
            best: None,
            reason: None,
            explanation: None,
            algorithm: answer.algorithm.name(),
            heuristic: answer.heuristic,
            count: None,
            stats: Cost::from(&answer.stats),
        };
        match &answer.outcome {
            Outcome::Solved(solution) => {
                report.length = Some(solution.length);
                report.at_least = Some(solution.length);
                report.moves = (!listed).then_some(&solution.moves[..]);
                report.count = solution.count;
            }
            Outcome::Unsolvable(why) => {
                report.reason = Some(why.kind());
                report.explanation = Some(why.to_string());
            }
            Outcome::Stopped { at_least, best, why } => {
                report.at_least = Some(*at_least);
                report.best = *best;
                report.reason = Some(stop_word(*why));
                report.explanation = Some(super::text::stopped(*at_least, *best, *why));
            }
        }
        report
    }
}

/// One word for an outcome.
pub fn outcome_word<A>(outcome: &Outcome<A>) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::Stopped { .. } => "stopped",
    }
}

/// One of the solutions that `--all` lists.
#[derive(Debug, Serialize)]
pub struct Listed<'a> {
    /// The version of the schema.
    pub version: u32,
    /// Which solution of the position, from 1.
    pub solution: u64,
    /// The number of moves.
    pub length: u32,
    /// The moves by name.
    pub moves: &'a [String],
    /// Whose way the names tell.
    pub convention: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Error<'a> {
    version: u32,
    error: Details<'a>,
}

#[derive(Debug, Serialize)]
struct Details<'a> {
    kind: &'static str,
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    found: Option<&'a str>,
    expected: Option<&'a str>,
}

/// Writes a failure as an object.
///
/// # Errors
/// When it cannot be written.
pub fn error(failure: &Failure, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let misread = failure.misread();
    let details = Details {
        kind: failure.kind(),
        message: failure.to_string(),
        line: misread.map(|misread| misread.line),
        column: misread.map(|misread| misread.column),
        found: misread.map(|misread| misread.found.as_str()),
        expected: misread.map(|misread| misread.expected.as_str()),
    };
    line(&Error { version: VERSION, error: details }, out)
}

/// Writes one object and ends the line.
///
/// # Errors
/// When it cannot be written.
pub fn line(object: &impl Serialize, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::text::Misread;

    #[test]
    fn an_error_keeps_its_place() {
        let misread = Misread { line: 3, column: 5, found: "`\u{1}\"`".into(), expected: "a tile".into() };
        let mut written = Vec::new();
        error(&Failure::Line(misread), &mut written).unwrap();
        let read: serde_json::Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(read["version"], 1);
        assert_eq!(read["error"]["kind"], "state");
        assert_eq!((read["error"]["line"].as_u64(), read["error"]["column"].as_u64()), (Some(3), Some(5)));
        assert_eq!(read["error"]["found"], "`\u{1}\"`");
        assert_eq!(written.iter().filter(|&&byte| byte == b'\n').count(), 1);
    }
}
