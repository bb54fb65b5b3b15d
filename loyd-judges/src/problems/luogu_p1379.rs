//! Luogu P1379, "The 8-puzzle": the least number of moves from each board to 1 2 3 / 8 0 4 / 7 6 5.

use std::io::Write;
use std::ops::ControlFlow;

use crate::eight::{Eight, board};
use crate::letters::write_number;
use crate::{Input, Judge, Unjudged, each_case};
use loyd_core::search::Limits;
use loyd_core::table::file::Table;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "luogu-p1379",
    aliases: &["p1379", "洛谷p1379", "八数码难题"],
    what: "8-puzzle: for each board of nine digits, 0 the blank, the least number of moves to 123804765, or -1",
    sample_input: "283104765\n",
    sample_output: "4\n",
    idle: &[],
    run,
    run_by: Some(run_by),
};

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    answer(input, output, limits, Eight::new(GOAL))
}

fn run_by(input: Input<'_>, output: &mut dyn Write, limits: &Limits, table: &Table) -> Result<(), Unjudged> {
    answer(input, output, limits, Eight::by(GOAL, table)?)
}

const GOAL: [u8; 9] = [1, 2, 3, 8, 0, 4, 7, 6, 5];

fn answer(input: Input<'_>, output: &mut dyn Write, limits: &Limits, mut eight: Eight) -> Result<(), Unjudged> {
    each_case(input, output, limits, |run| {
        let board = board(&mut run.input, b'0')?;
        match eight.solve(&board, run)? {
            Some(word) => write_number(word.length(), &mut run.output),
            None => run.output.extend_from_slice(b"-1"),
        }
        run.output.push(b'\n');
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused_after};
    use loyd_core::cells::Cells;
    use loyd_core::rank::lehmer::unrank;

    #[test]
    fn all_boards() {
        let board =
            |number| unrank(number, 9).unpack(9).iter().map(|piece| piece.to_string()).collect::<String>() + "\n";
        let output = answered(&JUDGE, &(0..362_880).map(board).collect::<String>());
        let mut census = [0; 31];
        let mut unsolvable = 0;
        for (number, line) in (0..).zip(output.lines()) {
            match line {
                "-1" => unsolvable += 1,
                distance => census[distance.parse::<usize>().unwrap()] += 1,
            }
            // A board alone is searched for without the table, and gets the same answer.
            if number % 4_999 == 0 {
                assert_eq!(answered(&JUDGE, &board(number)).trim_end(), line);
            }
        }
        assert_eq!(unsolvable, 181_440);
        // census.txt: tiles 3x3 goal-blank-cell 4
        let published = [
            1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612,
            18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
        ];
        assert_eq!(census, published);
    }

    #[test]
    fn lines_and_what_is_wrong_with_them() {
        assert_eq!(answered(&JUDGE, "123804765\r\n283104765\r\n\r\n213804765"), "0\n4\n-1\n");
        let bad = [
            ("12380476", "line 2, column 1: found `12380476`"),
            ("1238047655", "line 2, column 1: found `1238047655`"),
            ("123804769", "line 2, column 9: found `9`"),
            ("123804766", "line 2, column 9: found `6`"),
            ("12380476x", "line 2, column 9: found `x`"),
            ("1 2 3 8 0 4 7 6", "line 2, column 16: found end of text"),
        ];
        refused_after(&JUDGE, "283104765\n", "4\n", &bad);
    }
}
