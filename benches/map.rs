//! Counts whole spaces by the map, by the map without symmetries, by the map over ranks, and by a plain search with a
//! queue and a bit for each state, which is the reference. Each census is checked. `LOYD_LARGE=1` adds the spaces with
//! hundreds of millions of states.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};

use loyd::catalogue::with_puzzle;
use loyd_core::family::Visitor;
use loyd_core::heuristic::Bounded;
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::{Notation, Ranked};
use loyd_core::table::map::{self, MapOptions, Method};

/// The method of counting.
#[derive(Clone, Copy)]
enum By {
    Map(Method),
    Queue,
}

struct Count(By);

impl Visitor for Count {
    type Output = Vec<u64>;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> Vec<u64> {
        match self.0 {
            By::Map(method) => {
                let limits = Limits::default();
                map::map(
                    &puzzle,
                    &MapOptions { method, ..MapOptions::default() },
                    &mut Meter::new(&limits),
                    &mut |_| (),
                )
                .expect("fits")
                .layers
            }
            By::Queue => queue(&puzzle),
        }
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> Vec<u64> {
        panic!("the states are not numbered")
    }
}

/// The mean number of moves of a state.
struct Moves;

impl Visitor for Moves {
    type Output = f64;

    fn ranked<P: Ranked + Bounded + Notation + 'static>(self, puzzle: P) -> f64 {
        map::moves(&puzzle).0
    }

    fn unranked<P: Bounded + Notation + 'static>(self, _: P) -> f64 {
        panic!("the states are not numbered")
    }
}

/// Plain breadth-first search on one thread: ranks in a queue, and a bit for each rank that was met.
fn queue<P: Ranked>(puzzle: &P) -> Vec<u64> {
    let mut met = vec![0u64; puzzle.ranks().div_ceil(64) as usize];
    let mut is_new = |rank: u64| {
        let (word, bit) = (&mut met[(rank / 64) as usize], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    };
    let mut layer: Vec<u64> = puzzle.goals().expect("listed").iter().map(|goal| puzzle.rank(goal)).collect();
    layer.retain(|&rank| is_new(rank));
    let mut layers = Vec::new();
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut next = Vec::new();
        for rank in layer {
            puzzle.predecessors(rank, &mut |parent| {
                if is_new(parent) {
                    next.push(parent);
                }
            });
        }
        layer = next;
    }
    layers
}

/// Puzzles with the number of states, the diameter, and the number of states in the last layer, from published
/// diameters and the project's own censuses.
const SPACES: [(&str, u64, usize, u64); 5] = [
    ("sliding:2x5", 1_814_400, 55, 2),
    ("pancake:10", 3_628_800, 11, 73_232),
    ("top-spin:10x4", 1_814_400, 10, 10),
    ("magic-board", 40_320, 22, 5),
    ("rolling-cubes", 15_116_544, 35, 1024),
];
const LARGE: [(&str, u64, usize, u64); 3] = [
    ("sliding:3x4", 239_500_800, 53, 18),
    ("pancake:12", 479_001_600, 14, 167),
    ("top-spin:12x4", 239_500_800, 13, 24),
];

fn count(id: &str, goal: Option<&str>, by: By) -> Vec<u64> {
    with_puzzle(id, goal, Count(by)).expect("a puzzle")
}

/// Sliding tiles are counted from the goal with the blank first, as in publications.
fn goal(id: &str) -> Option<&'static str> {
    match id {
        "sliding:2x5" => Some("x 1 2 3 4 5 6 7 8 9"),
        "sliding:3x4" => Some("x 1 2 3 4 5 6 7 8 9 10 11"),
        _ => None,
    }
}

fn maps(criterion: &mut Criterion) {
    let large = std::env::var_os("LOYD_LARGE").is_some();
    let spaces = SPACES.iter().chain(LARGE.iter().filter(|_| large));
    for &(id, states, diameter, farthest) in spaces {
        let mut times = Vec::new();
        let moves = with_puzzle(id, goal(id), Moves).expect("a puzzle");
        for by in [By::Queue, By::Map(Method::Ranks), By::Map(Method::Blocks), By::Map(Method::Best)] {
            let began = Instant::now();
            let layers = count(id, goal(id), by);
            times.push(began.elapsed());
            assert_eq!(
                (layers.iter().sum::<u64>(), layers.len() - 1, layers[diameter]),
                (states, diameter, farthest),
                "{id}"
            );
        }
        let ratio = |time: Duration| times[0].as_secs_f64() / time.as_secs_f64();
        println!(
            "{id}: queue {:.3} s; by ranks {:.1} times as fast ({:.1} M moves/s), by all blocks {:.1}; map {:.3} s, \
             {:.1} times as fast, {:.1} M states/s",
            times[0].as_secs_f64(),
            ratio(times[1]),
            states as f64 * moves / times[1].as_secs_f64() / 1e6,
            ratio(times[2]),
            times[3].as_secs_f64(),
            ratio(times[3]),
            states as f64 / times[3].as_secs_f64() / 1e6
        );
    }
    let mut group = criterion.benchmark_group("map");
    group.sample_size(10);
    for (id, ..) in SPACES {
        group.bench_function(id, |bencher| bencher.iter(|| black_box(count(id, goal(id), By::Map(Method::Best)))));
    }
    group.finish();
}

criterion_group!(benches, maps);
criterion_main!(benches);
