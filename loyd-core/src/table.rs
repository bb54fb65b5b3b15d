//! Tables: a distance for every rank, in memory and in files.

mod board;
pub mod cache;
pub mod distance;
mod faults;
pub mod file;
mod lock;
pub mod map;
mod pace;
pub mod pattern;
pub mod retrograde;
mod threads;
