//! Costs: what a move costs, where they do not all cost the same.

use super::{NoFacet, Puzzle};

/// What the moves of a puzzle cost.
///
/// A\* and IDA\* look for the least cost, and bounds are bounds of the cost. Breadth-first and bidirectional search,
/// beams, maps and tables of distances count moves. What a bound's owner offers beside it (children looked up together,
/// restricted successors and the like) is for moves that cost 1, and so are cuts.
pub trait Costs<P: Puzzle + ?Sized = Self> {
    /// What a move made in `state` costs: 1 or more. **0: a search may never end.**
    fn of(&self, state: &P::State, m: P::Move) -> u32;
}

impl<P: Puzzle + ?Sized> Costs<P> for NoFacet {
    fn of(&self, _: &P::State, _: P::Move) -> u32 {
        match *self {}
    }
}
