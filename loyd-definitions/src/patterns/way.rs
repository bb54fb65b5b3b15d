//! One look-up of a state in pattern databases: the table, and the form in which the state is looked up.

use super::inverse::Inverted;
use loyd_core::limits::{Held, holds};

/// One look-up of a state.
#[derive(Clone, Debug)]
pub struct StateLookup {
    /// The number of the table.
    pub table: usize,
    /// The form in which the state is looked up.
    pub seen: LookupForm,
}

/// The form in which a state is looked up.
#[derive(Clone, Debug)]
pub enum LookupForm {
    /// The image of the state under the symmetry with this number.
    Itself(usize),
    /// The inverse of the state, or its image under a symmetry.
    Inverse(Box<Inverted>),
}

holds!(StateLookup { table, seen });

impl Held for LookupForm {
    fn held(&self) -> u64 {
        match self {
            LookupForm::Itself(_) => 0,
            LookupForm::Inverse(inverted) => inverted.held(),
        }
    }
}
