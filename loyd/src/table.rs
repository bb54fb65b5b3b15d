//! Tables: a distance for every rank.

pub mod distance;
pub mod words;
