//! Maps by hashing count what maps by ranks count, and find a fault of their own.

use super::*;
use loyd_core::cells::Bytes;
use loyd_core::cost::Cost;
use loyd_core::limits::Stop;
use loyd_core::table::map::map_by_hash;
use loyd_puzzles::sliding::Sliding;

/// Maps a puzzle by hashing: whole, forwards, with a fault, and within limits. Returns whether it can be so mapped.
struct Hashed;

impl Visitor for Hashed {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        let is_fit = puzzle.packed().is_none() && puzzle.costs().is_none() && !puzzle.is_paired();
        if !is_fit || puzzle.ranks() > 50_000 {
            return false;
        }
        let by_hash = |task: &MapOptions<'_, P::State>, limits: &Limits| {
            map_by_hash(&puzzle, task, &mut Meter::new(limits), &mut |_| ())
        };
        let free = Limits::default();
        let plain = freely(&puzzle, Method::Ranks);
        let all = MapOptions { checks: Checks::All, antipodes: usize::MAX, ..MapOptions::default() };
        let (map, farthest) = by_hash(&all, &free).unwrap();
        assert_eq!((&map.layers, map.stopped), (&plain.layers, None));
        let farthest: HashSet<u64> = farthest.iter().map(|state| puzzle.rank(state)).collect();
        assert_eq!(farthest, plain.antipodes.into_iter().collect());
        let checked = map.checked.unwrap();
        assert!(checked.all && checked.positions == map.states());
        // Forwards from a position, as by ranks.
        let from = Some(vec![puzzle.unrank(puzzle.ranks() / 3)]);
        let limits = Limits::default();
        let ranks = MapOptions { from: from.clone(), ..task(Method::Ranks, 1) };
        let ranks = super::map(&puzzle, &ranks, &mut Meter::new(&limits), &mut |_| ()).unwrap();
        assert_eq!(by_hash(&MapOptions { from, ..MapOptions::default() }, &free).unwrap().0.layers, ranks.layers);
        if map.states() > 1_000 {
            let spoiled = MapOptions { checks: Checks::All, spoiled: Some((0, 97)), ..MapOptions::default() };
            assert!(matches!(by_hash(&spoiled, &free), Err(Unmapped::Wrong(_))));
            let few = Limits { bytes: Some(8_000), ..Limits::default() };
            let (stopped, _) = by_hash(&MapOptions::default(), &few).unwrap();
            assert_eq!(stopped.stopped, Some(Stop::Bytes));
            assert!(plain.layers.starts_with(&stopped.layers) && !stopped.layers.is_empty());
        }
        true
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
        false
    }
}

#[test]
fn every_small_puzzle_that_is_not_packed_has_its_census() {
    let number: usize = examples()
        .chain(["pancake:7", "sliding:3x2", "magic-board"])
        .map(|id| usize::from(with_files(id, None, Hashed).unwrap_or_else(|error| panic!("{id}: {error}"))))
        .sum();
    assert!(number >= 6, "only {number} puzzles");
}

/// The first layers of the 24-puzzle, whose states have no numbers, are published (OEIS A090031).
#[test]
fn the_first_layers_of_the_24_puzzle() {
    let puzzle = Sliding::<Bytes<32>>::rectangle(5, 5).unwrap();
    let limits = Limits { cost: Some(Cost::moves(11)), ..Limits::default() };
    let (map, _) = map_by_hash(&puzzle, &MapOptions::default(), &mut Meter::new(&limits), &mut |_| ()).unwrap();
    assert_eq!(map.layers, [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538, 10238]);
}
