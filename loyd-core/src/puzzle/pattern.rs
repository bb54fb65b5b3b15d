//! Patterns: a puzzle with all but a few pieces forgotten, as a pattern database is made of it.
//!
//! The pieces that are kept lie in a [placement](crate::rank::placement). What else a state must know (which of the
//! cells without them the blank can reach, which kind the last move was) is the *part*. All placements on one set of
//! cells with one part are a *block*: a move takes a whole block to a whole block, so the search of a pattern is
//! written once, over blocks. Where pieces are turned as well, or are identical, a pattern is a [`Product`] of
//! coordinates instead.

mod factor;
mod fold;
mod folded_ranks;
mod product;

use crate::exact::exact;
use crate::limits::holds;
use crate::rank::placement::{MOST_PIECES, Placements};

pub use factor::{Factor, NOWHERE, Side};
pub use fold::{Fold, MOST_OF_HEAD, Seen};
pub use folded_ranks::{FoldedRanks, Ways};
pub use product::{Product, Way, sampled_mean};

/// In which order a table has its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By [`Placements`]: none is left out, and none wasted.
    Placements,
    /// By the cells of the pieces as the digits of a number, the first piece's the highest, with as many digits as
    /// there are cells. Numbers with a cell twice are wasted, and a move costs one addition.
    Cells,
}

impl Order {
    /// Its name and version, for files.
    pub fn name(self) -> &'static str {
        match self {
            Order::Placements => "placement/1",
            Order::Cells => "cells/1",
        }
    }
}

/// What a move does to a block.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The set of cells after the move.
    pub set: u64,
    /// The part after the move.
    pub part: usize,
    /// What becomes of the arrangements, as a number for [`Blocked::before`].
    pub change: u16,
}

/// What tells the table of a pattern from all others. Two patterns of the same name have the same table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// What the distances count, such as `additive pattern database`.
    pub kind: &'static str,
    /// The rules and the board, such as `sliding ####/####`.
    pub rules: String,
    /// The goal, as far as the pattern knows it.
    pub goal: String,
    /// The pieces that are kept.
    pub pieces: String,
    /// What an entry holds, such as `nibbles: (distance - manhattan) / 2, at most 15`.
    pub encoding: &'static str,
}

/// The space of a puzzle's states with all but some pieces forgotten.
///
/// A distance in it, counting what the pattern counts, is never more than what the whole puzzle needs. **Too few moves
/// in it: wrong.**
pub trait Pattern: Send + Sync {
    /// The pattern as blocks, where it is that; [`NoPattern`] else.
    type Blocks: Blocked;

    /// How it is searched.
    fn shape(&self) -> Shape<'_, Self::Blocks>;
}

/// How the space of a pattern is searched.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'p, B> {
    /// By blocks of placements.
    Blocks(&'p B),
    /// By the values of coordinates.
    Product(&'p Product),
}

impl<B: Blocked> Pattern for B {
    type Blocks = B;

    fn shape(&self) -> Shape<'_, B> {
        Shape::Blocks(self)
    }
}

impl Pattern for Product {
    type Blocks = NoPattern;

    fn shape(&self) -> Shape<'_, NoPattern> {
        Shape::Product(self)
    }
}

/// A pattern that is blocks of placements.
pub trait Blocked: Send + Sync {
    /// The numbering of its placements.
    fn placements(&self) -> &Placements;

    /// The goal cells of its pieces, in the order in which a placement has them.
    fn homes(&self) -> &[u8];

    /// The number of placements, known without the numbering.
    fn count(&self) -> u64 {
        self.placements().count()
    }

    /// The order of the table's entries.
    fn order(&self) -> Order {
        Order::Placements
    }

    /// The number of entries of the table.
    fn entries(&self) -> u64 {
        match self.order() {
            Order::Placements => self.count(),
            Order::Cells => {
                let placements = self.placements();
                (placements.cells() as u64).pow(exact::<u32>(placements.pieces()))
            }
        }
    }

    /// The entry of pieces that lie in these cells, piece by piece.
    ///
    /// # Panics
    /// As [`Placements::split`].
    fn number(&self, cells: &[u8]) -> u64 {
        match self.order() {
            Order::Placements => self.placements().rank(cells),
            Order::Cells => {
                let base = self.placements().cells() as u64;
                cells.iter().fold(0, |number, &cell| number * base + u64::from(cell))
            }
        }
    }

    /// The number of parts that the placements on a set of cells are divided into.
    fn parts(&self, set: u64) -> usize;

    /// Calls `each` with every block that one move leads to which this pattern counts.
    fn steps(&self, set: u64, part: usize, each: &mut impl FnMut(Step));

    /// Whether there are [`free_steps`](Blocked::free_steps).
    fn is_shared(&self) -> bool {
        false
    }

    /// Calls `each` with every block that one move leads to which this pattern does not count.
    fn free_steps(&self, _set: u64, _part: usize, _each: &mut impl FnMut(Step)) {}

    /// For each arrangement after a step the one before it; `None` if all stay.
    fn before(&self, change: u16) -> Option<&[u16]>;

    /// The goals: set, part, arrangement.
    fn goals(&self) -> Vec<(u64, usize, u16)>;

    /// A bound that is known without a table, as a sum over the pieces: what a piece is worth in a cell.
    fn worth(&self, piece: usize, cell: u8) -> u8;

    /// What distances exceed that bound by is a multiple of this: two where every move changes it by exactly one.
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

    /// What tells this pattern's table from all others.
    fn name(&self) -> Name;
}

/// The largest entry of a pattern database: four bits. A distance beyond it is taken down to it, which leaves it a
/// bound.
pub const MOST_ENTRY: u8 = 15;

/// A pattern with its table: two entries a byte, the even one in the low half.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t, P> {
    /// The pattern.
    pub pattern: &'t P,
    /// The entries.
    pub entries: &'t [u8],
}

impl<P> Table<'_, P> {
    /// The entry of a placement: what its distance exceeds the pieces' worths by, in units, at most [`MOST_ENTRY`].
    #[inline(always)]
    pub fn entry(&self, number: u64) -> u8 {
        entry(self.entries, number)
    }
}

/// The entry of that number in a table of four bits an entry.
#[inline(always)]
pub fn entry(entries: &[u8], number: u64) -> u8 {
    entries[(number / 2) as usize] >> (number % 2 * 4) & MOST_ENTRY
}

/// For puzzles without patterns: there is none of these.
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

    fn steps(&self, _set: u64, _part: usize, _each: &mut impl FnMut(Step)) {
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
