//! Which bound answers when the user leaves the algorithm open: begin with the one at hand, and climb to a stronger one when the
//! search has cost as much as its tables would.
//!
//! Then no position waits for tables that take longer to build than to do without, and none costs much more than twice what the best
//! choice would have (the ski rental argument: A. R. Karlin, M. S. Manasse, L. Rudolph and D. D. Sleator, Competitive snoopy
//! caching, Algorithmica 3, 1988). Nodes are counted, not seconds, so that the same position is always searched in the same way.
//!
//! In turn, each only if the one before gave no answer: a blink of IDA* with what is in memory; where some solution is wanted at
//! once, an anytime search; and the rungs, from the highest whose tables are in memory or in the cache folder. A bound that the user
//! named is the only rung.

use crate::heuristic::{BoundFacts, Bounded};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::pattern::Pattern;
use crate::search::Outcome;

use super::job::Job;
use super::space::Space;
use super::{Algorithm, Solution};

/// Nodes searched before anyone asks the file system for tables: some milliseconds.
const BLINK: u64 = 1 << 17;

/// Nodes searched before an anytime search begins anew, where nothing but a shortest solution will do: some hundredths of a second.
const GLANCE: u64 = 1 << 19;

/// Nodes of an anytime search, less than a tenth of a second, for the solution that is kept while IDA* looks for a shortest.
const SOME_SOLUTION: u64 = 1 << 20;

/// Placements that are searched and entered in the time of one node of a tree.
const PLACEMENTS_A_NODE: u64 = 2;

impl<S: Space> Job<'_, S> {
    /// Answers with the bounds of the puzzle's [ladder](Bounded::ladder), or with the one that was named. Where a shortest solution is
    /// wanted, an anytime search is left for IDA*, on all threads, once tables make proofs quick: the best solution so far is kept for the case
    /// that a limit is reached.
    pub fn climb(&mut self, algorithm: Algorithm, meter: &mut Meter<'_>) -> Outcome<Solution> {
        let puzzle = self.space.puzzle();
        let rungs = self.rungs();
        let patterns: Vec<_> = rungs.iter().map(|facts| self.tables.patterns(puzzle, facts.name)).collect();
        let highest = |at_hand: &dyn Fn(usize) -> bool| (0..rungs.len()).rev().find(|&rung| at_hand(rung));
        let mut top = rungs.len() - 1;
        let anytime = algorithm == Algorithm::Anytime;
        let content = self.request.first || self.request.within.is_some();
        let mut proved = 0;
        let in_memory = highest(&|rung| self.tables.in_memory(&patterns[rung]));
        // Of few nodes an anytime search makes more.
        let few = anytime && meter.limits().nodes.is_some_and(|nodes| nodes <= 4 * BLINK);
        if let (Some(rung), false) = (in_memory, few) {
            let budget = (rung < top || anytime).then_some(if anytime && !content { GLANCE } else { BLINK });
            match self.within(rungs[rung], Algorithm::IdaStar, budget, meter) {
                (Outcome::Stopped { at_least, .. }, true) => proved = at_least,
                (outcome, _) => return outcome,
            }
        }
        let plain = puzzle.bounds().iter().find(|facts| !facts.tables);
        if let (true, false, true, Some(plain)) = (anytime, content, rungs[top].tables, plain) {
            match self.within(plain, algorithm, Some(SOME_SOLUTION), meter) {
                (Outcome::Stopped { at_least, .. }, true) => proved = proved.max(at_least),
                (outcome, _) => return outcome,
            }
        }
        let mut rung = highest(&|rung| self.tables.at_hand(&patterns[rung], self.request)).unwrap_or(0);
        loop {
            let cost = |rung: usize| patterns[rung].iter().map(Pattern::count).sum::<u64>() / PLACEMENTS_A_NODE;
            let budget = (rung < top).then(|| cost(rung + 1).saturating_sub(self.tables.spent()).max(BLINK));
            let chosen = if rungs[rung].tables && !content { Algorithm::IdaStar } else { algorithm };
            let before = meter.stats.generated;
            let (outcome, over) = self.within(rungs[rung], chosen, budget, meter);
            let cost = meter.stats.generated - before;
            let Outcome::Stopped { why, at_least, .. } = outcome else { return outcome };
            // Another bound may have proved more before.
            proved = proved.max(at_least);
            match why {
                Stop::Nodes if over => {
                    self.tables.spend(cost);
                    rung += 1;
                }
                // Tables that do not fit are not for us.
                Stop::Bytes if rung > 0 && cost == 0 => {
                    rung -= 1;
                    top = rung;
                }
                _ => {
                    let best = self.best.as_ref().map(|best| best.length);
                    return Outcome::Stopped { at_least: proved, best, why };
                }
            }
        }
    }

    /// The bounds to be climbed, one at least.
    fn rungs(&self) -> Vec<&'static BoundFacts> {
        let puzzle = self.space.puzzle();
        let facts = |name: &&'static str| puzzle.bounds().iter().find(|facts| facts.name == *name);
        let ladder: Vec<_> = puzzle.ladder().iter().filter_map(facts).collect();
        if self.request.heuristic.is_some() || ladder.is_empty() { vec![self.bound] } else { ladder }
    }

    /// Runs an algorithm with a bound on a budget of nodes, and says whether that is what stopped it. The position is left for the next.
    fn within(
        &mut self,
        bound: &'static BoundFacts,
        algorithm: Algorithm,
        budget: Option<u64>,
        meter: &mut Meter<'_>,
    ) -> (Outcome<Solution>, bool) {
        self.bound = bound;
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
