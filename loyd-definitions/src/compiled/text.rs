//! Reads and writes positions, goals and moves of compiled puzzles as text.

pub(crate) mod goals;
pub(crate) mod names;
mod notation;
mod reading;

pub use reading::may_be_position;

#[cfg(test)]
mod tests;
