//! The facet of a puzzle that has none.

/// What a puzzle gives in place of a facet that it does not have: `None::<&NoFacet>`, for there is no value of it.
///
/// It has every facet, so that generic code may ask any puzzle for any; the compiler then knows the answer.
#[derive(Clone, Copy, Debug)]
pub enum NoFacet {}
