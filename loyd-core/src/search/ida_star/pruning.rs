//! The rules by which a walk prunes moves, and the marks in which it remembers the path for them.

use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::{Automaton, AutomatonMark};

/// A rule by which moves are pruned.
pub trait Pruning<P: Puzzle>: Copy + Send + Sync {
    /// The mark that is carried beside a state and remembers the path.
    type Mark: Copy + Send;

    /// Whether the rule is the textbook's, whose node counts are published. Then all other children are looked at, in
    /// the order of the moves.
    fn is_textbook(self) -> bool;

    /// The mark before any move, and the moves that need not be made.
    fn begin(self, puzzle: &P, state: &P::State) -> (AutomatonMark, P::Moves);

    /// Converts a mark to the form that a task keeps.
    fn pack(mark: Self::Mark) -> AutomatonMark;

    /// Converts a mark to the form that the walk uses.
    fn unpack(mark: AutomatonMark) -> Self::Mark;

    /// The mark after `m` was made in `state`, and the moves that need not be made next.
    fn after(self, puzzle: &P, state: &P::State, mark: Self::Mark, m: P::Move) -> (Self::Mark, P::Moves);
}

/// The moves that the puzzle rules out after one move.
#[derive(Clone, Copy)]
pub enum AfterOne {
    /// Only the move straight back.
    Back,
    /// All moves that the puzzle rules out.
    Follow,
}

impl<P: Puzzle> Pruning<P> for AfterOne {
    type Mark = ();

    #[inline(always)]
    fn is_textbook(self) -> bool {
        matches!(self, AfterOne::Back)
    }

    #[inline(always)]
    fn begin(self, _puzzle: &P, _state: &P::State) -> (AutomatonMark, P::Moves) {
        (AutomatonMark::default(), P::Moves::none())
    }

    #[inline(always)]
    fn pack((): ()) -> AutomatonMark {
        AutomatonMark::default()
    }

    #[inline(always)]
    fn unpack(_: AutomatonMark) {}

    // One loop serves both rules. Where they are the same, as with sliding tiles, the match costs nothing; elsewhere it
    // is a branch that always goes the same way.
    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, (): (), m: P::Move) -> ((), P::Moves) {
        match self {
            AfterOne::Back => ((), puzzle.back(state, m)),
            AfterOne::Follow => ((), puzzle.follow(state, m)),
        }
    }
}

/// Prunes all moves that an automaton forbids.
impl<P: Puzzle> Pruning<P> for &Automaton<P> {
    type Mark = AutomatonMark;

    #[inline(always)]
    fn is_textbook(self) -> bool {
        false
    }

    #[inline(always)]
    fn begin(self, puzzle: &P, state: &P::State) -> (AutomatonMark, P::Moves) {
        let mark = Automaton::begin(self, puzzle, state);
        (mark, self.dropped(mark))
    }

    #[inline(always)]
    fn pack(mark: AutomatonMark) -> AutomatonMark {
        mark
    }

    #[inline(always)]
    fn unpack(mark: AutomatonMark) -> AutomatonMark {
        mark
    }

    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, mark: AutomatonMark, m: P::Move) -> (AutomatonMark, P::Moves) {
        let mark = Automaton::after(self, puzzle, state, mark, m);
        (mark, self.dropped(mark))
    }
}

/// Either rule, chosen anew at every node. It is for walks whose nodes cost many times as much as that branch; such
/// walks are then compiled once.
pub enum PruningRule<'c, P: Puzzle> {
    /// The moves that the puzzle rules out after one move.
    One(AfterOne),
    /// The moves that an automaton forbids.
    Cuts(&'c Automaton<P>),
}

// Written by hand, because derives would require the puzzle to be `Clone` and `Copy`.
impl<P: Puzzle> Clone for PruningRule<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for PruningRule<'_, P> {}

impl<P: Puzzle> Pruning<P> for PruningRule<'_, P> {
    type Mark = AutomatonMark;

    #[inline(always)]
    fn is_textbook(self) -> bool {
        matches!(self, PruningRule::One(AfterOne::Back))
    }

    #[inline(always)]
    fn begin(self, puzzle: &P, state: &P::State) -> (AutomatonMark, P::Moves) {
        match self {
            PruningRule::One(one) => one.begin(puzzle, state),
            PruningRule::Cuts(cuts) => Pruning::begin(cuts, puzzle, state),
        }
    }

    #[inline(always)]
    fn pack(mark: AutomatonMark) -> AutomatonMark {
        mark
    }

    #[inline(always)]
    fn unpack(mark: AutomatonMark) -> AutomatonMark {
        mark
    }

    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, mark: AutomatonMark, m: P::Move) -> (AutomatonMark, P::Moves) {
        match self {
            PruningRule::One(one) => (mark, one.after(puzzle, state, (), m).1),
            PruningRule::Cuts(cuts) => Pruning::after(cuts, puzzle, state, mark, m),
        }
    }
}
