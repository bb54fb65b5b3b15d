//! Sicily 1151, "Magic Board": the smallest of the shortest words from 1 2 3 4 / 8 7 6 5 to each board, if it has at
//! most N letters.
//!
//! The article's program also answers some boards that need N + 1 operations, the first boards of their layer. This
//! judge prints -1 for them, which is right.

use std::io::Write;
use std::ops::ControlFlow;

use crate::letters::write_number;
use crate::magic::{MagicWords, OPERATIONS};
use crate::pieces::numbers;
use crate::{Input, Judge, Unjudged, each_case};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::search::Limits;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "sicily1151",
    aliases: &[],
    what: "magic board: for each N and two rows of four, the smallest shortest word, or -1 beyond N operations; `-1` \
           ends",
    sample_input: "4\n5 8 3 2\n4 1 6 7\n3\n5 8 3 2\n4 1 6 7\n6\n3 4 7 8\n6 5 2 1\n1\n1 2 3 4\n8 7 6 5\n-1\n",
    sample_output: "4 ACCB\n-1\n4 BCCB\n0\n",
    idle: &[],
    run,
    run_by: None,
};

/// The largest N.
const MOST: i64 = 1_000_000_000;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let mut words = MagicWords::new();
    each_case(input, output, limits, |run| {
        let most = run.input.number(-1, MOST, "the most operations (`-1` ends)")?;
        if most < 0 {
            return Ok(ControlFlow::Break(()));
        }
        let mut tiles = [0; 8];
        numbers(&mut run.input, 1, &mut tiles)?;
        let word = words.to(Nibbles::pack(&tiles), run)?;
        if i64::from(word.length()) > most {
            run.output.extend_from_slice(b"-1\n");
            return Ok(ControlFlow::Continue(()));
        }
        run.allow(word.length())?;
        write_number(word.length(), &mut run.output);
        if word.length() > 0 {
            run.output.push(b' ');
            OPERATIONS.write(word, &mut run.output);
        }
        run.output.push(b'\n');
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused_after, stopped_by};
    use loyd_core::cost::Cost;
    use loyd_core::limits::Meter;
    use loyd_core::puzzle::{Puzzle, Ranked};
    use loyd_core::search::Outcome;
    use loyd_core::search::ida_star::{PlainBound, smallest};
    use loyd_core::text::{push_number, spaced};
    use loyd_puzzles::magic_board::MagicBoard;

    fn judged(input: &str) -> String {
        answered(&JUDGE, input)
    }

    #[test]
    fn the_articles_own_tests() {
        assert_eq!(judged("1\n1 2 3 4\n8 7 6 5\n-1\n"), "0\n");
        assert_eq!(judged("4\n5 8 3 2\n4 1 6 7\n-1\n"), "4 ACCB\n");
        assert_eq!(judged("5\n5 8 3 2\n4 1 6 7\n-1\n"), "4 ACCB\n");
        assert_eq!(judged("3\n5 8 3 2\n4 1 6 7\n-1\n"), "-1\n");
        assert_eq!(judged("6\n3 4 7 8\n6 5 2 1\n-1\n"), "4 BCCB\n");
    }

    #[test]
    fn the_limit_is_exact() {
        // For these boards the article's program prints a word that is one letter too long.
        assert_eq!(judged("0\n8 7 6 5\n1 2 3 4\n-1\n"), "-1\n");
        assert_eq!(judged("1\n5 8 7 6\n4 1 2 3\n-1\n"), "-1\n");
        assert_eq!(judged("1\n8 7 6 5\n1 2 3 4\n2\n5 8 7 6\n4 1 2 3\n0\n1 2 3 4\n8 7 6 5\n-1\n"), "1 A\n2 AB\n0\n");
    }

    /// The census of all words, each of which is replayed. Every 397th word is compared with a search's smallest word.
    #[test]
    fn all_boards() {
        let board = MagicBoard::standard();
        let write = |rank: u64, most: u32| {
            let tiles = board.unrank(rank).unpack(8);
            format!("{most}\n{}\n", spaced(tiles, |text, tile| push_number(text, u32::from(tile) + 1)))
        };
        let input: String = (0..board.ranks()).map(|rank| write(rank, 22)).collect();
        let output = judged(&input);
        let mut census = [0; 23];
        for (rank, line) in (0..).zip(output.lines()) {
            let (length, word) = line.split_once(' ').unwrap_or((line, ""));
            assert_eq!(length.parse(), Ok(word.len()), "{line}");
            assert!(line.contains(' ') || line == "0");
            census[word.len()] += 1;
            let mut state = board.goal();
            word.bytes().for_each(|letter| {
                board.apply(&mut state, letter - b'A');
            });
            assert_eq!(board.rank(&state), rank, "{line}");
            if rank % 397 == 0 {
                let (start, limits) = (board.goal(), Limits::default());
                let towards = MagicBoard::new(board.unrank(rank)).unwrap();
                let bound = loyd_puzzles::magic_board::Halves::new(&towards);
                let found = smallest(&towards, &PlainBound(bound), &[start], 0, &mut Meter::new(&limits));
                let Outcome::Solved(found) = found else { panic!("every board is reached") };
                assert!(found.moves.iter().map(|m| b'A' + m).eq(word.bytes()), "{line}");
                assert_eq!(judged(&write(rank, word.len() as u32)).trim_end(), line);
                if !word.is_empty() {
                    assert_eq!(judged(&write(rank, word.len() as u32 - 1)), "-1\n");
                }
            }
        }
        // census.txt: magic-board A,B,C forward only, from 1234/8765
        let published = [
            1, 3, 7, 14, 26, 51, 92, 159, 274, 453, 720, 1115, 1727, 2603, 3701, 4729, 5620, 6240, 5840, 4492, 2120,
            328, 5,
        ];
        assert_eq!(census, published);
    }

    #[test]
    fn bad_input() {
        let good = "1\n8 7 6 5\n1 2 3 4\n";
        let bad = [
            ("", ""),
            ("1\n8 7 6 5\n1 2 3", "line 6, column 6: found end of text"),
            ("1\n8 7 6 5\n1 2 3 9", "line 6, column 7: found `9`"),
            ("1\n8 7 6 5\n1 2 3 3", "line 6, column 7: found `3`"),
            ("1\n8 7 6 5\n1 2 3 x", "line 6, column 7: found `x`"),
            ("-2\n8 7 6 5\n1 2 3 4", "line 4, column 1: found `-2`"),
            ("99999999999999999999", "line 4, column 1: found"),
            ("\0", "line 4, column 1: found `\\0`"),
        ];
        refused_after(&JUDGE, good, "1 A\n", &bad);
        assert_eq!(judged("\u{feff}1\r\n8\t7 6 5 \r\n1 2 3 4"), "1 A\n");
        assert_eq!(judged(&format!("{good}-1\nanything")), "1 A\n");
    }

    #[test]
    fn limits_are_obeyed() {
        let run_with = |limits: &Limits, input: &str| stopped_by(limits, &JUDGE, input);
        let input = "5\n5 8 7 6\n4 1 2 3\n4\n5 8 3 2\n4 1 6 7\n";
        let moves = Limits { cost: Some(Cost::moves(3)), ..Limits::default() };
        assert_eq!(
            run_with(&moves, input),
            (
                "2 AB\n".into(),
                "stopped by the move limit in case 2: every solution has \
                                                               at least 4 moves"
                    .into()
            )
        );
        let nodes = Limits { nodes: Some(1000), ..Limits::default() };
        assert_eq!(
            run_with(&nodes, input),
            (
                String::new(),
                "stopped by the node limit in case 1: every solution has \
                                                             at least 2 moves"
                    .into()
            )
        );
    }
}
