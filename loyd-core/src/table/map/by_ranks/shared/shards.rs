//! Shards of ranks: runs of equally many words. Each process owns a run of shards.

use std::ops::Range;

use super::super::super::Share;
use crate::exact::exact;

/// The most shards: many more than processes, so that any number of processes has about equal parts.
const MOST: u64 = 1 << 12;

/// The fewest words of a shard.
const LEAST_WORDS: u64 = 1 << 4;

/// The owners of all words.
#[derive(Clone, Copy, Debug)]
pub struct Shards {
    /// The number of all words.
    words: u64,
    /// The number of words in a shard, a power of two.
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

/// The number of words that one of several processes holds, and the number of words in a shard.
pub fn size(words: u64, share: Share) -> (u64, u64) {
    let shards = Shards::new(words, share);
    (shards.own().len() as u64 * shards.each, shards.each)
}
