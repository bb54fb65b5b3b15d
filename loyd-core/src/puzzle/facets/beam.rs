//! Hints for a search that keeps only the most promising states.

use crate::puzzle::{NoFacet, Puzzle};

/// What keeps a beam from crowding at one place.
///
/// Sliding tiles need it: with the plain sum of the distances beams of 1,000 failed on all of eight random 10x10
/// boards, and with buckets and subgoals they solve them (docs/algorithms.md, "Some solution").
pub trait BeamHints<P: Puzzle + ?Sized = Self> {
    /// Which of the states that lie beside each other the state is that `m` leads to: for sliding tiles the blank's
    /// cell. A beam keeps some of each bucket. Any number is right. Provided: all are in one.
    #[inline(always)]
    fn bucket(&self, _state: &P::State, _m: P::Move) -> u32 {
        0
    }

    /// Moves from `state` to the next subgoal on a path to a goal, found by a plan rather than a search: a beam that
    /// makes no headway goes on from there. Finitely many subgoals lie on the path. Provided: `None`, there is no plan.
    fn subgoal(&self, _state: &P::State) -> Option<Vec<P::Move>> {
        None
    }
}

impl<P: Puzzle + ?Sized> BeamHints<P> for NoFacet {}
