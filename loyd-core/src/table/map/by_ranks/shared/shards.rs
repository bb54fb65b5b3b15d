//! Shards of ranks: runs of words of equal number, of which each process owns a run.

use std::ops::Range;

use super::super::super::Share;
use crate::exact::exact;

/// Shards, at most: many more than processes, so that any number of these has about equal parts.
const MOST: u64 = 1 << 12;

/// Words of a shard, at least.
const LEAST_WORDS: u64 = 1 << 4;

/// Which words are whose.
#[derive(Clone, Copy, Debug)]
pub struct Shards {
    /// All words.
    words: u64,
    /// Those of a shard, a power of two.
    pub each: u64,
    pub share: Share,
}

impl Shards {
    pub fn new(words: u64, share: Share) -> Shards {
        let each = words.div_ceil(MOST).max(LEAST_WORDS).next_power_of_two();
        Shards { words, each, share }
    }

    /// The number of shards.
    pub fn number(&self) -> usize {
        exact::<usize>(self.words.div_ceil(self.each))
    }

    /// The first shard of a process.
    fn first(&self, process: usize) -> usize {
        (process * self.number()).div_ceil(self.share.number)
    }

    /// The process that owns a shard.
    pub fn owner(&self, shard: usize) -> usize {
        shard * self.share.number / self.number()
    }

    /// The shards of this process.
    pub fn own(&self) -> Range<usize> {
        self.first(self.share.own)..self.first(self.share.own + 1)
    }

    /// The words of a process.
    pub fn words_of(&self, process: usize) -> Range<u64> {
        let word = |process| (self.first(process) as u64 * self.each).min(self.words);
        word(process)..word(process + 1)
    }

    /// The words of this process.
    pub fn own_words(&self) -> Range<u64> {
        self.words_of(self.share.own)
    }
}

/// The words that a process of several holds, and those of a shard.
pub fn size(words: u64, share: Share) -> (u64, u64) {
    let shards = Shards::new(words, share);
    (shards.own().len() as u64 * shards.each, shards.each)
}
