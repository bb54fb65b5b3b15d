//! Facets: what only some puzzles have. Each is a small trait, and one method of the contract returns it.

pub(in crate::puzzle) mod beam;
pub(in crate::puzzle) mod costs;
pub(in crate::puzzle) mod labelled;
pub(in crate::puzzle) mod no_facet;
pub(in crate::puzzle) mod packed;
pub(in crate::puzzle) mod phased;
pub(in crate::puzzle) mod rank_moves;
pub(in crate::puzzle) mod ranked;
pub mod shuffle;
pub mod staged;
