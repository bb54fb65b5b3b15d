//! Puzzles of ids that may name files, as the tests have them.

use loyd::catalogue::with_puzzle_within;
use loyd_core::family::Visitor;
use loyd_core::opening::Unopened;
use loyd_core::opening::{Opening, RegularFiles};

/// Opens the puzzle of that id and lends it to the visitor.
pub fn with_files<V: Visitor>(id: &str, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    with_puzzle_within(&Opening::default().reading(&RegularFiles), id, goal, visitor)
}
