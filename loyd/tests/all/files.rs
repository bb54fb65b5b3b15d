//! Functions for all tests: whether a law runs in its whole form, and puzzles by ids that may name files.

use loyd::catalogue::with_puzzle_within;
use loyd_core::family::Visitor;
use loyd_core::opening::Unopened;
use loyd_core::opening::{Opening, RegularFiles};

/// Whether a law runs in its whole form, as `.ci/long` runs it.
pub fn is_whole() -> bool {
    std::env::var_os("LOYD_LONG").is_some()
}

/// Opens the puzzle with this id, and passes it to the visitor.
pub fn with_files<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    with_puzzle_within(&Opening::default().reading(&RegularFiles), id, goal, visitor)
}
