use std::collections::{HashMap, HashSet};

use loyd_core::cells::Nibbles;
use loyd_core::cost::Length;
use loyd_core::limits::{Limits, Stats};
use loyd_core::limits::{Meter, Stop};
use loyd_core::puzzle::{MoveSet, Ranked};
use loyd_core::puzzle::{Puzzle, Unsolvable};
use loyd_core::search::Outcome;
use loyd_core::search::bidirectional::*;
use loyd_core::search::depths::Depths;
use loyd_core::search::depths::{RankList, StateList};
use loyd_puzzles::magic_board::MagicBoard;
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::sliding::board::Board;
use loyd_puzzles::swap::Swap;

/// On a ring of sixteen cells no layer has more than two of the 240 states, and there are many layers.
#[test]
fn layers_that_are_done_with_hold_no_memory() {
    let board = Board::parse("#####\n#...#\n#...#\n#...#\n#####").unwrap();
    let ring = Sliding::<Nibbles>::new(board).unwrap();
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let far = ring.unrank(ring.ranks() / 2);
    let outcome = search::<_, RankList>(&ring, &[far], &[ring.goal()], false, &mut meter);
    assert!(matches!(outcome, Outcome::Solved(met) if met.length > Length(80)));
    assert!(meter.finish().bytes < 4096);
}

/// The distances found with a plain queue, along the moves (`ahead`) or against them.
fn plain<P: Puzzle>(puzzle: &P, from: &[P::State], ahead: bool) -> HashMap<P::State, u32> {
    let mut distances: HashMap<_, _> = from.iter().map(|state| (state.clone(), 0)).collect();
    let mut queue: Vec<_> = distances.keys().cloned().collect();
    let mut at = 0;
    while let Some(state) = queue.get(at).cloned() {
        let mut next = |found: P::State| {
            let distance = distances[&state] + 1;
            distances.entry(found.clone()).or_insert_with(|| {
                queue.push(found);
                distance
            });
        };
        if ahead {
            puzzle.moves(&state).iter().for_each(|m| {
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                next(child);
            });
        } else {
            puzzle.undos_into(&state, &mut |undo| {
                let mut parent = state.clone();
                puzzle.undo(&mut parent, undo);
                next(parent);
            });
        }
        at += 1;
    }
    distances
}

/// Searches with one closed list, and compares all that is found; returns the counts.
fn with_list<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    goals: &[P::State],
    whole: bool,
    [before, after]: [&HashMap<P::State, u32>; 2],
) -> Stats {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = search::<_, D>(puzzle, starts, goals, whole, &mut meter);
    let length = starts.iter().filter_map(|start| after.get(start)).min();
    match (outcome, length) {
        (Outcome::Unsolvable(why), None) => assert_eq!(why, Unsolvable::Exhausted),
        (Outcome::Solved(met), Some(&length)) => {
            assert_eq!(met.length, Length(length));
            let in_the_middle =
                |state: &P::State| before[state] == met.split && after.get(state) == Some(&(length - met.split));
            let middles: HashSet<_> = met.middles.iter().cloned().collect();
            assert_eq!(middles.len(), met.middles.len());
            assert!(!middles.is_empty() && middles.iter().all(in_the_middle));
            if whole {
                assert_eq!(middles, before.keys().filter(|state| in_the_middle(state)).cloned().collect());
            }
            for (state, depth) in before {
                assert!(middles.contains(state) || met.before(puzzle, state).is_none_or(|found| found == *depth));
                assert!(met.before(puzzle, state).is_some() || *depth >= met.split);
            }
            for (state, depth) in after {
                assert!(middles.contains(state) || met.after(puzzle, state).is_none_or(|found| found == *depth));
                assert!(met.after(puzzle, state).is_some() || *depth >= length - met.split);
            }
        }
        (outcome, length) => panic!("{:?}, and by a plain queue {length:?}", outcome.map(|met| met.length)),
    }
    let stats = Stats { seconds: 0.0, bytes: 0, ..meter.finish() };
    for budget in [1, 40, 1_000] {
        assert_eq!(in_steps::<P, D>(puzzle, starts, goals, whole, budget, length.copied()), stats);
    }
    stats
}

/// The counts of a search that stops each time when a budget of nodes is spent, and goes on.
fn in_steps<P: Puzzle, D: Depths<P>>(
    puzzle: &P,
    starts: &[P::State],
    goals: &[P::State],
    whole: bool,
    budget: u64,
    length: Option<u32>,
) -> Stats {
    let limits = Limits { nodes: Some(budget), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let mut search = TwoSidedSearch::<P, D>::new(puzzle, starts, goals, whole, &mut meter).unwrap();
    let (mut stats, mut proved) = (meter.stats, 0);
    loop {
        let mut meter = Meter::new(&limits);
        let outcome = search.run(puzzle, &mut meter);
        stats.expanded += meter.stats.expanded;
        stats.generated += meter.stats.generated;
        stats.duplicates += meter.stats.duplicates;
        stats.depth = meter.stats.depth;
        let forecast = search.forecast();
        assert!(forecast.proved >= proved && length.is_none_or(|length| forecast.proved <= length));
        proved = forecast.proved;
        match outcome {
            Outcome::Stopped { at_least, best: None, why: Stop::Nodes } => {
                assert_eq!(at_least.amount(), proved);
                assert!(search.forecast().expanded_until(proved + 1) > 0.0);
            }
            Outcome::Solved(()) => break assert_eq!(Some(search.meeting().length.0), length),
            outcome => break assert_eq!((outcome, length), (Outcome::Unsolvable(Unsolvable::Exhausted), None)),
        }
    }
    Stats { bytes: 0, ..stats }
}

fn agree<P: Ranked>(puzzle: &P, starts: &[P::State], goals: &[P::State]) {
    let (before, after) = (plain(puzzle, starts, true), plain(puzzle, goals, false));
    for whole in [false, true] {
        let distances = [&before, &after];
        let flat = with_list::<_, RankList>(puzzle, starts, goals, whole, distances);
        let hashed = with_list::<_, RankList<0>>(puzzle, starts, goals, whole, distances);
        let by_state = with_list::<_, StateList<P::State>>(puzzle, starts, goals, whole, distances);
        assert_eq!((flat, flat), (hashed, by_state));
    }
}

/// Covers one-way moves, several starts and goals, starts that are goals, and every closed list.
#[test]
fn as_a_plain_queue_finds_it() {
    let board = MagicBoard::standard();
    for place in 0..6 {
        agree(&board, &[board.unrank(place * 6_719 + 5)], &[board.goal()]);
    }
    agree(&board, &[board.unrank(17), board.unrank(40_000)], &[board.goal(), board.unrank(123), board.goal()]);
    agree(&board, &[board.unrank(17), board.goal(), board.goal()], &[board.goal(), board.unrank(17)]);
    let swap = Swap::<Nibbles>::rectangle(2, 4).unwrap();
    for position in [[7, 6, 5, 4, 3, 2, 1, 0], [1, 0, 2, 3, 4, 5, 6, 7], [3, 1, 4, 0, 5, 2, 6, 7]] {
        agree(&swap, &swap.position(&position), &swap.goals().unwrap());
    }
    let tiles = Sliding::<Nibbles>::rectangle(2, 4).unwrap();
    for rank in [0, 777, 12_345, 20_159] {
        agree(&tiles, &[tiles.unrank(rank)], &[tiles.goal()]);
    }
}

/// A position without a solution has no rank. A list of states distinguishes its states, so that all of them are met.
#[test]
fn a_space_is_exhausted() {
    let tiles = Sliding::<Nibbles>::rectangle(2, 3).unwrap();
    let start = tiles.state(&[2, 1, 3, 4, 5, 0]).unwrap();
    let distances = [&plain(&tiles, &[start], true), &plain(&tiles, &[tiles.goal()], false)];
    let stats = with_list::<_, StateList<_>>(&tiles, &[start], &[tiles.goal()], false, distances);
    assert!(stats.expanded >= 360);
}

/// Whatever the limits, a search holds no more bytes, and generates no more nodes beyond them than one expansion gives.
#[test]
fn limits_hold_with_every_list() {
    fn stopped<D: Depths<Sliding<Nibbles>>>(limits: &Limits) -> (Option<Stop>, Stats) {
        let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
        let start = fifteen.state(&[15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]).unwrap();
        let mut meter = Meter::new(limits);
        let outcome = search::<_, D>(&fifteen, &[start], &[fifteen.goal()], false, &mut meter);
        let why = if let Outcome::Stopped { why, .. } = outcome { Some(why) } else { None };
        (why, meter.finish())
    }
    for bytes in [1, 40_000, 300_000, 3_000_000] {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        for (why, stats) in [stopped::<RankList>(&limits), stopped::<StateList<_>>(&limits)] {
            assert!(why == Some(Stop::Bytes) && stats.bytes <= bytes, "{why:?} {stats:?}");
        }
    }
    for nodes in [0, 1, 2, 1_000, 70_001] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        for (why, stats) in [stopped::<RankList>(&limits), stopped::<StateList<_>>(&limits)] {
            let generated = nodes.max(2)..nodes.max(2) + 4;
            assert!(why == Some(Stop::Nodes) && generated.contains(&stats.generated), "{why:?} {stats:?}");
        }
    }
}
