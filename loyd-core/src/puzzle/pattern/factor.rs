//! A coordinate with a table of the effect of moves on it.

use crate::limits::holds;
use std::sync::Arc;

/// The entry for a move to a value that no position may have.
pub const NOWHERE: u32 = u32::MAX;

/// A coordinate: a number that moves change without regard to the rest of the state.
#[derive(Clone, Debug)]
pub struct Factor {
    /// The number of this coordinate in the puzzle.
    pub number: usize,
    /// The number of values.
    pub values: u32,
    /// The number of moves.
    pub moves: usize,
    /// The value to which move `m` takes value `v`, or [`NOWHERE`], is at `v * moves + m`, so that the successors of a
    /// state lie side by side.
    pub next: Arc<[u32]>,
    /// The value that move `m` takes to value `v`, or [`NOWHERE`], is at the same index.
    pub back: Arc<[u32]>,
}

impl Factor {
    /// The value after a move.
    #[inline(always)]
    pub fn after(&self, m: usize, value: u32) -> u32 {
        self.next[self.begin(value) + m]
    }

    /// The index of the row of a value. It does not wrap, because it is below the length of the table in memory.
    #[inline(always)]
    fn begin(&self, value: u32) -> usize {
        (value as usize).wrapping_mul(self.moves)
    }

    /// The values to which the moves take `value`, one for each move.
    #[inline(always)]
    pub fn row(&self, value: u32) -> &[u32] {
        &self.next[self.begin(value)..][..self.moves]
    }

    /// The values that the moves take to `value`, one for each move.
    #[inline(always)]
    pub fn row_back(&self, value: u32) -> &[u32] {
        &self.back[self.begin(value)..][..self.moves]
    }
}

/// Returns the values of a coordinate after each move, or the values before each move.
pub type FactorSide = fn(&Factor, u32) -> &[u32];

holds!(Factor { number, values, moves, next, back });
