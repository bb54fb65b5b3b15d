//! Walking distance: the moves that rows alone, and columns alone, need (Ken'ichiro Takahashi, "takaken", 2001).
//!
//! For the rows, a position is reduced to the number of tiles of each goal row in each row, and the blank's row. A move
//! up or down changes two of these numbers by one. The least number of such moves counts only moves up and down; the
//! same number for the columns counts only moves to the left and right. So the two numbers can be added. The 4x4 board
//! has 24,964 such reduced positions. They are numbered and linked beforehand, so a move is one look-up.
//!
//! If a move slides several tiles of a column, the same links lead from one reduced position to the next ones, and a
//! move follows several links of one direction (docs/internals/bounds.md has the proof).

use rustc_hash::FxHashMap;

use crate::sliding::layout::SlidingLayout;
use crate::sliding::multi_tile::MultiTileSliding;
use crate::sliding::{Sliding, SlidingState, TileMetric};
use loyd_core::exact::exact;
use loyd_core::heuristic::Heuristic;

/// The most rows or columns of a board.
pub const MOST_LINES: usize = 4;

/// For each line the number of tiles of each goal line in it, three bits each, and the blank's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ReducedPosition {
    counts: u64,
    blank: u8,
}

impl ReducedPosition {
    fn none() -> Self {
        ReducedPosition { counts: 0, blank: 0 }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a constant")]
    fn shift(line: u8, goal: u8) -> u32 {
        (u32::from(line) * MOST_LINES as u32 + u32::from(goal)) * 3
    }

    fn put(&mut self, line: u8, goal: u8) {
        self.counts += 1_u64.wrapping_shl(Self::shift(line, goal));
    }

    fn count(&self, line: u8, goal: u8) -> u64 {
        self.counts.wrapping_shr(Self::shift(line, goal)) & 7
    }

    /// Moves the blank to a line beside its own, in exchange for a tile whose goal line is `goal`.
    fn step(mut self, to: u8, goal: u8) -> Self {
        self.counts -= 1_u64.wrapping_shl(Self::shift(to, goal));
        self.put(self.blank, goal);
        self.blank = to;
        self
    }
}

/// All reduced positions of the lines of one direction.
#[derive(Clone, Debug)]
struct ReducedPositions {
    numbers: FxHashMap<ReducedPosition, u16>,
    distances: Vec<u8>,
    /// For each position, the next one when the blank goes a line back (first half) or on, by the tile's goal line.
    next: Vec<[u16; 2 * MOST_LINES]>,
}

impl ReducedPositions {
    fn new(lines: u8, goal: ReducedPosition, metric: TileMetric) -> Self {
        let mut numbers = FxHashMap::default();
        let mut positions = vec![goal];
        let mut walk = ReducedPositions { numbers: FxHashMap::default(), distances: vec![0], next: Vec::new() };
        numbers.insert(goal, 0);
        while let Some(&position) = positions.get(walk.next.len()) {
            let distance = walk.distances[walk.next.len()] + 1;
            let mut next = [u16::MAX; 2 * MOST_LINES];
            for (way, to) in [(0, position.blank.wrapping_sub(1)), (1, position.blank + 1)] {
                for goal in (0..lines).filter(|&goal| to < lines && position.count(to, goal) > 0) {
                    let after = position.step(to, goal);
                    let number = *numbers.entry(after).or_insert_with(|| {
                        positions.push(after);
                        walk.distances.push(distance);
                        exact::<u16>(positions.len() - 1)
                    });
                    next[way * MOST_LINES + usize::from(goal)] = number;
                }
            }
            walk.next.push(next);
        }
        walk.numbers = numbers;
        if metric == TileMetric::Multi {
            walk.distances = walk.multi_tile_distances();
        }
        walk
    }

    /// The least number of moves to the goal, which has number 0, if a move follows any number of links of one
    /// direction.
    fn multi_tile_distances(&self) -> Vec<u8> {
        let mut distances = vec![u8::MAX; self.next.len()];
        distances[0] = 0;
        let mut layer = vec![0_u16];
        for distance in 1.. {
            let mut farther = Vec::new();
            for (&position, way) in layer.iter().flat_map(|position| [(position, 0), (position, 1)]) {
                let mut ends = vec![position];
                while !ends.is_empty() {
                    let links = |end: &u16| self.next[usize::from(*end)][way * MOST_LINES..][..MOST_LINES].to_vec();
                    ends = ends.iter().flat_map(links).filter(|&next| next != u16::MAX).collect();
                    for &end in &ends {
                        if distances[usize::from(end)] == u8::MAX {
                            distances[usize::from(end)] = distance;
                            farther.push(end);
                        }
                    }
                }
            }
            if farther.is_empty() {
                break;
            }
            layer = farther;
        }
        distances
    }
}

/// The numbers of the two reduced positions: of the rows and of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingMemo {
    rows: u16,
    columns: u16,
    bound: u8,
}

/// The walking distance.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    rows: ReducedPositions,
    columns: ReducedPositions,
    /// Row and column of each cell, and goal row and column of each piece.
    places: [(u8, u8); 16],
    homes: [(u8, u8); 16],
}

impl WalkingDistance {
    /// Makes the bound for a rectangle of at most [`MOST_LINES`] rows and columns; `None` for other boards.
    ///
    /// # Complexity
    /// A few milliseconds on the 4x4 board, less than 2 MiB.
    pub fn new<C: SlidingLayout>(puzzle: &Sliding<C>, metric: TileMetric) -> Option<Self> {
        let (rows, columns) = puzzle.board().size();
        if !puzzle.board().is_rectangle() || rows.max(columns) > MOST_LINES {
            return None;
        }
        let (mut places, mut homes) = ([(0, 0); 16], [(0, 0); 16]);
        let (mut goal_rows, mut goal_columns) = (ReducedPosition::none(), ReducedPosition::none());
        for cell in 0..exact::<u8>(rows * columns) {
            let place = puzzle.board().place(cell);
            let piece = puzzle.goal().cells().get(cell);
            places[usize::from(cell)] = place;
            homes[usize::from(piece)] = place;
            if piece == 0 {
                (goal_rows.blank, goal_columns.blank) = place;
            } else {
                goal_rows.put(place.0, place.0);
                goal_columns.put(place.1, place.1);
            }
        }
        let (rows, columns) = (
            ReducedPositions::new(exact::<u8>(rows), goal_rows, metric),
            ReducedPositions::new(exact::<u8>(columns), goal_columns, metric),
        );
        Some(WalkingDistance { rows, columns, places, homes })
    }

    #[inline(always)]
    fn memo_of(&self, rows: u16, columns: u16) -> WalkingMemo {
        let distance = |walk: &ReducedPositions, number: u16| walk.distances[usize::from(number)];
        WalkingMemo { rows, columns, bound: distance(&self.rows, rows) + distance(&self.columns, columns) }
    }

    fn memo_of_state<C: SlidingLayout>(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> WalkingMemo {
        let (mut rows, mut columns) = (ReducedPosition::none(), ReducedPosition::none());
        for cell in 0..exact::<u8>(puzzle.board().cells()) {
            let place = self.places[usize::from(cell)];
            let piece = state.cells().get(cell);
            let home = self.homes[usize::from(piece)];
            if piece == 0 {
                (rows.blank, columns.blank) = place;
            } else {
                rows.put(place.0, home.0);
                columns.put(place.1, home.1);
            }
        }
        let number = |walk: &ReducedPositions, lines| walk.numbers.get(lines).copied();
        // Moves reach every reduced position that a position of this board has, so the look-up succeeds.
        let numbers = number(&self.rows, &rows).zip(number(&self.columns, &columns));
        let (rows, columns) = numbers.expect("the tiles of the puzzle, once each");
        self.memo_of(rows, columns)
    }

    /// The numbers of the reduced positions of the rows and of the columns, after the blank went from a cell to the
    /// neighbouring cell of `piece`.
    #[inline(always)]
    fn step(&self, (rows, columns): (u16, u16), from: u8, to: u8, piece: u8) -> (u16, u16) {
        let (from, to) = (self.places[usize::from(from) & 15], self.places[usize::from(to) & 15]);
        let home = self.homes[usize::from(piece) & 15];
        let next = |walk: &ReducedPositions, number: u16, on: bool, goal: u8| {
            walk.next[usize::from(number)][usize::from(on) * MOST_LINES + usize::from(goal)]
        };
        if from.0 != to.0 {
            (next(&self.rows, rows, to.0 > from.0, home.0), columns)
        } else {
            (rows, next(&self.columns, columns, to.1 > from.1, home.1))
        }
    }
}

impl<C: SlidingLayout> Heuristic<Sliding<C>> for WalkingDistance {
    type Memo = WalkingMemo;

    fn memo(&self, puzzle: &Sliding<C>, state: &SlidingState<C>) -> WalkingMemo {
        self.memo_of_state(puzzle, state)
    }

    #[inline(always)]
    fn ahead(&self, _puzzle: &Sliding<C>, state: &SlidingState<C>, m: u8, memo: &WalkingMemo) -> WalkingMemo {
        let (rows, columns) = self.step((memo.rows, memo.columns), state.blank(), m, state.cells().get(m));
        self.memo_of(rows, columns)
    }

    #[inline(always)]
    fn bound(&self, memo: &WalkingMemo) -> u32 {
        memo.bound.into()
    }
}

/// The bound of the puzzle whose moves slide several tiles, if it was made for [`TileMetric::Multi`].
impl<C: SlidingLayout> Heuristic<MultiTileSliding<C>> for WalkingDistance {
    type Memo = WalkingMemo;

    fn memo(&self, puzzle: &MultiTileSliding<C>, state: &SlidingState<C>) -> WalkingMemo {
        self.memo_of_state(puzzle.single(), state)
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &MultiTileSliding<C>, state: &SlidingState<C>, m: u8, memo: &WalkingMemo) -> WalkingMemo {
        let mut numbers = (memo.rows, memo.columns);
        puzzle.each_step(state.blank(), m, |from, to| {
            numbers = self.step(numbers, from, to, state.cells().get(to));
        });
        self.memo_of(numbers.0, numbers.1)
    }

    #[inline(always)]
    fn bound(&self, memo: &WalkingMemo) -> u32 {
        memo.bound.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_core::cells::{Bytes, Nibbles};

    /// Takaken publishes these two numbers for the 4x4 board: 24,964 positions, and a greatest distance of 35 in each
    /// direction.
    #[test]
    fn the_fifteen_puzzle_has_as_many_lines_as_published() {
        let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
        let walking = WalkingDistance::new(&fifteen, TileMetric::Single).unwrap();
        assert_eq!(walking.rows.distances.len(), 24_964);
        assert_eq!(walking.rows.distances.iter().max(), Some(&35));
        let large = Sliding::<Bytes<32>>::rectangle(5, 4).unwrap();
        assert!(WalkingDistance::new(&large, TileMetric::Single).is_none());
    }
}
