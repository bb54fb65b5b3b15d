//! What a lower bound is: mathematics beside a state.

use std::fmt::Debug;

use super::straight_line::StraightLineVisitor;
use crate::puzzle::Puzzle;

/// The bound of a state from which a heuristic has proved that no goal can be reached, or anything above: far beyond every
/// length, and two of them still add up. A search drops such a state, and never takes this for the next bound.
pub const UNREACHABLE: u32 = u32::MAX / 2;

/// The most moves of a state of which a search keeps the children's memos side by side ([`Heuristic::LOOKS_UP`]).
pub const FEW_MOVES: usize = 8;

/// A lower bound on the distance to the nearest goal.
///
/// The memo travels beside the state, and [`ahead`](Heuristic::ahead) gives the child's *before* the move
/// is made, so that a pruned child costs no apply and no undo. **A bound too low: slower. Too high: wrong.**
pub trait Heuristic<P: Puzzle>: Send + Sync {
    /// What is carried beside a state.
    type Memo: Copy + Debug + PartialEq + Send + Sync;

    /// The memo of a state, from scratch.
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo;

    /// The memo of the state that `m` leads to from `state`, whose memo is given.
    fn ahead(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Self::Memo) -> Self::Memo;

    /// The bound, in moves; from [`UNREACHABLE`] on there is no way at all.
    fn bound(&self, memo: &Self::Memo) -> u32;

    /// Whether [`ahead`](Heuristic::ahead) waits for memory, as it does with a table larger than the processor's caches.
    ///
    /// A search then asks for the memos of all children of a node before it branches on any of their bounds, so that the loads
    /// overlap. Only for puzzles of at most [`FEW_MOVES`] moves; not for bounds that are calculated, which it slows.
    const LOOKS_UP: bool = false;

    /// Whether [`ahead`](Heuristic::ahead) is made in two parts, so that the second is left out for a child that the first rules out. Asked only
    /// where it [looks up](Heuristic::LOOKS_UP).
    const LOOKS_TWICE: bool = false;

    /// The first part of [`ahead`](Heuristic::ahead), and the bound that it proves. Provided: the whole.
    #[inline(always)]
    fn ahead_first(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Self::Memo) -> (Self::Memo, u32) {
        let ahead = self.ahead(puzzle, state, m, memo);
        let low = self.bound(&ahead);
        (ahead, low)
    }

    /// The second part of [`ahead`](Heuristic::ahead), added to the first, and the bound; `memo` is still the parent's. Provided: nothing is left
    /// to be done.
    #[inline(always)]
    fn ahead_rest(
        &self,
        _puzzle: &P,
        _state: &P::State,
        _m: P::Move,
        _memo: &Self::Memo,
        first: &mut Self::Memo,
    ) -> u32 {
        self.bound(first)
    }

    /// The child's memo if its bound is at most `most`, or else a bound that is greater: proved, though it need not be the
    /// greatest that could be proved.
    ///
    /// Provided by way of [`ahead`](Heuristic::ahead). A bound that is the greatest of several look-ups does better: it stops at the first
    /// that is too great.
    ///
    /// # Errors
    /// The bound that is greater than `most`.
    #[inline(always)]
    fn ahead_within(
        &self,
        puzzle: &P,
        state: &P::State,
        m: P::Move,
        memo: &Self::Memo,
        most: u32,
    ) -> Result<Self::Memo, u32> {
        let ahead = self.ahead(puzzle, state, m, memo);
        let low = self.bound(&ahead);
        if low <= most { Ok(ahead) } else { Err(low) }
    }

    /// Lends another puzzle, its bound and its starts, where a tree search for one solution has less to look at; provided: `None`. **The
    /// shortest solutions there must be as long as here**, start by start, and every solution there must name one here of its own length.
    #[inline]
    fn elsewhere<V: ElsewhereVisitor<P>>(&self, _puzzle: &P, _starts: &[P::State], _visitor: V) -> Option<V::Output> {
        None
    }

    /// Lends the tree below this bound in a form that is expanded without branches ([`StraightLine`](super::straight_line::StraightLine)), where there
    /// is one; provided: `None`. **Another tree than that of [`ahead`](Heuristic::ahead): other counts, or wrong answers.**
    #[inline]
    fn straight_line<V: StraightLineVisitor<P>>(&self, _puzzle: &P, _visitor: V) -> Option<V::Output> {
        None
    }

    /// Whether [`narrow`](Heuristic::narrow) leaves moves out.
    const NARROWS: bool = false;

    /// Those of `moves` that may lead to a child whose bound is at most `most`, and that may be within `most` moves of a goal, where that can be told
    /// without looking at each; and, if any is left out, a number above `most` that the distances of the children left out all reach. **Too many moves:
    /// slower. Too few, or too great a number: wrong.**
    ///
    /// Children that are not looked at are not counted as generated. The textbook's search asks nothing here: it looks at all of them, as
    /// published counts do ([`Prune::Back`](crate::search::ida_star::Prune::Back)).
    #[inline(always)]
    fn narrow(
        &self,
        _puzzle: &P,
        _state: &P::State,
        moves: P::Moves,
        _memo: &Self::Memo,
        _most: u32,
    ) -> (P::Moves, Option<u32>) {
        (moves, None)
    }
}

/// Something to be done with another puzzle in place of the one at hand.
pub trait ElsewhereVisitor<P: Puzzle> {
    /// What comes of it.
    type Output;

    /// Does it. `guide` says which of several states is the most promising, and proves nothing; `named` says what a solution there, from its
    /// start, is called here.
    fn visit<Q: Puzzle, H: Heuristic<Q>, G: Heuristic<Q>>(
        self,
        puzzle: &Q,
        heuristic: &H,
        guide: &G,
        starts: &[Q::State],
        named: impl Fn(&Q::State, &[Q::Move]) -> Vec<P::Move>,
    ) -> Self::Output;
}
