//! Breadth-first search from both ends, the smaller layer first (I. Pohl, "Bi-directional search", 1971).
//!
//! **When the length is proved.** Both sides grow by whole layers. While no state lies within `f` moves of a start and
//! also within `b` moves of a goal, every solution has more than `f + b` moves, because a solution of at most `f + b`
//! moves contains such a state. So the first state that both sides meet, in the layer that makes the sum `f + b`, lies
//! on a shortest solution. The proof assumes nothing about parity, nor that moves have inverses: the backward side uses
//! [`Puzzle::undos_into`]. On both sides a state contains what it must remember (such as the kind of the last move).

use super::depths::Depths;
use super::forecast::Forecast;
use super::layer::{SearchLayer, SuccessorKind};
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
    layer: SearchLayer<H>,
    /// The depth of the layer, or of the next layer while the layer is expanded.
    depth: u32,
}

impl<H: Clone> SearchSide<H> {
    fn new(side: Side) -> Self {
        SearchSide { side, layer: SearchLayer::new(), depth: 0 }
    }

    fn label(&self) -> u32 {
        self.depth * 2 + bit(self.side)
    }
}

/// The last bit of the labels of a side.
fn bit(side: Side) -> u32 {
    u32::from(side == Side::Goal)
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
                match labels.insert(handle.clone(), side.label(), meter)? {
                    None => side.layer.add(handle, meter)?,
                    Some(label) if label & 1 == bit(side.side) => {}
                    Some(_) => {
                        labels.change(handle, side.label());
                        middles.push(state.clone());
                    }
                }
            }
        }
        if let Some(growth) = &mut growth {
            growth.layer(Some(Side::Start), forward.layer.len() + middles.len(), true, &meter.stats);
            growth.layer(Some(Side::Goal), backward.layer.len(), true, &meter.stats);
        }
        let proved = a_move(puzzle, starts);
        Ok(TwoSidedSearch { labels, forward, backward, middles, whole, growth, done: meter.stats, proved })
    }

    /// Grows both sides until they meet. After [`Stop::Nodes`] another call goes on where this call stopped. After any
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
        loop {
            let TwoSidedSearch { labels, forward, backward, middles, whole, growth, proved, .. } = self;
            let here = match (forward.layer.is_begun(), backward.layer.is_begun()) {
                (true, _) => forward,
                (_, true) => backward,
                _ if !middles.is_empty() => break,
                _ => {
                    *proved = forward.depth + backward.depth + 1;
                    if forward.layer.len() == 0 || backward.layer.len() == 0 {
                        return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
                    }
                    meter.allow(Cost::moves(*proved))?;
                    meter.look(*proved)?;
                    let here = if forward.layer.len() <= backward.layer.len() { forward } else { backward };
                    here.depth += 1;
                    here
                }
            };
            let (label, ahead) = (here.label(), here.side == Side::Start);
            let owns = |label: u32| label & 1 == bit(here.side);
            here.layer.expand((puzzle, ahead, *proved), labels, owns, meter, |labels, child, meter| {
                Ok(match labels.insert(child.clone(), label, meter)? {
                    None => SuccessorKind::New,
                    Some(label) if owns(label) => SuccessorKind::Known,
                    Some(_) => {
                        // The label changes to this side's, so that the state is listed only once.
                        labels.change(child.clone(), label);
                        middles.push(labels.state(puzzle, child));
                        SuccessorKind::Aim { is_last: !*whole }
                    }
                })
            })?;
            if let Some(growth) = growth {
                let is_last = !middles.is_empty() || here.layer.found() == 0;
                growth.layer(Some(here.side), here.layer.found() + middles.len(), is_last, &meter.stats);
            }
            here.layer.advance(meter);
        }
        meter.stats.depth = self.forward.depth + self.backward.depth;
        Ok(Outcome::Solved(()))
    }

    /// The point where the two sides have met, after [`run`](TwoSidedSearch::run) solved the puzzle.
    pub fn meeting(self) -> MeetingPoint<P, D> {
        let (split, length) = (self.forward.depth, Length(self.forward.depth + self.backward.depth));
        MeetingPoint { length, split, middles: self.middles, labels: self.labels }
    }

    /// A forecast of the work ahead, from the layers so far.
    pub fn forecast(&self) -> Forecast {
        let sides = [&self.forward, &self.backward].map(|side| Some(side.layer.growing()));
        Forecast { proved: self.proved, gap: 1, sides }
    }
}
