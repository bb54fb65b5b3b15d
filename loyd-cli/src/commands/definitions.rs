//! The commands about puzzles themselves: the catalogue, definitions, and words in the moves.

pub(in crate::commands) mod definition;
pub(in crate::commands) mod puzzles;
pub(in crate::commands) mod rewrite;
