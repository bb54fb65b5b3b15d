//! The definition of a lower bound, with the memo that it carries beside a state.

use std::fmt::Debug;

use crate::puzzle::Puzzle;

/// The bound of a state from which a heuristic has proved that no goal can be reached; any greater value means the
/// same. It is far beyond every length, and the sum of two such values still fits. A search drops such a state, and
/// never takes such a value for the next threshold.
pub const UNREACHABLE: u32 = u32::MAX / 2;

/// A lower bound on the distance to the nearest goal.
///
/// A search carries the memo beside the state. [`ahead`](Heuristic::ahead) returns the child's memo *before* the move
/// is made, so that a pruned child costs no apply and no undo. **A bound too low: slower. Too high: wrong.**
pub trait Heuristic<P: Puzzle>: Send + Sync {
    /// The data carried beside a state.
    type Memo: Copy + Debug + PartialEq + Send + Sync;

    /// The memo of a state, from scratch.
    fn memo(&self, puzzle: &P, state: &P::State) -> Self::Memo;

    /// The memo of the state that `m` leads to from `state`, whose memo is given.
    fn ahead(&self, puzzle: &P, state: &P::State, m: P::Move, memo: &Self::Memo) -> Self::Memo;

    /// The bound, in moves; from [`UNREACHABLE`] on there is no path to a goal.
    fn bound(&self, memo: &Self::Memo) -> u32;

    /// The child's memo if its bound is at most `most`. Otherwise a proved bound above `most`, which need not be the
    /// greatest that could be proved.
    ///
    /// Provided: calls [`ahead`](Heuristic::ahead). A bound that is the greatest of several look-ups does better,
    /// because it can stop at the first look-up above `most`.
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
}
