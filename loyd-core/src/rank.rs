//! Ranks: small sequences numbered densely, and back. Ranking knows no puzzle.

pub mod blocks;
pub mod lehmer;
pub mod placement;
pub mod uniform;
