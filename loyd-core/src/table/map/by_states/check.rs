//! Packed states compared with their neighbours, which are made as states.
//!
//! Positions of the layer at hand are compared while the next layer is made: the tables by which a bucket looks up what
//! was found hold this layer, the one before and the next, and where moves are one-way, all earlier ones. So a
//! comparison costs little more than the making of the neighbours.
//!
//! - A position has a successor in the layer before, and none in an earlier one.
//! - Its predecessors are all met by the end of the next layer. Where every move is taken back by a move, its successors
//!   are, too, so none of them is in an earlier layer, and none is farther away than one move.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::bucket::{Bucket, hash};
use super::packs::Packs;
use super::{BUCKETS, ByStates, GROUP, bucket_of, lock};
use crate::exact::exact;
use crate::limits::Meter;
use crate::splitmix;
use crate::table::map::Halt;
use crate::table::map::check::{Checks, FEWEST, MapChecked};

/// Kept states that are mapped in 50 times the time that the check of one takes, about.
const PRICE: u64 = 1 << 8;

/// Positions that are drawn of a layer, at most.
const MOST: u64 = 100_000;

/// The part of the bytes that may wait which questions may take.
const SHARE_OF_WAITING: u64 = 1 << 4;

/// Bytes of a question besides its state.
const ASKER: u64 = size_of::<u32>() as u64;

/// A position was compared.
const ASKED: u8 = 1;
/// A successor is in the layer before.
const BEFORE: u8 = 2;
/// A successor is in an earlier layer.
const EARLIER: u8 = 4;
/// A neighbour was not met.
const UNMET: u8 = 8;

/// Where a state was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// In the layer at hand or in the next.
    Here,
    Before,
    Earlier,
    Nowhere,
}

/// The states of a bucket that are asked for, and for whom: a position, twice its number, and one more if the state is
/// on the side of the predecessors.
#[derive(Debug, Default)]
pub struct Asked {
    pub states: Vec<u8>,
    pub askers: Vec<u32>,
}

/// What is compared of the layer at hand.
#[derive(Debug)]
pub struct Comparison {
    pub checks: Checks,
    are_two_way: bool,
    random: u64,
    /// The kept states of which positions are compared, and what is known of each position: as many as a state can
    /// stand for, or one.
    states: Vec<u8>,
    known: Vec<AtomicU8>,
    pub checked: MapChecked,
}

impl Comparison {
    pub fn new(checks: Checks, are_two_way: bool) -> Self {
        let (states, known) = Default::default();
        Comparison { checks, are_two_way, random: 0xc4ec, states, known, checked: MapChecked::default() }
    }

    /// Bytes of questions beside what waits.
    pub fn bytes(most_waiting: u64) -> u64 {
        most_waiting / SHARE_OF_WAITING
    }

    /// A state was found for an asker.
    pub fn found(&self, asker: u32, seen: Seen) {
        let is_back = asker & 1 == 1;
        let bit = match seen {
            Seen::Nowhere if is_back || self.are_two_way => UNMET,
            Seen::Before if !is_back => BEFORE,
            Seen::Earlier if !is_back => EARLIER,
            _ => return,
        };
        self.known[asker as usize / 2].fetch_or(bit, Ordering::Relaxed);
    }

    /// Forgets what was asked.
    pub fn clear(&mut self) {
        self.states.clear();
        self.known.clear();
    }

    /// The most kept states of which positions are compared at a time, if their questions take so many bytes at most.
    fn most(&self, packs: &dyn Packs, bytes: u64, moves: u64, images: u64) -> usize {
        let each = 2 * moves * images * (packs.width() as u64 + ASKER) + packs.width() as u64 + images;
        exact((bytes / each).clamp(1, MOST))
    }

    /// What all answers come to, where the layer at hand is that of `depth`.
    fn conclude(&mut self, width: usize, images: usize, depth: u32) -> Result<(), Halt> {
        for (number, known) in self.known.iter_mut().enumerate() {
            let known = *known.get_mut();
            if known & ASKED == 0 {
                continue;
            }
            self.checked.positions += 1;
            let what = match known {
                _ if known & EARLIER != 0 => "a move leads to an earlier layer than the one before",
                _ if known & UNMET != 0 => "a state beside it is in neither of the layers around",
                _ if depth > 0 && known & BEFORE == 0 => "no move leads to the layer before",
                _ => continue,
            };
            let state = &self.states[number / images * width..][..width];
            let what =
                format!("in the layer of {depth}, of a position for which the packed state {state:?} stands {what}");
            return Err(Halt::Wrong(what));
        }
        self.clear();
        Ok(())
    }
}

/// Who draws positions of a layer while it is read bucket by bucket.
#[derive(Debug)]
pub struct Draw {
    /// Positions that are still to be drawn now, and of each bucket from here on, as a part of `BUCKETS`.
    due: u64,
    each: u64,
    left: u64,
}

impl ByStates<'_> {
    /// How many positions of the layer at hand are drawn.
    pub fn draw(&self) -> Draw {
        let images = self.packs.symmetries();
        let most = self.comparison.most(self.packs, Comparison::bytes(self.most_waiting), self.most_moves, 1) as u64;
        let all = (FEWEST + self.layer / (PRICE * images)).min(most);
        let few = FEWEST.min(all);
        match self.comparison.checks {
            Checks::Drawn => Draw { due: few * BUCKETS as u64, each: all - few, left: most },
            Checks::All => Draw { due: 0, each: 0, left: 0 },
        }
    }

    /// Draws positions of a bucket, whose states these are, and asks for their neighbours.
    pub fn ask_some(&mut self, draw: &mut Draw, states: &[u8]) -> Result<(), Halt> {
        let (width, all) = (self.packs.width(), BUCKETS as u64);
        draw.due += draw.each;
        let number = (states.len() / width).min(exact((draw.due / all).min(draw.left)));
        (draw.due, draw.left) = (draw.due - number as u64 * all, draw.left - number as u64);
        let mut drawn = Vec::with_capacity(number * width);
        for part in 0..number {
            // One of each of as many parts.
            let [begin, end] = [part, part + 1].map(|part| part * (states.len() / width) / number);
            let at = begin as u64 + splitmix::next(&mut self.comparison.random) % (end - begin) as u64;
            drawn.extend_from_slice(&states[exact::<usize>(at) * width..][..width]);
        }
        self.ask(&drawn, Some(1))
    }

    /// Asks for the neighbours of one image of each of these states, or of all.
    fn ask(&mut self, states: &[u8], images: Option<usize>) -> Result<(), Halt> {
        let width = self.packs.width();
        let each = images.unwrap_or_else(|| exact(self.packs.symmetries()));
        let first = self.comparison.states.len() / width;
        self.comparison.states.extend_from_slice(states);
        self.comparison.known.resize_with(self.comparison.states.len() / width * each, AtomicU8::default);
        let seed = splitmix::next(&mut self.comparison.random);
        let (packs, buckets, known) = (self.packs, &self.buckets, &self.comparison.known);
        let ask = |(at, state): (usize, &[u8])| {
            let mut moves = 0;
            let chosen = images.map(|_| splitmix::next(&mut (seed ^ at as u64)));
            let weight = packs.near_images(state, chosen, &mut |image, near| {
                let number = (first + at) * each + image;
                known[number].store(ASKED, Ordering::Relaxed);
                if let Some((is_back, near)) = near {
                    moves += 1;
                    lock(&buckets[bucket_of(hash(near))]).ask(near, exact(number * 2 + usize::from(is_back)));
                }
            });
            match weight == packs.images(state) {
                true => Ok(moves),
                false => Err(Halt::Wrong(format!(
                    "the packed state {state:?} has {weight} images, and counts for more or fewer"
                ))),
            }
        };
        let moves = states.par_chunks(width).enumerate().map(ask).try_reduce(|| 0, |one, other| Ok(one + other))?;
        self.comparison.checked.moves += moves;
        Ok(())
    }

    /// Compares all positions of the layer at hand when the next, which is not yet counted in, is whole; or ends the
    /// comparison of those that were drawn.
    pub fn conclude(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let width = self.packs.width();
        if self.comparison.checks == Checks::Drawn {
            return self.comparison.conclude(width, 1, depth);
        }
        let images = self.packs.symmetries();
        let most = self.comparison.most(self.packs, self.most_waiting, self.most_moves, images);
        for own in 0..BUCKETS {
            let states = lock(&self.buckets[own]).layer(0, self.files.as_ref())?.into_owned();
            for some in states.chunks(most * width) {
                self.ask(some, None)?;
                self.answer(depth, meter)?;
                self.comparison.conclude(width, exact(images), depth)?;
            }
        }
        Ok(())
    }

    /// Answers what is asked of all buckets.
    fn answer(&self, depth: u32, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let threads = rayon::current_num_threads() as u64;
        for group in self.buckets.chunks(GROUP) {
            let looked_at = group.iter().map(|bucket| lock(bucket).looked_at(self.looks_at));
            let at_hand = looked_at.max().unwrap_or(0) * 3 * threads;
            meter.grow(at_hand)?;
            let answer =
                |bucket| Bucket::answer(&mut lock(bucket), self.looks_at, self.files.as_ref(), &self.comparison);
            let answered = group.par_iter().try_for_each(answer);
            meter.shrink(at_hand);
            answered?;
            meter.watch(depth)?;
        }
        Ok(())
    }
}
