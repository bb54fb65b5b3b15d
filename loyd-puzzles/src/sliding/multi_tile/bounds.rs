//! The lower bounds of the multi-tile metric. Bounds that count steps of single tiles are too high here, so none of the
//! bounds of [`Sliding`] is offered except the walking distance, whose table is made for this metric.

use super::super::bounds::WALKING;
use super::super::bounds::walking_distance::{MOST_LINES, WalkingDistance};
use super::super::layout::{PerCell, SlidingLayout};
use super::MultiTileSliding;
use crate::sliding::{SlidingState, TileMetric};
use loyd_core::exact::exact;
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded, Heuristic, Toward};
use loyd_core::puzzle::pattern::NoPattern;

const DIVIDED: BoundFacts = BoundFacts {
    name: "divided-manhattan",
    what: "the steps of the tiles to their goals, up, down, left and right, each divided by the most tiles of a move",
    synonyms: &[],
    consistent: true,
    strong: false,
    tables: false,
    vast: false,
    source: "own; docs/internals/bounds.md has the proof",
};

/// The steps that the tiles need to the left, to the right, up and down, each sum divided by the most tiles that one
/// move slides, and rounded up.
#[derive(Clone, Debug)]
pub struct DividedManhattan<C: SlidingLayout> {
    places: C::Each<(u8, u8)>,
    /// The goal place of each piece.
    homes: C::Each<(u8, u8)>,
    /// The most tiles of a move along a row, and along a column; at least 1.
    most: [u16; 2],
}

impl<C: SlidingLayout> DividedManhattan<C> {
    /// Makes the bound for a puzzle's board and goal.
    pub fn new(puzzle: &MultiTileSliding<C>) -> Self {
        let (board, goal) = (puzzle.single.board(), puzzle.single.goal());
        let (mut places, mut homes) = (C::Each::filled((0, 0)), C::Each::filled((0, 0)));
        let mut most = [1; 2];
        for cell in 0..=exact::<u8>(board.cells() - 1) {
            places.put(cell, board.place(cell));
            homes.put(goal.cells().get(cell), board.place(cell));
            for (along, most) in [&puzzle.lines.along_row, &puzzle.lines.along_column].into_iter().zip(&mut most) {
                let cells = loyd_core::puzzle::MoveSet::iter(along.at(cell)).count();
                *most = exact::<u16>(cells).max(*most);
            }
        }
        DividedManhattan { places, homes, most }
    }

    /// The steps to the left, to the right, up and down that a tile needs from a cell.
    #[inline(always)]
    fn steps(&self, piece: u8, cell: u8) -> [u16; 4] {
        let ((row, column), (home_row, home_column)) = (self.places.at(cell), self.homes.at(piece));
        let steps = |from: u8, to: u8| u16::from(from.saturating_sub(to));
        [steps(column, home_column), steps(home_column, column), steps(row, home_row), steps(home_row, row)]
    }
}

impl<C: SlidingLayout> Heuristic<MultiTileSliding<C>> for DividedManhattan<C> {
    /// The sums of the steps to the left, to the right, up and down. No sum is above 256^2 / 4.
    type Memo = [u16; 4];

    fn memo(&self, puzzle: &MultiTileSliding<C>, state: &SlidingState<C>) -> [u16; 4] {
        let mut sums = [0; 4];
        for cell in 0..=exact::<u8>(puzzle.single.board().cells() - 1) {
            let piece = state.cells().get(cell);
            if piece != 0 {
                sums.iter_mut().zip(self.steps(piece, cell)).for_each(|(sum, steps)| *sum += steps);
            }
        }
        sums
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &MultiTileSliding<C>, state: &SlidingState<C>, m: u8, memo: &[u16; 4]) -> [u16; 4] {
        let mut sums = *memo;
        puzzle.each_step(state.blank(), m, |to, from| {
            let piece = state.cells().get(from);
            let (before, after) = (self.steps(piece, from), self.steps(piece, to));
            for (sum, (before, after)) in sums.iter_mut().zip(before.into_iter().zip(after)) {
                *sum = sum.wrapping_add(after).wrapping_sub(before);
            }
        });
        sums
    }

    #[inline(always)]
    fn bound(&self, memo: &[u16; 4]) -> u32 {
        let [left, right, up, down] = *memo;
        let [row, column] = self.most;
        let moves = left.div_ceil(row) + right.div_ceil(row) + up.div_ceil(column) + down.div_ceil(column);
        moves.into()
    }
}

impl<C: SlidingLayout> MultiTileSliding<C> {
    /// Whether the board is a rectangle with few rows and columns, in the layout of small boards.
    fn has_walking_distance(&self) -> bool {
        let (board, (rows, columns)) = (self.single.board(), self.single.board().size());
        C::CAPACITY <= MOST_LINES * MOST_LINES && board.is_rectangle() && rows.max(columns) <= MOST_LINES
    }
}

impl<C: SlidingLayout> Bounded for MultiTileSliding<C> {
    type Pattern = NoPattern;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        if self.has_walking_distance() { vec![WALKING, DIVIDED] } else { vec![DIVIDED] }
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        match name {
            _ if name == DIVIDED.name => Some(visitor.visit(DividedManhattan::new(self))),
            _ if name == WALKING.name && const { C::CAPACITY <= MOST_LINES * MOST_LINES } => {
                WalkingDistance::new(&self.single, TileMetric::Multi).map(|walking| visitor.visit(walking))
            }
            _ => None,
        }
    }

    fn toward(&self, from: &SlidingState<C>, to: &SlidingState<C>) -> Option<Toward<Self>> {
        let there = self.single.for_goal(&to.cells().unpack(self.single.board().cells()));
        Some(Toward { puzzle: Some(MultiTileSliding::new(there)), start: *from, bound: DIVIDED.name })
    }
}
