//! What the owner of a bound may offer beside it, so that a search walks the tree faster: each a small trait, and an
//! entry of [`BoundVisitor`] that defaults to the plain bound.

use super::bound::Heuristic;
use super::branch_free::BranchFree;
use crate::puzzle::Puzzle;

/// The most moves of a state of which a search keeps the children's memos side by side.
pub const FEW_MOVES: usize = 8;

/// A child that was looked up. Of one that the bound rules out the memo is not to be used.
pub struct Child<P: Puzzle, M> {
    /// The move to it.
    pub m: P::Move,
    /// The set of this move alone.
    pub alone: P::Moves,
    /// Its memo.
    pub memo: M,
    /// Its bound, or a part of it that is enough to rule it out.
    pub low: u32,
}

// Derived, these would ask the puzzle to be so.
impl<P: Puzzle, M: Copy> Clone for Child<P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Puzzle, M: Copy> Copy for Child<P, M> {}

/// A bound that waits for memory, as one does whose table is larger than the processor's caches.
///
/// A search asks it for the memos of all children of a node before it branches on any of their bounds, so that the
/// loads overlap. Only for puzzles of at most [`FEW_MOVES`] moves; not for bounds that are calculated, which it slows.
pub trait LooksUp<P: Puzzle>: Heuristic<P> {
    /// The first part of [`ahead`](Heuristic::ahead), and the bound that it proves. Provided: the whole.
    #[inline(always)]
    fn ahead_first(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Self::Memo) -> (Self::Memo, u32) {
        let ahead = self.ahead(puzzle, state, m, memo);
        let low = self.bound(&ahead);
        (ahead, low)
    }

    /// Adds the second part to those children whose first part is below `left`; `memo` is the parent's. Provided: the
    /// first part was the whole.
    #[inline(always)]
    fn ahead_rest(
        &self,
        _puzzle: &P,
        _state: &P::State,
        _memo: &Self::Memo,
        _left: u32,
        _children: &mut [Option<Child<P, Self::Memo>>; FEW_MOVES],
    ) {
    }
}

/// A bound that names the successors that can pay, without looking at each.
pub trait Restricts<P: Puzzle>: Heuristic<P> {
    /// Those of `moves` that may lead to a child whose bound is at most `most`, and that may be within `most` moves of
    /// a goal; and, if any is left out, a number above `most` that the distances of the children left out all reach.
    /// **Too many moves: slower. Too few, or too great a number: wrong.**
    ///
    /// Children that are not looked at are not counted as generated. The textbook's search asks nothing here: it looks
    /// at all of them, as published counts do ([`Prune::Back`](crate::search::ida_star::Prune::Back)).
    fn restrict(
        &self,
        puzzle: &P,
        state: &P::State,
        moves: P::Moves,
        memo: &Self::Memo,
        most: u32,
    ) -> (P::Moves, Option<u32>);
}

/// An equivalent puzzle, where a tree search for one solution has fewer nodes. **The shortest solutions there must be
/// as long as here**, start by start, and every solution there must name one here of its own length.
pub trait Reformulation<P: Puzzle>: Send + Sync {
    /// The other puzzle.
    type Puzzle: Puzzle;
    /// Its bound.
    type Heuristic: Restricts<Self::Puzzle>;

    /// The other puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// Its bound.
    fn heuristic(&self) -> Self::Heuristic;

    /// A start there.
    fn start(&self, start: &P::State) -> <Self::Puzzle as Puzzle>::State;

    /// What a solution there is here.
    fn solution(
        &self,
        start: &<Self::Puzzle as Puzzle>::State,
        moves: &[<Self::Puzzle as Puzzle>::Move],
    ) -> Vec<P::Move>;
}

/// Something to be done with a bound whose type is known only to the puzzle. The puzzle calls the entry that says most.
pub trait BoundVisitor<P: Puzzle>: Sized {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<H: Heuristic<P>>(self, heuristic: H) -> Self::Output;

    /// Does it with a bound that waits for memory.
    fn visit_looking_up<H: LooksUp<P>>(self, heuristic: H) -> Self::Output {
        self.visit(heuristic)
    }

    /// Does it with a bound that restricts the successors.
    fn visit_restricting<H: Restricts<P>>(self, heuristic: H) -> Self::Output {
        self.visit(heuristic)
    }

    /// Does it with a bound whose tree can be expanded without branches.
    fn visit_branch_free<H: Heuristic<P>, T: BranchFree<P>>(self, heuristic: H, _tree: T) -> Self::Output {
        self.visit(heuristic)
    }

    /// Does it with a bound whose puzzle has an equivalent reformulation.
    fn visit_reformulated<H: Heuristic<P>, R: Reformulation<P>>(self, heuristic: H, _other: R) -> Self::Output {
        self.visit(heuristic)
    }
}
