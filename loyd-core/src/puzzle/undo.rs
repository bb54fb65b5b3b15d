//! Values that take moves back, and so identify the parents of a state.

use std::fmt::Debug;

use super::Puzzle;

/// A value that takes a move back. Together with the state after the move, it identifies the move and the state before,
/// for retrograde search. A move alone is not enough: it may have no inverse, and the rules may depend on the move
/// before it.
///
/// If a move can always be taken back by a move, `Undo` is `Move`, which implements this trait.
pub trait Undo<P: Puzzle + ?Sized>: Clone + Debug {
    /// Whether a move can always be taken back by a move, so that states a move apart differ by at most one in
    /// distance. **Wrongly true: wrong distances.**
    const IS_MOVE: bool = false;

    /// Takes the move back and returns this move.
    fn take_back(self, puzzle: &P, state: &mut P::State) -> P::Move;

    /// Calls `each` once for every pair of a parent and a move from this parent to `state`.
    fn each_into(puzzle: &P, state: &P::State, each: &mut impl FnMut(Self));
}

/// The move that takes a move back.
impl<M: Copy + Debug, P: Puzzle<Move = M, Undo = M> + ?Sized> Undo<P> for M {
    const IS_MOVE: bool = true;

    #[inline(always)]
    fn take_back(self, puzzle: &P, state: &mut P::State) -> M {
        puzzle.apply(state, self)
    }

    #[inline(always)]
    fn each_into(puzzle: &P, state: &P::State, each: &mut impl FnMut(M)) {
        let mut back = puzzle.moves(state);
        while let Some(m) = super::MoveSet::pop(&mut back) {
            each(m);
        }
    }
}
