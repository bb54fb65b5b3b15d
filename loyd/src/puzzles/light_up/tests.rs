//! An independent solver, and everything above against it.

use std::collections::HashMap;
use std::ops::ControlFlow;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::bits::Bits;
use super::bound::{Apart, Shares};
use super::*;
use crate::puzzle::{Heuristic, Notation, UNREACHABLE};
use crate::search::ida_star::{self, Prune};
use crate::search::{Limits, Meter, Outcome};

/// A board as a plain list of squares.
#[derive(Clone, Debug)]
struct Plain {
    rows: usize,
    columns: usize,
    sites: Vec<Site>,
}

impl Plain {
    fn read(text: &str) -> Self {
        let map = board::map(text).unwrap();
        Plain { rows: map.rows.into(), columns: map.columns.into(), sites: map.sites }
    }

    fn puzzle<B: Bits>(&self) -> LightUp<B> {
        LightUp::new(Board::new(self.rows as u8, self.columns as u8, |cell| self.sites[cell as usize]))
    }

    /// The rules in so many words: whether these lamps solve the board.
    fn solved_by(&self, lamps: &[bool]) -> bool {
        let at = |row: isize, column: isize| {
            let on = (0..self.rows as isize).contains(&row) && (0..self.columns as isize).contains(&column);
            on.then(|| (row * self.columns as isize + column) as usize)
        };
        let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        (0..self.rows as isize).all(|row| {
            (0..self.columns as isize).all(|column| {
                let here = at(row, column).unwrap();
                match self.sites[here] {
                    Site::Barrier => !lamps[here],
                    Site::Number(number) => {
                        let beside = ways.iter().filter_map(|(down, right)| at(row + down, column + right));
                        !lamps[here] && beside.filter(|&cell| lamps[cell]).count() == number.into()
                    }
                    Site::Free => {
                        let seen = ways.iter().filter(|(down, right)| {
                            let line = (1..).map_while(|step| at(row + step * down, column + step * right));
                            line.take_while(|&cell| self.sites[cell] == Site::Free).any(|cell| lamps[cell])
                        });
                        (seen.count() > 0) != lamps[here]
                    }
                }
            })
        })
    }

    /// The fewest lamps and the number of ways, row by row: for each column whether the cells above, back to the barrier, hold a lamp
    /// or one that is still dark, and what the barriers of the last row still want from below.
    fn fewest(&self) -> Option<(u32, u64)> {
        #[derive(Clone, PartialEq, Eq, Hash)]
        struct Front {
            above: Vec<u8>,
            wanted: Vec<i8>,
            lamps: u32,
        }
        const NOTHING: u8 = 0;
        const DARK: u8 = 1;
        const LAMP: u8 = 2;
        let columns = self.columns;
        let begin = Front { above: vec![NOTHING; columns], wanted: vec![0; columns], lamps: 0 };
        let mut fronts = HashMap::from([(begin, (0u32, 1u64))]);
        for row in 0..self.rows {
            let sites = &self.sites[row * columns..][..columns];
            let mut next = HashMap::new();
            for (front, (lamps, ways)) in &fronts {
                'placements: for placed in 0..1u32 << columns {
                    let has = |column: usize| placed >> column & 1 == 1;
                    let mut then = front.clone();
                    then.lamps = placed;
                    let mut begin = 0;
                    for column in 0..=columns {
                        if column < columns && sites[column] == Site::Free {
                            continue;
                        }
                        let lit = (begin..column).filter(|&cell| has(cell)).count();
                        if lit > 1 {
                            continue 'placements;
                        }
                        for cell in begin..column {
                            match (has(cell), front.above[cell]) {
                                (true, LAMP) => continue 'placements,
                                (true, _) => then.above[cell] = LAMP,
                                (false, LAMP) => {}
                                (false, _) if lit == 0 => then.above[cell] = DARK,
                                (false, _) => {}
                            }
                        }
                        if column < columns {
                            if has(column) || front.above[column] == DARK {
                                continue 'placements;
                            }
                            then.above[column] = NOTHING;
                        }
                        begin = column + 1;
                    }
                    for column in 0..columns {
                        if front.wanted[column] >= 0
                            && row > 0
                            && self.sites[(row - 1) * columns + column] != Site::Free
                            && front.wanted[column] != i8::from(has(column))
                        {
                            continue 'placements;
                        }
                        then.wanted[column] = -1;
                        if let Site::Number(number) = sites[column] {
                            let left = column > 0 && has(column - 1);
                            let right = column + 1 < columns && has(column + 1);
                            let beside = i8::from(left) + i8::from(right) + (front.lamps >> column & 1) as i8;
                            then.wanted[column] = number as i8 - beside;
                            if then.wanted[column] < 0 {
                                continue 'placements;
                            }
                        }
                    }
                    add(&mut next, then, lamps + placed.count_ones(), *ways);
                }
            }
            fronts = next;
        }
        let mut best = HashMap::new();
        for (front, (lamps, ways)) in fronts {
            if front.wanted.iter().all(|&wanted| wanted <= 0) && !front.above.contains(&DARK) {
                add(&mut best, (), lamps, ways);
            }
        }
        best.remove(&())
    }
}

/// Keeps the fewest lamps of each front, and in how many ways.
fn add<K: std::hash::Hash + Eq>(fronts: &mut HashMap<K, (u32, u64)>, front: K, lamps: u32, ways: u64) {
    let kept = fronts.entry(front).or_insert((lamps, 0));
    if lamps < kept.0 {
        *kept = (lamps, 0);
    }
    if lamps == kept.0 {
        kept.1 += ways;
    }
}

/// A board of random size, up to `most` by `most`, with from no to many barriers; their numbers are those of some lamps, or any.
fn random_board(random: &mut ChaCha8Rng, most: usize) -> Plain {
    let (rows, columns) = (random.random_range(1..=most), random.random_range(1..=most));
    let cells = rows * columns;
    let mut order: Vec<usize> = (0..cells).collect();
    order.shuffle(random);
    let barriers = match random.random_range(0..4) {
        0 => 0,
        1 => random.random_range(0..=cells),
        _ => random.random_range(0..=cells / 3),
    };
    let mut plain = Plain { rows, columns, sites: vec![Site::Free; cells] };
    for &cell in &order[..barriers] {
        plain.sites[cell] = Site::Barrier;
    }
    let kind = random.random_range(0..3);
    let share = random.random_range(0..=100);
    if kind > 0 {
        let puzzle: LightUp<u64> = plain.puzzle();
        // Lamps at random until all is lit.
        let mut lamps = 0u64;
        order.shuffle(random);
        for &cell in &order {
            if puzzle.state(lamps, 0).open.has(cell as u8) {
                lamps |= 1 << cell;
            }
        }
        let around = puzzle.board.around(lamps);
        for cell in 0..cells {
            if plain.sites[cell] == Site::Barrier && random.random_range(0..100) < share {
                let arbitrary = kind == 2 && random.random_range(0..4) == 0;
                let number = if arbitrary { random.random_range(0..5) } else { around.get(cell as u8) };
                plain.sites[cell] = Site::Number(number);
            }
        }
    }
    plain
}

fn solve<B: Bits, H: Heuristic<LightUp<B>>>(puzzle: &LightUp<B>, heuristic: &H) -> (Option<u32>, u64) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let outcome = ida_star::solve(puzzle, heuristic, &[puzzle.start()], Prune::Follow, &mut meter);
    let length = match outcome {
        Outcome::Solved(found) => {
            let mut state = found.start;
            for &lamp in &found.moves {
                assert!(puzzle.moves(&state).iter().any(|legal| legal == lamp));
                puzzle.apply(&mut state, lamp);
            }
            assert!(puzzle.is_goal(&state));
            Some(found.moves.len() as u32)
        }
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped { .. } => panic!("there were no limits"),
    };
    (length, meter.stats.generated)
}

#[test]
fn the_row_by_row_solver_agrees_with_the_rules() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut solvable = 0;
    for _ in 0..150 {
        let plain = random_board(&mut random, 4);
        let cells = plain.sites.len();
        let mut best = HashMap::new();
        for set in 0..1u32 << cells {
            let lamps: Vec<bool> = (0..cells).map(|cell| set >> cell & 1 == 1).collect();
            if plain.solved_by(&lamps) {
                add(&mut best, (), set.count_ones(), 1);
            }
        }
        assert_eq!(plain.fewest(), best.remove(&()), "{plain:?}");
        solvable += u32::from(plain.fewest().is_some());
    }
    assert!((50..150).contains(&solvable), "boards of both kinds: {solvable}");
}

#[test]
fn deepening_finds_the_fewest_lamps() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let (mut generated, mut greatest) = (0, 0);
    let boards: Vec<Plain> = (0..1000).map(|_| random_board(&mut random, 7)).collect();
    let began = std::time::Instant::now();
    let answers: Vec<_> = boards.iter().map(|plain| solve::<u64, _>(&plain.puzzle(), &Shares)).collect();
    println!("{:?}", began.elapsed());
    for (plain, (length, nodes)) in boards.iter().zip(answers) {
        assert_eq!(length, plain.fewest().map(|(lamps, _)| lamps), "{plain:?}");
        generated += nodes;
        greatest = greatest.max(nodes);
    }
    println!("{generated} {greatest}");
}

#[test]
fn hard() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for barriers in (0..=24).step_by(2) {
        let boards: Vec<Plain> = (0..200).map(|_| {
            let mut order: Vec<usize> = (0..49).collect();
            order.shuffle(&mut random);
            let mut plain = Plain { rows: 7, columns: 7, sites: vec![Site::Free; 49] };
            for &cell in &order[..barriers] { plain.sites[cell] = Site::Barrier; }
            plain
        }).collect();
        let began = std::time::Instant::now();
        let answers: Vec<_> = boards.iter().map(|plain| solve::<u64, _>(&plain.puzzle(), &Shares)).collect();
        let t = began.elapsed();
        let gap: u32 = boards.iter().zip(&answers).map(|(b, a)| { let p = b.puzzle::<u64>(); a.0.unwrap_or(99) - Shares.bound(&Shares.memo(&p, &p.start())) }).sum();
        println!("{barriers}: {t:?} nodes {} max {} gap {}", answers.iter().map(|a| a.1).sum::<u64>(), answers.iter().map(|a| a.1).max().unwrap(), gap as f64 / 200.);
    }
}
