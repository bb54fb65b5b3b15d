//! Whether an instance came out as published.

use super::{Counted, Instance};
use crate::planner::{EngineAnswer, Request, Solution};
use crate::service::amounts::{self, grouped};
use crate::service::reply::Verdict;
use loyd_core::search::Outcome;

/// Compares an answer with the published figures of the instance. Compares counts only if the search is `counted`.
pub fn verdict(
    instance: &Instance<'_>,
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
    let published = instance.generated.filter(|_| same && solved);
    Verdict {
        length: instance.length.and_then(|published| length(published, &answer.outcome)),
        nodes: published.map(|published| match generated == published {
            true => Ok(()),
            false => {
                let [generated, published] = [generated, published].map(grouped);
                Err(format!("{generated} nodes generated, but {published} are published"))
            }
        }),
        strict: request.options.threads == Some(1),
    }
}

/// Whether an outcome agrees with the published length. `None` while both may be right.
fn length(published: u32, outcome: &Outcome<Solution>) -> Option<Result<(), String>> {
    let verdict = match outcome {
        Outcome::Solved(solution) if solution.length == published => Ok(()),
        Outcome::Solved(solution) => {
            let moves = amounts::length(solution.length);
            Err(format!("a shortest solution of {moves} was found, but {published} are published"))
        }
        Outcome::Unsolvable(_) => Err(format!("proved unsolvable, but {published} moves are published")),
        Outcome::Stopped { at_least, .. } if *at_least > published => {
            Err(format!("proved to take at least {}, but {published} are published", amounts::length(*at_least)))
        }
        Outcome::Stopped { best: Some(best), .. } if *best < published => {
            Err(format!("a solution of {} was found, but {published} are published", amounts::length(*best)))
        }
        Outcome::Stopped { .. } => return None,
    };
    Some(verdict)
}
