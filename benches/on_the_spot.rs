//! Shortest and cheapest paths from closures, without a trait: breadth-first search, A* and Dijkstra's algorithm beside
//! the crate `pathfinding` on the same 8-puzzle. All answers are checked: `cargo bench -p loyd-benches --bench
//! on_the_spot`.

use criterion::{Criterion, criterion_group, criterion_main};
use loyd::search::{Limits, cheapest, shortest, shortest_with_bound};
use pathfinding::prelude::{astar, bfs, dijkstra};

/// A board: the tile in each cell, 0 for the blank.
type Board = [u8; 9];

const GOAL: Board = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// One of the two positions that are 31 moves from the goal (A. Reinefeld, IJCAI 1993).
const FARTHEST: Board = [8, 6, 7, 2, 5, 4, 3, 0, 1];

fn successors(board: &Board) -> impl Iterator<Item = Board> + use<> {
    let board = *board;
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let (row, column) = (blank / 3, blank % 3);
    let near = [
        (row > 0).then(|| blank - 3),
        (row < 2).then(|| blank + 3),
        (column > 0).then(|| blank - 1),
        (column < 2).then(|| blank + 1),
    ];
    near.into_iter().flatten().map(move |cell| {
        let mut child = board;
        child.swap(blank, cell);
        child
    })
}

fn manhattan(board: &Board) -> u32 {
    let distance = |(cell, &tile): (usize, &u8)| match usize::from(tile) {
        0 => 0,
        tile => (cell / 3).abs_diff((tile - 1) / 3) + (cell % 3).abs_diff((tile - 1) % 3),
    };
    board.iter().enumerate().map(distance).sum::<usize>() as u32
}

fn searches(criterion: &mut Criterion) {
    let is_goal = |board: &Board| *board == GOAL;
    let mut group = criterion.benchmark_group("8-puzzle of 31 moves");
    group.sample_size(10);
    group.bench_function("shortest", |bench| {
        bench.iter(|| assert_eq!(shortest(FARTHEST, successors, is_goal).unwrap().len(), 32));
    });
    group.bench_function("pathfinding bfs", |bench| {
        bench.iter(|| assert_eq!(bfs(&FARTHEST, successors, is_goal).unwrap().len(), 32));
    });
    group.bench_function("shortest_with_bound", |bench| {
        bench.iter(|| assert_eq!(shortest_with_bound(FARTHEST, successors, manhattan, is_goal).unwrap().len(), 32));
    });
    group.bench_function("pathfinding astar", |bench| {
        let with_cost = |board: &Board| successors(board).map(|child| (child, 1));
        bench.iter(|| assert_eq!(astar(&FARTHEST, with_cost, manhattan, is_goal).unwrap().1, 31));
    });
    // A move costs 1 and the number of the tile.
    let weighted = |board: &Board| {
        let before = *board;
        successors(board).map(move |child| {
            let cell = child.iter().position(|&tile| tile == 0).expect("a blank");
            (child, 1 + u32::from(before[cell]))
        })
    };
    group.bench_function("cheapest", |bench| {
        let limits = Limits::default();
        bench.iter(|| {
            let path = cheapest(&limits, FARTHEST, weighted, |_| 0, is_goal).expect("no limit");
            assert_eq!(path.unwrap().1, 167);
        });
    });
    group.bench_function("pathfinding dijkstra", |bench| {
        bench.iter(|| assert_eq!(dijkstra(&FARTHEST, weighted, is_goal).unwrap().1, 167));
    });
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
