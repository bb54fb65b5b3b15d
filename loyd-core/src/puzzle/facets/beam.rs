//! Hints for a search that keeps only the most promising states.

use crate::limits::{Meter, Stop};
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

    /// Searches for shorter and shorter solutions from `start`, by a method of the puzzle's own, until the nodes of the
    /// search are spent. Calls `each` with each solution. `known` is a solution that may serve as a beginning. Default:
    /// there is no such method, and beams go on, with which first solutions of the 4x4x4 are 5.7 times as long.
    ///
    /// # Errors
    /// The limit that was reached.
    fn shorter(
        &self,
        _start: &P::State,
        _known: Option<&[P::Move]>,
        _search: ShorterSearch,
        _meter: &mut Meter<'_>,
        _each: &mut dyn FnMut(Vec<P::Move>),
    ) -> Result<(), Stop> {
        Ok(())
    }
}

/// The settings of one search for shorter solutions ([`BeamHints::shorter`]).
#[derive(Clone, Copy, Debug)]
pub struct ShorterSearch {
    /// The number of searches before this search, for the same start. Later searches may be broader.
    pub round: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of nodes after which the search ends.
    pub nodes: u64,
    /// Solutions with this many moves are of no use.
    pub below: u32,
}

impl<P: Puzzle + ?Sized> BeamHints<P> for NoFacet {}
