//! HDU 1430, "Magic Board" (魔板): the smallest of the shortest words between two boards, a line for each pair.
//! A board is eight digits, clockwise from its upper left corner. An empty line stands for the word without letters.

use std::io::Write;
use std::ops::ControlFlow;

use crate::input::{InputWord, Reader};
use crate::magic::{MagicWords, OPERATIONS};
use crate::{Input, Judge, Unjudged, each_case};
use loyd_core::cells::Nibbles;
use loyd_core::search::Limits;
use loyd_core::text::Misread;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "hdu1430",
    aliases: &[],
    what: "magic board: for each pair of boards, eight digits clockwise from the upper left, the smallest shortest \
           word from the first to the second",
    sample_input: "12345678\n17245368\n12345678\n82754631\n",
    sample_output: "C\nAC\n",
    idle: &[],
    run,
    run_by: None,
};

/// The number of tiles of a board.
const TILES: usize = 8;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let mut words = MagicWords::new();
    each_case(input, output, limits, |run| {
        let start = board(&mut run.input)?;
        let target = board(&mut run.input)?;
        let word = words.between(start, target, run)?;
        run.allow(word.length())?;
        OPERATIONS.write(word, &mut run.output);
        run.output.push(b'\n');
        Ok(ControlFlow::Continue(()))
    })
}

/// Reads a board. Returns the tiles from 0 in reading order.
#[inline]
fn board(input: &mut Reader<'_>) -> Result<Nibbles, Misread> {
    const EXPECTED: &str = "a board: eight digits, each from 1 to 8 once";
    /// The position in reading order of each digit in clockwise order, as a shift of nibbles.
    const SHIFTS: [u32; TILES] = [0, 4, 8, 12, 28, 24, 20, 16];
    let word = input.word(EXPECTED)?;
    let Ok(digits) = <[u8; TILES]>::try_from(word.bytes) else { return Err(input.misread(word, EXPECTED)) };
    let (mut tiles, mut seen) = (0, 0u8);
    for (digit, shift) in digits.into_iter().zip(SHIFTS) {
        let tile = digit.wrapping_sub(b'1') & 7;
        seen |= 1 << tile;
        tiles |= u64::from(tile) << shift;
    }
    // Eight different tiles, all valid digits, are a board. Any other word takes the slow path, which finds the error.
    let all_digits = digits.iter().all(|digit| (b'1'..=b'8').contains(digit));
    if seen == u8::MAX && all_digits { Ok(Nibbles(tiles)) } else { Err(wrong(input, word, EXPECTED)) }
}

/// The error for the first character that is not a tile or is a repeated tile.
#[cold]
fn wrong(input: &Reader<'_>, word: InputWord<'_>, expected: &str) -> Misread {
    let before = |at: usize| &word.bytes[..at];
    let at = (0..TILES).find(|&at| !(b'1'..=b'8').contains(&word.bytes[at]) || before(at).contains(&word.bytes[at]));
    let at = at.expect("a board that is not right has a digit that is not");
    let letter = InputWord { bytes: &word.bytes[at..=at], at: word.at + at };
    let again = if before(at).contains(&word.bytes[at]) { ", but this one comes a second time" } else { "" };
    input.misread(letter, &format!("{expected}{again}"))
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::tests::{answered, refused, refused_after};

    type Board = [u8; TILES];

    /// The three operations on the digits in clockwise order.
    fn operations([a, b, c, d, e, f, g, h]: Board) -> [(Board, char); 3] {
        [([h, g, f, e, d, c, b, a], 'A'), ([d, a, b, c, f, g, h, e], 'B'), ([a, g, b, d, e, c, f, h], 'C')]
    }

    /// Breadth-first search from a board, with the words in order: the first word that reaches a board is its smallest.
    fn plain(start: Board) -> Vec<(Board, String)> {
        let mut words = HashMap::from([(start, String::new())]);
        let mut queue = VecDeque::from([start]);
        while let Some(board) = queue.pop_front() {
            let word = words[&board].clone();
            for (child, letter) in operations(board) {
                words.entry(child).or_insert_with(|| {
                    queue.push_back(child);
                    format!("{word}{letter}")
                });
            }
        }
        words.into_iter().collect()
    }

    #[test]
    fn every_target_from_several_starts() {
        for start in [b"12345678", b"82754631", b"86421357"] {
            let words = plain(*start);
            assert_eq!(words.len(), 40_320);
            let (mut input, mut expected) = (String::new(), String::new());
            for (target, word) in words {
                let [start, target] = [start, &target].map(|board| String::from_utf8_lossy(board).into_owned());
                input += &format!("{start}\n{target}\n");
                expected += &format!("{word}\n");
            }
            assert!(answered(&JUDGE, &input) == expected, "from {}", String::from_utf8_lossy(start));
        }
    }

    #[test]
    fn a_board_to_itself_is_an_empty_line() {
        assert_eq!(answered(&JUDGE, "87654321\n87654321\n12345678\r\n17245368\r\n"), "\nC\n");
    }

    #[test]
    fn bad_input() {
        let good = "12345678\n17245368\n";
        refused_after(
            &JUDGE,
            good,
            "C\n",
            &[
                ("12345678\n", "line 4, column 1: found end of text, expected a board"),
                ("1234567 8\n", "line 3, column 1: found `1234567`, expected a board"),
                ("123456789\n", "line 3, column 1: found `123456789`, expected a board"),
                ("12345678\n12345670\n", "line 4, column 8: found `0`, expected a board"),
                ("12345678\n9x345670\n", "line 4, column 1: found `9`, expected a board"),
            ],
        );
        let (output, said) = refused(&JUDGE, b"12345678\n12345677\n");
        assert!(output.is_empty() && said.starts_with("line 2, column 8: found `7`"), "{said}");
        assert!(said.ends_with("each from 1 to 8 once, but this one comes a second time"), "{said}");
    }
}
