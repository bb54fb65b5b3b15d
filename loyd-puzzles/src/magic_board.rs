//! The magic board: two rows of four tiles and three operations on the whole board. Two of them cannot be taken back by
//! one operation.
//!
//! `A` swaps the rows. `B` moves every tile one column to the right, the last column to the front. `C` turns the four
//! tiles in the middle a quarter clockwise. `A` is its own inverse; undoing `B` or `C` takes three more of the same
//! operation, so the state space is a directed graph. (USACO training 3.2.5; Sicily 1151.)

use crate::parameters::{Invalid, places_of};
use loyd_core::cells::{Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor};
use loyd_core::heuristic::projection;
use loyd_core::heuristic::projection::{KeptPieces, Projection};
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;
use loyd_core::puzzle::bits::Bits;
use loyd_core::puzzle::pattern::PatternTable;
use loyd_core::puzzle::{
    ByRank, Convention, Facts, Labelled, MoveSet, NotListed, Notation, Phased, Picture, Puzzle, Ranked, Spelling,
    Square, Undo,
};
use loyd_core::rank::lehmer;
use loyd_core::text;
use loyd_core::text::{Misread, push_number, spaced};

mod halves;

pub use halves::Halves;

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "magic-board",
    kind: FamilyKind::Board,
    syntax: "magic-board",
    what: "two rows of four: swap, rotate, or turn the middle four",
    aliases: &[("魔板", "magic-board"), ("magic-squares", "magic-board")],
    size: PositionSize::Untold,
    metrics: &[],
    examples: &["magic-board"],
};

/// Opens the puzzle, with the given goal or else the goal 1 2 3 4 / 8 7 6 5.
///
/// # Errors
/// [`Unopened`] if there are any parameters, or if the goal cannot be read.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    _: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    if !parameters.is_empty() {
        return Err(Unopened::parameters(id, parameters, "nothing after the colon: there is one magic board"));
    }
    let goal = goal.map_or(Ok(STANDARD), read).map_err(Unopened::Goal)?;
    Ok(visitor.ranked(MagicBoard::new(goal).expect("a goal that was read holds each tile once")))
}

/// The number of tiles.
const TILES: usize = 8;

/// The goal 1 2 3 4 / 8 7 6 5, in which the tiles run clockwise.
const STANDARD: Nibbles = Nibbles(0x4567_3210);

/// Swap the rows.
pub const A: u8 = 0;
/// Rotate both rows to the right.
pub const B: u8 = 1;
/// Turn the middle four clockwise.
pub const C: u8 = 2;

/// The board with its goal.
///
/// A state is the tile in each cell, in reading order, counted from 0; a move is [`A`], [`B`] or [`C`].
///
/// ```
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_puzzles::magic_board::{B, MagicBoard};
/// let board = MagicBoard::standard();
/// let mut state = board.starts("1234/8765").unwrap()[0];
/// board.apply(&mut state, B);
/// assert_eq!(board.write(&state), "4 1 2 3 5 8 7 6");
/// ```
#[derive(Clone, Debug)]
pub struct MagicBoard {
    goal: Nibbles,
    /// The goal cell of each tile.
    homes: Nibbles,
}

impl MagicBoard {
    /// Makes the board with a goal: the tiles, from 0, in reading order.
    ///
    /// # Errors
    /// [`Invalid`] if `goal` does not contain each of the tiles 0 to 7 once.
    pub fn new(goal: Nibbles) -> Result<Self, Invalid> {
        let homes = places_of(&goal.unpack(TILES))?;
        if goal.0 >> (4 * TILES) != 0 {
            return Err(Invalid("the goal must have eight tiles"));
        }
        Ok(MagicBoard { goal, homes: Nibbles::pack(&homes[..TILES]) })
    }

    /// The board with the goal 1 2 3 4 / 8 7 6 5.
    pub fn standard() -> Self {
        MagicBoard::new(STANDARD).expect("it holds each tile once")
    }

    /// The goal.
    pub fn goal(&self) -> Nibbles {
        self.goal
    }

    /// `start` with the tiles renamed so that `target` becomes this board's goal. The words from the result to the goal
    /// are the words from `start` to `target`, so one table for one goal serves every pair of boards.
    ///
    /// ```
    /// use loyd_core::puzzle::{Notation, Puzzle};
    /// use loyd_puzzles::magic_board::{B, C, MagicBoard};
    /// let board = MagicBoard::standard();
    /// let start = board.goal();
    /// let mut target = start;
    /// board.apply(&mut target, B);
    /// board.apply(&mut target, C);
    /// let mut renamed = board.renamed(start, target);
    /// board.apply(&mut renamed, B);
    /// board.apply(&mut renamed, C);
    /// assert!(board.is_goal(&renamed));
    /// ```
    pub fn renamed(&self, start: Nibbles, target: Nibbles) -> Nibbles {
        let mut names = Nibbles(0);
        (0..exact::<u8>(TILES)).for_each(|cell| names.set(target.get(cell), self.goal.get(cell)));
        let mut renamed = Nibbles(0);
        (0..exact::<u8>(TILES)).for_each(|cell| renamed.set(cell, names.get(start.get(cell))));
        renamed
    }
}

/// Rotates both rows to the right (`left` false) or to the left.
#[inline(always)]
fn rotated(word: u64, left: bool) -> u64 {
    let (one_column, three_columns) = if left { (0xf_000f, 0xfff0_fff0) } else { (0xfff_0fff, 0xf000_f000) };
    if left {
        (word & three_columns) >> 4 | (word & one_column) << 12
    } else {
        (word & one_column) << 4 | (word & three_columns) >> 12
    }
}

/// Turns the middle four clockwise, or back.
#[inline(always)]
fn turned(word: u64, back: bool) -> u64 {
    const CORNERS: u64 = 0xf00f_f00f;
    let cell = |number: u32| word >> (4 * number) & 15;
    let (top_left, top_right, bottom_right, bottom_left) =
        if back { (cell(2), cell(6), cell(5), cell(1)) } else { (cell(5), cell(1), cell(2), cell(6)) };
    word & CORNERS | top_left << 4 | top_right << 8 | bottom_left << 20 | bottom_right << 24
}

/// Swaps the rows.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the low half of a word is meant")]
fn swapped(word: u64) -> u64 {
    u64::from((word as u32).rotate_left(16))
}

/// A move that was made.
#[derive(Clone, Copy, Debug)]
pub struct MagicBoardUndo(u8);

impl Undo<MagicBoard> for MagicBoardUndo {
    #[inline(always)]
    fn take_back(self, _puzzle: &MagicBoard, state: &mut Nibbles) -> u8 {
        state.0 = match self.0 {
            A => swapped(state.0),
            B => rotated(state.0, true),
            _ => turned(state.0, true),
        };
        self.0
    }

    #[inline]
    fn each_into(board: &MagicBoard, state: &Nibbles, each: &mut impl FnMut(MagicBoardUndo)) {
        board.moves(state).iter().for_each(|m| each(MagicBoardUndo(m)));
    }
}

impl Puzzle for MagicBoard {
    type State = Nibbles;
    type Move = u8;
    type Undo = MagicBoardUndo;
    type Moves = Bits<u8>;

    #[inline(always)]
    fn moves(&self, _state: &Nibbles) -> Bits<u8> {
        Bits(0b111)
    }

    #[inline(always)]
    fn apply(&self, state: &mut Nibbles, m: u8) -> MagicBoardUndo {
        state.0 = match m {
            A => swapped(state.0),
            B => rotated(state.0, false),
            _ => turned(state.0, false),
        };
        MagicBoardUndo(m)
    }

    /// `A` takes `A` straight back. No other move takes a move straight back.
    #[inline(always)]
    fn back(&self, _state: &Nibbles, m: u8) -> Bits<u8> {
        if m == A { Bits::one(A) } else { Bits::none() }
    }

    /// Also drops `A` after `B`, because `BA` equals `AB`: the alphabetically first shortest solution contains no `BA`.
    #[inline(always)]
    fn follow(&self, _state: &Nibbles, m: u8) -> Bits<u8> {
        if m == C { Bits::none() } else { Bits::one(A) }
    }

    #[inline(always)]
    fn is_goal(&self, state: &Nibbles) -> bool {
        *state == self.goal
    }

    fn goals(&self) -> Result<Vec<Nibbles>, NotListed> {
        Ok(vec![self.goal])
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        Some(self)
    }
}

impl Phased for MagicBoard {
    fn phases(&self) -> Vec<Nibbles> {
        vec![self.goal]
    }
}

impl Labelled for MagicBoard {
    fn places(&self) -> usize {
        TILES
    }

    #[inline(always)]
    fn piece(&self, state: &Nibbles, place: u8) -> u8 {
        self.homes.get(state.get(place))
    }

    fn rules(&self) -> String {
        "magic board".into()
    }
}

impl Ranked for MagicBoard {
    fn ranks(&self) -> u64 {
        lehmer::FACTORIALS[TILES]
    }

    #[inline]
    fn rank(&self, state: &Nibbles) -> u64 {
        lehmer::rank(*state, TILES)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Nibbles {
        lehmer::unrank(rank, TILES)
    }
}

/// Facts about the projection.
const PROJECTION: BoundFacts = BoundFacts {
    name: "projection",
    what: "the exact distance of the goal's first six tiles alone, or of the last six, whichever is greater",
    synonyms: &[],
    consistent: true,
    strong: true,
    tables: true,
    vast: false,
    source: projection::SOURCE,
};

impl Bounded for MagicBoard {
    type Pattern = KeptPieces;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        vec![halves::FACTS, PROJECTION]
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        (name == halves::FACTS.name).then(|| visitor.visit(Halves::new(self)))
    }

    fn patterns(&self, name: &str) -> Vec<KeptPieces> {
        let groups = if name == PROJECTION.name { vec![[0, 1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7]] } else { Vec::new() };
        groups.iter().filter_map(|homes| KeptPieces::new(self, homes)).collect()
    }

    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        _name: &str,
        tables: &[PatternTable<'_, KeptPieces>],
        visitor: V,
    ) -> Option<V::Output> {
        Projection::new(self, tables).map(|projection| visitor.visit(projection))
    }
}

fn read(text: &str) -> Result<Nibbles, Misread> {
    text::permutation(text, TILES, 1).map(|tiles| Nibbles::pack(&tiles))
}

fn tiles(state: &Nibbles) -> impl Iterator<Item = u8> + use<> {
    state.unpack(TILES).into_iter().map(|tile| tile + 1)
}

impl Notation for MagicBoard {
    type Numbers = ByRank;

    fn starts(&self, text: &str) -> Result<Vec<Nibbles>, Misread> {
        read(text).map(|state| vec![state])
    }

    fn write(&self, state: &Nibbles) -> String {
        spaced(tiles(state), |text, tile| push_number(text, tile.into()))
    }

    fn picture(&self, state: &Nibbles) -> Picture {
        let squares: Vec<_> = tiles(state).map(|tile| Square::Piece(tile.to_string())).collect();
        squares.chunks(TILES / 2).map(<[Square]>::to_vec).collect()
    }

    fn spelling(&self) -> Spelling {
        Spelling::Letters
    }

    fn move_name(&self, _state: &Nibbles, m: u8, _convention: Convention) -> String {
        char::from(b'A' + m).into()
    }

    fn move_words(&self, _state: &Nibbles, m: u8) -> String {
        match m {
            A => "swap the rows",
            B => "shift the columns right",
            _ => "turn the middle clockwise",
        }
        .into()
    }

    fn facts(&self) -> Facts {
        Facts {
            what: "eight tiles in two rows of four, moved all together; moves have no inverse among the moves".into(),
            states: Some(40_320),
            states_formula: "8!".into(),
            gods_number: Some(22),
            source: "breadth-first search of all 40320 states, for this project".into(),
            moves: "A swaps the rows, B moves every column one to the right (the last one to the front), C turns the \
                    four tiles in the middle clockwise"
                .into(),
            state_syntax: "the tiles 1 to 8 in reading order, the upper row first: `1 2 3 4 8 7 6 5`, `1234/8765`"
                .into(),
            example: "2 6 8 4 1 3 7 5".into(),
        }
    }
}

#[cfg(test)]
mod tests;
