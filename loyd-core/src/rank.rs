//! Ranks: dense numbers of small sequences, and the sequences of these numbers. Ranking does not depend on puzzles.

pub mod blocks;
pub mod lehmer;
pub mod multiset;
pub mod placement;
pub mod uniform;
