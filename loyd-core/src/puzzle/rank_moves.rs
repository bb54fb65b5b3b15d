//! Moves calculated on ranks alone.

use super::{NoFacet, Puzzle};

/// Moves as what they do to ranks: a whole table is then built without unpacking a state.
///
/// Sliding tiles calculate so: a table of two bits of the 8-puzzle takes 0.60 of the instructions that it takes by way
/// of the states, a map by ranks 0.68.
pub trait RankMoves<P: Puzzle + ?Sized = Self> {
    /// Calls `each` with the ranks of the states that the moves of a state lead to, and with the moves'
    /// [`order`](Puzzle::order).
    fn each_child(&self, rank: u64, each: &mut impl FnMut(u64, u32));

    /// Calls `each` with the ranks of the states from which a move leads to a state, and with the order of that move
    /// **there**: once for each such move.
    fn each_parent(&self, rank: u64, each: &mut impl FnMut(u64, u32));

    /// Calls `each` with those ranks alone, in any order; the same may come several times.
    #[inline]
    fn each_predecessor(&self, rank: u64, each: &mut impl FnMut(u64)) {
        self.each_parent(rank, &mut |rank, _| each(rank));
    }

    /// Whether every move is taken back by a move, so that a neighbour is never more than one move nearer or farther.
    /// Provided: it is not known. **Said where it is not so: wrong.**
    fn are_two_way(&self) -> bool {
        false
    }
}

impl<P: Puzzle + ?Sized> RankMoves<P> for NoFacet {
    fn each_child(&self, _rank: u64, _each: &mut impl FnMut(u64, u32)) {
        match *self {}
    }

    fn each_parent(&self, _rank: u64, _each: &mut impl FnMut(u64, u32)) {
        match *self {}
    }
}
