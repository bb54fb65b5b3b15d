//! IDA* with the Manhattan distance through the ordinary contract, against a loop written by hand for the 4x4 board, in turns in
//! one process: `cargo bench --bench ida_star`. Lengths and node counts are checked against R. E. Korf, Artificial Intelligence 27
//! (1985), Table 1.

use std::time::Instant;

use loyd::cells::Nibbles;
use loyd::limits::{Limits, Meter};
use loyd::puzzle::{BoundVisitor, Bounded, Heuristic, Notation};
use loyd::puzzles::sliding::Sliding;
use loyd::search::{Outcome, ida_star};

type Fifteen = Sliding<Nibbles>;

/// Number, tiles (0 is the blank; goal with the blank first), length, nodes generated.
const INSTANCES: [(u32, [u8; 16], u32, u64); 2] = [
    (12, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45, 546_344),
    (1, [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57, 276_361_933),
];

/// The reference: everything known beforehand, nothing general.
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

/// Through the contract; returns length and nodes generated.
struct Contract<'a>(&'a Fifteen, &'a str);

impl BoundVisitor<Fifteen> for Contract<'_> {
    type Output = (u32, u64);

    fn visit<H: Heuristic<Fifteen>>(self, manhattan: H) -> (u32, u64) {
        let starts = self.0.starts(self.1).unwrap();
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let outcome = ida_star::solve(self.0, &manhattan, &starts, ida_star::Prune::Back, &mut meter);
        let Outcome::Solved(found) = outcome else { panic!("Korf's instances are solvable") };
        (found.moves.len() as u32, meter.finish().generated)
    }
}

fn main() {
    let blank_first: [u8; 16] = std::array::from_fn(|cell| cell as u8);
    let fifteen = Fifteen::rectangle(4, 4).and_then(|fifteen| fifteen.with_goal(&blank_first)).expect("a 15-puzzle");
    println!("instance  million nodes/s: by hand, through the contract; ratio (medians of pairs)");
    for (number, tiles, length, nodes) in INSTANCES {
        let text = tiles.map(|tile| tile.to_string()).join(" ");
        let rounds = if nodes < 1_000_000 { 41 } else { 7 };
        let mut pairs: Vec<(f64, f64)> = (0..rounds)
            .map(|_| {
                let begin = Instant::now();
                let mut hand = Hand::new(tiles);
                assert_eq!((hand.solve(), hand.generated), (length, nodes));
                let by_hand = begin.elapsed().as_secs_f64();
                let begin = Instant::now();
                assert_eq!(fifteen.with_bound("manhattan", Contract(&fifteen, &text)), Some((length, nodes)));
                (by_hand, begin.elapsed().as_secs_f64())
            })
            .collect();
        pairs.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
        let (by_hand, contract) = pairs[rounds / 2];
        let rate = |seconds: f64| nodes as f64 / seconds / 1e6;
        println!("{number:>8}  {:.0}  {:.0}  {:.3}", rate(by_hand), rate(contract), by_hand / contract);
    }
}
