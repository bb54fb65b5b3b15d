//! All kinds of walk give one tree; threads and cuts give one length.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use loyd_core::cells::Nibbles;
use loyd_core::cost::Cost;
use loyd_core::heuristic::Heuristic;
use loyd_core::limits::{Iteration as Logged, Limits, Progress};
use loyd_core::puzzle::Puzzle;
use loyd_core::puzzle::{MoveSet, Notation, Ranked};
use loyd_core::search::Stats;
use loyd_core::search::cuts::AutomatonBudget;
use loyd_core::search::cuts::{Automaton, Cuts};
use loyd_core::search::ida_star::*;
use loyd_core::search::{Found, Meter, Outcome, Stop};
use loyd_core::table::distance::DistanceTable;
use loyd_puzzles::magic_board::{Halves, MagicBoard};
use loyd_puzzles::pancake::{Gap, Pancake};
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::sliding::board::Board;
use loyd_puzzles::sliding::bounds::Manhattan;
use loyd_puzzles::swap::{Alternating, Swap};
use loyd_puzzles::top_spin::{Breaks, TopSpin, TopSpinMoves};

type Fifteen = Sliding<Nibbles>;

/// Korf's instance 12 (Artificial Intelligence 27, 1985, Table 1): 45 moves, 546,344 nodes generated.
const TWELVE: [u8; 16] = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];
const TWELVE_NODES: u64 = 546_344;

fn blank_first() -> Fifteen {
    let goal: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    Fifteen::rectangle(4, 4).and_then(|fifteen| fifteen.with_goal(&goal)).unwrap()
}

fn solved<P: Puzzle>(puzzle: &P, walker: &dyn Walker<P>, start: P::State) -> (u32, Stats) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let Outcome::Solved(found) = solve(puzzle, walker, &[start], Prune::Back, &mut meter) else { panic!("solvable") };
    (found.moves.len() as u32, meter.finish())
}

/// Calls `does` with the Manhattan bound, as the puzzle lends it.
fn branch_free<R>(puzzle: &Fifteen, does: impl FnOnce(&dyn Walker<Fifteen>) -> R) -> R {
    with_bound(puzzle, "manhattan", does).unwrap()
}

/// The threshold and the counts of every iteration, the solution, and the counts of the search.
fn course(
    puzzle: &Fifteen,
    walker: &dyn Walker<Fifteen>,
    start: <Fifteen as Puzzle>::State,
) -> (Vec<(u32, u64, u64)>, Vec<u8>, Stats) {
    let log = Arc::default();
    let limits = logged(&log);
    let mut meter = Meter::new(&limits);
    let Outcome::Solved(found) = solve(puzzle, walker, &[start], Prune::Back, &mut meter) else { panic!("solvable") };
    replay(puzzle, &found);
    let counts = log.lock().unwrap().iter().map(|i| (i.threshold.amount(), i.expanded, i.generated)).collect();
    (counts, found.moves, meter.finish())
}

/// The two lanes walk what the recursion walks, in its order, up to the same solution.
#[test]
fn a_branch_free_walk_is_the_tree_of_its_bound() {
    let boards =
        ["##", "#\n#\n#", "###\n#.#\n###", "####\n####", "###\n###\n###", "##.##\n#####\n##.##", ".#.\n###\n.#."];
    let mut walked = 0;
    for map in boards {
        let board = Board::parse(map).unwrap();
        let cells = board.cells();
        let standard = Fifteen::new(board).unwrap();
        for goal in 0..3 {
            // The blank's goal is the last cell, the first cell, or a cell between.
            let mut pieces: Vec<u8> = (1..cells as u8).collect();
            pieces.insert([cells - 1, 0, cells / 2][goal], 0);
            let puzzle = standard.with_goal(&pieces).unwrap();
            for number in 0..40 {
                let start = puzzle.unrank(number * 0x9e37_79b9 % puzzle.ranks());
                if puzzle.unsolvable(&start).is_some() || puzzle.is_goal(&start) {
                    continue;
                }
                let (lanes, moves, stats) = branch_free(&puzzle, |walker| course(&puzzle, walker, start));
                let (recursion, same, plain) = course(&puzzle, &LookingUp(Manhattan), start);
                assert_eq!((&lanes, &moves), (&recursion, &same), "{map}: {start:?}");
                assert_eq!((stats.expanded, stats.generated), (plain.expanded, plain.generated), "{map}: {start:?}");
                walked += stats.generated;
            }
        }
    }
    assert!(walked > 1_000_000, "{walked}");
    // This tree is large enough for both lanes to be filled again and again.
    let fifteen = blank_first();
    let start = fifteen.state(&LARGE).unwrap();
    let (lanes, moves, _) = branch_free(&fifteen, |walker| course(&fifteen, walker, start));
    for other in [&LookingUp(Manhattan) as &dyn Walker<Fifteen>, &PlainBound(Manhattan)] {
        let (recursion, same, _) = course(&fifteen, other, start);
        assert_eq!((&lanes, &moves), (&recursion, &same));
    }
}

/// A solution that is known is returned even if a limit came between.
#[test]
fn every_limit_of_nodes_ends_a_branch_free_walk() {
    let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    let start = eight.starts("8 6 7 2 5 4 3 x 1").unwrap()[0];
    let (_, _, whole) = branch_free(&eight, |walker| course(&eight, walker, start));
    for nodes in (1..whole.generated).step_by(97) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut meter = Meter::new(&limits);
        let outcome = branch_free(&eight, |walker| solve(&eight, walker, &[start], Prune::Back, &mut meter));
        match outcome {
            Outcome::Stopped { at_least, best: None, why: Stop::Nodes } => {
                assert!((21..=31).contains(&at_least.amount()) && at_least.amount() % 2 == 1);
                assert!((nodes..nodes + 8).contains(&meter.finish().generated));
            }
            Outcome::Solved(found) => {
                replay(&eight, &found);
                assert!(found.moves.len() == 31 && meter.finish().generated >= nodes);
            }
            outcome => panic!("{outcome:?}"),
        }
    }
}

/// The Manhattan bound, which gives up early and then proves only the least bound above the limit.
struct GivesUp;

impl Heuristic<Fifteen> for GivesUp {
    type Memo = u32;

    fn memo(&self, puzzle: &Fifteen, state: &<Fifteen as Puzzle>::State) -> u32 {
        Manhattan.memo(puzzle, state)
    }

    fn ahead(&self, _: &Fifteen, _: &<Fifteen as Puzzle>::State, _: u8, _: &u32) -> u32 {
        unreachable!("the search asks within its bound")
    }

    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }

    fn ahead_within(
        &self,
        puzzle: &Fifteen,
        state: &<Fifteen as Puzzle>::State,
        m: u8,
        memo: &u32,
        most: u32,
    ) -> Result<u32, u32> {
        let ahead = Manhattan.ahead(puzzle, state, m, memo);
        if ahead <= most { Ok(ahead) } else { Err(most + 1) }
    }
}

#[test]
fn every_shape_of_a_heuristic_walks_the_published_tree() {
    let fifteen = blank_first();
    let start = fifteen.state(&TWELVE).unwrap();
    let (length, stats) = branch_free(&fifteen, |walker| solved(&fifteen, walker, start));
    assert_eq!((length, stats.generated), (45, TWELVE_NODES));
    assert_eq!(solved(&fifteen, &LookingUp(Manhattan), start).1.expanded, stats.expanded);
    assert_eq!(solved(&fifteen, &LookingUp(Manhattan), start).1.generated, TWELVE_NODES);
    // The sums have one parity, but the threshold rises by one, so every second iteration is a copy of the one before.
    let (length, stats) = solved(&fifteen, &PlainBound(GivesUp), start);
    assert_eq!(length, 45);
    assert!(stats.generated > TWELVE_NODES);
}

fn logged(log: &Arc<Mutex<Vec<Logged>>>) -> Limits {
    let log = log.clone();
    Limits { log: Some(Arc::new(move |iteration| log.lock().unwrap().push(*iteration))), ..Limits::default() }
}

/// Korf's instance 28, of 52 moves and 5,934,442 nodes; its iterations are larger than one thread keeps for itself.
const LARGE: [u8; 16] = [13, 14, 6, 12, 4, 5, 1, 0, 9, 3, 10, 2, 15, 11, 8, 7];

#[test]
fn threads_count_what_one_counts() {
    let fifteen = blank_first();
    let start = fifteen.state(&LARGE).unwrap();
    let mut alone: Option<Vec<(u32, u64, u64)>> = None;
    for threads in [1, 2, 3, 8] {
        let log = Arc::default();
        let limits = logged(&log);
        let mut meter = Meter::new(&limits);
        let settings = SearchSettings { threads, ..SearchSettings::default() };
        let Outcome::Solved(found) =
            branch_free(&fifteen, |walker| solve_with(&fifteen, walker, &[start], &settings, &mut meter))
        else {
            panic!("solvable")
        };
        replay(&fifteen, &found);
        let stats = meter.finish();
        let iterations = log.lock().unwrap().clone();
        let (last, whole) = iterations.split_last().unwrap();
        assert_eq!((found.moves.len() as u32, last.threshold, stats.depth), (52, Cost::moves(52), 52));
        assert!(whole.last().unwrap().generated > 1 << 20, "large enough to be shared");
        assert_eq!(stats.generated, 1 + iterations.iter().map(|i| i.generated).sum::<u64>());
        assert_eq!(stats.expanded, iterations.iter().map(|i| i.expanded).sum::<u64>());
        let counts: Vec<_> = whole.iter().map(|i| (i.threshold.amount(), i.expanded, i.generated)).collect();
        if threads == 1 {
            assert_eq!(stats.generated, 5_934_442);
        }
        assert_eq!(alone.get_or_insert_with(|| counts.clone()), &counts, "{threads} threads");
    }
}

fn replay<P: Puzzle>(puzzle: &P, found: &Found<P>) {
    let mut state = found.start.clone();
    for &m in &found.moves {
        assert!(puzzle.moves(&state).iter().any(|legal| legal == m));
        puzzle.apply(&mut state, m);
    }
    assert!(puzzle.is_goal(&state));
}

/// Cuts that are used from the first iteration on, made of at most `words` words.
fn made<P: Puzzle>(puzzle: &P, words: usize) -> Option<Cuts<P>> {
    Automaton::build(puzzle, AutomatonBudget { words, ..AutomatonBudget::default() }).map(Cuts::made)
}

/// Checks that all settings find the length of breadth-first search, from `positions` pseudo-random positions.
fn one_length<P: Notation + Ranked>(puzzle: &P, walker: &dyn Walker<P>, positions: u64) {
    let limits = Limits::default();
    let table = DistanceTable::build(puzzle, &mut Meter::new(&limits)).unwrap();
    let cuts: Vec<Option<Cuts<P>>> =
        std::iter::once(None).chain([500, 20_000].map(|words| made(puzzle, words))).collect();
    assert!(cuts.iter().any(Option::is_some));
    for number in 0..positions {
        let rank = number * 0x9e37_79b9 % puzzle.ranks();
        let mut starts = puzzle.starts(&puzzle.write(&puzzle.unrank(rank))).unwrap();
        starts.retain(|start| puzzle.unsolvable(start).is_none());
        let Some(length) = starts.iter().filter_map(|start| table.get(puzzle.rank(start))).min() else { continue };
        for cuts in &cuts {
            for (threads, prune) in [(1, Prune::Back), (1, Prune::Follow), (2, Prune::Back)] {
                let settings = SearchSettings { prune, cuts: cuts.as_ref(), threads, ..SearchSettings::default() };
                let outcome = solve_with(puzzle, walker, &starts, &settings, &mut Meter::new(&limits));
                let Outcome::Solved(found) = outcome else { panic!("{outcome:?}") };
                replay(puzzle, &found);
                assert_eq!(found.moves.len() as u32, length, "{starts:?}, {cuts:?}, {threads} threads");
            }
        }
    }
}

#[test]
fn every_setting_finds_the_length_of_breadth_first_search() {
    one_length(&Sliding::<Nibbles>::rectangle(2, 3).unwrap(), &PlainBound(Manhattan), 360);
    let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    branch_free(&eight, |walker| one_length(&eight, walker, 60));
    let swap = Swap::<Nibbles>::rectangle(2, 3).unwrap();
    one_length(&swap, &PlainBound(Alternating::new(&swap)), 300);
    let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
    one_length(&swap, &PlainBound(Alternating::new(&swap)), 20);
    one_length(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6]).unwrap(), &Restricting(Gap), 300);
    one_length(
        &TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &[0, 1, 2, 3, 4, 5, 6]).unwrap(),
        &PlainBound(Breaks),
        100,
    );
    let board = MagicBoard::standard();
    one_length(&board, &PlainBound(Halves::new(&board)), 60);
}

#[test]
fn cuts_make_the_tree_smaller() {
    let fifteen = blank_first();
    let start = fifteen.state(&LARGE).unwrap();
    let cuts = Cuts::new();
    let generated = |settings: &SearchSettings<'_, Fifteen>| {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let Outcome::Solved(found) =
            branch_free(&fifteen, |walker| solve_with(&fifteen, walker, &[start], settings, &mut meter))
        else {
            panic!("solvable")
        };
        assert_eq!(found.moves.len(), 52);
        meter.finish().generated
    };
    let textbook = generated(&SearchSettings::default());
    let cut = generated(&SearchSettings { cuts: Some(&cuts), ..SearchSettings::default() });
    assert!(cut < textbook, "{cut} of {textbook}");
    assert_eq!(
        cut,
        generated(&SearchSettings { cuts: Some(&cuts), ..SearchSettings::default() }),
        "made before, and used no sooner"
    );
}

/// Searches a position that is far beyond reach, until a limit stops the search.
fn endless(limits: Limits, threads: usize) -> (Stop, Stats) {
    let fifteen = Fifteen::rectangle(4, 4).unwrap();
    // A position at 80 moves (A. Bruengger and others, "The parallel search bench ZRAM and its applications", 1999).
    let start = fifteen.starts("15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 x").unwrap()[0];
    let mut meter = Meter::new(&limits);
    let settings = SearchSettings { threads, ..SearchSettings::default() };
    match branch_free(&fifteen, |walker| solve_with(&fifteen, walker, &[start], &settings, &mut meter)) {
        Outcome::Stopped { at_least, best: None, why } if at_least >= Cost::moves(40) => (why, meter.finish()),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn threads_honour_the_limits() {
    for threads in [1, 2, 5] {
        let nodes = 3_000_000;
        let (why, stats) = endless(Limits { nodes: Some(nodes), ..Limits::default() }, threads);
        assert_eq!(why, Stop::Nodes);
        assert!((nodes..nodes + threads as u64 * (1 << 16)).contains(&stats.generated), "{threads} threads: {stats:?}");
        // A thread, and each of its parts of the work at hand, stops at the first look after the time is over.
        let few = 4 * (threads + 1);
        let (time, late) = (Duration::from_millis(200), Arc::new(AtomicUsize::new(0)));
        let looks = Arc::clone(&late);
        let look = move |progress: &Progress| {
            looks.fetch_add(usize::from(progress.seconds >= time.as_secs_f64()), Ordering::Relaxed);
        };
        let limits = Limits { time: Some(time), progress: Some(Arc::new(look)), ..Limits::default() };
        let (why, _) = endless(limits, threads);
        let late = late.load(Ordering::Relaxed);
        assert!(why == Stop::Time && (1..=few).contains(&late), "{threads} threads: {late} looks");
        // The same for the flag, which the fiftieth look sets.
        let (cancel, looks) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let (flag, count) = (Arc::clone(&cancel), Arc::clone(&looks));
        let look = move |_: &Progress| {
            flag.fetch_or(count.fetch_add(1, Ordering::Relaxed) >= 49, Ordering::Relaxed);
        };
        let limits = Limits { cancel: Some(cancel), progress: Some(Arc::new(look)), ..Limits::default() };
        let (why, _) = endless(limits, threads);
        let looks = looks.load(Ordering::Relaxed);
        assert!(why == Stop::Cancelled && (50..=50 + few).contains(&looks), "{threads} threads: {looks} looks");
    }
}

/// A bound that is always zero, even at states that are not goals.
struct Blind;

impl<P: Puzzle> Heuristic<P> for Blind {
    type Memo = ();

    fn memo(&self, _: &P, _: &P::State) {}

    fn ahead(&self, _: &P, _: &P::State, _: P::Move, (): &()) {}

    fn bound(&self, (): &()) -> u32 {
        0
    }
}

#[test]
fn a_bound_of_zero_is_no_goal() {
    one_length(&Sliding::<Nibbles>::rectangle(2, 2).unwrap(), &PlainBound(Blind), 12);
    one_length(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4]).unwrap(), &PlainBound(Blind), 120);
}
