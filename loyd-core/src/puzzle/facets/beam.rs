//! Hints for a search that keeps only the most promising states.

use crate::puzzle::{NoFacet, Puzzle};

/// Hints that keep a beam search from filling its beam with similar states.
///
/// Sliding tiles need these hints. With the plain sum of the distances, beams of 1,000 states failed on all of eight
/// random 10x10 boards; with buckets and subgoals they solve all of them (docs/internals/anytime.md).
pub trait BeamHints<P: Puzzle + ?Sized = Self> {
    /// The bucket of the state that `m` leads to: a number for similar states, for sliding tiles the blank's cell. A
    /// beam keeps some states of each bucket. Any number is correct. Default: one bucket for all states, with which
    /// first solutions of random 10x10 boards are 1.24 times as long.
    #[inline(always)]
    fn bucket(&self, _state: &P::State, _m: P::Move) -> u32 {
        0
    }

    /// Moves from `state` to the next subgoal on a path to a goal, found by a plan rather than a search. A beam without
    /// progress continues from this subgoal. A path contains finitely many subgoals. Default: `None`, there is no plan.
    fn subgoal(&self, _state: &P::State) -> Option<Vec<P::Move>> {
        None
    }
}

impl<P: Puzzle + ?Sized> BeamHints<P> for NoFacet {}
