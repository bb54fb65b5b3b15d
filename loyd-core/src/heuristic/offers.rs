//! Additions that the owner of a bound may offer, so that a search walks the tree faster. Each addition has a method of
//! [`BoundVisitor`], which visits the plain bound by default; most additions are a small trait.

use super::bound::Heuristic;
use super::branch_free::BranchFree;
use crate::puzzle::Puzzle;

/// A bound that names the successors that may stay within a limit, without looking at each.
pub trait Restricts<P: Puzzle>: Heuristic<P> {
    /// The moves of `moves` that may lead to a child whose bound is at most `most`, and that may be within `most` moves
    /// of a goal. If a child is left out, also returns a number above `most` that is a lower bound of the distance of
    /// every child left out. **Too many moves: slower. Too few, or too great a number: wrong.**
    ///
    /// Children that are not looked at are not counted as generated. The textbook's search does not call this method:
    /// it looks at all children, as published counts do ([`Prune::Back`](crate::search::ida_star::Prune::Back)).
    fn restrict(
        &self,
        puzzle: &P,
        state: &P::State,
        moves: P::Moves,
        memo: &Self::Memo,
        most: u32,
    ) -> (P::Moves, Option<u32>);
}

/// An equivalent puzzle, in which a tree search for one solution has fewer nodes. **Shortest solutions must be equally
/// long in both puzzles**, start by start, and every solution there must name a solution here of the same length.
pub trait Reformulation<P: Puzzle>: Send + Sync {
    /// The other puzzle.
    type Puzzle: Puzzle;
    /// The bound of the other puzzle.
    type Heuristic: Restricts<Self::Puzzle>;

    /// The other puzzle.
    fn puzzle(&self) -> &Self::Puzzle;

    /// The bound of the other puzzle.
    fn heuristic(&self) -> Self::Heuristic;

    /// The start of the other puzzle that stands for `start`.
    fn start(&self, start: &P::State) -> <Self::Puzzle as Puzzle>::State;

    /// The solution of this puzzle that a solution of the other puzzle names.
    fn solution(
        &self,
        start: &<Self::Puzzle as Puzzle>::State,
        moves: &[<Self::Puzzle as Puzzle>::Move],
    ) -> Vec<P::Move>;
}

/// Work to be done with a bound whose type only the puzzle knows. The puzzle calls the most specific method.
pub trait BoundVisitor<P: Puzzle>: Sized {
    /// The result of the work.
    type Output;

    /// Does the work with any bound.
    fn visit<H: Heuristic<P>>(self, heuristic: H) -> Self::Output;

    /// Does the work with a bound that waits for memory, as happens if its table is larger than the processor's caches.
    /// A search looks up all children of a node before it branches on any of their bounds, so that the loads overlap.
    fn visit_looking_up<H: Heuristic<P>>(self, heuristic: H) -> Self::Output {
        self.visit(heuristic)
    }

    /// Does the work with a bound that restricts the successors.
    fn visit_restricting<H: Restricts<P>>(self, heuristic: H) -> Self::Output {
        self.visit(heuristic)
    }

    /// Does the work with a bound whose tree can be expanded without branches. Korf's 16th board by IDA* with
    /// Manhattan: 1.27 times the instructions and 1.6 times the time without this method.
    fn visit_branch_free<H: Heuristic<P>, T: BranchFree<P>>(self, heuristic: H, _tree: T) -> Self::Output {
        self.visit(heuristic)
    }

    /// Does the work with a bound whose puzzle has an equivalent reformulation. Stacks of 40 pancakes: 46 times the
    /// instructions without this method.
    fn visit_reformulated<H: Heuristic<P>, R: Reformulation<P>>(self, heuristic: H, _other: R) -> Self::Output {
        self.visit(heuristic)
    }
}
