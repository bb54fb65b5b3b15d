//! POJ 2870, "Light Up": boards up to 7 by 7 given by their barriers; the fewest lamps.

use std::io::Write;
use std::ops::ControlFlow;

use super::{Judge, Run, Unjudged, each_case};
use crate::puzzles::light_up::bound::Shares;
use crate::puzzles::light_up::{Board, LightUp, Site};
use crate::search::ida_star::{self, Prune};
use crate::search::{Limits, Meter, Outcome};

/// What the list says.
pub const JUDGE: Judge = Judge {
    name: "poj2870",
    aliases: &[],
    what: "light up: the fewest lamps for each board, or `No solution`; `0 0` ends",
    sample_input: "2 2\n0\n2 2\n1\n1 1 3\n3 3\n1\n2 2 4\n7 7\n0\n0 0\n",
    sample_output: "2\nNo solution\n4\n7\n",
    run,
};

/// The greatest number of rows, and of columns.
const MOST: i64 = 7;

fn run(input: &[u8], output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    each_case(input, output, limits, |run| {
        let Some(board) = read(run)? else {
            return Ok(ControlFlow::Break(()));
        };
        let puzzle = LightUp::<u64>::new(board);
        let limits = run.limits();
        let start = [puzzle.start()];
        match ida_star::solve(&puzzle, &Shares, &start, Prune::Follow, &mut Meter::new(&limits)) {
            Outcome::Solved(found) => writeln!(run.output, "{}", found.moves.len())?,
            Outcome::Unsolvable(_) => writeln!(run.output, "No solution")?,
            Outcome::Stopped { why, .. } => return Err(run.stopped(why)),
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// The next board; `None` at the two zeros that end the input.
fn read(run: &mut Run<'_>) -> Result<Option<Board<u64>>, Unjudged> {
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
        let row = input.number(1, rows, "a barrier's row")?;
        let column = input.number(1, columns, "a barrier's column")?;
        let number = input.number(-1, 4, "a barrier's number (-1 is none)")?;
        sites[((row - 1) * columns + column - 1) as usize] = match number {
            -1 => Site::Barrier,
            number => Site::Number(number as u8),
        };
    }
    Ok(Some(Board::new(rows as u8, columns as u8, |cell| sites[cell as usize])))
}
