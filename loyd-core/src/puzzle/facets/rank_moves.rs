//! Moves calculated on ranks alone.

use crate::puzzle::{NoFacet, Puzzle};

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

    /// Whether one of the ranks that [`each_child`](RankMoves::each_child) gives `is_it`. Who has found one may look no
    /// further: the layer after the largest of the free 2x2x2 takes half the time then.
    #[inline]
    fn any_child(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        let mut is_any = false;
        self.each_child(rank, &mut |rank, _| is_any |= is_it(rank));
        is_any
    }

    /// Whether one of the ranks that [`each_parent`](RankMoves::each_parent) gives `is_it`.
    #[inline]
    fn any_parent(&self, rank: u64, is_it: &mut impl FnMut(u64) -> bool) -> bool {
        let mut is_any = false;
        self.each_predecessor(rank, &mut |rank| is_any |= is_it(rank));
        is_any
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
