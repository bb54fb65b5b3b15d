//! Tables: a distance for every rank.

pub mod distance;
pub mod flood;
pub mod words;
