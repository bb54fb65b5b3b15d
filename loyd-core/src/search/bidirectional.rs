//! Breadth-first search from both ends, the smaller layer first (I. Pohl, "Bi-directional search", 1971).
//!
//! **When the length is proved.** Both sides grow by whole layers. While no state lies within `f` moves of a start and
//! also within `b` moves of a goal, every solution has more than `f + b` moves, because a solution of at most `f + b`
//! moves contains such a state. So the first state that both sides meet, in the layer that makes the sum `f + b`, lies
//! on a shortest solution. The proof assumes nothing about parity, nor that moves have inverses: the backward side uses
//! [`Puzzle::undos_into`]. On both sides a state contains what it must remember (such as the kind of the last move).

use super::depths::{Depths, SuccessorBatch};
use super::{MeetingPoint, Outcome, a_move};
use crate::cost::{Cost, Length};
use crate::limits::{Growth, Meter, Side, Stop};
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
    let mut proved = a_move(puzzle, starts);
    meet(puzzle, starts, goals, whole, &mut proved, meter).unwrap_or_else(|why| Outcome::Stopped {
        at_least: Cost::moves(proved),
        best: None,
        why,
    })
}

/// One side of the search, with its last layer. Both sides share one closed list, so that one look-up shows which side
/// has met a state. A label in the list is twice the depth, plus 1 for the backward side.
struct SearchSide<H> {
    side: Side,
    bit: u32,
    layer: Vec<H>,
    depth: u32,
}

impl<H> SearchSide<H> {
    fn label(&self) -> u32 {
        self.depth * 2 + self.bit
    }

    fn owns(&self, label: u32) -> bool {
        label & 1 == self.bit
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

/// Grows both sides until they meet. `proved` is always a lower bound on the length of every solution.
fn meet<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    goals: &[P::State],
    whole: bool,
    proved: &mut u32,
    meter: &mut Meter<'_>,
) -> Result<Outcome<MeetingPoint<P, D>>, Stop> {
    let mut labels = D::empty(puzzle, meter)?;
    let mut forward = SearchSide { side: Side::Start, bit: 0, layer: Vec::new(), depth: 0 };
    let mut backward = SearchSide { side: Side::Goal, bit: 1, layer: Vec::new(), depth: 0 };
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
    let (mut batch, mut left) = (SuccessorBatch::new(), Vec::new());
    while middles.is_empty() {
        *proved = forward.depth + backward.depth + 1;
        if forward.layer.is_empty() || backward.layer.is_empty() {
            return Ok(Outcome::Unsolvable(Unsolvable::Exhausted));
        }
        meter.allow(Cost::moves(*proved))?;
        meter.look(*proved)?;
        let ahead = forward.layer.len() <= backward.layer.len();
        let here = if ahead { &mut forward } else { &mut backward };
        here.depth += 1;
        let mut next = Vec::new();
        let layer = std::mem::take(&mut here.layer);
        let mut rest = &layer[..];
        while !rest.is_empty() {
            meter.tick(*proved)?;
            batch.fill::<P, D>(puzzle, &mut rest, ahead, meter);
            labels.sift(&batch.children, |label| here.owns(label), &mut left);
            let (mut made, mut new) = (batch.children.len(), 0);
            for &place in &left {
                let child = batch.children[place as usize];
                match labels.insert(child, here.label(), meter)? {
                    None => meter.push(&mut next, child)?,
                    Some(label) if here.owns(label) => continue,
                    Some(_) => {
                        // The label changes to this side's, so that the state is listed only once.
                        labels.change(child, here.label());
                        middles.push(labels.state(puzzle, child));
                    }
                }
                new += 1;
                if !whole && !middles.is_empty() {
                    made = place as usize + 1;
                    rest = &[];
                    break;
                }
            }
            batch.count(made, new, meter);
        }
        if let Some(growth) = &mut growth {
            let is_last = !middles.is_empty() || next.is_empty();
            growth.layer(Some(here.side), next.len() + middles.len(), is_last, &meter.stats);
        }
        meter.free(layer);
        here.layer = next;
    }
    let (split, length) = (forward.depth, forward.depth + backward.depth);
    meter.stats.depth = length;
    Ok(Outcome::Solved(MeetingPoint { length: Length(length), split, middles, labels }))
}
