//! Sliding-tile puzzles: one cell of a board is blank, and a tile beside the blank may slide into it. The family
//! contains the 8-, 15- and 24-puzzle, every rectangle up to 16 by 16, and every connected shape of up to 256 cells.
//!
//! A move is the cell that the blank goes to. Moves are tried in ascending order of cells: up, left, right, down. A
//! state stores the packed arrangement, in which the blank is piece 0, and the blank's cell.
//!
//! With `?metric=multi` after the id, one move slides any number of tiles of a line ([`multi_tile`]).

use std::path::Path;
use std::sync::OnceLock;

use crate::parameters::{Invalid, dimensions};
use loyd_core::cells::{Bytes, Nibbles};
use loyd_core::exact::exact;
use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor, split};
use loyd_core::opening::Opening;
use loyd_core::opening::{Unopened, read_board};
use loyd_core::puzzle::{BeamHints, MoveSet, NotListed, Phased, Puzzle, Unsolvable};
use loyd_core::rank::lehmer::is_odd;
use loyd_core::text::{Misread, quoted};

use self::board::{Board, MOST_CELLS};
use self::border_layers::BorderLayer;
use self::bounds::branch_free::PackedTree;
use self::bounds::linear_conflict::BoardLines;
use self::layout::{BlankSteps, PerCell, SlidingLayout, TileDistances};
pub use self::metric::TileMetric;
use self::multi_tile::MultiTileSliding;
use self::solvability::{BoardBlocks, Difference, PieceArray};

mod blocks;
pub mod board;
mod border_layers;
pub mod bounds;
mod facts;
mod goals;
mod guide;
pub mod layout;
mod metric;
pub mod multi_tile;
mod notation;
mod ranking;
pub mod solvability;
#[cfg(test)]
mod tests;
pub mod tiles;

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "sliding",
    kind: FamilyKind::Board,
    syntax: "sliding:RxC, RxC alone, sliding:@FILE or sliding:hdu4021, with ?metric=multi after it",
    what: "slide tiles into the one blank cell (8, 15, 24)",
    aliases: &[
        ("8", "sliding:3x3"),
        ("15", "sliding:4x4"),
        ("24", "sliding:5x5"),
        ("RxC", "sliding:RxC"),
        ("8-puzzle", "sliding:3x3"),
        ("eight", "sliding:3x3"),
        ("eight-puzzle", "sliding:3x3"),
        ("八数码", "sliding:3x3"),
        ("8数码", "sliding:3x3"),
        ("九宫重排", "sliding:3x3"),
        ("15-puzzle", "sliding:4x4"),
        ("fifteen", "sliding:4x4"),
        ("fifteen-puzzle", "sliding:4x4"),
        ("十五数码", "sliding:4x4"),
        ("15数码", "sliding:4x4"),
        ("24-puzzle", "sliding:5x5"),
        ("二十四数码", "sliding:5x5"),
        ("24数码", "sliding:5x5"),
        ("n-puzzle", "sliding"),
        ("sliding-tiles", "sliding"),
        ("数字华容道", "sliding"),
    ],
    size: PositionSize::Rows,
    metrics: &[TileMetric::MULTI],
    examples: &[
        "sliding:2x2",
        "sliding:2x3",
        "sliding:3x3",
        "sliding:1x4",
        "sliding:@../tests/data/shape-bridge.txt",
        "sliding:hdu4021",
        "sliding:4x4",
        "sliding:5x5",
        "sliding:16x16",
        "sliding:2x3?metric=multi",
        "sliding:3x3?metric=multi",
        "sliding:@../tests/data/shape-bridge.txt?metric=multi",
        "sliding:4x4?metric=multi",
        "sliding:5x5?metric=multi",
    ],
};

/// Opens the puzzle named by `parameters`, the part of the id after the colon.
///
/// # Errors
/// [`Unopened`] if the size is out of range, the file cannot be read, or the goal is not a legal position.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    opening: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let (parameters, choice) = split(parameters);
    let metric = TileMetric::chosen(id, choice)?;
    open_board(board_of(id, parameters, opening)?, metric, goal, visitor)
}

/// The most cells of a small board. A position on a small board is packed into 64 bits.
pub const SMALL: usize = 16;

/// Opens the puzzle on a small board and passes it to the visitor. The code of this function contains one type of
/// positions only.
///
/// # Errors
/// [`Unopened::Goal`] if the goal cannot be read.
///
/// # Panics
/// If `board` has more than [`SMALL`] cells.
pub fn open_small<V: Visitor>(board: Board, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    Ok(visitor.ranked(with_goal_text::<Nibbles>(board, goal)?))
}

/// Opens the puzzle on `board`, with moves of this metric, and passes it to the visitor.
///
/// # Errors
/// [`Unopened::Goal`] if the goal cannot be read.
pub fn open_board<V: Visitor>(
    board: Board,
    metric: TileMetric,
    goal: Option<&str>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    match (metric, board.cells()) {
        (TileMetric::Single, 0..=SMALL) => open_small(board, goal, visitor),
        (TileMetric::Single, 17..=32) => Ok(visitor.unranked(with_goal_text::<Bytes<32>>(board, goal)?)),
        (TileMetric::Single, 33..=64) => Ok(visitor.unranked(with_goal_text::<Bytes<64>>(board, goal)?)),
        (TileMetric::Single, _) => Ok(visitor.unranked(with_goal_text::<Bytes<256>>(board, goal)?)),
        (TileMetric::Multi, _) => open_multi_tile(board, goal, visitor),
    }
}

/// Opens the puzzle on `board` whose moves slide several tiles. The function is not inlined, so that its positions take
/// no stack where the other puzzles are opened.
#[inline(never)]
fn open_multi_tile<V: Visitor>(board: Board, goal: Option<&str>, visitor: V) -> Result<V::Output, Unopened> {
    match board.cells() {
        0..=SMALL => Ok(visitor.ranked(MultiTileSliding::new(with_goal_text::<Nibbles>(board, goal)?))),
        // Only searches for some solution are of use on larger boards, so one layout serves them all.
        _ => Ok(visitor.unranked(MultiTileSliding::new(with_goal_text::<Bytes<256>>(board, goal)?))),
    }
}

/// Reads the board of an id from `parameters`, the part of the id after the colon.
///
/// # Errors
/// [`Unopened`] if the size is out of range, or the file cannot be read.
pub fn board_of(id: &str, parameters: &str, opening: &Opening<'_>) -> Result<Board, Unopened> {
    if let Some(path) = parameters.strip_prefix('@') {
        return map_of(Path::new(path), opening);
    }
    if parameters == "hdu4021" {
        return Ok(Board::hdu4021());
    }
    let size = dimensions(id, parameters, 1, 16).ok();
    size.and_then(|(rows, columns)| Board::rectangle(rows.into(), columns.into())).ok_or_else(|| Unopened::Parameters {
        id: id.into(),
        found: if parameters.is_empty() { "no size".into() } else { quoted(parameters) },
        expected: "rows x columns, such as 3x3, each from 1 to 16, with at least 2 cells; or @ and the path of a map; \
                   or hdu4021"
            .into(),
    })
}

fn map_of(path: &Path, opening: &Opening<'_>) -> Result<Board, Unopened> {
    let bytes = read_board(path, opening)?;
    // Bytes that are not UTF-8 become a character that no map contains, so `parse` reports them.
    let map = String::from_utf8_lossy(&bytes);
    Board::parse(&map).map_err(|source| Unopened::Content { path: path.into(), source })
}

fn with_goal_text<C: SlidingLayout>(board: Board, goal: Option<&str>) -> Result<Sliding<C>, Unopened> {
    let puzzle = Sliding::new(board).expect("the layout was chosen by the number of cells");
    match goal {
        None => Ok(puzzle),
        Some(text) => puzzle.goal_of(text).map(|pieces| puzzle.for_goal(&pieces)).map_err(Unopened::Goal),
    }
}

/// A position: the piece in each cell, and the cell of the blank, which is piece 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlidingState<C> {
    cells: C,
    blank: u8,
}

impl<C: SlidingLayout> SlidingState<C> {
    /// Makes the state whose piece 0 is in cell `blank`. This is not checked here; [`Sliding::state`] checks it.
    #[inline(always)]
    pub fn new(cells: C, blank: u8) -> Self {
        SlidingState { cells, blank }
    }

    /// The packed arrangement: the piece in each cell.
    #[inline(always)]
    pub fn cells(&self) -> C {
        self.cells
    }

    /// The blank's cell.
    #[inline(always)]
    pub fn blank(&self) -> u8 {
        self.blank
    }
}

/// A sliding puzzle on a board, with a goal.
#[derive(Clone, Debug)]
pub struct Sliding<C: SlidingLayout> {
    neighbours: C::Each<C::Steps>,
    distances: C::Distances,
    goal: SlidingState<C>,
    /// The cell of each piece in the goal.
    home: C::Each<u8>,
    /// The number of cells if the board is one block with every even permutation, else 0. Ranking reads it often.
    whole: usize,
    /// If the board is one block with every even permutation: for each cell, whether a solvable arrangement with its
    /// blank there is an odd permutation.
    odd: C::Each<bool>,
    lines: BoardLines<C>,
    blocks: BoardBlocks,
    /// The lines of the border, in the order in which they can be solved.
    border_layers: Vec<BorderLayer>,
    /// The tables of the branch-free tree search by the sum of distances, made on first use.
    tree: OnceLock<Box<PackedTree>>,
    board: Board,
}

impl<C: SlidingLayout> Sliding<C> {
    /// Makes the puzzle on a board, with a goal that has the tiles in reading order and the blank last.
    ///
    /// # Errors
    /// [`Invalid`] if the board does not fit the layout.
    ///
    /// ```
    /// use loyd_core::cells::Bytes;
    /// use loyd_puzzles::sliding::Sliding;
    /// use loyd_puzzles::sliding::board::Board;
    /// let puzzle = Sliding::<Bytes<32>>::new(Board::hdu4021()).unwrap();
    /// assert_eq!(puzzle.goal().blank(), 23);
    /// assert!(Sliding::<Bytes<32>>::new(Board::rectangle(6, 6).unwrap()).is_err());
    /// ```
    pub fn new(board: Board) -> Result<Self, Invalid> {
        let cells = board.cells();
        if cells > C::CAPACITY {
            return Err(Invalid("its board has more cells than its layout holds"));
        }
        let goal: Vec<u8> = (1..cells).map(|tile| exact::<u8>(tile)).chain([0]).collect();
        Ok(Self::build(board, &goal))
    }

    /// Makes the puzzle on a rectangle, with the standard goal.
    ///
    /// # Errors
    /// [`Invalid`] if the rectangle has fewer than 2 cells or more than the layout holds.
    ///
    /// ```
    /// use loyd_core::cells::Nibbles;
    /// use loyd_core::puzzle::Puzzle;
    /// use loyd_puzzles::sliding::Sliding;
    /// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    /// let mut state = eight.goal();
    /// eight.apply(&mut state, 5); // the blank goes up, to cell 5
    /// assert_eq!(state.blank(), 5);
    /// assert!(!eight.is_goal(&state));
    /// ```
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, Invalid> {
        Board::rectangle(rows, columns).ok_or(Invalid("no board has so many cells, or so few")).and_then(Self::new)
    }

    /// Makes the puzzle on the same board with another goal, given as the piece in each cell; 0 is the blank.
    ///
    /// # Errors
    /// [`Invalid`] if `pieces` is not an arrangement of this board's pieces.
    ///
    /// ```
    /// use loyd_core::cells::Nibbles;
    /// use loyd_core::puzzle::Puzzle;
    /// use loyd_puzzles::sliding::Sliding;
    /// let eight = Sliding::<Nibbles>::rectangle(3, 3).unwrap();
    /// let spiral = eight.with_goal(&[1, 2, 3, 8, 0, 4, 7, 6, 5]).unwrap();
    /// assert_eq!(spiral.goal().blank(), 4);
    /// assert!(spiral.with_goal(&[1, 2, 3, 8, 8, 4, 7, 6, 5]).is_err());
    /// ```
    pub fn with_goal(&self, pieces: &[u8]) -> Result<Self, Invalid> {
        self.state(pieces).map(|_| self.for_goal(pieces)).ok_or(Invalid("the goal must have each piece exactly once"))
    }

    /// [`with_goal`](Self::with_goal) for pieces that are already checked.
    fn for_goal(&self, pieces: &[u8]) -> Self {
        Self::build(self.board.clone(), pieces)
    }

    fn build(board: Board, goal: &[u8]) -> Self {
        let cells = board.cells();
        let mut neighbours = C::Each::filled(C::Steps::none());
        let mut home = C::Each::filled(0);
        let mut odd = C::Each::filled(false);
        let blank = exact::<u8>(goal.iter().position(|&piece| piece == 0).unwrap_or(0));
        let goal_is_odd = is_odd(goal);
        for (cell, &piece) in (0..=exact::<u8>(cells - 1)).zip(goal) {
            neighbours.put(cell, C::Steps::of(board.neighbours(cell)));
            home.put(piece, cell);
            // Every move exchanges two pieces, and changes the colour of the blank's cell.
            odd.put(cell, goal_is_odd ^ (board.is_dark(cell) != board.is_dark(blank)));
        }
        let distances = (0..=255).zip(goal).filter(|(_, piece)| **piece != 0).flat_map(|(cell, &piece)| {
            let far = (0..=255).zip(board.distances(cell));
            far.map(move |(from, distance)| (piece, from, distance.expect("a board is connected")))
        });
        let distances = C::Distances::of(distances);
        let lines = BoardLines::new(&board, goal);
        let blocks = BoardBlocks::new(&board, blank);
        let whole = if blocks.is_one_alternating() { cells } else { 0 };
        let border_layers = BorderLayer::all(&board, blank);
        let goal = SlidingState { cells: C::pack(goal), blank };
        Sliding {
            neighbours,
            distances,
            goal,
            home,
            whole,
            odd,
            lines,
            blocks,
            border_layers,
            tree: OnceLock::new(),
            board,
        }
    }

    /// The position with these pieces, one for each cell; 0 is the blank. `None` unless each piece occurs once.
    ///
    /// # Complexity
    /// O(cells), without allocation.
    pub fn state(&self, pieces: &[u8]) -> Option<SlidingState<C>> {
        let mut cells_of = [None; MOST_CELLS];
        for (cell, &piece) in pieces.iter().enumerate() {
            if cells_of[usize::from(piece)].replace(exact::<u8>(cell)).is_some() {
                return None;
            }
        }
        let all = pieces.len() == self.board.cells() && cells_of[..pieces.len()].iter().all(Option::is_some);
        all.then(|| SlidingState { cells: C::pack(pieces), blank: cells_of[0].unwrap_or(0) })
    }

    /// The goal.
    pub fn goal(&self) -> SlidingState<C> {
        self.goal
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The blocks of the board, with the goal cell of the blank as the root.
    pub fn blocks(&self) -> &BoardBlocks {
        &self.blocks
    }

    /// Whether moves lead from `state` to the goal: exact, and faster than finding the reason why they do not.
    ///
    /// # Complexity
    /// O(cells), without allocation.
    ///
    /// ```
    /// use loyd_core::cells::Nibbles;
    /// use loyd_puzzles::sliding::Sliding;
    /// let fifteen = Sliding::<Nibbles>::rectangle(4, 4).unwrap();
    /// let loyds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0];
    /// assert!(!fifteen.is_solvable(&fifteen.state(&loyds).unwrap()));
    /// ```
    pub fn is_solvable(&self, state: &SlidingState<C>) -> bool {
        match self.whole {
            0 => self.difference(state).is_ok(),
            cells => state.cells.is_odd(cells) == self.odd.at(state.blank),
        }
    }

    fn difference(&self, state: &SlidingState<C>) -> Result<(), Difference> {
        self.blocks.compare(&self.arrangement(state), &self.arrangement(&self.goal))
    }

    fn arrangement(&self, state: &SlidingState<C>) -> PieceArray {
        let cells = self.board.cells();
        std::array::from_fn(|cell| if cell < cells { state.cells.get(exact::<u8>(cell)) } else { 0 })
    }

    /// Moves the blank to a neighbouring cell.
    #[inline(always)]
    fn slide(state: &mut SlidingState<C>, to: u8) {
        state.cells.slide(to, state.blank);
        state.blank = to;
    }
}

impl<C: SlidingLayout> Puzzle for Sliding<C> {
    type State = SlidingState<C>;
    type Move = u8;
    /// The cell the blank came from.
    type Undo = u8;
    type Moves = C::Steps;

    #[inline(always)]
    fn moves(&self, state: &SlidingState<C>) -> C::Steps {
        self.neighbours.at(state.blank)
    }

    #[inline(always)]
    fn apply(&self, state: &mut SlidingState<C>, m: u8) -> u8 {
        let from = state.blank;
        Self::slide(state, m);
        from
    }

    #[inline(always)]
    fn back(&self, state: &SlidingState<C>, _m: u8) -> C::Steps {
        C::Steps::only(state.blank)
    }

    #[inline(always)]
    fn is_goal(&self, state: &SlidingState<C>) -> bool {
        *state == self.goal
    }

    fn goals(&self) -> Result<Vec<SlidingState<C>>, NotListed> {
        Ok(vec![self.goal])
    }

    fn unsolvable(&self, state: &SlidingState<C>) -> Option<Unsolvable> {
        if self.is_solvable(state) {
            return None;
        }
        let reason = self.blocks.reason(&self.arrangement(state), &self.arrangement(&self.goal))?;
        Some(self.blocks.explain(&self.board, reason))
    }

    /// The order down, left, right, up: the alphabetical order of the letters.
    fn order(&self, state: &SlidingState<C>, m: u8) -> u32 {
        notation::Direction::of(&self.board, state.blank, m) as u32
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        Some(self)
    }

    fn beam_hints(&self) -> Option<&impl BeamHints<Self>> {
        Some(self)
    }
}

impl<C: SlidingLayout> Phased for Sliding<C> {
    /// One phase for each cell of the blank, because the blank's cell determines the legal moves.
    fn phases(&self) -> Vec<SlidingState<C>> {
        let cells = self.board.cells();
        let with_blank = |blank: usize| {
            let pieces: Vec<u8> = (0..cells).map(|cell| exact::<u8>((cell + cells - blank) % cells)).collect();
            SlidingState { cells: C::pack(&pieces), blank: exact::<u8>(blank) }
        };
        (0..cells).map(with_blank).collect()
    }

    #[inline(always)]
    fn phase(&self, state: &SlidingState<C>) -> usize {
        state.blank.into()
    }

    /// Two bits: whether the cell number grows, and whether it changes by one. No two moves of a cell have the same
    /// bits, because the cell to the left or right, if there is one, always has the adjacent number.
    #[inline(always)]
    fn letter(&self, state: &SlidingState<C>, m: u8) -> usize {
        usize::from(m > state.blank) << 1 | usize::from(m.abs_diff(state.blank) == 1)
    }
}

impl<C: SlidingLayout> BeamHints for Sliding<C> {
    #[inline(always)]
    fn bucket(&self, _state: &SlidingState<C>, m: u8) -> u32 {
        m.into()
    }

    fn subgoal(&self, state: &SlidingState<C>) -> Option<Vec<u8>> {
        self.solve_line(state)
    }
}
