//! The codings of a layer in two bits for every state, stored in two planes.
//!
//! While a thread makes the next layer, other threads read this layer. So a state that is entered must never look like
//! a state of this layer, and a state of this layer must always look like one, in whichever order another thread sees
//! the two words. Two codings have this property, and so the words need be atomic only in name:
//!
//! - [`Coding::Lanes`] distinguishes this layer from all others:
//!
//!   | planes | after a layer of even depth | after a layer of odd depth |
//!   |---|---|---|
//!   | neither | not met | not met |
//!   | the first only | this layer | the layer before |
//!   | the second only | the layer before | this layer |
//!   | both | left behind | left behind |
//!
//!   While the next layer is made, the layer before this one is left behind (its states get their other bit), and new
//!   states get the bit that this layer does not use.
//! - [`Coding::Thirds`] is a table of distances when the map is complete: 1 + depth modulo 3, its low bit in the first
//!   plane. A value that was entered never changes. A layer looks like the layer three before it, but all neighbours of
//!   that layer were met, so no state that was not met has a neighbour there. Code 3 is entered while code 2 is this
//!   layer's. Its first bit is stored before its second bit (release), and the second is read before the first
//!   (acquire). So a thread that reads the second bit as set also reads the first as set.

use std::sync::atomic::{AtomicU64, Ordering};

/// How two bits describe the layer of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// The two bits distinguish this layer, the layer before it, and all earlier layers.
    Lanes,
    /// The two bits contain the depth modulo 3.
    Thirds,
}

impl Coding {
    /// The coding's name in the identity of a checkpoint.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Lanes => "two lanes",
            Coding::Thirds => "two planes of bits; 0: not met, else 1 + distance mod 3",
        }
    }
}

/// The plane that contains the layer of that depth under `Lanes`; also the index of the layer's counts.
pub fn lane(depth: u32) -> usize {
    depth as usize & 1
}

/// The two planes of a block, read for a layer from which the next is made.
#[derive(Clone, Copy)]
pub struct BlockPlanes<'c> {
    first: &'c [AtomicU64],
    second: &'c [AtomicU64],
    /// A state is in this layer if its bit in each plane differs from this value.
    not: [u64; 2],
    /// The bits that a state of the next layer gets.
    new: [u64; 2],
    /// The plane in which states of the layer before get their second bit, so that they are left behind.
    leaves: Option<usize>,
}

/// The number of words of a block, both planes together, if each plane has `width` words.
pub fn words_of(width: usize) -> usize {
    2 * width
}

impl<'c> BlockPlanes<'c> {
    /// The planes of block `block` in `blocks`, where blocks lie one after the other, for the layer of `depth`.
    #[inline(always)]
    pub fn new(blocks: &'c [AtomicU64], block: usize, width: usize, coding: Coding, depth: u32) -> Self {
        // A slice that begins beyond the end of `blocks` panics.
        let both = &blocks[block.wrapping_mul(2 * width)..][..2 * width];
        let (first, second) = both.split_at(width);
        let all = |is_set: bool| if is_set { u64::MAX } else { 0 };
        match coding {
            Coding::Lanes => {
                let is_second = lane(depth) == 1;
                let (this, other) = (all(is_second), all(!is_second));
                BlockPlanes { first, second, not: [this, other], new: [this, other], leaves: Some(lane(depth)) }
            }
            Coding::Thirds => {
                let (this, next) = (1 + depth % 3, 1 + (depth + 1) % 3);
                let not = [all(this & 1 == 0), all(this & 2 == 0)];
                BlockPlanes { first, second, not, new: [all(next & 1 != 0), all(next & 2 != 0)], leaves: None }
            }
        }
    }

    /// Reads one word of both planes, the second plane's first.
    #[inline(always)]
    fn read(self, word: usize) -> (u64, u64) {
        let second = self.second[word].load(Ordering::Acquire);
        (self.first[word].load(Ordering::Relaxed), second)
    }

    /// The states of this layer; under `Thirds` also the states of the layers 3, 6, 9, ... before it.
    #[inline(always)]
    pub fn layer(self) -> impl Iterator<Item = u64> + 'c {
        let [not_first, not_second] = self.not;
        self.first.iter().zip(self.second).map(move |(first, second)| {
            let second = second.load(Ordering::Acquire);
            (first.load(Ordering::Relaxed) ^ not_first) & (second ^ not_second)
        })
    }

    /// The states of this layer in one word, as [`layer`](BlockPlanes::layer) returns them.
    #[inline(always)]
    pub fn layer_word(self, word: usize) -> u64 {
        let (first, second) = self.read(word);
        (first ^ self.not[0]) & (second ^ self.not[1])
    }

    /// The states of one word that were met before this layer. Only for `Lanes`, and until the next layer is begun.
    #[inline(always)]
    pub fn before_word(self, word: usize) -> u64 {
        let (first, second) = self.read(word);
        first & self.not[0] | second & self.not[1]
    }

    /// The states of one word that were met.
    #[inline(always)]
    pub fn met_word(self, word: usize) -> u64 {
        read(&self.first[word]) | read(&self.second[word])
    }

    /// The states that were met.
    #[inline(always)]
    pub fn met(self) -> impl Iterator<Item = u64> + 'c {
        self.first.iter().zip(self.second).map(|(first, second)| read(first) | read(second))
    }

    /// Leaves the layer before this one behind, and returns the states met so far. Only the block's owner may call it.
    #[inline(always)]
    pub fn leave(self) -> impl Iterator<Item = u64> + 'c {
        self.first.iter().zip(self.second).map(move |(first, second)| self.leave_both(first, second))
    }

    /// Does the work of [`leave`](BlockPlanes::leave) for one word.
    #[inline(always)]
    pub fn leave_word(self, word: usize) -> u64 {
        self.leave_both(&self.first[word], &self.second[word])
    }

    #[inline(always)]
    fn leave_both(self, first: &AtomicU64, second: &AtomicU64) -> u64 {
        let met = read(first) | read(second);
        if let Some(plane) = self.leaves {
            let this = if plane == 0 { first } else { second };
            if met != read(this) {
                this.store(met, Ordering::Relaxed);
            }
        }
        met
    }

    /// Enters states into the next layer. Only the block's owner may call it, after `leave`.
    #[inline(always)]
    pub fn enter(self, word: usize, new: u64) {
        let [in_first, in_second] = self.new;
        if in_first != 0 {
            let first = &self.first[word];
            first.store(read(first) | new, Ordering::Relaxed);
        }
        if in_second != 0 {
            let second = &self.second[word];
            second.store(read(second) | new, Ordering::Release);
        }
    }

    /// Enters a state into the next layer, from any thread. Returns whether it was not met before. Only for `Lanes`.
    #[inline(always)]
    pub fn enter_shared(self, word: usize, bit: u64) -> bool {
        let next = if self.new[0] != 0 { &self.first[word] } else { &self.second[word] };
        (read(&self.first[word]) | read(&self.second[word])) & bit == 0
            && next.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Enters a goal into layer 0, and returns whether it was entered for the first time.
    pub fn begin(self, word: usize, bit: u64) -> bool {
        self.first[word].fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

#[inline(always)]
fn read(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state of this layer always looks like one, and a new state never does, entered half or completely.
    #[test]
    fn what_is_entered_is_not_in_the_layer_at_hand() {
        for coding in [Coding::Lanes, Coding::Thirds] {
            for depth in 0..12u32 {
                let words: Vec<AtomicU64> = (0..2).map(|_| AtomicU64::new(0)).collect();
                let planes = |depth| BlockPlanes::new(&words, 0, 1, coding, depth);
                if depth == 0 {
                    assert!(planes(0).begin(0, 1) && !planes(0).begin(0, 1));
                } else {
                    planes(depth - 1).enter(0, 1);
                }
                assert_eq!(planes(depth).layer_word(0), 1);
                assert_eq!(planes(depth + 1).layer_word(0), 0);
                // Sets the next layer's bits one after the other, in the order in which they are stored.
                let new = planes(depth).new;
                for (word, new) in words.iter().zip(new) {
                    word.fetch_or(new & 2, Ordering::Relaxed);
                    assert_eq!(planes(depth).layer_word(0), 1, "{coding:?} {depth}");
                    assert_eq!(planes(depth).layer().next(), Some(1));
                }
                assert_eq!(planes(depth + 1).layer_word(0), 2);
                assert_eq!(planes(depth + 1).leave().next(), Some(3));
                if coding == Coding::Lanes {
                    assert_eq!(planes(depth + 1).before_word(0), 1);
                    assert!(planes(depth + 1).enter_shared(0, 4) && !planes(depth + 1).enter_shared(0, 1));
                    assert_eq!(planes(depth + 2).layer_word(0), 4);
                }
            }
        }
    }
}
