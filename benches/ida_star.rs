//! IDA* with the Manhattan distance beside a loop that is written by hand for the 4x4 board, in turns in one process:
//! by the recursion that all puzzles and bounds share, by straight-line code, and by straight-line code on two threads.
//! `cargo bench -p loyd-benches --bench ida_star`. Lengths are checked against R. E. Korf, Artificial Intelligence 27
//! (1985), Table 1. On one thread the node counts are checked, too.

use std::time::Instant;

use loyd_core::cells::Nibbles;
use loyd_core::limits::{Limits, Meter};
use loyd_core::search::ida_star::{PlainBound, Walker};
use loyd_core::search::{Outcome, ida_star};
use loyd_puzzles::sliding::{Sliding, bounds::Manhattan};

type Fifteen = Sliding<Nibbles>;

/// Number, tiles (0 is the blank; the goal has the blank first), length, and nodes generated of each instance.
const INSTANCES: [(u32, [u8; 16], u32, u64); 2] = [
    (12, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45, 546_344),
    (1, [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57, 276_361_933),
];

/// The reference: all tables are computed beforehand, for this puzzle only.
struct Hand {
    distance: [[u8; 16]; 16],
    neighbours: [[u8; 4]; 16],
    degree: [u8; 16],
    tiles: [u8; 16],
    generated: u64,
}

impl Hand {
    fn new(tiles: [u8; 16]) -> Self {
        let mut hand = Hand { distance: [[0; 16]; 16], neighbours: [[0; 4]; 16], degree: [0; 16], tiles, generated: 1 };
        for cell in 0..16u8 {
            let (row, column) = (cell / 4, cell % 4);
            for tile in 1..16u8 {
                hand.distance[tile as usize][cell as usize] = (tile / 4).abs_diff(row) + (tile % 4).abs_diff(column);
            }
            let around = [(row > 0, -4), (column > 0, -1), (column < 3, 1), (row < 3, 4)];
            for (_, step) in around.iter().filter(|(there, _)| *there) {
                let degree = &mut hand.degree[cell as usize];
                hand.neighbours[cell as usize][*degree as usize] = (cell as i8 + step) as u8;
                *degree += 1;
            }
        }
        hand
    }

    fn solve(&mut self) -> u32 {
        let blank = self.tiles.iter().position(|&tile| tile == 0).unwrap();
        let cells = self.tiles.iter().enumerate();
        let start: u32 = cells.map(|(cell, &tile)| u32::from(self.distance[tile as usize][cell])).sum();
        let tiles = self.tiles;
        let mut bound = start;
        while !self.below(blank, usize::MAX, start, bound) {
            bound += 2;
            self.tiles = tiles;
        }
        bound
    }

    fn below(&mut self, blank: usize, before: usize, low: u32, left: u32) -> bool {
        for way in 0..self.degree[blank] as usize {
            let cell = self.neighbours[blank][way] as usize;
            if cell == before {
                continue;
            }
            self.generated += 1;
            let tile = self.tiles[cell] as usize;
            let ahead = low + u32::from(self.distance[tile][blank]) - u32::from(self.distance[tile][cell]);
            if ahead >= left {
                continue;
            }
            if ahead == 0 {
                return true;
            }
            self.tiles[blank] = tile as u8;
            if self.below(cell, blank, ahead, left - 1) {
                return true;
            }
            self.tiles[cell] = tile as u8;
        }
        false
    }
}

/// Calls `does` with the walker of the puzzle for Manhattan, which expands states without branches.
fn branch_free(fifteen: &Fifteen, does: &dyn Fn(&dyn Walker<Fifteen>) -> u64) -> u64 {
    ida_star::with_bound(fifteen, "manhattan", |walker| does(walker)).expect("the 15-puzzle has it")
}

/// Returns the length and the nodes generated.
fn solve(fifteen: &Fifteen, walker: &dyn Walker<Fifteen>, tiles: &[u8; 16], threads: usize) -> (u32, u64) {
    let start = fifteen.state(tiles).expect("sixteen pieces");
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let settings = ida_star::SearchSettings { threads, ..ida_star::SearchSettings::default() };
    let outcome = ida_star::solve_with(fifteen, walker, &[start], &settings, &mut meter);
    let Outcome::Solved(found) = outcome else { panic!("Korf's instances are solvable") };
    (found.moves.len() as u32, meter.finish().generated)
}

/// Measures the rate in million nodes a second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let begin = Instant::now();
    let nodes = work();
    nodes as f64 / begin.elapsed().as_secs_f64() / 1e6
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn main() {
    let blank_first: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    let fifteen = Fifteen::rectangle(4, 4).and_then(|fifteen| fifteen.with_goal(&blank_first)).expect("a 15-puzzle");
    println!("million nodes generated a second, and as multiples of the loop by hand (medians of rounds)");
    println!("instance  by hand  recursion        straight line    on two threads");
    for (number, tiles, length, nodes) in INSTANCES {
        let counted = |(found, generated): (u32, u64), threads: usize| {
            assert!(found == length && (generated == nodes || threads > 1));
            generated
        };
        let rounds = if nodes < 1_000_000 { 41 } else { 7 };
        let rates: Vec<[f64; 4]> = (0..rounds)
            .map(|_| {
                let by_hand = || {
                    let mut hand = Hand::new(tiles);
                    counted((hand.solve(), hand.generated), 1)
                };
                [
                    rate(by_hand),
                    rate(|| counted(solve(&fifteen, &PlainBound(Manhattan), &tiles, 1), 1)),
                    rate(|| branch_free(&fifteen, &|walker| counted(solve(&fifteen, walker, &tiles, 1), 1))),
                    rate(|| branch_free(&fifteen, &|walker| counted(solve(&fifteen, walker, &tiles, 2), 2))),
                ]
            })
            .collect();
        print!("{number:>8}  {:>7.0}", median(rates.iter().map(|rates| rates[0]).collect()));
        for which in 1..4 {
            let of =
                |value: fn(&[f64; 4], usize) -> f64| median(rates.iter().map(|rates| value(rates, which)).collect());
            let (rate, ratio) = (of(|rates, which| rates[which]), of(|rates, which| rates[which] / rates[0]));
            print!("  {rate:>5.0} ({ratio:.2})    ");
        }
        println!();
    }
}
