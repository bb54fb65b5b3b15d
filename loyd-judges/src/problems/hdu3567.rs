//! HDU 3567, "Eight II": from one board of the 8-puzzle to another, the smallest of the shortest words (d < l < r < u).
//!
//! Renaming puts the tiles of the first board in order, so that first boards differ only in the cell of the blank. Nine
//! tables of words answer every pair, and each table is built when it is first needed.

use std::io::Write;

use crate::eight::board;
use crate::letters::{Alphabet, write_number};
use crate::tables::words::{PackedWord, WordTable};
use crate::{Input, Judge, JudgeRun, Unjudged, counted_cases};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::search::{Limits, Meter, at_least};
use loyd_puzzles::sliding::bounds::linear_conflict::LinearConflict;
use loyd_puzzles::sliding::{Sliding, SlidingState};

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "hdu3567",
    aliases: &["eight-ii"],
    what: "8-puzzle: for each of T pairs of boards, the smallest shortest word from the first to the second (d < l < r \
           < u)",
    sample_input: "2\n12X453786\n12345678X\n564178X23\n7568X4123\n",
    sample_output: "Case 1: 2\ndd\nCase 2: 8\nurrulldr\n",
    idle: &[],
    run,
    run_by: None,
};

static LETTERS: Alphabet = Alphabet::new(*b"dlru");

/// The number of cells of the board.
const CELLS: u8 = 9;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let mut tables = [const { None }; CELLS as usize];
    counted_cases(input, output, limits, |run| {
        let start = board(&mut run.input, b'x')?;
        let mut second = run.input.clone();
        let goal = board(&mut run.input, b'x')?;
        let from = match &mut tables[usize::from(start.blank())] {
            Some(from) => from,
            none => {
                let from = From::build(&start, &goal, run)?;
                run.kept += from.words.bytes();
                none.insert(from)
            }
        };
        let Some(word) = from.to(&renamed(&start, &goal)) else {
            let second = second.word("a board")?;
            return Err(run.input.misread(second, "a board that can be reached from the one before it").into());
        };
        run.allow(word.length())?;
        run.output.extend_from_slice(b"Case ");
        write_number(run.case as u32, &mut run.output);
        run.output.extend_from_slice(b": ");
        write_number(word.length(), &mut run.output);
        run.output.push(b'\n');
        LETTERS.write(word, &mut run.output);
        run.output.push(b'\n');
        Ok(())
    })
}

/// The words from the board with its tiles in order and its blank in one cell.
struct From {
    puzzle: Sliding<Nibbles>,
    words: WordTable,
}

/// The piece in a cell of the board with its tiles in order.
fn in_order(cell: u8, blank: u8) -> u8 {
    match cell {
        _ if cell == blank => 0,
        _ if cell < blank => cell + 1,
        _ => cell,
    }
}

/// Renames the tiles of `goal` by the renaming that puts the tiles of `start` in order.
fn renamed(start: &SlidingState<Nibbles>, goal: &SlidingState<Nibbles>) -> SlidingState<Nibbles> {
    let [mut names, mut cells] = [Nibbles(0); 2];
    (0..CELLS).for_each(|cell| names.set(start.cells().get(cell), in_order(cell, start.blank())));
    (0..CELLS).for_each(|cell| cells.set(cell, names.get(goal.cells().get(cell))));
    SlidingState::new(cells, goal.blank())
}

impl From {
    /// Builds the table for the blank's cell of `start`. An error bounds the way to `goal` from below.
    fn build(
        start: &SlidingState<Nibbles>,
        goal: &SlidingState<Nibbles>,
        run: &JudgeRun<'_>,
    ) -> Result<Self, Unjudged> {
        let pieces: [u8; CELLS as usize] = std::array::from_fn(|cell| in_order(cell as u8, start.blank()));
        let eight = Sliding::rectangle(3, 3).expect("nine cells fit");
        let puzzle = eight.with_goal(&pieces).expect("each piece once");
        let limits = run.limits();
        let words = run.built(WordTable::from(&puzzle, puzzle.goal(), &mut Meter::new(&limits)), || {
            // The way back is as long as the way there.
            at_least(&puzzle, &LinearConflict::new(), &[renamed(start, goal)])
        })?;
        Ok(From { puzzle, words })
    }

    fn to(&self, goal: &SlidingState<Nibbles>) -> Option<PackedWord> {
        self.words.get(self.puzzle.rank_if_solvable(goal)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused_after};
    use loyd_core::puzzle::Ranked;
    use loyd_core::puzzle::{MoveSet, Puzzle};
    use loyd_core::rank::lehmer::unrank;
    use loyd_core::search::shortest::smallest;
    use loyd_core::table::distance::DistanceTable;

    fn written(state: &SlidingState<Nibbles>) -> String {
        state.cells().unpack(9).iter().map(|&piece| char::from(b"X12345678"[usize::from(piece)])).collect()
    }

    /// Pairs of many boards, with the blank of the first in each cell, and one target. Each word is replayed, and
    /// compared with the smallest word of a walk down a table for that target.
    #[test]
    fn words_are_the_smallest() {
        let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
        let limits = Limits::default();
        for target in [7u64, 123_456, 222_222, 300_301] {
            let target = unrank(target, 9).unpack(9);
            let eight = eight.with_goal(&target).unwrap();
            let distances = DistanceTable::build(&eight, &mut Meter::new(&limits)).unwrap();
            let starts: Vec<_> = (0..eight.ranks()).step_by(101).map(|rank| eight.unrank(rank)).collect();
            assert!((0..9).all(|cell| starts.iter().any(|start| start.blank() == cell)));
            let pairs: String =
                starts.iter().map(|start| format!("{}\n{}\n", written(start), written(&eight.goal()))).collect();
            let output = answered(&JUDGE, &format!("{}\n{pairs}", starts.len()));
            let mut lines = output.lines();
            for (start, case) in starts.iter().zip(1..) {
                let length = distances.get(eight.rank(start)).unwrap();
                assert_eq!(lines.next(), Some(format!("Case {case}: {length}").as_str()));
                let found = smallest(
                    &eight,
                    &[*start],
                    length,
                    &|state| distances.get(eight.rank(state)),
                    &mut Meter::new(&limits),
                )
                .unwrap();
                let mut state = *start;
                let letters = found.moves.iter().map(|&m| {
                    let letter = char::from(b"dlru"[eight.order(&state, m) as usize]);
                    assert!(eight.moves(&state).iter().any(|legal| legal == m));
                    eight.apply(&mut state, m);
                    letter
                });
                assert_eq!(lines.next(), Some(letters.collect::<String>().as_str()));
            }
            assert_eq!(lines.next(), None);
        }
    }

    #[test]
    fn nothing_to_do_and_any_shape() {
        assert_eq!(answered(&JUDGE, "1\n12X453786\n12X453786\n"), "Case 1: 0\n\n");
        assert_eq!(answered(&JUDGE, "\u{feff}1\r\n12x453786\r\n1 2 3 4 5 6 7 8 X"), "Case 1: 2\ndd\n");
    }

    #[test]
    fn bad_input() {
        let bad = [
            ("", "line 4, column 1: found end of text"),
            ("12X453786\n", "line 5, column 1: found end of text"),
            ("12X453786\n12345678", "line 5, column 1: found `12345678`"),
            ("12X453786\n123456788", "line 5, column 9: found `8`"),
            ("12X453786\n12345678Y", "line 5, column 9: found `Y`"),
            ("12X453786\n12345687X", "line 5, column 1: found `12345687X`, expected a board that can be reached"),
        ];
        refused_after(&JUDGE, "2\n12X453786\n12345678X\n", "Case 1: 2\ndd\n", &bad);
    }
}
