//! Packed arrangements: the piece in each cell.
//!
//! Two layouts share one trait, so that a puzzle is written once. [`Nibbles`] stores up to 16 cells in one machine
//! word, which is copied for free; [`Bytes`] stores one byte for each cell, which is changed in place.

use crate::exact::exact;
use std::fmt::Debug;
use std::hash::Hash;

/// An arrangement of pieces numbered from 0 over cells numbered from 0.
///
/// Cells past the end of the board hold piece 0 and are never touched, so that equal arrangements are
/// equal values.
pub trait Cells: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The largest number of cells.
    const CAPACITY: usize;

    /// Packs `pieces`, one a cell.
    ///
    /// # Panics
    /// If there are more than [`CAPACITY`](Self::CAPACITY) pieces, or a piece does not fit.
    ///
    /// ```
    /// use loyd_core::cells::{Cells, Nibbles};
    /// let cells = Nibbles::pack(&[2, 0, 1]);
    /// assert_eq!((cells.get(0), cells.get(1), cells.get(2)), (2, 0, 1));
    /// ```
    fn pack(pieces: &[u8]) -> Self;

    /// The piece in `cell`.
    fn get(&self, cell: u8) -> u8;

    /// Puts `piece` into `cell`.
    fn set(&mut self, cell: u8, piece: u8);

    /// Exchanges the pieces of two cells. `loyd table build swap:3` takes 1.03 times the instructions without the
    /// implementation of [`Nibbles`].
    #[inline]
    fn swap(&mut self, a: u8, b: u8) {
        let (x, y) = (self.get(a), self.get(b));
        self.set(a, y);
        self.set(b, x);
    }

    /// Moves the piece of `from` into `to`, which holds piece 0, and leaves piece 0 behind.
    fn slide(&mut self, from: u8, to: u8);

    /// Reverses the order of the first `length` cells.
    fn reverse_prefix(&mut self, length: u8);

    /// The first cell that holds a piece; any number if no cell does.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cell or a piece of at most 256, or the four bits of one")]
    fn cell_of(&self, piece: u8) -> u8 {
        (0..=(Self::CAPACITY - 1) as u8).find(|&cell| self.get(cell) == piece).unwrap_or(0)
    }

    /// The pieces of the first `count` cells.
    fn unpack(&self, count: usize) -> Vec<u8> {
        (0..count).map(|cell| self.get(exact::<u8>(cell))).collect()
    }
}

/// Up to 16 cells in one word, four bits a cell, cell 0 lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nibbles(pub u64);

/// The word with the nibble of a cell at the low end. A cell is below 16, so the shift is below 64. A wrapping shift is
/// the machine's own shift, and costs no check in the hottest loops of the library.
#[inline(always)]
fn down(word: u64, cell: u8) -> u64 {
    word.wrapping_shr(u32::from(cell) * 4)
}

/// A nibble at the place of a cell, which is below 16.
#[inline(always)]
fn up(nibble: u64, cell: u8) -> u64 {
    nibble.wrapping_shl(u32::from(cell) * 4)
}

impl Cells for Nibbles {
    const CAPACITY: usize = 16;

    fn pack(pieces: &[u8]) -> Self {
        assert!(pieces.len() <= Self::CAPACITY, "at most 16 cells fit one word");
        Nibbles(pieces.iter().rev().fold(0, |word, &piece| {
            assert!(piece < 16, "a piece of four bits");
            word << 4 | u64::from(piece)
        }))
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a cell or a piece of at most 256, or the four bits of one")]
    fn get(&self, cell: u8) -> u8 {
        down(self.0, cell) as u8 & 15
    }

    #[inline(always)]
    fn set(&mut self, cell: u8, piece: u8) {
        self.0 = self.0 & !up(15, cell) | up(piece.into(), cell);
    }

    #[inline(always)]
    fn swap(&mut self, a: u8, b: u8) {
        let difference = (down(self.0, a) ^ down(self.0, b)) & 15;
        self.0 ^= up(difference, a) | up(difference, b);
    }

    #[inline(always)]
    fn slide(&mut self, from: u8, to: u8) {
        let piece = down(self.0, from) & 15;
        self.0 ^= up(piece, from) | up(piece, to);
    }

    /// Swapping neighbouring groups of 1, 2, 4 and 8 nibbles reverses all sixteen; a shift drops the tail.
    #[inline]
    fn reverse_prefix(&mut self, length: u8) {
        if length < 2 {
            return;
        }
        let bytes = self.0.swap_bytes();
        let reversed = (bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f) | (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4;
        // The length is from 2 to 16 cells, so the shift is from 56 bits to 0.
        let shift = 64_u32.wrapping_sub(u32::from(length) * 4);
        let mask = u64::MAX.wrapping_shr(shift);
        self.0 = self.0 & !mask | reversed.wrapping_shr(shift);
    }
}

/// Up to `N` cells, one byte a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bytes<const N: usize>(pub [u8; N]);

impl<const N: usize> crate::limits::Held for Bytes<N> {
    fn held(&self) -> u64 {
        0
    }
}

impl<const N: usize> Cells for Bytes<N> {
    const CAPACITY: usize = N;

    fn pack(pieces: &[u8]) -> Self {
        assert!(pieces.len() <= N, "at most {N} cells");
        let mut cells = [0; N];
        cells[..pieces.len()].copy_from_slice(pieces);
        Bytes(cells)
    }

    #[inline(always)]
    fn get(&self, cell: u8) -> u8 {
        self.0[cell as usize % N]
    }

    #[inline(always)]
    fn set(&mut self, cell: u8, piece: u8) {
        self.0[cell as usize % N] = piece;
    }

    #[inline(always)]
    fn slide(&mut self, from: u8, to: u8) {
        self.0[to as usize % N] = self.0[from as usize % N];
        self.0[from as usize % N] = 0;
    }

    #[inline]
    fn reverse_prefix(&mut self, length: u8) {
        self.0[..N.min(length.into())].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law<C: Cells>(count: usize) {
        let pieces: Vec<u8> = (0..count as u8).map(|cell| (cell * 7 + 3) % count as u8).collect();
        let cells = C::pack(&pieces);
        assert_eq!(cells.unpack(count), pieces);
        for a in 0..count {
            for b in 0..count {
                let (mut swapped, mut expected) = (cells, pieces.clone());
                swapped.swap(a as u8, b as u8);
                expected.swap(a, b);
                assert_eq!(swapped.unpack(count), expected);
            }
            let (mut reversed, mut expected) = (cells, pieces.clone());
            reversed.reverse_prefix(a as u8);
            expected[..a].reverse();
            assert_eq!(reversed.unpack(count), expected);
        }
        for (cell, &piece) in pieces.iter().enumerate() {
            assert_eq!(usize::from(cells.cell_of(piece)), cell);
        }
        let blank = pieces.iter().position(|&piece| piece == 0).unwrap();
        let (mut slid, mut expected) = (cells, pieces.clone());
        slid.slide((blank as u8 + 1) % count as u8, blank as u8);
        expected.swap(blank, (blank + 1) % count);
        assert_eq!(slid.unpack(count), expected);
    }

    #[test]
    fn packed_layouts_follow_a_plain_slice() {
        law::<Nibbles>(16);
        law::<Nibbles>(9);
        law::<Bytes<16>>(16);
        law::<Bytes<32>>(25);
        law::<Bytes<256>>(16);
    }
}
