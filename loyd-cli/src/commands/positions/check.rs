//! `loyd check`: replays moves and compares their number with the shortest solution.

use std::io::Write;

use loyd::service::Check;
use loyd::service::CheckedMoves;
use loyd::service::amounts::{self, counted, grouped};
use loyd::service::reply::CostBounds;
use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::search::Stop;

use crate::arguments::{CheckArguments, Format};
use crate::exit::{Code, Failure};
use crate::output::{self, json, tell};
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
    if let (Format::Text, Some(note)) = (asked.format, &checked.note) {
        tell(&format!("note: {note}"));
    }
    let stopped = [&checked.shortest, &checked.remaining].map(CostBounds::stopped);
    Ok(match (stopped.contains(&Some(Stop::Cancelled)), checked.reaches_goal()) {
        (true, _) => Code::Interrupted,
        (_, true) => Code::Answered,
        (_, false) => Code::No,
    })
}

/// Returns the sentences for people, with the verdict first.
fn sentences(checked: &CheckedMoves, shortest: &CostBounds, remaining: &CostBounds) -> Vec<String> {
    let CheckedMoves { legal, cost, given, illegal, state, reaches_goal } = checked;
    let moves = counted(*given as u128, "move");
    let (dear, least, less) = match cost.measure() {
        CostMeasure::Moves => (String::new(), "shortest", "fewer"),
        CostMeasure::Weights => (format!(" at {}", amounts::cost(*cost)), "cheapest", "less"),
    };
    let of = |cost: Cost| has("", cost);
    let mut said = Vec::new();
    match illegal {
        Some(illegal) => {
            said.push(format!("no: move {} of {given} is not legal: {illegal}", legal + 1));
            let legal = counted(*legal as u128, "legal move");
            let goal = if *reaches_goal { ", which is a goal" } else { "" };
            said.push(format!("after {legal} the position is {state}{goal}"));
        }
        None if *reaches_goal => {
            said.push(format!("yes: {moves}{dear}, all legal, and the goal is reached"));
            said.push(match shortest {
                CostBounds::Known(known) if cost <= known => match cost.measure() {
                    CostMeasure::Moves => "there is no shorter solution".into(),
                    CostMeasure::Weights => "there is no cheaper solution".into(),
                },
                CostBounds::Known(known) => {
                    let more = grouped((cost.amount() - known.amount()).into());
                    format!("the {least} solution {}, {more} {less}", of(*known))
                }
                CostBounds::AtLeast(known, why) => unknown(&format!("the {least} solution"), *known, *why),
                CostBounds::None(why) => format!("but the search reports that the position is unsolvable: {why}"),
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
            CostBounds::Known(known) => format!("the {least} solution from there {}", of(*known)),
            CostBounds::AtLeast(known, why) => unknown("the solution from there", *known, *why),
            CostBounds::None(why) => format!("no moves lead from there to the goal: {why}"),
        });
    }
    said.push(match shortest {
        CostBounds::Known(known) => format!("the {least} solution from the start {}", of(*known)),
        CostBounds::AtLeast(known, why) => unknown("the solution from the start", *known, *why),
        CostBounds::None(why) => format!("no moves lead from the start to the goal: {why}"),
    });
    said
}

/// Formats what a solution has or costs.
fn has(at_least: &str, cost: Cost) -> String {
    match cost.measure() {
        CostMeasure::Moves => format!("has {at_least}{}", amounts::cost(cost)),
        CostMeasure::Weights => format!("costs {at_least}{}", grouped(cost.amount().into())),
    }
}

fn unknown(what: &str, at_least: Cost, why: Stop) -> String {
    let why = if why == Stop::Cancelled { "it was interrupted".into() } else { format!("the {why} was reached") };
    format!("{what} {}; the search ended because {why}", has("at least ", at_least))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_comes_first() {
        let known = |moves| CostBounds::Known(Cost::moves(moves));
        let (illegal, state, cost) = (None, "S".into(), Cost::moves(2));
        let checked = CheckedMoves { legal: 2, cost, given: 2, illegal, state, reaches_goal: true };
        let said = sentences(&checked, &known(2), &known(0));
        assert_eq!(said, ["yes: 2 moves, all legal, and the goal is reached", "there is no shorter solution"]);
        let long = CheckedMoves { given: 4, cost: Cost::moves(4), ..checked.clone() };
        assert_eq!(sentences(&long, &known(2), &known(0))[1], "the shortest solution has 2 moves, 2 fewer");
        let dear = CheckedMoves { given: 2, cost: Cost::weights(9), ..checked.clone() };
        let said = sentences(&dear, &CostBounds::Known(Cost::weights(5)), &CostBounds::Known(Cost::weights(0)));
        assert_eq!(said[0], "yes: 2 moves at a cost of 9, all legal, and the goal is reached");
        assert_eq!(said[1], "the cheapest solution costs 5, 4 less");
        let wrong = CheckedMoves { legal: 0, given: 1, illegal: Some("why".into()), reaches_goal: false, ..checked };
        let said = sentences(&wrong, &CostBounds::AtLeast(Cost::moves(9), Stop::Time), &known(1));
        assert_eq!(said[0], "no: move 1 of 1 is not legal: why");
        assert_eq!(said[2], "the shortest solution from there has 1 move");
        assert!(said[3].contains("at least 9 moves") && said[3].contains("time limit"), "{}", said[3]);
    }
}
