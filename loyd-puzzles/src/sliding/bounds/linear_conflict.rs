//! The linear conflict: tiles in their own line but in the wrong order.
//!
//! A *line* is a maximal run of cells in a row or column, without a hole. Take the tiles in a line that also contains
//! their goals. Tiles that never leave the line in a solution never pass each other, so they already stand in the order
//! of their goals: they are no more than the longest run of tiles, not necessarily side by side, whose goals ascend.
//! Every other tile leaves the line and comes back. The line is maximal, so the tile leaves it at right angles: two
//! moves across the line. The tile's distance counts neither move, because its shortest way to its goal is along the
//! line. So the sum of the distances, plus two for every tile that must leave its line, is at most the number of moves.
//! A tile counts in one line only, or, if it is on its goal, in a row and a column; then the moves across the row are
//! different moves from the moves across the column.
//!
//! The bound is consistent. A tile that moves along a line does not change the order in that line. Of the lines across,
//! it leaves one and enters one, and at most one of the two contains its goal. If the tile leaves the line of its goal,
//! its distance grows by one, and the number of tiles that must leave shrinks by one or stays. If it enters the line of
//! its goal, its distance shrinks by one, and the number grows by one or stays. In every other case only the distance
//! changes. So a move changes the bound by exactly one, up or down.

use std::sync::LazyLock;

use super::manhattan::Manhattan;
use crate::sliding::layout::{PerCell, SlidingLayout, TileDistances};
use crate::sliding::{Board, Sliding, SlidingState};
use loyd_core::exact::exact;
use loyd_core::heuristic::Heuristic;

/// The line number of the blank's goal, because the blank counts in no line.
const NOWHERE: u16 = u16::MAX;

/// A line: its cells are consecutive in the list of its axis.
#[derive(Clone, Copy, Debug)]
struct BoardLine {
    begin: u8,
    length: u16,
}

/// All rows, or all columns.
#[derive(Clone, Debug)]
struct ParallelLines<C: SlidingLayout> {
    /// The cells, line by line.
    cells: C::Each<u8>,
    /// The line of each cell.
    line: C::Each<u16>,
    /// For each line, where its cells are in `cells`.
    lines: C::Each<BoardLine>,
    /// For each piece, the line of its goal and the place in that line.
    goals: C::Each<(u16, u8)>,
}

/// The rows and columns of a board, with a goal.
#[derive(Clone, Debug)]
pub(crate) struct BoardLines<C: SlidingLayout> {
    rows: ParallelLines<C>,
    columns: ParallelLines<C>,
}

impl<C: SlidingLayout> BoardLines<C> {
    pub(crate) fn new(board: &Board, goal: &[u8]) -> Self {
        let place = |cell: u8| (usize::from(board.place(cell).0), usize::from(board.place(cell).1));
        let rows = ParallelLines::new(board, goal, place);
        let columns = ParallelLines::new(board, goal, |cell| (place(cell).1, place(cell).0));
        BoardLines { rows, columns }
    }
}

impl<C: SlidingLayout> ParallelLines<C> {
    /// Makes the lines of one direction. `along` returns a cell's row or column and its place in it, ignoring holes.
    fn new(board: &Board, goal: &[u8], along: impl Fn(u8) -> (usize, usize)) -> Self {
        let mut ordered: Vec<u8> = (0..=exact::<u8>(board.cells() - 1)).collect();
        ordered.sort_by_key(|&cell| along(cell));
        let mut axis: ParallelLines<C> = ParallelLines {
            cells: C::Each::filled(0),
            line: C::Each::filled(0),
            lines: C::Each::filled(BoardLine { begin: 0, length: 0 }),
            goals: C::Each::filled((NOWHERE, 0)),
        };
        let mut number = 0;
        let mut line = BoardLine { begin: 0, length: 0 };
        for (at, &cell) in (0..=255u8).zip(&ordered) {
            let before = at.checked_sub(1).map(|at| along(ordered[usize::from(at)]));
            if before.is_some_and(|(across, place)| along(cell) != (across, place + 1)) {
                number += 1;
                line = BoardLine { begin: at, length: 0 };
            }
            line.length += 1;
            axis.cells.put(at, cell);
            axis.line.put(cell, number);
            axis.lines.put(exact::<u8>(number), line);
            let piece = goal[usize::from(cell)];
            if piece != 0 {
                axis.goals.put(piece, (number, exact::<u8>(line.length - 1)));
            }
        }
        axis
    }

    /// How many more tiles of a line must leave it if `tile` is in its cell `cell` than without the tile: 1 or 0.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "numbers of lines and cells are below 256")]
    fn more_leavers(&self, table: &Leavers, state: &SlidingState<C>, number: u16, cell: u8, tile: u8) -> i32 {
        let line = self.lines.at(number as u8);
        if usize::from(line.length) > SHORT {
            return self.more_leavers_of_long(state, number, cell, tile);
        }
        let (code, here) = self.code(state, number, line, cell);
        let without = code & !7_usize.wrapping_shl(here);
        let with = without | (usize::from(self.goals.at(tile).1) + 1).wrapping_shl(here);
        i32::from(table[with % CODES]) - i32::from(table[without % CODES])
    }

    /// The code of a short line, and the lowest bit of the digit of `cell`, if the cell is in the line.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "numbers of lines and cells are below 256")]
    fn code(&self, state: &SlidingState<C>, number: u16, line: BoardLine, cell: u8) -> (usize, u32) {
        let (mut code, mut here) = (0usize, 0);
        for at in 0..line.length as u8 {
            let other = self.cells.at(line.begin.wrapping_add(at));
            let (goal_line, place) = self.goals.at(state.cells.get(other));
            let digit = if goal_line == number { usize::from(place) + 1 } else { 0 };
            // The digits of a short line end below the 24th bit.
            let shift = u32::from(at).wrapping_mul(3);
            code |= digit.wrapping_shl(shift);
            here = if other == cell { shift } else { here };
        }
        (code, here)
    }

    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "numbers of lines are below 256")]
    fn more_leavers_of_long(&self, state: &SlidingState<C>, number: u16, cell: u8, tile: u8) -> i32 {
        let line = self.lines.at(number as u8);
        let count = |with: bool| {
            self.leavers_of_long(number, line, |other| match other == cell {
                true if with => tile,
                true => 0,
                false => state.cells.get(other),
            })
        };
        count(true) as i32 - count(false) as i32
    }

    /// How many tiles `tile` has to pass in its own line, from `cell`. Only tiles with their goals in the line count.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "numbers of lines and cells are below 256")]
    fn passes(&self, state: &SlidingState<C>, number: u16, cell: u8, tile: u8) -> u32 {
        let line = self.lines.at(number as u8);
        let place = self.goals.at(tile).1;
        let (mut passes, mut after) = (0, false);
        for at in 0..line.length {
            let other = self.cells.at((u16::from(line.begin) + at) as u8);
            if other == cell {
                after = true;
                continue;
            }
            let (goal_line, goal) = self.goals.at(state.cells.get(other));
            passes += u32::from(goal_line == number && (goal < place) == after);
        }
        passes
    }

    /// How many tiles must leave a line of any length, if `piece` returns the piece in each cell.
    #[expect(clippy::cast_possible_truncation, reason = "numbers of lines and cells are below 256")]
    fn leavers_of_long(&self, number: u16, line: BoardLine, piece: impl Fn(u8) -> u8) -> u32 {
        must_leave((0..line.length).filter_map(|at| {
            let (goal_line, place) = self.goals.at(piece(self.cells.at((u16::from(line.begin) + at) as u8)));
            (goal_line == number).then_some(place)
        }))
    }

    /// How many tiles must leave their lines, in all lines together.
    #[expect(clippy::cast_possible_truncation, reason = "numbers of lines and cells are below 256")]
    fn all_leavers(&self, table: &Leavers, state: &SlidingState<C>, cells: usize) -> u32 {
        let (mut begin, mut leavers) = (0, 0);
        while begin < cells {
            let number = self.line.at(self.cells.at(begin as u8));
            let line = self.lines.at(number as u8);
            leavers += match usize::from(line.length) <= SHORT {
                true => u32::from(table[self.code(state, number, line, 0).0 % CODES]),
                false => self.leavers_of_long(number, line, |cell| state.cells.get(cell)),
            };
            begin += usize::from(line.length);
        }
        leavers
    }
}

impl<C: SlidingLayout> BoardLines<C> {
    /// The number of pairs of tiles that are in their own line in the wrong order.
    pub(crate) fn crossings(&self, state: &SlidingState<C>, cells: usize) -> u32 {
        let each = (0..=exact::<u8>(cells - 1)).map(|cell| {
            let tile = state.cells.get(cell);
            let own = |axis: &ParallelLines<C>| match axis.goals.at(tile).0 == axis.line.at(cell) {
                true => axis.passes(state, axis.line.at(cell), cell, tile),
                false => 0,
            };
            own(&self.rows) + own(&self.columns)
        });
        each.sum::<u32>() / 2
    }

    /// By how much a move of the blank to `m` changes the number of [`crossings`](Self::crossings).
    #[inline]
    pub(crate) fn more_crossings(&self, state: &SlidingState<C>, m: u8) -> i32 {
        let (tile, blank) = (state.cells.get(m), state.blank);
        let across = if self.rows.line.at(m) == self.rows.line.at(blank) { &self.columns } else { &self.rows };
        let goal_line = across.goals.at(tile).0;
        if goal_line == across.line.at(m) {
            -(across.passes(state, goal_line, m, tile) as i32)
        } else if goal_line == across.line.at(blank) {
            across.passes(state, goal_line, blank, tile) as i32
        } else {
            0
        }
    }
}

/// How many must leave so that the rest ascends: all but a longest run. `ends` has the least end of a run of each
/// length (C. Schensted, "Longest increasing and decreasing subsequences", Canadian Journal of Mathematics 13, 1961).
fn must_leave(places: impl Iterator<Item = u8>) -> u32 {
    let mut ends = [0; 256];
    let (mut longest, mut count) = (0, 0);
    for place in places {
        let at = ends[..longest].partition_point(|&end| end < place);
        ends[at] = place;
        longest = longest.max(at + 1);
        count += 1;
    }
    count - exact::<u32>(longest)
}

/// The most cells of a line that is looked up, three bits for each cell.
const SHORT: usize = 5;

/// The number of codes of a short line: for each cell the place, from 1, of its tile's goal in this line, or 0.
const CODES: usize = 1 << (3 * SHORT);

/// For each code of a short line, how many tiles must leave the line.
type Leavers = [u8; CODES];

/// The same numbers as [`must_leave`] returns. A code is computed from the code of one cell less, because a command
/// waits for this table. Bits mark the last places of runs; a place replaces the least one not before it.
static LEAVERS: LazyLock<Box<Leavers>> = LazyLock::new(|| {
    let mut ends = vec![0u8; CODES];
    let mut leavers = vec![0u8; CODES];
    for (cell, codes) in (0..SHORT).map(|cell| (cell, 1 << (3 * cell))) {
        for place in 1..8 {
            for code in 0..codes {
                let (longer, from_place_on) = (code | place << (3 * cell), ends[code] & u8::MAX << place);
                let replaced = from_place_on & from_place_on.wrapping_neg();
                ends[longer] = (ends[code] ^ replaced) | 1 << place;
                leavers[longer] = leavers[code] + u8::from(replaced != 0);
            }
        }
    }
    leavers.into_boxed_slice().try_into().expect("a code each")
});

/// The sum of the [distances](Manhattan), plus two moves for every tile that must leave its line.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::heuristic::Heuristic;
/// use loyd_puzzles::sliding::Sliding;
/// use loyd_puzzles::sliding::bounds::linear_conflict::LinearConflict;
/// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
/// let state = eight.state(&[3, 2, 1, 4, 5, 6, 7, 8, 0]).unwrap();
/// assert_eq!(LinearConflict::new().memo(&eight, &state), 4 + 2 * 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearConflict {
    leavers: &'static Leavers,
}

impl LinearConflict {
    /// Makes the bound. The first call in a process fills a table of 32 KiB, in a fraction of a millisecond.
    pub fn new() -> Self {
        LinearConflict { leavers: &LEAVERS }
    }
}

impl Default for LinearConflict {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: SlidingLayout> Heuristic<Sliding<C>> for LinearConflict {
    type Memo = u32;

    fn memo(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> u32 {
        let (lines, cells) = (&puzzle.lines, puzzle.board.cells());
        let count = |axis: &ParallelLines<C>| axis.all_leavers(self.leavers, state, cells);
        let leavers = count(&lines.rows) + count(&lines.columns);
        Manhattan.memo(puzzle, state) + 2 * leavers
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Sliding<C>, state: &SlidingState<C>, m: u8, memo: &u32) -> u32 {
        let (tile, blank) = (state.cells.get(m), state.blank);
        let rows = &puzzle.lines.rows;
        let across = if rows.line.at(m) == rows.line.at(blank) { &puzzle.lines.columns } else { rows };
        let goal_line = across.goals.at(tile).0;
        let change = if goal_line == across.line.at(m) {
            1 - 2 * across.more_leavers(self.leavers, state, goal_line, m, tile)
        } else if goal_line == across.line.at(blank) {
            2 * across.more_leavers(self.leavers, state, goal_line, blank, tile) - 1
        } else {
            puzzle.distances.change(tile, m, blank)
        };
        memo.wrapping_add_signed(change)
    }

    #[inline(always)]
    fn bound(&self, memo: &u32) -> u32 {
        *memo
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_counted_as_long_ones() {
        for (code, &leavers) in LEAVERS.iter().enumerate() {
            let digits = (0..SHORT).map(|at| (code >> (3 * at) & 7) as u8);
            assert_eq!(u32::from(leavers), must_leave(digits.filter(|&digit| digit != 0)), "{code:o}");
        }
    }
}
