//! A coordinate with a table for what moves do to it.

use crate::limits::holds;
use std::sync::Arc;

/// No value: a move leads to what no position may hold.
pub const NOWHERE: u32 = u32::MAX;

/// A coordinate: a number that moves change without regard to anything else.
#[derive(Clone, Debug)]
pub struct Factor {
    /// The number by which the puzzle knows it.
    pub number: usize,
    /// The number of its values.
    pub values: u32,
    /// The number of moves.
    pub moves: usize,
    /// The value after move `m` of value `v`, or [`NOWHERE`]: at `v * moves + m`, so that the children of a state lie
    /// side by side.
    pub next: Arc<[u32]>,
    /// The value before it, likewise.
    pub back: Arc<[u32]>,
}

impl Factor {
    /// The value after a move.
    #[inline(always)]
    pub fn after(&self, m: usize, value: u32) -> u32 {
        self.next[self.begin(value) + m]
    }

    /// Where the row of a value begins: below the length of the table, which is in memory.
    #[inline(always)]
    fn begin(&self, value: u32) -> usize {
        (value as usize).wrapping_mul(self.moves)
    }

    /// The values after each move.
    #[inline(always)]
    pub fn row(&self, value: u32) -> &[u32] {
        &self.next[self.begin(value)..][..self.moves]
    }

    /// The values before each move.
    #[inline(always)]
    pub fn row_back(&self, value: u32) -> &[u32] {
        &self.back[self.begin(value)..][..self.moves]
    }
}

/// The values of a coordinate after each move, or before.
pub type Side = fn(&Factor, u32) -> &[u32];

holds!(Factor { number, values, moves, next, back });
