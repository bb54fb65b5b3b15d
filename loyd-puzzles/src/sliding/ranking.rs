//! Dense numbers for the positions of boards of up to 16 cells.
//!
//! On a board that is one block with every even permutation, as every rectangle from 2x3 on is, the rank uses the
//! *order* of the tiles, read cell by cell without the blank. The rank is the number of that order among the orders of
//! its parity, times the number of cells, plus the blank's cell. The blank's cell determines the parity of the order.
//! Rank 0 has the blank in the first cell and the tiles in order, the last two exchanged if the parity requires it;
//! only that parity depends on the goal. A move of the blank along a row does not change the order, so it changes the
//! rank by one (R. E. Korf and P. Schultze, "Large-scale parallel breadth-first search", AAAI 2005, order tables
//! likewise).
//!
//! On any other board the blank is first brought to its goal cell. The rank has one digit for each
//! [block](super::solvability), relative to the goal, and the blank's cell as its lowest digit. Rank 0 has the blank in
//! the first cell; with the blank brought home, it is the goal.

use super::notation::Direction;
use super::solvability::BlockKind;
use super::{PerCell, Sliding, SlidingState};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces, pieces};
use loyd_core::puzzle::{MoveSet, Puzzle, RankMoves, Ranked};
use loyd_core::rank::lehmer::{rank_and_parity, rank_even, unrank_even};

const ONES: u64 = 0x1111_1111_1111_1111;

/// The order of the tiles, which are numbered from 0, without the blank.
#[inline(always)]
fn order(cells: Nibbles, blank: u8, tiles: usize) -> Nibbles {
    let shift = u32::from(blank & 15) * 4;
    // The blank's cell is below 16, so the shift is at most 60, and at most 15 tiles have 60 bits.
    let before = cells.0 & 1_u64.wrapping_shl(shift).wrapping_sub(1);
    let after = (cells.0.wrapping_shr(shift) >> 4).wrapping_shl(shift);
    Nibbles((before | after).wrapping_sub(ONES & (1_u64 << (tiles * 4 % 64)).wrapping_sub(1)))
}

/// The rank, from the number of the order and the blank's cell: below 2^44 on 16 cells, so nothing is checked.
#[inline(always)]
fn with_blank(number: u64, cells: usize, blank: u8) -> u64 {
    number.wrapping_mul(cells as u64).wrapping_add(blank.into())
}

#[inline(always)]
fn rank_order(state: &SlidingState<Nibbles>, cells: usize) -> u64 {
    with_blank(rank_even(order(state.cells, state.blank, cells - 1), cells - 1), cells, state.blank)
}

#[inline(always)]
fn rank_if_even(state: &SlidingState<Nibbles>, cells: usize, odd: &[bool; 16]) -> Option<u64> {
    let (number, order_is_odd) = rank_and_parity(order(state.cells, state.blank, cells - 1), cells - 1);
    // The blank is the least piece, so each tile before it is one inversion, and its cell is the number of these tiles.
    let solvable = order_is_odd ^ (state.blank & 1 == 1) == odd.at(state.blank);
    solvable.then_some(with_blank(number, cells, state.blank))
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a remainder below the number of cells, and a product of factorials below 2^64 where there is a rank"
)]
fn unrank_order(rank: u64, cells: usize, odd: &[bool; 16]) -> SlidingState<Nibbles> {
    let (number, blank) = (rank / cells as u64, (rank % cells as u64) as u8);
    // The order without the blank has one inversion less for each tile before the blank, as many as the blank's cell.
    let tiles = unrank_even(number, cells - 1, odd.at(blank) ^ (blank & 1 == 1)).0;
    // No tile leaves its nibble and each shift is below 64, because there are at most 15 tiles, all at most 15, and the
    // blank's cell is below 16.
    let tiles = tiles.wrapping_add(ONES & 1_u64.wrapping_shl((cells as u32 - 1) * 4).wrapping_sub(1));
    let below = 1_u64.wrapping_shl(u32::from(blank) * 4).wrapping_sub(1);
    SlidingState { cells: Nibbles(tiles & below | (tiles & !below) << 4), blank }
}

/// The value of each digit of the number, by the number of tiles and the digit's place: the number of orders, of one
/// parity, of the tiles after it. The last two digits have the value 0, because the parity determines them.
const WORTH: [[u64; 16]; 16] = {
    let mut table = [[0; 16]; 16];
    let mut tiles = 3;
    while tiles < 16 {
        let mut place = tiles - 2;
        let mut worth = 1;
        while place > 0 {
            place -= 1;
            table[tiles][place] = worth;
            worth *= (tiles - place) as u64;
        }
        tiles += 1;
    }
    table
};

/// Calls `each` with the rank of every state one move away and the blank's direction, without unpacking a state.
///
/// A move along a row changes the blank's cell and nothing else. A move along a column takes a tile past the tiles of
/// one row, so it changes only the digits of these few. A digit is the number of smaller tiles that come later. If two
/// neighbours in the order have the digits `d, e`, the first tile is the smaller one if `d <= e`. Exchanging the two
/// makes the digits `e + 1, d` in this case, and `e, d - 1` otherwise.
///
/// All four directions are computed. Directions that leave the board are overwritten, because that is faster than a
/// test.
#[inline(always)]
fn neighbours(rank: u64, cells: usize, columns: usize, odd: &[bool; 16], each: &mut impl FnMut(u64, Direction)) {
    let tiles = cells - 1;
    let (number, blank) = (rank / cells as u64, exact::<usize>(rank % cells as u64));
    let mut digits = [0u64; 16];
    let (mut rest, mut inversions) = (number, 0);
    for place in (0..tiles - 2).rev() {
        let base = tiles.wrapping_sub(place) as u64;
        digits[place] = rest % base;
        inversions ^= digits[place];
        rest /= base;
    }
    let order_is_odd = odd[blank & 15] ^ (blank & 1 == 1);
    digits[tiles - 2] = (inversions ^ u64::from(order_is_odd)) & 1;

    // From here on numbers may wrap around for directions that leave the board. A direction that stays on the board
    // leads to a cell below 16 and to a rank below 2^44.
    let digit = |place: usize| digits[place & 15];
    let worth = |place: usize| WORTH[tiles][place & 15];
    let ranked =
        |change: u64, blank: usize| number.wrapping_add(change).wrapping_mul(cells as u64).wrapping_add(blank as u64);
    // The tile below comes after the tiles of one row in the order, and moves before them.
    let (first, last) = (blank, blank.wrapping_add(columns).wrapping_sub(1));
    let (mut moving, mut change) = (digit(last), 0u64);
    for place in (first..last).rev() {
        let smaller = u64::from(digit(place) <= moving);
        moving = moving.wrapping_add(smaller);
        let back = digit(place).wrapping_add(smaller).wrapping_sub(1);
        change = change.wrapping_add(back.wrapping_sub(digit(place + 1)).wrapping_mul(worth(place + 1)));
    }
    change = change.wrapping_add(moving.wrapping_sub(digit(first)).wrapping_mul(worth(first)));
    let down = ranked(change, blank.wrapping_add(columns));
    // The tile above comes before the tiles of one row in the order, and moves behind them.
    let (first, last) = (blank.wrapping_sub(columns), blank.wrapping_sub(1));
    let (mut moving, mut change) = (digit(first), 0u64);
    for step in 0..columns - 1 {
        let place = first.wrapping_add(step);
        let passed = digit(place.wrapping_add(1));
        let smaller = u64::from(moving <= passed);
        moving = moving.wrapping_add(smaller).wrapping_sub(1);
        let forward = passed.wrapping_add(smaller);
        change = change.wrapping_add(forward.wrapping_sub(digit(place)).wrapping_mul(worth(place)));
    }
    change = change.wrapping_add(moving.wrapping_sub(digit(last)).wrapping_mul(worth(last)));
    let up = ranked(change, first);

    let column = blank % columns;
    let mut around = [(0, Direction::Down); 4];
    let mut count = 0;
    for (neighbour, way, is_there) in [
        (up, Direction::Up, blank >= columns),
        (rank.wrapping_sub(1), Direction::Left, column > 0),
        (rank.wrapping_add(1), Direction::Right, column.wrapping_add(1) < columns),
        (down, Direction::Down, blank.wrapping_add(columns) < cells),
    ] {
        around[count & 3] = (neighbour, way);
        count = count.wrapping_add(usize::from(is_there));
    }
    around[..count].iter().for_each(|&(neighbour, way)| each(neighbour, way));
}

/// Calls a function with the number of cells as a constant where that pays, so that its loops are unrolled. 0 cells
/// stand for a board with other blocks.
macro_rules! unrolled {
    ($cells:expr, $by_blocks:expr, $call:expr) => {
        match $cells {
            0 => $by_blocks,
            6 => $call(6),
            8 => $call(8),
            9 => $call(9),
            12 => $call(12),
            16 => $call(16),
            cells => $call(cells),
        }
    };
}

impl Ranked for Sliding<Nibbles> {
    fn ranks(&self) -> u64 {
        exact::<u64>(self.blocks.reachable().expect("16 cells have less than 2^64 positions"))
    }

    /// # Complexity
    /// O(cells) word operations.
    #[inline]
    fn rank(&self, state: &SlidingState<Nibbles>) -> u64 {
        unrolled!(self.whole, self.rank_by_blocks(state), |cells| rank_order(state, cells))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> SlidingState<Nibbles> {
        unrolled!(self.whole, self.unrank_by_blocks(rank), |cells| unrank_order(rank, cells, &self.odd))
    }

    fn rank_moves(&self) -> Option<&impl RankMoves<Self>> {
        Some(self)
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        (self.whole > 0).then_some(self)
    }
}

impl RankMoves for Sliding<Nibbles> {
    #[inline]
    fn each_child(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        self.each_neighbour(rank, |neighbour, way| each(neighbour, way as u32));
    }

    #[inline]
    fn each_parent(&self, rank: u64, each: &mut impl FnMut(u64, u32)) {
        self.each_neighbour(rank, |neighbour, way| each(neighbour, way.opposite() as u32));
    }
}

impl Arranged for Sliding<Nibbles> {
    fn arrangement(&self) -> Arrangement {
        Arrangement { cells: self.whole, odd: Some(self.odd), sheets: 1 }
    }

    fn pieces(&self, state: &SlidingState<Nibbles>) -> (CellPieces, u8) {
        (pieces(self.whole, |cell| state.cells.get(cell)), 0)
    }

    fn state_of(&self, pieces: &[u8], _sheet: u8) -> SlidingState<Nibbles> {
        self.state(pieces).unwrap_or(self.goal)
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let cells = 0..exact::<u8>(self.whole);
        let exchange = |low: u8, high: u8| {
            let mut goes: Vec<u8> = cells.clone().collect();
            goes.swap(low.into(), high.into());
            goes
        };
        let moves_at = |blank: u8| {
            let around = self.board.neighbours(blank).iter();
            around.map(move |&next| CellMove { at: Some(blank), sheets: (0, 0), goes: exchange(blank, next) })
        };
        cells.clone().flat_map(moves_at).collect()
    }
}

impl Sliding<Nibbles> {
    /// The rank of a state that reaches the goal; `None` for any other state. Both answers together cost hardly more
    /// than one.
    ///
    /// ```
    /// use loyd_core::cells::Nibbles;
    /// use loyd_core::puzzle::Ranked;
    /// use loyd_puzzles::sliding::Sliding;
    /// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    /// assert_eq!(eight.rank_if_solvable(&eight.goal()), Some(eight.rank(&eight.goal())));
    /// let loyds = eight.state(&[1, 2, 3, 4, 5, 6, 8, 7, 0]).unwrap();
    /// assert_eq!(eight.rank_if_solvable(&loyds), None);
    /// ```
    #[inline]
    pub fn rank_if_solvable(&self, state: &SlidingState<Nibbles>) -> Option<u64> {
        unrolled!(self.whole, self.is_solvable(state).then(|| self.rank_by_blocks(state)), |cells| rank_if_even(
            state, cells, &self.odd
        ))
    }

    #[inline(always)]
    fn each_neighbour(&self, rank: u64, mut each: impl FnMut(u64, Direction)) {
        match self.whole {
            0 => {
                let state = self.unrank_by_blocks(rank);
                for m in self.moves(&state).iter() {
                    let mut neighbour = state;
                    Self::slide(&mut neighbour, m);
                    each(self.rank_by_blocks(&neighbour), Direction::of(&self.board, state.blank, m));
                }
            }
            // Nine cells that are one block and not a ring are three rows of three.
            9 => neighbours(rank, 9, 3, &self.odd, &mut each),
            cells => neighbours(rank, cells, self.board.size().1, &self.odd, &mut each),
        }
    }

    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a remainder below the number of cells, and a product of factorials below 2^64 where there is a rank"
    )]
    fn rank_by_blocks(&self, state: &SlidingState<Nibbles>) -> u64 {
        let mut at_home = *state;
        self.blocks.way_home(state.blank).for_each(|next| Self::slide(&mut at_home, next));
        let digits = self.blocks.blocks().iter().map(|block| {
            let place = |cell: u8| self.blocks.place(self.home.at(at_home.cells.get(cell))).1;
            let digit = match block.kind {
                BlockKind::Edge => 0,
                BlockKind::Ring => place(block.cells[0]).into(),
                BlockKind::Alternating => {
                    let places = block.cells.iter().rev().fold(0, |word, &cell| word << 4 | u64::from(place(cell)));
                    rank_even(Nibbles(places), block.cells.len())
                }
            };
            (digit, block.order().unwrap_or(0) as u64)
        });
        let number = digits.fold(0, |number, (digit, base)| number * base + digit);
        number * self.board.cells() as u64 + u64::from(state.blank)
    }

    #[inline(never)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a remainder below the number of cells, and a product of factorials below 2^64 where there is a rank"
    )]
    fn unrank_by_blocks(&self, rank: u64) -> SlidingState<Nibbles> {
        let cells = self.board.cells() as u64;
        let (mut number, blank) = (rank / cells, (rank % cells) as u8);
        let mut state = self.goal;
        for block in self.blocks.blocks().iter().rev() {
            let base = block.order().unwrap_or(1) as u64;
            let digit = number % base;
            number /= base;
            let size = block.cells.len();
            let even = (block.kind == BlockKind::Alternating).then(|| unrank_even(digit, size, false));
            for (at, &cell) in block.cells.iter().enumerate() {
                let place = even.map_or((at + exact::<usize>(digit)) % size, |places| places.get(at as u8).into());
                state.cells.set(cell, self.goal.cells.get(block.cells[place]));
            }
        }
        self.send_blank(&mut state, blank);
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::board::Board;
    use crate::sliding::board::tests::shapes;

    fn dense(puzzle: &Sliding<Nibbles>) {
        for rank in 0..puzzle.ranks() {
            let state = puzzle.unrank(rank);
            assert_eq!(puzzle.rank(&state), rank, "{puzzle:?}");
            assert_eq!(puzzle.state(&state.cells.unpack(puzzle.board.cells())), Some(state));
            assert_eq!(puzzle.unsolvable(&state), None, "{state:?}");
        }
    }

    #[test]
    fn every_rank_of_small_boards() {
        for (rows, columns) in [(1, 2), (1, 7), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let puzzle = Sliding::<Nibbles>::rectangle(rows, columns).unwrap();
            dense(&puzzle);
            let backwards: Vec<u8> = (0..puzzle.board.cells() as u8).rev().collect();
            dense(&puzzle.with_goal(&backwards).unwrap());
            let mut turned = backwards;
            turned.rotate_left(2);
            dense(&puzzle.with_goal(&turned).unwrap());
        }
        for board in shapes(5).into_iter().chain(shapes(6)) {
            let puzzle = Sliding::<Nibbles>::new(board).unwrap();
            dense(&puzzle);
            dense(&puzzle.with_goal(&[2, 1, 0, 4, 3, 5][..puzzle.board.cells()]).unwrap());
        }
        for map in ["###.##\n######", "##.##\n#####\n##...", "#.#\n###\n#.#"] {
            dense(&Sliding::<Nibbles>::new(Board::parse(map).unwrap()).unwrap());
        }
    }

    /// Compares with the ranks of the states that moves lead to.
    #[test]
    fn neighbours_by_the_rank_alone() {
        let neighbours_of = |puzzle: &Sliding<Nibbles>, rank: u64| {
            let state = puzzle.unrank(rank);
            let mut expected: Vec<(u64, u32, u32)> = puzzle
                .moves(&state)
                .iter()
                .map(|m| {
                    let mut neighbour = state;
                    puzzle.apply(&mut neighbour, m);
                    (puzzle.rank(&neighbour), puzzle.order(&state, m), puzzle.order(&neighbour, state.blank))
                })
                .collect();
            let mut found = Vec::new();
            puzzle.children(rank, &mut |neighbour, order| found.push((neighbour, order, 0)));
            let mut back = Vec::new();
            puzzle.parents(rank, &mut |neighbour, order| back.push((neighbour, order)));
            assert!(found.iter().map(|(neighbour, ..)| neighbour).eq(back.iter().map(|(neighbour, _)| neighbour)));
            found.iter_mut().zip(back).for_each(|(found, (_, order))| found.2 = order);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{puzzle:?} {rank}");
        };
        for map in
            ["##\n##", "##\n##\n##", "###\n###", "####\n####", "##\n##\n##\n##", "###\n###\n###", "###.\n####", "####"]
        {
            let puzzle = Sliding::<Nibbles>::new(Board::parse(map).unwrap()).unwrap();
            let step = (puzzle.ranks() / 20_000).max(1) as usize;
            (0..puzzle.ranks()).step_by(step).for_each(|rank| neighbours_of(&puzzle, rank));
            let cells = puzzle.board.cells() as u8;
            let backwards = puzzle.with_goal(&(0..cells).rev().collect::<Vec<u8>>()).unwrap();
            (0..puzzle.ranks()).step_by(step).for_each(|rank| neighbours_of(&backwards, rank));
        }
        for (rows, columns) in [(4, 4), (2, 8), (8, 2), (3, 5), (5, 3), (3, 4), (2, 7)] {
            let puzzle = Sliding::<Nibbles>::rectangle(rows, columns).unwrap();
            let ranks = puzzle.ranks();
            (0..5_000).for_each(|part| neighbours_of(&puzzle, ranks / 5_000 * part + part % 17));
            neighbours_of(&puzzle, ranks - 1);
        }
    }

    #[test]
    fn only_solvable_positions_have_a_rank() {
        for map in ["###\n###\n###", "###\n###", "##\n##", "###.\n####", "####"] {
            let board = Board::parse(map).unwrap();
            let cells = board.cells();
            let puzzle = Sliding::<Nibbles>::new(board).unwrap();
            let all = (1..=cells as u64).product();
            let mut solvable = 0;
            for number in 0..all {
                let state = puzzle.state(&loyd_core::rank::lehmer::unrank(number, cells).unpack(cells)).unwrap();
                let expected = puzzle.is_solvable(&state).then(|| puzzle.rank(&state));
                assert_eq!(puzzle.rank_if_solvable(&state), expected, "{map}: {state:?}");
                solvable += u64::from(expected.is_some());
            }
            assert_eq!(solvable, puzzle.ranks());
        }
    }

    #[test]
    fn large_boards_by_walks() {
        for (rows, columns) in [(4, 4), (2, 8), (8, 2), (3, 5), (4, 3), (2, 7)] {
            let puzzle = Sliding::<Nibbles>::rectangle(rows, columns).unwrap();
            let mut state = puzzle.goal();
            for step in 0..20_000usize {
                let moves: Vec<u8> = puzzle.moves(&state).iter().collect();
                let before = puzzle.rank(&state);
                puzzle.apply(&mut state, moves[(step * step / 7 + step / 3) % moves.len()]);
                let rank = puzzle.rank(&state);
                assert!(rank < puzzle.ranks());
                assert_eq!(puzzle.unrank(rank), state);
                assert_eq!(
                    before.abs_diff(rank) == 1,
                    puzzle.board.place(state.blank).0 == puzzle.board.place(puzzle.unrank(before).blank).0
                );
            }
            let last = puzzle.ranks() - 1;
            assert_eq!(puzzle.rank(&puzzle.unrank(last)), last);
        }
    }

    #[test]
    fn rank_zero_is_as_documented() {
        let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
        assert_eq!(eight.unrank(0).cells.unpack(9), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(eight.ranks(), 181_440);
        let other = eight.with_goal(&[1, 2, 3, 4, 5, 6, 8, 7, 0]).unwrap();
        assert_eq!(other.unrank(0).cells.unpack(9), [0, 1, 2, 3, 4, 5, 6, 8, 7]);
    }
}
