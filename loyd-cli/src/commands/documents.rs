//! The documents that the command writes about itself.

pub(in crate::commands) mod completions;
pub(in crate::commands) mod man;
