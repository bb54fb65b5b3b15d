//! Which moves a walk prunes, and what it remembers of the path for that.

use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::{Automaton, Mark};

/// A rule by which moves are pruned.
pub trait Pruning<P: Puzzle>: Copy + Send + Sync {
    /// What is remembered beside a state.
    type Mark: Copy + Send;

    /// Whether it is the textbook's, whose node counts are published: then all other children are looked at, in the
    /// order of the moves.
    fn is_textbook(self) -> bool;

    /// Before any move: the mark, and the moves that need not be made.
    fn begin(self, puzzle: &P, state: &P::State) -> (Mark, P::Moves);

    /// A mark as a task keeps it.
    fn pack(mark: Self::Mark) -> Mark;

    /// A mark as the walk uses it.
    fn unpack(mark: Mark) -> Self::Mark;

    /// After `m` was made in `state`.
    fn after(self, puzzle: &P, state: &P::State, mark: Self::Mark, m: P::Move) -> (Self::Mark, P::Moves);
}

/// What the puzzle rules out after one move.
#[derive(Clone, Copy)]
pub enum AfterOne {
    /// Only the move straight back.
    Back,
    /// All that it rules out.
    Follow,
}

impl<P: Puzzle> Pruning<P> for AfterOne {
    type Mark = ();

    #[inline(always)]
    fn is_textbook(self) -> bool {
        matches!(self, AfterOne::Back)
    }

    #[inline(always)]
    fn begin(self, _puzzle: &P, _state: &P::State) -> (Mark, P::Moves) {
        (Mark::default(), P::Moves::none())
    }

    #[inline(always)]
    fn pack((): ()) -> Mark {
        Mark::default()
    }

    #[inline(always)]
    fn unpack(_: Mark) {}

    // One loop for both answers: where they are the same, as with sliding tiles, the question costs nothing, and
    // elsewhere it is a branch that is always taken alike.
    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, (): (), m: P::Move) -> ((), P::Moves) {
        match self {
            AfterOne::Back => ((), puzzle.back(state, m)),
            AfterOne::Follow => ((), puzzle.follow(state, m)),
        }
    }
}

/// All that an automaton forbids.
impl<P: Puzzle> Pruning<P> for &Automaton<P> {
    type Mark = Mark;

    #[inline(always)]
    fn is_textbook(self) -> bool {
        false
    }

    #[inline(always)]
    fn begin(self, puzzle: &P, state: &P::State) -> (Mark, P::Moves) {
        let mark = Automaton::begin(self, puzzle, state);
        (mark, self.dropped(mark))
    }

    #[inline(always)]
    fn pack(mark: Mark) -> Mark {
        mark
    }

    #[inline(always)]
    fn unpack(mark: Mark) -> Mark {
        mark
    }

    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, mark: Mark, m: P::Move) -> (Mark, P::Moves) {
        let mark = Automaton::after(self, puzzle, state, mark, m);
        (mark, self.dropped(mark))
    }
}

/// Either rule, told apart at every node: for walks whose nodes cost many times that branch, which are then compiled
/// once.
pub enum Rule<'c, P: Puzzle> {
    /// What the puzzle rules out after one move.
    One(AfterOne),
    /// What an automaton forbids.
    Cuts(&'c Automaton<P>),
}

// Derived, these would ask the puzzle to be so.
impl<P: Puzzle> Clone for Rule<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle> Copy for Rule<'_, P> {}

impl<P: Puzzle> Pruning<P> for Rule<'_, P> {
    type Mark = Mark;

    #[inline(always)]
    fn is_textbook(self) -> bool {
        matches!(self, Rule::One(AfterOne::Back))
    }

    #[inline(always)]
    fn begin(self, puzzle: &P, state: &P::State) -> (Mark, P::Moves) {
        match self {
            Rule::One(one) => one.begin(puzzle, state),
            Rule::Cuts(cuts) => Pruning::begin(cuts, puzzle, state),
        }
    }

    #[inline(always)]
    fn pack(mark: Mark) -> Mark {
        mark
    }

    #[inline(always)]
    fn unpack(mark: Mark) -> Mark {
        mark
    }

    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, mark: Mark, m: P::Move) -> (Mark, P::Moves) {
        match self {
            Rule::One(one) => (mark, one.after(puzzle, state, (), m).1),
            Rule::Cuts(cuts) => Pruning::after(cuts, puzzle, state, mark, m),
        }
    }
}
