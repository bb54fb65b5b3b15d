//! The rooms of the core with the puzzles that are above them, in one program: what several of these tests use of a
//! puzzle is compiled once.

mod catalogue;
mod heuristic;
mod search;
mod table;
