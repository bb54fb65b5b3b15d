//! The reading of the puzzle, the position and the choices that arguments ask for.

pub(in crate::commands) mod chosen;
pub(in crate::commands) mod position;
pub mod sets;
