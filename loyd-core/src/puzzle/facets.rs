//! Facets: small traits that only some puzzles implement. `Ranked` and `Labelled` extend the contract; every other
//! facet is returned by a method of the contract or of `Ranked`.

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
pub(in crate::puzzle) mod symmetric;
