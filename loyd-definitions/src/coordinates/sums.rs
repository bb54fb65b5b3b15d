//! The value of a coordinate as a sum: each slot adds a number for its code, and a table has the value of each sum.

use super::axis::{CodeView, Coordinate, Says};
use crate::compiled::codes::PieceCodes;
use loyd_core::exact::exact;

/// The most sums of a coordinate.
const MOST: u64 = 1 << 20;

/// The numbers that slots add to a sum, and the value of each sum.
#[derive(Clone, Debug)]
pub struct SlotSums<'a> {
    view: &'a CodeView,
    /// The pieces whose slots and orientations are the digits of the sum; `None` if each slot is a digit.
    pieces: Option<Vec<DigitPiece>>,
    /// The value of each sum.
    pub values: Box<[u32]>,
}

/// A piece whose slot and orientation are a digit of the sum.
#[derive(Clone, Copy, Debug)]
struct DigitPiece {
    base: u8,
    modulus: u8,
    weight: u64,
}

impl<'a> SlotSums<'a> {
    /// The sums of a coordinate whose pieces are all different; `None` if it is joined of others, or has more than
    /// [`MOST`] sums.
    pub fn new(axis: &'a Coordinate, codes: &PieceCodes) -> Option<Self> {
        let view = axis.only_view()?;
        let by_slot = 1u64.checked_shl(exact(view.bits() * view.slots.len())).filter(|&number| number <= MOST);
        let by_piece = || {
            let alphabet = &codes.alphabets[codes.set_of[usize::from(view.slots[0])]];
            let mut number = 1u64;
            let mut pieces = Vec::new();
            for class in alphabet.classes.iter().filter(|class| view.value_of[usize::from(class.base)] > 0) {
                pieces.push(DigitPiece { base: class.base, modulus: class.modulus, weight: number });
                number = number.checked_mul(view.slots.len() as u64 * u64::from(class.modulus))?;
            }
            (number <= MOST).then_some((pieces, number))
        };
        let (pieces, number) = match (by_slot, view.says) {
            (Some(number), _) => (None, number),
            (None, Says::Some) => by_piece().map(|(pieces, number)| (Some(pieces), number))?,
            (None, _) => return None,
        };
        let mut sums = SlotSums { view, pieces, values: vec![0; exact(number)].into() };
        for value in 0..axis.rows().values {
            let mut sum = 0;
            axis.unpack(value, &mut |_, slot, code| sum += sums.added(slot, code));
            sums.values[exact::<usize>(sum)] = value;
        }
        Some(sums)
    }

    /// The number that a slot with this code adds.
    pub fn added(&self, slot: usize, code: u8) -> u64 {
        let view = self.view;
        let Some(place) = view.slots.iter().position(|&seen| usize::from(seen) == slot) else { return 0 };
        match &self.pieces {
            None => u64::from(view.value_of[usize::from(code)]) << (view.bits() * place),
            Some(pieces) => {
                let is_it =
                    |piece: &&DigitPiece| code.checked_sub(piece.base).is_some_and(|turned| turned < piece.modulus);
                pieces.iter().find(is_it).map_or(0, |piece| {
                    piece.weight * (place as u64 * u64::from(piece.modulus) + u64::from(code - piece.base))
                })
            }
        }
    }
}
