//! One look-up of a state in a pattern database, under a symmetry.

use std::ops::Range;

use crate::compiled::symmetry::PuzzleSymmetry;
use crate::coordinates::Coordinates;
use crate::coordinates::chosen::MOST_FACTORS;
use loyd_core::cells::Bytes;
use loyd_core::puzzle::pattern::{Factor, HeadLookup, PatternTable, Product};

/// The number of moves that are looked up side by side.
pub const TOGETHER: usize = 32;

/// A table, and the symmetry that maps a state before it is looked up.
#[derive(Clone, Debug)]
pub struct SymmetricLookup<'t> {
    /// The table.
    pub table: PatternTable<'t, Product>,
    /// The places of its coordinates in the memo.
    pub factors: Range<usize>,
    /// The symmetry, which also maps the moves.
    pub symmetry: &'t PuzzleSymmetry,
}

impl SymmetricLookup<'_> {
    /// The values of the table's coordinates for a state; `None` if moves do not lead from it to a goal.
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
        self.table.entry(self.table.pattern.place(&values[self.factors.clone()])).into()
    }

    /// The places of the entries of children, by the images of the moves under the symmetry, at most [`TOGETHER`]. A
    /// move that leads nowhere gets a number that is not a place.
    #[inline(always)]
    pub fn places(&self, factors: &[Factor], values: &[u32], turns: &[u8], places: &mut [u64]) {
        let pattern = self.table.pattern;
        let (factors, values) = (&factors[self.factors.clone()], &values[self.factors.clone()]);
        let Some(fold) = pattern.fold() else {
            for ((factor, &value), weight) in factors.iter().zip(values).zip(pattern.weights()) {
                let row = factor.row(value);
                for (place, &turn) in places.iter_mut().zip(turns) {
                    *place = place.wrapping_add(u64::from(row[usize::from(turn)]).wrapping_mul(*weight));
                }
            }
            return;
        };
        let mut seen = [HeadLookup { class: 0, symmetry: 0 }; TOGETHER];
        let mut numbers = [0u32; TOGETHER];
        for ((factor, &value), weight) in factors.iter().zip(values).zip(fold.weights()) {
            let row = factor.row(value);
            for (number, &turn) in numbers.iter_mut().zip(turns) {
                *number += row[usize::from(turn)] * weight;
            }
        }
        for ((place, seen), &number) in places.iter_mut().zip(&mut seen).zip(&numbers[..turns.len()]) {
            *seen = fold.look_up(number);
            *place = fold.first(seen.class);
        }
        for (k, (factor, &value)) in factors.iter().zip(values).skip(fold.head()).enumerate() {
            let row = factor.row(value);
            for ((place, &turn), seen) in places.iter_mut().zip(turns).zip(&seen) {
                *place += fold.added(k, row[usize::from(turn)], seen.symmetry);
            }
        }
    }
}
