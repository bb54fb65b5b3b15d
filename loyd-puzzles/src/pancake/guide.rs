//! Guides a beam on pancake stacks: by the number of gaps, then by the number of pancakes that lie alone.
//!
//! A pancake that lies alone, between two gaps, can be joined to either of its neighbours, whichever side is up. One
//! that has found a neighbour can be joined to the other only, and only while it lies with that side up. So a path that
//! closes a gap with every flip is likely to go on from stacks with many pancakes alone.

use loyd_core::heuristic::Heuristic;

use super::gap::{at, gap};
use super::{Pancake, StackLayout};

/// An estimate, far too high for a bound. If two stacks have as many gaps, more pancakes alone are better.
#[derive(Clone, Copy, Debug)]
pub struct Loners;

/// One gap less counts as much as this many pancakes alone.
const GAP: u32 = 16;

/// The number of gaps, and of pancakes that do not lie alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapsMemo {
    /// The number of gaps.
    pub gaps: u32,
    /// The number of pancakes that do not lie alone.
    pub joined: u32,
}

impl<C: StackLayout> Heuristic<Pancake<C>> for Loners {
    type Memo = GapsMemo;

    #[expect(clippy::cast_possible_truncation, reason = "at most 256 pancakes")]
    fn memo(&self, stack: &Pancake<C>, state: &C) -> GapsMemo {
        let below = |place: u8| gap(state.get(place), at(stack, state, place + 1));
        let gaps = (0..stack.count).map(below).sum();
        let alone = |place: u8| (place == 0 || below(place - 1) == 1) && below(place) == 1;
        let joined = (0..stack.count).filter(|&place| !alone(place)).count() as u32;
        GapsMemo { gaps, joined }
    }

    #[inline(always)]
    fn ahead(&self, stack: &Pancake<C>, state: &C, m: u8, memo: &GapsMemo) -> GapsMemo {
        let (top, second) = (state.get(0), state.get(1));
        let (above_last, last, below) = (state.get(m - 2), state.get(m - 1), at(stack, state, m));
        let (cut, joint) = (gap(last, below), gap(top, below));
        let (under_top, over_last) = (gap(top, second), gap(above_last, last));
        // The plate never counts as alone.
        let under_below = if m == stack.count { 0 } else { gap(below, at(stack, state, m + 1)) };
        let before = under_top + (over_last & cut) + (cut & under_below);
        let after = (under_top & joint) + over_last + (joint & under_below);
        // Both numbers are at most 256, and the results are never below zero.
        let changed = |number: u32, more: u32, less: u32| number.wrapping_add(more).wrapping_sub(less);
        GapsMemo { gaps: changed(memo.gaps, joint, cut), joined: changed(memo.joined, before, after) }
    }

    #[inline(always)]
    fn bound(&self, memo: &GapsMemo) -> u32 {
        memo.gaps * GAP + memo.joined
    }
}
