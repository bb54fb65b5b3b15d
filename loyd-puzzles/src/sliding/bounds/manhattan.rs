//! The sum of the tiles' distances.

use crate::sliding::layout::{SlidingLayout, TileDistances};
use crate::sliding::{Sliding, SlidingState};
use loyd_core::exact::exact;
use loyd_core::heuristic::Heuristic;

/// The sum over the tiles of the steps from a tile's cell to its goal cell, as if there were no other tiles. On a
/// rectangle this is the Manhattan distance; on a board with holes the steps go around the holes.
///
/// A move carries one tile one step, so no solution has fewer moves, and a move changes the sum by exactly one.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::heuristic::Heuristic;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::Manhattan;
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let state = eight.state(&[2, 3, 4, 1, 5, 0, 7, 6, 8]).unwrap();
/// assert_eq!(Manhattan.memo(&eight, &state), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manhattan;

impl<C: SlidingLayout> Heuristic<Sliding<C>> for Manhattan {
    type Memo = u32;

    fn memo(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> u32 {
        let distance = |cell: u8| u32::from(puzzle.distances.at(state.cells.get(cell), cell));
        // The sum cannot overflow: at most 256 distances, each below 256.
        (0..=exact::<u8>(puzzle.board.cells() - 1)).fold(0, |sum, cell| distance(cell).wrapping_add(sum))
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &SlidingState<C>, m: u8, memo: &u32) -> u32 {
        memo.wrapping_add_signed(puzzle.distances.change(state.cells.get(m), m, state.blank))
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}
