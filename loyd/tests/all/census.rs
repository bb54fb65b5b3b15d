//! Counts whole state spaces: every line of `data/census.txt` is compared with the distance table of its puzzle, and
//! with its map, by blocks and by ranks.

use std::collections::HashSet;

use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::{Notation, Puzzle, Ranked};
use loyd_core::table::distance::DistanceTable;
use loyd_core::table::map::{MapOptions, Method, map};

use crate::files::{is_whole, with_files};

/// The number of positions at each distance. If a position has several states (the alternating swap has two), its
/// distance is the distance of the nearest state.
struct Census;

/// The number of states at each distance, by a map.
struct Mapped(Method);

impl Visitor for Mapped {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        let limits = Limits::default();
        let map = map(
            &puzzle,
            &MapOptions { method: self.0, ..MapOptions::default() },
            &mut Meter::new(&limits),
            &mut |_| (),
        )
        .expect("a small map");
        assert_eq!((map.stopped, map.antipodes), (None, vec![]));
        map.layers
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Vec<u64> {
        panic!("a census needs numbered states")
    }
}

impl Visitor for Census {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        let limits = Limits::default();
        let table = DistanceTable::build(&puzzle, &mut Meter::new(&limits)).expect("a small table");
        let distance = |state: &P::State| table.get(puzzle.rank(state));
        let goals = puzzle.goals().expect("listed");
        if goals.len() == 1 {
            return table.layers().to_vec();
        }
        let mut layers = Vec::new();
        let mut seen = HashSet::new();
        for rank in 0..puzzle.ranks() {
            let states = positions(&puzzle, &puzzle.unrank(rank));
            if !seen.insert(puzzle.rank(&states[0])) {
                continue;
            }
            let Some(nearest) = states.iter().filter_map(distance).min() else { continue };
            layers.resize(layers.len().max(nearest as usize + 1), 0);
            layers[nearest as usize] += 1;
        }
        layers
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Vec<u64> {
        panic!("a census needs numbered states")
    }
}

fn positions<P: Notation>(puzzle: &P, state: &P::State) -> Vec<<P as Puzzle>::State> {
    puzzle.starts(&puzzle.write(state)).expect("written by the puzzle itself")
}

#[test]
fn every_published_census_comes_out() {
    let mut number = 0;
    for line in include_str!("../../../tests/data/census.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [id, goal, counts] = fields[..] else { panic!("three fields: {line}") };
        let expected: Vec<u64> = counts.split(' ').map(|count| count.parse().expect("a count")).collect();
        let goal = Some(goal).filter(|goal| !goal.is_empty());
        let layers = with_files(id, goal, Census).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(layers, expected, "{id} {goal:?}");
        // Each line is mapped by one method, or by both if `LOYD_LONG` is set.
        let methods = [Method::Best, Method::Ranks];
        for (_, method) in methods.into_iter().enumerate().filter(|(at, _)| is_whole() || number % 2 == *at) {
            let mapped = with_files(id, goal, Mapped(method)).expect("opened before");
            assert_eq!(mapped, expected, "{id} {goal:?} {method:?}");
        }
        number += 1;
    }
    assert!(number >= 30, "only {number} censuses");
}
