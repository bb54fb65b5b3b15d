//! Two bits for every state, in two planes.
//!
//! A layer is made while others read of the states that it is made from, so what is entered must never look like one of
//! them, and the other way round, in whichever order another thread sees the two words. Two codings do that, and so the
//! words need be atomic only in name:
//!
//! - [`Coding::Lanes`], which tell this layer from all others:
//!
//!   | planes | after a layer of even depth | of odd depth |
//!   |---|---|---|
//!   | neither | not met | not met |
//!   | the first only | this layer | the one before |
//!   | the second only | the one before | this layer |
//!   | both | left behind | left behind |
//!
//!   While the next layer is made, states of the layer before this one are left behind (their other bit is set), and
//!   new ones get the bit that is not this layer's.
//! - [`Coding::Thirds`], which are a table of distances when all is done: 1 + depth modulo 3, its low bit in the first
//!   plane, and nothing is changed that was entered. Layers look like those three before, whose neighbours have all
//!   been met, so no state that was not met sees one. Code 3 is entered after code 2 was this layer's: its first bit
//!   before its second (release), and the second is read before the first (acquire): who sees the second sees both.

use std::sync::atomic::{AtomicU64, Ordering};

/// How a state's layer is written in two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// This layer, the one before, or an earlier one.
    Lanes,
    /// Depth modulo 3.
    Thirds,
}

impl Coding {
    /// Its name in a checkpoint's identity.
    pub fn name(self) -> &'static str {
        match self {
            Coding::Lanes => "two lanes",
            Coding::Thirds => "two planes of bits; 0: not met, else 1 + distance mod 3",
        }
    }
}

/// The plane in which lanes have the layer of that depth; of the counts of blocks, that layer's.
pub fn lane(depth: u32) -> usize {
    depth as usize & 1
}

/// The planes of a block as a layer sees them that is being made into the next.
#[derive(Clone, Copy)]
pub struct Planes<'c> {
    first: &'c [AtomicU64],
    second: &'c [AtomicU64],
    /// A state is in this layer if its bits are none of these.
    not: [u64; 2],
    /// The bits that a state of the next layer gets.
    new: [u64; 2],
    /// The plane in which states of the layer before get a bit to be left behind.
    leaves: Option<usize>,
}

/// Words of both planes of a block whose planes have `width` words.
pub fn words_of(width: usize) -> usize {
    2 * width
}

impl<'c> Planes<'c> {
    /// The planes of one of several blocks that lie one after the other, as a layer of that depth sees them.
    #[inline(always)]
    pub fn new(blocks: &'c [AtomicU64], block: usize, width: usize, coding: Coding, depth: u32) -> Self {
        // An index of `blocks`; a slice that begins beyond the end panics.
        let both = &blocks[block.wrapping_mul(2 * width)..][..2 * width];
        let (first, second) = both.split_at(width);
        let all = |is_set: bool| if is_set { u64::MAX } else { 0 };
        match coding {
            Coding::Lanes => {
                let is_second = lane(depth) == 1;
                let (this, other) = (all(is_second), all(!is_second));
                Planes { first, second, not: [this, other], new: [this, other], leaves: Some(lane(depth)) }
            }
            Coding::Thirds => {
                let (this, next) = (1 + depth % 3, 1 + (depth + 1) % 3);
                let not = [all(this & 1 == 0), all(this & 2 == 0)];
                Planes { first, second, not, new: [all(next & 1 != 0), all(next & 2 != 0)], leaves: None }
            }
        }
    }

    /// The words of a place, the second plane's read first.
    #[inline(always)]
    fn read(self, word: usize) -> (u64, u64) {
        let second = self.second[word].load(Ordering::Acquire);
        (self.first[word].load(Ordering::Relaxed), second)
    }

    /// The states of this layer, of thirds also those three layers before it and so on.
    #[inline(always)]
    pub fn layer(self) -> impl Iterator<Item = u64> + 'c {
        let [not_first, not_second] = self.not;
        self.first.iter().zip(self.second).map(move |(first, second)| {
            let second = second.load(Ordering::Acquire);
            (first.load(Ordering::Relaxed) ^ not_first) & (second ^ not_second)
        })
    }

    /// The states of this layer in one word, as [`layer`](Planes::layer) gives them.
    #[inline(always)]
    pub fn layer_word(self, word: usize) -> u64 {
        let (first, second) = self.read(word);
        (first ^ self.not[0]) & (second ^ self.not[1])
    }

    /// The states that were met before this layer, in one word; true until the next is begun, and of lanes only.
    #[inline(always)]
    pub fn before_word(self, word: usize) -> u64 {
        let (first, second) = self.read(word);
        first & self.not[0] | second & self.not[1]
    }

    /// The states that were met, in one word.
    #[inline(always)]
    pub fn met_word(self, word: usize) -> u64 {
        read(&self.first[word]) | read(&self.second[word])
    }

    /// The states that were met.
    #[inline(always)]
    pub fn met(self) -> impl Iterator<Item = u64> + 'c {
        self.first.iter().zip(self.second).map(|(first, second)| read(first) | read(second))
    }

    /// Leaves the layer before this one behind, and gives the states met so far. Only for the owner of the block.
    #[inline(always)]
    pub fn leave(self) -> impl Iterator<Item = u64> + 'c {
        self.first.iter().zip(self.second).map(move |(first, second)| self.leave_both(first, second))
    }

    /// Like [`leave`](Planes::leave), for one word.
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

    /// Enters states into the next layer. Only for the owner of the block, who has left the layer before behind.
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

    /// Enters a state into the next layer, whoever owns its block, and says whether it was not met before. Of lanes
    /// only.
    #[inline(always)]
    pub fn enter_shared(self, word: usize, bit: u64) -> bool {
        let next = if self.new[0] != 0 { &self.first[word] } else { &self.second[word] };
        (read(&self.first[word]) | read(&self.second[word])) & bit == 0
            && next.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    /// Enters a goal into layer 0, and says whether that is the first time.
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

    /// A state that is entered half, and one that is entered whole, is never one of the layer at hand; one of this
    /// layer always is.
    #[test]
    fn what_is_entered_is_not_in_the_layer_at_hand() {
        for coding in [Coding::Lanes, Coding::Thirds] {
            for depth in 0..12u32 {
                let words: Vec<AtomicU64> = (0..2).map(|_| AtomicU64::new(0)).collect();
                let planes = |depth| Planes::new(&words, 0, 1, coding, depth);
                if depth == 0 {
                    assert!(planes(0).begin(0, 1) && !planes(0).begin(0, 1));
                } else {
                    planes(depth - 1).enter(0, 1);
                }
                assert_eq!(planes(depth).layer_word(0), 1);
                assert_eq!(planes(depth + 1).layer_word(0), 0);
                // The next layer's bits one after the other, in the order in which they are stored.
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
