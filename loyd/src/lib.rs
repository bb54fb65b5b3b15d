//! loyd finds shortest solutions of permutation puzzles and maps their state spaces.

pub mod cells;
pub mod group;
pub mod heuristic;
pub mod judge;
pub mod limits;
pub mod planner;
pub mod puzzle;
pub mod puzzles;
pub mod rank;
pub mod search;
pub mod table;
pub mod text;

/// The template of `docs/adding.md` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../docs/adding.md")]
struct AddingAPuzzle;

/// The example of `README.md` compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
