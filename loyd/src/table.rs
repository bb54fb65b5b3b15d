//! Tables: a distance for every rank.

pub mod distance;
pub mod firsts;
pub mod flood;
pub mod pattern;
pub mod words;
