//! `loyd check`: replays moves and compares their number with the shortest solution.

use std::io::Write;

use loyd::service::Check;
use loyd::service::CheckedMoves;
use loyd::service::amounts::{counted, length};
use loyd::service::reply::LengthBounds;
use loyd_core::search::Stop;

use crate::arguments::{CheckArguments, Format};
use crate::exit::{Code, Failure};
use crate::output::{self, json};
use crate::session::Session;

/// Runs the command.
///
/// # Errors
/// When the position cannot be read.
pub fn run(asked: &CheckArguments) -> Result<Code, Failure> {
    let session = Session::new(false, |service| service)?;
    let checked = session.ask(&Check {
        puzzle: asked.puzzle.puzzle.as_str().into(),
        goal: asked.puzzle.goal.clone(),
        state: asked.state.clone(),
        moves: asked.moves.clone(),
        convention: asked.convention,
        table: asked.named.table.clone(),
        limits: asked.limits.cost(),
        tables: asked.tables.folder(),
    })?;
    let mut out = output::stdout();
    let written = match asked.format {
        Format::Text => {
            let said = sentences(&checked.check, &checked.shortest, &checked.remaining);
            said.iter().try_for_each(|sentence| writeln!(out, "{sentence}"))
        }
        Format::Json => json::line(&checked, &mut out),
    };
    written.map_err(Failure::Output)?;
    let stopped = [&checked.shortest, &checked.remaining].map(LengthBounds::stopped);
    Ok(match (stopped.contains(&Some(Stop::Cancelled)), checked.reaches_goal()) {
        (true, _) => Code::Interrupted,
        (_, true) => Code::Answered,
        (_, false) => Code::No,
    })
}

/// Returns the sentences for people, with the verdict first.
fn sentences(checked: &CheckedMoves, shortest: &LengthBounds, remaining: &LengthBounds) -> Vec<String> {
    let CheckedMoves { legal, given, illegal, state, reaches_goal } = checked;
    let moves = counted(*given as u128, "move");
    let mut said = Vec::new();
    match illegal {
        Some(illegal) => {
            said.push(format!("no: move {} of {given} is not legal: {illegal}", legal + 1));
            let legal = counted(*legal as u128, "legal move");
            let goal = if *reaches_goal { ", which is a goal" } else { "" };
            said.push(format!("after {legal} the position is {state}{goal}"));
        }
        None if *reaches_goal => {
            said.push(format!("yes: {moves}, all legal, and the goal is reached"));
            said.push(match shortest {
                LengthBounds::Known(shortest) if *given == *shortest as usize => "there is no shorter solution".into(),
                LengthBounds::Known(shortest) => {
                    let more = given.saturating_sub(*shortest as usize);
                    format!("the shortest solution has {}, {more} fewer", length(*shortest))
                }
                LengthBounds::AtLeast(moves, why) => unknown("the shortest solution", *moves, *why),
                LengthBounds::None(why) => format!("but the search reports that the position is unsolvable: {why}"),
            });
            return said;
        }
        None => {
            said.push(format!("no: {moves}, all legal, but the goal is not reached"));
            said.push(format!("after the moves the position is {state}"));
        }
    }
    if !reaches_goal {
        said.push(match remaining {
            LengthBounds::Known(moves) => format!("the shortest solution from there has {}", length(*moves)),
            LengthBounds::AtLeast(moves, why) => unknown("the solution from there", *moves, *why),
            LengthBounds::None(why) => format!("no moves lead from there to the goal: {why}"),
        });
    }
    said.push(match shortest {
        LengthBounds::Known(moves) => format!("the shortest solution from the start has {}", length(*moves)),
        LengthBounds::AtLeast(moves, why) => unknown("the solution from the start", *moves, *why),
        LengthBounds::None(why) => format!("no moves lead from the start to the goal: {why}"),
    });
    said
}

fn unknown(what: &str, at_least: u32, why: Stop) -> String {
    let why = if why == Stop::Cancelled { "it was interrupted".into() } else { format!("the {why} was reached") };
    format!("{what} has at least {}; the search ended because {why}", length(at_least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_comes_first() {
        let checked = CheckedMoves { legal: 2, given: 2, illegal: None, state: "S".into(), reaches_goal: true };
        let said = sentences(&checked, &LengthBounds::Known(2), &LengthBounds::Known(0));
        assert_eq!(said, ["yes: 2 moves, all legal, and the goal is reached", "there is no shorter solution"]);
        let said =
            sentences(&CheckedMoves { given: 4, ..checked.clone() }, &LengthBounds::Known(2), &LengthBounds::Known(0));
        assert_eq!(said[1], "the shortest solution has 2 moves, 2 fewer");
        let wrong = CheckedMoves { legal: 0, given: 1, illegal: Some("why".into()), reaches_goal: false, ..checked };
        let said = sentences(&wrong, &LengthBounds::AtLeast(9, Stop::Time), &LengthBounds::Known(1));
        assert_eq!(said[0], "no: move 1 of 1 is not legal: why");
        assert_eq!(said[2], "the shortest solution from there has 1 move");
        assert!(said[3].contains("at least 9 moves") && said[3].contains("time limit"), "{}", said[3]);
    }
}
