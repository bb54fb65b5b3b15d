//! Answers: one file for each kind of question.

pub mod bench;
pub(in crate::service) mod catalogue;
pub(in crate::service) mod compare;
pub(in crate::service) mod described;
pub(in crate::service) mod legal;
pub(in crate::service) mod map;
pub(in crate::service) mod random;
pub(in crate::service) mod search;
mod sets;
pub(in crate::service) mod tables;
