//! Tables: a distance for every rank, in memory and in files.

mod board;
pub mod cache;
pub mod distance;
mod faults;
pub mod file;
pub mod firsts;
pub mod flood;
mod lock;
pub mod map;
pub mod pattern;
mod retrograde;
mod threads;
pub mod words;
