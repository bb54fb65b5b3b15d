//! Phases: classes of states with the same legal moves, so that the effect of move sequences is computed once a phase.

use crate::puzzle::{MoveSet, NoFacet, Puzzle};

/// The phases of a puzzle's states.
///
/// The **phase** of a state determines which moves are legal, now and after any moves; examples are the blank's cell
/// and the kind of the last move. From every state of a phase, the same moves do the same to places, whatever pieces
/// are there. So two sequences of moves have the same effect on all states of a phase exactly if they have the same
/// effect on the representative. **Too coarse: wrong.**
pub trait Phased<P: Puzzle + ?Sized = Self> {
    /// One representative state of each phase, with distinct pieces.
    fn phases(&self) -> Vec<P::State>;

    /// The phase of a state: the index of its representative in [`phases`](Phased::phases). Default: 0, the only phase.
    #[inline(always)]
    fn phase(&self, _state: &P::State) -> usize {
        0
    }

    /// A small number that distinguishes the moves of one phase. Default: the [number](MoveSet::number) of the move.
    #[inline(always)]
    fn letter(&self, _state: &P::State, m: P::Move) -> usize {
        P::Moves::number(m) as usize
    }
}

impl<P: Puzzle + ?Sized> Phased<P> for NoFacet {
    fn phases(&self) -> Vec<P::State> {
        match *self {}
    }
}
