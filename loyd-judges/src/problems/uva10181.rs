//! UVa 10181, "15-Puzzle Problem": a shortest way for each board, with 0 for the blank. The boards of the original
//! judge need at most 50 moves; here only the user's limits apply.

use std::io::Write;

use crate::pieces::numbers;
use crate::{Input, Judge, Unjudged, counted_cases};
use loyd_core::cells::Nibbles;
use loyd_core::puzzle::Puzzle;
use loyd_core::search::ida_star::{self, PlainBound, Prune};
use loyd_core::search::{Limits, Meter, Outcome, Stop};
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::sliding::bounds::linear_conflict::LinearConflict;

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "uva10181",
    aliases: &["15-puzzle-problem"],
    what: "15-puzzle: for each of T boards, 0 the blank, a shortest way of the blank (L R U D)",
    sample_input: "2\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n",
    sample_output: "LLLDRDRDR\nThis puzzle is not solvable.\n",
    idle: &[Stop::Bytes],
    run,
    run_by: None,
};

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let puzzle = Sliding::<Nibbles>::rectangle(4, 4).expect("sixteen cells fit");
    let bound = LinearConflict::new();
    counted_cases(input, output, limits, |run| {
        let mut pieces = [0; 16];
        numbers(&mut run.input, 0, &mut pieces)?;
        let start = puzzle.state(&pieces).expect("each piece once");
        if !puzzle.is_solvable(&start) {
            run.output.extend_from_slice(b"This puzzle is not solvable.\n");
            return Ok(());
        }
        let limits = run.limits();
        match ida_star::solve(&puzzle, &PlainBound(bound), &[start], Prune::Follow, &mut Meter::new(&limits)) {
            Outcome::Solved(found) => {
                let mut state = found.start;
                for m in found.moves {
                    run.output.push(b"DLRU"[puzzle.order(&state, m) as usize]);
                    puzzle.apply(&mut state, m);
                }
                run.output.push(b'\n');
                Ok(())
            }
            Outcome::Unsolvable(proof) => unreachable!("its parity says that it can be solved: {proof}"),
            Outcome::Stopped { at_least, best, why } => Err(run.stopped(at_least, best, why)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused};
    use loyd_core::cells::Cells;
    use loyd_core::cost::Cost;
    use loyd_core::puzzle::MoveSet;
    use loyd_core::text::{push_number, spaced};

    #[test]
    fn nothing_to_do() {
        assert_eq!(answered(&JUDGE, "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n"), "\n");
        assert_eq!(answered(&JUDGE, "1\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0"), "This puzzle is not solvable.\n");
    }

    /// For boards after walks of 32 moves, the answer has at most 32 moves and even length, and leads to the goal. A
    /// search from both ends, which uses no bound, proves the same length.
    #[test]
    fn ways_back() {
        let puzzle = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
        let mut boards = Vec::new();
        for walk in 0..20usize {
            let mut state = puzzle.goal();
            let mut before = u8::MAX;
            for step in 0..32usize {
                let moves: Vec<u8> = puzzle.moves(&state).iter().filter(|&m| m != before).collect();
                before = state.blank();
                puzzle.apply(&mut state, moves[(step * (walk + 3) / 2 + walk * step * step / 5) % moves.len()]);
            }
            boards.push(state);
        }
        let input = boards
            .iter()
            .map(|board| spaced(board.cells().unpack(16), |text, piece| push_number(text, piece.into())) + "\n");
        let output = answered(&JUDGE, &format!("20\n{}", input.collect::<String>()));
        for (board, line) in boards.iter().zip(output.lines()) {
            assert!(line.len() <= 32 && line.len() % 2 == 0);
            let mut state = *board;
            for letter in line.bytes() {
                let step = match letter {
                    b'U' => -4,
                    b'D' => 4,
                    b'L' => -1,
                    _ => 1,
                };
                let cell = state.blank().wrapping_add_signed(step);
                assert!(puzzle.moves(&state).iter().any(|m| m == cell));
                puzzle.apply(&mut state, cell);
            }
            assert!(puzzle.is_goal(&state), "{line}");
            let limits = Limits::default();
            let met = loyd_core::search::bidirectional::search::<_, loyd_core::search::depths::RankList>(
                &puzzle,
                &[*board],
                &[puzzle.goal()],
                false,
                &mut Meter::new(&limits),
            );
            let Outcome::Solved(met) = met else { panic!("solvable") };
            assert_eq!(met.length.0 as usize, line.len());
        }
        assert_eq!(output.lines().count(), 20);
    }

    #[test]
    fn bad_input_and_limits() {
        let (output, said) =
            refused(&JUDGE, b"2\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n1 2 3 4\n5 6 7 8\n9 10 11 16");
        assert_eq!(output, "This puzzle is not solvable.\n");
        assert_eq!(said, "line 8, column 9: found `16`, expected each number from 0 to 15 once");
        let mut output = Vec::new();
        let limits = Limits { cost: Some(Cost::moves(8)), ..Limits::default() };
        let error = run(JUDGE.sample_input.as_bytes().into(), &mut output, &limits).unwrap_err();
        assert_eq!(
            (output.len(), error.to_string()),
            (
                0,
                "stopped by the move limit in case 1: every solution has at \
                                                           least 9 moves"
                    .into()
            )
        );
    }
}
