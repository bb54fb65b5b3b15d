//! `loyd check`: replays moves and compares them with the shortest.

use std::io::{self, Write};
use std::ops::ControlFlow;

use loyd::planner::policy::Options;
use loyd::planner::{self, Check as Checked, Engine, Request};
use loyd::search::{Outcome, Stop};
use serde::Serialize;

use super::{bounded, limits, listener, use_table};
use crate::arguments::{Check, Format};
use crate::exit::{Code, Failure};
use crate::interrupt::Interrupt;
use crate::output::{json, text};
use crate::progress;

/// How far a position is from the goal, as far as the limits let it be told.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Distance {
    Known(u32),
    AtLeast(u32, Stop),
    None(String),
}

#[derive(Serialize)]
struct Report<'a> {
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

/// Runs the command.
///
/// # Errors
/// When the position cannot be read.
pub fn run(asked: &Check) -> Result<Code, Failure> {
    let engine = planner::open(&asked.puzzle.puzzle, asked.puzzle.goal.as_deref())?;
    engine.allowed(&Options { convention: asked.convention, ..Options::default() })?;
    let convention = asked.convention.unwrap_or_default();
    use_table(&*engine, &asked.named)?;
    let checked = engine.check(&asked.state, text::moves_given(&asked.moves), convention)?;
    let interrupt = Interrupt::listen()?;
    let line = progress::Line::new();
    let limits = limits(&bounded(&asked.limits), &interrupt, line.as_ref(), 1);
    let (cache, notify) = (asked.tables.cache(), Some(listener(false, line.as_ref())));
    let request = Request { limits, convention, cache, notify, ..Request::default() };
    let _running = interrupt.running();
    let shortest = distance(&*engine, &asked.state, &request)?;
    let remaining = match checked.reaches_goal {
        true => Distance::Known(0),
        false => distance(&*engine, &checked.state, &request)?,
    };
    if let Some(line) = &line {
        line.hide();
    }
    let reaches = checked.illegal.is_none() && checked.reaches_goal;
    if let (true, Distance::Known(shortest)) = (reaches, &shortest)
        && checked.given < *shortest as usize
    {
        let given = checked.given;
        return Err(Failure::Internal(format!("{given} moves reach the goal, where {shortest} were proved least")));
    }
    let mut out = io::stdout();
    match asked.format {
        Format::Text => {
            for sentence in sentences(&checked, &shortest, &remaining) {
                writeln!(out, "{sentence}").map_err(Failure::Output)?;
            }
        }
        Format::Json => {
            let report = Report {
                version: json::VERSION,
                puzzle: engine.id(),
                goal: &engine.goal(),
                given: checked.given,
                legal: checked.legal,
                illegal: checked.illegal.as_deref(),
                state: &checked.state,
                reaches_goal: reaches,
                convention: json::convention(&*engine, convention),
                shortest: shortest.known(),
                shortest_at_least: shortest.at_least(),
                remaining: remaining.known(),
                remaining_at_least: remaining.at_least(),
            };
            json::line(&report, &mut out).map_err(Failure::Output)?;
        }
    }
    let interrupted = [&shortest, &remaining].iter().any(|d| matches!(d, Distance::AtLeast(_, Stop::Cancelled)));
    Ok(match (interrupted, reaches) {
        (true, _) => Code::Interrupted,
        (_, true) => Code::Answered,
        (_, false) => Code::No,
    })
}

fn distance(engine: &dyn Engine, state: &str, request: &Request) -> Result<Distance, Failure> {
    let answer = engine.solve(state, request, &mut |_| ControlFlow::Continue(()))?;
    Ok(match answer.outcome {
        Outcome::Solved(solution) => Distance::Known(solution.length),
        Outcome::Unsolvable(why) => Distance::None(why.to_string()),
        Outcome::Stopped { at_least, why, .. } => Distance::AtLeast(at_least, why),
    })
}

impl Distance {
    fn known(&self) -> Option<u32> {
        if let Distance::Known(moves) = self { Some(*moves) } else { None }
    }

    fn at_least(&self) -> Option<u32> {
        match self {
            Distance::Known(moves) | Distance::AtLeast(moves, _) => Some(*moves),
            Distance::None(_) => None,
        }
    }
}

/// What a person is told: first the verdict.
fn sentences(checked: &Checked, shortest: &Distance, remaining: &Distance) -> Vec<String> {
    let Checked { legal, given, illegal, state, reaches_goal } = checked;
    let moves = text::counted(*given as u128, "move");
    let mut said = Vec::new();
    match illegal {
        Some(illegal) => {
            said.push(format!("no: move {} of {given} is not legal: {illegal}", legal + 1));
            let legal = text::counted(*legal as u128, "legal move");
            let goal = if *reaches_goal { ", which is a goal already" } else { "" };
            said.push(format!("after {legal} the position is {state}{goal}"));
        }
        None if *reaches_goal => {
            said.push(format!("yes: {moves}, all legal, and the goal is reached"));
            said.push(match shortest {
                Distance::Known(shortest) if *given == *shortest as usize => "there is no shorter way".into(),
                Distance::Known(shortest) => {
                    let more = given.saturating_sub(*shortest as usize);
                    format!("a shortest way has {}: {more} fewer", text::length(*shortest))
                }
                Distance::AtLeast(moves, why) => unknown("the shortest way", *moves, *why),
                Distance::None(why) => format!("yet the search calls it unsolvable: {why}"),
            });
            return said;
        }
        None => {
            said.push(format!("no: {moves}, all legal, but the goal is not reached"));
            said.push(format!("after them the position is {state}"));
        }
    }
    if !reaches_goal {
        said.push(match remaining {
            Distance::Known(moves) => format!("from there a shortest way has {}", text::length(*moves)),
            Distance::AtLeast(moves, why) => unknown("the way from there", *moves, *why),
            Distance::None(why) => format!("from there no way leads to the goal: {why}"),
        });
    }
    said.push(match shortest {
        Distance::Known(moves) => format!("from the start a shortest way has {}", text::length(*moves)),
        Distance::AtLeast(moves, why) => unknown("the way from the start", *moves, *why),
        Distance::None(why) => format!("from the start no way leads to the goal: {why}"),
    });
    said
}

fn unknown(what: &str, at_least: u32, why: Stop) -> String {
    let why =
        if why == Stop::Cancelled { "the search was interrupted".into() } else { format!("the {why} was reached") };
    format!("{what} has at least {}; no more is known, as {why}", text::length(at_least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_comes_first() {
        let checked = Checked { legal: 2, given: 2, illegal: None, state: "S".into(), reaches_goal: true };
        let said = sentences(&checked, &Distance::Known(2), &Distance::Known(0));
        assert_eq!(said, ["yes: 2 moves, all legal, and the goal is reached", "there is no shorter way"]);
        let said = sentences(&Checked { given: 4, ..checked.clone() }, &Distance::Known(2), &Distance::Known(0));
        assert_eq!(said[1], "a shortest way has 2 moves: 2 fewer");
        let wrong = Checked { legal: 0, given: 1, illegal: Some("why".into()), reaches_goal: false, ..checked };
        let said = sentences(&wrong, &Distance::AtLeast(9, Stop::Time), &Distance::Known(1));
        assert_eq!(said[0], "no: move 1 of 1 is not legal: why");
        assert_eq!(said[2], "from there a shortest way has 1 move");
        assert!(said[3].contains("at least 9 moves") && said[3].contains("time limit"), "{}", said[3]);
    }
}
