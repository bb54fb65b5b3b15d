//! HDU 4021, "24 Puzzle": whether a board with eight dead ends cannot be brought from one arrangement to another.

use std::io::Write;

use crate::pieces::numbers;
use crate::{Input, Judge, Unjudged, counted_cases};
use loyd_core::search::{Limits, Stop};
use loyd_puzzles::sliding::board::{Board, MOST_CELLS};
use loyd_puzzles::sliding::solvability::BoardBlocks;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "hdu4021",
    aliases: &["24-puzzle"],
    what: "24 cells with eight dead ends: for each of T pairs, N when the second is reached from the first, Y when it \
           is impossible",
    sample_input: "2\n1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n\
                   1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n\
                   1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n\
                   1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n",
    sample_output: "N\nY\n",
    idle: &[Stop::Bytes, Stop::Nodes, Stop::Moves],
    run,
    run_by: None,
};

/// The number of cells of the board.
const CELLS: usize = 24;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let blocks = BoardBlocks::new(&Board::hdu4021(), 0);
    counted_cases(input, output, limits, |run| {
        let [mut start, mut goal] = [[0; MOST_CELLS]; 2];
        for board in [&mut start, &mut goal] {
            numbers(&mut run.input, 0, &mut board[..CELLS])?;
        }
        let answer: &[u8] = if blocks.compare(&start, &goal).is_ok() { b"N\n" } else { b"Y\n" };
        run.output.extend_from_slice(answer);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused};
    use loyd_core::cells::{Bytes, Cells};
    use loyd_core::puzzle::{MoveSet, Puzzle};
    use loyd_core::text::{push_number, spaced};
    use loyd_puzzles::sliding::Sliding;

    fn written(pieces: &[u8]) -> String {
        spaced(pieces, |text, &piece| push_number(text, piece.into())) + "\n"
    }

    /// A board after a walk can be reached. After an additional exchange of two tiles, in the middle or in dead ends,
    /// it cannot be reached.
    #[test]
    fn walks_and_exchanges() {
        let puzzle = Sliding::<Bytes<32>>::new(Board::hdu4021()).unwrap();
        let (mut input, mut expected) = (String::new(), String::new());
        let mut state = puzzle.goal();
        let mut before = None;
        for step in 0..3_000usize {
            let start = state.cells().unpack(CELLS);
            for turn in 0..20 {
                let moves: Vec<u8> = puzzle.moves(&state).iter().filter(|&m| Some(m) != before).collect();
                let all: Vec<u8> = puzzle.moves(&state).iter().collect();
                let moves = if moves.is_empty() { all } else { moves };
                before = Some(state.blank());
                puzzle.apply(&mut state, moves[(step * step / 7 + step / 3 + turn * turn / 5) % moves.len()]);
            }
            let mut goal = state.cells().unpack(CELLS);
            let exchanged = match step % 4 {
                0 => None,
                // Two tiles of the middle, without the blank.
                1 => Some((8..16).filter(|&cell| goal[cell] != 0).take(2).collect::<Vec<_>>()),
                2 => Some((0..2).chain(22..24).filter(|&cell| goal[cell] != 0).take(2).collect()),
                _ => {
                    // Two exchanges in the middle make an even permutation, so the board can be reached.
                    let tiles: Vec<usize> = (8..16).filter(|&cell| goal[cell] != 0).take(4).collect();
                    goal.swap(tiles[0], tiles[1]);
                    goal.swap(tiles[2], tiles[3]);
                    None
                }
            };
            if let Some(cells) = &exchanged {
                goal.swap(cells[0], cells[1]);
            }
            input += &written(&start);
            input += &written(&goal);
            expected += if exchanged.is_some() { "Y\n" } else { "N\n" };
        }
        assert_eq!(answered(&JUDGE, &format!("3000\n{input}")), expected);
    }

    #[test]
    fn bad_input() {
        let good = written(&(0..24).collect::<Vec<u8>>());
        let say = |rest: &str| refused(&JUDGE, format!("2\n{good}{good}{good}{rest}").as_bytes());
        assert_eq!(say("").1, "line 5, column 1: found end of text, expected each number from 0 to 23 once");
        assert_eq!(say("0 1 2").0, "N\n");
        for (bad, place) in [("24", "found `24`"), ("0 0", "line 5, column 3: found `0`"), ("x", "found `x`")] {
            assert!(say(bad).1.contains(place), "{}", say(bad).1);
        }
    }
}
