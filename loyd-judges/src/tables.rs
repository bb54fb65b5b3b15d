//! Tables in which judges look up answers for many boards.

pub mod firsts;
pub mod flood;
pub mod named;
pub mod words;
