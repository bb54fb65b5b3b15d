//! POJ 3131 (LA 3618), "Cubic Eight-Puzzle": the least number of rolls from eight cubes that lie in the same way to a
//! given view from above, if the number is at most 30.
//!
//! Mirror images reduce the starts to three: the blank in a corner, on an edge, or in the centre. For each start, the
//! judge makes the layers of the state space one by one, only as far as the cases need. It stores the first layer of
//! each view.

use std::io::Write;
use std::ops::ControlFlow;

use crate::letters::write_number;
use crate::tables::flood::Flood;
use crate::{Input, Judge, JudgeRun, Unjudged, each_case};
use loyd_core::cost::Cost;
use loyd_core::search::{Limits, Meter, Stop};
use loyd_puzzles::rolling_cubes::{Colour, CubesState, RollingCubes, Tops, VIEWS, part};

/// The judge's entry in the list.
pub const JUDGE: Judge = Judge {
    name: "poj3131",
    aliases: &["la3618", "cubic-eight-puzzle"],
    what: "rolling cubes: for each cell of the blank (column, row) and nine tops (W R B E), the least number of rolls, \
           or -1 beyond 30; `0 0` ends",
    sample_input: "1 2\nW W W\nE W W\nW W W\n2 1\nR B W\nR W W\nE W W\n3 3\nW B W\nB R E\nR B R\n\
                   3 3\nB W R\nB W R\nB E R\n2 1\nB B B\nB R B\nB R E\n1 1\nR R R\nW W W\nR R E\n\
                   2 1\nR R R\nB W B\nR R E\n3 2\nR R R\nW E W\nR R R\n0 0\n",
    sample_output: "0\n3\n13\n23\n29\n30\n-1\n-1\n",
    idle: &[],
    run,
    run_by: None,
};

/// The most rolls that the problem asks for.
const MOST: u32 = 30;

/// The value of a view that no layer has shown so far.
const UNSEEN: u8 = u8::MAX;

fn run(input: Input<'_>, output: &mut dyn Write, limits: &Limits) -> Result<(), Unjudged> {
    let cubes = RollingCubes::new(Tops::STANDARD);
    let mut floods = [const { None }; 9];
    each_case(input, output, limits, |run| {
        let Some((blank, tops)) = read(run)? else {
            return Ok(ControlFlow::Break(()));
        };
        let (start, tops) = tops.from_standard_start(blank);
        let limits = run.limits();
        let meter = &mut Meter::new(&limits);
        let layers = &mut floods[usize::from(start)];
        match rolls(&cubes, layers, start, tops, meter) {
            Ok(Some(rolls)) => {
                run.allow(rolls)?;
                write_number(rolls, &mut run.output);
            }
            Ok(None) => run.output.extend_from_slice(b"-1"),
            Err(why) => {
                // No layer before the one in progress shows the tops, so the depth of that layer is a lower bound.
                let made = layers.as_ref().map(|layers| layers.flood.depth());
                let at_least = made.unwrap_or(u32::from(CubesState::start(start).tops() != tops));
                return Err(run.stopped(Cost::moves(at_least), None, why));
            }
        }
        run.kept = floods.iter().flatten().map(Layers::bytes).sum();
        run.output.push(b'\n');
        Ok(ControlFlow::Continue(()))
    })
}

/// The layers that were made so far from one start.
struct Layers {
    flood: Flood<RollingCubes>,
    /// The first layer that shows each view.
    first: Vec<u8>,
}

impl Layers {
    /// The bytes of the layers and of the table of views.
    fn bytes(&self) -> u64 {
        self.flood.bytes() + self.first.len() as u64
    }

    /// Stores the depth of the last layer for the views that it shows first.
    fn look(&mut self) {
        let depth = self.flood.depth() as u8;
        for state in self.flood.layer() {
            let first = &mut self.first[state.tops().view() as usize];
            *first = depth.min(*first);
        }
    }
}

/// The least number of rolls from a start cell to a view, or `None` beyond [`MOST`].
fn rolls(
    cubes: &RollingCubes,
    layers: &mut Option<Layers>,
    start: u8,
    tops: Tops,
    meter: &mut Meter<'_>,
) -> Result<Option<u32>, Stop> {
    let layers = match layers {
        Some(layers) => layers,
        none => {
            let start = CubesState::start(start);
            let first = meter.filled(VIEWS as usize, UNSEEN)?;
            let flood = Flood::new(cubes, &[start], part(start.odd_cubes()), meter)?;
            let layers = none.insert(Layers { flood, first });
            layers.look();
            layers
        }
    };
    let view = tops.view() as usize;
    while layers.first[view] == UNSEEN && layers.flood.depth() < MOST {
        layers.flood.rise(cubes, meter)?;
        layers.look();
    }
    Ok(Some(layers.first[view]).filter(|&first| first != UNSEEN).map(u32::from))
}

/// Reads the next case: the blank's cell at the start, and the view. Returns `None` at the two zeros of the end.
fn read(run: &mut JudgeRun<'_>) -> Result<Option<(u8, Tops)>, Unjudged> {
    let input = &mut run.input;
    let column = input.number(0, 3, "the blank's column (`0 0` ends)")?;
    let row = input.number(i64::from(column > 0), if column > 0 { 3 } else { 0 }, "the blank's row")?;
    if column == 0 {
        return Ok(None);
    }
    let mut tops = [None; 9];
    let mut blank = None;
    for (cell, top) in tops.iter_mut().enumerate() {
        let letter = input.letter("W, R, B or E")?;
        *top = match letter.bytes {
            b"W" => Some(Colour::White),
            b"R" => Some(Colour::Red),
            b"B" => Some(Colour::Blue),
            b"E" if blank.is_none() => {
                blank = Some(cell);
                None
            }
            b"E" => return Err(input.misread(letter, "W, R or B, since only one cell is E").into()),
            _ => return Err(input.misread(letter, "W, R, B or E").into()),
        };
        if cell == 8 && blank.is_none() {
            return Err(input.misread(letter, "E, since none of the eight cells before is").into());
        }
    }
    let tops = Tops::pack(&tops).expect("one cell is blank");
    Ok(Some((((row - 1) * 3 + column - 1) as u8, tops)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{answered, refused_after, stopped_by};
    use loyd_core::puzzle::Puzzle;
    use loyd_core::search::Outcome;
    use loyd_core::search::ida_star::{PlainBound, Prune, solve};
    use loyd_puzzles::rolling_cubes::Tour;

    fn written(blank: u8, tops: Tops) -> String {
        let tops: Vec<String> =
            (0..9).map(|cell| tops.colour(cell).map_or('E', |colour| colour.letter()).to_string()).collect();
        format!("{} {}\n{}\n", blank % 3 + 1, blank / 3 + 1, tops.join(" "))
    }

    /// Boards after random walks of the blank, from every start cell. IDA*, which uses neither mirror images nor
    /// layers, finds the same lengths.
    #[test]
    fn starts_everywhere() {
        let mut cases = Vec::new();
        for walk in 0..90usize {
            let blank = (walk % 9) as u8;
            let mut state = CubesState::start(blank);
            let cubes = RollingCubes::new(Tops::STANDARD);
            for step in 0..walk / 3 {
                let moves: Vec<u8> = loyd_core::puzzle::MoveSet::iter(cubes.moves(&state)).collect();
                cubes.apply(&mut state, moves[(step * step / 3 + step * walk / 5 + walk) % moves.len()]);
            }
            cases.push((blank, state.tops()));
        }
        let input: String = cases.iter().map(|&(blank, tops)| written(blank, tops)).collect();
        let output = answered(&JUDGE, &input);
        let mut greatest = 0;
        for (&(blank, tops), line) in cases.iter().zip(output.lines()) {
            let cubes = RollingCubes::new(tops);
            let limits = Limits::default();
            let found = solve(
                &cubes,
                &PlainBound(Tour::new(&cubes)),
                &[CubesState::start(blank)],
                Prune::Back,
                &mut Meter::new(&limits),
            );
            let Outcome::Solved(found) = found else { panic!("every goal is reached") };
            assert_eq!(line, found.moves.len().to_string(), "{}", written(blank, tops));
            greatest = greatest.max(found.moves.len());
        }
        assert_eq!(output.lines().count(), cases.len());
        assert!(greatest >= 15, "{greatest}");
    }

    /// Counts the views from the corner that need more than 30 rolls.
    #[test]
    fn every_sight_from_a_corner() {
        let cubes = RollingCubes::new(Tops::STANDARD);
        let limits = Limits::default();
        let mut layers = None;
        let meter = &mut Meter::new(&limits);
        let all = (0..VIEWS as u32).map(|view| rolls(&cubes, &mut layers, 0, Tops::from_view(view), meter).unwrap());
        let beyond = all.filter(Option::is_none).count();
        let layers = layers.unwrap();
        assert_eq!(layers.flood.depth(), MOST);
        assert_eq!(beyond, layers.first.iter().filter(|&&first| first == UNSEEN).count());
        assert!(beyond > 0 && beyond < 1_000, "{beyond}");
    }

    #[test]
    fn an_easy_case_does_not_wait_for_all_layers() {
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let mut output = Vec::new();
        run(b"2 1\nR B W\nR W W\nE W W\n0 0\n"[..].into(), &mut output, &limits).unwrap();
        assert_eq!(output, b"3\n");
    }

    #[test]
    fn bad_input() {
        let good = "1 2\nWWW\nEWW\nWWW\n";
        assert_eq!(answered(&JUDGE, &format!("\u{feff}{good}")), "0\n");
        let bad = [
            ("1 4\n", "line 5, column 3: found `4`, expected the blank's row, a number from 1 to 3"),
            ("1 0\n", "line 5, column 3: found `0`"),
            ("0 1\n", "line 5, column 3: found `1`"),
            ("4 1\n", "line 5, column 1: found `4`"),
            ("1 1\nW W W\nE W W\nW W", "line 8, column 4: found end of text, expected W, R, B or E"),
            ("1 1\nW W W\nE W W\nW W E", "line 8, column 5: found `E`, expected W, R or B"),
            ("1 1\nW W W\nB W W\nW W R", "line 8, column 5: found `R`, expected E"),
            ("1 1\nW W w", "line 6, column 5: found `w`"),
            ("1 1\nW W \0", "line 6, column 5: found `\\0`"),
        ];
        refused_after(&JUDGE, good, "0\n", &bad);
        assert_eq!(answered(&JUDGE, &format!("{good}0 0\nanything")), "0\n");
    }

    #[test]
    fn limits_are_obeyed() {
        let run_with = |limits: &Limits| stopped_by(limits, &JUDGE, JUDGE.sample_input);
        let moves = Limits { cost: Some(Cost::moves(20)), ..Limits::default() };
        assert_eq!(
            run_with(&moves),
            (
                "0\n3\n13\n".into(),
                "stopped by the move limit in case 4: every solution has at \
                                                            least 23 moves"
                    .into()
            )
        );
        let nodes = Limits { nodes: Some(10_000), ..Limits::default() };
        assert_eq!(
            run_with(&nodes),
            (
                "0\n3\n13\n".into(),
                "stopped by the node limit in case 4: every solution has at \
                                                            least 16 moves"
                    .into()
            )
        );
    }
}
