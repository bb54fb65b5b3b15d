//! The arguments of each command that has more than a few.

pub(in crate::arguments) mod bench;
pub(in crate::arguments) mod cache;
#[cfg(feature = "cluster")]
pub(in crate::arguments) mod cluster;
pub(in crate::arguments) mod compare;
pub(in crate::arguments) mod definition;
pub(in crate::arguments) mod map;
#[cfg(feature = "play")]
pub(in crate::arguments) mod play;
#[cfg(feature = "web")]
pub(in crate::arguments) mod serve;
pub(in crate::arguments) mod table;
