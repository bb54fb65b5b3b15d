//! Puzzles whose moves only shuffle pieces among cells, described as data: the effect of every move on the cells, and
//! the condition of the move. A map of the whole space then needs no states, because a move takes thousands of
//! arrangements at once to thousands of others ([`crate::table::map`]).

use crate::exact::exact;
use crate::puzzle::{NoFacet, Puzzle};

/// The most cells of a shuffle, so that an arrangement is a word of sixteen nibbles.
pub const MOST_CELLS: usize = 16;

/// The piece in each cell. After the last cell come the numbers that no piece has, in order.
pub type CellPieces = [u8; MOST_CELLS];

/// A puzzle whose states are arrangements of distinct pieces in few cells, and whose moves only shuffle the pieces.
///
/// A map of the whole space is then built many times as fast.
pub trait Arranged<P: Puzzle + ?Sized = Self> {
    /// The states as arrangements.
    fn arrangement(&self) -> Arrangement;

    /// All moves.
    fn cell_moves(&self) -> Vec<CellMove>;

    /// The pieces of a state, cell by cell, and its sheet.
    fn pieces(&self, state: &P::State) -> (CellPieces, u8);

    /// The state with these pieces on this sheet. `pieces` has one piece for each cell.
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

    fn pieces(&self, _state: &P::State) -> (CellPieces, u8) {
        match *self {}
    }

    fn state_of(&self, _pieces: &[u8], _sheet: u8) -> P::State {
        match *self {}
    }
}

/// The states of a puzzle as arrangements of distinct pieces in the same number of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// The number of cells and of pieces, at most [`MOST_CELLS`]. Pieces are numbered from 0.
    pub cells: usize,
    /// `None` if all arrangements have ranks. Otherwise only half of them have: for each cell of piece 0, whether these
    /// are the odd permutations.
    pub odd: Option<[bool; MOST_CELLS]>,
    /// The number of sheets: one if a state is only an arrangement, two if a state also stores which of two kinds the
    /// last move was. The two states of an arrangement are then one position, with ranks `2p` and `2p + 1`.
    pub sheets: u8,
}

/// A puzzle as data: distinct pieces in the same number of cells, and moves that shuffle the pieces.
///
/// **A missing move, an additional move, or a move to other cells: wrong.**
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// The arrangements that the moves shuffle.
    pub arrangement: Arrangement,
    /// All moves.
    pub moves: Vec<CellMove>,
}

/// The effect of a move on the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMove {
    /// The cell in which piece 0 must be; `None` if piece 0 may be in any cell.
    pub at: Option<u8>,
    /// The sheet before the move and the sheet after it, numbered from 0.
    pub sheets: (u8, u8),
    /// For each cell, the cell to which its piece goes.
    pub goes: Vec<u8>,
}

impl Shuffle {
    /// The mean number of moves of a state. Piece 0 is in every cell equally often, and every sheet has the same number
    /// of states.
    pub fn mean_moves(&self) -> f64 {
        let share = |m: &CellMove| if m.at.is_some() { 1.0 / self.arrangement.cells as f64 } else { 1.0 };
        self.moves.iter().map(share).sum::<f64>() / f64::from(self.arrangement.sheets)
    }

    /// The shuffle with every move made backwards.
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

/// The pieces in the cells, where `piece` returns the piece of a cell.
pub fn pieces(cells: usize, piece: impl Fn(u8) -> u8) -> CellPieces {
    std::array::from_fn(|cell| if cell < cells { piece(exact::<u8>(cell)) } else { exact::<u8>(cell) })
}
