//! A* (P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost
//! paths", 1968) with a bucket queue and a compact closed list.
//!
//! The sums of depth and bound are small whole numbers, so the queue is a list of lists, by the sum and then by the
//! depth. Pushing and popping take constant time, and of equal sums the deepest is taken first. A bucket holds only
//! handles (ranks, where there are ranks), because depth and bound follow from the bucket. A state reached again by a
//! shorter path is pushed again; its old entry is stale, as its depth shows. The bound need not be consistent.

use super::bound::Bound;
use super::depths::{Depths, Lowered};
use super::{Outcome, ReachedGoals, at_least};
use crate::exact::exact;
use crate::heuristic::UNREACHABLE;
use crate::limits::{Growth, Meter, Stats, Stop};
use crate::puzzle::{Puzzle, Unsolvable};

/// Searches from `starts` until a nearest goal is proved; with `whole`, until every state on a shortest solution has
/// its depth.
///
/// # Complexity
/// With a consistent bound, every state whose sum is below the length is expanded once, and some (`whole`: all) of the
/// states whose sum is the length. Memory: [`Depths`] for every state generated, and a handle for each in the queue.
pub fn search<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    bound: &dyn Bound<P>,
    starts: &[P::State],
    whole: bool,
    meter: &mut Meter<'_>,
) -> Outcome<ReachedGoals<P, D>> {
    meter.measure_in(puzzle.measure());
    let sum = at_least(puzzle, bound, starts).amount();
    let (buckets, growth) = (Buckets::default(), Growth::new(meter));
    let mut run = AStarRun { puzzle, bound, buckets, sum, best: u32::MAX, goals: Vec::new(), growth };
    let outcome = run.search(starts, whole, meter).unwrap_or_else(|why| Outcome::Stopped {
        at_least: puzzle.measure().cost(run.sum),
        best: Some(run.best).filter(|&best| best != u32::MAX).map(|best| puzzle.measure().cost(best)),
        why,
    });
    if let Some(growth) = &mut run.growth {
        let sum = match outcome {
            Outcome::Solved(_) => Some(run.best),
            Outcome::Stopped { at_least, .. } => Some(at_least.amount()),
            Outcome::Unsolvable(_) => None,
        };
        growth.end(sum, run.buckets.len(), &meter.stats);
    }
    outcome
}

/// The queue: handles by sum, then by depth.
struct Buckets<T>(Vec<Vec<Vec<T>>>);

impl<T> Default for Buckets<T> {
    fn default() -> Self {
        Buckets(Vec::new())
    }
}

impl<T> Buckets<T> {
    /// The number of handles.
    fn len(&self) -> u64 {
        self.0.iter().flatten().map(|bucket| bucket.len() as u64).sum()
    }

    fn push(&mut self, sum: u32, depth: u32, handle: T, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let (sum, depth) = (sum as usize, depth as usize);
        while self.0.len() <= sum {
            meter.push(&mut self.0, Vec::new())?;
        }
        let by_depth = &mut self.0[sum];
        while by_depth.len() <= depth {
            meter.push(by_depth, Vec::new())?;
        }
        meter.push(&mut by_depth[depth], handle)
    }

    /// Undoes a [`pop`](Self::pop). It needs no memory, because there is room where the handle was.
    fn put_back(&mut self, sum: u32, depth: u32, handle: T) {
        self.0[sum as usize][depth as usize].push(handle);
    }

    /// Takes the deepest handle of the least sum, and returns it with its depth.
    fn pop(&mut self, sum: &mut u32, meter: &mut Meter<'_>) -> Option<(u32, T)> {
        while let Some(by_depth) = self.0.get_mut(*sum as usize) {
            while let Some(bucket) = by_depth.last_mut() {
                if let Some(handle) = bucket.pop() {
                    return Some((exact::<u32>(by_depth.len()) - 1, handle));
                }
                by_depth.pop().into_iter().for_each(|empty| meter.free(empty));
            }
            meter.free(std::mem::take(by_depth));
            *sum += 1;
        }
        None
    }
}

struct AStarRun<'a, P: Puzzle, T> {
    puzzle: &'a P,
    bound: &'a dyn Bound<P>,
    buckets: Buckets<T>,
    /// The proved lower bound: no solution is shorter.
    sum: u32,
    best: u32,
    goals: Vec<P::State>,
    growth: Option<Growth>,
}

impl<P: Puzzle, T: Copy> AStarRun<'_, P, T> {
    fn search<D: Depths<P, Handle = T>>(
        &mut self,
        starts: &[P::State],
        whole: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<ReachedGoals<P, D>>, Stop> {
        let puzzle = self.puzzle;
        let mut depths = D::empty(puzzle, meter)?;
        let mut children = Vec::new();
        for start in starts {
            meter.stats.generated += 1;
            let low = self.bound.of(puzzle, start);
            self.meet(&mut depths, start, 0, low, meter)?;
        }
        let at_hand = loop {
            let Some((depth, handle)) = self.buckets.pop(&mut self.sum, meter) else { break None };
            if self.sum > self.best {
                break Some((depth, handle));
            }
            meter.allow(puzzle.measure().cost(self.sum))?;
            if self.sum == self.best && !whole {
                break Some((depth, handle));
            }
            meter.tick(self.sum)?;
            if depths.depth(handle) < depth {
                continue;
            }
            if self.growth.is_some() {
                self.watch(depth, &meter.stats);
            }
            meter.stats.expanded += 1;
            let state = depths.state(puzzle, handle);
            self.bound.children(puzzle, &state, &mut children);
            for &(m, low) in &children {
                meter.stats.generated += 1;
                let mut child = state;
                puzzle.apply(&mut child, m);
                let depth = depth.saturating_add(puzzle.cost(&state, m));
                self.meet(&mut depths, &child, depth, low, meter)?;
            }
        };
        if let Some((depth, handle)) = at_hand {
            self.buckets.put_back(self.sum, depth, handle);
        }
        if self.best == u32::MAX {
            return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
        }
        meter.stats.depth = self.best;
        let goals = std::mem::take(&mut self.goals);
        Ok(Outcome::Solved(ReachedGoals { cost: puzzle.measure().cost(self.best), goals, depths }))
    }

    /// Records, for a caller that watches the growth, that a state of this depth will be expanded.
    #[cold]
    fn watch(&mut self, depth: u32, stats: &Stats) {
        let Some(growth) = &mut self.growth else { return };
        if growth.rises(self.sum) {
            // The state at hand counts as waiting, too.
            growth.rise(self.sum, self.buckets.len() + 1, stats);
        }
        growth.expand(depth);
    }

    /// Takes in a state generated at `depth`, with at least `low` moves to go. Queues it if the state is new or
    /// its depth is lower.
    fn meet<D: Depths<P, Handle = T>>(
        &mut self,
        depths: &mut D,
        state: &P::State,
        depth: u32,
        low: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if low >= UNREACHABLE || depth.saturating_add(low) > self.best {
            return Ok(());
        }
        let (lowered, handle) = depths.lower(self.puzzle, state, depth, meter)?;
        if lowered == Lowered::Kept {
            meter.stats.duplicates += 1;
            return Ok(());
        }
        if low == 0 && self.puzzle.is_goal(state) {
            if depth < self.best {
                self.best = depth;
                self.goals.clear();
            }
            self.goals.push(*state);
        }
        // If the bound is not consistent, a child may have a lesser sum than its parent; the parent's sum holds, too.
        self.buckets.push((depth + low).max(self.sum), depth, handle, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn buckets_that_are_done_with_hold_no_memory() {
        // Room for two buckets of the least size (one is emptied, one is filled), for their two lists by depth, also of
        // the least size, and for the list by sum, which grows to 128.
        let lists = 2 * (64 * 4 + 64 * 24) + (64 + 128) * 24;
        let limits = Limits { bytes: Some(lists), ..Limits::default() };
        let (mut buckets, mut least, mut meter) = (Buckets::default(), 0, Meter::new(&limits));
        for sum in 0..100u32 {
            buckets.push(sum, 3, sum, &mut meter).unwrap();
            assert_eq!(buckets.pop(&mut least, &mut meter), Some((3, sum)));
        }
    }
}
