//! Whether an instance came out as published.

use loyd::planner::{Answer, Request, Solution};
use loyd::search::Outcome;

use crate::exit::Failure;
use crate::instances::{Counted, Instance};
use crate::output::text;
use crate::progress::grouped;

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
    /// Compares an answer with what is published of the instance; the counts where they are those of `counted`.
    pub fn of(instance: &Instance<'_>, answer: &Answer, counted: Option<Counted<'_>>, request: &Request) -> Verdict {
        let same = counted.is_some_and(|counted| {
            // Left to choose, the planner prunes more than the textbook's search.
            request.algorithm == Some(counted.algorithm)
                && answer.algorithm == counted.algorithm
                && answer.heuristic == counted.heuristic
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
            strict: request.threads == 1,
        }
    }

    /// Whether the run has failed by it.
    pub fn fails(&self) -> bool {
        let wrong = |verdict: &Option<Result<(), String>>| matches!(verdict, Some(Err(_)));
        wrong(&self.length) || self.strict && wrong(&self.nodes)
    }

    /// What is to be told of the instance on standard error.
    pub fn failures(&self, id: &str) -> Vec<Failure> {
        let nodes = self.nodes.iter().filter(|_| self.strict);
        let wrong = self.length.iter().chain(nodes).filter_map(|verdict| verdict.as_ref().err());
        wrong.map(|why| Failure::Disagrees { id: id.into(), why: why.clone() }).collect()
    }
}

/// Whether an outcome agrees with the length published; `None` while both may be right.
fn length(published: u32, outcome: &Outcome<Solution>) -> Option<Result<(), String>> {
    let verdict = match outcome {
        Outcome::Solved(solution) if solution.length == published => Ok(()),
        Outcome::Solved(solution) => {
            let moves = text::length(solution.length);
            Err(format!("a shortest solution of {moves} was found, but {published} are published"))
        }
        Outcome::Unsolvable(_) => Err(format!("proved unsolvable, but {published} moves are published")),
        Outcome::Stopped { at_least, .. } if *at_least > published => {
            Err(format!("proved to take at least {}, but {published} are published", text::length(*at_least)))
        }
        Outcome::Stopped { best: Some(best), .. } if *best < published => {
            Err(format!("a solution of {} was found, but {published} are published", text::length(*best)))
        }
        Outcome::Stopped { .. } => return None,
    };
    Some(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd::planner::Algorithm;
    use loyd::puzzle::Unsolvable;
    use loyd::search::{Stats, Stop};

    fn stopped(at_least: u32, best: Option<u32>) -> Outcome<Solution> {
        Outcome::Stopped { at_least, best, why: Stop::Time }
    }

    fn solved(length: u32) -> Outcome<Solution> {
        Outcome::Solved(Solution { length, moves: vec![], count: None })
    }

    #[test]
    fn a_length_is_right_or_wrong_or_open() {
        assert_eq!(length(45, &solved(45)), Some(Ok(())));
        assert!(length(45, &solved(43)).unwrap().unwrap_err().contains("43 moves was found, but 45 are published"));
        assert!(length(45, &Outcome::Unsolvable(Unsolvable::Exhausted)).unwrap().is_err());
        assert_eq!(length(45, &stopped(45, None)), None);
        assert_eq!(length(45, &stopped(41, Some(49))), None);
        assert!(length(45, &stopped(46, None)).unwrap().unwrap_err().contains("at least 46 moves"));
        assert!(length(45, &stopped(39, Some(43))).unwrap().unwrap_err().contains("a solution of 43 moves"));
    }

    #[test]
    fn counts_are_compared_where_the_search_is_the_same() {
        let instance = Instance {
            id: "12".into(),
            position: loyd::text::Token { text: "", line: 1, column: 1 },
            length: Some(45),
            generated: Some(7),
            expanded: None,
        };
        let counted = Some(Counted { algorithm: Algorithm::IdaStar, heuristic: Some("manhattan") });
        let verdict = |generated, asked, heuristic, threads, outcome| {
            let answer = Answer {
                best: None,
                state: String::new(),
                outcome,
                algorithm: Algorithm::IdaStar,
                heuristic: Some(heuristic),
                why: String::new(),
                stats: Stats { generated, ..Stats::default() },
            };
            let request = Request { algorithm: asked, threads, ..Request::default() };
            Verdict::of(&instance, &answer, counted, &request)
        };
        let textbook = Some(Algorithm::IdaStar);
        assert_eq!(verdict(7, textbook, "manhattan", 1, solved(45)).nodes, Some(Ok(())));
        let wrong = verdict(8, textbook, "manhattan", 1, solved(45));
        assert!(wrong.fails());
        let told: Vec<String> = wrong.failures("12").iter().map(ToString::to_string).collect();
        assert_eq!(told, ["instance 12: 8 nodes generated, but 7 are published"]);
        let parallel = verdict(8, textbook, "manhattan", 2, solved(45));
        assert!(parallel.nodes.as_ref().unwrap().is_err() && !parallel.fails() && parallel.failures("12").is_empty());
        assert_eq!(verdict(8, None, "manhattan", 1, solved(45)).nodes, None);
        assert_eq!(verdict(8, textbook, "linear-conflict", 1, solved(45)).nodes, None);
        assert_eq!(verdict(8, textbook, "manhattan", 1, stopped(41, None)).nodes, None);
    }
}
