//! Anytime search: every solution is replayed, and every claim is compared with tables if there are any.

use std::ops::ControlFlow;
use std::slice::from_ref;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loyd::catalogue::FAMILIES;
use loyd::planner::{Options, Request, open_within};
use loyd_core::cells::{Bytes, Nibbles};
use loyd_core::cost::Length;
use loyd_core::family::Visitor;
use loyd_core::heuristic::{BoundVisitor, Bounded, Heuristic, Toward};
use loyd_core::limits::{Limits, Meter, Progress, Stop};
use loyd_core::opening::{Opening, RegularFiles};
use loyd_core::puzzle::{Convention, MoveSet, Notation, Puzzle, Ranked};
use loyd_core::search::anytime::{self, AnytimeEnd, Findings, Wish};
use loyd_core::search::{Found, Outcome, ida_star};
use loyd_core::splitmix::below;
use loyd_core::table::distance::DistanceTable;
use loyd_definitions::ids;
use loyd_puzzles::pancake::Pancake;
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::swap::Swap;
use loyd_puzzles::top_spin::{TopSpin, TopSpinMoves};

use crate::files::{is_whole, with_files};

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
        assert!(puzzle.is_goal(&replay(puzzle, best.start.clone(), &best.moves)));
        assert!(findings.at_least <= best.length());
    }
    let shorter = shorter.into_inner().unwrap();
    assert!(shorter.windows(2).all(|pair| pair[1] < pair[0]), "{shorter:?}");
    assert_eq!(shorter.last().copied(), findings.best.as_ref().map(|best| best.moves.len() as u32));
    (findings, shorter)
}

/// Compares what is found with the distances of a table.
fn is_within<P: Ranked + Bounded + Notation>(puzzle: &P, number: u64) {
    let limits = Limits::default();
    let table = DistanceTable::build(puzzle, &mut Meter::new(&limits)).unwrap();
    let ranks = puzzle.ranks();
    for place in 0..number {
        let state = puzzle.unrank(ranks / number * place + place % 7 % ranks);
        let Some(shortest) = table.get(puzzle.rank(&state)) else { continue };
        for (within, threads) in [(1.0, 1), (1.05, 1), (1.3, 2), (2.0, 1), (1.0, 2)] {
            let wish = Wish { within, threads, ..Wish::default() };
            let (findings, _) = search(puzzle, from_ref(&state), wish, &limits);
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

#[test]
fn what_is_found_is_within_what_is_claimed() {
    is_within(&Sliding::<Nibbles>::rectangle(3, 3).unwrap(), 100);
    is_within(&Sliding::<Nibbles>::rectangle(2, 4).unwrap(), 100);
    is_within(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7]).unwrap(), 100);
    is_within(&Swap::<Nibbles>::rectangle(3, 3).unwrap(), 12);
    is_within(&TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap(), 20);
}

/// Looks for the first solution of the random position with this seed.
fn first(id: &str, seed: u64) {
    let engine = open_within(&Opening::default().reading(&RegularFiles), id, None).unwrap();
    let state = engine.random(None, &Request::default(), &mut below(seed)).unwrap();
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    let options = Options { first: true, ..Options::default() };
    let answer = engine.solve(&state, &Request { limits, ..options.into() }, &mut |_| ControlFlow::Continue(()));
    let answer = answer.unwrap();
    let found = match answer.outcome {
        Outcome::Solved(solution) => Some(solution.moves),
        Outcome::Stopped { why: Stop::Enough, .. } => answer.best.map(|best| best.moves),
        outcome => panic!("{id}: {outcome:?}"),
    };
    let check = engine.check(&state, &found.expect("a solution").join(" "), Convention::Blank).unwrap();
    assert!(check.reaches_goal && check.illegal.is_none(), "{id} {state}");
}

#[test]
fn boards_of_every_size_have_a_first_solution() {
    let sizes = [2, 3, 4, 5, 7, 10, 16];
    for rows in sizes {
        for columns in sizes {
            first(&format!("sliding:{rows}x{columns}"), rows * 16 + columns);
        }
    }
    for id in ["sliding:1x9", "sliding:hdu4021", "sliding:@../tests/data/shape-bridge.txt", "pancake:60", "pancake:100"]
    {
        first(id, 1);
    }
    for id in ["swap:3x3", "swap:4x4", "swap:5x5", "swap:7x9", "top-spin:20x4"] {
        first(id, 1);
    }
}

/// A puzzle with stages has a solution before the tables of the stages are made, from any state.
#[test]
fn a_puzzle_with_stages_has_a_solution_at_once() {
    struct Planned;
    impl Visitor for Planned {
        type Output = bool;

        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
            self.unranked(puzzle)
        }

        fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> bool {
            if puzzle.staged().is_none() || puzzle.beam_hints().is_none() {
                return false;
            }
            let mut rng = below(11);
            for _ in 0..if is_whole() { 3 } else { 1 } {
                let starts = puzzle.starts(&puzzle.write(&puzzle.random(&mut rng))).unwrap();
                let limits = Limits { nodes: Some(1), ..Limits::default() };
                let (findings, _) = search(&puzzle, &starts, Wish { first: true, ..Wish::default() }, &limits);
                assert!(findings.best.is_some(), "{:?}", findings.end);
            }
            true
        }
    }
    // Only definitions have stages. The shorter law takes every second example.
    let opening = Opening::default();
    let step = if is_whole() { 1 } else { 2 };
    let ids = FAMILIES.iter().flat_map(|family| family.examples).step_by(step);
    let staged = ids.filter(|id| {
        let bundled = opening.over(|| Ok(ids::bundled(id)));
        bundled.unwrap().is_some_and(|bundled| bundled.open(None, &opening, Planned).unwrap())
    });
    assert!(staged.count() >= 8 / step);
}

/// Every look at the nodes is a look at the clock, so a search that looks every few thousand nodes ends soon after its
/// time.
fn looks_often<P: Bounded + Notation>(puzzle: &P) {
    let start = puzzle.random(&mut below(7));
    for threads in [1, 2] {
        let looks = Arc::new(Mutex::new(vec![0]));
        let progress = {
            let looks = looks.clone();
            move |now: &Progress| looks.lock().unwrap().push(now.nodes)
        };
        let limits = Limits { nodes: Some(2_000_000), progress: Some(Arc::new(progress)), ..Limits::default() };
        let (findings, _) = search(puzzle, from_ref(&start), Wish { threads, ..Wish::default() }, &limits);
        assert_eq!(findings.end, AnytimeEnd::Stopped(Stop::Nodes));
        let mut looks = std::mem::take(&mut *looks.lock().unwrap());
        looks.push(2_000_000);
        let longest = looks.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).max().unwrap();
        assert!(longest <= 200_000, "{threads} threads: {longest}");
    }
}

#[test]
fn the_clock_is_looked_at_often() {
    looks_often(&Sliding::<Bytes<256>>::rectangle(10, 10).unwrap());
    looks_often(&Swap::<Bytes<256>>::rectangle(16, 16).unwrap());
}

#[test]
fn a_limit_of_nodes_takes_the_same_course_twice() {
    let puzzle = Sliding::<Bytes<64>>::rectangle(6, 6).unwrap();
    let start = puzzle.random(&mut below(3));
    let limits = Limits { nodes: Some(3_000_000), ..Limits::default() };
    let runs = [1, 2].map(|_| search(&puzzle, &[start], Wish::default(), &limits));
    assert_eq!(runs[0].1, runs[1].1);
    assert_eq!(runs[0].0.at_least, runs[1].0.at_least);
    assert_eq!(runs[0].0.end, AnytimeEnd::Stopped(Stop::Nodes));
}

#[test]
fn little_memory_is_obeyed() {
    let puzzle = Sliding::<Bytes<32>>::rectangle(5, 5).unwrap();
    let start = puzzle.random(&mut below(3));
    let limits = Limits { bytes: Some(1 << 20), time: Some(Duration::from_millis(500)), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let found = ida_star::with_bound(&puzzle, puzzle.bounds()[0].name, |walker| {
        anytime::search(&puzzle, walker, &[start], Wish::default(), &mut meter, &|_, _| {})
    });
    assert!(found.unwrap().best.is_some());
    assert!(meter.stats.bytes <= 1 << 20 && meter.stats.bytes > 1 << 14, "{}", meter.stats.bytes);
}

/// The bound of a state.
struct BoundOf<'a, P: Puzzle> {
    puzzle: &'a P,
    state: &'a P::State,
}

impl<P: Puzzle> BoundVisitor<P> for BoundOf<'_, P> {
    type Output = u32;

    fn visit<H: Heuristic<P>>(self, heuristic: H) -> u32 {
        heuristic.bound(&heuristic.memo(self.puzzle, self.state))
    }
}

/// If a puzzle can search for the ways from one state to another, the moves of a walk between the states lead from that
/// search's start to a goal, and no part of the walk does that does not lead to the other state. The bound is at most
/// the number of moves that are left.
#[test]
fn the_way_from_one_state_to_another_leads_there() {
    struct Joined;
    impl Visitor for Joined {
        type Output = u32;

        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> u32 {
            self.unranked(puzzle)
        }

        fn unranked<P: Bounded + Notation + 'static>(self, puzzle: P) -> u32 {
            let (mut rng, mut joined) = (below(5), 0);
            for walk in 1..=20 {
                let from = puzzle.random(&mut rng);
                let (mut to, mut walked) = (from.clone(), Vec::new());
                for _ in 0..walk {
                    let moves: Vec<_> = puzzle.moves(&to).iter().collect();
                    if moves.is_empty() {
                        break;
                    }
                    walked.push(moves[rng(moves.len() as u64) as usize]);
                    puzzle.apply(&mut to, walked[walked.len() - 1]);
                }
                let Some(Toward { puzzle: other, start, bound }) = puzzle.toward(&from, &to) else { continue };
                let other = other.as_ref().unwrap_or(&puzzle);
                assert!(other.bounds().iter().any(|facts| facts.name == bound && !facts.tables), "{bound}");
                for length in 0..=walked.len() {
                    let part = &walked[..length];
                    let is_there = replay(&puzzle, from.clone(), part) == to;
                    let state = replay(other, start.clone(), part);
                    assert_eq!(other.is_goal(&state), is_there, "{from:?} {part:?}");
                    let low = other.with_bound(bound, BoundOf { puzzle: other, state: &state }).unwrap();
                    assert!(low as usize <= walked.len() - length, "{bound}: {low} at {state:?}");
                }
                joined += 1;
            }
            joined
        }
    }
    let ids = FAMILIES.iter().flat_map(|family| family.examples);
    let joined: u32 = ids.map(|id| with_files(id, None, Joined).unwrap()).sum();
    assert!(joined > 300, "only {joined} walks");
}
