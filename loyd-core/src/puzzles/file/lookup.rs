//! One look-up of a state in a pattern database, through a symmetry.

use std::ops::Range;

use super::chosen::MOST_FACTORS;
use super::coordinates::Coordinates;
use super::symmetry::Symmetry;
use crate::cells::Bytes;
use crate::puzzle::pattern::{Product, Table};

/// A table, and a symmetry through which the state is seen.
#[derive(Clone, Debug)]
pub struct Lookup<'t> {
    /// The table.
    pub table: Table<'t, Product>,
    /// The places of its coordinates in the memo.
    pub factors: Range<usize>,
    /// What moves become.
    pub symmetry: &'t Symmetry,
}

impl Lookup<'_> {
    /// The values of its coordinates; `None` if the state is none that reaches a goal.
    pub fn values<const N: usize>(&self, coordinates: &Coordinates, state: &Bytes<N>) -> Option<[u32; MOST_FACTORS]> {
        let image = self.symmetry.image(&state.0);
        let mut values = [0; MOST_FACTORS];
        for (factor, value) in self.table.pattern.factors().iter().zip(&mut values[self.factors.clone()]) {
            *value = coordinates.axes[factor.number].value(|slot| image[slot])?;
        }
        Some(values)
    }

    /// The entry of these values.
    #[inline(always)]
    pub fn entry(&self, values: &[u32; MOST_FACTORS]) -> u32 {
        let values = &values[self.factors.clone()];
        let number = values.iter().zip(self.table.pattern.weights()).map(|(&value, weight)| u64::from(value) * weight);
        self.table.entry(number.sum()).into()
    }
}
