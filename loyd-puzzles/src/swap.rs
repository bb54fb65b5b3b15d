//! Alternating swaps: exchange the pieces of two neighbouring cells; orthogonal and diagonal exchanges must alternate.
//!
//! Either kind may come first, so a written position stands for two start states, one for each kind of the (imagined)
//! last move. There are two goal states likewise. A state is the arrangement and the kind of the last move.
//!
//! Every move is a transposition, so the number of moves has the parity of the permutation. Conversely, with two rows
//! and two columns or more, **every state reaches a goal**. Inside one 2x2 block an even number of moves makes every
//! even permutation, whichever kind comes first (by exhaustion, in the tests). Blocks overlap, so their 3-cycles
//! generate every even permutation of the board, and one move more makes the odd ones. On a single row there is no
//! diagonal exchange, so at most one move can be made.
//!
//! Problem: yuzan1830, "Picture Puzzle of Chino (II)", as described by P-Henning (2019).

use loyd_core::cells::{Bytes, Cells, Nibbles};
use loyd_core::exact::exact;
use loyd_core::heuristic::projection::grid_mirrors;
use loyd_core::puzzle::shuffle::{Arranged, Arrangement, CellMove, CellPieces, pieces};
use loyd_core::puzzle::{Labelled, MoveSet, NotListed, Phased, Puzzle, Ranked, Undo, Unsolvable};
use loyd_core::rank::lehmer;

use crate::parameters::{Invalid, dimensions, places_of};
use loyd_core::family::{Family, FamilyKind, PositionSize, Visitor};
use loyd_core::opening::Opening;
use loyd_core::opening::Unopened;

mod bounds;
mod notation;
#[cfg(test)]
mod tests;

pub use bounds::{Alternating, AlternatingMemo, DistanceSums, HomeDistances, LargeCosts, SmallCosts, ThirdManhattan};

/// The family's entry in the catalogue.
pub const FAMILY: Family = Family {
    name: "swap",
    kind: FamilyKind::Board,
    syntax: "swap:RxC, or swap:N for NxN; 1 to 16 rows and columns, at least two cells",
    what: "exchange neighbours, orthogonal and diagonal by turns",
    aliases: &[("alternating-swap", "swap"), ("交替交换", "swap")],
    size: PositionSize::Rows,
    metrics: &[],
    examples: &["swap:2x2", "swap:2x3", "swap:3x3", "swap:1x4", "swap:4x1", "swap:4x4", "swap:5x5", "swap:7x9"],
};

/// Opens a board of the given size. Its goal is the given goal, or else the numbers in order.
///
/// # Errors
/// [`Unopened`] for a size out of range or a goal that cannot be read.
pub fn open<V: Visitor>(
    id: &str,
    parameters: &str,
    goal: Option<&str>,
    _: &Opening<'_>,
    visitor: V,
) -> Result<V::Output, Unopened> {
    let (rows, columns) = dimensions(id, parameters, 1, 16)?;
    let cells = usize::from(rows) * usize::from(columns);
    if cells < 2 {
        return Err(Unopened::parameters(id, parameters, "rows x columns with at least two cells, such as 3x3"));
    }
    if cells <= Nibbles::CAPACITY {
        Ok(visitor.ranked(with_goal::<Nibbles>(rows, columns, goal)?))
    } else if cells <= 32 {
        Ok(visitor.unranked(with_goal::<Bytes<32>>(rows, columns, goal)?))
    } else {
        Ok(visitor.unranked(with_goal::<Bytes<256>>(rows, columns, goal)?))
    }
}

fn with_goal<C: SwapLayout>(rows: u8, columns: u8, goal: Option<&str>) -> Result<Swap<C>, Unopened> {
    let swap = Swap::rectangle(rows, columns).expect("a size checked by the caller");
    match goal {
        None => Ok(swap),
        Some(text) => {
            let numbers = swap.read(text).map_err(Unopened::Goal)?;
            Ok(swap.with_goal(&numbers).expect("a permutation"))
        }
    }
}

/// A kind of move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum ExchangeKind {
    /// An exchange between cells that share a side.
    Orthogonal = 0,
    /// An exchange between cells that share a corner only.
    Diagonal = 1,
}

impl ExchangeKind {
    /// The other kind.
    #[inline(always)]
    #[must_use]
    pub fn other(self) -> ExchangeKind {
        match self {
            ExchangeKind::Orthogonal => ExchangeKind::Diagonal,
            ExchangeKind::Diagonal => ExchangeKind::Orthogonal,
        }
    }
}

/// The piece in each cell, and the kind of the last move. A piece has the number of its goal cell, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SwapState<C> {
    /// The piece in each cell.
    pub cells: C,
    /// The kind of the last move; the next is of the other kind.
    pub last: ExchangeKind,
}

/// A move: the two cells whose pieces are exchanged, the smaller first. Made twice, it changes no piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The smaller cell.
    pub low: u8,
    /// The larger cell.
    pub high: u8,
}

/// A set of exchanges of one kind: one bit for each cell and each of the kind's two directions, and the number that
/// each direction adds to the cell. `WORDS` words serve `32 * WORDS` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchanges<const WORDS: usize> {
    bits: [u64; WORDS],
    steps: [u8; 2],
}

impl<const WORDS: usize> Exchanges<WORDS> {
    const CELLS: usize = 32 * WORDS;

    /// All exchanges of one kind on a board.
    fn all(rows: u8, columns: u8, kind: ExchangeKind) -> Self {
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let (mut set, steps) = match kind {
            ExchangeKind::Orthogonal => (Self::none(), [1, columns]),
            ExchangeKind::Diagonal => (Self::none(), [columns - 1, columns + 1]),
        };
        set.steps = steps.map(|step| exact::<u8>(step));
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            let (down, left, right) = (row + 1 < rows, column > 0, column + 1 < columns);
            let fits = match kind {
                ExchangeKind::Orthogonal => [right, down],
                ExchangeKind::Diagonal => [down && left, down && right],
            };
            for (direction, _) in fits.iter().enumerate().filter(|(_, fits)| **fits) {
                let bit = direction * Self::CELLS + cell;
                set.bits[bit / 64] |= 1 << (bit % 64);
            }
        }
        set
    }
}

impl<const WORDS: usize> MoveSet for Exchanges<WORDS> {
    type Move = Exchange;
    const MOST: usize = 64 * WORDS;

    #[inline(always)]
    fn none() -> Self {
        Exchanges { bits: [0; WORDS], steps: [0; 2] }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of a cell of a side")]
    fn pop(&mut self) -> Option<Exchange> {
        let word = self.bits.iter().position(|&bits| bits != 0)?;
        let bit = word * 64 + self.bits[word].trailing_zeros() as usize;
        self.bits[word] &= self.bits[word] - 1;
        let low = (bit % Self::CELLS) as u8;
        Some(Exchange { low, high: low.wrapping_add(self.steps[bit / Self::CELLS]) })
    }

    #[inline(always)]
    fn without(mut self, other: Self) -> Self {
        for (bits, not) in self.bits.iter_mut().zip(other.bits) {
            *bits &= !not;
        }
        self
    }

    /// Moves are numbered by direction, then by cell. The direction with the shorter step in reading order is first.
    #[inline(always)]
    fn number(m: Exchange) -> u32 {
        u32::from(m.high - m.low) << 8 | u32::from(m.low)
    }
}

/// A packed arrangement, with the sets and tables for boards of its size.
pub trait SwapLayout: Cells {
    /// The set of moves.
    type Moves: MoveSet<Move = Exchange> + Send + Sync + 'static;
    /// The cost of every piece in every cell.
    type Costs: HomeDistances;

    /// All moves of one kind.
    fn exchanges(rows: u8, columns: u8, kind: ExchangeKind) -> Self::Moves;
}

impl SwapLayout for Nibbles {
    type Moves = Exchanges<1>;
    type Costs = SmallCosts;

    fn exchanges(rows: u8, columns: u8, kind: ExchangeKind) -> Self::Moves {
        Exchanges::all(rows, columns, kind)
    }
}

impl SwapLayout for Bytes<32> {
    type Moves = Exchanges<1>;
    type Costs = LargeCosts;

    fn exchanges(rows: u8, columns: u8, kind: ExchangeKind) -> Self::Moves {
        Exchanges::all(rows, columns, kind)
    }
}

impl SwapLayout for Bytes<256> {
    type Moves = Exchanges<8>;
    type Costs = LargeCosts;

    fn exchanges(rows: u8, columns: u8, kind: ExchangeKind) -> Self::Moves {
        Exchanges::all(rows, columns, kind)
    }
}

/// A board with its goal.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::{Notation, Puzzle};
/// use loyd_puzzles::swap::Swap;
/// let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
/// let [mut state, _] = swap.position(&[0, 1, 8, 3, 5, 2, 6, 7, 4]); // 1 2 9/4 6 3/7 8 5, orthogonal first
/// for name in ["3-9", "5-6", "6-9"] {
///     let m = swap.move_named(&state, name, Default::default()).unwrap();
///     swap.apply(&mut state, m);
/// }
/// assert!(swap.is_goal(&state));
/// ```
#[derive(Clone, Debug)]
pub struct Swap<C: SwapLayout> {
    rows: u8,
    columns: u8,
    /// All moves, by kind.
    exchanges: [C::Moves; 2],
    home: C,
    /// For each piece, the number written on it minus one.
    numbers: [u8; 256],
    /// For each number minus one, the piece on which the number is written.
    pieces: [u8; 256],
}

impl<C: SwapLayout> Swap<C> {
    /// Makes the board whose goal has the numbers in order.
    ///
    /// # Errors
    /// [`Invalid`] if there are fewer than two cells, or more than the layout holds.
    pub fn rectangle(rows: u8, columns: u8) -> Result<Self, Invalid> {
        let cells = usize::from(rows) * usize::from(columns);
        if !(2..=C::CAPACITY.min(256)).contains(&cells) {
            return Err(Invalid("it has fewer than two cells, or more than its layout holds"));
        }
        let order: [u8; 256] = std::array::from_fn(|number| exact::<u8>(number));
        let exchanges =
            [ExchangeKind::Orthogonal, ExchangeKind::Diagonal].map(|kind| C::exchanges(rows, columns, kind));
        let home = C::pack(&order[..cells]);
        Ok(Swap { rows, columns, exchanges, home, numbers: order, pieces: order })
    }

    /// Returns the board with another goal: a number for each cell, from 0.
    ///
    /// # Errors
    /// [`Invalid`] unless `goal` is a permutation of these numbers.
    pub fn with_goal(mut self, goal: &[u8]) -> Result<Self, Invalid> {
        if goal.len() != self.cells() {
            return Err(Invalid("the goal must have a number for each cell"));
        }
        self.pieces = places_of(goal)?;
        self.numbers[..goal.len()].copy_from_slice(goal);
        Ok(self)
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// The number written on a piece, from 1.
    #[inline]
    pub fn number(&self, piece: u8) -> u16 {
        u16::from(self.numbers[usize::from(piece)]) + 1
    }

    /// The two states of a position, given as numbers from 0. In the first state an orthogonal move comes next.
    ///
    /// # Panics
    /// Unless `numbers` is a permutation of `0..cells`.
    pub fn position(&self, numbers: &[u8]) -> [SwapState<C>; 2] {
        assert_eq!(numbers.len(), self.cells(), "one number a cell");
        let mut pieces = [0; 256];
        for (piece, &number) in pieces.iter_mut().zip(numbers) {
            *piece = self.pieces[usize::from(number)];
        }
        let cells = C::pack(&pieces[..numbers.len()]);
        [ExchangeKind::Diagonal, ExchangeKind::Orthogonal].map(|last| SwapState { cells, last })
    }

    /// Whether there is only one row or one column, so that there is no diagonal exchange.
    fn is_single_row(&self) -> bool {
        self.rows == 1 || self.columns == 1
    }
}

/// An exchange that was made. The same exchange takes it back, although its kind is not legal as the next move.
#[derive(Clone, Copy, Debug)]
pub struct SwapUndo(pub Exchange);

impl<C: SwapLayout> Undo<Swap<C>> for SwapUndo {
    #[inline(always)]
    fn take_back(self, puzzle: &Swap<C>, state: &mut SwapState<C>) -> Exchange {
        puzzle.apply(state, self.0);
        self.0
    }

    #[inline]
    fn each_into(puzzle: &Swap<C>, state: &SwapState<C>, each: &mut impl FnMut(SwapUndo)) {
        puzzle.exchanges[state.last as usize].iter().for_each(|exchange| each(SwapUndo(exchange)));
    }
}

impl<C: SwapLayout> Puzzle for Swap<C> {
    type State = SwapState<C>;
    type Move = Exchange;
    type Undo = SwapUndo;
    type Moves = C::Moves;

    // The kinds alternate, so no move leads straight back, and two disjoint moves in a row do not commute.

    #[inline(always)]
    fn moves(&self, state: &SwapState<C>) -> C::Moves {
        self.exchanges[state.last.other() as usize]
    }

    #[inline(always)]
    fn apply(&self, state: &mut SwapState<C>, m: Exchange) -> SwapUndo {
        state.cells.swap(m.low, m.high);
        state.last = state.last.other();
        SwapUndo(m)
    }

    #[inline(always)]
    fn is_goal(&self, state: &SwapState<C>) -> bool {
        state.cells == self.home
    }

    fn goals(&self) -> Result<Vec<SwapState<C>>, NotListed> {
        Ok([ExchangeKind::Diagonal, ExchangeKind::Orthogonal].map(|last| SwapState { cells: self.home, last }).to_vec())
    }

    /// Exact: only single rows have states that reach no goal. There the first move can only be orthogonal, so of the
    /// two states of a solvable position one may be unsolvable.
    fn unsolvable(&self, state: &SwapState<C>) -> Option<Unsolvable> {
        if !self.is_single_row() || self.is_goal(state) {
            return None;
        }
        let one_move_away = state.last == ExchangeKind::Diagonal
            && self.moves(state).iter().any(|m| {
                let mut child = *state;
                self.apply(&mut child, m);
                self.is_goal(&child)
            });
        (!one_move_away).then(|| {
            let why = "in a single row no cells touch at a corner, so at most one exchange of neighbours can be made";
            Unsolvable::OutsideGroup(why.into())
        })
    }

    /// Moves are ordered by the numbers that they exchange, the smaller number first.
    fn order(&self, state: &SwapState<C>, m: Exchange) -> u32 {
        let (first, second) = self.exchanged(state, m);
        u32::from(first) << 16 | u32::from(second)
    }

    fn phased(&self) -> Option<&impl Phased<Self>> {
        Some(self)
    }
}

impl<C: SwapLayout> Phased for Swap<C> {
    /// One phase for each kind of the last move, because it determines the kind of the next move.
    fn phases(&self) -> Vec<SwapState<C>> {
        [ExchangeKind::Orthogonal, ExchangeKind::Diagonal].map(|last| SwapState { cells: self.home, last }).to_vec()
    }

    #[inline(always)]
    fn phase(&self, state: &SwapState<C>) -> usize {
        state.last as usize
    }

    /// The smaller cell, and one bit for the direction of the exchange.
    #[inline(always)]
    fn letter(&self, state: &SwapState<C>, m: Exchange) -> usize {
        let short = match state.last.other() {
            ExchangeKind::Orthogonal => 1,
            ExchangeKind::Diagonal => self.columns - 1,
        };
        usize::from(m.low) << 1 | usize::from(m.high - m.low > short)
    }
}

impl<C: SwapLayout> Labelled for Swap<C> {
    fn places(&self) -> usize {
        self.cells()
    }

    #[inline(always)]
    fn piece(&self, state: &SwapState<C>, place: u8) -> u8 {
        state.cells.get(place)
    }

    fn rules(&self) -> String {
        format!("swap {}x{}, orthogonal and diagonal by turns", self.rows, self.columns)
    }

    fn mirrors(&self) -> Vec<Vec<u8>> {
        grid_mirrors(self.rows.into(), self.columns.into())
    }
}

/// The rank is twice the Lehmer rank of the pieces, numbered by their goal cells (with the standard goal: as written),
/// plus a phase digit: 0 if the last move was orthogonal, 1 if it was diagonal. So rank 0 is the goal after an
/// orthogonal move, rank 1 the goal after a diagonal move, and all `2 * n!` ranks are legal.
///
/// ```
/// use loyd_core::cells::Nibbles;
/// use loyd_core::puzzle::Ranked;
/// use loyd_puzzles::swap::Swap;
/// let swap = Swap::<Nibbles>::rectangle(3, 3).unwrap();
/// let position = swap.position(&[5, 4, 1, 7, 6, 8, 0, 2, 3]); // 652879134, number 223051 counted from 1
/// assert_eq!(position.map(|state| swap.rank(&state)), [2 * 223050 + 1, 2 * 223050]);
/// assert_eq!(swap.ranks(), 725_760);
/// ```
impl Ranked for Swap<Nibbles> {
    fn ranks(&self) -> u64 {
        2 * lehmer::FACTORIALS[self.cells()]
    }

    #[inline]
    fn rank(&self, state: &SwapState<Nibbles>) -> u64 {
        lehmer::rank(state.cells, self.cells()) << 1 | state.last as u64
    }

    #[inline]
    fn unrank(&self, rank: u64) -> SwapState<Nibbles> {
        let last = if rank & 1 == 0 { ExchangeKind::Orthogonal } else { ExchangeKind::Diagonal };
        SwapState { cells: lehmer::unrank(rank >> 1, self.cells()), last }
    }

    fn is_every_rank_solvable(&self) -> bool {
        !self.is_single_row()
    }

    fn arranged(&self) -> Option<&impl Arranged<Self>> {
        Some(self)
    }
}

impl Arranged for Swap<Nibbles> {
    fn arrangement(&self) -> Arrangement {
        Arrangement { cells: self.cells(), odd: None, sheets: 2 }
    }

    fn pieces(&self, state: &SwapState<Nibbles>) -> (CellPieces, u8) {
        (pieces(self.cells(), |cell| state.cells.get(cell)), state.last as u8)
    }

    fn state_of(&self, pieces: &[u8], sheet: u8) -> SwapState<Nibbles> {
        let last = if sheet == 0 { ExchangeKind::Orthogonal } else { ExchangeKind::Diagonal };
        SwapState { cells: Nibbles::pack(pieces), last }
    }

    fn cell_moves(&self) -> Vec<CellMove> {
        let moves = [ExchangeKind::Orthogonal, ExchangeKind::Diagonal].into_iter().flat_map(|kind| {
            self.exchanges[kind as usize].iter().map(move |exchange| {
                let mut goes: Vec<u8> = (0..exact::<u8>(self.cells())).collect();
                goes.swap(exchange.low.into(), exchange.high.into());
                CellMove { at: None, sheets: (kind.other() as u8, kind as u8), goes }
            })
        });
        moves.collect()
    }
}
