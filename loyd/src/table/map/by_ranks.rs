//! A map by ranks alone: for every puzzle with numbered states.

use rayon::prelude::*;

use super::Ground;
use super::codes::Codes;
use crate::limits::{Meter, Stop};
use crate::puzzle::Ranked;

/// Words, of 64 ranks each, between two looks at the limits.
const BATCH: usize = 1 << 13;

/// Words that a thread takes at least at a time.
const SHARE: usize = 16;

/// The space, a bit pair a rank.
pub struct ByRanks<'p, P> {
    puzzle: &'p P,
    codes: Codes,
    words: usize,
    first: u64,
    /// States of the layer at hand, and ranks not met.
    layer: u64,
    left: u64,
}

/// The bytes of the bit pairs.
pub fn bytes<P: Ranked>(puzzle: &P) -> u64 {
    Codes::bytes(puzzle.ranks().div_ceil(64), 1)
}

impl<'p, P: Ranked> ByRanks<'p, P> {
    /// With the goals in layer 0.
    pub fn new(puzzle: &'p P, goals: &[P::State]) -> Result<Self, Stop> {
        let words = puzzle.ranks().div_ceil(64);
        let codes = Codes::new(words, 1)?;
        let first = goals.iter().filter(|goal| {
            let rank = puzzle.rank(goal);
            codes.lanes((rank / 64) as usize, 0).begin(0, 1 << (rank % 64))
        });
        let first = first.count() as u64;
        Ok(ByRanks { puzzle, codes, words: words as usize, first, layer: first, left: puzzle.ranks() - first })
    }

    /// The bits of a word that are ranks.
    fn ranks_of(&self, word: usize) -> u64 {
        let ranks = self.puzzle.ranks() - word as u64 * 64;
        if ranks >= 64 { u64::MAX } else { (1 << ranks) - 1 }
    }

    /// The predecessors of a word's states in the layer go into the next. Returns how many are new.
    fn push(&self, word: usize, depth: u32) -> u64 {
        let mut new = 0;
        each_bit(self.codes.lanes(word, depth).layer_word(0), |bit| {
            self.puzzle.predecessors(word as u64 * 64 + bit, &mut |rank| {
                let lanes = self.codes.lanes((rank / 64) as usize, depth);
                new += u64::from(lanes.enter_shared(0, 1 << (rank % 64)));
            });
        });
        new
    }

    /// A word's states that were not met and have a child in the layer go into the next. Returns how many they are.
    fn pull(&self, word: usize, depth: u32) -> u64 {
        let lanes = self.codes.lanes(word, depth);
        let met = lanes.layer_word(0) | lanes.before_word(0);
        let mut new = 0;
        each_bit(!met & self.ranks_of(word), |bit| {
            let mut is_near = 0;
            self.puzzle.children(word as u64 * 64 + bit, &mut |rank, _| {
                let layer = self.codes.lanes((rank / 64) as usize, depth).layer_word(0);
                is_near |= layer >> (rank % 64) & 1;
            });
            new |= is_near << bit;
        });
        lanes.enter(0, new);
        new.count_ones().into()
    }

    /// The states of one word that stand for the positions new with the layer.
    fn news(&self, word: usize, depth: u32) -> u64 {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let lanes = self.codes.lanes(word, depth);
        let layer = lanes.layer_word(0);
        if !self.puzzle.is_paired() {
            return layer;
        }
        let before = lanes.before_word(0);
        let known = (before | before >> 1) & EVEN;
        let even = layer & EVEN & !known;
        let odd = layer >> 1 & EVEN & !known & !even;
        even | odd << 1
    }
}

#[inline(always)]
fn each_bit(mut bits: u64, mut each: impl FnMut(u64)) {
    while bits != 0 {
        each(bits.trailing_zeros().into());
        bits &= bits - 1;
    }
}

impl<P: Ranked> Ground for ByRanks<'_, P> {
    fn first(&self) -> u64 {
        self.first
    }

    fn advance(&mut self, depth: u32, meter: &mut Meter<'_>) -> Result<u64, Stop> {
        let words = |each: &(dyn Fn(usize) -> u64 + Sync), meter: &mut Meter<'_>| {
            let mut new = 0;
            for begin in (0..self.words).step_by(BATCH) {
                meter.look(depth)?;
                let batch = begin..(begin + BATCH).min(self.words);
                new += batch.into_par_iter().with_min_len(SHARE).map(each).sum::<u64>();
            }
            Ok(new)
        };
        let left_behind = |word| self.codes.lanes(word, depth).leave().map(|_| 0).sum();
        words(&left_behind, meter)?;
        let new = if self.layer <= self.left {
            words(&|word| self.push(word, depth), meter)?
        } else {
            words(&|word| self.pull(word, depth), meter)?
        };
        meter.stats.expanded += self.layer;
        meter.stats.generated += new;
        (self.layer, self.left) = (new, self.left - new);
        Ok(new)
    }

    fn pairs(&self, depth: u32) -> u64 {
        let count = |word| u64::from(self.news(word, depth).count_ones());
        (0..self.words).into_par_iter().with_min_len(SHARE).map(count).sum()
    }

    fn ranks(&self, depth: u32, most: usize) -> Vec<u64> {
        let news = (0..self.words).flat_map(|word| {
            let mut ranks = Vec::new();
            each_bit(self.news(word, depth), |bit| ranks.push(word as u64 * 64 + bit));
            ranks
        });
        news.take(most).collect()
    }
}
