//! Breadth-first search, layer by layer (E. F. Moore, "The shortest path through a maze", 1959).

use super::depths::{Depths, Lowered};
use super::forecast::Forecast;
use super::layer::{SearchLayer, SuccessorKind};
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
    layer: SearchLayer<D::Handle>,
    /// The depth of the layer, or of the next layer while the layer is expanded.
    depth: u32,
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
        let (mut layer, mut goals) = (SearchLayer::new(), Vec::new());
        for start in starts {
            meter.stats.generated += 1;
            let (lowered, handle) = depths.lower(puzzle, start, 0, meter)?;
            if lowered == Lowered::New {
                layer.add(handle, meter)?;
                if puzzle.is_goal(start) {
                    goals.push(start.clone());
                }
            }
        }
        if let Some(growth) = &mut growth {
            growth.layer(None, layer.len(), !goals.is_empty(), &meter.stats);
        }
        let proved = a_move(puzzle, starts);
        Ok(BreadthFirst { depths, layer, depth: 0, goals, whole, growth, done: meter.stats, proved })
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
        while self.goals.is_empty() || self.layer.is_begun() {
            if !self.layer.is_begun() {
                if self.layer.len() == 0 {
                    return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
                }
                self.proved = self.depth + 1;
                meter.allow(Cost::moves(self.proved))?;
                meter.look(self.proved)?;
                self.depth = self.proved;
            }
            let BreadthFirst { depths, layer, depth, goals, whole, growth, .. } = self;
            layer.expand(
                (puzzle, true, *depth),
                depths,
                |_| true,
                meter,
                |depths, child, meter| {
                    if depths.insert(child.clone(), *depth, meter)?.is_some() {
                        return Ok(SuccessorKind::Known);
                    }
                    let state = depths.state(puzzle, child);
                    if !puzzle.is_goal(&state) {
                        return Ok(SuccessorKind::New);
                    }
                    goals.push(state);
                    Ok(SuccessorKind::Aim { is_last: !*whole })
                },
            )?;
            if let Some(growth) = growth {
                let is_last = !goals.is_empty() || layer.found() == 0;
                growth.layer(None, layer.found() + goals.len(), is_last, &meter.stats);
            }
            layer.advance(meter);
        }
        meter.stats.depth = self.depth;
        Ok(Outcome::Solved(()))
    }

    /// The goals that were met, after [`run`](BreadthFirst::run) solved the puzzle.
    pub fn reached(self) -> ReachedGoals<P, D> {
        ReachedGoals { cost: Cost::moves(self.depth), goals: self.goals, depths: self.depths }
    }

    /// A forecast of the work ahead, from the layers so far.
    pub fn forecast(&self) -> Forecast {
        Forecast { proved: self.proved, gap: 1, sides: [Some(self.layer.growing()), None] }
    }
}
