//! The two lanes of a beam. A lane has half of a layer with its children, and makes half of the next layer.
//!
//! A lane keeps the states of every other bucket, whichever lane their parents are in. States of different buckets are
//! different, so a lane need not ask the other lane which states were seen.

use std::hash::{BuildHasher, Hash};
use std::ops::RangeInclusive;

use rustc_hash::FxBuildHasher;

use crate::exact::exact;
use crate::heuristic::{Heuristic, UNREACHABLE};
use crate::limits::{Meter, Stop};
use crate::puzzle::{BeamHints, MoveSet, Puzzle};
use crate::splitmix;

/// A state of a layer.
pub(super) struct BeamState<P: Puzzle, M> {
    pub(super) state: P::State,
    pub(super) memo: M,
    /// The step that led to the state: its parent pointer.
    pub(super) step_of: u32,
    /// The moves that are not tried from the state.
    pub(super) back: P::Moves,
}

/// A child that may be kept.
#[derive(Clone, Copy)]
pub(super) struct BeamChild<M> {
    /// The estimate in the upper 32 bits, and a random number in the lower 32 bits.
    key: u64,
    parent: u32,
    m: M,
}

/// One step of a path: the step before, and the move. A start has no move.
#[derive(Clone, Copy)]
pub(super) struct BeamStep<M> {
    pub(super) before: u32,
    pub(super) m: Option<M>,
}

/// The largest number of buckets. Bucket numbers that agree modulo this number mean one bucket.
pub(super) const MOST_BUCKETS: usize = 256;

/// The number of lanes. A thread may work on each lane; the result does not depend on whether it does.
pub(super) const LANES: usize = 2;

/// Half of a layer, and its children.
pub(super) struct Half<P: Puzzle, M> {
    pub(super) layer: Vec<BeamState<P, M>>,
    /// The children, by bucket.
    pub(super) children: Vec<Vec<BeamChild<P::Move>>>,
    pub(super) rng: u64,
}

/// The half of the next layer that a lane makes: the states of every other bucket.
pub(super) struct Keeper<P: Puzzle, M> {
    pub(super) next: Vec<BeamState<P, M>>,
    /// The steps to the states of this lane. The number of a step is its place here times [`LANES`], plus the lane.
    pub(super) steps: Vec<BeamStep<P::Move>>,
    pub(super) seen: SeenHashes,
    /// A buffer for the keys of a bucket, while children are chosen.
    pub(super) keys: Vec<u64>,
    /// The offers of this lane's buckets.
    pub(super) offers: Vec<Offer>,
}

/// The children that a bucket can still offer.
#[derive(Clone, Copy, Default)]
pub(super) struct Offer {
    /// The keys from here on were not looked at.
    from: u64,
    /// The number of children that were not looked at.
    pub(super) left: usize,
    /// The number of children that may be made.
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
    pub(super) fn children_in(&self, bucket: usize) -> &[BeamChild<P::Move>] {
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
                    meter.push(&mut self.children[bucket], BeamChild { key, parent: parent as u32, m })?;
                }
            }
        }
        Ok(())
    }
}

impl<P: Puzzle, M: Copy> Keeper<P, M> {
    pub(super) fn new(width: usize, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let seen = SeenHashes::new(width, meter)?;
        Ok(Keeper { next: Vec::new(), steps: Vec::new(), seen, keys: Vec::new(), offers: Vec::new() })
    }

    pub(super) fn release(self, meter: &mut Meter<'_>) {
        meter.free(self.next);
        meter.free(self.steps);
        meter.free(self.seen.slots);
        meter.free(self.keys);
    }

    /// Stores a step, and returns its number.
    #[expect(clippy::cast_possible_truncation, reason = "a place in a beam is a `u32`")]
    pub(super) fn record(&mut self, lane: usize, step: BeamStep<P::Move>, meter: &mut Meter<'_>) -> Result<u32, Stop> {
        meter.push(&mut self.steps, step)?;
        Ok(((self.steps.len() - 1) * LANES + lane) as u32)
    }

    /// Makes as many children of each bucket as its share allows, and shares out the unused room again. Returns the
    /// last step to a goal, if a goal was made.
    pub(super) fn keep<G: Heuristic<P, Memo = M>>(
        &mut self,
        lane: usize,
        puzzle: &P,
        guide: &G,
        halves: &[Half<P, M>; LANES],
        number: u64,
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
                            let mut state = parent.state.clone();
                            puzzle.apply(&mut state, child.m);
                            if self.seen.again(&state) {
                                meter.stats.duplicates += 1;
                                continue;
                            }
                            let memo = guide.ahead(puzzle, &parent.state, child.m, &parent.memo);
                            let back = puzzle.back(&parent.state, child.m);
                            let step_of =
                                self.record(lane, BeamStep { before: parent.step_of, m: Some(child.m) }, meter)?;
                            if puzzle.is_goal(&state) {
                                return Ok(Some(step_of));
                            }
                            meter.push(&mut self.next, BeamState { state, memo, step_of, back })?;
                        }
                    }
                }
            }
            meter.tick(0)?;
            share(&mut self.offers, width.saturating_sub(self.next.len()), number);
        }
        Ok(None)
    }

    /// The range of the keys of the `wanted` most promising children that were not looked at. The children stay in the
    /// order of their parents, so that memory is read from one end to the other.
    fn choose(
        &mut self,
        at: usize,
        children: &[&[BeamChild<P::Move>]; 2],
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

/// Divides `room` among the buckets as equally as their children allow. Shares differ by 1 where a remainder is left.
pub(super) fn share(offers: &mut [Offer], room: usize, number: u64) {
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
    // A random number decides which buckets are first to get one of the remaining places.
    let first = exact::<usize>(number % offers.len().max(1) as u64);
    let (before, after) = offers.split_at_mut(first);
    let more = after.iter_mut().chain(before).filter(|offer| offer.left > offer.share);
    more.take(rest).for_each(|offer| offer.share += 1);
}

/// The hashes of the states seen lately.
pub(super) struct SeenHashes {
    pub(super) slots: Vec<u64>,
}

impl SeenHashes {
    /// Makes a table with slots for the last few layers.
    fn new(width: usize, meter: &mut Meter<'_>) -> Result<SeenHashes, Stop> {
        let slots = width.saturating_mul(8 / LANES).clamp(1 << 10, 1 << 26).next_power_of_two();
        Ok(SeenHashes { slots: meter.filled(slots, 0)? })
    }

    /// Returns whether the state was seen and not forgotten, and remembers it from now on.
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
        // Compares with a deal of one place at a time.
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
            assert_eq!(shares(&left, room, first as u64), dealt, "{left:?} {room} {first}");
        }
    }
}
