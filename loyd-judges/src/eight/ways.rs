//! A table of the first of the shortest ways from every board to one goal. An index costs two loads.
//!
//! The number of a board is made of its blank's cell and the Lehmer code of its tiles (D. H. Lehmer, 1960). The tiles
//! are cut into halves of four. The digits of each half depend only on that half, because a digit counts the smaller
//! tiles behind. So each half has a table of what it adds to the number.

use crate::tables::words::PackedWord;
use loyd_core::cells::Nibbles;
use loyd_core::search::Meter;
use loyd_core::table::distance::Unbuilt;
use loyd_puzzles::sliding::SlidingState;

/// The number of solvable boards: 9 cells of the blank, times half of the orders of eight tiles.
const BOARDS: usize = 9 * ORDERS;

/// The number of orders of eight tiles with one parity.
const ORDERS: usize = 20_160;

/// The number of values of four nibbles.
const HALVES: usize = 1 << 16;

/// The number that a half adds to the number of the tiles, from bit 16 the parity of its digits, and from bit 24 the
/// set of its tiles; 0 for a half that no board has.
type HalfNumber = u32;

/// The bit of the parity in a [`HalfNumber`].
const PARITY: u32 = 16;

/// The lowest bit of the set in a [`HalfNumber`].
const SET: u32 = 24;

/// The word of every solvable board.
#[derive(Debug)]
pub struct EightWays {
    /// The numbers of the halves, by the first four tiles and by the last four tiles.
    added: [Box<[HalfNumber; HALVES]>; 2],
    parity: u32,
    /// The packed words, by the number of the board.
    words: Vec<u64>,
}

/// The entry of a board whose word is not known yet, greater than every word. It is not zero because memory of zeros
/// that is read and then written faults twice a page, and memory that is written first faults once.
const NO_WORD: u64 = u64::MAX;

/// A board while the table is built: its cells, and above them the cell of the blank.
type PackedBoard = u64;

/// The number of bits of nine cells.
const CELLS: u32 = 36;

/// The places of the queue. Two successive layers have at most some 48,000 boards, for any cell of the goal's blank.
const RING: usize = 1 << 16;

/// The cells beside each cell, with the letter (`udlr`) of the move from there: the blank leaves a cell below by `u`.
const BESIDE: [&[(u32, u64)]; 9] = [
    &[(3, 0), (1, 2)],
    &[(4, 0), (0, 3), (2, 2)],
    &[(5, 0), (1, 3)],
    &[(0, 1), (6, 0), (4, 2)],
    &[(1, 1), (7, 0), (3, 3), (5, 2)],
    &[(2, 1), (8, 0), (4, 3)],
    &[(3, 1), (7, 2)],
    &[(4, 1), (6, 3), (8, 2)],
    &[(5, 1), (7, 3)],
];

/// The steps away from the goal: the steps of [`BESIDE`] without the step that takes back the first move of the way.
#[derive(Clone, Copy)]
struct Away {
    steps: [(u32, u64); 4],
    count: usize,
}

/// The first letter of a way without moves.
const NONE: usize = 4;

/// The steps away by the blank's cell and the first letter of the way.
static AWAY: [[Away; NONE + 1]; 9] = {
    let mut all = [[Away { steps: [(0, 0); 4], count: 0 }; NONE + 1]; 9];
    let mut cell = 0;
    while cell < all.len() {
        let mut first = 0;
        while first <= NONE {
            let away = &mut all[cell][first];
            let mut step = 0;
            while step < BESIDE[cell].len() {
                // Opposite letters differ in the lowest bit.
                if first == NONE || BESIDE[cell][step].1 != first as u64 ^ 1 {
                    away.steps[away.count] = BESIDE[cell][step];
                    away.count += 1;
                }
                step += 1;
            }
            first += 1;
        }
        cell += 1;
    }
    all
};

impl EightWays {
    /// Searches backwards from a goal. Words are compared by the letters `udlr`, in this order.
    ///
    /// # Errors
    /// [`Unbuilt::Stopped`], if a limit is reached.
    ///
    /// # Complexity
    /// Twenty word operations or so for each board and move; 8 bytes a board, and 1 MB, of which half is kept.
    pub fn towards(goal: &SlidingState<Nibbles>, meter: &mut Meter<'_>) -> Result<Self, Unbuilt> {
        let kept = (BOARDS * size_of::<u64>() + 2 * HALVES * size_of::<HalfNumber>()) as u64;
        let queued = (RING * size_of::<PackedBoard>()) as u64;
        meter.grow(kept + queued)?;
        let mut ways = EightWays { added: [added(0), added(4)], parity: 0, words: vec![NO_WORD; BOARDS] };
        let (number, both) = ways.number(goal.cells().0, goal.blank().into());
        ways.parity = both >> PARITY & 1;
        ways.words[number] = PackedWord::EMPTY.packed();
        // Every board enters the queue once. The entry of a board that is not new is overwritten by the next.
        let mut queue: Box<[PackedBoard; RING]> = vec![0; RING].try_into().expect("as long as the ring");
        queue[0] = goal.cells().0 | u64::from(goal.blank()) << CELLS;
        let (mut layer, mut end) = (0..1, 1);
        // No board is farther than 31 moves from any goal, and a word has room for 31 letters.
        for depth in 0..PackedWord::LONGEST {
            for at in layer.clone() {
                meter.tick(depth)?;
                let (cells, blank) = (queue[at % RING] & ((1 << CELLS) - 1), (queue[at % RING] >> CELLS) as u32);
                let word = ways.words[ways.number(cells, blank).0];
                // The bits of the first letter are below the bit that marks the length.
                let first = if depth == 0 { NONE } else { (word >> (2 * depth - 2) & 3) as usize };
                let away = &AWAY[blank as usize][first];
                meter.stats.generated += away.count as u64;
                for &(cell, letter) in &away.steps[..away.count] {
                    // The cells are from 0 to 8, and the depth is at most 30, so the shifts are in range.
                    let (here, there) = (4_u32.wrapping_mul(blank), 4_u32.wrapping_mul(cell));
                    let tile = cells.wrapping_shr(there) & 15;
                    let before = cells ^ tile.wrapping_shl(there) ^ tile.wrapping_shl(here);
                    let number = ways.number(before, cell).0;
                    let known = ways.words[number];
                    // A letter is added in front: the bit above the first letter becomes the bit above the new letter.
                    let longer = word.wrapping_add((letter + 3).wrapping_shl(2 * depth));
                    // A word known from an earlier layer is shorter, and so a smaller number.
                    ways.words[number] = known.min(longer);
                    queue[end % RING] = before | u64::from(cell) << CELLS;
                    end += usize::from(known == NO_WORD);
                }
            }
            assert!(end - layer.start < RING, "two layers, and a place to write to, fit into the ring");
            meter.stats.expanded += layer.len() as u64;
            layer = layer.end..end;
        }
        meter.shrink(queued);
        Ok(ways)
    }

    /// The number of a board among the solvable boards, and the sum of the numbers of its halves.
    #[inline(always)]
    fn number(&self, cells: u64, blank: u32) -> (usize, HalfNumber) {
        // The blank is in one of nine cells, so the shift is in range.
        let below = 1_u64.wrapping_shl(4_u32.wrapping_mul(blank)).wrapping_sub(1);
        let tiles = cells & below | cells >> 4 & !below;
        let [first, second] = &self.added;
        let both = first[(tiles & 0xffff) as usize].wrapping_add(second[(tiles >> 16 & 0xffff) as usize]);
        ((blank as usize).wrapping_mul(ORDERS).wrapping_add((both & 0xffff) as usize / 2), both)
    }

    /// Returns the first of the shortest ways from a board, or `None` if the goal cannot be reached.
    #[inline]
    pub fn get(&self, board: &SlidingState<Nibbles>) -> Option<PackedWord> {
        self.find(board).expect("a board has each of the tiles 1 to 8 once")
    }

    /// Returns what [`get`](Self::get) returns; `None` if the eight nibbles beside the blank are not the tiles 1 to 8.
    #[inline(always)]
    pub fn find(&self, board: &SlidingState<Nibbles>) -> Option<Option<PackedWord>> {
        let (number, both) = self.number(board.cells().0, board.blank().into());
        // Two sets of at most four tiles add up to the set of all eight only if they have no tile in common.
        let is_board = both >> SET == 0xff;
        is_board.then(|| (both >> PARITY & 1 == self.parity).then(|| PackedWord::of_packed(self.words[number])))
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.words[..]) + 2 * HALVES * size_of::<HalfNumber>()) as u64
    }
}

/// The number of each half whose first tile is the tile at `begin`.
fn added(begin: usize) -> Box<[HalfNumber; HALVES]> {
    const FACTORIALS: [u32; 8] = [5040, 720, 120, 24, 6, 2, 1, 1];
    let mut all: Box<[HalfNumber; HALVES]> = vec![0; HALVES].try_into().expect("as many halves");
    let mut half = |tiles: [u32; 4]| {
        let [mut number, mut digits, mut packed, mut set] = [0; 4];
        for (place, &tile) in tiles.iter().enumerate() {
            let smaller = |tiles: &[u32]| tiles.iter().map(|&other| u32::from(other < tile)).sum::<u32>();
            // Behind a tile of the first half are all tiles that are not in front of it. Behind a tile of the second
            // half is the rest of the half.
            let digit = if begin == 0 { tile - 1 - smaller(&tiles[..place]) } else { smaller(&tiles[place..]) };
            number += digit * FACTORIALS[begin + place];
            digits += digit;
            packed |= tile << (4 * place);
            set |= 1 << (tile - 1);
        }
        all[packed as usize] = number | (digits & 1) << PARITY | set << SET;
    };
    for code in 0..8 * 8 * 8 * 8 {
        let tiles = [0, 3, 6, 9].map(|shift| 1 + (code >> shift & 7));
        let are_different = (1..4).all(|place| !tiles[..place].contains(&tiles[place]));
        if are_different {
            half(tiles);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cells::Cells;
    use loyd_core::limits::Limits;
    use loyd_core::puzzle::{MoveSet, Puzzle, Ranked};
    use loyd_core::rank::lehmer::unrank;
    use loyd_core::search::Stop;
    use loyd_core::table::distance::DistanceTable;
    use loyd_puzzles::sliding::Sliding;

    /// Looks up every board for goals with the blank in a corner, on an edge and in the centre. A way exists if and
    /// only if the board is solvable; it is as long as the distance and leads to the goal. For some boards it is
    /// compared with the smallest way of a walk down the distances.
    #[test]
    fn ways_lead_to_the_goal_and_are_smallest() {
        let limits = Limits::default();
        for goal in [[1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 0, 2, 8, 3, 7, 4, 6, 5], [8, 1, 3, 2, 0, 4, 7, 6, 5]] {
            let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap().with_goal(&goal).unwrap();
            let distances = DistanceTable::build(&eight, &mut Meter::new(&limits)).unwrap();
            let ways = EightWays::towards(&eight.goal(), &mut Meter::new(&limits)).unwrap();
            let letter = |state: &SlidingState<Nibbles>, m: u8| match m as i8 - state.blank() as i8 {
                -3 => 0,
                3 => 1,
                -1 => 2,
                _ => 3,
            };
            let mut solvable = 0;
            for number in 0..362_880 {
                let start = eight.state(&unrank(number, 9).unpack(9)).unwrap();
                let Some(way) = ways.get(&start) else {
                    assert!(!eight.is_solvable(&start), "{start:?}");
                    continue;
                };
                solvable += 1;
                assert_eq!(distances.get(eight.rank(&start)), Some(way.length()), "{start:?}");
                let mut state = start;
                for step in way.letters() {
                    let cell = state.blank().wrapping_add_signed([-3, 3, -1, 1][usize::from(step)]);
                    eight.apply(&mut state, cell);
                }
                assert!(eight.is_goal(&state), "{start:?}");
                if number % 97 == 0 {
                    let near = |state: &SlidingState<Nibbles>| distances.get(eight.rank(state));
                    let mut state = start;
                    let mut first = Vec::new();
                    while let Some(left) = near(&state).filter(|&left| left > 0) {
                        let moves: Vec<u8> = eight.moves(&state).iter().collect();
                        let nearer = |m: &&u8| {
                            let mut child = state;
                            eight.apply(&mut child, **m);
                            near(&child) == Some(left - 1)
                        };
                        let m = *moves.iter().filter(nearer).min_by_key(|m| letter(&state, **m)).unwrap();
                        first.push(letter(&state, m));
                        eight.apply(&mut state, m);
                    }
                    assert!(way.letters().eq(first), "{start:?}");
                }
            }
            assert_eq!(solvable, 181_440);
        }
    }

    #[test]
    fn limits_stop_the_table() {
        let goal = Sliding::<Nibbles>::rectangle(3, 3).unwrap().goal();
        for (limits, why) in [
            (Limits { nodes: Some(50_000), ..Limits::default() }, Stop::Nodes),
            (Limits { bytes: Some(1_000_000), ..Limits::default() }, Stop::Bytes),
            (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, Stop::Time),
        ] {
            let ways = EightWays::towards(&goal, &mut Meter::new(&limits));
            assert!(matches!(ways, Err(Unbuilt::Stopped(stop)) if stop == why), "{why:?}");
        }
    }
}
