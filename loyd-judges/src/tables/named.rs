//! Answers from a table of all distances that the user has named.

use crate::Unjudged;
use loyd_core::puzzle::{MoveSet, Notation, Ranked};
use loyd_core::table::distance::{StoredDistances, Walks};
use loyd_core::table::file::{FileError, Table};

/// A move with its letter, or `None` at a goal.
pub type First<M> = Option<(u8, M)>;

/// The user's table for the puzzle of a judge, and the distances that walks have found.
#[derive(Debug)]
pub struct Tabled {
    distances: StoredDistances,
    walks: Walks,
}

impl Tabled {
    /// Opens the table, if it belongs to the puzzle with the full id `id`.
    ///
    /// # Errors
    /// [`FileError`] if the table belongs to another puzzle.
    pub fn new<P: Ranked + Notation>(id: &str, puzzle: &P, table: &Table) -> Result<Tabled, FileError> {
        let distances = StoredDistances::of_puzzle(table, id, puzzle)?;
        Ok(Tabled { distances, walks: Walks::default() })
    }

    /// Returns the distance of a state, and the move with the smallest letter that begins a shortest way. There is no
    /// move at a goal.
    ///
    /// # Errors
    /// [`Unjudged::WrongTable`] if no neighbour has the next smaller distance.
    pub fn first<P: Ranked>(
        &self,
        puzzle: &P,
        state: &P::State,
        letter: impl Fn(P::Move, &P::State) -> u8,
    ) -> Result<(u32, First<P::Move>), Unjudged> {
        let distance = |state: &P::State| self.distances.distance(puzzle, state, &self.walks);
        let wrong = || {
            let entry = self.distances.index(puzzle, state);
            Unjudged::WrongTable(format!("entry {entry}: no sequence of decreasing distances leads to a goal"))
        };
        let here = distance(state).ok_or_else(wrong)?;
        if here == 0 {
            return Ok((0, None));
        }
        let nearer = puzzle.moves(state).iter().filter_map(|m| {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            (distance(&child) == Some(here - 1)).then(|| (letter(m, &child), m))
        });
        let first = nearer.min_by_key(|(letter, _)| *letter).ok_or_else(wrong)?;
        Ok((here, Some(first)))
    }
}
