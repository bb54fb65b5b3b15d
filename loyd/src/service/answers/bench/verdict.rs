//! Whether an instance came out as published.

use super::Counted;
use crate::planner::{EngineAnswer, Request, Solution};
use crate::service::amounts::{self, grouped};
use crate::service::reply::{Published, Verdict};
use loyd_core::cost::Cost;
use loyd_core::search::{Outcome, proved};

/// Compares an answer with the published figures of the instance. Compares counts only if the search is `counted`.
pub fn verdict(
    published: &Published,
    answer: &EngineAnswer,
    counted: Option<Counted<'_>>,
    request: &Request,
) -> Verdict {
    let same = counted.is_some_and(|counted| {
        // If the planner may choose the algorithm, it prunes more than the textbook's search.
        request.options.algorithm == Some(counted.algorithm)
            && answer.algorithm == counted.algorithm
            && answer.heuristic.as_deref() == counted.heuristic
    });
    let (solved, generated) = (matches!(answer.outcome, Outcome::Solved(_)), answer.stats.generated);
    let nodes = published.generated.filter(|_| same && solved);
    Verdict {
        cost: published.cost.and_then(|published| cost(published, &answer.outcome)),
        nodes: nodes.map(|published| match generated == published {
            true => Ok(()),
            false => {
                let [generated, published] = [generated, published].map(grouped);
                Err(format!("{generated} nodes generated, but {published} are published"))
            }
        }),
        strict: request.options.threads == Some(1),
    }
}

/// Whether an outcome agrees with the published least cost. `None` while both may be right.
fn cost(published: Cost, outcome: &Outcome<Solution>) -> Option<Result<(), String>> {
    let (shortest, but) = match published.length() {
        Some(length) => ("shortest", format!("but {} are published", length.0)),
        None => ("cheapest", format!("but {} is published", published.amount())),
    };
    let of = |cost: Cost| cost.length().map_or_else(|| format!("cost {}", cost.amount()), amounts::length);
    let verdict = match outcome {
        Outcome::Solved(solution) if solution.cost == published => Ok(()),
        Outcome::Solved(solution) => Err(format!("a {shortest} solution of {} was found, {but}", of(solution.cost))),
        Outcome::Unsolvable(_) => Err(format!("proved unsolvable, {but}")),
        Outcome::Stopped { at_least, .. } if *at_least > published => {
            Err(format!("{}, {but}", proved(*at_least, None)))
        }
        Outcome::Stopped { best: Some(best), .. } if *best < published => {
            Err(format!("a solution of {} was found, {but}", of(*best)))
        }
        Outcome::Stopped { .. } => return None,
    };
    Some(verdict)
}
