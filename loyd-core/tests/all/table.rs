//! Tables.

mod map;
mod pattern;
mod walk;
