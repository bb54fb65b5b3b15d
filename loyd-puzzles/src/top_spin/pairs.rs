//! Pairs of moves: which second moves go straight back, and which a tree search need not try.

use std::collections::HashMap;
use std::hash::Hash;

use loyd_core::puzzle::bits::{Bits, Word};

/// For each move, the moves that a search leaves out after it.
///
/// The effect of a pair of moves does not depend on the state. `follow` drops a pair that does nothing, or what one
/// move does, or what an earlier pair does, in the order of the moves. For example, two windows that do not touch need
/// one order only, and so do a window and the one across the ring. From every state some shortest solution survives:
/// the first one in the order of the moves. If it contained a dropped pair, it could be shortened, or the earlier pair
/// could replace that pair; then it would not be shortest, or not first.
#[derive(Clone, Debug)]
pub(super) struct PairPruning {
    back: [Bits<u64>; 64],
    follow: [Bits<u64>; 64],
}

impl PairPruning {
    /// Tries all pairs of the moves `0..count`, from `start`.
    pub(super) fn new<S: Copy + Eq + Hash>(start: S, count: u8, make: impl Fn(&mut S, u8)) -> Self {
        let after = |state: S, m| {
            let mut state = state;
            make(&mut state, m);
            state
        };
        let mut earliest: HashMap<S, Option<(u8, u8)>> = (0..count).map(|m| (after(start, m), None)).collect();
        earliest.insert(start, None);
        let mut pairs = PairPruning { back: [Bits(0); 64], follow: [Bits(0); 64] };
        for first in 0..count {
            for second in 0..count {
                let result = after(after(start, first), second);
                if result == start {
                    pairs.back[first as usize].0.insert(second);
                }
                let pair = Some((first, second));
                if *earliest.entry(result).or_insert(pair) != pair {
                    pairs.follow[first as usize].0.insert(second);
                }
            }
        }
        pairs
    }

    /// The moves that take `m` back.
    #[inline(always)]
    pub(super) fn back(&self, m: u8) -> Bits<u64> {
        self.back[m as usize % 64]
    }

    /// The moves that need not be tried after `m`.
    #[inline(always)]
    pub(super) fn follow(&self, m: u8) -> Bits<u64> {
        self.follow[m as usize % 64]
    }
}
