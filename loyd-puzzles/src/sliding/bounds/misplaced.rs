//! The number of tiles that are not at home.

use crate::sliding::layout::{SlidingLayout, TileDistances};
use crate::sliding::{Sliding, SlidingState};
use loyd_core::exact::exact;
use loyd_core::heuristic::Heuristic;

/// The number of tiles that are not in their goal cells: the baseline for other bounds.
///
/// A move carries one tile, so no solution has fewer moves, and a move changes the number by one at most.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::heuristic::Heuristic;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::Misplaced;
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let state = eight.state(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).unwrap();
/// assert_eq!(Misplaced.memo(&eight, &state), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Misplaced;

impl Misplaced {
    /// 1 if the piece in a cell is a tile away from home, else 0.
    #[inline(always)]
    fn is_away<C: SlidingLayout>(puzzle: &Sliding<C>, piece: u8, cell: u8) -> u32 {
        u32::from(puzzle.distances.at(piece, cell) > 0)
    }
}

impl<C: SlidingLayout> Heuristic<Sliding<C>> for Misplaced {
    type Memo = u32;

    fn memo(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> u32 {
        let cells = 0..=exact::<u8>(puzzle.board.cells() - 1);
        cells.map(|cell| Misplaced::is_away(puzzle, state.cells.get(cell), cell)).sum()
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &SlidingState<C>, m: u8, memo: &u32) -> u32 {
        let piece = state.cells.get(m);
        memo + Misplaced::is_away(puzzle, piece, state.blank) - Misplaced::is_away(puzzle, piece, m)
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
