//! Sliding puzzles in the multi-tile metric: one move slides any number of tiles of a row or column towards the blank,
//! so the blank goes to any cell of its row or column that no hole separates from it.
//!
//! A move is the cell that the blank goes to, as in [`Sliding`]. Two moves of one line after each other do what one
//! move of this line does, or nothing. So moves along rows and moves along columns take turns in every shortest
//! solution.

mod bounds;
mod facts;
mod notation;
#[cfg(test)]
mod tests;

pub use self::bounds::DividedManhattan;
use super::board::Board;
use super::layout::{PerCell, SlidingLayout};
use super::notation::Direction;
use super::{Sliding, SlidingState};
use loyd_core::cells::Nibbles;
use loyd_core::exact::exact;
use loyd_core::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces};
use loyd_core::puzzle::{BeamHints, MoveSet, NotListed, Phased, Puzzle, Ranked, Unsolvable};

/// A sliding puzzle whose moves slide any number of tiles of a line.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{MoveSet, Puzzle};
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::multi_tile::MultiTileSliding;
/// let fifteen = MultiTileSliding::new(Sliding::<Nibbles>::rectangle(4, 4).unwrap());
/// let mut state = fifteen.single().goal();
/// assert_eq!(fifteen.moves(&state).iter().collect::<Vec<_>>(), [3, 7, 11, 12, 13, 14]);
/// fifteen.apply(&mut state, 12); // the tiles 13, 14 and 15 slide to the right
/// assert_eq!((12..16).map(|cell| state.cells().0 >> (cell * 4) & 15).collect::<Vec<_>>(), [0, 13, 14, 15]);
/// ```
#[derive(Clone, Debug)]
pub struct MultiTileSliding<C: SlidingLayout> {
    single: Sliding<C>,
    /// On the heap, because the tables of a large board take 26 KiB, and a caller may have a small stack.
    lines: Box<BlankLines<C>>,
}

/// The cells of the row and of the column of each cell.
#[derive(Clone, Debug)]
struct BlankLines<C: SlidingLayout> {
    /// The neighbour of each cell on each side (left, right, up, down); the cell itself where there is no neighbour.
    sides: [C::Each<u8>; 4],
    /// The row of each cell.
    rows: C::Each<u8>,
    /// The moves from each cell, and those along its row and along its column.
    moves: C::Each<C::Lines>,
    along_row: C::Each<C::Lines>,
    along_column: C::Each<C::Lines>,
}

impl<C: SlidingLayout> BlankLines<C> {
    #[inline(never)]
    fn new(board: &Board) -> Box<Self> {
        let sets = || C::Each::filled(C::Lines::none());
        let numbers = || C::Each::filled(0);
        let sides = [numbers(), numbers(), numbers(), numbers()];
        let mut lines = Box::new(BlankLines::<C> {
            sides,
            rows: numbers(),
            moves: sets(),
            along_row: sets(),
            along_column: sets(),
        });
        let last = exact::<u8>(board.cells() - 1);
        for cell in 0..=last {
            lines.rows.put(cell, board.place(cell).0);
            lines.sides.iter_mut().for_each(|side| side.put(cell, cell));
            for &next in board.neighbours(cell) {
                lines.sides[side(board.place(cell).0 != board.place(next).0, next > cell)].put(cell, next);
            }
        }
        for cell in 0..=last {
            let sides = &lines.sides;
            let line = |side: usize| {
                let next = move |at: &u8| Some(sides[side].at(*at)).filter(|next| next != at);
                std::iter::successors(next(&cell), next)
            };
            let (row, column): (C::Lines, C::Lines) =
                (line(0).chain(line(1)).collect(), line(2).chain(line(3)).collect());
            let all: C::Lines = (0..4).flat_map(line).collect();
            lines.along_row.put(cell, row);
            lines.along_column.put(cell, column);
            lines.moves.put(cell, all);
        }
        lines
    }
}

impl<C: SlidingLayout> MultiTileSliding<C> {
    /// Makes the puzzle with the board and the goal of `single`.
    pub fn new(single: Sliding<C>) -> Self {
        MultiTileSliding { lines: BlankLines::new(single.board()), single }
    }

    /// The puzzle with the same board and goal whose moves slide one tile.
    pub fn single(&self) -> &Sliding<C> {
        &self.single
    }

    /// Calls `each` for every step of the blank from a cell to another cell of its row or column: with the cell before
    /// the step and the cell after it.
    #[inline(always)]
    pub(super) fn each_step(&self, from: u8, to: u8, mut each: impl FnMut(u8, u8)) {
        let side = &self.lines.sides[side(self.lines.rows.at(from) != self.lines.rows.at(to), to > from)];
        let mut at = from;
        while at != to {
            let next = side.at(at);
            each(at, next);
            at = next;
        }
    }

    /// The moves that do what these steps of single tiles do, with every run of steps of one line as one move.
    fn merged(&self, from: u8, steps: &[u8]) -> Vec<u8> {
        let mut cells = vec![from];
        for &to in steps {
            let at = cells[cells.len() - 1];
            let is_along_row = |from: u8, to: u8| self.lines.rows.at(from) == self.lines.rows.at(to);
            let before = cells.len().checked_sub(2).map(|place| cells[place]);
            if before.is_some_and(|before| is_along_row(before, at) == is_along_row(at, to)) {
                cells.pop();
            }
            if cells.last() != Some(&to) {
                cells.push(to);
            }
        }
        cells.split_off(1)
    }
}

/// The number of a side: left, right, up, down.
#[inline(always)]
fn side(is_along_column: bool, is_forwards: bool) -> usize {
    usize::from(is_along_column) << 1 | usize::from(is_forwards)
}

impl<C: SlidingLayout> Puzzle for MultiTileSliding<C> {
    type State = SlidingState<C>;
    type Move = u8;
    /// The cell the blank came from.
    type Undo = u8;
    type Moves = C::Lines;

    #[inline(always)]
    fn moves(&self, state: &SlidingState<C>) -> C::Lines {
        self.lines.moves.at(state.blank)
    }

    #[inline(always)]
    fn apply(&self, state: &mut SlidingState<C>, m: u8) -> u8 {
        let from = state.blank;
        self.each_step(from, m, |at, next| state.cells.slide(next, at));
        state.blank = m;
        from
    }

    #[inline(always)]
    fn is_goal(&self, state: &SlidingState<C>) -> bool {
        self.single.is_goal(state)
    }

    fn goals(&self) -> Result<Vec<SlidingState<C>>, NotListed> {
        self.single.goals()
    }

    #[inline(always)]
    fn back(&self, state: &SlidingState<C>, _m: u8) -> C::Lines {
        std::iter::once(state.blank).collect()
    }

    /// All moves of the same line: after `m`, another move of this line leads to a state that one move reaches.
    #[inline(always)]
    fn follow(&self, state: &SlidingState<C>, m: u8) -> C::Lines {
        let line = if self.lines.rows.at(state.blank) == self.lines.rows.at(m) {
            &self.lines.along_row
        } else {
            &self.lines.along_column
        };
        line.at(m)
    }

    /// The order of the letters down, left, right, up, then of the numbers of tiles.
    fn order(&self, state: &SlidingState<C>, m: u8) -> u32 {
        let direction = Direction::of(self.single.board(), state.blank, m) as u32;
        direction << 8 | u32::from(self.tiles(state.blank, m))
    }

    fn unsolvable(&self, state: &SlidingState<C>) -> Option<Unsolvable> {
        self.single.unsolvable(state)
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        Some(self)
    }

    fn beam_hints(&self) -> Option<&impl BeamHints<Self>> {
        Some(self)
    }
}

impl<C: SlidingLayout> Phased for MultiTileSliding<C> {
    /// One phase for each cell of the blank, because the blank's cell determines the legal moves.
    fn phases(&self) -> Vec<SlidingState<C>> {
        self.single.phases()
    }

    #[inline(always)]
    fn phase(&self, state: &SlidingState<C>) -> usize {
        state.blank.into()
    }
}

impl<C: SlidingLayout> BeamHints for MultiTileSliding<C> {
    #[inline(always)]
    fn bucket(&self, _state: &SlidingState<C>, m: u8) -> u32 {
        m.into()
    }

    fn subgoal(&self, state: &SlidingState<C>) -> Option<Vec<u8>> {
        Some(self.merged(state.blank, &self.single.solve_line(state)?))
    }
}

/// The ranks of the same positions in the metric of single tiles.
impl Ranked for MultiTileSliding<Nibbles> {
    fn ranks(&self) -> u64 {
        self.single.ranks()
    }

    #[inline]
    fn rank(&self, state: &SlidingState<Nibbles>) -> u64 {
        self.single.rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> SlidingState<Nibbles> {
        self.single.unrank(rank)
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        self.single.arranged().is_some().then_some(self)
    }
}

impl Arranged for MultiTileSliding<Nibbles> {
    fn arrangement(&self) -> Arrangement {
        Arranged::arrangement(&self.single)
    }

    fn pieces(&self, state: &SlidingState<Nibbles>) -> (CellPieces, u8) {
        Arranged::pieces(&self.single, state)
    }

    fn state_of(&self, pieces: &[u8], sheet: u8) -> SlidingState<Nibbles> {
        Arranged::state_of(&self.single, pieces, sheet)
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let cells = 0..exact::<u8>(self.single.board().cells());
        let goes = |from: u8, to: u8| {
            let mut goes: Vec<u8> = cells.clone().collect();
            self.each_step(from, to, |at, next| goes[usize::from(next)] = at);
            goes[usize::from(from)] = to;
            CellMove { at: Some(from), sheets: (0, 0), goes }
        };
        cells.clone().flat_map(|from| self.lines.moves.at(from).iter().map(move |to| goes(from, to))).collect()
    }
}
