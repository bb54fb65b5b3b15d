//! The shared part of the judges of the magic board: the smallest words from 1 2 3 4 / 8 7 6 5 to every board.

use super::letters::Alphabet;
use super::{JudgeRun, Unjudged};
use crate::tables::words::{PackedWord, WordTable};
use loyd_core::cells::Nibbles;
use loyd_core::puzzle::Ranked;
use loyd_core::search::{Meter, at_least};
use loyd_puzzles::magic_board::{Halves, MagicBoard};

/// The letters of the three operations.
pub static OPERATIONS: Alphabet = Alphabet::new(*b"ABC?");

/// The words from the standard board to every board. The table is built for the first word, because it has only 40,320
/// entries.
#[derive(Debug)]
pub struct MagicWords {
    board: MagicBoard,
    table: Option<WordTable>,
}

impl MagicWords {
    /// Creates the words without a table.
    #[expect(clippy::new_without_default, reason = "there is nothing default about it")]
    pub fn new() -> Self {
        MagicWords { board: MagicBoard::standard(), table: None }
    }

    /// Returns the smallest of the shortest words from the standard board to `target`, which has tiles from 0 in
    /// reading order. Every board can be reached.
    ///
    /// # Errors
    /// [`Unjudged::Limit`] if a limit stopped the building of the table.
    #[inline]
    pub fn to(&mut self, target: Nibbles, run: &mut JudgeRun<'_>) -> Result<PackedWord, Unjudged> {
        let table = match &mut self.table {
            Some(table) => table,
            none => {
                let (start, limits) = (self.board.goal(), run.limits());
                let table = WordTable::from(&self.board, start, &mut Meter::new(&limits));
                let table = run.built(table, || {
                    let towards = MagicBoard::new(target).expect("each tile once");
                    at_least(&towards, &Halves::new(&towards), &[start])
                })?;
                run.kept += table.bytes();
                none.insert(table)
            }
        };
        Ok(table.get(self.board.rank(&target)).expect("every board is reached"))
    }

    /// Returns the smallest of the shortest words from `start` to `target`. Renaming the tiles so that `start` becomes
    /// the standard board does not change the words.
    ///
    /// # Errors
    /// [`Unjudged::Limit`], as for [`to`](MagicWords::to).
    #[inline]
    pub fn between(&mut self, start: Nibbles, target: Nibbles, run: &mut JudgeRun<'_>) -> Result<PackedWord, Unjudged> {
        self.to(self.board.renamed(target, start), run)
    }
}
