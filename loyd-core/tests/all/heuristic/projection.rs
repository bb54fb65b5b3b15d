use std::collections::{HashMap, HashSet};

use loyd_core::cells::{Bytes, Nibbles};
use loyd_core::exact::exact;
use loyd_core::heuristic::Heuristic;
use loyd_core::heuristic::projection::*;
use loyd_core::puzzle::Puzzle;
use loyd_core::puzzle::pattern::{BlockStep, Blocked, Name};
use loyd_core::puzzle::pattern::{PatternTable, entry};
use loyd_core::puzzle::{Labelled, MoveSet};
use loyd_core::rank::placement::{MOST_CELLS, MOST_PIECES, Placements};
use loyd_core::table::pattern::build_freely;
use loyd_puzzles::magic_board::MagicBoard;
use loyd_puzzles::pancake::Pancake;
use loyd_puzzles::swap::Swap;
use loyd_puzzles::top_spin::{TopSpin, TopSpinMoves};
use std::sync::OnceLock;

/// The distance of every state, by breadth-first search backwards from the goals.
fn distances<P: Puzzle>(puzzle: &P) -> HashMap<P::State, u32> {
    let mut layer = puzzle.goals().unwrap();
    let mut distances: HashMap<P::State, u32> = layer.iter().map(|goal| (*goal, 0)).collect();
    for distance in 1.. {
        let mut next = Vec::new();
        for state in &layer {
            puzzle.undos_into(state, &mut |undo| {
                let mut parent = *state;
                puzzle.undo(&mut parent, undo);
                if let std::collections::hash_map::Entry::Vacant(entry) = distances.entry(parent) {
                    entry.insert(distance);
                    next.push(parent);
                }
            });
        }
        if next.is_empty() {
            return distances;
        }
        layer = next;
    }
    unreachable!()
}

fn order(places: u8) -> Vec<u8> {
    (0..places).collect()
}

/// Checks the bound at every state of a small puzzle, and returns the mean bound.
fn is_a_bound_everywhere<P: Labelled>(puzzle: &P, groups: &[&[u8]], views: usize) -> f64 {
    let kept: Vec<KeptPieces> = groups.iter().map(|homes| KeptPieces::new(puzzle, homes).unwrap()).collect();
    let entries: Vec<Vec<u8>> = kept.iter().map(build_freely).collect();
    let tables: Vec<_> =
        kept.iter().zip(&entries).map(|(pattern, entries)| PatternTable { pattern, entries }).collect();
    let projection = Projection::new(puzzle, &tables).unwrap();
    assert_eq!(projection.views(), views);
    let distances = distances(puzzle);
    let (mut sum, mut counted) = (0u64, 0u64);
    for (state, &distance) in &distances {
        let memo = projection.memo(puzzle, state);
        let bound = Heuristic::<P>::bound(&projection, &memo);
        assert!(bound <= distance, "{bound} for {state:?} at {distance}");
        for m in puzzle.moves(state).iter() {
            let mut child = *state;
            puzzle.apply(&mut child, m);
            let ahead = projection.memo(puzzle, &child);
            for (view, (before, after)) in projection.views.iter().zip(memo.found.iter().zip(&ahead.found)) {
                let consistent = !view.inverse && puzzle.phases().len() == 1;
                assert!(!consistent || *before <= *after + 1, "a view of {state:?} drops");
            }
        }
        sum += u64::from(bound);
        counted += 1;
    }
    sum as f64 / counted as f64
}

#[test]
fn projections_bound_every_state_of_small_swaps() {
    let swap = |rows, columns| Swap::<Nibbles>::rectangle(rows, columns).unwrap();
    is_a_bound_everywhere(&swap(2, 3), &[&[0, 1, 2, 3]], 8);
    is_a_bound_everywhere(&swap(2, 4), &[&[0, 1, 2, 4]], 8);
    is_a_bound_everywhere(&swap(2, 3), &[&[0, 1, 2]], 4); // rows are mirrored into rows
    is_a_bound_everywhere(&swap(2, 3), &[&[0, 1, 2], &[3, 4, 5]], 4);
    assert!(is_a_bound_everywhere(&swap(3, 3), &[&[0, 1, 2, 3, 4]], 16) > 6.0);
}

#[test]
fn projections_bound_every_state_of_other_puzzles() {
    is_a_bound_everywhere(&Pancake::<Nibbles>::new(&order(7)).unwrap(), &[&[3, 4, 5, 6], &[0, 1, 2, 3]], 4);
    is_a_bound_everywhere(&Pancake::<Nibbles>::new(&[2, 1, 7, 5, 0, 4, 3, 6]).unwrap(), &[&[3, 4, 5, 6, 7]], 2);
    is_a_bound_everywhere(&TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &order(8)).unwrap(), &[&[0, 1, 2, 3]], 16);
    is_a_bound_everywhere(&TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 3, &order(6)).unwrap(), &[&[0, 1, 2]], 12);
    // The window stands still, so the ring can be seen in one mirror only.
    is_a_bound_everywhere(&TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 4, &order(7)).unwrap(), &[&[0, 1, 2, 3]], 2);
    is_a_bound_everywhere(&TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 3, &order(7)).unwrap(), &[&[0, 1, 2, 3]], 4);
    // B has no inverse among the moves, and no mirror takes moves to moves.
    is_a_bound_everywhere(&MagicBoard::standard(), &[&[0, 1, 2, 3, 4, 5], &[2, 3, 4, 5, 6, 7]], 2);
}

/// Seven pieces in eight places determine the last piece.
#[test]
fn with_all_pieces_kept_the_bound_is_the_distance() {
    let board = MagicBoard::standard();
    let kept = KeptPieces::new(&board, &[0, 1, 2, 3, 4, 5, 6]).unwrap();
    let entries = build_freely(&kept);
    let projection = Projection::new(&board, &[PatternTable { pattern: &kept, entries: &entries }]).unwrap();
    for (state, distance) in distances(&board) {
        let bound = Heuristic::<MagicBoard>::bound(&projection, &projection.memo(&board, &state));
        assert_eq!(bound, distance.min(15), "{state:?}");
    }
}

/// Each entry is the least distance of any state in which the kept pieces lie in these cells.
#[test]
fn tables_hold_no_more_than_the_least_distance() {
    let swap = Swap::<Nibbles>::rectangle(2, 3).unwrap();
    let homes = [1, 2, 5];
    let kept = KeptPieces::new(&swap, &homes).unwrap();
    let entries = build_freely(&kept);
    let mut least = HashMap::new();
    for (state, distance) in distances(&swap) {
        let cell_of = |piece: &u8| (0..6).find(|&cell| swap.piece(&state, cell) == *piece).unwrap();
        let cells: Vec<u8> = homes.iter().map(cell_of).collect();
        let least = least.entry(cells).or_insert(distance);
        *least = (*least).min(distance);
    }
    assert_eq!(least.len() as u64, kept.count());
    for (cells, least) in least {
        // Forgetting commutes with moves, so here the entry is not below the least distance.
        assert_eq!(u32::from(entry(&entries, kept.placements().rank(&cells))), least, "{cells:?}");
    }
}

fn walks<P: Labelled>(puzzle: &P, homes: &[u8]) {
    let kept = KeptPieces::new(puzzle, homes).unwrap();
    let entries = build_freely(&kept);
    let projection = Projection::new(puzzle, &[PatternTable { pattern: &kept, entries: &entries }]).unwrap();
    let start = puzzle.goals().unwrap()[0];
    follows_walks(puzzle, &projection, &start, 2000);
}

#[test]
fn what_is_carried_is_what_is_computed_anew() {
    walks(&Swap::<Nibbles>::rectangle(4, 4).unwrap(), &[0, 1, 2, 5]);
    walks(&Swap::<Bytes<32>>::rectangle(5, 5).unwrap(), &[0, 1, 7]);
    walks(&Pancake::<Bytes<64>>::new(&order(20)).unwrap(), &[17, 18, 19]);
    walks(&TopSpin::<Bytes<64>>::new(TopSpinMoves::Flips, 4, &order(20)).unwrap(), &[0, 1, 2]);
    walks(&TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 4, &order(12)).unwrap(), &[0, 1, 2, 3]);
    walks(&MagicBoard::standard(), &[0, 1, 2, 3]);
}

/// Checks that no sum exceeds the distance, and returns the mean of the sums.
fn sums_bound_everywhere<P: Labelled>(puzzle: &P, groups: &[&[u8]]) -> f64 {
    let kept: Vec<KeptPieces> = groups.iter().map(|homes| KeptPieces::new(puzzle, homes).unwrap().shared()).collect();
    let entries: Vec<Vec<u8>> = kept.iter().map(build_freely).collect();
    let tables: Vec<_> =
        kept.iter().zip(&entries).map(|(pattern, entries)| PatternTable { pattern, entries }).collect();
    let projection = Projection::new(puzzle, &tables).unwrap();
    assert_eq!(projection.views() % groups.len(), 0);
    let (mut sum, mut counted) = (0u64, 0u64);
    for (state, distance) in distances(puzzle) {
        let bound = Heuristic::<P>::bound(&projection, &projection.memo(puzzle, &state));
        assert!(bound <= distance, "{bound} for {state:?} at {distance}");
        sum += u64::from(bound);
        counted += 1;
    }
    follows_walks(puzzle, &projection, &puzzle.goals().unwrap()[0], 500);
    sum as f64 / counted as f64
}

#[test]
fn shared_costs_add_up_to_a_bound() {
    let swap = |rows, columns| Swap::<Nibbles>::rectangle(rows, columns).unwrap();
    assert!(sums_bound_everywhere(&swap(2, 3), &[&[0, 1, 2], &[3, 4, 5]]) > 3.5);
    assert!(sums_bound_everywhere(&swap(3, 3), &[&[0, 1, 2, 3, 4], &[5, 6, 7, 8]]) > 6.0);
    assert!(sums_bound_everywhere(&Pancake::<Nibbles>::new(&order(7)).unwrap(), &[&[0, 1, 2, 3], &[4, 5, 6]]) > 4.5);
    assert!(
        sums_bound_everywhere(
            &TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &order(8)).unwrap(),
            &[&[0, 1, 2, 3], &[4, 5, 6, 7]]
        ) > 1.0
    );
    assert!(
        sums_bound_everywhere(
            &TopSpin::<Nibbles>::new(TopSpinMoves::Turns, 4, &order(7)).unwrap(),
            &[&[0, 1, 2, 3], &[4, 5, 6]]
        ) > 5.0
    );
    assert!(sums_bound_everywhere(&MagicBoard::standard(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]) > 4.0);
}

/// Compares shared tables with their definition: free moves first, then the moves that kept pieces pay for.
#[test]
fn shared_tables_are_the_distances_of_the_definition() {
    let swap = Swap::<Nibbles>::rectangle(2, 3).unwrap();
    let homes = [0u8, 2, 4];
    let kept = KeptPieces::new(&swap, &homes).unwrap().shared();
    let entries = build_freely(&kept);
    let mut known = HashSet::new();
    let mut least: HashMap<Vec<u8>, u32> = HashMap::new();
    let mut layer = swap.goals().unwrap();
    // Searches the whole puzzle, from all states in which the kept pieces are at home, because the forgotten pieces may
    // lie in any order.
    let at_home = |state: &<Swap<Nibbles> as Puzzle>::State| homes.iter().all(|&home| swap.piece(state, home) == home);
    layer.extend(distances(&swap).into_keys().filter(at_home));
    for cost in 0.. {
        let mut paid = Vec::new();
        let mut free = layer;
        while let Some(state) = free.pop() {
            if !known.insert(state) {
                continue;
            }
            let cell_of = |piece: &u8| (0..6).find(|&cell| swap.piece(&state, cell) == *piece).unwrap();
            least.entry(homes.iter().map(cell_of).collect()).or_insert(cost);
            swap.undos_into(&state, &mut |undo| {
                let mut parent = state;
                swap.undo(&mut parent, undo);
                let pays = homes.contains(&swap.piece(&parent, undo.0.high));
                if pays {
                    paid.push(parent);
                } else {
                    free.push(parent);
                }
            });
        }
        paid.retain(|state| !known.contains(state));
        if paid.is_empty() {
            break;
        }
        layer = paid;
    }
    assert_eq!(least.len() as u64, kept.count());
    for (cells, least) in least {
        assert_eq!(u32::from(entry(&entries, kept.placements().rank(&cells))), least, "{cells:?}");
    }
}

#[test]
fn sums_of_what_is_not_shared_are_refused() {
    let stack = Pancake::<Nibbles>::new(&order(8)).unwrap();
    let kept = [
        KeptPieces::new(&stack, &[0, 1]).unwrap().shared(),
        KeptPieces::new(&stack, &[1, 2]).unwrap().shared(),
        KeptPieces::new(&stack, &[2, 3]).unwrap(),
        KeptPieces::new(&stack, &[2, 3]).unwrap().shared(),
    ];
    let entries: Vec<Vec<u8>> = kept.iter().map(build_freely).collect();
    let table = |index: usize| PatternTable { pattern: &kept[index], entries: &entries[index][..] };
    assert!(Projection::new(&stack, &[table(0), table(1)]).is_none());
    assert!(Projection::new(&stack, &[table(0), table(2)]).is_none());
    assert!(Projection::new(&stack, &[table(0), table(3)]).is_some());
}

#[test]
fn tables_of_other_puzzles_are_refused() {
    let (three, four) = (
        Pancake::<Nibbles>::new(&order(8)).unwrap(),
        TopSpin::<Nibbles>::new(TopSpinMoves::Flips, 4, &order(8)).unwrap(),
    );
    let kept = KeptPieces::new(&three, &[0, 1]).unwrap();
    let entries = build_freely(&kept);
    assert!(Projection::new(&three, &[PatternTable { pattern: &kept, entries: &entries }]).is_some());
    assert!(Projection::new(&four, &[PatternTable { pattern: &kept, entries: &entries }]).is_none());
    assert!(Projection::new(&three, &[PatternTable { pattern: &kept, entries: &entries[1..] }]).is_none());
    assert!(Projection::new(&three, &[]).is_none());
}

#[test]
fn pieces_that_cannot_be_kept_are_refused() {
    let stack = Pancake::<Nibbles>::new(&order(10)).unwrap();
    for homes in [&[][..], &[10], &[3, 3], &[0, 1, 2, 3, 4, 5, 6, 7, 8]] {
        assert!(KeptPieces::new(&stack, homes).is_none(), "{homes:?}");
    }
    assert!(KeptPieces::new(&Pancake::<Bytes<256>>::new(&order(65)).unwrap(), &[0]).is_none());
}

#[test]
fn as_many_pieces_as_there_is_room_for() {
    for (places, pieces) in [(3, 1), (5, 3), (8, 6), (12, 8), (16, 7), (20, 6), (25, 5), (64, 4)] {
        assert_eq!(pieces_of(places), pieces, "{places} places");
    }
}

#[test]
fn groups_hold_every_piece_once() {
    let sizes = |places, placements| groups_of(places, placements).iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(sizes(16, 1 << 23), [6, 5, 5]);
    assert_eq!(sizes(9, 1 << 23), [5, 4]);
    assert_eq!(sizes(25, 1 << 23), [5, 5, 5, 5, 5]);
    for places in 1..=64 {
        let groups = groups_of(places, 1 << 23);
        assert_eq!(groups.concat(), order(places as u8));
        assert!(groups.iter().all(|group| Placements::count_of(places, group.len()) <= 1 << 23));
    }
}

#[test]
fn mirrors_are_permutations_each_once() {
    for (mirrors, places, count) in
        [(grid_mirrors(2, 3), 6, 4), (grid_mirrors(4, 4), 16, 8), (ring_mirrors(7), 7, 14), (ring_mirrors(20), 20, 40)]
    {
        assert_eq!(mirrors.len(), count);
        for (index, mirror) in mirrors.iter().enumerate() {
            let mut sorted = mirror.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, order(places));
            assert!(!mirrors[..index].contains(mirror));
        }
    }
}
