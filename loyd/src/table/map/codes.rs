//! Two bits for every state, in two lanes.
//!
//! | lanes | after a layer of even depth | of odd depth |
//! |---|---|---|
//! | neither | not met | not met |
//! | the first only | this layer | the one before |
//! | the second only | the one before | this layer |
//! | both | left behind | left behind |
//!
//! While the next layer is made, states of the layer before this one are left behind (their other bit is set), and new ones
//! get the bit of the lane that is not this layer's. Neither makes a state that is not in this layer look as if it were, nor the other
//! way round, in whichever order another thread sees the two words: so what is read of the states of others is always right, and the
//! words need be atomic only in name.

use std::sync::atomic::{AtomicU64, Ordering};

/// The lane of this layer, of that depth.
pub fn lane(depth: u32) -> usize {
    depth as usize & 1
}

/// The words of a block's lanes: this layer's, and the other.
#[derive(Clone, Copy)]
pub struct Lanes<'c> {
    this: &'c [AtomicU64],
    other: &'c [AtomicU64],
}

/// Words of both lanes of a block whose lanes have `width` words.
pub fn words_of(width: usize) -> usize {
    2 * width
}

impl<'c> Lanes<'c> {
    /// The lanes of one of several blocks that lie one after the other, as a layer of that depth sees them.
    #[inline(always)]
    pub fn new(blocks: &'c [AtomicU64], block: usize, width: usize, depth: u32) -> Self {
        let both = &blocks[block * 2 * width..][..2 * width];
        let (first, second) = both.split_at(width);
        if lane(depth) == 0 { Lanes { this: first, other: second } } else { Lanes { this: second, other: first } }
    }

    /// The states of this layer.
    #[inline(always)]
    pub fn layer(self) -> impl Iterator<Item = u64> + 'c {
        self.this.iter().zip(self.other).map(|(this, other)| read(this) & !read(other))
    }

    /// The states of this layer in one word.
    #[inline(always)]
    pub fn layer_word(self, word: usize) -> u64 {
        read(&self.this[word]) & !read(&self.other[word])
    }

    /// The states that were met before this layer, in one word; true until the next is begun.
    #[inline(always)]
    pub fn before_word(self, word: usize) -> u64 {
        read(&self.other[word])
    }

    /// Leaves the layer before this one behind, and gives the states met so far. Only for the owner of the block.
    #[inline(always)]
    pub fn leave(self) -> impl Iterator<Item = u64> + 'c {
        self.this.iter().zip(self.other).map(|(this, other)| {
            let (old, before) = (read(this), read(other));
            let met = old | before;
            if met != old {
                this.store(met, Ordering::Relaxed);
            }
            met
        })
    }

    /// Enters states into the next layer. Only for the owner of the block, who has left the layer before behind.
    #[inline(always)]
    pub fn enter(self, word: usize, new: u64) {
        let other = &self.other[word];
        other.store(read(other) | new, Ordering::Relaxed);
    }

    /// Enters a state into the next layer, whoever owns its block, and says whether it was not met before.
    #[inline(always)]
    pub fn enter_shared(self, word: usize, bit: u64) -> bool {
        (read(&self.this[word]) | read(&self.other[word])) & bit == 0
            && self.other[word].fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Enters a goal into layer 0, and says whether that is the first time.
    pub fn begin(self, word: usize, bit: u64) -> bool {
        self.this[word].fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

#[inline(always)]
fn read(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}
