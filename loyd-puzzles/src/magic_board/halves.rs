//! The bound of the magic board: four tiles solved exactly, the other four forgotten.

use super::{A, B, C, MagicBoard, TILES};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::heuristic::{BoundFacts, Heuristic};
use loyd_core::puzzle::Puzzle;

/// Facts about [`Halves`].
pub(super) const FACTS: BoundFacts = BoundFacts {
    name: "halves",
    what: "the exact distance of the goal's upper four tiles alone, or of the lower four, whichever is greater",
    synonyms: &[],
    consistent: true,
    strong: false,
    tables: false,
    vast: false,
    source: "a pattern database (Culberson and Schaeffer 1998) for either four of the eight tiles",
};

/// The cells of four tiles, three bits for each tile: an index below 4096, of which 8*7*6*5 = 1680 occur.
type TileCells = u16;

const INDICES: usize = 1 << (3 * TILES / 2);
const UNKNOWN: u8 = u8::MAX;

/// The exact distance of each half of the tiles. The greater distance is a lower bound for all eight tiles.
///
/// Admissible: the operation and a tile's own cell determine where the tile goes. So a word that solves the board
/// solves either half, and has at least as many moves as the distance of a half. Consistent: one operation brings a
/// half nearer by one at most.
///
/// The memo is the cells of both halves. The bound of a child costs two look-ups of the new cells, and two look-ups of
/// their distances.
///
/// # Complexity
/// A breadth-first search backwards from the goal computes 33 kilobytes when the bound is opened.
///
/// ```
/// use loyd_core::heuristic::Heuristic;
/// use loyd_core::puzzle::Notation;
/// use loyd_puzzles::magic_board::{Halves, MagicBoard};
/// let board = MagicBoard::standard();
/// let halves = Halves::new(&board);
/// let bound = |text: &str| halves.bound(&halves.memo(&board, &board.starts(text).unwrap()[0]));
/// assert_eq!(bound("1234/8765"), 0);
/// assert_eq!(bound("8765/1234"), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Halves {
    /// For each operation and the cells of four tiles, the cells of the tiles after the operation.
    next: [[TileCells; INDICES]; 3],
    /// The distance of the goal's upper four tiles, and of the lower four.
    distance: [[u8; INDICES]; 2],
}

/// The places of the tiles that the goal has in the cells `first..first + 4`.
fn places(goal: Nibbles, state: Nibbles, first: u8) -> TileCells {
    let cell_of = |tile| (0..exact::<u8>(TILES)).find(|&cell| state.get(cell) == tile).unwrap_or(0);
    (0..4).fold(0, |index, number| index | TileCells::from(cell_of(goal.get(first + number))) << (3 * number))
}

impl Halves {
    /// Makes the bound for the goal of `board`.
    pub fn new(board: &MagicBoard) -> Self {
        let mut next = [[0; INDICES]; 3];
        let mut parents = [[0; INDICES]; 3];
        for operation in [A, B, C] {
            let mut came_from = Nibbles::pack(&[0, 1, 2, 3, 4, 5, 6, 7]);
            board.apply(&mut came_from, operation);
            let mut goes_to: [TileCells; TILES] = [0; TILES];
            (0..exact::<u8>(TILES)).for_each(|cell| goes_to[came_from.get(cell) as usize] = cell.into());
            for index in 0..INDICES {
                let to = (0..4).fold(0, |to, number| to | goes_to[index >> (3 * number) & 7] << (3 * number));
                next[operation as usize][index] = to;
                parents[operation as usize][to as usize] = exact::<TileCells>(index);
            }
        }
        let distance = [0, 4].map(|first| distances(places(board.goal(), board.goal(), first), &parents));
        Halves { next, distance }
    }
}

/// The number of moves to `goal` from each index; `parents` leads backwards.
fn distances(goal: TileCells, parents: &[[TileCells; INDICES]; 3]) -> [u8; INDICES] {
    let mut distance = [UNKNOWN; INDICES];
    distance[goal as usize] = 0;
    let mut queue = vec![goal];
    let mut taken = 0;
    while let Some(&index) = queue.get(taken) {
        taken += 1;
        for parent in parents.iter().map(|table| table[index as usize]) {
            if distance[parent as usize] == UNKNOWN {
                distance[parent as usize] = distance[index as usize] + 1;
                queue.push(parent);
            }
        }
    }
    distance
}

impl Heuristic<MagicBoard> for Halves {
    /// The cells of the two halves.
    type Memo = [TileCells; 2];

    fn memo(&self, board: &MagicBoard, state: &Nibbles) -> [TileCells; 2] {
        [0, 4].map(|first| places(board.goal(), *state, first))
    }

    #[inline(always)]
    fn ahead(&self, _board: &MagicBoard, _state: &Nibbles, m: u8, memo: &[TileCells; 2]) -> [TileCells; 2] {
        memo.map(|index| self.next[m as usize % 3][index as usize % INDICES])
    }

    #[inline(always)]
    fn bound(&self, memo: &[TileCells; 2]) -> u32 {
        let [upper, lower] = memo.map(|index| index as usize % INDICES);
        self.distance[0][upper].max(self.distance[1][lower]).into()
    }
}
