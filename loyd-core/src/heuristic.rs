//! General lower bounds for any puzzle. They join other bounds, or keep some pieces and forget the others.

use crate::puzzle::Puzzle;

mod bound;
mod bounded;
pub mod branch_free;
mod offers;
pub mod projection;

pub use bound::{Heuristic, UNREACHABLE};
pub use bounded::{BoundFacts, Bounded, Toward};
pub use branch_free::BranchFree;
pub use offers::{BoundVisitor, Reformulation, Restricts};

/// The parts that every combination of two bounds shares: each bound carries its own memo.
macro_rules! side_by_side {
    () => {
        type Memo = (A::Memo, B::Memo);

        fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo {
            (self.0.memo(puzzle, state), self.1.memo(puzzle, state))
        }

        #[inline(always)]
        fn ahead(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Self::Memo) -> Self::Memo {
            (self.0.ahead(puzzle, state, m, &memo.0), self.1.ahead(puzzle, state, m, &memo.1))
        }
    };
}

/// The greater of two bounds.
///
/// Neither bound exceeds the distance, so the greater bound does not. If both are consistent, so is the greater.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::heuristic::Max;
/// use loyd_core::heuristic::Heuristic;
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::swap::{Alternating, Swap, ThirdManhattan};
/// let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
/// let greater = Max(ThirdManhattan::new(&swap), Alternating::new(&swap));
/// let start = swap.starts("9 8 7/6 5 4/3 2 1").unwrap()[0];
/// let bound = greater.bound(&greater.memo(&swap, &start));
/// let alone = Alternating::new(&swap);
/// assert_eq!(bound, alone.bound(&alone.memo(&swap, &start)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    side_by_side!();

    #[inline(always)]
    fn bound(&self, memo: &Self::Memo) -> u32 {
        self.0.bound(&memo.0).max(self.1.bound(&memo.1))
    }

    /// Asks the second bound only if the first does not rule the child out, so the cheaper bound should come first.
    #[inline(always)]
    fn ahead_within(
        &self,
        puzzle: &P,
        state: &P::State,
        m: P::Move,
        memo: &Self::Memo,
        most: u32,
    ) -> Result<Self::Memo, u32> {
        let first = self.0.ahead_within(puzzle, state, m, &memo.0, most)?;
        Ok((first, self.1.ahead_within(puzzle, state, m, &memo.1, most)?))
    }
}

/// A child that the first bound rules out is ruled out by the greater of both.
impl<P: Puzzle, A: Restricts<P>, B: Heuristic<P>> Restricts<P> for Max<A, B> {
    #[inline(always)]
    fn restrict(
        &self,
        puzzle: &P,
        state: &P::State,
        moves: P::Moves,
        memo: &Self::Memo,
        most: u32,
    ) -> (P::Moves, Option<u32>) {
        self.0.restrict(puzzle, state, moves, &memo.0, most)
    }
}

/// The sum of two bounds.
///
/// **Sound only if no cost is counted by both**: each bound charges a part of a move's cost, and the two parts are no
/// more than the whole (F. Yang, J. Culberson, R. Holte, U. Zahavi and A. Felner, A general theory of additive state
/// space abstractions, Journal of Artificial Intelligence Research 32, 2008). Two pattern databases of disjoint pieces
/// may be added if each counts only the moves of its own pieces and a move moves one piece. Two projections may not:
/// each counts every move.
///
/// If one of the bounds proves that there is no path to a goal, so does the sum.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B>(pub A, pub B);

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Sum<A, B> {
    side_by_side!();

    #[inline(always)]
    fn bound(&self, memo: &Self::Memo) -> u32 {
        self.0.bound(&memo.0).saturating_add(self.1.bound(&memo.1)).min(UNREACHABLE)
    }

    /// Asks the second bound within the moves that the first bound leaves.
    #[inline(always)]
    fn ahead_within(
        &self,
        puzzle: &P,
        state: &P::State,
        m: P::Move,
        memo: &Self::Memo,
        most: u32,
    ) -> Result<Self::Memo, u32> {
        let first = self.0.ahead_within(puzzle, state, m, &memo.0, most)?;
        let low = self.0.bound(&first);
        let second = self.1.ahead_within(puzzle, state, m, &memo.1, most - low);
        second.map(|second| (first, second)).map_err(|over| over.saturating_add(low).min(UNREACHABLE))
    }
}
