use std::collections::{HashMap, HashSet};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::ThreadPoolBuilder;
use tempfile::TempDir;

use crate::catalogue::{examples, is_whole, with_definition, with_files};
use loyd_core::cells::Nibbles;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::Limits;
use loyd_core::limits::{Meter, Stats, Stop};
use loyd_core::puzzle::MoveSet;
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::table::map::*;
use loyd_puzzles::magic_board::MagicBoard;
use loyd_puzzles::pancake::Pancake;
use loyd_puzzles::rolling_cubes::{RollingCubes, Tops};
use loyd_puzzles::sliding::Sliding;
use loyd_puzzles::swap::Swap;

mod by_hash;
mod checking;
mod keeping;
mod published;
mod shared;
mod symmetric;
mod to_set;
mod unranked;

const METHODS: [Method; 3] = [Method::Symmetric, Method::Blocks, Method::Ranks];

/// A folder that is removed at the end: in memory where a gibibyte is free there, because a disk takes most of the time
/// of maps with many small files.
fn scratch() -> TempDir {
    let free = Command::new("df").args(["--output=avail", "/dev/shm"]).output().ok();
    let free = free.and_then(|free| String::from_utf8_lossy(&free.stdout).lines().last()?.trim().parse::<u64>().ok());
    match free {
        Some(kibibytes) if kibibytes > 1 << 20 => tempfile::tempdir_in("/dev/shm").unwrap(),
        _ => tempfile::tempdir().unwrap(),
    }
}

fn freely<P: Ranked>(puzzle: &P, method: Method) -> MapCensus {
    let limits = Limits::default();
    map(puzzle, &task(method, usize::MAX), &mut Meter::new(&limits), &mut |_| ()).unwrap()
}

fn task<S>(method: Method, antipodes: usize) -> MapOptions<'static, S> {
    MapOptions { method, antipodes, ..MapOptions::default() }
}

/// The number of positions at each distance, and the positions of the last layer: a plain search back from the goals,
/// with a queue and a hash map.
fn plainly<P: Ranked + Notation>(puzzle: &P) -> (Vec<u64>, HashSet<String>) {
    searched(puzzle, puzzle.goals().unwrap(), |state, each| {
        puzzle.undos_into(state, &mut |undo| {
            let mut parent = state.clone();
            puzzle.undo(&mut parent, undo);
            each(parent);
        });
    })
}

/// A plain search from `first`, on to the states that `next_to` generates.
fn searched<P: Ranked + Notation>(
    puzzle: &P,
    first: Vec<P::State>,
    next_to: impl Fn(&P::State, &mut dyn FnMut(P::State)),
) -> (Vec<u64>, HashSet<String>) {
    let mut distances = HashMap::new();
    let mut queue = first;
    distances.extend(queue.iter().map(|state| (state.clone(), 0)));
    let mut next = 0;
    while next < queue.len() {
        let (state, distance) = (queue[next].clone(), distances[&queue[next]]);
        next += 1;
        next_to(&state, &mut |near| {
            distances.entry(near.clone()).or_insert_with(|| {
                queue.push(near);
                distance + 1
            });
        });
    }
    // In a paired puzzle, states that are written alike are one position.
    let mut positions: HashMap<String, u32> = HashMap::new();
    for (state, &distance) in &distances {
        let name = if puzzle.is_paired() { puzzle.write(state) } else { puzzle.rank(state).to_string() };
        let nearest = positions.entry(name).or_insert(distance);
        *nearest = distance.min(*nearest);
    }
    let mut layers = Vec::new();
    for &distance in positions.values() {
        layers.resize(layers.len().max(distance as usize + 1), 0);
        layers[distance as usize] += 1;
    }
    let last = layers.len() as u32 - 1;
    (layers, positions.into_iter().filter(|(_, distance)| *distance == last).map(|(name, _)| name).collect())
}

fn agrees<P: Ranked + Notation>(puzzle: &P, from: Option<Vec<P::State>>, plain: &(Vec<u64>, HashSet<String>)) {
    let (layers, last) = plain;
    for method in METHODS {
        let limits = Limits::default();
        let task = MapOptions { from: from.clone(), ..task(method, usize::MAX) };
        let map = map(puzzle, &task, &mut Meter::new(&limits), &mut |_| ()).unwrap();
        assert_eq!((&map.layers, map.stopped), (layers, None), "{method:?} {}", puzzle.write_goal());
        assert_eq!(map.antipodes.len() as u64, layers[layers.len() - 1]);
        let name = |&rank: &u64| match puzzle.is_paired() {
            true => puzzle.write(&puzzle.unrank(rank)),
            false => rank.to_string(),
        };
        assert_eq!(&map.antipodes.iter().map(name).collect::<HashSet<_>>(), last);
        assert!(map.antipodes.is_sorted());
        assert_eq!(map.states(), layers.iter().sum::<u64>());
    }
}

struct Agreement;

impl Visitor for Agreement {
    type Output = bool;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> bool {
        if puzzle.ranks() > 800_000 {
            return false;
        }
        agrees(&puzzle, None, &plainly(&puzzle));
        // Forwards, from a state with a rank in the middle.
        let text = puzzle.write(&puzzle.unrank(puzzle.ranks() / 7 * 3));
        let from = puzzle.starts(&text).unwrap();
        let forwards = searched(&puzzle, from.clone(), |state, each| {
            for m in puzzle.moves(state).iter() {
                let mut child = state.clone();
                puzzle.apply(&mut child, m);
                each(child);
            }
        });
        agrees(&puzzle, Some(from), &forwards);
        true
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> bool {
        false
    }
}

#[test]
fn every_small_puzzle_of_the_catalogue_has_the_census_of_a_plain_search() {
    let mut number = 0;
    for id in examples() {
        number += usize::from(with_files(id, None, Agreement).unwrap_or_else(|error| panic!("{id}: {error}")));
    }
    assert!(number >= 14, "only {number} puzzles");
    for (id, goal) in [
        ("sliding:2x4", "1 2 x 3 4 5 6 7"),
        ("sliding:4x2", "7 x 1 2 3 6 5 4"),
        ("sliding:3x3", "8 7 6 5 x 4 3 2 1"),
        ("sliding:2x3", "5 4 3 x 2 1"),
        ("pancake:7", "3 1 4 7 5 2 6"),
        ("top-spin:8x4", "8 1 3 2 5 7 6 4"),
        ("top-spin:7x3:turns", "1 2 3 4 5 6 7"),
        ("top-spin:7x5", "1 2 3 4 5 7 6"),
        ("swap:2x3", "2 1 3 6 5 4"),
        ("swap:3x2", "1 2 3 4 5 6"),
        ("swap:1x5", "1 2 3 5 4"),
        ("swap:2x4", "8 7 6 5 4 3 2 1"),
        ("magic-board", "12348765"),
    ] {
        assert!(with_files(id, Some(goal), Agreement).unwrap_or_else(|error| panic!("{id}: {error}")), "{id}");
    }
}

/// Rolling cubes have many goal states; the distance table counts the states at each distance.
#[test]
fn many_goals_make_one_layer() {
    let cubes = RollingCubes::new(Tops::STANDARD);
    let limits = Limits::default();
    let table = loyd_core::table::distance::DistanceTable::build(&cubes, &mut Meter::new(&limits)).unwrap();
    let map = freely(&cubes, Method::Best);
    assert_eq!(map.layers, table.layers());
    let farthest: Vec<u64> = (0..cubes.ranks()).filter(|&rank| table.get(rank) == Some(map.diameter())).collect();
    assert_eq!(map.antipodes, farthest);
}

#[test]
fn one_thread_counts_what_two_count() {
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    for method in METHODS {
        let maps = [1, 2, 5].map(|threads| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let map = pool.install(|| freely(&stack, method));
            (map.layers, map.antipodes)
        });
        assert!(maps[0] == maps[1] && maps[1] == maps[2]);
    }
}

#[test]
fn some_of_the_antipodes_are_some_of_the_antipodes() {
    let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
    let limits = Limits::default();
    let meter = || Meter::new(&limits);
    for method in METHODS {
        let all = map(&swap, &task(method, 100), &mut meter(), &mut |_| ()).unwrap();
        let some = map(&swap, &task(method, 3), &mut meter(), &mut |_| ()).unwrap();
        assert_eq!((all.layers.len(), all.antipodes.len()), (13, 7));
        assert_eq!((&some.antipodes[..], some.are_first), (&all.antipodes[..3], true), "{method:?}");
    }
}

/// A task for fewer antipodes lists the first of them by rank, by any method; or the map reports that they are not the
/// first, where the last layer is too large to be listed.
#[test]
fn some_of_the_antipodes_are_the_first() {
    let limits = Limits::default();
    let drawn = |method, most| {
        let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        map(&stack, &task(method, most), &mut Meter::new(&limits), &mut |_| ()).unwrap()
    };
    for method in METHODS {
        let all = drawn(method, usize::MAX);
        // OEIS A092113: 5,804 stacks of nine need ten flips.
        assert_eq!((all.antipodes.len(), all.are_first), (5804, true));
        for most in [0, 1, 5, 100, 5803, 5804, 5805] {
            let some = drawn(method, most);
            assert!(some.are_first && some.antipodes == all.antipodes[..most.min(5804)], "{method:?} {most}");
        }
    }
    // 73,232 stacks of ten need eleven flips.
    let stack = Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).unwrap();
    let drawn = |method, most| map(&stack, &task(method, most), &mut Meter::new(&limits), &mut |_| ()).unwrap();
    let (all, some) = (drawn(Method::Blocks, usize::MAX), drawn(Method::Blocks, 5));
    assert_eq!((all.antipodes.len(), all.are_first, some.antipodes.len(), some.are_first), (73_232, true, 5, false));
    assert!(some.antipodes.iter().all(|rank| all.antipodes.binary_search(rank).is_ok()));
    let by_ranks = drawn(Method::Ranks, 5);
    assert_eq!((&by_ranks.antipodes[..], by_ranks.are_first), (&all.antipodes[..5], true));
}

#[test]
fn memory_is_announced_before_any_work() {
    let fruit = Sliding::<Nibbles>::rectangle(2, 5).unwrap();
    for method in METHODS {
        let needed = size(&fruit, method, false).bytes;
        let run = |bytes| {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let mut layers = 0;
            let map = map(&fruit, &task(method, 5), &mut Meter::new(&limits), &mut |_| layers += 1);
            (map.map(|map| map.stats.bytes), layers)
        };
        let (refused, layers) = run(needed - 1);
        assert!(matches!(refused, Err(Unmapped::Memory { needed: said }) if said == needed) && layers == 0);
        let (done, layers) = run(needed);
        assert_eq!((done.unwrap(), layers), (needed, 56));
    }
    // The map takes two bits a state, and little more.
    let twelve = Sliding::<Nibbles>::rectangle(3, 4).unwrap();
    assert!(size(&twelve, Method::Best, false).bytes < 239_500_800 / 4 + (9 << 20));
    // 16!/2 states (10 trillion) need more memory than any machine has, and nothing overflows.
    let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
    let limits = Limits { bytes: Some(1 << 30), ..Limits::default() };
    let refused = map(&fifteen, &task(Method::Best, 5), &mut Meter::new(&limits), &mut |_| ());
    assert!(matches!(refused, Err(Unmapped::Memory { needed }) if needed > 2_600_000_000_000));
}

/// The numbers of symmetries are counted by hand. On a board, symmetries fix the cell of the blank's goal. On a ring of
/// twelve pieces, they fix a set of four (every third), and on a ring of fourteen a set of six. On a grid, they fix a
/// set of pieces whose cells make a block.
#[test]
fn symmetries_are_found() {
    struct Symmetries;
    impl Visitor for Symmetries {
        type Output = u64;

        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> u64 {
            let MapSize { symmetries, bytes, .. } = size(&puzzle, Method::Symmetric, false);
            assert!(symmetries == 1 || bytes <= size(&puzzle, Method::Blocks, false).bytes + (9 << 20));
            let forwards = size(&puzzle, Method::Symmetric, true);
            assert_eq!(forwards.symmetries, 1);
            symmetries
        }

        fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> u64 {
            0
        }
    }
    for (id, goal, expected) in [
        ("8", None, 2),
        ("8", Some("1 2 3 4 x 5 6 7 8"), 8),
        ("sliding:3x4", None, 1),
        ("sliding:3x5", Some("1 2 3 4 5 6 7 x 8 9 10 11 12 13 14"), 4),
        ("sliding:2x5", Some("1 2 x 3 4 5 6 7 8 9"), 2),
        ("pancake:9", None, 1),
        ("top-spin:12x4", None, 8),
        ("top-spin:14x4", None, 4),
        ("swap:2x3", None, 2),
        ("swap:3x3", None, 8),
        ("swap:3x4", None, 4),
        ("magic-board", None, 1),
        // With ranks: the turns and reflections of a cube that keep an axis; of these, one besides the identity that
        // fixes a corner; and those of a corner of a tetrahedron.
        ("2x2x2", None, 16),
        ("2x2x2?moves=U,R,F", None, 2),
        ("pyraminx?omit=tips", None, 6),
        ("m24", None, 1),
    ] {
        assert_eq!(with_files(id, goal, Symmetries).unwrap(), expected, "{id} {goal:?}");
    }
}

/// A map by folded ranks has the layers and the antipodes of a map by all ranks.
#[test]
fn folded_ranks_stand_for_all_ranks() {
    struct Folded;
    impl Visitor for Folded {
        type Output = u64;

        fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> u64 {
            let (folded, whole) = (freely(&puzzle, Method::Symmetric), freely(&puzzle, Method::Ranks));
            assert_eq!((&folded.layers, &folded.antipodes), (&whole.layers, &whole.antipodes));
            assert!(folded.are_first);
            let Stats { expanded, generated, .. } = folded.stats;
            assert_eq!((expanded, generated), (whole.stats.expanded, whole.stats.generated), "nodes are states");
            let fold = puzzle.folded_ranks().unwrap();
            // Few numbers stand for the same states as another number.
            assert!(puzzle.ranks().div_ceil(fold.symmetries()) <= fold.numbers());
            assert!(fold.numbers() * fold.symmetries() < puzzle.ranks() * 3 / 2);
            folded.states()
        }

        fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> u64 {
            0
        }
    }
    for (id, states) in [
        ("2x2x2?moves=U,R,F", 3_674_160),
        ("pyraminx?omit=tips", 933_120),
        ("pyraminx?omit=tips&metric=quarter", 933_120),
        ("3x3x3?moves=U2,D2,F2,B2,R2,L2", 663_552),
        ("skewb", 3_149_280),
    ] {
        assert_eq!(with_definition(id, None, Folded).unwrap(), states, "{id}");
    }
}

/// The bytes that a map by blocks announces are at least the bytes that it holds.
#[test]
fn blocks_hold_no_more_than_they_announce() {
    fn law<P: Ranked>(puzzle: &P) {
        for method in [Method::Symmetric, Method::Blocks] {
            let (held, announced) = (held_by_blocks(puzzle, method, None).0, size(puzzle, method, false).bytes);
            assert!(held <= announced, "{held} are held and {announced} announced");
        }
    }
    law(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).unwrap());
    law(&Pancake::<Nibbles>::new(&[0, 1, 2, 3, 4]).unwrap());
    [(3, 3), (2, 5), (3, 4), (4, 3), (2, 3)]
        .iter()
        .for_each(|&(r, c)| law(&Sliding::<Nibbles>::rectangle(r, c).unwrap()));
    [(3, 3), (2, 5), (3, 2)].iter().for_each(|&(r, c)| law(&Swap::<Nibbles>::rectangle(r, c).unwrap()));
}

#[test]
fn who_stops_a_map_keeps_its_layers() {
    let fruit = Sliding::<Nibbles>::rectangle(2, 5).unwrap();
    for method in METHODS {
        let whole = freely(&fruit, method);
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(flag.clone()), ..Limits::default() };
        let mut heard = Vec::new();
        let stopped = map(&fruit, &task(method, 5), &mut Meter::new(&limits), &mut |layer| {
            heard.push(layer.states);
            flag.store(layer.depth == 20, Ordering::Relaxed);
        });
        let stopped = stopped.unwrap();
        assert_eq!((stopped.stopped, stopped.layers.len()), (Some(Stop::Cancelled), 21));
        assert_eq!((&stopped.layers[..], &heard[..]), (&whole.layers[..21], &whole.layers[..21]));
        assert!(stopped.antipodes.is_empty() && whole.antipodes.len() == 2);
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let few = map(&fruit, &task(method, 5), &mut Meter::new(&limits), &mut |_| ()).unwrap();
        assert_eq!(few.stopped, Some(Stop::Nodes));
        assert!((900..20_000).contains(&few.states()), "{}", few.states());
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let late = map(&fruit, &task(method, 5), &mut Meter::new(&limits), &mut |_| ()).unwrap();
        assert!(late.stopped == Some(Stop::Time) && late.layers.len() < 2);
    }
}

/// The blank of rolling cubes is in each of nine cells equally often, and the cells have 24 neighbours in all.
#[test]
fn moves_are_sampled_evenly() {
    let (cubes, exact) = moves(&RollingCubes::new(Tops::STANDARD));
    assert!((cubes - 24.0 / 9.0).abs() < 0.05 && !exact, "{cubes}");
    let eight = moves(&Sliding::<Nibbles>::rectangle(3, 3).unwrap());
    for ((mean, exact), expected) in [(eight, 24.0 / 9.0), (moves(&MagicBoard::standard()), 3.0)] {
        assert!((mean - expected).abs() < 1e-9 && exact, "{mean}");
    }
}
