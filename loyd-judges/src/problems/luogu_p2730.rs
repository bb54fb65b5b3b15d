//! Luogu P2730, from USACO training 3.2.5, "Magic Squares": the length of the shortest words from 1 2 3 4 / 8 7 6 5 to
//! a board, and the smallest of these words on the next lines, with 60 letters on a line. A board is given clockwise
//! from its upper left corner. An empty line stands for the word without letters.

use std::io::Write;
use std::ops::ControlFlow;

use crate::letters::write_number;
use crate::magic::{MagicWords, OPERATIONS};
use crate::pieces::numbers;
use crate::tables::words::PackedWord;
use crate::{Input, Judge, Unjudged, each_case};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::search::Limits;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "luogu-p2730",
    aliases: &["p2730", "洛谷p2730"],
    what: "magic board: eight tiles clockwise from the upper left; the least number of operations, then the smallest \
           word",
    sample_input: "2 6 8 4 5 7 3 1\n",
    sample_output: "7\nBCABCCB\n",
    idle: &[],
    run,
    run_by: None,
};

/// The letters on a line. Every word fits on one line, because no word has more than 22 letters.
const LINE: u32 = 60;
const _: () = assert!(PackedWord::LONGEST <= LINE);

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let mut words = MagicWords::new();
    each_case(input, output, limits, |run| {
        let mut tiles = [0; 8];
        numbers(&mut run.input, 1, &mut tiles)?;
        tiles[4..].reverse();
        let word = words.to(Nibbles::pack(&tiles), run)?;
        run.allow(word.length())?;
        write_number(word.length(), &mut run.output);
        run.output.push(b'\n');
        OPERATIONS.write(word, &mut run.output);
        run.output.push(b'\n');
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused};

    #[test]
    fn one_operation_and_none() {
        assert_eq!(answered(&JUDGE, "1 2 3 4 5 6 7 8"), "0\n\n");
        // The boards after A, B and C in the drawings of the problem, read clockwise.
        assert_eq!(answered(&JUDGE, "8 7 6 5 4 3 2 1"), "1\nA\n");
        assert_eq!(answered(&JUDGE, "4 1 2 3 6 7 8 5"), "1\nB\n");
        assert_eq!(answered(&JUDGE, "1 7 2 4 5 3 6 8"), "1\nC\n");
        assert_eq!(answered(&JUDGE, "2 6 8 4 5 7 3 1\r\n1 2 3 4 5 6 7 8\r\n"), "7\nBCABCCB\n0\n\n");
    }

    #[test]
    fn bad_input() {
        let (output, said) = refused(&JUDGE, b"2 6 8 4 5 7 3 1\n1 2 3 4 5 6 7");
        assert_eq!(output, "7\nBCABCCB\n");
        assert_eq!(said, "line 2, column 14: found end of text, expected each number from 1 to 8 once");
        let (output, said) = refused(&JUDGE, b"2 6 8 4 5 7 3 0");
        assert!(output.is_empty() && said.starts_with("line 1, column 15: found `0`"), "{said}");
    }
}
