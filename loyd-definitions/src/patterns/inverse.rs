//! Pattern databases looked up for the inverse of a state.
//!
//! If all pieces are different and every move can be taken back by a move of the same cost, a state and its inverse
//! have the same distance: the solution of the inverse is the inverse of the solution (A. Felner, U. Zahavi, J.
//! Schaeffer and R. Holte, Dual lookups in pattern databases, IJCAI 2005). A database can bound the two differently.

use crate::compiled::codes::PieceCodes;
use crate::compiled::symmetry::PuzzleSymmetry;
use crate::coordinates::axis::Coordinate;
use crate::coordinates::chosen::MOST_FACTORS;
use crate::coordinates::sums::SlotSums;
use loyd_core::cells::Bytes;
use loyd_core::exact::exact;
use loyd_core::limits::holds;
use loyd_core::puzzle::pattern::Product;

/// The slot of the inverse that a code determines, and the code there.
pub(super) type Goes = (u16, u8);

/// A table that inverts states slot by slot.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// By slot and code of the state: the slot and the code of the inverse.
    pub(super) goes: Vec<Box<[Goes]>>,
}

impl Inverse {
    /// The inverse of a state. The inverse of the goal is the goal.
    pub fn of<const N: usize>(&self, state: &[u8; N]) -> [u8; N] {
        let mut inverse = *state;
        for (goes, &code) in self.goes.iter().zip(state) {
            let (slot, code) = goes[usize::from(code)];
            inverse[usize::from(slot)] = code;
        }
        inverse
    }
}

/// A coordinate in the sum of all: the bits of its own sum, and the value of each such sum.
#[derive(Clone, Debug)]
struct SumField {
    shift: u32,
    mask: u64,
    values: Box<[u32]>,
}

/// A look-up of a table for the inverse of a state, or for the image of the inverse under a symmetry.
///
/// The inverse is never computed. Every slot of the state adds a number for its effect on the coordinates, and the sum
/// of these numbers determines their values.
#[derive(Clone, Debug)]
pub struct Inverted {
    /// The slots that add something.
    slots: Box<[u16]>,
    /// The added numbers: for each of these slots a row by its code.
    added: Box<[u64]>,
    /// The length of a row, a power of two.
    row: usize,
    fields: Box<[SumField]>,
}

impl Inverted {
    /// The approximate number of steps to make a look-up.
    pub fn cost(codes: &PieceCodes, axes: &[Coordinate], product: &Product) -> usize {
        let most = codes.alphabets.iter().map(|alphabet| alphabet.codes).max().unwrap_or(0);
        let axes = product.factors().iter().map(|factor| &axes[factor.number]);
        axes.map(|axis| (axis.size() + codes.set_of.len() * most) * axis.view().slots.len()).sum()
    }

    /// Makes the look-up; `None` if the coordinates are too large to be sums.
    pub fn new(
        codes: &PieceCodes,
        axes: &[Coordinate],
        product: &Product,
        symmetry: &PuzzleSymmetry,
        inverse: &Inverse,
    ) -> Option<Self> {
        let axes = product.factors().iter().map(|factor| &axes[factor.number]);
        let sums: Vec<SlotSums<'_>> = axes.map(|axis| SlotSums::new(axis, codes)).collect::<Option<_>>()?;
        let row = codes.alphabets.iter().map(|alphabet| alphabet.codes).max()?.next_power_of_two();
        let mut shift = 0;
        let mut fields = Vec::new();
        for sums in &sums {
            let number = sums.values.len().next_power_of_two();
            fields.push(SumField { shift, mask: number as u64 - 1, values: sums.values.clone() });
            shift += number.ilog2();
        }
        if shift > u64::BITS {
            return None;
        }
        let (mut slots, mut added) = (Vec::new(), Vec::new());
        for (slot, goes) in inverse.goes.iter().enumerate() {
            let mut adds = vec![0; row];
            for (&(slot, code), adds) in goes.iter().zip(&mut adds) {
                let code = symmetry.code_images(slot.into())[usize::from(code)];
                let slot = symmetry.to(slot.into());
                *adds = sums.iter().zip(&fields).map(|(sums, field)| sums.added(slot, code) << field.shift).sum();
            }
            if adds.iter().any(|&adds| adds > 0) {
                slots.push(exact(slot));
                added.extend(adds);
            }
        }
        Some(Inverted { slots: slots.into(), added: added.into(), row, fields: fields.into() })
    }

    /// The values of the coordinates of a state's inverse.
    #[inline(always)]
    pub(super) fn values<const N: usize>(&self, state: &Bytes<N>) -> [u32; MOST_FACTORS] {
        let adds = |(&slot, row): (&u16, &[u64])| row[usize::from(state.0[usize::from(slot) % N]) & (row.len() - 1)];
        let sum: u64 = self.slots.iter().zip(self.added.chunks_exact(self.row)).map(adds).sum();
        let mut values = [0; MOST_FACTORS];
        for (value, field) in values.iter_mut().zip(&self.fields) {
            *value = field.values[exact::<usize>(sum >> field.shift & field.mask)];
        }
        values
    }

    /// The place of the entry of a state's inverse in a table of that product.
    #[inline(always)]
    pub fn place<const N: usize>(&self, product: &Product, state: &Bytes<N>) -> u64 {
        product.place(&self.values(state)[..self.fields.len()])
    }
}

holds!(SumField { shift, mask, values });
holds!(Inverted { slots, added, row, fields });
