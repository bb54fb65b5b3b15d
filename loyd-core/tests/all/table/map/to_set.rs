//! Maps to sets of positions, compared with a plain search on the reversed moves of all states.

use super::*;
use loyd_core::cost::Cost;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Puzzles with few states: boards, stacks, definitions, and rules whose moves cannot be taken back by moves.
const SMALL: [&str; 10] = [
    "sliding:2x3",
    "pancake:6",
    "magic-board",
    "top-spin:7x4",
    "lx:6",
    "lrx:6",
    "burnt-pancake:4",
    "2x2x2?moves=U,R2,F2",
    "3x3x3?moves=U2,R2",
    "file:@../definitions/one-way.loyd?metric=half",
];

/// Compares maps of one puzzle. Returns whether a move of it cannot be taken back by a move.
struct Compared;

/// The distances to `goals` by the moves of states, made forwards and then followed back.
fn distances<P: Ranked>(puzzle: &P, goals: &RankSet) -> (Vec<Option<u32>>, Vec<Vec<u64>>) {
    let ranks = puzzle.ranks() as usize;
    let (mut children, mut parents) = (vec![Vec::new(); ranks], vec![Vec::new(); ranks]);
    for rank in 0..ranks as u64 {
        let state = puzzle.unrank(rank);
        for m in puzzle.moves(&state).iter() {
            let mut child = state.clone();
            puzzle.apply(&mut child, m);
            children[rank as usize].push(puzzle.rank(&child));
            parents[puzzle.rank(&child) as usize].push(rank);
        }
    }
    let mut queue: Vec<u64> = (0..ranks as u64).filter(|&rank| goals.contains(rank)).collect();
    let mut distances = vec![None; ranks];
    queue.iter().for_each(|&rank| distances[rank as usize] = Some(0));
    let mut next = 0;
    while next < queue.len() {
        let (rank, far) = (queue[next], distances[queue[next] as usize]);
        next += 1;
        for &parent in &parents[rank as usize] {
            if distances[parent as usize].is_none() {
                distances[parent as usize] = far.map(|far| far + 1);
                queue.push(parent);
            }
        }
    }
    (distances, children)
}

impl Visitor for Compared {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        let limits = Limits::default();
        let mut random = ChaCha8Rng::seed_from_u64(29);
        let ranks = puzzle.ranks();
        let mut drawn = |most: u64| {
            let set = RankSet::empty(ranks, &mut Meter::new(&limits)).unwrap();
            let number = random.random_range(1..=most);
            for _ in 0..number {
                set.insert(random.next_u64() % ranks);
            }
            set
        };
        let mut is_directed = false;
        for most in [1, 4, ranks / 3 + 1, ranks] {
            let goals = drawn(most);
            let (far, children) = distances(&puzzle, &goals);
            for starts in [None, Some(drawn(1)), Some(drawn(ranks / 7 + 1))] {
                let task =
                    SetTask { goals: &goals, starts: starts.as_ref(), antipodes: usize::MAX, checks: Checks::All };
                let mut events = Vec::new();
                let mut meter = Meter::new(&limits);
                let map = map_to_set(&puzzle, &task, &mut meter, &mut |layer| events.push(*layer)).unwrap();
                assert_eq!(meter.held(), 0);
                assert!(map.census.checked.is_some_and(|checked| checked.all));
                let counted = |rank: &u64| starts.as_ref().is_none_or(|starts| starts.contains(*rank));
                let mut layers: Vec<u64> = Vec::new();
                let mut unreached = Vec::new();
                for rank in (0..ranks).filter(counted) {
                    match far[rank as usize] {
                        Some(far) => {
                            layers.resize(layers.len().max(far as usize + 1), 0);
                            layers[far as usize] += 1;
                        }
                        None => unreached.push(rank),
                    }
                }
                assert_eq!(map.census.layers, layers);
                let reported: Vec<_> = events.iter().map(|layer| (layer.depth, layer.states)).collect();
                let filled = (0u32..).zip(layers.iter().copied()).filter(|(_, states)| *states > 0);
                assert_eq!(reported, filled.collect::<Vec<_>>());
                assert_eq!(map.unreached, Some(unreached.len() as u64));
                unreached.truncate(100);
                assert_eq!(map.unreached_ranks, unreached);
                let worst = layers.len().checked_sub(1).map(|worst| worst as u32);
                let farthest =
                    (0..ranks).filter(counted).filter(|&rank| far[rank as usize] == worst && worst.is_some());
                assert_eq!(map.census.antipodes, farthest.collect::<Vec<_>>());
                let Some(worst) = worst else {
                    assert!(map.path.is_empty());
                    continue;
                };
                assert_eq!((map.path.len(), map.path[0]), (worst as usize + 1, map.census.antipodes[0]));
                assert!(map.path.windows(2).all(|step| children[step[0] as usize].contains(&step[1])));
                assert!(goals.contains(*map.path.last().unwrap()));
            }
            let is_back = |(rank, child): (u64, &u64)| children[*child as usize].contains(&rank);
            let edges = (0u64..).zip(&children).flat_map(|(rank, near)| near.iter().map(move |child| (rank, child)));
            is_directed |= !edges.into_iter().all(is_back);
        }
        is_directed
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
        panic!("the states are not numbered")
    }
}

#[test]
fn distances_to_sets_are_the_ones_of_a_plain_search() {
    let is_directed = SMALL.map(|id| with_files(id, None, Compared).unwrap());
    assert!(is_directed.contains(&true) && is_directed.contains(&false), "{is_directed:?}");
}

#[test]
fn a_limit_stops_a_map_to_a_set_and_leaves_no_path() {
    let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    let limits = Limits { cost: Some(Cost::moves(7)), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let goals = RankSet::empty(eight.ranks(), &mut meter).unwrap();
    goals.insert(0);
    let task = SetTask { goals: &goals, starts: None, antipodes: 9, checks: Checks::Drawn };
    let map = map_to_set(&eight, &task, &mut meter, &mut |_| ()).unwrap();
    assert_eq!((map.census.stopped, map.census.layers.len(), map.unreached), (Some(Stop::Moves), 8, None));
    assert!(map.path.is_empty() && map.unreached_ranks.is_empty() && map.census.antipodes.is_empty());
    let few = Limits { bytes: Some(RankSet::bytes(eight.ranks()) * 2), ..Limits::default() };
    let refused = map_to_set(&eight, &task, &mut Meter::new(&few), &mut |_| ()).unwrap_err();
    assert!(matches!(refused, Unmapped::Memory { needed } if needed == set_map_bytes(eight.ranks(), false)));
}

/// A position of the alternating swap is two states.
#[test]
fn a_paired_space_is_refused() {
    let swap = Swap::<Nibbles>::rectangle(2, 2).unwrap();
    assert!(matches!(may_be_mapped(&swap), Err(Unmapped::ToSet(_))));
}
