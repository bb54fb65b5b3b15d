//! HDU 1043, POJ 1077 and Nowcoder's "Eight": a shortest way to 1 2 3 4 5 6 7 8 x for each board. If several ways are
//! shortest, the judge prints the first in the order u, d, l, r, as in the problem's sample.

use std::io::Write;
use std::ops::ControlFlow;

use crate::eight::{Eight, LETTERS, board};
use crate::{Input, Judge, Unjudged, each_case};
use loyd_core::search::Limits;
use loyd_core::table::file::Table;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "hdu1043",
    aliases: &["poj1077", "nowcoder-eight", "eight"],
    what: "8-puzzle: for each board of tiles and x, a shortest way of the blank (u d l r), or `unsolvable`",
    sample_input: "2 3 4 1 5 x 7 6 8\n",
    sample_output: "ullddrurdllurdruldr\n",
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

const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

fn answer(input: Input<'_>, output: &mut dyn Write, limits: &Limits, mut eight: Eight) -> Result<(), Unjudged> {
    let write = |word, output: &mut Vec<u8>| {
        match word {
            Some(word) => LETTERS.write(word, output),
            None => output.extend_from_slice(b"unsolvable"),
        }
        output.push(b'\n');
    };
    each_case(input, output, limits, |run| {
        let board = board(&mut run.input, b'x')?;
        write(eight.solve(&board, run)?, &mut run.output);
        eight.answer_lines(run, write);
        Ok(ControlFlow::Continue(()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused, stopped_by};
    use loyd_core::cells::{Cells, Nibbles};
    use loyd_core::cost::Cost;
    use loyd_core::limits::Meter;
    use loyd_core::puzzle::{MoveSet, Puzzle, Ranked};
    use loyd_core::rank::lehmer::unrank;
    use loyd_core::table::distance::DistanceTable;
    use loyd_puzzles::sliding::Sliding;

    fn pieces(number: u64) -> Vec<u8> {
        unrank(number, 9).unpack(9)
    }

    fn written(pieces: &[u8]) -> String {
        let words: Vec<String> =
            pieces.iter().map(|&piece| char::from(b"x12345678"[usize::from(piece)]).into()).collect();
        words.join(" ") + "\n"
    }

    /// The way of every board leads to the goal, and is as long as in a table of distances. That table shares only the
    /// rules of the puzzle with the words.
    #[test]
    fn all_boards() {
        let input: String = (0..362_880).map(|number| written(&pieces(number))).collect();
        let output = answered(&JUDGE, &input);
        let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
        let limits = Limits::default();
        let distances = DistanceTable::build(&eight, &mut Meter::new(&limits)).unwrap();
        let mut census = [0; 32];
        let mut unsolvable = 0;
        for (number, line) in (0..362_880).zip(output.lines()) {
            let start = eight.state(&pieces(number)).unwrap();
            assert_eq!(line != "unsolvable", eight.is_solvable(&start));
            if line == "unsolvable" {
                unsolvable += 1;
                continue;
            }
            let mut state = start;
            for letter in line.bytes() {
                let step = match letter {
                    b'u' => -3,
                    b'd' => 3,
                    b'l' => -1,
                    b'r' => 1,
                    _ => panic!("{line}"),
                };
                let cell = state.blank().wrapping_add_signed(step);
                assert!(eight.moves(&state).iter().any(|m| m == cell), "{line}");
                eight.apply(&mut state, cell);
            }
            assert!(eight.is_goal(&state), "{line}");
            assert_eq!(distances.get(eight.rank(&start)), Some(line.len() as u32));
            census[line.len()] += 1;
            // A board alone is searched for without the table, and gets the same answer.
            if number % 1_999 == 0 {
                assert_eq!(answered(&JUDGE, &written(&pieces(number))).trim_end(), line);
            }
        }
        assert_eq!(output.lines().count(), 362_880);
        assert_eq!(unsolvable, 181_440);
        // census.txt: tiles 3x3 goal-blank-cell 0, which is cell 8 after half a turn of the board
        let published = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
            17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        assert_eq!(census, published);
    }

    #[test]
    fn any_shape_of_input() {
        let way = "ullddrurdllurdruldr\n";
        for input in
            ["2 3 4\r\n1 5 x\r\n7 6 8\r\n", "\u{feff}2 3 4 1 5 x 7 6 8", "23415x768", "\t2 3 4 1 5 X 7 6 8  \n\n"]
        {
            assert_eq!(answered(&JUDGE, input), way, "{input:?}");
        }
        assert_eq!(answered(&JUDGE, "1 2 3 4 5 6 7 8 x\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 x 8\n"), "\nunsolvable\nr\n");
    }

    #[test]
    fn bad_input() {
        for repeat in [1, 1_000] {
            let good = "1 2 3 4 5 6 7 x 8\n".repeat(repeat);
            for bad in
                ["1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 9\n", "1 2 3 4 5 6 7 8 8\n", "\0", "1 2 3 4 5 6 7 8 \u{1f600}\n"]
            {
                let (output, said) = refused(&JUDGE, format!("{good}{bad}").as_bytes());
                assert_eq!(output, "r\n".repeat(repeat));
                assert!(said.starts_with(&format!("line {}, column ", repeat + 1)), "{said}");
            }
            let (output, said) = refused(&JUDGE, &[good.as_bytes(), b"1 2 \xff"].concat());
            assert_eq!(output, "r\n".repeat(repeat));
            assert!(said.contains("column 5: found `\u{fffd}`"), "{said}");
        }
    }

    /// A line with one changed byte, or with a letter in the place of a tile beside a 0, gets the same answer among
    /// many lines as alone. Among many lines the table answers; alone, each character is read.
    #[test]
    fn a_line_among_others_is_judged_as_it_is_alone() {
        const OTHERS: usize = 200;
        const GOOD: &[u8; 18] = b"1 2 3 4 5 6 7 x 8\n";
        let changed = (0..GOOD.len()).flat_map(|at| {
            b"0189xXpH \t\n".iter().map(move |&byte| {
                let mut line = *GOOD;
                line[at] = byte;
                line
            })
        });
        for line in changed.chain([*b"1 2 3 4 5 6 7 p 0\n", *b"0 2 3 4 5 6 7 q 8\n", *b"8 1 2 3 4 5 6 7 x\n"]) {
            let (alone, wrong) = refused(&JUDGE, &line);
            let (among, said) = refused(&JUDGE, &[&GOOD.repeat(OTHERS)[..], &line].concat());
            assert_eq!(among, "r\n".repeat(OTHERS) + &alone);
            let place = |line: usize| format!("line {line}, ");
            let wrong = (1..=3).fold(wrong, |wrong, line| match wrong.strip_prefix(&place(line)) {
                Some(rest) => place(OTHERS + line) + rest,
                None => wrong,
            });
            assert_eq!(said, wrong, "{:?}", String::from_utf8_lossy(&line));
        }
    }

    #[test]
    fn limits_are_obeyed() {
        let run_with = |limits: &Limits, input: &str| stopped_by(limits, &JUDGE, input);
        let (near, far) = ("1 2 3 4 5 6 7 x 8\n", "2 3 4 1 5 x 7 6 8\n");
        for times in [1, 1_000] {
            let moves = Limits { cost: Some(Cost::moves(18)), ..Limits::default() };
            let stopped = (
                "r\n".to_string(),
                "stopped by the move limit in case 2: every solution has at least 19 \
                                               moves"
                    .to_string(),
            );
            assert_eq!(run_with(&moves, &format!("{near}{}", far.repeat(times))), stopped);
        }
        // If the limit forbids the table, every board is searched for.
        let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        assert_eq!(run_with(&time, far), (String::new(), "stopped by the time limit before case 1".into()));
        for limits in
            [Limits { nodes: Some(50_000), ..Limits::default() }, Limits { bytes: Some(99), ..Limits::default() }]
        {
            let mut output = Vec::new();
            run(far.repeat(1_000).as_bytes().into(), &mut output, &limits).unwrap();
            assert_eq!(String::from_utf8(output).unwrap(), "ullddrurdllurdruldr\n".repeat(1_000));
        }
        let nodes = Limits { nodes: Some(10), ..Limits::default() };
        assert_eq!(
            run_with(&nodes, far),
            (
                String::new(),
                "stopped by the node limit in case 1: every solution has at \
                                                           least 11 moves"
                    .into()
            )
        );
    }
}
