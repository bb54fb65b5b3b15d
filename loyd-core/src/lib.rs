//! The rooms below [`loyd`](https://docs.rs/loyd): puzzles, ranks, lower bounds, searches and tables. All of it is
//! generic over the puzzle, and next to nothing is compiled here: the searches of the catalogue's puzzles are
//! instantiated in `loyd`, which has all of these rooms, too, and is the crate to depend on.

// A wrapped number is a wrong answer. The tests of a module convert numbers that they chose.
#![deny(clippy::cast_possible_truncation)]
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

pub mod cells;
pub mod exact;
pub mod group;
pub mod heuristic;
pub mod limits;
pub mod opening;
pub mod puzzle;
pub mod rank;
pub mod search;
pub mod splitmix;
pub mod table;
pub mod text;

pub use puzzle::family;
