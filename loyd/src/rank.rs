//! Ranks: small sequences numbered densely, and back. Ranking knows no puzzle.

pub mod lehmer;
pub mod placement;
