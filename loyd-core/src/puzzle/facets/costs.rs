//! Costs of moves, for puzzles whose moves do not all cost the same.

use crate::puzzle::{NoFacet, Puzzle};

/// The costs of the moves of a puzzle.
///
/// A\* and IDA\* find the least cost, lower bounds are bounds of the cost, and maps count positions by cost.
/// Breadth-first and bidirectional search, beams and tables of distances count moves. The additional operations of a
/// heuristic (successors looked up together, restricted successors and the like) and cuts need moves that cost 1.
pub trait Costs<P: Puzzle + ?Sized = Self> {
    /// The cost of a move made in `state`, at least 1. **If a cost is 0, a search may never end.**
    fn of(&self, state: &P::State, m: P::Move) -> u32;

    /// The greatest cost of a move.
    fn greatest(&self) -> u32;

    /// The moves and their costs, calculated on ranks.
    fn on_ranks(&self) -> &dyn RankCosts;
}

/// Moves between ranks, and their costs. Calls are virtual, so that the caller is compiled once for all puzzles.
pub trait RankCosts: Sync {
    /// Calls `each` for every move of the state with this rank: with the successor's rank and the move's cost.
    fn each_child(&self, rank: u64, each: &mut dyn FnMut(u64, u32));

    /// Calls `each` for every move that leads to the state with this rank: with the parent's rank and the move's cost.
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
