//! Tables of judges: what a judge looks its answers up in, where many boards are asked.

pub mod firsts;
pub mod flood;
pub mod named;
pub mod words;
