//! Pattern databases of compiled puzzles: products of coordinates, and the look-ups of a state in them.

pub(crate) mod bounds;
mod folding;
pub(crate) mod inverse;
mod inverting;
pub(crate) mod lookup;
pub(crate) mod products;
pub(crate) mod views;
pub(crate) mod way;
mod ways;

use std::sync::OnceLock;

use crate::coordinates::chosen::Scale;
use loyd_core::heuristic::BoundFacts;
use loyd_core::limits::holds;
use way::StateLookup;

/// The facts about the pattern databases of a puzzle, computed by the first search that needs them.
#[derive(Debug, Default)]
pub(crate) struct LazyPatterns {
    /// The lower bounds, stored because every position asks for them.
    pub(crate) bounds: OnceLock<Vec<BoundFacts<'static>>>,
    /// For each scale of pattern databases: the look-ups of a state, measured once.
    pub(crate) lookups: [OnceLock<Vec<StateLookup>>; Scale::ALL.len()],
}

holds!(LazyPatterns { bounds, lookups });
