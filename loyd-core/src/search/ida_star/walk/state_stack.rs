//! How a state goes down the recursion: by value when it is small, in place when it is larger.

use crate::puzzle::Puzzle;

/// States up to this many bytes go down the recursion by value, in two registers.
pub const IN_REGISTERS: usize = 16;

/// The state at hand, and the states above it.
pub trait StateStack<P: Puzzle> {
    /// The stack after one more move.
    type Child<'c>: StateStack<P>
    where
        Self: 'c;

    /// The state at hand.
    fn state(&self) -> &P::State;

    /// Makes a move, calls `below` with the child, and takes the move back.
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(Self::Child<'_>) -> R) -> R;
}

/// A state that is copied for each child.
pub struct Copied<P: Puzzle>(pub P::State);

impl<P: Puzzle> StateStack<P> for Copied<P> {
    type Child<'c>
        = Copied<P>
    where
        P: 'c;

    #[inline(always)]
    fn state(&self) -> &P::State {
        &self.0
    }

    #[inline(always)]
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(Copied<P>) -> R) -> R {
        let mut child = self.0.clone();
        puzzle.apply(&mut child, m);
        below(Copied(child))
    }
}

/// A state in which moves are made and taken back.
pub struct InPlace<'s, P: Puzzle>(pub &'s mut P::State);

impl<P: Puzzle> StateStack<P> for InPlace<'_, P> {
    type Child<'c>
        = InPlace<'c, P>
    where
        Self: 'c;

    #[inline(always)]
    fn state(&self) -> &P::State {
        self.0
    }

    #[inline(always)]
    fn step<R>(&mut self, puzzle: &P, m: P::Move, below: impl FnOnce(InPlace<'_, P>) -> R) -> R {
        let undo = puzzle.apply(self.0, m);
        let result = below(InPlace(self.0));
        puzzle.undo(self.0, undo);
        result
    }
}
