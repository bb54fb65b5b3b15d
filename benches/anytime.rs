//! Anytime search on random large boards with two threads: the time to the first solution, and the length of the best
//! solution after one second and after five, as a multiple of the sum of the distances. `cargo bench -p loyd-benches
//! --bench anytime`, or with `-- SIZE...`. Every solution is replayed to the goal.
//!
//! `cargo bench -p loyd-benches --bench anytime -- beam` runs one beam of each of some widths on random 10x10 boards
//! instead, on one thread and without shortening, to measure the guide alone.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use loyd::catalogue::with_puzzle;
use loyd_core::family::Visitor;
use loyd_core::heuristic::{BoundVisitor, Bounded, Heuristic};
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::{MoveSet, Notation, Ranked};
use loyd_core::search::Found;
use loyd_core::search::anytime::{self, Wish};
use loyd_core::search::beam::{self, Beam};
use loyd_core::search::ida_star::{self, Walker};

/// The boards that are measured by default, and the number of boards of each size.
const BOARDS: [(&str, u64); 5] = [("5x5", 10), ("7x7", 5), ("10x10", 10), ("13x13", 3), ("16x16", 3)];

struct Board(u64);

impl Visitor for Board {
    type Output = Measured;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Measured {
        self.unranked(puzzle)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> Measured {
        ida_star::with_bound(&puzzle, "manhattan", |walker| run(&puzzle, walker, self.0))
            .expect("sliding boards have it")
    }
}

/// Seconds to the first solution, and three lengths over the sum of the distances: first, after 1 s and after 5 s.
struct Measured {
    seconds: f64,
    ratios: [f64; 3],
}

fn run<P: Bounded + Notation>(puzzle: &P, manhattan: &dyn Walker<P>, mut state: u64) -> Measured {
    let start = puzzle.random(&mut |most| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    });
    let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
    let (began, times) = (Instant::now(), Mutex::new(Vec::new()));
    let wish = Wish { threads: 2, ..Wish::default() };
    anytime::search(
        puzzle,
        manhattan,
        std::slice::from_ref(&start),
        wish,
        &mut Meter::new(&limits),
        &|found, at_least| {
            let mut state = found.start.clone();
            for &m in &found.moves {
                assert!(puzzle.moves(&state).iter().any(|legal| legal == m));
                puzzle.apply(&mut state, m);
            }
            assert!(puzzle.is_goal(&state) && at_least <= found.length());
            times.lock().unwrap().push((began.elapsed().as_secs_f64(), found.moves.len() as f64));
        },
    );
    let times = times.into_inner().unwrap();
    let distances = f64::from(manhattan.bound().of(puzzle, &start));
    let within =
        |seconds: f64| times.iter().rev().find(|(at, _)| *at <= seconds).map_or(f64::NAN, |(_, length)| *length);
    let (seconds, first) = *times.first().expect("a solution within five seconds");
    Measured { seconds, ratios: [first, within(1.0), within(60.0)].map(|length| length / distances) }
}

/// A single beam on a random board: seed and width. The output is its seconds, and its length over the distances.
struct Alone(u64, usize);

impl Visitor for Alone {
    type Output = (f64, f64);

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> (f64, f64) {
        self.unranked(puzzle)
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> (f64, f64) {
        let Alone(mut state, width) = self;
        let start = puzzle.random(&mut |most| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        });
        let distances = ida_star::with_bound(&puzzle, "manhattan", |walker| walker.bound().of(&puzzle, &start));
        let distances = f64::from(distances.expect("sliding boards have it"));
        let began = Instant::now();
        let found = puzzle.with_guide(Guided(&puzzle, start, width)).flatten().expect("a solution by plan at worst");
        let seconds = began.elapsed().as_secs_f64();
        let mut state = found.start;
        for &m in &found.moves {
            assert!(puzzle.moves(&state).iter().any(|legal| legal == m));
            puzzle.apply(&mut state, m);
        }
        assert!(puzzle.is_goal(&state));
        (seconds, found.moves.len() as f64 / distances)
    }
}

struct Guided<'a, P: Bounded>(&'a P, P::State, usize);

impl<P: Bounded> BoundVisitor<P> for Guided<'_, P> {
    type Output = Option<Found<P>>;

    fn visit<G: Heuristic<P>>(self, guide: G) -> Option<Found<P>> {
        let limits = Limits::default();
        let beam = Beam { width: self.2, seed: 1, below: u32::MAX, threads: 1, due: None };
        beam::search(self.0, &guide, &[self.1], beam, &mut Meter::new(&limits)).expect("no limit")
    }
}

fn run_alone() {
    println!("width  boards  seconds, mean  length / distances, mean");
    for (width, count) in [(64, 16), (256, 16), (1024, 16), (4096, 8), (16_384, 4)] {
        let beams: Vec<(f64, f64)> =
            (1..=count).map(|seed| with_puzzle("sliding:10x10", None, Alone(seed, width)).expect("a board")).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| beams.iter().map(of).sum::<f64>() / beams.len() as f64;
        println!("{width:>5}  {count:>6}  {:>13.3}  {:>24.3}", mean(|beam| beam.0), mean(|beam| beam.1));
    }
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if named.iter().any(|name| name == "beam") {
        return run_alone();
    }
    println!("board  boards  seconds to the first, worst  length / distances: first, after 1 s, after 5 s (means)");
    let boards = BOARDS.iter().filter(|(size, _)| named.is_empty() || named.iter().any(|name| name == size));
    for &(size, count) in boards {
        let runs: Vec<Measured> = (1..=count)
            .map(|seed| with_puzzle(&format!("sliding:{size}"), None, Board(seed)).expect("a board"))
            .collect();
        let mean = |of: &dyn Fn(&Measured) -> f64| runs.iter().map(of).sum::<f64>() / count as f64;
        let worst = runs.iter().map(|run| run.seconds).fold(0.0, f64::max);
        let [first, one, five] = [0, 1, 2].map(|at| mean(&|run: &Measured| run.ratios[at]));
        println!(
            "{size:>5}  {count:>6}  {:>8.3} {worst:>8.3}  {first:>6.3} {one:>6.3} {five:>6.3}",
            mean(&|run| run.seconds)
        );
    }
}
