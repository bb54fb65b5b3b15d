//! Sets of cells in one machine word.

use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Index, IndexMut, Not, Shl, Shr};

pub use loyd_core::puzzle::bits::Bits as Set;
use loyd_core::puzzle::bits::Word;

/// A set of cells, cell 0 in the lowest bit: a `u128` for boards of up to 128 cells, or a `u64` for callers whose
/// boards have at most 64.
pub trait CellSet:
    Word
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// A number for every cell.
    type Table: Copy + Index<usize, Output = u32> + IndexMut<usize>;
    /// Zero for every cell.
    const ZEROS: Self::Table;
    /// The number of cells a set has room for.
    const CELLS: usize;
    /// The empty set.
    const NONE: Self;
    /// The set of every cell.
    const ALL: Self;

    /// The set of one cell.
    fn cell(cell: u8) -> Self;

    /// The number of cells in the set.
    fn count(self) -> u32;

    /// The first cell; [`CELLS`](CellSet::CELLS) for an empty set.
    fn first(self) -> u8;

    /// The last cell of a set that is not empty.
    fn last(self) -> u8;

    /// The set without its first cell.
    fn rest(self) -> Self;

    /// The cells after the last cell of the set; every cell for an empty set.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of one of at most 256 bits")]
    fn beyond(self) -> Self {
        if self.is_none() { Self::ALL } else { !(Self::ALL >> (Self::CELLS as u32 - 1 - u32::from(self.last()))) }
    }

    /// The cells up to `cell`, including it.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of one of at most 256 bits")]
    fn up_to(cell: u8) -> Self {
        Self::ALL >> (Self::CELLS as u32 - 1 - u32::from(cell))
    }

    /// Whether the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether `cell` is in the set.
    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        !(self & Self::cell(cell)).is_none()
    }

    /// Calls `each` with every cell, in order.
    #[inline(always)]
    fn each(mut self, mut each: impl FnMut(u8)) {
        while !self.is_none() {
            each(self.first());
            self = self.rest();
        }
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl CellSet for $word {
            type Table = [u32; <$word>::BITS as usize];
            const ZEROS: Self::Table = [0; <$word>::BITS as usize];
            const CELLS: usize = <$word>::BITS as usize;
            const NONE: Self = 0;
            const ALL: Self = <$word>::MAX;

            #[inline(always)]
            fn cell(cell: u8) -> Self {
                1 << cell
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "the number of one of at most 256 bits")]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            #[expect(clippy::cast_possible_truncation, reason = "the number of one of at most 256 bits")]
            fn last(self) -> u8 {
                (<$word>::BITS - 1 - self.leading_zeros()) as u8
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & (self - 1)
            }
        }
    };
}

bits!(u64);
bits!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    fn follows_a_plain_set<B: CellSet>() {
        for cells in [vec![], vec![0], vec![B::CELLS as u8 - 1], vec![3, 17, 40, 62]] {
            let set = cells.iter().fold(B::NONE, |set, &cell| set | B::cell(cell));
            let mut seen = Vec::new();
            set.each(|cell| seen.push(cell));
            assert_eq!(seen, cells);
            assert_eq!(set.count() as usize, cells.len());
            assert_eq!(set.is_none(), cells.is_empty());
            for cell in 0..B::CELLS as u8 {
                assert_eq!(set.has(cell), cells.contains(&cell));
                assert_eq!(set.beyond().has(cell), cells.iter().all(|&other| other < cell));
                assert_eq!(B::up_to(cell).count(), u32::from(cell) + 1);
            }
            if let (Some(first), Some(last)) = (cells.first(), cells.last()) {
                assert_eq!((set.first(), set.last()), (*first, *last));
            }
        }
    }

    #[test]
    fn both_widths_follow_a_plain_set() {
        follows_a_plain_set::<u64>();
        follows_a_plain_set::<u128>();
    }
}
