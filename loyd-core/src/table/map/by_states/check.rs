//! Compares packed states with their neighbours, which are generated as states.
//!
//! Positions of the current layer are compared while the next layer is made. The tables in which a bucket looks up
//! states hold this layer, the layer before and the next, and, where moves are one-way, all earlier layers. So a
//! comparison costs little more than the generation of the neighbours.
//!
//! - A position has a successor in the layer before, and no successor in an earlier layer.
//! - Its predecessors are all met by the end of the next layer. Where every move is taken back by a move, its
//!   successors are, too, so no successor is in an earlier layer, and no successor is farther away than one move.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::bucket::Bucket;
use super::comparison::{ASKED, Comparison};
use super::hash::hash;
use super::{BUCKETS, ByStates, GROUP, bucket_of, lock};
use crate::exact::exact;
use crate::limits::Meter;
use crate::splitmix;
use crate::table::map::Halt;
use crate::table::map::check::FEWEST;

/// The check of one position takes about as long as the map of `PRICE / 50` stored states.
const PRICE: u64 = 1 << 8;

/// The positions that are still to be drawn of a layer, while the layer is read bucket by bucket.
#[derive(Debug)]
pub struct DrawnStates {
    /// Positions that are still to be drawn now, and that each bucket from here on adds, as multiples of 1 / `BUCKETS`.
    due: u64,
    each: u64,
    left: u64,
}

impl ByStates<'_> {
    /// The number of positions of the current layer that are drawn.
    pub fn draw(&self) -> DrawnStates {
        let images = self.packs.symmetries();
        let most = self.comparison.most(self.packs, Comparison::bytes(self.most_waiting), self.most_moves(), 1) as u64;
        let all = (FEWEST + self.layer / (PRICE * images)).min(most);
        let few = FEWEST.min(all);
        match self.comparison.is_whole {
            false => DrawnStates { due: few * BUCKETS as u64, each: all - few, left: most },
            true => DrawnStates { due: 0, each: 0, left: 0 },
        }
    }

    /// Draws positions of a bucket, which has these states, and asks for their neighbours.
    pub fn ask_some(&mut self, draw: &mut DrawnStates, states: &[u8]) -> Result<(), Halt> {
        let (width, all) = (self.packs.width(), BUCKETS as u64);
        draw.due += draw.each;
        let number = (states.len() / width).min(exact((draw.due / all).min(draw.left)));
        (draw.due, draw.left) = (draw.due - number as u64 * all, draw.left - number as u64);
        let mut drawn = Vec::with_capacity(number * width);
        for part in 0..number {
            // One position is drawn from each of `number` equal parts.
            let [begin, end] = [part, part + 1].map(|part| part * (states.len() / width) / number);
            let at = begin as u64 + splitmix::next(&mut self.comparison.random) % (end - begin) as u64;
            drawn.extend_from_slice(&states[exact::<usize>(at) * width..][..width]);
        }
        self.ask(&drawn, Some(1))
    }

    /// Asks for the neighbours of one image of each state, or of all its images.
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

    /// Compares all positions of the current layer when the next layer, which is not yet counted, is complete; or ends
    /// the comparison of the positions that were drawn.
    pub fn conclude(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let width = self.packs.width();
        if !self.comparison.is_whole {
            return self.comparison.conclude(width, 1, depth);
        }
        let images = self.packs.symmetries();
        let most = self.comparison.most(self.packs, self.most_waiting, self.most_moves(), images);
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

    /// Answers the questions of all buckets.
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
