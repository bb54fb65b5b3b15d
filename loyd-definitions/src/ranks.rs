//! Ranks of compiled puzzles: how their states are numbered, and moves on the numbers.

pub(crate) mod cosets;
pub(crate) mod numbering;
mod ranking;
