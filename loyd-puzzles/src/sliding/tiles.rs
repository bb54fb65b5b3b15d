//! Patterns: some tiles of a board, with the others forgotten. The distances of patterns may be added, because each
//! counts the moves of its own tiles only.
//!
//! A state is the cells of these tiles, and the part of the other cells that contains the blank. The blank moves within
//! its part at no cost, because it moves forgotten tiles; an exchange with a tile of the pattern costs a move. So
//! states with the blank in different parts are distinguished, unlike in a search that forgets the blank (A. Felner, R.
//! E. Korf and S. Hanan, Additive pattern database heuristics, Journal of Artificial Intelligence Research 22, 2004).

use std::sync::OnceLock;

use super::board::Board;
use loyd_core::exact::exact;
use loyd_core::puzzle::pattern::{BlockStep, Blocked, Name, PatternOrder};
use loyd_core::rank::placement::{MOST_CELLS, MOST_PIECES, PlacementShift, Placements};

/// Some tiles of a board, named by their goal cells, and the goal cell of the blank.
#[derive(Clone, Debug)]
pub struct Tiles {
    board: Board,
    /// Made on first use, because the name of a table does not need the placements.
    placements: OnceLock<Placements>,
    /// The goal cells of the tiles, ascending.
    homes: Vec<u8>,
    /// The goal cell of the blank.
    blank: u8,
    order: PatternOrder,
    neighbours: [u64; MOST_CELLS],
    /// The number of steps of each tile from each cell to its goal cell.
    distances: Vec<Vec<u8>>,
}

/// The lowest cell of a set that is not empty.
fn lowest(set: u64) -> u64 {
    set & set.wrapping_neg()
}

impl Tiles {
    /// Makes the pattern of the tiles whose goal cells are `homes`, with the blank's goal cell and the order of the
    /// table. `None` if there are more cells or tiles than can be [numbered](Placements::new), or if a home is
    /// repeated, is the blank's goal cell, or is not on the board.
    pub fn new(board: &Board, homes: &[u8], blank: u8, order: PatternOrder) -> Option<Self> {
        if !(1..=MOST_PIECES).contains(&homes.len()) || board.cells() > MOST_CELLS {
            return None;
        }
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let once = homes.windows(2).all(|pair| pair[0] < pair[1]);
        let on_board = homes.last().is_none_or(|&last| usize::from(last) < board.cells());
        if !once || !on_board || homes.contains(&blank) || usize::from(blank) >= board.cells() {
            return None;
        }
        let mut neighbours = [0; MOST_CELLS];
        for (cell, neighbours) in neighbours.iter_mut().enumerate().take(board.cells()) {
            *neighbours = board.neighbours(exact::<u8>(cell)).iter().fold(0, |set, &cell| set | 1 << cell);
        }
        let from = |&home: &u8| board.distances(home).into_iter().map(Option::unwrap_or_default).collect();
        let distances = homes.iter().map(from).collect();
        Some(Tiles { board: board.clone(), placements: OnceLock::new(), homes, blank, order, neighbours, distances })
    }

    /// The goal cell of the blank.
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells that are not in a set.
    fn rest(&self, set: u64) -> u64 {
        !set & (u64::MAX >> (64 - self.board.cells()))
    }

    /// The cells that can be reached from the cells `from` without leaving `within`.
    fn reached(&self, from: u64, within: u64) -> u64 {
        let (mut reached, mut new) = (from, from);
        while new != 0 {
            let mut around = 0;
            while new != 0 {
                around |= self.neighbours[new.trailing_zeros() as usize];
                new &= new - 1;
            }
            new = around & within & !reached;
            reached |= new;
        }
        reached
    }

    /// The number of the part of the cells outside a set that contains `cell`. Parts are ordered by their lowest cells.
    fn part_of(&self, set: u64, cell: u64) -> usize {
        let rest = self.rest(set);
        let part = self.reached(cell, rest);
        let mut before = rest & !part & (lowest(part) - 1);
        let mut number = 0;
        while before != 0 {
            let other = self.reached(lowest(before), rest);
            before &= !other;
            number += 1;
        }
        number
    }
}

impl Blocked for Tiles {
    fn placements(&self) -> &Placements {
        let make = || Placements::new(self.board.cells(), self.homes.len()).expect("sizes that were checked");
        self.placements.get_or_init(make)
    }

    /// The goal cells of the tiles, ascending.
    fn homes(&self) -> &[u8] {
        &self.homes
    }

    fn count(&self) -> u64 {
        Placements::count_of(self.board.cells(), self.homes.len())
    }

    fn order(&self) -> PatternOrder {
        self.order
    }

    fn entries(&self) -> u64 {
        match self.order {
            PatternOrder::Placements => self.count(),
            PatternOrder::Cells => (self.board.cells() as u64).pow(exact::<u32>(self.homes.len())),
        }
    }

    fn parts(&self, set: u64) -> usize {
        let (rest, mut left, mut parts) = (self.rest(set), self.rest(set), 0);
        while left != 0 {
            left &= !self.reached(lowest(left), rest);
            parts += 1;
        }
        parts
    }

    #[expect(clippy::cast_possible_truncation, reason = "the number of a bit of one word")]
    fn steps(&self, set: u64, part: usize, each: &mut impl FnMut(BlockStep)) {
        let rest = self.rest(set);
        let mut left = rest;
        for _ in 0..part {
            left &= !self.reached(lowest(left), rest);
        }
        let mut blanks = self.reached(lowest(left), rest);
        while blanks != 0 {
            let to = blanks.trailing_zeros() as u8;
            blanks &= blanks - 1;
            let mut tiles = self.neighbours[usize::from(to)] & set;
            while tiles != 0 {
                let from = tiles.trailing_zeros() as u8;
                tiles &= tiles - 1;
                let after = set ^ 1 << from ^ 1 << to;
                let turn = Placements::turn(set, from, to);
                each(BlockStep { set: after, part: self.part_of(after, 1 << from), change: turn.number() });
            }
        }
    }

    fn before(&self, change: u16) -> Option<&[u16]> {
        let turn = PlacementShift::of_number(change);
        (!turn.is_none()).then(|| self.placements().turns(turn.back()))
    }

    fn goals(&self) -> Vec<(u64, usize, u16)> {
        let (set, arrangement) = self.placements().split(&self.homes);
        vec![(set, self.part_of(set, 1 << self.blank), arrangement)]
    }

    fn worth(&self, piece: usize, cell: u8) -> u8 {
        self.distances[piece][usize::from(cell)]
    }

    /// A step changes a tile's distance by one, and a grid has no odd closed walk, so the excess is always even.
    fn unit(&self) -> u32 {
        2
    }

    fn name(&self) -> Name {
        let (rows, columns) = self.board.size();
        let square = |row, column| if self.board.cell_at(row, column).is_some() { '#' } else { '.' };
        let lines = (0..rows).map(|row| (0..columns).map(|column| square(row, column)).collect::<String>());
        let board: Vec<String> = lines.collect();
        let homes: Vec<String> = self.homes.iter().map(u8::to_string).collect();
        Name {
            kind: "additive pattern database",
            rules: format!("sliding {}", board.join("/")),
            goal: format!("blank in cell {}", self.blank),
            pieces: homes.join(" "),
            encoding: "nibbles: (distance - steps alone) / 2, at most 15",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use loyd_core::puzzle::pattern::entry;
    use loyd_core::table::pattern::build_freely;

    /// The distances by the definition: states with the blank's cell, and free moves among forgotten tiles.
    fn plainly(board: &Board, homes: &[u8], blank: u8) -> HashMap<Vec<u8>, u32> {
        let mut distances: HashMap<(Vec<u8>, u8), u32> = HashMap::new();
        let mut queue = VecDeque::from([(homes.to_vec(), blank, 0)]);
        let mut least: HashMap<Vec<u8>, u32> = HashMap::new();
        while let Some((tiles, blank, distance)) = queue.pop_front() {
            if distances.contains_key(&(tiles.clone(), blank)) {
                continue;
            }
            distances.insert((tiles.clone(), blank), distance);
            let best = least.entry(tiles.clone()).or_insert(distance);
            *best = (*best).min(distance);
            for &cell in board.neighbours(blank) {
                let mut after = tiles.clone();
                if let Some(tile) = after.iter_mut().find(|tile| **tile == cell) {
                    *tile = blank;
                    queue.push_back((after, cell, distance + 1));
                } else {
                    queue.push_front((after, cell, distance));
                }
            }
        }
        least
    }

    #[test]
    fn tables_are_the_distances_of_the_definition() {
        let bridge = Board::parse("##.##\n#####\n##.##").unwrap();
        let boards =
            [Board::rectangle(3, 3).unwrap(), Board::rectangle(2, 4).unwrap(), Board::rectangle(3, 4).unwrap(), bridge];
        let patterns: [(&[u8], u8); 5] =
            [(&[1, 2, 3], 0), (&[4, 6, 7], 5), (&[0, 3, 5, 6], 2), (&[7], 0), (&[2, 6], 7)];
        for board in &boards {
            for (homes, blank) in patterns {
                let plain = plainly(board, homes, blank);
                for order in [PatternOrder::Placements, PatternOrder::Cells] {
                    let tiles = Tiles::new(board, homes, blank, order).unwrap();
                    let table = build_freely(&tiles);
                    assert_eq!(table.len() as u64, tiles.entries().div_ceil(2));
                    // On the bridge most placements cannot be reached, and the table has no entry for them.
                    assert!(plain.len() as u64 == tiles.placements().count() || !board.is_rectangle());
                    let entered = (0..tiles.entries()).filter(|&number| entry(&table, number) > 0).count();
                    let exceeding = plain.keys().filter(|cells| entry(&table, tiles.number(cells)) > 0).count();
                    assert_eq!(entered, exceeding);
                    for (cells, distance) in &plain {
                        let worth = cells.iter().enumerate().map(|(piece, &cell)| u32::from(tiles.worth(piece, cell)));
                        let worth: u32 = worth.sum();
                        let entry = entry(&table, tiles.number(cells));
                        assert_eq!(worth + 2 * u32::from(entry), (*distance).min(worth + 30), "{homes:?} at {cells:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn patterns_that_cannot_be_are_refused() {
        let board = Board::rectangle(4, 4).unwrap();
        for homes in [&[][..], &[1, 1], &[0, 1], &[1, 16], &[1, 2, 3, 4, 5, 6, 7, 8, 9]] {
            assert!(Tiles::new(&board, homes, 0, PatternOrder::Cells).is_none(), "{homes:?}");
        }
        assert!(Tiles::new(&Board::rectangle(9, 8).unwrap(), &[1], 0, PatternOrder::Cells).is_none());
    }
}
