//! Breadth-first search, layer by layer (E. F. Moore, "The shortest path through a maze", 1959).

use super::depths::{Depths, Lowered, SuccessorBatch};
use super::forecast::{Forecast, Growing};
use super::{Outcome, ReachedGoals, a_move};
use crate::cost::Cost;
use crate::limits::{Growth, Meter, Stats, Stop};
use crate::puzzle::{Puzzle, Unsolvable};

/// Searches from `starts` until a goal is met; with `whole`, to the end of that layer, so that all nearest goals are
/// known.
///
/// # Complexity
/// Time and memory in proportion to the states nearer than the goal. A state takes the bytes of its closed list
/// ([`Depths`]), and a handle while it is in one of the two layers at hand.
pub fn search<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    whole: bool,
    meter: &mut Meter<'_>,
) -> Outcome<ReachedGoals<P, D>> {
    let stopped = |why| Outcome::Stopped { at_least: Cost::moves(a_move(puzzle, starts)), best: None, why };
    let mut search = match BreadthFirst::new(puzzle, starts, whole, meter) {
        Ok(search) => search,
        Err(why) => return stopped(why),
    };
    search.run(puzzle, meter).map(|()| search.reached())
}

/// A breadth-first search that goes on where a limit of nodes stopped it.
pub struct BreadthFirst<P: Puzzle, D: Depths<P>> {
    depths: D,
    layer: Vec<D::Handle>,
    /// The number of states of the layer that are expanded.
    expanded: usize,
    /// The states found so far of the next layer.
    next: Vec<D::Handle>,
    /// The size of the layer before.
    before: usize,
    /// The depth of the states that the expansion of the layer finds, and else the depth of the layer.
    depth: u32,
    /// Whether a limit stopped the search within the layer.
    is_within: bool,
    goals: Vec<P::State>,
    whole: bool,
    growth: Option<Growth>,
    /// The counts of the meter when the search stopped.
    done: Stats,
    /// A lower bound on the length of every solution.
    proved: u32,
}

impl<P: Puzzle, D: Depths<P>> BreadthFirst<P, D> {
    /// A search that has met the starts only.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if their closed list does not fit the memory.
    pub fn new(puzzle: &P, starts: &[P::State], whole: bool, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let (mut depths, mut growth) = (D::empty(puzzle, meter)?, Growth::new(meter));
        let (mut layer, mut goals) = (Vec::new(), Vec::new());
        for start in starts {
            meter.stats.generated += 1;
            let (lowered, handle) = depths.lower(puzzle, start, 0, meter)?;
            if lowered == Lowered::New {
                meter.push(&mut layer, handle)?;
                if puzzle.is_goal(start) {
                    goals.push(*start);
                }
            }
        }
        if let Some(growth) = &mut growth {
            growth.layer(None, layer.len(), !goals.is_empty(), &meter.stats);
        }
        let (next, proved) = (Vec::new(), a_move(puzzle, starts));
        let (expanded, before, depth, is_within) = (0, 0, 0, false);
        let done = meter.stats;
        Ok(BreadthFirst { depths, layer, expanded, next, before, depth, is_within, goals, whole, growth, done, proved })
    }

    /// Searches until a goal is met. After [`Stop::Nodes`] another call goes on where this call stopped. After any
    /// other stop the search cannot go on.
    pub fn run(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Outcome<()> {
        if let Some(growth) = &mut self.growth {
            growth.go_on(&self.done, &meter.stats);
        }
        let grown = self.grow(puzzle, meter);
        self.done = meter.stats;
        grown.unwrap_or_else(|why| Outcome::Stopped { at_least: Cost::moves(self.proved), best: None, why })
    }

    fn grow(&mut self, puzzle: &P, meter: &mut Meter<'_>) -> Result<Outcome<()>, Stop> {
        let (mut batch, mut left) = (SuccessorBatch::new(), Vec::new());
        while self.goals.is_empty() || self.is_within {
            if !self.is_within {
                if self.layer.is_empty() {
                    return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
                }
                self.proved = self.depth + 1;
                meter.allow(Cost::moves(self.proved))?;
                meter.look(self.proved)?;
                (self.depth, self.is_within) = (self.proved, true);
            }
            let depth = self.depth;
            let layer = std::mem::take(&mut self.layer);
            let mut rest = &layer[self.expanded..];
            let mut expand = || {
                while !rest.is_empty() {
                    meter.tick(depth)?;
                    batch.fill::<P, D>(puzzle, &mut rest, true, meter);
                    self.depths.sift(&batch.children, |_| true, &mut left);
                    let (mut made, mut new) = (batch.children.len(), 0);
                    for &place in &left {
                        let child = batch.children[place as usize];
                        if self.depths.insert(child, depth, meter)?.is_some() {
                            continue;
                        }
                        new += 1;
                        let state = self.depths.state(puzzle, child);
                        if !puzzle.is_goal(&state) {
                            meter.push(&mut self.next, child)?;
                            continue;
                        }
                        self.goals.push(state);
                        if !self.whole {
                            made = place as usize + 1;
                            rest = &[];
                            break;
                        }
                    }
                    batch.count(made, new, meter);
                }
                Ok(())
            };
            let expanded = expand();
            self.expanded = layer.len() - rest.len();
            self.layer = layer;
            expanded?;
            if let Some(growth) = &mut self.growth {
                let is_last = !self.goals.is_empty() || self.next.is_empty();
                growth.layer(None, self.next.len() + self.goals.len(), is_last, &meter.stats);
            }
            self.before = self.layer.len();
            self.layer.clear();
            std::mem::swap(&mut self.layer, &mut self.next);
            (self.expanded, self.is_within) = (0, false);
        }
        meter.stats.depth = self.depth;
        Ok(Outcome::Solved(()))
    }

    /// The goals that were met, after [`run`](BreadthFirst::run) solved the puzzle.
    pub fn reached(self) -> ReachedGoals<P, D> {
        ReachedGoals { cost: Cost::moves(self.depth), goals: self.goals, depths: self.depths }
    }

    /// What the layers so far show of the work ahead.
    pub fn forecast(&self) -> Forecast {
        let growing = Growing::of(&self.layer, self.expanded, &self.next, self.before);
        Forecast { proved: self.proved, sides: [Some(growing), None] }
    }
}
