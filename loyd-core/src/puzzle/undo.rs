//! What takes moves back, and names the states that moves come from.

use std::fmt::Debug;

use super::Puzzle;

/// What takes a move back: with the state that the move led to it names the move and the state it was made in, as
/// retrograde search needs them. A move alone cannot: it need not have an inverse, and the rules may depend on the move
/// before it.
///
/// Where every move is taken back by a move, that move is ready-made: then `Undo` is `Move`.
pub trait Undo<P: Puzzle + ?Sized>: Copy + Debug {
    /// Whether every move is taken back by a move, so that states a move apart differ by at most one in distance.
    /// **Wrongly true: wrong distances.**
    const IS_MOVE: bool = false;

    /// Takes the move back, and says which it was.
    fn take_back(self, puzzle: &P, state: &mut P::State) -> P::Move;

    /// Calls `each` once for every pair of a state and a move that lead to `state`.
    fn each_into(puzzle: &P, state: &P::State, each: &mut impl FnMut(Self));
}

/// The move that takes the move back.
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
