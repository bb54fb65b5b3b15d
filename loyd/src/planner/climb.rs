//! Which bound answers when the user leaves it open: begin with the one at hand, and climb to a stronger one when the search
//! has cost as much as its tables would.
//!
//! Then no position waits for tables that take longer to build than to do without, and none costs much more than twice what the best
//! choice would have (the ski rental argument: A. R. Karlin, M. S. Manasse, L. Rudolph and D. D. Sleator, Competitive snoopy
//! caching, Algorithmica 3, 1988). Nodes are counted, not seconds, so that the same position is always searched in the same way.

use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Bounded;
use crate::puzzle::pattern::Pattern;
use crate::search::Outcome;

use super::job::Job;
use super::space::Space;
use super::{Algorithm, Solution};

/// Nodes searched before anyone asks the file system for tables: some milliseconds.
const BLINK: u64 = 1 << 17;

/// Placements that are searched and entered in the time of one node of a tree.
const PLACEMENTS_A_NODE: u64 = 2;

impl<S: Space> Job<'_, S> {
    /// Answers by that algorithm with the bounds of the puzzle's [ladder](Bounded::ladder). Where the shortest is wanted, an anytime search
    /// is left for IDA* once tables make proofs quick: the best solution so far is kept for the case that a limit is reached.
    pub fn climb(&mut self, algorithm: Algorithm, meter: &mut Meter<'_>) -> Outcome<Solution> {
        let content = self.request.first || self.request.within.is_some();
        if algorithm == Algorithm::Anytime && meter.limits().nodes.is_none_or(|nodes| nodes > 4 * BLINK) {
            // What IDA* proves in a blink needs no other solution first.
            let (outcome, over) = self.within(Algorithm::IdaStar, Some(BLINK), meter);
            if !over {
                return outcome;
            }
        }
        let puzzle = self.space.puzzle();
        let facts = |name: &&'static str| puzzle.bounds().iter().find(|facts| facts.name == *name);
        let ladder: Vec<_> = puzzle.ladder().iter().filter_map(facts).collect();
        if ladder.is_empty() {
            return self.guided(algorithm, meter);
        }
        let patterns: Vec<_> = ladder.iter().map(|facts| self.tables.patterns(puzzle, facts.name)).collect();
        let highest =
            |at_hand: &dyn Fn(usize) -> bool| (0..ladder.len()).rev().find(|&rung| at_hand(rung)).unwrap_or(0);
        let mut rung = highest(&|rung| self.tables.in_memory(&patterns[rung]));
        let mut top = ladder.len() - 1;
        let mut looked = rung == top;
        let mut proved = 0;
        loop {
            let cost = |rung: usize| patterns[rung].iter().map(Pattern::count).sum::<u64>() / PLACEMENTS_A_NODE;
            let budget = match rung {
                _ if rung >= top => None,
                0 if !looked => Some(BLINK),
                _ => Some(cost(rung + 1).saturating_sub(self.tables.spent()).max(BLINK)),
            };
            self.bound = ladder[rung];
            let chosen = if rung > 0 && !content { Algorithm::IdaStar } else { algorithm };
            let before = meter.stats.generated;
            let (outcome, over) = self.within(chosen, budget, meter);
            let cost = meter.stats.generated - before;
            let Outcome::Stopped { why, at_least, .. } = outcome else { return outcome };
            let best = self.best.as_ref().map(|best| best.length);
            // Another bound may have proved more before.
            proved = proved.max(at_least);
            let outcome = Outcome::Stopped { at_least: proved, best, why };
            match why {
                Stop::Nodes if over => {
                    self.tables.spend(cost);
                    let found =
                        if looked { 0 } else { highest(&|rung| self.tables.at_hand(&patterns[rung], self.request)) };
                    if std::mem::replace(&mut looked, true) {
                        rung += 1;
                    }
                    rung = rung.max(found);
                }
                // Tables that do not fit are not for us.
                Stop::Bytes if rung > 0 && cost == 0 => {
                    rung -= 1;
                    top = rung;
                }
                _ => return outcome,
            }
        }
    }

    /// Runs an algorithm on a budget of nodes, and says whether that is what stopped it. The position is left for the next.
    fn within(
        &mut self,
        algorithm: Algorithm,
        budget: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> (Outcome<Solution>, bool) {
        let starts = self.starts.clone();
        let left = meter.limits().nodes.map(|nodes| nodes.saturating_sub(meter.stats.generated));
        let nodes = budget.into_iter().chain(left).min();
        let limits = Limits { nodes, ..meter.limits().clone() };
        let mut part = meter.part(&limits);
        let outcome = self.guided(algorithm, &mut part);
        let cost = part.stats;
        meter.absorb(&cost);
        self.starts = starts;
        let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. });
        (outcome, stopped && budget.is_some() && left.is_none_or(|left| left > cost.generated))
    }
}
