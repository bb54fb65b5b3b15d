//! The two lanes of a beam: half of a layer with its children, and what is kept of them.
//!
//! A lane keeps every other bucket, whoever its children's parents are. States of different buckets are different, so
//! the lanes need not ask each other what was seen.

use std::hash::{BuildHasher, Hash};
use std::ops::RangeInclusive;

use rustc_hash::FxBuildHasher;

use crate::heuristic::{Heuristic, UNREACHABLE};
use crate::limits::{Meter, Stop};
use crate::puzzle::{BeamHints, MoveSet, Puzzle};
use crate::splitmix;

/// A state of a layer.
pub(super) struct Kept<P: Puzzle, M> {
    pub(super) state: P::State,
    pub(super) memo: M,
    /// The step that led to it: its parent pointer.
    pub(super) step_of: u32,
    /// The moves not to be tried.
    pub(super) back: P::Moves,
}

/// A child that may be kept.
#[derive(Clone, Copy)]
pub(super) struct Child<M> {
    /// The estimate, and below it a lot.
    key: u64,
    parent: u32,
    m: M,
}

/// One step of a way: the step before, and the move. A start has no move.
#[derive(Clone, Copy)]
pub(super) struct Step<M> {
    pub(super) before: u32,
    pub(super) m: Option<M>,
}

/// Buckets whose numbers agree modulo this are one.
pub(super) const MOST_BUCKETS: usize = 256;

/// Two lanes: a thread may work on each, and what comes out does not depend on whether one does.
pub(super) const LANES: usize = 2;

/// Half of a layer, and its children.
pub(super) struct Half<P: Puzzle, M> {
    pub(super) layer: Vec<Kept<P, M>>,
    /// By buckets.
    pub(super) children: Vec<Vec<Child<P::Move>>>,
    pub(super) rng: u64,
}

/// What becomes half of the next layer: the states of every other bucket.
pub(super) struct Keeper<P: Puzzle, M> {
    pub(super) next: Vec<Kept<P, M>>,
    /// Steps to the states of this lane. A step is known by its place here times [`LANES`], and the lane.
    pub(super) steps: Vec<Step<P::Move>>,
    pub(super) seen: Seen,
    /// For choosing: keys of a bucket.
    pub(super) keys: Vec<u64>,
    /// What each of its buckets has to offer.
    pub(super) offers: Vec<Offer>,
}

/// What a bucket has to offer.
#[derive(Clone, Copy, Default)]
pub(super) struct Offer {
    /// The least key that was not looked at.
    from: u64,
    /// Children not looked at.
    pub(super) left: usize,
    /// How many may be made.
    pub(super) share: usize,
}

impl<P: Puzzle, M: Copy> Half<P, M> {
    pub(super) fn new(rng: u64) -> Self {
        Half { layer: Vec::new(), children: Vec::new(), rng }
    }

    pub(super) fn release(self, meter: &mut Meter<'_>) {
        meter.free(self.layer);
        for children in self.children {
            meter.free(children);
        }
    }

    /// The children in a bucket.
    pub(super) fn children_in(&self, bucket: usize) -> &[Child<P::Move>] {
        if bucket < self.children.len() { &self.children[bucket] } else { &[] }
    }

    /// Lists the children, with their estimates.
    #[expect(clippy::cast_possible_truncation, reason = "a place in a beam is a `u32`")]
    pub(super) fn look_ahead<G: Heuristic<P, Memo = M>>(
        &mut self,
        puzzle: &P,
        guide: &G,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        for children in &mut self.children {
            children.clear();
        }
        for (parent, kept) in self.layer.iter().enumerate() {
            meter.tick(0)?;
            meter.stats.expanded += 1;
            for m in puzzle.moves(&kept.state).without(kept.back).iter() {
                meter.stats.generated += 1;
                let ahead = guide.ahead(puzzle, &kept.state, m, &kept.memo);
                let estimate = guide.bound(&ahead);
                if estimate < UNREACHABLE {
                    let key = u64::from(estimate) << 32 | splitmix::next(&mut self.rng) >> 32;
                    let bucket =
                        puzzle.beam_hints().map_or(0, |hints| hints.bucket(&kept.state, m)) as usize % MOST_BUCKETS;
                    if self.children.len() <= bucket {
                        self.children.resize_with(bucket + 1, Vec::new);
                    }
                    meter.push(&mut self.children[bucket], Child { key, parent: parent as u32, m })?;
                }
            }
        }
        Ok(())
    }
}

impl<P: Puzzle, M: Copy> Keeper<P, M> {
    pub(super) fn new(width: usize, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let seen = Seen::new(width, meter)?;
        Ok(Keeper { next: Vec::new(), steps: Vec::new(), seen, keys: Vec::new(), offers: Vec::new() })
    }

    pub(super) fn release(self, meter: &mut Meter<'_>) {
        meter.free(self.next);
        meter.free(self.steps);
        meter.free(self.seen.slots);
        meter.free(self.keys);
    }

    /// Writes a step down, and says how it is known.
    #[expect(clippy::cast_possible_truncation, reason = "a place in a beam is a `u32`")]
    pub(super) fn record(&mut self, lane: usize, step: Step<P::Move>, meter: &mut Meter<'_>) -> Result<u32, Stop> {
        meter.push(&mut self.steps, step)?;
        Ok(((self.steps.len() - 1) * LANES + lane) as u32)
    }

    /// Makes as many children of each bucket as it may have, and shares out what is not used.
    pub(super) fn keep<G: Heuristic<P, Memo = M>>(
        &mut self,
        lane: usize,
        puzzle: &P,
        guide: &G,
        halves: &[Half<P, M>; LANES],
        number: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Stop> {
        let width = shares(&self.offers);
        while shares(&self.offers) > 0 {
            for at in 0..self.offers.len() {
                let bucket = at * LANES + lane;
                let children = [halves[0].children_in(bucket), halves[1].children_in(bucket)];
                let full = self.next.len() + self.offers[at].share;
                while self.next.len() < full && self.offers[at].left > 0 {
                    let range = self.choose(at, &children, full - self.next.len(), meter)?;
                    for half in 0..LANES {
                        for child in children[half] {
                            if !range.contains(&child.key) {
                                continue;
                            }
                            let parent = &halves[half].layer[child.parent as usize];
                            let mut state = parent.state;
                            puzzle.apply(&mut state, child.m);
                            if self.seen.again(&state) {
                                meter.stats.duplicates += 1;
                                continue;
                            }
                            let memo = guide.ahead(puzzle, &parent.state, child.m, &parent.memo);
                            let back = puzzle.back(&parent.state, child.m);
                            let step_of =
                                self.record(lane, Step { before: parent.step_of, m: Some(child.m) }, meter)?;
                            if puzzle.is_goal(&state) {
                                return Ok(Some(step_of));
                            }
                            meter.push(&mut self.next, Kept { state, memo, step_of, back })?;
                        }
                    }
                }
            }
            meter.tick(0)?;
            share(&mut self.offers, width.saturating_sub(self.next.len()), number);
        }
        Ok(None)
    }

    /// The range of the keys of so many children, the most promising of those that were not looked at. The children
    /// stay in the order of their parents, so that memory is read from one end to the other.
    fn choose(
        &mut self,
        at: usize,
        children: &[&[Child<P::Move>]; 2],
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> Result<RangeInclusive<u64>, Stop> {
        let offer = &mut self.offers[at];
        let from = offer.from;
        self.keys.clear();
        for children in children {
            for child in *children {
                if child.key >= from {
                    meter.push(&mut self.keys, child.key)?;
                }
            }
        }
        Ok(from..=offer.take(&mut self.keys, wanted))
    }
}

impl Offer {
    /// Takes the `wanted` least keys; returns the greatest of them.
    fn take(&mut self, keys: &mut [u64], wanted: usize) -> u64 {
        let last = if wanted < keys.len() { *keys.select_nth_unstable(wanted.max(1) - 1).1 } else { u64::MAX };
        self.left = keys.iter().filter(|&&key| key > last).count();
        self.from = last.saturating_add(1);
        last
    }
}

/// The sum of the shares.
fn shares(offers: &[Offer]) -> usize {
    offers.iter().map(|offer| offer.share).sum()
}

/// Shares the room out: no bucket gets less than another unless it has no more to offer.
pub(super) fn share(offers: &mut [Offer], room: usize, number: usize) {
    let mut left: Vec<usize> = offers.iter().map(|offer| offer.left).filter(|&left| left > 0).collect();
    left.sort_unstable();
    let (mut rest, mut larger, mut each) = (room, left.len(), 0);
    for left in left {
        if left * larger > rest {
            each = rest / larger;
            rest %= larger;
            break;
        }
        each = left;
        rest -= left;
        larger -= 1;
    }
    offers.iter_mut().for_each(|offer| offer.share = offer.left.min(each));
    // Where not all can have one more, a random number decides who begins.
    let first = number % offers.len().max(1);
    let (before, after) = offers.split_at_mut(first);
    let more = after.iter_mut().chain(before).filter(|offer| offer.left > offer.share);
    more.take(rest).for_each(|offer| offer.share += 1);
}

/// Hashes of the states seen lately.
pub(super) struct Seen {
    pub(super) slots: Vec<u64>,
}

impl Seen {
    /// Slots for the last few layers.
    fn new(width: usize, meter: &mut Meter<'_>) -> Result<Seen, Stop> {
        let slots = width.saturating_mul(8 / LANES).clamp(1 << 10, 1 << 26).next_power_of_two();
        Ok(Seen { slots: meter.filled(slots, 0)? })
    }

    /// Whether the state was seen and not forgotten; it is remembered from now on.
    #[inline]
    fn again(&mut self, state: &impl Hash) -> bool {
        let hash = FxBuildHasher.hash_one(state);
        let slot = (hash >> 20) as usize & (self.slots.len() - 1);
        std::mem::replace(&mut self.slots[slot], hash) == hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_share_alike_and_what_one_lacks_the_others_get() {
        let shares = |left: &[usize], room, rng| {
            let mut offers: Vec<Offer> = left.iter().map(|&left| Offer { left, ..Offer::default() }).collect();
            share(&mut offers, room, rng);
            offers.iter().map(|offer| offer.share).collect::<Vec<_>>()
        };
        assert_eq!(shares(&[9, 9, 9], 9, 0), [3, 3, 3]);
        assert_eq!(shares(&[1, 9, 9], 9, 0), [1, 4, 4]);
        assert_eq!(shares(&[1, 9, 9], 8, 0), [1, 4, 3]);
        assert_eq!(shares(&[1, 9, 9], 8, 2), [1, 3, 4]);
        assert_eq!(shares(&[0, 5, 2], 100, 1), [0, 5, 2]);
        assert_eq!(shares(&[4, 4, 4], 2, 1), [0, 1, 1]);
        assert_eq!(shares(&[4, 4], 0, 0), [0, 0]);
        assert_eq!(shares(&[], 5, 3), [0; 0]);
        // Against dealing one by one.
        let mut rng = 1;
        for _ in 0..200 {
            let left: Vec<usize> = (0..7).map(|_| splitmix::next(&mut rng) as usize % 12).collect();
            let (room, first) = (splitmix::next(&mut rng) as usize % 60, splitmix::next(&mut rng) as usize % 7);
            let mut dealt = vec![0; 7];
            let mut rest = room.min(left.iter().sum());
            while rest > 0 {
                for at in (first..7).chain(0..first).filter(|&at| left[at] > 0) {
                    if rest > 0 && dealt[at] < left[at] {
                        dealt[at] += 1;
                        rest -= 1;
                    }
                }
            }
            assert_eq!(shares(&left, room, first), dealt, "{left:?} {room} {first}");
        }
    }
}
