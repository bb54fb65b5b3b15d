//! Patterns: puzzles with all but a few pieces forgotten, for pattern databases.
//!
//! The cells of the kept pieces are a [placement](crate::rank::placement). The *part* is everything else that a state
//! must contain: which of the other cells the blank can reach, or which kind the last move was. A *block* contains all
//! placements on one set of cells with one part. A move takes a whole block to a whole block, so the search of a
//! pattern is written once, over blocks. If pieces are turned as well, or are identical, a pattern is a [`Product`] of
//! coordinates instead.

mod factor;
mod fold;
mod folded_ranks;
mod product;

use crate::exact::exact;
use crate::limits::holds;
use crate::rank::placement::{MOST_PIECES, Placements};

pub use factor::{Factor, FactorSide, NOWHERE};
pub use fold::{Fold, HeadLookup, MOST_OF_HEAD};
pub use folded_ranks::{FoldedRanks, RowMoves};
pub use product::{Product, RowMove, sampled_mean};

/// The order of a table's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternOrder {
    /// By [`Placements`]: every placement has an entry, and no entry is wasted.
    Placements,
    /// By the cells of the pieces as the digits of a number, with the first piece as the highest digit; the base is the
    /// number of cells. Numbers that repeat a cell are wasted, and a move costs one addition.
    Cells,
}

impl PatternOrder {
    /// The name and version of the order, for files.
    pub fn name(self) -> &'static str {
        match self {
            PatternOrder::Placements => "placement/1",
            PatternOrder::Cells => "cells/1",
        }
    }
}

/// The effect of a move on a block.
#[derive(Clone, Copy, Debug)]
pub struct BlockStep {
    /// The set of cells after the move.
    pub set: u64,
    /// The part after the move.
    pub part: usize,
    /// The change of the arrangements, as a number for [`Blocked::before`].
    pub change: u16,
}

/// The identity of the table of a pattern. Two patterns with the same name have the same table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The kind of the distances, such as `additive pattern database`.
    pub kind: &'static str,
    /// The rules and the board, such as `sliding ####/####`.
    pub rules: String,
    /// The goal, as far as the pattern contains it.
    pub goal: String,
    /// The pieces that are kept.
    pub pieces: String,
    /// The meaning of an entry, such as `nibbles: (distance - manhattan) / 2, at most 15`.
    pub encoding: &'static str,
}

/// The space of a puzzle's states with all but some pieces forgotten.
///
/// A distance in this space counts only the moves that the pattern counts. It is never more than the number of moves
/// that the whole puzzle needs. **If the space lacks a move: wrong.**
pub trait PatternSpace: Send + Sync {
    /// The pattern as blocks, or [`NoPattern`] if the pattern is not made of blocks.
    type Blocks: Blocked;

    /// The structure with which the pattern is searched.
    fn shape(&self) -> PatternShape<'_, Self::Blocks>;
}

/// The structure with which the space of a pattern is searched.
#[derive(Clone, Copy, Debug)]
pub enum PatternShape<'p, B> {
    /// By blocks of placements.
    Blocks(&'p B),
    /// By the values of coordinates.
    Product(&'p Product),
}

impl<B: Blocked> PatternSpace for B {
    type Blocks = B;

    fn shape(&self) -> PatternShape<'_, B> {
        PatternShape::Blocks(self)
    }
}

impl PatternSpace for Product {
    type Blocks = NoPattern;

    fn shape(&self) -> PatternShape<'_, NoPattern> {
        PatternShape::Product(self)
    }
}

/// A pattern that consists of blocks of placements.
pub trait Blocked: Send + Sync {
    /// The numbering of the placements.
    fn placements(&self) -> &Placements;

    /// The goal cells of the pieces, in the order in which a placement lists the pieces.
    fn homes(&self) -> &[u8];

    /// The number of placements. An implementation may know it without building the numbering.
    fn count(&self) -> u64 {
        self.placements().count()
    }

    /// The order of the table's entries. `5-5-5` on Korf's third board: 1.75 times the instructions by placements.
    fn order(&self) -> PatternOrder {
        PatternOrder::Placements
    }

    /// The number of entries of the table.
    fn entries(&self) -> u64 {
        match self.order() {
            PatternOrder::Placements => self.count(),
            PatternOrder::Cells => {
                let placements = self.placements();
                (placements.cells() as u64).pow(exact::<u32>(placements.pieces()))
            }
        }
    }

    /// The entry for pieces in these cells, which are listed piece by piece.
    ///
    /// # Panics
    /// As [`Placements::split`].
    fn number(&self, cells: &[u8]) -> u64 {
        match self.order() {
            PatternOrder::Placements => self.placements().rank(cells),
            PatternOrder::Cells => {
                let base = self.placements().cells() as u64;
                cells.iter().fold(0, |number, &cell| number * base + u64::from(cell))
            }
        }
    }

    /// The number of parts for the placements on a set of cells.
    fn parts(&self, set: u64) -> usize;

    /// Calls `each` with the block after each move that this pattern counts.
    fn steps(&self, set: u64, part: usize, each: &mut impl FnMut(BlockStep));

    /// Whether the pattern has [`free_steps`](Blocked::free_steps).
    fn is_shared(&self) -> bool {
        false
    }

    /// Calls `each` with the block after each move that this pattern does not count.
    fn free_steps(&self, _set: u64, _part: usize, _each: &mut impl FnMut(BlockStep)) {}

    /// For each arrangement after a step, the arrangement before it; `None` if the step keeps all arrangements.
    fn before(&self, change: u16) -> Option<&[u16]>;

    /// The goals, each as a set of cells, a part and an arrangement.
    fn goals(&self) -> Vec<(u64, usize, u16)>;

    /// The worth of a piece in a cell. The sum over the pieces is a lower bound that needs no table.
    fn worth(&self, piece: usize, cell: u8) -> u8;

    /// A distance exceeds the sum of the worths by a multiple of this: 2 if every move changes the sum by exactly 1.
    fn unit(&self) -> u32;

    /// The worth of every piece at every place of a set of cells.
    #[expect(clippy::cast_possible_truncation, reason = "the number of a bit of one word")]
    fn worths(&self, set: u64) -> [[u8; MOST_PIECES]; MOST_PIECES] {
        let (mut worths, mut rest) = ([[0; MOST_PIECES]; MOST_PIECES], set);
        for worth in &mut worths[..self.placements().pieces()] {
            for (piece, worth) in worth.iter_mut().enumerate().take(self.placements().pieces()) {
                *worth = self.worth(piece, rest.trailing_zeros() as u8);
            }
            rest &= rest - 1;
        }
        worths
    }

    /// The identity of this pattern's table.
    fn name(&self) -> Name;
}

/// The largest entry of a pattern database, because an entry has four bits. A larger distance is stored as this entry,
/// which is still a lower bound.
pub const MOST_ENTRY: u8 = 15;

/// A pattern with its table. A byte has two entries; the even one is in the low half.
#[derive(Clone, Copy, Debug)]
pub struct PatternTable<'t, P> {
    /// The pattern.
    pub pattern: &'t P,
    /// The entries.
    pub entries: &'t [u8],
}

impl<P> PatternTable<'_, P> {
    /// The entry of a placement: its distance minus the sum of the worths, in units, at most [`MOST_ENTRY`].
    #[inline(always)]
    pub fn entry(&self, number: u64) -> u8 {
        entry(self.entries, number)
    }
}

/// The entry with that number in a table with four bits an entry.
#[inline(always)]
pub fn entry(entries: &[u8], number: u64) -> u8 {
    entries[(number / 2) as usize] >> (number % 2 * 4) & MOST_ENTRY
}

/// The pattern type of puzzles without patterns; it has no values.
#[derive(Clone, Copy, Debug)]
pub enum NoPattern {}

impl Blocked for NoPattern {
    fn placements(&self) -> &Placements {
        match *self {}
    }

    fn homes(&self) -> &[u8] {
        match *self {}
    }

    fn parts(&self, _set: u64) -> usize {
        match *self {}
    }

    fn steps(&self, _set: u64, _part: usize, _each: &mut impl FnMut(BlockStep)) {
        match *self {}
    }

    fn before(&self, _change: u16) -> Option<&[u16]> {
        match *self {}
    }

    fn goals(&self) -> Vec<(u64, usize, u16)> {
        match *self {}
    }

    fn worth(&self, _piece: usize, _cell: u8) -> u8 {
        match *self {}
    }

    fn unit(&self) -> u32 {
        match *self {}
    }

    fn name(&self) -> Name {
        match *self {}
    }
}

holds!(Name { kind, rules, goal, pieces, encoding });
