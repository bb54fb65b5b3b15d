//! Costs: what a move costs, where they do not all cost the same.

use crate::puzzle::{NoFacet, Puzzle};

/// What the moves of a puzzle cost.
///
/// A\* and IDA\* look for the least cost, bounds are bounds of the cost, and maps count positions by cost.
/// Breadth-first and bidirectional search, beams and tables of distances count moves. What a bound's owner offers
/// beside it (children looked up together, restricted successors and the like) is for moves that cost 1, and so are
/// cuts.
pub trait Costs<P: Puzzle + ?Sized = Self> {
    /// What a move made in `state` costs: 1 or more. **0: a search may never end.**
    fn of(&self, state: &P::State, m: P::Move) -> u32;

    /// The greatest cost of a move.
    fn greatest(&self) -> u32;

    /// The moves and their costs on ranks, where states are numbered.
    fn on_ranks(&self) -> &dyn RankCosts;
}

/// Moves between numbered states and what they cost, behind a virtual call: who asks is compiled once for all puzzles.
pub trait RankCosts: Sync {
    /// Calls `each` with the ranks of the states that the moves of a state lead to, and with what the moves cost.
    fn each_child(&self, rank: u64, each: &mut dyn FnMut(u64, u32));

    /// Calls `each` with the ranks of the states from which a move leads to a state, and with what that move costs.
    fn each_parent(&self, rank: u64, each: &mut dyn FnMut(u64, u32));
}

impl<P: Puzzle + ?Sized> Costs<P> for NoFacet {
    fn of(&self, _: &P::State, _: P::Move) -> u32 {
        match *self {}
    }

    fn greatest(&self) -> u32 {
        match *self {}
    }

    fn on_ranks(&self) -> &dyn RankCosts {
        match *self {}
    }
}
