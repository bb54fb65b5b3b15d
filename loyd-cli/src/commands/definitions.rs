//! Commands about puzzles themselves: the catalogue, definitions, words of moves.

pub(in crate::commands) mod definition;
pub(in crate::commands) mod puzzles;
pub(in crate::commands) mod rewrite;
