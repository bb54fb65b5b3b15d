//! The estimate that guides a beam on sliding tiles: low for positions that promise a short way, but not a bound.
//!
//! With the sum of the distances alone, a beam leaves knots all over the board: tiles that are near home and cannot get
//! there. So the estimate has four more parts:
//!
//! - each pair of neighbours has a weight, by how far the two tiles are from home and in which direction. These
//!   [weights] were fitted to the moves that positions took, and distinguish a knot from tiles that only wait for the
//!   blank;
//! - two tiles of one line in the wrong order (a [linear conflict](super::bounds::linear_conflict)) weigh more than the
//!   two moves that are proved;
//! - far tiles weigh more than their distance, because they are carried along while others are set right;
//! - the border is solved line by line ([`BorderLayer`]): the tiles of the first unsolved line weigh more, the tiles of
//!   the next lines a little more, and a solved line is not touched again.
//!
//! The weights are fitted and measured (docs/internals/anytime.md), not proved.

use super::border_layers::BorderLayer;
use super::layout::{PerCell, SlidingLayout, TileDistances};
use super::{Sliding, SlidingState};
use loyd_core::exact::exact;
use loyd_core::heuristic::{Heuristic, UNREACHABLE};

mod weights;

use weights::{BLANK, CODES, CROSSING, LINES, PAIRS, WALL, alone, code, turned};

/// A constant in the estimate that keeps it above 0, because many pairs have weights below 0.
const GROUND: i32 = 1 << 20;

/// The number of sides of a cell: above, left, right, below.
const SIDES: usize = 4;

/// The length of a row of weights: a power of two above every code, so that `% ROW` replaces a comparison.
const ROW: usize = CODES.next_power_of_two();

/// The weights of a tile beside another tile on one side: by the other tile's code, then by its own code.
type Beside = [[i16; ROW]; ROW];

/// The estimate for the positions of one puzzle.
#[derive(Clone, Debug)]
pub struct Guide {
    cells: usize,
    /// The weight of each tile in each cell, at `tile * cells + cell`: for tiles of the first unsolved line, of the
    /// next lines, and of all others.
    alone: [Vec<i16>; LINES],
    /// The code of each tile in each cell.
    codes: Vec<u8>,
    /// The weights of neighbours, by the side on which the other tile is.
    beside: Box<[Beside; SIDES]>,
    /// The neighbour on each side of each cell; the cell itself where there is no neighbour.
    sides: Vec<[u8; SIDES]>,
    /// For each tile, its border line, counted from the outermost; tiles inside count as one more line. The blank has
    /// no border line.
    line: Vec<u8>,
}

/// The memo of a state: the parts of its estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileGuideMemo {
    /// The weights of all tiles of unsolved lines, and of all neighbours.
    weight: i32,
    /// The number of pairs of tiles in their own line in the wrong order.
    crossings: u32,
    /// The number of solved lines.
    solved: u8,
    /// The number of tiles of the next line that are not at home.
    wrong: u8,
    /// Whether a solved line was touched.
    touched: bool,
}

impl Guide {
    /// Makes the guide for a puzzle's board and goal.
    pub fn new<C: SlidingLayout>(puzzle: &Sliding<C>) -> Guide {
        let (board, cells) = (&puzzle.board, puzzle.board.cells());
        let mut line = vec![exact::<u8>(puzzle.border_layers.len()); cells];
        for (number, layer) in (0..).zip(&puzzle.border_layers) {
            for &cell in layer.cells() {
                line[usize::from(puzzle.goal.cells.get(cell))] = number;
            }
        }
        line[0] = u8::MAX;
        // The weights are for a board whose blank ends in the lower right. Other boards are mirrored, once or twice.
        let (rows, columns) = board.size();
        let (row, column) = board.place(puzzle.goal.blank);
        let mirrored = [usize::from(row) * 2 + 1 < rows, usize::from(column) * 2 + 1 < columns];
        let place = |cell: u8| {
            let (row, column) = board.place(cell);
            let seen = |place: u8, all: usize, mirrored| {
                if mirrored { exact::<i32>(all) - 1 - i32::from(place) } else { i32::from(place) }
            };
            (seen(row, rows, mirrored[0]), seen(column, columns, mirrored[1]))
        };
        let each = || 0..=exact::<u8>(cells - 1);
        let sides = each().map(|cell| {
            let mut sides = [cell; SIDES];
            for &other in board.neighbours(cell) {
                let ((row, column), (other_row, other_column)) = (place(cell), place(other));
                let side = match (other_row - row, other_column - column) {
                    (-1, _) => 0,
                    (_, -1) => 1,
                    (_, 1) => 2,
                    _ => 3,
                };
                sides[side] = other;
            }
            sides
        });
        let mut codes = vec![BLANK; cells * cells];
        let mut weights: [Vec<i16>; LINES] = std::array::from_fn(|_| vec![0; cells * cells]);
        for tile in each().skip(1) {
            let (row, column) = place(puzzle.home.at(tile));
            for cell in each() {
                let (rows, columns) = (place(cell).0 - row, place(cell).1 - column);
                let at = usize::from(tile) * cells + usize::from(cell);
                codes[at] = code(rows, columns);
                let distance = puzzle.distances.at(tile, cell);
                for (line, weights) in weights.iter_mut().enumerate() {
                    weights[at] = alone(line, distance, rows != 0 && columns != 0);
                }
            }
        }
        Guide { cells, alone: weights, codes, beside: beside(), sides: sides.collect(), line }
    }

    #[inline(always)]
    fn alone(&self, solved: u8, tile: u8, cell: u8) -> i32 {
        let line = usize::from(self.line[usize::from(tile)].wrapping_sub(solved));
        i32::from(self.alone[line.min(LINES - 1)][usize::from(tile) * self.cells + usize::from(cell)])
    }

    /// The code of a tile in a cell, or of the blank.
    #[inline(always)]
    fn code(&self, solved: u8, tile: u8, cell: u8) -> u8 {
        if self.line[usize::from(tile)] < solved {
            return WALL;
        }
        self.codes[usize::from(tile) * self.cells + usize::from(cell)]
    }

    /// The code of the neighbour on one side of a cell.
    #[inline(always)]
    fn code_beside(&self, solved: u8, tile_at: &impl Fn(u8) -> u8, cell: u8, side: usize) -> u8 {
        let other = self.sides[usize::from(cell)][side];
        if other == cell { WALL } else { self.code(solved, tile_at(other), other) }
    }

    #[inline(always)]
    fn beside(&self, side: usize, other: u8, own: u8) -> i32 {
        self.beside[side % SIDES][usize::from(other) % ROW][usize::from(own) % ROW].into()
    }

    /// By how much the neighbours' weight changes with the code of a cell, without the neighbour in cell `but`.
    #[inline(always)]
    fn change(&self, solved: u8, tile_at: &impl Fn(u8) -> u8, cell: u8, but: u8, before: u8, after: u8) -> i32 {
        let each = (0..SIDES).map(|side| {
            if self.sides[usize::from(cell)][side] == but {
                return 0;
            }
            let other = self.code_beside(solved, tile_at, cell, side);
            self.beside(side, other, after) - self.beside(side, other, before)
        });
        each.sum()
    }

    /// By how much the weight changes when the tile of cell `m` goes to the blank's cell.
    #[inline(always)]
    fn more_weight<C: SlidingLayout>(&self, solved: u8, state: &SlidingState<C>, m: u8) -> i32 {
        let (tile, blank) = (state.cells.get(m), state.blank);
        let tile_at = |cell| state.cells.get(cell);
        let (here, there) = (self.code(solved, tile, m), self.code(solved, tile, blank));
        let side = self.sides[usize::from(m)].iter().position(|&other| other == blank).unwrap_or(0);
        self.alone(solved, tile, blank) - self.alone(solved, tile, m)
            + self.change(solved, &tile_at, m, blank, here, BLANK)
            + self.change(solved, &tile_at, blank, m, BLANK, there)
            + self.beside(side, there, BLANK)
            - self.beside(side, BLANK, here)
    }

    #[inline(always)]
    fn estimate(&self, memo: &TileGuideMemo) -> u32 {
        if memo.touched {
            return UNREACHABLE;
        }
        (GROUND + memo.weight + memo.crossings as i32 * CROSSING).max(0) as u32
    }

    /// Counts the solved lines, from `memo.solved` on, and computes the weight anew.
    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "at most 256 tiles are wrong")]
    fn settle<C: SlidingLayout>(
        &self,
        puzzle: &Sliding<C>,
        tile_at: impl Fn(u8) -> u8,
        mut memo: TileGuideMemo,
    ) -> TileGuideMemo {
        let wrong = |layer: &BorderLayer| {
            layer.cells().iter().filter(|&&cell| tile_at(cell) != puzzle.goal.cells.get(cell)).count()
        };
        memo.wrong = 0;
        while let Some(layer) = puzzle.border_layers.get(usize::from(memo.solved)) {
            memo.wrong = wrong(layer) as u8;
            if memo.wrong != 0 {
                break;
            }
            memo.solved += 1;
        }
        let solved = memo.solved;
        let each = (0..=exact::<u8>(self.cells - 1)).map(|cell| {
            let tile = tile_at(cell);
            let own = self.code(solved, tile, cell);
            let alone = if tile == 0 || own == WALL { 0 } else { self.alone(solved, tile, cell) };
            // Counts each pair once: with the cells above and to the left, and on every side without a neighbour.
            let sides = (0..SIDES).filter(|&side| side < 2 || self.sides[usize::from(cell)][side] == cell);
            let pairs = sides.map(|side| self.beside(side, self.code_beside(solved, &tile_at, cell, side), own));
            alone + pairs.sum::<i32>()
        });
        memo.weight = each.sum();
        memo
    }
}

/// [`PAIRS`] for each side on which the other tile can be.
fn beside() -> Box<[Beside; SIDES]> {
    let mut beside = Box::new([[[0; ROW]; ROW]; SIDES]);
    for (one, pairs) in PAIRS.iter().enumerate() {
        for (other, &weight) in pairs.iter().enumerate() {
            let [above, below] = [one, other].map(|code| usize::from(turned(exact::<u8>(code))));
            beside[0][above][below] = weight.into();
            beside[1][one][other] = weight.into();
            beside[2][other][one] = weight.into();
            beside[3][below][above] = weight.into();
        }
    }
    beside
}

impl<C: SlidingLayout> Heuristic<Sliding<C>> for Guide {
    type Memo = TileGuideMemo;

    fn memo(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> TileGuideMemo {
        let crossings = puzzle.lines.crossings(state, self.cells);
        let memo = TileGuideMemo { weight: 0, crossings, solved: 0, wrong: 0, touched: false };
        self.settle(puzzle, |cell| state.cells.get(cell), memo)
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &SlidingState<C>, m: u8, memo: &TileGuideMemo) -> TileGuideMemo {
        let (tile, blank) = (state.cells.get(m), state.blank);
        let mut ahead = *memo;
        let line = self.line[usize::from(tile)];
        if line < memo.solved {
            ahead.touched = true;
            return ahead;
        }
        ahead.crossings = memo.crossings.wrapping_add_signed(puzzle.lines.more_crossings(state, m));
        if line == memo.solved && usize::from(line) < puzzle.border_layers.len() {
            let home = puzzle.home.at(tile);
            ahead.wrong = memo.wrong + u8::from(m == home) - u8::from(blank == home);
            if ahead.wrong == 0 {
                let after = |cell| {
                    if cell == m {
                        0
                    } else if cell == blank {
                        tile
                    } else {
                        state.cells.get(cell)
                    }
                };
                return self.settle(puzzle, after, ahead);
            }
        }
        ahead.weight += self.more_weight(memo.solved, state, m);
        ahead
    }

    #[inline(always)]
    fn bound(&self, memo: &TileGuideMemo) -> u32 {
        self.estimate(memo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::board::Board;
    use crate::sliding::tests::rng;
    use loyd_core::cells::{Bytes, Cells, Nibbles};
    use loyd_core::puzzle::{MoveSet, Notation, Puzzle};

    /// Compares memos over a random walk. Some walks begin at the goal, so that lines are solved and touched.
    fn walks<C: SlidingLayout>(board: Board, seed: u64) {
        let plain = Sliding::<C>::new(board).unwrap();
        let mut below = rng(seed);
        let goal = plain.random(&mut below);
        let puzzle = plain.with_goal(&goal.cells.unpack(plain.board.cells())).unwrap();
        let guide = Guide::new(&puzzle);
        let mut state = if seed.is_multiple_of(2) { goal } else { puzzle.random(&mut below) };
        let mut memo = guide.memo(&puzzle, &state);
        for _ in 0..500 {
            let moves: Vec<u8> = puzzle.moves(&state).iter().collect();
            let m = moves[below(moves.len() as u64) as usize];
            let ahead = guide.ahead(&puzzle, &state, m, &memo);
            puzzle.apply(&mut state, m);
            memo = guide.memo(&puzzle, &state);
            if ahead.touched {
                assert_eq!(guide.estimate(&ahead), UNREACHABLE);
            } else {
                assert_eq!(ahead, memo);
                assert!(guide.estimate(&ahead) > 0 && guide.estimate(&ahead) < UNREACHABLE);
            }
        }
    }

    #[test]
    fn what_is_carried_is_what_is_weighed_anew() {
        for seed in 0..20 {
            walks::<Nibbles>(Board::rectangle(4, 4).unwrap(), seed);
            walks::<Bytes<32>>(Board::rectangle(1, 9).unwrap(), seed);
            walks::<Bytes<32>>(Board::hdu4021(), seed);
            walks::<Bytes<64>>(Board::rectangle(5, 6).unwrap(), seed);
            walks::<Bytes<64>>(Board::rectangle(12, 2).unwrap(), seed);
            walks::<Bytes<256>>(Board::rectangle(10, 10).unwrap(), seed);
            walks::<Bytes<256>>(Board::rectangle(16, 16).unwrap(), seed);
        }
    }

    /// A position and its mirror image, with the mirrored goal, have the same estimate.
    #[test]
    fn mirrors_change_nothing() {
        let plain = Sliding::<Bytes<64>>::rectangle(5, 6).unwrap();
        let mirrored = |pieces: &[u8], mirrors: [bool; 2]| -> Vec<u8> {
            let place = |at: usize, all: usize, mirror| if mirror { all - 1 - at } else { at };
            (0..30).map(|cell| pieces[place(cell / 6, 5, mirrors[0]) * 6 + place(cell % 6, 6, mirrors[1])]).collect()
        };
        let mut below = rng(1);
        for _ in 0..20 {
            let state = plain.random(&mut below);
            let worth = |mirrors| {
                let puzzle = plain.with_goal(&mirrored(&plain.goal.cells.unpack(30), mirrors)).unwrap();
                let state = puzzle.state(&mirrored(&state.cells.unpack(30), mirrors)).unwrap();
                let guide = Guide::new(&puzzle);
                guide.estimate(&guide.memo(&puzzle, &state))
            };
            for mirrors in [[true, false], [false, true], [true, true]] {
                assert_eq!(worth(mirrors), worth([false, false]));
            }
        }
    }

    #[test]
    fn far_tiles_weigh_more_wherever_they_belong() {
        for line in 0..LINES {
            for aslant in [false, true] {
                let weights: Vec<i16> = (3..=30).map(|distance| alone(line, distance, aslant)).collect();
                assert!(weights.is_sorted() && weights[27] < i16::MAX / 2, "{weights:?}");
            }
        }
    }
}
