//! Layouts: packed arrangements for boards of a certain size, and the fixed-size tables and sets that fit them.

use std::fmt::Debug;

use loyd_core::cells::{Bytes, Cells, Nibbles};
use loyd_core::puzzle::bits::{Bits, Word};
use loyd_core::puzzle::{AtMost, MoveSet};
use loyd_core::rank::lehmer;

/// A set of at most four cells: the cells that the blank can go to.
pub trait BlankSteps: MoveSet<Move = u8> + Send + Sync + 'static {
    /// The set of these cells, at most four, ascending.
    fn of(cells: &[u8]) -> Self;

    /// The set of one cell.
    fn only(cell: u8) -> Self;
}

/// A set of cells as the bits of a machine word.
pub type CellBits<W> = AtMost<4, Bits<W>>;

impl<W: Word> BlankSteps for CellBits<W> {
    fn of(cells: &[u8]) -> Self {
        AtMost(cells.iter().copied().collect())
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a word has at most 128 bits")]
    fn only(cell: u8) -> Self {
        AtMost(Bits::one(cell % W::BITS as u8))
    }
}

/// At most four cells of a large board, one byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Few {
    cells: [u8; 4],
    /// Bit i: whether `cells[i]` is in the set.
    present: u8,
}

impl MoveSet for Few {
    type Move = u8;
    const MOST: usize = 4;

    #[inline(always)]
    fn none() -> Self {
        Few { cells: [0; 4], present: 0 }
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<u8> {
        if self.present == 0 {
            return None;
        }
        let first = self.present.trailing_zeros() as usize;
        self.present &= self.present - 1;
        Some(self.cells[first & 3])
    }

    #[inline(always)]
    fn without(mut self, mut other: Self) -> Self {
        while let Some(cell) = other.pop() {
            for at in 0..4 {
                self.present &= !(u8::from(self.cells[at] == cell) << at);
            }
        }
        self
    }

    #[inline(always)]
    fn number(m: u8) -> u32 {
        m.into()
    }
}

impl BlankSteps for Few {
    fn of(cells: &[u8]) -> Self {
        let mut few = Few { cells: [0; 4], present: (1 << cells.len()) - 1 };
        few.cells[..cells.len()].copy_from_slice(cells);
        few
    }

    #[inline(always)]
    fn only(cell: u8) -> Self {
        Few { cells: [cell; 4], present: 1 }
    }
}

/// A value for each cell, or each piece, of a board.
pub trait PerCell<T>: Clone + Debug + Send + Sync + 'static {
    /// A table with the same value for all cells.
    fn filled(value: T) -> Self;

    /// The value for one cell or piece.
    fn at(&self, cell: u8) -> T;

    /// Changes the value for one cell or piece.
    fn put(&mut self, cell: u8, value: T);
}

impl<T: Copy + Debug + Send + Sync + 'static, const N: usize> PerCell<T> for [T; N] {
    fn filled(value: T) -> Self {
        [value; N]
    }

    #[inline(always)]
    fn at(&self, cell: u8) -> T {
        self[usize::from(cell) % N]
    }

    fn put(&mut self, cell: u8, value: T) {
        self[usize::from(cell) % N] = value;
    }
}

/// The distance of every tile from its goal, in every cell, and the change of that distance by a move.
pub trait TileDistances: Clone + Debug + Send + Sync + 'static {
    /// The table of these distances, each behind its tile and its cell; the other distances are 0.
    fn of(distances: impl Iterator<Item = (u8, u8, u8)>) -> Self;

    /// The distance of `tile` in `cell`.
    fn at(&self, tile: u8, cell: u8) -> u8;

    /// The number to be added to the distance of `tile` when it moves from `from` to `to`.
    fn change(&self, tile: u8, from: u8, to: u8) -> i32;
}

/// The distances on a board of up to 16 cells. Every change is computed beforehand, so reading it is one load.
#[derive(Clone, Debug)]
pub struct PreparedDistances {
    changes: [[[i8; 16]; 16]; 16],
    distances: [[u8; 16]; 16],
}

impl TileDistances for PreparedDistances {
    fn of(distances: impl Iterator<Item = (u8, u8, u8)>) -> Self {
        let mut all = PreparedDistances { changes: [[[0; 16]; 16]; 16], distances: [[0; 16]; 16] };
        distances.for_each(|(tile, cell, distance)| all.distances[usize::from(tile)][usize::from(cell)] = distance);
        for (to, changes) in all.changes.iter_mut().enumerate() {
            for (from, changes) in changes.iter_mut().enumerate() {
                for (change, distances) in changes.iter_mut().zip(&all.distances) {
                    *change = distances[to] as i8 - distances[from] as i8;
                }
            }
        }
        all
    }

    #[inline(always)]
    fn at(&self, tile: u8, cell: u8) -> u8 {
        self.distances[usize::from(tile) % 16][usize::from(cell) % 16]
    }

    #[inline(always)]
    fn change(&self, tile: u8, from: u8, to: u8) -> i32 {
        self.changes[usize::from(to) % 16][usize::from(from) % 16][usize::from(tile) % 16].into()
    }
}

/// The distances on a larger board; a change is two loads. The table is on the heap, because it may take 64 KiB.
impl<const N: usize> TileDistances for Box<[[u8; N]; N]> {
    fn of(distances: impl Iterator<Item = (u8, u8, u8)>) -> Self {
        let mut all: Self = vec![[0; N]; N].into_boxed_slice().try_into().expect("N rows were made");
        distances.for_each(|(tile, cell, distance)| all[usize::from(tile)][usize::from(cell)] = distance);
        all
    }

    #[inline(always)]
    fn at(&self, tile: u8, cell: u8) -> u8 {
        self[usize::from(tile) % N][usize::from(cell) % N]
    }

    #[inline(always)]
    fn change(&self, tile: u8, from: u8, to: u8) -> i32 {
        i32::from(self.at(tile, to)) - i32::from(self.at(tile, from))
    }
}

/// The set of cells of a pattern's tiles, in as few bits as the board allows.
pub trait PatternCells: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The set of no cells.
    const EMPTY: Self;

    /// The set of these cells.
    fn of(set: u64) -> Self;

    /// The cells of the set, as bits.
    fn bits(self) -> u64;
}

macro_rules! sets {
    ($($word:ty),*) => {$(
        #[allow(clippy::cast_possible_truncation, reason = "a set of cells has no bit beyond its word of at most 64")]
        impl PatternCells for $word {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(set: u64) -> Self {
                set as $word
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }
        }
    )*};
}

sets!(u32, u64);

/// A packed arrangement with the sets and tables that go with it.
pub trait SlidingLayout: Cells {
    /// A set of moves.
    type Steps: BlankSteps;
    /// A set of any cells, for the moves of several tiles.
    type Lines: MoveSet<Move = u8> + FromIterator<u8> + Send + Sync + 'static;
    /// A value for each cell.
    type Each<T: Copy + Debug + Send + Sync + 'static>: PerCell<T>;
    /// Distances of the tiles.
    type Distances: TileDistances;
    /// A set of cells, as additive pattern databases carry it.
    type Set: PatternCells;
    /// Whether an arrangement of all the pieces of a board of that many cells is an odd permutation.
    fn is_odd(&self, cells: usize) -> bool;
}

impl SlidingLayout for Nibbles {
    type Steps = CellBits<u32>;
    type Lines = Bits<u16>;
    type Each<T: Copy + Debug + Send + Sync + 'static> = [T; 16];
    type Distances = PreparedDistances;
    type Set = u32;

    /// The parity of the Lehmer code's digits, counted as [`rank`](loyd_core::rank::lehmer::rank) does.
    #[inline]
    fn is_odd(&self, cells: usize) -> bool {
        let (mut counters, mut pieces, mut digits) = (0xfedc_ba98_7654_3210u64, self.0, 0);
        for _ in 0..cells {
            let shift = (pieces & 15) * 4;
            digits ^= counters >> shift;
            counters = counters.wrapping_sub(0x1111_1111_1111_1110 << shift);
            pieces >>= 4;
        }
        digits & 1 == 1
    }
}

macro_rules! bytes {
    ($($cells:literal: $steps:ty, $set:ty, $lines:ty);*) => {$(
        impl SlidingLayout for Bytes<$cells> {
            type Steps = $steps;
            type Lines = Bits<$lines>;
            type Each<T: Copy + Debug + Send + Sync + 'static> = [T; $cells];
            type Distances = Box<[[u8; $cells]; $cells]>;
            type Set = $set;

            fn is_odd(&self, cells: usize) -> bool {
                lehmer::is_odd(&self.0[..cells])
            }
        }
    )*};
}

bytes!(32: CellBits<u32>, u32, u32; 64: CellBits<u64>, u64, u64; 256: Few, u64, [u64; 4]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parity_is_the_parity_of_the_cycles() {
        for number in (0..20_922_789_888_000).step_by(9_999_999_967) {
            let pieces = lehmer::unrank(number, 16);
            assert_eq!(pieces.is_odd(16), lehmer::is_odd(&pieces.unpack(16)));
        }
        assert!(Nibbles::pack(&[1, 0]).is_odd(2) && !Nibbles::pack(&[1, 2, 0]).is_odd(3));
    }

    fn sets<S: BlankSteps>() {
        let set = S::of(&[1, 4, 6, 9]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 4, 6, 9]);
        assert_eq!(set.without(S::only(4)).iter().collect::<Vec<_>>(), [1, 6, 9]);
        assert_eq!(set.without(S::of(&[1, 5, 9])).iter().collect::<Vec<_>>(), [4, 6]);
        assert_eq!(set.without(S::none()).iter().count(), 4);
        assert_eq!(S::of(&[0, 3]).without(S::only(0)).iter().collect::<Vec<_>>(), [3]);
        assert_eq!(S::only(7).without(set).iter().collect::<Vec<_>>(), [7]);
        assert_eq!(S::none().iter().next(), None);
    }

    #[test]
    fn the_sets_are_alike() {
        sets::<CellBits<u32>>();
        sets::<CellBits<u64>>();
        sets::<Few>();
    }
}
