//! Documents that the command writes of itself.

pub(in crate::commands) mod completions;
pub(in crate::commands) mod man;
