//! The commands about positions, most of which search.

pub(in crate::commands) mod bench;
pub(in crate::commands) mod check;
pub(in crate::commands) mod compare;
pub(in crate::commands) mod random;
pub(in crate::commands) mod rank;
pub(in crate::commands) mod solve;
