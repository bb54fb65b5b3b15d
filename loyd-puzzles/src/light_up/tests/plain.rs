//! Boards as plain lists, the rules written out plainly, and a solver that shares no code with the one under test.

use std::collections::HashMap;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::light_up::bits::CellSet;
use crate::light_up::{LampBoard, LightUp, Site, board};

const WAYS: [(isize, isize); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// A board as a plain list of squares.
#[derive(Clone, Debug)]
pub struct Plain {
    pub rows: usize,
    pub columns: usize,
    pub sites: Vec<Site>,
}

impl Plain {
    pub fn read(text: &str) -> Self {
        let map = board::map(text).unwrap();
        Plain { rows: map.rows.into(), columns: map.columns.into(), sites: map.sites }
    }

    pub fn puzzle<B: CellSet>(&self) -> LightUp<B> {
        LightUp::new(LampBoard::new(self.rows as u8, self.columns as u8, |cell| self.sites[cell as usize]))
    }

    /// The squares that lie in one direction from a square.
    fn ray(&self, cell: usize, (down, right): (isize, isize)) -> impl Iterator<Item = usize> {
        let (row, column) = ((cell / self.columns) as isize, (cell % self.columns) as isize);
        let (rows, columns) = (0..self.rows as isize, 0..self.columns as isize);
        let steps = (1..).map(move |step| (row + step * down, column + step * right));
        let on = steps.take_while(move |(row, column)| rows.contains(row) && columns.contains(column));
        on.map(|(row, column)| row as usize * self.columns + column as usize)
    }

    /// Whether a square is lit by a lamp in it or in sight.
    fn is_lit(&self, cell: usize, lamps: &[bool]) -> bool {
        let sees = |way| self.ray(cell, way).take_while(|&at| self.sites[at] == Site::Free).any(|at| lamps[at]);
        lamps[cell] || WAYS.into_iter().any(sees)
    }

    /// The number of lamps beside a square.
    fn beside(&self, cell: usize, lamps: &[bool]) -> u8 {
        WAYS.into_iter().filter_map(|way| self.ray(cell, way).next()).filter(|&at| lamps[at]).count() as u8
    }

    /// Whether these lamps solve the board, by the rules written out plainly.
    pub fn solved_by(&self, lamps: &[bool]) -> bool {
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
                        !lamps[here] && beside.filter(|&cell| lamps[cell]).count() == usize::from(number)
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

    /// The fewest lamps and the number of ways, row by row. A front has for each column whether the cells back to the
    /// barrier hold a lamp or a dark cell, and the lamps that the last row's barriers still need from below.
    pub fn fewest(&self) -> Option<(u32, u64)> {
        let begin = Front { above: vec![NOTHING; self.columns], wanted: vec![-1; self.columns], lamps: 0 };
        let mut fronts = HashMap::from([(begin, (0, 1))]);
        for sites in self.sites.chunks(self.columns) {
            let mut next = HashMap::new();
            for (front, (lamps, ways)) in &fronts {
                for placed in 0..1u32 << self.columns {
                    if let Some(then) = front.then(sites, placed) {
                        add(&mut next, then, lamps + placed.count_ones(), *ways);
                    }
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

const NOTHING: u8 = 0;
const DARK: u8 = 1;
const LAMP: u8 = 2;

/// The facts about the rows above that the next row needs.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Front {
    /// For each column, the contents of the cells back to the last barrier: a lamp, or a dark cell, or neither.
    above: Vec<u8>,
    /// The lamps that the barriers of the last row still need, all from below; -1 for squares without a number.
    wanted: Vec<i8>,
    /// The lamps of the last row.
    lamps: u32,
}

impl Front {
    /// The front after one more row; `None` if lamps must not be placed so.
    fn then(&self, sites: &[Site], placed: u32) -> Option<Front> {
        let has = |column: usize| placed >> column & 1 == 1;
        let mut then = Front { lamps: placed, ..self.clone() };
        let mut begin = 0;
        for end in 0..=sites.len() {
            if sites.get(end) == Some(&Site::Free) {
                continue;
            }
            let lit = (begin..end).filter(|&column| has(column)).count();
            if lit > 1 {
                return None;
            }
            for column in begin..end {
                match (has(column), self.above[column]) {
                    (true, LAMP) => return None,
                    (true, _) => then.above[column] = LAMP,
                    (false, NOTHING) if lit == 0 => then.above[column] = DARK,
                    (false, _) => {}
                }
            }
            if end < sites.len() {
                if has(end) || self.above[end] == DARK {
                    return None;
                }
                then.above[end] = NOTHING;
            }
            begin = end + 1;
        }
        for (column, site) in sites.iter().enumerate() {
            if self.wanted[column] >= 0 && self.wanted[column] != i8::from(has(column)) {
                return None;
            }
            then.wanted[column] = -1;
            if let Site::Number(number) = site {
                let left = column > 0 && has(column - 1);
                let right = column + 1 < sites.len() && has(column + 1);
                let beside = i8::from(left) + i8::from(right) + (self.lamps >> column & 1) as i8;
                then.wanted[column] = *number as i8 - beside;
                if then.wanted[column] < 0 {
                    return None;
                }
            }
        }
        Some(then)
    }
}

/// Keeps the fewest lamps of each front, and the number of ways to place them.
pub fn add<K: std::hash::Hash + Eq>(fronts: &mut HashMap<K, (u32, u64)>, front: K, lamps: u32, ways: u64) {
    let kept = fronts.entry(front).or_insert((lamps, 0));
    if lamps < kept.0 {
        *kept = (lamps, 0);
    }
    if lamps == kept.0 {
        kept.1 += ways;
    }
}

/// A board of random size, up to `most` by `most`, without barriers or with few or many. Their numbers count some
/// lamps, or are arbitrary.
pub fn random_board(random: &mut ChaCha8Rng, most: usize) -> Plain {
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
        // Places lamps at random until every cell is lit.
        let mut lamps = vec![false; cells];
        order.shuffle(random);
        for &cell in &order {
            lamps[cell] = plain.sites[cell] == Site::Free && !plain.is_lit(cell, &lamps);
        }
        for cell in 0..cells {
            if plain.sites[cell] == Site::Barrier && random.random_range(0..100) < share {
                let arbitrary = kind == 2 && random.random_range(0..4) == 0;
                let number = if arbitrary { random.random_range(0..5) } else { plain.beside(cell, &lamps) };
                plain.sites[cell] = Site::Number(number);
            }
        }
    }
    plain
}
