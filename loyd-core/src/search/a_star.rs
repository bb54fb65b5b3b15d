//! A* (P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost
//! paths", 1968) with a bucket queue and a compact closed list.
//!
//! The sums of depth and bound are small whole numbers, so the queue is a list of lists, by the sum and then by the
//! depth. Pushing and popping take constant time, and of equal sums the deepest is taken first. A bucket holds only
//! handles (ranks, where there are ranks), because depth and bound follow from the bucket. A state reached again by a
//! shorter path is pushed again; its old entry is stale, as its depth shows. The bound need not be consistent.

use super::bound::Bound;
use super::depths::{Depths, Lowered};
use super::forecast::{Forecast, GrowingSide};
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
    let stopped = |why| Outcome::Stopped { at_least: at_least(puzzle, bound, starts), best: None, why };
    let mut search = match AStar::new(puzzle, bound, starts, whole, meter) {
        Ok(search) => search,
        Err(why) => return stopped(why),
    };
    let outcome = search.run(puzzle, bound, meter);
    if let Outcome::Stopped { why: Stop::Nodes, .. } = outcome {
        search.end_log(&outcome, meter);
    }
    outcome.map(|()| search.reached(puzzle))
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

    /// The number of handles with a sum.
    fn of(&self, sum: u32) -> u64 {
        self.0.get(sum as usize).into_iter().flatten().map(|bucket| bucket.len() as u64).sum()
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

/// The number of layers of a span. The growth is the number of states in the last span, divided by the number in the
/// span before it.
const LAYERS: usize = 8;

/// The latest sums, each with the number of states that were expanded with it. The states of one sum are a layer.
struct SumLayers(Vec<(u32, u64)>);

impl SumLayers {
    /// Begins a layer if the least sum has risen.
    #[inline]
    fn enter(&mut self, sum: u32) {
        if self.0.last().is_some_and(|&(latest, _)| sum > latest) {
            if self.0.len() > 2 * LAYERS {
                self.0.remove(0);
            }
            self.0.push((sum, 0));
        }
    }

    #[inline]
    fn count(&mut self) {
        if let Some((_, expanded)) = self.0.last_mut() {
            *expanded += 1;
        }
    }

    /// A forecast of the work ahead, where so many open states have the least sum. Sums and sizes of layers are uneven
    /// where moves differ in cost, so the gap and the growth are means over the latest layers.
    fn forecast(&self, open: f64) -> Forecast {
        let [before @ .., (sum, expanded)] = &self.0[..] else { unreachable!("the first sum is a layer") };
        let half = before.len() / 2;
        let size = |layers: &[(u32, u64)]| layers.iter().map(|&(_, size)| size as f64).sum::<f64>().max(1.0);
        let (latest, earlier) = (size(&before[before.len() - half..]), size(&before[..half]));
        let (ratio, usual) = match half {
            0 => (1.0, 1.0),
            _ => ((latest / earlier).powf(1.0 / half as f64).max(1.0), latest / half as f64),
        };
        let waiting = (usual * ratio - *expanded as f64).max(open).max(1.0);
        let rises = exact::<u32>(before.len());
        let gap = before.first().map_or(1, |(first, _)| ((sum - first) / rises).max(1));
        Forecast { proved: *sum, gap, sides: [Some(GrowingSide { waiting, next: 0.0, ratio }), None] }
    }
}

/// An A* search that goes on where a limit of nodes stopped it.
pub struct AStar<P: Puzzle, D: Depths<P>> {
    depths: D,
    buckets: Buckets<D::Handle>,
    whole: bool,
    /// The proved lower bound: no solution is shorter.
    sum: u32,
    best: u32,
    goals: Vec<P::State>,
    layers: SumLayers,
    growth: Option<Growth>,
    /// The counts of the meter when the search stopped.
    done: Stats,
}

impl<P: Puzzle, D: Depths<P>> AStar<P, D> {
    /// A search that has met the starts only. Each [`run`](AStar::run) must have the same bound.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if their closed list does not fit the memory.
    pub fn new(
        puzzle: &P,
        bound: &dyn Bound<P>,
        starts: &[P::State],
        whole: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        meter.measure_in(puzzle.measure());
        let sum = at_least(puzzle, bound, starts).amount();
        let (buckets, goals, layers) = (Buckets::default(), Vec::new(), SumLayers(vec![(sum, 0)]));
        let (depths, growth, done) = (D::empty(puzzle, meter)?, Growth::new(meter), meter.stats);
        let mut search = AStar { depths, buckets, whole, sum, best: u32::MAX, goals, layers, growth, done };
        for start in starts {
            meter.stats.generated += 1;
            let low = bound.of(puzzle, start);
            search.meet(puzzle, start, 0, low, meter)?;
        }
        search.done = meter.stats;
        Ok(search)
    }

    /// Searches until a nearest goal is proved. After [`Stop::Nodes`] another call goes on where this call stopped.
    /// After any other stop the search cannot go on.
    pub fn run(&mut self, puzzle: &P, bound: &dyn Bound<P>, meter: &mut Meter<'_>) -> Outcome<()> {
        meter.measure_in(puzzle.measure());
        if let Some(growth) = &mut self.growth {
            growth.go_on(&self.done, &meter.stats);
        }
        let outcome = self.expand(puzzle, bound, meter).unwrap_or_else(|why| Outcome::Stopped {
            at_least: puzzle.measure().cost(self.sum),
            best: Some(self.best).filter(|&best| best != u32::MAX).map(|best| puzzle.measure().cost(best)),
            why,
        });
        self.done = meter.stats;
        if !matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. }) {
            self.end_log(&outcome, meter);
        }
        outcome
    }

    fn expand(&mut self, puzzle: &P, bound: &dyn Bound<P>, meter: &mut Meter<'_>) -> Result<Outcome<()>, Stop> {
        let mut children = Vec::new();
        while let Some((depth, handle)) = self.buckets.pop(&mut self.sum, meter) {
            self.layers.enter(self.sum);
            let is_proved = self.sum == self.best && !self.whole;
            let goes_on = match meter.allow(puzzle.measure().cost(self.sum)) {
                _ if self.sum > self.best => Ok(false),
                Ok(()) if is_proved => Ok(false),
                Ok(()) => meter.tick(self.sum).map(|()| true),
                Err(why) => Err(why),
            };
            if !matches!(goes_on, Ok(true)) {
                self.buckets.put_back(self.sum, depth, handle.clone());
            }
            if !goes_on? {
                break;
            }
            if self.depths.depth(handle.clone()) < depth {
                continue;
            }
            if self.growth.is_some() {
                self.watch(depth, &meter.stats);
            }
            meter.stats.expanded += 1;
            self.layers.count();
            let state = self.depths.state(puzzle, handle);
            bound.children(puzzle, &state, &mut children);
            for &(m, low) in &children {
                meter.stats.generated += 1;
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                let depth = depth.saturating_add(puzzle.cost(&state, m));
                self.meet(puzzle, &child, depth, low, meter)?;
            }
        }
        if self.best == u32::MAX {
            return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
        }
        meter.stats.depth = self.best;
        Ok(Outcome::Solved(()))
    }

    /// The nearest goals, after [`run`](AStar::run) solved the puzzle.
    pub fn reached(self, puzzle: &P) -> ReachedGoals<P, D> {
        ReachedGoals { cost: puzzle.measure().cost(self.best), goals: self.goals, depths: self.depths }
    }

    /// A forecast of the work ahead.
    pub fn forecast(&self) -> Forecast {
        Forecast { proved: self.sum, ..self.layers.forecast(self.buckets.of(self.sum) as f64) }
    }

    /// Records the end of the search, for a caller that watches the growth.
    fn end_log<A>(&mut self, outcome: &Outcome<A>, meter: &Meter<'_>) {
        let sum = match outcome {
            Outcome::Solved(_) => Some(self.best),
            Outcome::Stopped { at_least, .. } => Some(at_least.amount()),
            Outcome::Unsolvable(_) => None,
        };
        let waiting = self.buckets.len();
        if let Some(growth) = &mut self.growth {
            growth.end(sum, waiting, &meter.stats);
        }
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
    fn meet(&mut self, puzzle: &P, state: &P::State, depth: u32, low: u32, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if low >= UNREACHABLE || depth.saturating_add(low) > self.best {
            return Ok(());
        }
        let (lowered, handle) = self.depths.lower(puzzle, state, depth, meter)?;
        if lowered == Lowered::Kept {
            meter.stats.duplicates += 1;
            return Ok(());
        }
        if low == 0 && puzzle.is_goal(state) {
            if depth < self.best {
                self.best = depth;
                self.goals.clear();
            }
            self.goals.push(state.clone());
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
