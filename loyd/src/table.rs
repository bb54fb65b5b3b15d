//! Tables: a distance for every rank.

pub mod distance;
pub mod firsts;
pub mod flood;
mod retrograde;
pub mod words;
