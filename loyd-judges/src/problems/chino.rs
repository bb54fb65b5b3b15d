//! Yuzan1830's "Picture Puzzle of Chino (II)", as described by P-Henning (2019): exchange neighbours, orthogonally and
//! diagonally by turns, until the numbers are in order.
//!
//! For 3x3, the judge prints the smallest shortest solution by exchanged pairs, which is the first of the article's two
//! for its sample. For other sizes, the judge prints a shortest solution of the algorithm that the planner chooses.

use std::io::Write;
use std::ops::ControlFlow;

use crate::letters::write_number;
use crate::pieces::{self, rows};
use crate::tables::firsts::FirstTable;
use crate::tables::named::Tabled;
use crate::{Input, Judge, JudgeRun, Unjudged, each_case};
use loyd::planner::{self, Engine, Request};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::puzzle::{Puzzle, Ranked};
use loyd_core::search::ida_star::PlainBound;
use loyd_core::search::{Limits, Meter, Outcome, Stop, at_least, ida_star};
use loyd_core::table::distance::Unbuilt;
use loyd_core::table::file::{self, FileError};
use loyd_puzzles::swap::{Alternating, Exchange, Swap, SwapState};

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "chino",
    aliases: &["picture-puzzle-of-chino"],
    what: "alternating swaps: for each n x n grid, n the words of its first line, the exchanges `Step #i: a b`, `No \
           Need` or `No Solution`",
    sample_input: "1 2 9\n4 6 3\n7 8 5\n1 2 3\n4 5 6\n7 8 9\n",
    sample_output: "Step #1: 3 9\nStep #2: 5 6\nStep #3: 6 9\nNo Need\n",
    idle: &[],
    run,
    run_by: Some(run_by),
};

/// The most rows of a grid.
const MOST: usize = 16;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    answer(input, output, limits, Three::new())
}

fn run_by(input: Input<'_>, output: &mut dyn Write, limits: &Limits, table: &file::Table) -> Result<(), Unjudged> {
    answer(input, output, limits, Three::by(table)?)
}

fn answer(input: Input<'_>, output: &mut dyn Write, limits: &Limits, mut three: Three) -> Result<(), Unjudged> {
    let mut others = [const { None }; MOST + 1];
    each_case(input, output, limits, |run| {
        let size = run.input.words_on_line();
        if size > MOST {
            let word = run.input.word("a grid")?;
            let expected = format!("a grid whose first line has no more than {MOST} numbers, but it has {size}");
            return Err(run.input.misread(word, &expected).into());
        }
        let mut grid = [0; pieces::MOST];
        let grid = &mut grid[..size * size];
        rows(&mut run.input, 1, size, grid)?;
        if grid.is_sorted() {
            run.output.extend_from_slice(b"No Need\n");
        } else if size == 3 {
            three.solve(grid, run)?;
        } else {
            let engine = others[size]
                .get_or_insert_with(|| planner::open(&format!("swap:{size}"), None).expect("a board of 2x2 to 16x16"));
            plan(engine, grid, run)?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

fn write_step(number: u32, a: u16, b: u16, output: &mut Vec<u8>) {
    output.extend_from_slice(b"Step #");
    write_number(number, output);
    output.extend_from_slice(b": ");
    write_number(a.into(), output);
    output.push(b' ');
    write_number(b.into(), output);
    output.push(b'\n');
}

/// Answers with the algorithm that the planner chooses.
fn plan(engine: &Engine, grid: &[u8], run: &mut JudgeRun<'_>) -> Result<(), Unjudged> {
    let state: Vec<String> = grid.iter().map(|&number| (u16::from(number) + 1).to_string()).collect();
    let request = Request { limits: run.limits(), batch: true, ..Request::default() };
    let answer = match engine.solve(&state.join(" "), &request, &mut |_| ControlFlow::Continue(())) {
        Ok(answer) => answer,
        Err(refused) => unreachable!("the grid was checked: {refused}"),
    };
    match answer.outcome {
        Outcome::Solved(solution) => {
            for (number, name) in (1u32..).zip(solution.moves) {
                writeln!(run.output, "Step #{number}: {}", name.replace('-', " "))?;
            }
        }
        Outcome::Unsolvable(_) => run.output.extend_from_slice(b"No Solution\n"),
        Outcome::Stopped { at_least, best, why } => return Err(run.stopped(at_least, best, why)),
    }
    Ok(())
}

/// The solver for 3x3. Each grid is searched for alone, unless many grids follow, so that a table of all states pays.
struct Three {
    puzzle: Swap<Nibbles>,
    bound: PlainBound<Alternating<Nibbles>>,
    table: ChinoTable,
}

enum ChinoTable {
    Unbuilt,
    /// A limit forbids the table.
    Forbidden,
    Built(FirstTable),
    /// The user's table of the distances of 3x3.
    Named(Box<Tabled>),
}

/// The two pieces that the move from `state` to `next` exchanges, the smaller piece in the upper four bits.
#[inline(always)]
fn exchanged(state: &SwapState<Nibbles>, next: &SwapState<Nibbles>) -> u8 {
    let differ = state.cells.0 ^ next.cells.0;
    let (a, b) = (state.cells.get((differ.trailing_zeros() / 4) as u8), state.cells.get((differ.ilog2() / 4) as u8));
    a.min(b) << 4 | a.max(b)
}

/// The cell of a piece.
#[inline(always)]
fn cell_of(state: &SwapState<Nibbles>, piece: u8) -> u8 {
    const ONES: u64 = 0x1_1111_1111;
    // The nibble of the piece becomes 0, and it is the lowest nibble at which the subtraction borrows.
    let differ = state.cells.0 ^ (ONES * u64::from(piece));
    ((differ.wrapping_sub(ONES) & !differ & (ONES << 3)).trailing_zeros() / 4) as u8
}

/// The least number of grids for which a table of all 725,760 states is faster than a search for each grid.
const TABLE_FROM: usize = 256;

/// The fewest bytes of a grid.
const SHORTEST: usize = 18;

impl Three {
    fn new() -> Self {
        let puzzle = Swap::rectangle(3, 3).expect("nine cells fit");
        Three { bound: PlainBound(Alternating::new(&puzzle)), puzzle, table: ChinoTable::Unbuilt }
    }

    /// Creates a solver that uses the user's table of all distances.
    fn by(table: &file::Table) -> Result<Self, FileError> {
        let three = Three::new();
        let tabled = Tabled::new("swap:3", &three.puzzle, table)?;
        Ok(Three { table: ChinoTable::Named(Box::new(tabled)), ..three })
    }

    fn solve(&mut self, grid: &[u8], run: &mut JudgeRun<'_>) -> Result<(), Unjudged> {
        let starts = self.puzzle.position(grid);
        if matches!(self.table, ChinoTable::Unbuilt) && run.input.rest().len() >= TABLE_FROM * SHORTEST {
            let limits = run.limits();
            self.table = match FirstTable::towards(&self.puzzle, &mut Meter::new(&limits), exchanged) {
                Err(Unbuilt::Stopped(Stop::Bytes | Stop::Nodes)) => ChinoTable::Forbidden,
                table => {
                    let table = run.built(table, || at_least(&self.puzzle, &self.bound.0, &starts))?;
                    run.kept += table.bytes();
                    ChinoTable::Built(table)
                }
            };
        }
        match &self.table {
            ChinoTable::Built(table) => {
                let get = |state: &SwapState<Nibbles>| table.get(self.puzzle.rank(state));
                self.walk(|state| Ok(get(state).expect("every state reaches a goal")), &starts, run)
            }
            ChinoTable::Named(table) => {
                let first = |state: &SwapState<Nibbles>| {
                    let before = *state;
                    let (length, first) = table.first(&self.puzzle, state, |_, next| exchanged(&before, next))?;
                    Ok((length, first.map_or(0, |(letter, _)| letter)))
                };
                self.walk(first, &starts, run)
            }
            _ => self.search(&starts, run),
        }
    }

    fn search(&self, starts: &[SwapState<Nibbles>], run: &mut JudgeRun<'_>) -> Result<(), Unjudged> {
        let limits = run.limits();
        match ida_star::smallest(&self.puzzle, &self.bound, starts, 0, &mut Meter::new(&limits)) {
            Outcome::Solved(found) => {
                let mut state = found.start;
                for (number, m) in (1..).zip(found.moves) {
                    self.step(number, &mut state, m, run);
                }
            }
            Outcome::Unsolvable(_) => run.output.extend_from_slice(b"No Solution\n"),
            Outcome::Stopped { at_least, best, why } => return Err(run.stopped(at_least, best, why)),
        }
        Ok(())
    }

    /// Follows the first letters to the goal. An orthogonal exchange never equals a diagonal one, so two starts that
    /// are equally near have different first letters, and the smaller letter decides.
    fn walk(
        &self,
        first: impl Fn(&SwapState<Nibbles>) -> Result<(u32, u8), Unjudged>,
        starts: &[SwapState<Nibbles>; 2],
        run: &mut JudgeRun<'_>,
    ) -> Result<(), Unjudged> {
        let (one, other) = (first(&starts[0])?, first(&starts[1])?);
        let (mut state, (length, mut letter)) = if one < other { (starts[0], one) } else { (starts[1], other) };
        run.allow(length)?;
        for number in 1..=length {
            let [a, b] = [letter >> 4, letter & 15].map(|piece| cell_of(&state, piece));
            self.step(number, &mut state, Exchange { low: a.min(b), high: a.max(b) }, run);
            (_, letter) = first(&state)?;
        }
        Ok(())
    }

    /// Makes a move and prints it.
    fn step(&self, number: u32, state: &mut SwapState<Nibbles>, m: Exchange, run: &mut JudgeRun<'_>) {
        let (a, b) = self.puzzle.exchanged(state, m);
        write_step(number, a, b, &mut run.output);
        self.puzzle.apply(state, m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused, refused_after, stopped_by};
    use loyd_core::cost::Cost;
    use loyd_core::rank::lehmer::unrank;
    use loyd_puzzles::swap::ExchangeKind;

    fn grid(number: u64) -> [u8; 9] {
        unrank(number, 9).unpack(9).try_into().unwrap()
    }

    fn written(grid: &[u8], columns: usize) -> String {
        let rows = grid.chunks(columns).map(|row| {
            let numbers: Vec<String> = row.iter().map(|&number| (u16::from(number) + 1).to_string()).collect();
            numbers.join(" ") + "\n"
        });
        rows.collect()
    }

    /// Makes the exchanges of an answer, and returns their number. Each exchange must be of neighbours, and orthogonal
    /// and diagonal exchanges must alternate.
    fn replayed<'a>(lines: &mut impl Iterator<Item = &'a str>, grid: &[u8], columns: usize) -> usize {
        let mut grid: Vec<u16> = grid.iter().map(|&number| u16::from(number) + 1).collect();
        let mut last = None;
        let mut steps = 0;
        while !grid.is_sorted() {
            steps += 1;
            let step = lines.next().unwrap().strip_prefix(&format!("Step #{steps}: ")).unwrap();
            let (a, b) = step.split_once(' ').unwrap();
            let [a, b] = [a, b].map(|number| grid.iter().position(|its| its.to_string() == number).unwrap());
            let apart = ((a / columns).abs_diff(b / columns), (a % columns).abs_diff(b % columns));
            let kind = match apart {
                (0, 1) | (1, 0) => ExchangeKind::Orthogonal,
                (1, 1) => ExchangeKind::Diagonal,
                _ => panic!("{step} are no neighbours"),
            };
            assert_ne!(last.replace(kind), Some(kind), "{step}");
            grid.swap(a, b);
        }
        if steps == 0 {
            assert_eq!(lines.next(), Some("No Need"));
        }
        steps
    }

    #[test]
    fn all_grids_in_one_stream() {
        let input: String = (0..362_880).map(|number| written(&grid(number), 3)).collect();
        let output = answered(&JUDGE, &input);
        let mut lines = output.lines();
        let mut census = [0; 13];
        for number in 0..362_880 {
            let before = lines.clone();
            let steps = replayed(&mut lines, &grid(number), 3);
            census[steps] += 1;
            // A grid alone is searched for without the table, and gets the same answer.
            if number % 1_499 == 0 {
                let alone = answered(&JUDGE, &written(&grid(number), 3));
                assert!(alone.lines().eq(before.take(steps.max(1))), "{alone}");
            }
        }
        assert_eq!(lines.next(), None);
        // census.txt: swap 3x3 alternating kinds, either first, distance to 1..9
        assert_eq!(census, [1, 20, 112, 1036, 4166, 18754, 47195, 94448, 111363, 66320, 18596, 862, 7]);
    }

    #[test]
    fn the_first_of_the_articles_solutions() {
        let first = "Step #1: 3 9\nStep #2: 5 6\nStep #3: 6 9\n";
        assert_eq!(answered(&JUDGE, "1 2 9\n4 6 3\n7 8 5"), first);
        let reversed = answered(&JUDGE, "9 8 7\n6 5 4\n3 2 1\n");
        assert_eq!(replayed(&mut reversed.lines(), &[8, 7, 6, 5, 4, 3, 2, 1, 0], 3), 12);
    }

    #[test]
    fn other_sizes() {
        assert_eq!(answered(&JUDGE, "1\n1"), "No Need\nNo Need\n");
        assert_eq!(answered(&JUDGE, "1 2\n3 4\n\n2 1\n3 4\n"), "No Need\nStep #1: 1 2\n");
        // census.txt: swap 2x2 alternating kinds, either first
        let mut census = [0; 5];
        for number in 0..24 {
            let grid = unrank(number, 4).unpack(4);
            let output = answered(&JUDGE, &written(&grid, 2));
            census[replayed(&mut output.lines(), &grid, 2)] += 1;
        }
        assert_eq!(census, [1, 6, 8, 6, 3]);
        for size in [4, 5, 16] {
            let mut grid: Vec<u8> = (0..=(size * size - 1) as u8).collect();
            grid.swap(0, 1);
            grid.swap(1, size);
            grid.swap(size, size + 1);
            let output = answered(&JUDGE, &written(&grid, size));
            assert!((1..=3).contains(&replayed(&mut output.lines(), &grid, size)), "{output}");
            assert_eq!(output.lines().count() % 2, 1, "an odd permutation takes an odd number of exchanges");
        }
        let mixed = "2 1\n3 4\n1 2 9 4 6\n3 7 8 5 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 24 25\n1\n";
        let output = answered(&JUDGE, mixed);
        assert!(output.starts_with("Step #1: 1 2\nStep #1: ") && output.ends_with("\nNo Need\n"), "{output}");
    }

    #[test]
    fn bad_input() {
        let good = "1 2 3\n4 5 6\n7 8 9\n";
        let bad = [
            (
                "1 2 3\n4 5 6\n7 8",
                "line 6, column 4: found end of text, expected each number from 1 to 9 once, 3 on \
                                   every line",
            ),
            (
                "1 2 3\n4 5 6\n7 8 10",
                "line 6, column 5: found `10`, expected each number from 1 to 9 once, 3 on every \
                                      line",
            ),
            (
                "1 2 3\n4 5 6\n7 8 8",
                "line 6, column 5: found `8`, expected each number from 1 to 9 once, 3 on every \
                                     line, but",
            ),
            ("1 2 x\n4 5 6\n7 8 9", "line 4, column 5: found `x`"),
            ("2\n", "line 4, column 1: found `2`, expected each number from 1 to 1 once"),
            ("1 2\n3 4 1\n", "line 5, column 5: found `1`, expected the end of a line of 2 numbers"),
            ("1 2\n3 4 x\n", "line 5, column 5: found `x`, expected the end of a line of 2 numbers"),
            (
                "1 2 3\n4 5\n6 7 8\n9",
                "line 5, column 4: found end of line, expected each number from 1 to 9 once, 3 on \
                                      every",
            ),
            ("1 2 3\r\n4 5 \t\r\n6 7 8\r\n", "line 5, column 6: found end of line, expected each number from 1 to 9"),
            (
                "1 2 3\n4 5 5\n",
                "line 5, column 5: found `5`, expected each number from 1 to 9 once, 3 on every line, \
                                but",
            ),
            (
                "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
                "line 4, column 1: found `1`, expected a grid whose first \
                                                           line has",
            ),
        ];
        refused_after(&JUDGE, good, "No Need\n", &bad);
        let long = "7 ".repeat(1_000_000);
        assert!(refused(&JUDGE, long.as_bytes()).1.contains("has 1000000"));
        assert_eq!(answered(&JUDGE, "\u{feff}1\t2 3 \r\n4 5 6\r\n7 8 9"), "No Need\n");
    }

    #[test]
    fn limits_are_obeyed() {
        let run_with = |limits: &Limits, input: &str| stopped_by(limits, &JUDGE, input);
        let moves = Limits { cost: Some(Cost::moves(5)), ..Limits::default() };
        let (one, far) = ("2 1 3\n4 5 6\n7 8 9\n", "9 8 7\n6 5 4\n3 2 1\n");
        let stopped = |at_least: u32| {
            let error = format!("stopped by the move limit in case 2: every solution has at least {at_least} moves");
            ("Step #1: 1 2\n".to_string(), error)
        };
        // The first run searches. The second run uses the table, which contains the length.
        assert_eq!(run_with(&moves, &format!("{one}{far}")), stopped(8));
        assert_eq!(run_with(&moves, &format!("{one}{}", far.repeat(300))), stopped(12));
        let four = "16 15 14 13\n12 11 10 9\n8 7 6 5\n4 3 2 1\n";
        let (output, error) = run_with(&moves, &format!("{one}{four}"));
        assert_eq!(output, "Step #1: 1 2\n");
        assert!(error.starts_with("stopped by the move limit in case 2: every solution has at least "), "{error}");
        let nodes = Limits { nodes: Some(100_000), ..Limits::default() };
        let (output, error) = run_with(&nodes, &format!("{one}{four}"));
        assert_eq!(output, "Step #1: 1 2\n");
        assert!(error.starts_with("stopped by the node limit in case 2: every solution has at least "), "{error}");
        // If the limit forbids the table, every grid is searched for.
        let small = Limits { bytes: Some(100_000), ..Limits::default() };
        let mut output = Vec::new();
        run(one.repeat(1_000).as_bytes().into(), &mut output, &small).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "Step #1: 1 2\n".repeat(1_000));
    }
}
