//! Which moves a walk leaves out, and what it remembers of its way for that.

use crate::puzzle::{MoveSet, Puzzle};
use crate::search::cuts::{Automaton, Mark};

/// A rule by which moves are left out.
pub trait Leave<P: Puzzle>: Copy + Send + Sync {
    /// What is remembered beside a state.
    type Mark: Copy + Send;

    /// Whether children that a bound rules out need not be looked at ([`Heuristic::narrow`](crate::heuristic::Heuristic::narrow)).
    fn narrows(self) -> bool;

    /// Whether a tree will do as well that leaves out nothing but the way back.
    fn only_back_will_do(self) -> bool;

    /// Before any move: the mark, and the moves that need not be made.
    fn begin(self, puzzle: &P, state: &P::State) -> (Self::Mark, P::Moves);

    /// After `m` was made in `state`.
    fn after(self, puzzle: &P, state: &P::State, mark: Self::Mark, m: P::Move) -> (Self::Mark, P::Moves);
}

/// What the puzzle rules out after one move. (Asked at every node, so that there is one loop for both answers: where they are the
/// same, as with sliding tiles, the question costs nothing, and elsewhere a branch that is always taken alike.)
#[derive(Clone, Copy)]
pub enum AfterOne {
    /// Only the move straight back.
    Back,
    /// All that it rules out.
    Follow,
}

impl<P: Puzzle> Leave<P> for AfterOne {
    type Mark = ();

    #[inline(always)]
    fn narrows(self) -> bool {
        matches!(self, AfterOne::Follow)
    }

    #[inline(always)]
    fn only_back_will_do(self) -> bool {
        true
    }

    #[inline(always)]
    fn begin(self, _puzzle: &P, _state: &P::State) -> ((), P::Moves) {
        ((), P::Moves::none())
    }

    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, (): (), m: P::Move) -> ((), P::Moves) {
        match self {
            AfterOne::Back => ((), puzzle.back(state, m)),
            AfterOne::Follow => ((), puzzle.follow(state, m)),
        }
    }
}

/// All that an automaton forbids.
impl<P: Puzzle> Leave<P> for &Automaton<P> {
    type Mark = Mark;

    #[inline(always)]
    fn narrows(self) -> bool {
        true
    }

    #[inline(always)]
    fn only_back_will_do(self) -> bool {
        false
    }

    #[inline(always)]
    fn begin(self, puzzle: &P, state: &P::State) -> (Mark, P::Moves) {
        let mark = Automaton::begin(self, puzzle, state);
        (mark, self.dropped(mark))
    }

    #[inline(always)]
    fn after(self, puzzle: &P, state: &P::State, mark: Mark, m: P::Move) -> (Mark, P::Moves) {
        let mark = Automaton::after(self, puzzle, state, mark, m);
        (mark, self.dropped(mark))
    }
}
