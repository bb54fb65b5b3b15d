//! Divides a rectangle into border lines. When a line is solved, a smaller rectangle is left, and the line need not be
//! touched again. So a large board can be solved line by line, as people do it, and a search that only looks for some
//! solution can report its progress.
//!
//! The lines are taken off one by one, each a shorter side of the remaining rectangle, away from the goal's blank,
//! until at most 3 by 3 cells are left. A line has at least two cells and at least two more lines under it.

use loyd_core::exact::exact;
use std::collections::VecDeque;

use super::layout::SlidingLayout;
use super::{Board, Sliding, SlidingState};

/// A border line and the two lines under it. Cells at the same index of the three lists are neighbours.
#[derive(Clone, Debug)]
pub(super) struct BorderLayer {
    lines: [Vec<u8>; 3],
}

impl BorderLayer {
    /// The cells of the line.
    pub(super) fn cells(&self) -> &[u8] {
        &self.lines[0]
    }

    /// The border lines for a goal with the blank in cell `blank`, outermost first. A board with holes has no lines.
    pub(super) fn all(board: &Board, blank: u8) -> Vec<BorderLayer> {
        let mut border_layers = Vec::new();
        let (rows, columns) = board.size();
        if !board.is_rectangle() || rows.min(columns) < 2 {
            return border_layers;
        }
        let (row, column) = board.place(blank);
        let (row, column) = (usize::from(row), usize::from(column));
        let (mut top, mut bottom, mut left, mut right) = (0, rows, 0, columns);
        while (bottom - top).max(right - left) > 3 {
            let lines: [Vec<u8>; 3] = if bottom - top >= right - left {
                let from_top = row - top >= bottom - 1 - row;
                let of = |depth| {
                    let row = if from_top { top + depth } else { bottom - 1 - depth };
                    (left..right).filter_map(|column| board.cell_at(row, column)).collect()
                };
                let lines = [of(0), of(1), of(2)];
                if from_top {
                    top += 1
                } else {
                    bottom -= 1
                }
                lines
            } else {
                let from_left = column - left >= right - 1 - column;
                let of = |depth| {
                    let column = if from_left { left + depth } else { right - 1 - depth };
                    (top..bottom).filter_map(|row| board.cell_at(row, column)).collect()
                };
                let lines = [of(0), of(1), of(2)];
                if from_left {
                    left += 1
                } else {
                    right -= 1
                }
                lines
            };
            border_layers.push(BorderLayer { lines });
        }
        border_layers
    }
}

impl<C: SlidingLayout> Sliding<C> {
    /// Moves that solve the first unsolved border line and do not touch the lines before it; `None` if all lines are
    /// solved. There are far more moves than necessary.
    ///
    /// # Complexity
    /// O(cells^2) for each tile of the line.
    pub(super) fn solve_line(&self, state: &SlidingState<C>) -> Option<Vec<u8>> {
        let at_home = |cell: u8| state.cells.get(cell) == self.goal.cells.get(cell);
        let first = self.border_layers.iter().position(|layer| !layer.cells().iter().all(|&cell| at_home(cell)))?;
        let mut locked = vec![false; self.board.cells()];
        let before = self.border_layers[..first].iter().flat_map(|layer| layer.cells());
        before.for_each(|&cell| locked[usize::from(cell)] = true);
        let mut mason = Mason { puzzle: self, state: *state, locked, moves: Vec::new() };
        mason.lay(&self.border_layers[first])?;
        Some(mason.moves)
    }
}

/// Brings the tiles of a line home one by one.
struct Mason<'a, C: SlidingLayout> {
    puzzle: &'a Sliding<C>,
    state: SlidingState<C>,
    /// Cells whose tiles must not move.
    locked: Vec<bool>,
    moves: Vec<u8>,
}

impl<C: SlidingLayout> Mason<'_, C> {
    fn lay(&mut self, layer: &BorderLayer) -> Option<()> {
        let [line, second, third] = &layer.lines;
        let (singles, pair) = line.split_at(line.len() - 2);
        for &cell in singles {
            self.bring(cell, cell)?;
            self.locked[usize::from(cell)] = true;
        }
        // The last cell is a dead end when the others are locked, so the last two tiles go in together: the first goes
        // home, the second goes two cells under its home, and a search in these last cells does the rest.
        let &[before, last] = pair else { return None };
        let end = line.len() - 1;
        let mut corner: Vec<u8> = [line, second, third].iter().flat_map(|line| [line[end - 1], line[end]]).collect();
        let tile = self.puzzle.goal.cells.get(last);
        self.bring(before, before)?;
        if self.state.cells.get(last) == tile {
            return Some(());
        }
        self.locked[usize::from(before)] = true;
        self.bring_tile(tile, &[third[end], last])?;
        if self.state.cells.get(last) == tile {
            return Some(());
        }
        self.locked[usize::from(third[end])] = true;
        self.walk_to(&corner)?;
        corner.sort_unstable();
        self.locked = (0..self.locked.len()).map(|cell| corner.binary_search(&exact::<u8>(cell)).is_err()).collect();
        self.exhaust(before, last)
    }

    fn step(&mut self, to: u8) {
        Sliding::slide(&mut self.state, to);
        self.moves.push(to);
    }

    fn cell_of(&self, tile: u8) -> Option<u8> {
        (0..=exact::<u8>(self.puzzle.board.cells() - 1)).find(|&cell| self.state.cells.get(cell) == tile)
    }

    /// Brings the tile whose home is cell `home` to the cell `to`.
    fn bring(&mut self, home: u8, to: u8) -> Option<()> {
        self.bring_tile(self.puzzle.goal.cells.get(home), &[to])
    }

    /// Brings a tile to the nearest of some cells, by a breadth-first search over the cells of the tile and the blank.
    fn bring_tile(&mut self, tile: u8, to: &[u8]) -> Option<()> {
        let start = [self.cell_of(tile)?, self.state.blank];
        let way = self.search(start, |[tile, _]| to.contains(&tile))?;
        way.into_iter().for_each(|cell| self.step(cell));
        Some(())
    }

    /// Walks the blank to the nearest of some cells.
    fn walk_to(&mut self, cells: &[u8]) -> Option<()> {
        let way = self.search([self.state.blank], |[blank]| cells.contains(&blank))?;
        way.into_iter().for_each(|cell| self.step(cell));
        Some(())
    }

    /// Brings the tiles of two cells home; the other tiles in unlocked cells may end anywhere.
    fn exhaust(&mut self, before: u8, last: u8) -> Option<()> {
        let goal = &self.puzzle.goal;
        let [one, other] = [before, last].map(|cell| self.cell_of(goal.cells.get(cell)));
        let start = [one?, other?, self.state.blank];
        let way = self.search(start, |[one, other, _]| one == before && other == last)?;
        way.into_iter().for_each(|cell| self.step(cell));
        Some(())
    }

    /// A shortest path of the blank through unlocked cells that brings some tiles to where they are `wanted`. `start`
    /// lists the tiles' cells, then the blank's. A tile on a locked cell never moves.
    fn search<const N: usize>(&self, start: [u8; N], wanted: impl Fn([u8; N]) -> bool) -> Option<Vec<u8>> {
        let board = &self.puzzle.board;
        let mut met = rustc_hash::FxHashMap::default();
        met.insert(start, start);
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            if wanted(at) {
                let (mut way, mut at) = (Vec::new(), at);
                while at != start {
                    way.push(at[N - 1]);
                    at = met[&at];
                }
                way.reverse();
                return Some(way);
            }
            let blank = at[N - 1];
            for &cell in board.neighbours(blank).iter().filter(|&&cell| !self.locked[usize::from(cell)]) {
                let mut next = at;
                next.iter_mut().filter(|piece| **piece == cell).for_each(|piece| *piece = blank);
                next[N - 1] = cell;
                if let std::collections::hash_map::Entry::Vacant(vacant) = met.entry(next) {
                    vacant.insert(at);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::tests::rng;
    use loyd_core::cells::{Bytes, Nibbles};
    use loyd_core::puzzle::{MoveSet, Notation, Puzzle};

    fn solves<C: SlidingLayout>(rows: usize, columns: usize, below: &mut impl FnMut(u64) -> u64) {
        let plain = Sliding::<C>::rectangle(rows, columns).unwrap();
        let goal = plain.random(below);
        let puzzle = plain.with_goal(&goal.cells.unpack(rows * columns)).unwrap();
        let mut state = puzzle.random(below);
        for solved in 0..=puzzle.border_layers.len() {
            for layer in &puzzle.border_layers[..solved] {
                assert!(layer.cells().iter().all(|&cell| state.cells.get(cell) == puzzle.goal.cells.get(cell)));
            }
            let lines = puzzle.border_layers.iter();
            let wrong =
                lines.flat_map(|layer| layer.cells()).any(|&cell| state.cells.get(cell) != goal.cells.get(cell));
            let way = puzzle.solve_line(&state);
            assert_eq!(way.is_some(), wrong, "{rows}x{columns}");
            for cell in way.into_iter().flatten() {
                assert!(puzzle.moves(&state).iter().any(|m| m == cell));
                puzzle.apply(&mut state, cell);
            }
        }
    }

    #[test]
    fn every_line_of_every_size_is_solved_wherever_the_blank_belongs() {
        let mut below = rng(1);
        let is_whole = std::env::var_os("LOYD_LONG").is_some();
        let some = if is_whole { 20 } else { 4 };
        for rows in 2..=16 {
            // The shorter law takes every size up to 7x7, and every third of the larger sizes.
            for columns in (2..=16).filter(|columns| is_whole || rows.max(*columns) < 8 || (rows + columns) % 3 == 0) {
                for _ in 0..if rows * columns < 50 { some } else { 1 } {
                    match rows * columns {
                        ..=16 => solves::<Nibbles>(rows, columns, &mut below),
                        17..=64 => solves::<Bytes<64>>(rows, columns, &mut below),
                        _ => solves::<Bytes<256>>(rows, columns, &mut below),
                    }
                }
            }
        }
    }
}
