//! POJ 2870, "Light Up": the fewest lamps for boards up to 7 by 7 that are given by their barriers.

use std::io::Write;
use std::ops::ControlFlow;

use crate::{Input, Judge, JudgeRun, Unjudged, each_case};
use loyd_core::search::ida_star::{self, PlainBound, Prune};
use loyd_core::search::{Limits, Meter, Outcome, Stop};
use loyd_puzzles::light_up::bound::Shares;
use loyd_puzzles::light_up::{LampBoard, LightUp, Site};

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "poj2870",
    aliases: &["light-up"],
    what: "light up: the fewest lamps for each board, or `No solution`; `0 0` ends",
    sample_input: "2 2\n0\n2 2\n1\n1 1 3\n3 3\n1\n2 2 4\n7 7\n0\n0 0\n",
    sample_output: "2\nNo solution\n4\n7\n",
    idle: &[Stop::Bytes],
    run,
    run_by: None,
};

/// The most rows, and the most columns.
const MOST: i64 = 7;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    each_case(input, output, limits, |run| {
        let Some(board) = read(run)? else {
            return Ok(ControlFlow::Break(()));
        };
        let puzzle = LightUp::<u64>::new(board);
        let limits = run.limits();
        let start = [puzzle.start()];
        match ida_star::solve(&puzzle, &PlainBound(Shares), &start, Prune::Follow, &mut Meter::new(&limits)) {
            Outcome::Solved(found) => writeln!(run.output, "{}", found.moves.len())?,
            Outcome::Unsolvable(_) => writeln!(run.output, "No solution")?,
            Outcome::Stopped { at_least, best, why } => return Err(run.stopped(at_least, best, why)),
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Reads the next board, or returns `None` at the two zeros that end the input.
fn read(run: &mut JudgeRun<'_>) -> Result<Option<LampBoard<u64>>, Unjudged> {
    let input = &mut run.input;
    let rows = input.number(0, MOST, "rows (`0 0` ends)")?;
    let least = i64::from(rows > 0);
    let columns = input.number(least, if rows > 0 { MOST } else { 0 }, "columns")?;
    if rows == 0 {
        return Ok(None);
    }
    let barriers = input.number(0, rows * columns, "barriers")?;
    let mut sites = [Site::Free; (MOST * MOST) as usize];
    for _ in 0..barriers {
        let mut before = input.clone();
        let row = input.number(1, rows, "a barrier's row")?;
        let column = input.number(1, columns, "a barrier's column")?;
        let number = input.number(-1, 4, "a barrier's number (-1 for none)")?;
        let site = &mut sites[((row - 1) * columns + column - 1) as usize];
        if *site != Site::Free {
            let row = before.word("a barrier's row")?;
            return Err(input.misread(row, "the row of another barrier; this one is already there").into());
        }
        *site = match number {
            -1 => Site::Barrier,
            number => Site::Number(number as u8),
        };
    }
    Ok(Some(LampBoard::new(rows as u8, columns as u8, |cell| sites[cell as usize])))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::plain::{Plain, random_board};
    use loyd_core::cost::Cost;

    fn judge(input: &str, limits: &Limits) -> (String, Result<(), String>) {
        let mut output = Vec::new();
        let outcome = (JUDGE.run)(input.as_bytes().into(), &mut output, limits);
        (String::from_utf8(output).unwrap(), outcome.map_err(|error| error.to_string()))
    }

    fn written(boards: &[Plain]) -> String {
        let mut text = String::new();
        for board in boards {
            let barriers = board.sites.iter().enumerate().filter(|(_, site)| **site != Site::Free);
            writeln!(text, "{} {}\n{}", board.rows, board.columns, barriers.clone().count()).unwrap();
            for (cell, site) in barriers {
                let number = if let Site::Number(number) = site { i32::from(*number) } else { -1 };
                writeln!(text, "{} {} {number}", cell / board.columns + 1, cell % board.columns + 1).unwrap();
            }
        }
        text + "0 0\n"
    }

    #[test]
    fn a_thousand_boards_are_answered_as_row_by_row() {
        let mut random = ChaCha8Rng::seed_from_u64(2870);
        let boards: Vec<Plain> = (0..1000).map(|_| random_board(&mut random, 7)).collect();
        let expected: String = boards
            .iter()
            .map(|board| board.fewest().map_or("No solution\n".into(), |(lamps, _)| format!("{lamps}\n")))
            .collect();
        assert_eq!(judge(&written(&boards), &Limits::default()), (expected, Ok(())));
    }

    #[test]
    fn the_input_ends_well_between_two_cases_and_at_two_zeros() {
        for input in ["2 2 0", "2 2\r\n0\r\n", "\u{feff}2\t2 0\n\n", "2 2 0 0 0", "2 2 0\n0 0\nanything"] {
            assert_eq!(judge(input, &Limits::default()), ("2\n".into(), Ok(())), "{input:?}");
        }
    }

    #[test]
    fn bad_input_is_told_where_after_the_cases_before_it() {
        let say = |input: &str| {
            let (output, outcome) = judge(&format!("1 1 0\n{input}"), &Limits::default());
            assert_eq!(output, "1\n", "{input:?}");
            outcome.unwrap_err()
        };
        assert_eq!(say("8 1 0"), "line 2, column 1: found `8`, expected rows (`0 0` ends), a number from 0 to 7");
        assert_eq!(say("7 0 0"), "line 2, column 3: found `0`, expected columns, a number from 1 to 7");
        assert_eq!(say("0 7 0"), "line 2, column 3: found `7`, expected columns, a number from 0 to 0");
        assert_eq!(say("2 2\n5"), "line 3, column 1: found `5`, expected barriers, a number from 0 to 4");
        assert_eq!(say("2 2 1 3 1 0"), "line 2, column 7: found `3`, expected a barrier's row, a number from 1 to 2");
        assert_eq!(
            say("2 2 1 1 x 0"),
            "line 2, column 9: found `x`, expected a barrier's column, a number from 1 to 2"
        );
        assert_eq!(
            say("2 2 1 1 1 -2"),
            "line 2, column 11: found `-2`, expected a barrier's number (-1 for none), a number from -1 to 4"
        );
        assert_eq!(
            say("2 2 2\n1 1 0\n1 1 -1"),
            "line 4, column 1: found `1`, expected the row of another barrier; this one is already there"
        );
        assert!(say("2 2 2\n1 1 0\n").starts_with("line 4, column 1: found end of text, expected a barrier's row"));
        assert!(say("2").starts_with("line 2, column 2: found end of text, expected columns"));
        assert!(say("\0").contains("found `\\0`"));
        assert!(say(&"1".repeat(10_000_000)).len() < 200);
    }

    #[test]
    fn limits_stop_the_case_at_hand() {
        let few = Limits { nodes: Some(1), ..Limits::default() };
        let (output, outcome) = judge("1 1 1 1 1 -1\n7 7 0\n", &few);
        assert_eq!(
            (output.as_str(), outcome),
            (
                "0\n",
                Err("stopped by the node limit in case 2: every solution has at \
                                                            least 7 moves"
                    .into())
            )
        );
        let short = Limits { cost: Some(Cost::moves(6)), ..Limits::default() };
        assert_eq!(
            judge("6 6 0\n7 7 0", &short),
            (
                "6\n".into(),
                Err("stopped by the move limit in case 2: every \
                                                                      solution has at least 7 moves"
                    .into())
            )
        );
    }
}
