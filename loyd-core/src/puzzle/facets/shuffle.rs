//! Puzzles whose moves do nothing but shuffle pieces among cells, told as data: what every move does to the cells, and
//! when it may be made. A map of the whole space then needs no state at all: a move takes thousands of arrangements at
//! once to thousands of others ([`crate::table::map`]).

use crate::exact::exact;
use crate::puzzle::{NoFacet, Puzzle};

/// The most cells of a shuffle: an arrangement is then a word of sixteen nibbles.
pub const MOST_CELLS: usize = 16;

/// The piece in each cell; behind the last cell are the numbers that no piece has, in order.
pub type Pieces = [u8; MOST_CELLS];

/// A puzzle whose states are arrangements of pieces, all different, in few cells, which its moves do nothing but
/// shuffle.
///
/// A whole map is then drawn many times as fast.
pub trait Arranged<P: Puzzle + ?Sized = Self> {
    /// The states as arrangements.
    fn arrangement(&self) -> Arrangement;

    /// All moves.
    fn cell_moves(&self) -> Vec<CellMove>;

    /// The pieces of a state, cell by cell, and its sheet.
    fn pieces(&self, state: &P::State) -> (Pieces, u8);

    /// The state with these pieces, as many as there are cells, on a sheet.
    fn state_of(&self, pieces: &[u8], sheet: u8) -> P::State;

    /// The puzzle as data.
    fn shuffle(&self) -> Shuffle {
        Shuffle { arrangement: self.arrangement(), moves: self.cell_moves() }
    }
}

impl<P: Puzzle + ?Sized> Arranged<P> for NoFacet {
    fn arrangement(&self) -> Arrangement {
        match *self {}
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        match *self {}
    }

    fn pieces(&self, _state: &P::State) -> (Pieces, u8) {
        match *self {}
    }

    fn state_of(&self, _pieces: &[u8], _sheet: u8) -> P::State {
        match *self {}
    }
}

/// The states of a puzzle as arrangements of pieces, all different, in as many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The number of cells, at most [`MOST_CELLS`], and of pieces, which are numbered from 0.
    pub cells: usize,
    /// Where only half of the arrangements have ranks: whether those with piece 0 in that cell are odd permutations.
    pub odd: Option<[bool; MOST_CELLS]>,
    /// The number of sheets. A puzzle that is arrangements alone has one; one that also knows which of two kinds the
    /// last move was has two: the two states of an arrangement are one position, with ranks `2p` and `2p + 1`.
    pub sheets: u8,
}

/// What a puzzle is that shuffles pieces, all different, among as many cells.
///
/// **A move too few or too many, or one that goes elsewhere: wrong.**
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// What is shuffled.
    pub arrangement: Arrangement,
    /// All moves.
    pub moves: Vec<CellMove>,
}

/// What a move does to the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMove {
    /// The cell in which piece 0 must be; `None` for a move that may be made wherever it is.
    pub at: Option<u8>,
    /// The sheets that it leads from and to, numbered from 0.
    pub sheets: (u8, u8),
    /// Where the piece of each cell goes.
    pub goes: Vec<u8>,
}

impl Shuffle {
    /// How many moves a state has, on the mean: piece 0 is in every cell equally often, and there are as many states on
    /// every sheet.
    pub fn mean_moves(&self) -> f64 {
        let share = |m: &CellMove| if m.at.is_some() { 1.0 / self.arrangement.cells as f64 } else { 1.0 };
        self.moves.iter().map(share).sum::<f64>() / f64::from(self.arrangement.sheets)
    }

    /// With every move made backwards.
    pub fn reversed(self) -> Self {
        let moves = self.moves.iter().map(CellMove::reversed).collect();
        Shuffle { moves, ..self }
    }
}

impl CellMove {
    fn reversed(&self) -> CellMove {
        let mut goes = self.goes.clone();
        (0u8..).zip(&self.goes).for_each(|(from, &to)| goes[usize::from(to)] = from);
        let at = self.at.map(|at| self.goes[usize::from(at)]);
        CellMove { at, sheets: (self.sheets.1, self.sheets.0), goes }
    }
}

/// The pieces that `piece` says are in the cells.
pub fn pieces(cells: usize, piece: impl Fn(u8) -> u8) -> Pieces {
    std::array::from_fn(|cell| if cell < cells { piece(exact::<u8>(cell)) } else { exact::<u8>(cell) })
}
