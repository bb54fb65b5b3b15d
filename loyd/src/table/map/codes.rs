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

use crate::limits::Stop;

/// The lanes of all states: `width` words of the first and as many of the second for each block.
#[derive(Debug)]
pub struct Codes {
    words: Vec<AtomicU64>,
    width: usize,
}

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

impl Codes {
    /// Bytes of so many blocks.
    pub fn bytes(blocks: u64, width: usize) -> u64 {
        blocks.saturating_mul(width as u64).saturating_mul(16)
    }

    /// So many blocks of `width` words, no state met.
    pub fn new(blocks: u64, width: usize) -> Result<Self, Stop> {
        let length =
            blocks.checked_mul(width as u64 * 2).and_then(|words| usize::try_from(words).ok()).ok_or(Stop::Bytes)?;
        let mut words = Vec::new();
        words.try_reserve_exact(length).map_err(|_| Stop::Bytes)?;
        words.extend((0..length).map(|_| AtomicU64::new(0)));
        Ok(Codes { words, width })
    }

    /// The lanes of a block as a layer of that depth sees them.
    #[inline(always)]
    pub fn lanes(&self, block: usize, depth: u32) -> Lanes<'_> {
        let both = &self.words[block * 2 * self.width..][..2 * self.width];
        let (first, second) = both.split_at(self.width);
        if lane(depth) == 0 { Lanes { this: first, other: second } } else { Lanes { this: second, other: first } }
    }
}

impl<'c> Lanes<'c> {
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
