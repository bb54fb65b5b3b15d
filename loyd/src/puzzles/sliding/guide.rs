//! What promises a short way, though it proves nothing: the estimate that guides a beam on sliding tiles.
//!
//! With the sum of the distances alone a beam leaves knots all over the board: tiles that are near home and cannot get there. So
//!
//! - far tiles weigh more than their distance (its power of 1.6), for they are carried along while others are set right;
//! - two tiles of one line in the wrong order (a [linear conflict](super::linear_conflict)) weigh much more than the two moves that are proved;
//! - the border is solved line by line ([`Peel`]): the tiles of the first line not solved weigh more, those of
//!   the next a little more, and a solved line is not touched again.
//!
//! The weights are measured (docs/algorithms.md), not proved: the estimate is no bound.

use super::layout::{Distances, Layout};
use super::peel::Peel;
use super::{Sliding, State};
use crate::puzzle::{Heuristic, UNREACHABLE};

/// What one move is worth.
const MOVE: u32 = 16;

/// What a pair of tiles weighs that are in their own line and in the wrong order.
const CROSSING: u32 = 90;

/// More than all else together: what a line that is not solved weighs.
const LINE: u32 = 1 << 24;

/// What the tiles of the first line not solved weigh in addition, in sixteenths, and of those after it.
const FIRST: [u32; 3] = [24, 12, 4];

/// How promising a position is.
#[derive(Clone, Debug)]
pub struct Guide {
    cells: usize,
    /// What each tile weighs in each cell: at `tile * cells + cell`.
    weights: Vec<u32>,
    /// The line of the border where each tile belongs, from the outermost; one more for the tiles inside.
    line: Vec<u8>,
}

/// What is carried along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memo {
    /// The weights of all tiles, and what those of the first lines weigh in addition.
    weight: u32,
    /// Pairs of tiles in their own line and in the wrong order.
    crossings: u32,
    /// Lines solved.
    solved: u8,
    /// Tiles of the next line that are not at home.
    wrong: u8,
}

impl Guide {
    /// For that board and goal.
    pub fn new<C: Layout>(puzzle: &Sliding<C>) -> Guide {
        let cells = puzzle.board.cells();
        let mut line = vec![puzzle.peels.len() as u8; cells];
        for (number, peel) in (0..).zip(&puzzle.peels) {
            for &cell in peel.cells() {
                line[usize::from(puzzle.goal.cells.get(cell))] = number;
            }
        }
        let weight = |index: usize| {
            let distance = puzzle.distances.at((index / cells) as u8, (index % cells) as u8);
            (f64::from(MOVE) * f64::from(distance).powf(1.6)).round() as u32
        };
        let weights = (0..cells * cells).map(weight).collect();
        Guide { cells, weights, line }
    }

    #[inline(always)]
    fn weight(&self, solved: u8, tile: u8, cell: u8) -> u32 {
        let tile = usize::from(tile);
        let weight = self.weights[tile * self.cells + usize::from(cell)];
        let later = usize::from(self.line[tile].wrapping_sub(solved));
        weight * (16 + FIRST.get(later).copied().unwrap_or(0)) / 16
    }

    /// Counts the lines solved, from `memo` on, and weighs anew.
    #[cold]
    fn settle<C: Layout>(&self, puzzle: &Sliding<C>, tile_at: impl Fn(u8) -> u8, mut memo: Memo) -> Memo {
        let wrong = |peel: &Peel| peel.cells().iter().filter(|&&cell| tile_at(cell) != puzzle.goal.cells.get(cell)).count();
        memo.wrong = 0;
        while let Some(peel) = puzzle.peels.get(usize::from(memo.solved)) {
            memo.wrong = wrong(peel) as u8;
            if memo.wrong != 0 {
                break;
            }
            memo.solved += 1;
        }
        let each = (0..=(self.cells - 1) as u8).map(|cell| (tile_at(cell), cell));
        memo.weight = each.filter(|(tile, _)| *tile != 0).map(|(tile, cell)| self.weight(memo.solved, tile, cell)).sum();
        memo
    }
}

impl<C: Layout> Heuristic<Sliding<C>> for Guide {
    type Memo = Memo;

    fn memo(&self, puzzle: &Sliding<C>, state: &State<C>) -> Memo {
        let crossings = puzzle.lines.crossings(state, self.cells);
        let memo = Memo { weight: 0, crossings, solved: 0, wrong: 0 };
        self.settle(puzzle, |cell| state.cells.get(cell), memo)
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &State<C>, m: u8, memo: &Memo) -> Memo {
        let (tile, blank) = (state.cells.get(m), state.blank);
        let mut ahead = *memo;
        let line = self.line[usize::from(tile)];
        if line < memo.solved {
            ahead.weight = UNREACHABLE;
            return ahead;
        }
        ahead.crossings = memo.crossings.wrapping_add_signed(puzzle.lines.more_crossings(state, m));
        let (here, there) = (self.weight(memo.solved, tile, m), self.weight(memo.solved, tile, blank));
        ahead.weight = memo.weight + there - here;
        if line == memo.solved && usize::from(line) < puzzle.peels.len() {
            ahead.wrong = memo.wrong + u8::from(there != 0) - u8::from(here != 0);
            if ahead.wrong == 0 {
                let after = |cell| if cell == m { 0 } else if cell == blank { tile } else { state.cells.get(cell) };
                return self.settle(puzzle, after, ahead);
            }
        }
        ahead
    }

    #[inline(always)]
    fn bound(&self, memo: &Memo) -> u32 {
        if memo.weight >= UNREACHABLE {
            return UNREACHABLE;
        }
        (63 - u32::from(memo.solved)) * LINE + memo.weight + memo.crossings * CROSSING
    }
}
