//! loyd finds shortest solutions of permutation puzzles and maps their state spaces.

pub mod cells;
pub mod group;
pub mod heuristic;
pub mod judge;
pub mod planner;
pub mod puzzle;
pub mod puzzles;
pub mod rank;
pub mod search;
pub mod text;
