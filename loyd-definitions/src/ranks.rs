//! Ranks of compiled puzzles: how their states are numbered, and moves on the numbers.

pub(crate) mod by_formula;
pub(crate) mod cosets;
pub(crate) mod mixed;
pub(crate) mod numbering;
mod ranking;
#[cfg(test)]
mod tests;
pub(crate) mod views;

use std::sync::OnceLock;

use loyd_core::limits::holds;
use loyd_core::puzzle::pattern::FoldedRanks;
use mixed::FormulaMoves;
use numbering::StateNumbering;

/// The numbering of a puzzle's states. The first map that needs them makes the ranks folded by symmetries, and the move
/// tables of views by formula.
#[derive(Debug)]
pub(crate) struct LazyRanks {
    /// How states are numbered, if there are few enough.
    pub(crate) numbering: Option<StateNumbering>,
    /// The folded ranks, if symmetries fold the ranks.
    pub(crate) folded: OnceLock<Option<FoldedRanks>>,
    /// The move tables of the views by formula, if there is room for all of them.
    pub(crate) by_formula: OnceLock<Option<Vec<FormulaMoves>>>,
}

impl LazyRanks {
    pub(crate) fn new(numbering: Option<StateNumbering>) -> Self {
        LazyRanks { numbering, folded: OnceLock::new(), by_formula: OnceLock::new() }
    }
}

holds!(LazyRanks { numbering, folded, by_formula });
