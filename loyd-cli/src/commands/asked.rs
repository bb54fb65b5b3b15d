//! The position and the algorithm that arguments ask for.

pub(in crate::commands) mod chosen;
pub(in crate::commands) mod position;
