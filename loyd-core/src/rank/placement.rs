//! Placements: the cells of some labelled pieces on a board, numbered densely, with the other pieces forgotten. A
//! pattern database is an array with one entry for each placement.
//!
//! A placement of `k` pieces on `n` cells is the *set* of their cells and the *arrangement* of the pieces in these
//! cells, in the order of the cells. Its number is `arrangement * sets + set`. Sets are numbered by the combinatorial
//! number system (D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3), arrangements lexicographically.
//!
//! This split makes two searches fast. A move of one piece past `d` others changes the arrangement in a way that
//! depends only on the place of the piece among the others and on `d`. So a move takes *all* `k!` placements of a set
//! to all placements of another set by one small permutation of numbers, a [`PlacementShift`]. A search of the whole
//! space then works on blocks of `k!` bits that stay in the nearest cache, and a tree search updates set and
//! arrangement by two look-ups.

use crate::exact::exact;
use std::fmt::{self, Debug};

/// The most pieces: the numbers of their 40,320 arrangements fit in sixteen bits.
pub const MOST_PIECES: usize = 8;

/// The most cells: a set of cells is one machine word.
pub const MOST_CELLS: usize = 64;

/// The number of bits of a set that one look-up covers.
const CHUNK: u32 = 9;

/// The numbering of the placements of a number of pieces on a number of cells.
///
/// ```
/// use loyd_core::rank::placement::Placements;
/// let placements = Placements::new(16, 7).unwrap();
/// assert_eq!(placements.count(), 57_657_600); // 16! / 9!
/// let cells = [3, 2, 15, 0, 1, 9, 8];
/// let number = placements.rank(&cells);
/// assert_eq!(placements.unrank(number)[..7], cells);
/// ```
#[derive(Clone)]
pub struct Placements {
    cells: u32,
    pieces: usize,
    arrangements: usize,
    sets: u64,
    /// The number that the bits of a chunk add to the number of a set, for each number of members before the chunk.
    shares: Box<[u32]>,
    /// For each turn: the arrangement after the turn, for each arrangement before it.
    turns: Box<[u16]>,
    /// The pieces of each arrangement, place by place.
    orders: Box<[[u8; MOST_PIECES]]>,
}

/// The change of an arrangement by a move: the piece at one place goes to another, and the pieces between close up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementShift {
    /// The place that the piece leaves.
    pub from: usize,
    /// The place that the piece takes.
    pub to: usize,
}

impl PlacementShift {
    /// Whether the turn changes nothing.
    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.from == self.to
    }

    /// The turn as a number.
    #[inline]
    pub fn number(self) -> u16 {
        exact::<u16>(self.from * MOST_PIECES + self.to)
    }

    /// The turn with that number.
    #[inline]
    pub fn of_number(number: u16) -> PlacementShift {
        PlacementShift { from: usize::from(number) / MOST_PIECES, to: usize::from(number) % MOST_PIECES }
    }

    /// The inverse turn.
    #[inline(always)]
    #[must_use]
    pub fn back(self) -> PlacementShift {
        PlacementShift { from: self.to, to: self.from }
    }
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).try_fold(1u64, |product, i| product.checked_mul(n.checked_sub(i)?).map(|p| p / (i + 1))).unwrap_or(0)
}

/// All arrangements of `pieces` pieces in lexicographic order.
fn orders(pieces: usize) -> Vec<[u8; MOST_PIECES]> {
    fn extend(order: [u8; MOST_PIECES], place: usize, pieces: usize, used: u32, all: &mut Vec<[u8; MOST_PIECES]>) {
        if place == pieces {
            all.push(order);
            return;
        }
        for piece in (0..pieces).filter(|piece| used >> piece & 1 == 0) {
            let mut order = order;
            order[place] = exact::<u8>(piece);
            extend(order, place + 1, pieces, used | 1 << piece, all);
        }
    }
    let mut all = Vec::new();
    extend([0; MOST_PIECES], 0, pieces, 0, &mut all);
    all
}

/// For each turn: the arrangement after the turn, for each arrangement before it.
fn turns(orders: &[[u8; MOST_PIECES]], pieces: usize) -> Vec<u16> {
    // A turn by one place exchanges two neighbours. Each further place is one more exchange.
    let exchange = |place: usize| {
        let exchanged = orders.iter().map(move |order| {
            let mut order = *order;
            order.swap(place, place + 1);
            exact::<u16>(order_number(&order[..pieces]))
        });
        exchanged.collect::<Vec<u16>>()
    };
    let exchanges: Vec<Vec<u16>> = (0..pieces - 1).map(exchange).collect();
    let count = orders.len();
    let mut turns = vec![0; pieces * pieces * count];
    for from in 0..pieces {
        let mut turned: Vec<u16> = (0..count).map(|arrangement| exact::<u16>(arrangement)).collect();
        turns[(from * pieces + from) * count..][..count].copy_from_slice(&turned);
        for to in from + 1..pieces {
            turned.iter_mut().for_each(|number| *number = exchanges[to - 1][usize::from(*number)]);
            turns[(from * pieces + to) * count..][..count].copy_from_slice(&turned);
        }
        turned.iter_mut().zip(0..).for_each(|(number, arrangement)| *number = arrangement);
        for to in (0..from).rev() {
            turned.iter_mut().for_each(|number| *number = exchanges[to][usize::from(*number)]);
            turns[(from * pieces + to) * count..][..count].copy_from_slice(&turned);
        }
    }
    turns
}

/// The number of an arrangement among all arrangements of its pieces, in lexicographic order.
fn order_number(order: &[u8]) -> usize {
    order.iter().enumerate().fold(0, |number, (place, piece)| {
        let later = &order[place + 1..];
        number * (order.len() - place) + later.iter().filter(|other| *other < piece).count()
    })
}

impl Placements {
    /// The numbering; `None` for no piece, more than [`MOST_PIECES`] or [`MOST_CELLS`], more pieces than cells, or more
    /// than 2^32 sets.
    ///
    /// # Complexity
    /// Time and memory O(k! k^2): 5 MiB for eight pieces, of which a puzzle's moves use a small part.
    pub fn new(cells: usize, pieces: usize) -> Option<Self> {
        if !(1..=MOST_PIECES).contains(&pieces) || cells > MOST_CELLS || pieces > cells {
            return None;
        }
        let sets = binomial(cells as u64, pieces as u64);
        u32::try_from(sets).ok()?;
        let orders = orders(pieces);
        let turns = turns(&orders, pieces);
        let cells = exact::<u32>(cells);
        let mut shares = Vec::new();
        for chunk in 0..cells.div_ceil(CHUNK) {
            for before in 0..=pieces as u64 {
                shares.extend((0..1u32 << CHUNK).map(|bits| {
                    let members = (0..CHUNK).filter(|bit| bits >> bit & 1 == 1);
                    let share = |(index, bit): (usize, u32)| {
                        binomial(u64::from(chunk * CHUNK + bit), before + index as u64 + 1)
                    };
                    // Sets of more members than there are pieces are never looked up.
                    u32::try_from(members.enumerate().map(share).sum::<u64>()).unwrap_or(u32::MAX)
                }));
            }
        }
        let (turns, shares) = (turns.into(), shares.into());
        Some(Placements { cells, pieces, arrangements: orders.len(), sets, shares, turns, orders: orders.into() })
    }

    /// The number of placements of `pieces` pieces on `cells` cells.
    pub fn count_of(cells: usize, pieces: usize) -> u64 {
        (0..pieces).fold(1, |product: u64, taken| product.saturating_mul(cells.saturating_sub(taken) as u64))
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells as usize
    }

    /// The number of pieces.
    #[inline(always)]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The number of arrangements on a set, `k!`.
    #[inline(always)]
    pub fn arrangements(&self) -> usize {
        self.arrangements
    }

    /// The number of sets of cells.
    pub fn sets(&self) -> u64 {
        self.sets
    }

    /// The number of placements.
    pub fn count(&self) -> u64 {
        self.sets * self.arrangements as u64
    }

    /// The number of a set of cells, given as bits; it must have as many members as there are pieces.
    ///
    /// # Complexity
    /// One look-up for every nine cells.
    #[inline(always)]
    pub fn set_number(&self, set: u64) -> u32 {
        let (mut number, mut rest, mut before, mut chunk) = (0, set, 0, 0);
        for _ in 0..self.cells.div_ceil(CHUNK) {
            let bits = exact::<usize>(rest & ((1 << CHUNK) - 1));
            number += self.shares[((chunk + before) << CHUNK) + bits];
            before += bits.count_ones() as usize;
            rest >>= CHUNK;
            chunk += self.pieces + 1;
        }
        number
    }

    /// The set with that number.
    ///
    /// # Complexity
    /// O(cells).
    pub fn set_of(&self, number: u64) -> u64 {
        let (mut number, mut set, mut cell) = (number, 0, u64::from(self.cells));
        for member in (1..=self.pieces as u64).rev() {
            cell -= 1;
            while binomial(cell, member) > number {
                cell -= 1;
            }
            number -= binomial(cell, member);
            set |= 1 << cell;
        }
        set
    }

    /// The pieces of an arrangement, place by place; unused places are zero.
    #[inline(always)]
    pub fn order(&self, arrangement: usize) -> &[u8; MOST_PIECES] {
        &self.orders[arrangement]
    }

    /// The turn of a piece's move between two cells. The set contains cell `from` and does not contain cell `to`.
    #[inline(always)]
    pub fn turn(set: u64, from: u8, to: u8) -> PlacementShift {
        let below = |set: u64, cell: u8| (set & ((1 << cell) - 1)).count_ones() as usize;
        PlacementShift { from: below(set, from), to: below(set & !(1 << from), to) }
    }

    /// The arrangement after a turn.
    #[inline(always)]
    pub fn turned(&self, arrangement: u16, turn: PlacementShift) -> u16 {
        self.turns[(turn.from * self.pieces + turn.to) * self.arrangements + usize::from(arrangement)]
    }

    /// The arrangement after a turn, for each arrangement before it.
    #[inline]
    pub fn turns(&self, turn: PlacementShift) -> &[u16] {
        &self.turns[(turn.from * self.pieces + turn.to) * self.arrangements..][..self.arrangements]
    }

    /// The arrangement before a permutation of the places, for each arrangement after it. `number` is the number of the
    /// permutation as an [arrangement](Self::permutation): place `i` went to `permutation[i]`.
    #[expect(clippy::cast_possible_truncation, reason = "at most 8 pieces in at most 64 cells")]
    pub fn before(&self, number: u16) -> Box<[u16]> {
        let permutation = self.orders[usize::from(number)];
        let before = self.orders.iter().map(|after| {
            let mut order = [0; MOST_PIECES];
            for (order, &place) in order.iter_mut().zip(&permutation[..self.pieces]) {
                *order = after[usize::from(place)];
            }
            order_number(&order[..self.pieces]) as u16
        });
        before.collect()
    }

    /// The number of a permutation of the places, as if it were an arrangement; 0 for the identity.
    #[expect(clippy::cast_possible_truncation, reason = "at most 8 pieces in at most 64 cells")]
    pub fn permutation(places: &[u8]) -> u16 {
        order_number(places) as u16
    }

    /// The number of the placement of pieces in the first of these cells, piece by piece. It is [`rank`](Self::rank)
    /// for hot loops: the cells are not checked, and wrong cells give a wrong number.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 8 pieces in at most 64 cells")]
    pub fn number_of(&self, cells: &[u8; MOST_PIECES]) -> u64 {
        let cells = &cells[..self.pieces];
        let set = cells.iter().fold(0u64, |set, &cell| set | 1 << (cell & 63));
        let mut order = [0u8; MOST_PIECES];
        for (piece, &cell) in cells.iter().enumerate() {
            let place = (set & ((1 << (cell & 63)) - 1)).count_ones() as usize;
            order[place % MOST_PIECES] = piece as u8;
        }
        let (mut number, mut used) = (0, 0u32);
        for (place, &piece) in order[..self.pieces].iter().enumerate() {
            let smaller = u32::from(piece) - (used & ((1 << piece) - 1)).count_ones();
            number = number * (self.pieces - place) as u32 + smaller;
            used |= 1 << piece;
        }
        self.number(set, number as u16)
    }

    /// The set and the arrangement of pieces in these cells, which are listed piece by piece.
    ///
    /// # Panics
    /// If the number of cells is not the number of pieces, or a cell comes twice. All cells must be on the board.
    pub fn split(&self, cells: &[u8]) -> (u64, u16) {
        assert_eq!(cells.len(), self.pieces, "one cell a piece");
        let set = cells.iter().fold(0u64, |set, &cell| set | 1 << cell);
        assert_eq!(set.count_ones() as usize, self.pieces, "every piece has a cell of its own");
        let mut order: Vec<u8> = (0..exact::<u8>(self.pieces)).collect();
        order.sort_unstable_by_key(|&piece| cells[usize::from(piece)]);
        (set, exact::<u16>(order_number(&order)))
    }

    /// The number of the placement of pieces in these cells, which are listed piece by piece.
    ///
    /// # Panics
    /// If [`split`](Self::split) panics.
    pub fn rank(&self, cells: &[u8]) -> u64 {
        let (set, arrangement) = self.split(cells);
        self.number(set, arrangement)
    }

    /// The number of a placement. A move that takes no piece past another changes the number by less than the number of
    /// sets, so half of the moves on a grid stay within a page or two of memory.
    #[inline(always)]
    pub fn number(&self, set: u64, arrangement: u16) -> u64 {
        u64::from(arrangement) * self.sets + u64::from(self.set_number(set))
    }

    /// The cells of the pieces in the placement with this number, piece by piece; unused entries are zero.
    #[expect(clippy::cast_possible_truncation, reason = "at most 8 pieces in at most 64 cells")]
    pub fn unrank(&self, number: u64) -> [u8; MOST_PIECES] {
        let mut set = self.set_of(number % self.sets);
        let order = self.orders[exact::<usize>(number / self.sets)];
        let mut cells = [0; MOST_PIECES];
        for &piece in &order[..self.pieces] {
            cells[usize::from(piece)] = set.trailing_zeros() as u8;
            set &= set - 1;
        }
        cells
    }
}

impl Debug for Placements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Placements").field("cells", &self.cells).field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number is the number of exactly one placement.
    #[test]
    fn placements_are_numbered_densely() {
        for (cells, pieces) in [(4, 1), (4, 4), (6, 3), (9, 4), (12, 3), (20, 2), (64, 2)] {
            let placements = Placements::new(cells, pieces).unwrap();
            let mut last = Vec::new();
            for number in 0..placements.count() {
                let where_ = placements.unrank(number)[..pieces].to_vec();
                assert_eq!(placements.rank(&where_), number, "{where_:?}");
                assert_eq!(placements.number_of(&placements.unrank(number)), number, "{where_:?}");
                assert_eq!(placements.number_of(&placements.unrank(number)), number, "{where_:?}");
                assert!(where_.iter().all(|&cell| usize::from(cell) < cells));
                assert_ne!(where_, last);
                last = where_;
            }
        }
    }

    #[test]
    fn counts_are_falling_factorials_and_large_ones_come_back() {
        for (cells, pieces, count) in
            [(16, 8, 518_918_400), (25, 6, 127_512_000), (25, 7, 2_422_728_000), (36, 5, 45_239_040)]
        {
            let placements = Placements::new(cells, pieces).unwrap();
            assert_eq!(placements.count(), count);
            for number in (0..count).step_by(1_000_003) {
                assert_eq!(placements.rank(&placements.unrank(number)[..pieces]), number);
            }
        }
    }

    /// Moving a piece on the board and turning the arrangement have the same effect.
    #[test]
    fn a_turn_is_what_a_move_does() {
        for (cells, pieces) in [(6, 3), (7, 4), (9, 2), (5, 5)] {
            let placements = Placements::new(cells, pieces).unwrap();
            for number in 0..placements.count() {
                let before = placements.unrank(number)[..pieces].to_vec();
                let (set, arrangement) = placements.split(&before);
                for piece in 0..pieces {
                    for to in (0..cells as u8).filter(|to| set >> to & 1 == 0) {
                        let mut after = before.clone();
                        after[piece] = to;
                        let turn = Placements::turn(set, before[piece], to);
                        let turned = placements.turned(arrangement, turn);
                        assert_eq!(placements.split(&after), (set & !(1 << before[piece]) | 1 << to, turned));
                        assert_eq!(placements.turned(turned, turn.back()), arrangement);
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_that_cannot_be_are_refused() {
        for (cells, pieces) in [(4, 0), (4, 5), (65, 2), (16, 9), (64, 8)] {
            assert!(Placements::new(cells, pieces).is_none(), "{pieces} pieces on {cells} cells");
        }
    }
}
