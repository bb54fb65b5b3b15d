//! Breadth-first search from both ends, the smaller layer first (I. Pohl, "Bi-directional search", 1971).
//!
//! **When the length is proved.** Both sides grow by whole layers. While no state lies within `f` moves of a start and
//! also within `b` moves of a goal, every solution has more than `f + b` moves, because a solution of at most `f + b`
//! moves contains such a state. So the first state that both sides meet, in the layer that makes the sum `f + b`, lies
//! on a shortest solution. The proof assumes nothing about parity, nor that moves have inverses: the backward side uses
//! [`Puzzle::undos_into`]. On both sides a state contains what it must remember (such as the kind of the last move).

use super::depths::{Depths, SuccessorBatch};
use super::forecast::{Forecast, Growing};
use super::{MeetingPoint, Outcome, a_move};
use crate::cost::{Cost, Length};
use crate::limits::{Growth, Meter, Side, Stats, Stop};
use crate::puzzle::{Puzzle, Unsolvable};

/// Searches from `starts` and from `goals` until the two sides meet; with `whole`, to the end of that layer, so that
/// all states in the middle of shortest solutions are known.
///
/// # Complexity
/// Time and memory in proportion to the states within the depth of either side; the two depths add up to the length. A
/// state takes the bytes of its closed list ([`Depths`]), and a handle while it is in one of the two outermost layers.
pub fn search<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    goals: &[P::State],
    whole: bool,
    meter: &mut Meter<'_>,
) -> Outcome<MeetingPoint<P, D>> {
    let stopped = |why| Outcome::Stopped { at_least: Cost::moves(a_move(puzzle, starts)), best: None, why };
    let mut search = match TwoSidedSearch::new(puzzle, starts, goals, whole, meter) {
        Ok(search) => search,
        Err(why) => return stopped(why),
    };
    search.run(puzzle, meter).map(|()| search.meeting())
}

/// A search from both ends that goes on where a limit of nodes stopped it.
pub struct TwoSidedSearch<P: Puzzle, D: Depths<P>> {
    labels: D,
    forward: SearchSide<D::Handle>,
    backward: SearchSide<D::Handle>,
    /// The side whose layer is being expanded, if a limit stopped the search within the layer.
    within: Option<Side>,
    /// The states that both sides have met.
    middles: Vec<P::State>,
    whole: bool,
    growth: Option<Growth>,
    /// The counts of the meter when the search stopped.
    done: Stats,
    /// A lower bound on the length of every solution.
    proved: u32,
}

/// One side of the search, with its last layer. Both sides share one closed list, so that one look-up shows which side
/// has met a state. A label in the list is twice the depth, plus 1 for the backward side.
struct SearchSide<H> {
    side: Side,
    bit: u32,
    layer: Vec<H>,
    /// The number of states of the layer that are expanded.
    expanded: usize,
    /// The states found so far of the next layer.
    next: Vec<H>,
    /// The depth of the states that the expansion of the layer finds, and else the depth of the layer.
    depth: u32,
    /// The size of the layer before.
    before: usize,
}

impl<H> SearchSide<H> {
    fn new(side: Side) -> Self {
        let bit = u32::from(side == Side::Goal);
        SearchSide { side, bit, layer: Vec::new(), expanded: 0, next: Vec::new(), depth: 0, before: 0 }
    }

    fn label(&self) -> u32 {
        self.depth * 2 + self.bit
    }

    fn owns(&self, label: u32) -> bool {
        label & 1 == self.bit
    }

    fn growing(&self) -> Growing {
        Growing::of(&self.layer, self.expanded, &self.next, self.before)
    }
}

impl<P: Puzzle, D: Depths<P>> MeetingPoint<P, D> {
    /// The moves from the nearest start to a state that the forward side has met; not for
    /// [`middles`](MeetingPoint::middles).
    pub fn before(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        self.labels.get(puzzle, state).filter(|label| label & 1 == 0).map(|label| label / 2)
    }

    /// The moves to the nearest goal from a state that the backward side has met; not for
    /// [`middles`](MeetingPoint::middles).
    pub fn after(&self, puzzle: &P, state: &P::State) -> Option<u32> {
        self.labels.get(puzzle, state).filter(|label| label & 1 == 1).map(|label| label / 2)
    }
}

impl<P: Puzzle, D: Depths<P>> TwoSidedSearch<P, D> {
    /// A search that has met the starts and the goals only.
    ///
    /// # Errors
    /// [`Stop::Bytes`] if their closed list does not fit the memory.
    pub fn new(
        puzzle: &P,
        starts: &[P::State],
        goals: &[P::State],
        whole: bool,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let mut labels = D::empty(puzzle, meter)?;
        let (mut forward, mut backward) = (SearchSide::new(Side::Start), SearchSide::new(Side::Goal));
        let (mut middles, mut growth) = (Vec::new(), Growth::new(meter));
        for (side, states) in [(&mut backward, goals), (&mut forward, starts)] {
            for state in states {
                meter.stats.generated += 1;
                let handle = D::handle(puzzle, state);
                match labels.insert(handle, side.label(), meter)? {
                    None => meter.push(&mut side.layer, handle)?,
                    Some(label) if side.owns(label) => {}
                    Some(_) => {
                        labels.change(handle, side.label());
                        middles.push(*state);
                    }
                }
            }
        }
        if let Some(growth) = &mut growth {
            growth.layer(Some(Side::Start), forward.layer.len() + middles.len(), true, &meter.stats);
            growth.layer(Some(Side::Goal), backward.layer.len(), true, &meter.stats);
        }
        let proved = a_move(puzzle, starts);
        Ok(TwoSidedSearch {
            labels,
            forward,
            backward,
            within: None,
            middles,
            whole,
            growth,
            done: meter.stats,
            proved,
        })
    }

    /// Grows both sides until they meet. After [`Stop::Nodes`] another call goes on where this call stopped; after any
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
        while self.middles.is_empty() || self.within.is_some() {
            let TwoSidedSearch { labels, forward, backward, within, middles, whole, growth, proved, .. } = self;
            let ahead = match *within {
                Some(side) => side == Side::Start,
                None => {
                    *proved = forward.depth + backward.depth + 1;
                    if forward.layer.is_empty() || backward.layer.is_empty() {
                        return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
                    }
                    meter.allow(Cost::moves(*proved))?;
                    meter.look(*proved)?;
                    forward.layer.len() <= backward.layer.len()
                }
            };
            let here = if ahead { forward } else { backward };
            if within.is_none() {
                here.depth += 1;
                *within = Some(here.side);
            }
            let layer = std::mem::take(&mut here.layer);
            let mut rest = &layer[here.expanded..];
            let mut expand = || {
                while !rest.is_empty() {
                    meter.tick(*proved)?;
                    batch.fill::<P, D>(puzzle, &mut rest, ahead, meter);
                    labels.sift(&batch.children, |label| here.owns(label), &mut left);
                    let (mut made, mut new) = (batch.children.len(), 0);
                    for &place in &left {
                        let child = batch.children[place as usize];
                        match labels.insert(child, here.label(), meter)? {
                            None => meter.push(&mut here.next, child)?,
                            Some(label) if here.owns(label) => continue,
                            Some(_) => {
                                // The label changes to this side's, so that the state is listed only once.
                                labels.change(child, here.label());
                                middles.push(labels.state(puzzle, child));
                            }
                        }
                        new += 1;
                        if !*whole && !middles.is_empty() {
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
            here.expanded = layer.len() - rest.len();
            here.layer = layer;
            expanded?;
            if let Some(growth) = growth {
                let is_last = !middles.is_empty() || here.next.is_empty();
                growth.layer(Some(here.side), here.next.len() + middles.len(), is_last, &meter.stats);
            }
            here.before = here.layer.len();
            meter.free(std::mem::replace(&mut here.layer, std::mem::take(&mut here.next)));
            (here.expanded, *within) = (0, None);
        }
        meter.stats.depth = self.forward.depth + self.backward.depth;
        Ok(Outcome::Solved(()))
    }

    /// The point where the two sides have met, after [`run`](TwoSidedSearch::run) solved the puzzle.
    pub fn meeting(self) -> MeetingPoint<P, D> {
        let (split, length) = (self.forward.depth, Length(self.forward.depth + self.backward.depth));
        MeetingPoint { length, split, middles: self.middles, labels: self.labels }
    }

    /// What the layers so far show of the work ahead.
    pub fn forecast(&self) -> Forecast {
        Forecast { proved: self.proved, sides: [Some(self.forward.growing()), Some(self.backward.growing())] }
    }
}
