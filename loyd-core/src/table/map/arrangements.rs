//! The puzzle, as a map by blocks uses it. Its type ends here, so that the search of a shuffle is compiled once.

use super::check::near_state;
use crate::puzzle::shuffle::{Arranged, CellPieces, Shuffle};
use crate::puzzle::{NotListed, Ranked};

/// A numbered space whose states may be arrangements of pieces.
pub trait Arrangements: Sync {
    /// The number of ranks.
    fn ranks(&self) -> u64;

    /// Whether two states are one position.
    fn is_paired(&self) -> bool;

    /// The puzzle as data, if it shuffles pieces among few cells and each move costs 1.
    fn shuffle(&self) -> Option<Shuffle>;

    /// The goals as arrangements, each with its sheet.
    ///
    /// # Errors
    /// [`NotListed`].
    fn goals(&self) -> Result<Vec<(CellPieces, u8)>, NotListed>;

    /// Calls `each` with the successors of a position, or, if `is_back`, with its predecessors.
    fn near(&self, position: (CellPieces, u8), is_back: bool, each: &mut dyn FnMut((CellPieces, u8)));

    /// The rank of an arrangement.
    fn rank(&self, pieces: &[u8], sheet: u8) -> u64;
}

/// The arrangements of these states; empty if the puzzle has no arrangements.
pub fn arranged<P: Ranked>(puzzle: &P, states: &[P::State]) -> Vec<(CellPieces, u8)> {
    let arranged = puzzle.arranged();
    states.iter().filter_map(|state| Some(arranged?.pieces(state))).collect()
}

/// A puzzle, in the form that a map by blocks uses.
pub struct Of<'p, P>(pub &'p P);

impl<P: Ranked> Arrangements for Of<'_, P> {
    fn ranks(&self) -> u64 {
        self.0.ranks()
    }

    fn is_paired(&self) -> bool {
        self.0.is_paired()
    }

    fn shuffle(&self) -> Option<Shuffle> {
        self.0.arranged().filter(|_| self.0.costs().is_none()).map(|arranged| arranged.shuffle())
    }

    fn goals(&self) -> Result<Vec<(CellPieces, u8)>, NotListed> {
        Ok(arranged(self.0, &self.0.goals()?))
    }

    fn near(&self, (pieces, sheet): (CellPieces, u8), is_back: bool, each: &mut dyn FnMut((CellPieces, u8))) {
        let Some(arranged) = self.0.arranged() else { return };
        let state = arranged.state_of(&pieces[..arranged.arrangement().cells], sheet);
        near_state(self.0, &state, is_back, &mut |state| each(arranged.pieces(&state)));
    }

    fn rank(&self, pieces: &[u8], sheet: u8) -> u64 {
        self.0.arranged().map_or(0, |arranged| self.0.rank(&arranged.state_of(pieces, sheet)))
    }
}
