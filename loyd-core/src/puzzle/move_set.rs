//! Sets of moves, from which searches take one move after another.

use std::fmt::Debug;

/// A small set of moves, taken out one by one in the puzzle's own order.
///
/// ```
/// use loyd_core::puzzle::{MoveSet, Puzzle};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_core::cells::Nibbles;
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let goal = eight.goal();
/// let cells: Vec<u8> = eight.moves(&goal).iter().collect();
/// assert_eq!(cells, [5, 7]); // the blank in cell 8 goes up or left
/// ```
pub trait MoveSet: Copy + Debug {
    /// The moves of the set.
    type Move: Copy;

    /// The most moves that a set can hold. The compiler unrolls loops over small sets. This gives every branch its own
    /// history in the processor's predictor: about an eighth of the speed of IDA* on sliding tiles.
    const MOST: usize;

    /// The empty set.
    fn none() -> Self;

    /// Removes the first move and returns it.
    fn pop(&mut self) -> Option<Self::Move>;

    /// The moves of this set that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// A number that is different for each move of a set. It is the move's position in lexicographic order, unless the
    /// puzzle defines another order ([`Puzzle::order`](super::Puzzle::order)).
    fn number(m: Self::Move) -> u32;

    /// The moves, in the puzzle's order.
    fn iter(self) -> MoveIter<Self> {
        MoveIter(self)
    }
}

/// An iterator over a [`MoveSet`].
#[derive(Clone, Copy, Debug)]
pub struct MoveIter<S>(S);

impl<S: MoveSet> Iterator for MoveIter<S> {
    type Item = S::Move;

    #[inline(always)]
    fn next(&mut self) -> Option<S::Move> {
        self.0.pop()
    }
}

/// A set that never holds more than `MOST` moves, although `S` has room for more: loops over it are unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtMost<const MOST: usize, S>(pub S);

impl<const MOST: usize, S: MoveSet> MoveSet for AtMost<MOST, S> {
    type Move = S::Move;
    const MOST: usize = MOST;

    #[inline(always)]
    fn none() -> Self {
        AtMost(S::none())
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<S::Move> {
        self.0.pop()
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        AtMost(self.0.without(other.0))
    }

    #[inline(always)]
    fn number(m: S::Move) -> u32 {
        S::number(m)
    }
}
