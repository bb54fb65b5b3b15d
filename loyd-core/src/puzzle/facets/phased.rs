//! Phases: what settles which moves are legal, so that what sequences of moves do is learnt once for many states.

use crate::puzzle::{MoveSet, NoFacet, Puzzle};

/// The phases of a puzzle's states.
///
/// The **phase** of a state settles which moves are legal, now and after any moves (the blank's cell; the kind of the
/// last move), and from every state of a phase the same moves do the same to places, whatever pieces are there. So what
/// two sequences of moves do to the representative tells whether they do the same to every state of the phase.
/// **Too coarse: wrong.**
pub trait Phased<P: Puzzle + ?Sized = Self> {
    /// One state of each phase, its pieces all different.
    fn phases(&self) -> Vec<P::State>;

    /// The phase of a state: the place of its representative in [`phases`](Phased::phases). Provided: there is one.
    #[inline(always)]
    fn phase(&self, _state: &P::State) -> usize {
        0
    }

    /// A small number by which the moves of one phase are told apart. Provided: the [number](MoveSet::number) of the
    /// move.
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
