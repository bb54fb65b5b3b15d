//! Ranks of compiled puzzles: how their states are numbered, and moves on the numbers.

pub(crate) mod cosets;
pub(crate) mod numbering;
mod ranking;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use loyd_core::limits::holds;
use loyd_core::puzzle::pattern::FoldedRanks;
use numbering::StateNumbering;

/// The numbering of a puzzle's states, and the ranks folded by symmetries, made by the first map that needs them.
#[derive(Debug)]
pub(crate) struct LazyRanks {
    /// How states are numbered, if there are few enough.
    pub(crate) numbering: Option<StateNumbering>,
    /// The folded ranks, if symmetries fold the ranks.
    pub(crate) folded: OnceLock<Option<FoldedRanks>>,
}

impl LazyRanks {
    pub(crate) fn new(numbering: Option<StateNumbering>) -> Self {
        LazyRanks { numbering, folded: OnceLock::new() }
    }
}

holds!(LazyRanks { numbering, folded });
