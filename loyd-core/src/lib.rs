//! The parts below [`loyd`](https://docs.rs/loyd): puzzles, ranks, lower bounds, searches and tables. All of them are
//! generic over the puzzle, so this crate compiles almost no searches: `loyd` instantiates the searches for the puzzles
//! of the catalogue.
//!
//! This crate is for authors of searches, lower bounds, tables and native puzzles. Its interface may change in every
//! version. A program that asks for solutions and maps, or adds a puzzle of its own, depends on `loyd`. The surface of
//! `loyd` is small and stable, and contains the few types of this crate that its own signatures show.

// A number that wraps is a wrong answer. The tests of a module convert only numbers that they chose.
#![deny(clippy::cast_possible_truncation)]
#![cfg_attr(test, allow(clippy::cast_possible_truncation))]

pub mod cells;
pub mod cost;
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
