//! Anytime search: every solution is replayed, and every claim is compared with tables if there are any.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use loyd::catalogue::FAMILIES;
use loyd_core::cost::Length;
use loyd_core::family::Visitor;
use loyd_core::heuristic::{Bounded, Toward};
use loyd_core::limits::{Limits, Meter, Stop};
use loyd_core::puzzle::{MoveSet, Notation, Puzzle, Ranked};
use loyd_core::search::anytime::{self, AnytimeEnd, Findings, Wish};
use loyd_core::search::{Found, Outcome, ida_star};
use loyd_core::table::distance::DistanceTable;

use crate::files::with_files;
use loyd_core::splitmix::below;

/// Replays moves, each of which must be legal.
fn replay<P: Puzzle>(puzzle: &P, mut state: P::State, moves: &[P::Move]) -> P::State {
    for &m in moves {
        assert!(puzzle.moves(&state).iter().any(|legal| legal == m), "{m:?} is not legal in {state:?}");
        puzzle.apply(&mut state, m);
    }
    state
}

/// Runs one anytime search with the puzzle's default bound.
fn search<P: Bounded>(puzzle: &P, starts: &[P::State], wish: Wish, limits: &Limits) -> (Findings<P>, Vec<u32>) {
    let shorter = Mutex::new(Vec::new());
    let each = |found: &Found<P>, _: Length| shorter.lock().unwrap().push(found.moves.len() as u32);
    let findings = ida_star::with_bound(puzzle, puzzle.bounds()[0].name, |walker| {
        anytime::search(puzzle, walker, starts, wish, &mut Meter::new(limits), &each)
    });
    let findings = findings.expect("a bound that is listed");
    if let Some(best) = &findings.best {
        assert!(starts.contains(&best.start));
        assert!(puzzle.is_goal(&replay(puzzle, best.start, &best.moves)));
        assert!(findings.at_least <= best.length());
    }
    let shorter = shorter.into_inner().unwrap();
    assert!(shorter.windows(2).all(|pair| pair[1] < pair[0]), "{shorter:?}");
    assert_eq!(shorter.last().copied(), findings.best.as_ref().map(|best| best.moves.len() as u32));
    (findings, shorter)
}

/// Defines a visitor for ranked and unranked puzzles.
macro_rules! visit {
    ($name:ident: $puzzle:ident => $body:expr) => {
        struct $name;
        impl Visitor for $name {
            type Output = ();
            fn ranked<P: Ranked + Bounded + Notation + 'static>(self, $puzzle: P) {
                $body
            }
            fn unranked<P: Bounded + Notation + 'static>(self, $puzzle: P) {
                $body
            }
        }
    };
}

struct Within(u64);

impl Visitor for Within {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        let limits = Limits::default();
        let table = DistanceTable::build(&puzzle, &mut Meter::new(&limits)).unwrap();
        let ranks = puzzle.ranks();
        for number in 0..self.0 {
            let state = puzzle.unrank(ranks / self.0 * number + number % 7 % ranks);
            let Some(shortest) = table.get(puzzle.rank(&state)) else { continue };
            for (within, threads) in [(1.0, 1), (1.05, 1), (1.3, 2), (2.0, 1), (1.0, 2)] {
                let wish = Wish { within, threads, ..Wish::default() };
                let (findings, _) = search(&puzzle, &[state], wish, &limits);
                let length = findings.best.expect("solvable").moves.len() as u32;
                assert!(f64::from(length) <= within * f64::from(shortest), "{length} within {within} of {shortest}");
                assert!(length >= shortest && findings.at_least.0 <= shortest);
                assert!(matches!(findings.end, AnytimeEnd::Shortest | AnytimeEnd::Enough), "{:?}", findings.end);
                assert!(findings.end != AnytimeEnd::Shortest || length == shortest);
                let claimed = f64::from(length) <= within * f64::from(findings.at_least.0);
                assert!(claimed || length == findings.at_least.0, "{length} within {within} of {}", findings.at_least);
            }
        }
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) {
        unreachable!("only numbered puzzles are asked for")
    }
}

#[test]
fn what_is_found_is_within_what_is_claimed() {
    for (id, number) in [("8", 100), ("sliding:2x4", 100), ("pancake:8", 100), ("swap:3x3", 12), ("top-spin:8x4", 20)] {
        with_files(id, None, Within(number)).unwrap();
    }
}

/// The first solution of a random board, with this seed.
struct First(u64);

impl Visitor for First {
    type Output = ();

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) {
        self.unranked(puzzle);
    }

    fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) {
        let starts = puzzle.starts(&puzzle.write(&puzzle.random(&mut below(self.0)))).unwrap();
        let wish = Wish { first: true, ..Wish::default() };
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
        let (findings, _) = search(&puzzle, &starts, wish, &limits);
        assert!(
            findings.best.is_some() && matches!(findings.end, AnytimeEnd::Enough | AnytimeEnd::Shortest),
            "{:?}",
            findings.end
        );
    }
}

#[test]
fn boards_of_every_size_have_a_first_solution() {
    let sizes = [2, 3, 4, 5, 7, 10, 16];
    for rows in sizes {
        for columns in sizes {
            with_files(&format!("sliding:{rows}x{columns}"), None, First(rows * 16 + columns)).unwrap();
        }
    }
    for id in ["sliding:1x9", "sliding:hdu4021", "sliding:@../tests/data/shape-bridge.txt", "pancake:60", "pancake:100"]
    {
        with_files(id, None, First(1)).unwrap();
    }
    for id in ["swap:3x3", "swap:4x4", "swap:5x5", "swap:7x9", "top-spin:20x4"] {
        with_files(id, None, First(1)).unwrap();
    }
}

/// A puzzle with stages has a solution before the tables of the stages are made, from any state.
#[test]
fn a_puzzle_with_stages_has_a_solution_at_once() {
    static STAGED: AtomicUsize = AtomicUsize::new(0);
    visit!(Planned: puzzle => {
        if puzzle.staged().is_some() && puzzle.beam_hints().is_some() {
            STAGED.fetch_add(1, Ordering::Relaxed);
            let mut rng = below(11);
            for _ in 0..3 {
                let starts = puzzle.starts(&puzzle.write(&puzzle.random(&mut rng))).unwrap();
                let limits = Limits { nodes: Some(1), ..Limits::default() };
                let (findings, _) = search(&puzzle, &starts, Wish { first: true, ..Wish::default() }, &limits);
                assert!(findings.best.is_some(), "{:?}", findings.end);
            }
        }
    });
    for id in FAMILIES.iter().flat_map(|family| family.examples) {
        with_files(id, None, Planned).unwrap();
    }
    assert!(STAGED.load(Ordering::Relaxed) >= 8);
}

#[test]
fn a_limit_of_time_is_kept() {
    visit!(Timed: puzzle => {
        let start = puzzle.random(&mut below(7));
        for threads in [1, 2] {
            let limits = Limits { time: Some(Duration::from_millis(700)), ..Limits::default() };
            let mut searches = (0..20).map(|_| {
                let began = Instant::now();
                let (findings, _) = search(&puzzle, &[start], Wish { threads, ..Wish::default() }, &limits);
                assert_eq!(findings.end, AnytimeEnd::Stopped(Stop::Time));
                began.elapsed()
            });
            // A search should end 0.1 s after the limit at most. A busy machine may miss that, but not twenty times.
            assert!(searches.any(|elapsed| elapsed < Duration::from_millis(800)));
        }
    });
    with_files("sliding:10x10", None, Timed).unwrap();
    with_files("swap:16x16", None, Timed).unwrap();
}

#[test]
fn a_limit_of_nodes_takes_the_same_course_twice() {
    visit!(Twice: puzzle => {
        let start = puzzle.random(&mut below(3));
        let limits = Limits { nodes: Some(3_000_000), ..Limits::default() };
        let runs = [1, 2].map(|_| search(&puzzle, &[start], Wish::default(), &limits));
        assert_eq!(runs[0].1, runs[1].1);
        assert_eq!(runs[0].0.at_least, runs[1].0.at_least);
        assert_eq!(runs[0].0.end, AnytimeEnd::Stopped(Stop::Nodes));
    });
    with_files("sliding:6x6", None, Twice).unwrap();
}

#[test]
fn little_memory_is_obeyed() {
    visit!(Little: puzzle => {
        let start = puzzle.random(&mut below(3));
        let limits = Limits { bytes: Some(1 << 20), time: Some(Duration::from_millis(500)), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let found = ida_star::with_bound(&puzzle, puzzle.bounds()[0].name, |walker| {
            anytime::search(&puzzle, walker, &[start], Wish::default(), &mut meter, &|_, _| {})
        });
        assert!(found.unwrap().best.is_some());
        assert!(meter.stats.bytes <= 1 << 20 && meter.stats.bytes > 1 << 14, "{}", meter.stats.bytes);
    });
    with_files("24", None, Little).unwrap();
}

/// If a puzzle can search for a way from one state to another, the shortest way leads there and is at most as long as a
/// walk between the states.
#[test]
fn the_way_from_one_state_to_another_leads_there() {
    visit!(Joined: puzzle => {
        let mut rng = below(5);
        for walk in 1..=8 {
            let from = puzzle.random(&mut rng);
            let mut to = from;
            for _ in 0..walk {
                let moves: Vec<_> = puzzle.moves(&to).iter().collect();
                if moves.is_empty() {
                    break;
                }
                puzzle.apply(&mut to, moves[rng(moves.len() as u64) as usize]);
            }
            let Some(Toward { puzzle: other, start, bound }) = puzzle.toward(&from, &to) else { continue };
            let other = other.as_ref().unwrap_or(&puzzle);
            let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
            let outcome = ida_star::with_bound(other, bound, |walker| {
                ida_star::solve(other, walker, &[start], ida_star::Prune::Follow, &mut Meter::new(&limits))
            });
            match outcome.expect("a bound that reads no tables") {
                Outcome::Solved(found) => {
                    assert_eq!(replay(&puzzle, from, &found.moves), to);
                    assert!(found.moves.len() <= walk);
                }
                Outcome::Unsolvable(why) => panic!("{why}"),
                Outcome::Stopped { .. } => {}
            }
        }
    });
    for id in FAMILIES.iter().flat_map(|family| family.examples) {
        with_files(id, None, Joined).unwrap();
    }
}
