//! Searches an equivalent reformulation in place of the puzzle at hand, for one solution. Near misses come first.

use super::near_miss::NearMisses;
use super::pruning::PruningRule;
use super::stop::NodeBudget;
use super::tree::SearchTree;
use super::walk::{SubtreeTask, TreeWalk};
use super::walker::{Restricting, Walker, plain};
use super::{Past, Prune, SearchSettings, search};
use crate::heuristic::{Heuristic, Reformulation};
use crate::limits::{Meter, Stop};
use crate::puzzle::Puzzle;
use crate::search::bound::Bound;
use crate::search::{Found, Outcome};

/// A bound whose puzzle has an equivalent reformulation.
pub struct Reformulated<H, R>(pub H, pub R);

impl<P: Puzzle, H: Heuristic<P>, R: Reformulation<P>> Walker<P> for Reformulated<H, R> {
    fn bound(&self) -> &dyn Bound<P> {
        &self.0
    }

    fn walk<'a>(&self, rule: PruningRule<'a, P>, walk: TreeWalk<'a, P>, task: &SubtreeTask<P>) -> TreeWalk<'a, P> {
        plain(&self.0, rule, walk, task)
    }

    fn reformulated(
        &self,
        starts: &[P::State],
        threads: usize,
        proved: u32,
        meter: &mut Meter<'_>,
    ) -> Option<Outcome<Found<P>>> {
        let (puzzle, bound) = (self.1.puzzle(), Restricting(self.1.heuristic()));
        let others: Vec<_> = starts.iter().map(|start| self.1.start(start)).collect();
        let settings = SearchSettings { prune: Prune::Follow, cuts: None, threads, proved };
        let mut attempt =
            |tree: SearchTree<'_, R::Puzzle>, threshold: u32, past: &Past<R::Puzzle>, meter: &mut Meter<'_>| {
                let budget = past.generated / NODES_A_NODE + NODES;
                for (start, near_misses) in others.iter().zip(&past.near_misses) {
                    let more = threshold - past.threshold;
                    if let Some(moves) = solve_below(tree, start, near_misses, (threshold, more), budget, meter)? {
                        return Ok(Some(Found { start: start.clone(), moves }));
                    }
                }
                Ok(None)
            };
        let outcome = search(puzzle, &bound, &others, &settings, meter, Some(&mut attempt));
        Some(outcome.map(|found| {
            let start = others.iter().position(|start| *start == found.start).unwrap_or(0);
            Found { start: starts[start].clone(), moves: self.1.solution(&found.start, &found.moves) }
        }))
    }
}

/// The budget below near misses: `NODES`, and one node for every `NODES_A_NODE` nodes of the iteration itself.
const NODES: u64 = 1 << 15;
const NODES_A_NODE: u64 = 2;

/// Looks for a solution below the near misses of an iteration, with `more` moves to spend beyond those left there,
/// until `budget` nodes are generated. Finding no solution proves nothing.
///
/// # Errors
/// The limit that was reached.
fn solve_below<P: Puzzle>(
    tree: SearchTree<'_, P>,
    start: &P::State,
    near_misses: &NearMisses<P::Move>,
    (threshold, more): (u32, u32),
    budget: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<P::Move>>, Stop> {
    let until = meter.stats.generated.saturating_add(budget);
    for node in near_misses.nearest() {
        let task = tree.task(start, &node.path, node.left + more);
        let (expanded, generated) = (meter.stats.expanded, meter.stats.generated);
        let mut stop = NodeBudget { meter, threshold, until };
        let next_look = stop.next_look();
        let walk = tree.walk(TreeWalk::new(tree.puzzle, (expanded, generated, next_look), &mut stop), &task);
        let (counts, stopped, is_complete) = ((walk.expanded, walk.generated), walk.stopped, walk.is_complete);
        let found = walk.solution();
        (meter.stats.expanded, meter.stats.generated) = counts;
        match stopped {
            Some(why) => return Err(why),
            None if found.is_some() => return Ok(found),
            None if is_complete => {}
            None => break,
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::puzzle::Ranked;
    use crate::puzzle::sample::{Gaps, Stack};
    use crate::search::ida_star::pruning::AfterOne;
    use crate::table::distance::DistanceTable;

    /// Below a state that a solution does not leave by the move back, the number of missing moves is enough, a smaller
    /// number is not, and limits are kept.
    #[test]
    fn what_is_missing_is_found() {
        let (stack, limits) = (Stack(7), Limits::default());
        let table = DistanceTable::build(&stack, &mut Meter::new(&limits)).unwrap();
        let tree = SearchTree { puzzle: &stack, walker: &Restricting(Gaps), rule: PruningRule::One(AfterOne::Follow) };
        let (mut stopped, mut given_up) = (0, 0);
        for rank in (0..stack.ranks()).step_by(19) {
            let (start, mut state) = (stack.unrank(rank), stack.unrank(rank));
            let path = [2 + (rank % 6) as u8, 2 + (rank / 6 % 6) as u8];
            let path = if path[0] == path[1] { &path[..1] } else { &path };
            let mut distances = [0; 2];
            for &m in path {
                stack.apply(&mut state, m);
                distances = [distances[1], table.get(stack.rank(&state)).unwrap()];
            }
            let [before, distance] = if path.len() == 1 { [table.get(rank).unwrap(), distances[1]] } else { distances };
            let bound = Gaps.of(&stack, &state);
            let attempt = |more: u32, budget: u64, limits: &Limits| {
                let mut near_misses = NearMisses::new(true);
                near_misses.keep(bound, path);
                let threshold = path.len() as u32 + bound + more;
                solve_below(tree, &start, &near_misses, (threshold, more), budget, &mut Meter::new(limits))
            };
            // The move back is pruned, so such states are left out.
            if bound == 0 || before < distance {
                continue;
            }
            let moves = attempt(distance - bound, u64::MAX, &limits).unwrap().expect("enough");
            assert_eq!(moves.len(), path.len() + distance as usize);
            let mut state = start;
            for &m in &moves {
                stack.apply(&mut state, m);
            }
            assert!(stack.is_goal(&state));
            for more in 0..distance - bound {
                assert!(attempt(more, u64::MAX, &limits).unwrap().is_none(), "{more} more");
            }
            // A walk straight to a solution ends before the limit is looked at.
            let few = Limits { nodes: Some(1), ..Limits::default() };
            match attempt(distance - bound, u64::MAX, &few) {
                Err(why) => stopped += u32::from(why == Stop::Nodes),
                Ok(found) => assert!(found.is_some()),
            }
            given_up += u32::from(attempt(distance - bound, 1, &limits).unwrap().is_none());
        }
        assert!(stopped > 0 && given_up == stopped, "{stopped} stopped, {given_up} given up");
    }
}
