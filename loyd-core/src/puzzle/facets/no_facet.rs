//! The type that stands for a missing facet.

/// The type of a facet that a puzzle does not have. Such a puzzle returns `None::<&NoFacet>`; the type has no values.
///
/// It implements every facet that a method returns as `Option<&impl ...>`, so generic code can ask every puzzle for
/// such a facet. The compiler then knows the answer.
#[derive(Clone, Copy, Debug)]
pub enum NoFacet {}
