//! The commands about whole state spaces and about the files of their tables.

pub(in crate::commands) mod cache;
pub(in crate::commands) mod map;
pub(in crate::commands) mod table;
