//! Arrangements of up to 16 pieces in the same number of cells, numbered block by block, for a map of a whole space.
//!
//! The cells of the first pieces determine the *block*. The last pieces, at most eight, lie in the remaining cells;
//! their order determines the *index* in the block. A permutation of the cells takes all arrangements of a block to all
//! arrangements of one block, and changes all indices in one way: a [`Turning`]. It depends only on how the remaining
//! cells of the first block go to the remaining cells of the second. There are few turnings, so each has a table
//! (compare [`placement`](super::placement), where the other pieces are forgotten instead).
//!
//! If only half of the arrangements are reached, a block determines whether the order of its last pieces is an even or
//! an odd permutation. The index is then half the number of the order, rounded down: orders `2i` and `2i + 1` differ by
//! an exchange of the last two pieces.

use std::sync::OnceLock;

use super::lehmer::{FACTORIALS, is_odd, rank, rank_and_parity, unrank};
use crate::cells::{Cells, Nibbles};
use crate::exact::exact;

/// The most pieces whose order is the index: the numbers of their orders, below 40,320, fit in sixteen bits.
pub const MOST_ARRANGED: usize = 8;

/// The numbering of arrangements by block and index.
///
/// ```
/// use loyd_core::rank::blocks::BlockNumbering;
/// let blocks = BlockNumbering::new(9, 6, None).unwrap();
/// assert_eq!((blocks.count(), blocks.size()), (9 * 8 * 7, 720));
/// let pieces = [4, 2, 0, 8, 7, 1, 3, 5, 6];
/// let (block, index) = blocks.rank(&pieces);
/// assert_eq!(blocks.unrank(block, index), pieces);
/// ```
#[derive(Clone, Debug)]
pub struct BlockNumbering {
    cells: usize,
    arranged: usize,
    odd: Option<[bool; 16]>,
    count: u64,
}

/// The orders of the last pieces.
#[derive(Debug)]
struct Orders {
    /// All orders in lexicographic order: the pieces of each, place by place, numbered from 0.
    all: Vec<[u8; MOST_ARRANGED]>,
    /// For each `i`, whether order `2i` is odd; order `2i + 1` is then even.
    first_is_odd: Vec<bool>,
}

impl Orders {
    /// The orders of `arranged` pieces, listed at the first call. The longest list takes some milliseconds.
    fn of(arranged: usize) -> &'static Orders {
        static ORDERS: [OnceLock<Orders>; MOST_ARRANGED + 1] = [const { OnceLock::new() }; MOST_ARRANGED + 1];
        ORDERS[arranged].get_or_init(|| {
            let order = |number| {
                let (packed, mut order) = (unrank(number, arranged), [0; MOST_ARRANGED]);
                for (place, piece) in (0..).zip(&mut order) {
                    *piece = packed.get(place);
                }
                order
            };
            let is_odd = |number| rank_and_parity(unrank(number, arranged), arranged).1;
            Orders {
                all: (0..FACTORIALS[arranged]).map(order).collect(),
                first_is_odd: (0..FACTORIALS[arranged]).step_by(2).map(is_odd).collect(),
            }
        })
    }
}

/// The change of a block's orders: the destination of each place, the piece that each piece becomes, and the parity of
/// the orders before the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turning {
    /// For each place, the place to which its piece goes.
    pub goes: [u8; MOST_ARRANGED],
    /// For each arranged piece, the arranged piece that it becomes. A move changes no piece.
    pub becomes: [u8; MOST_ARRANGED],
    /// If half of the arrangements are reached: whether the order before the change is odd.
    pub odd: bool,
}

/// The effect of a permutation of the cells on one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The block after the permutation.
    pub block: u64,
    /// The change of the indices.
    pub there: Turning,
    /// The inverse change, from the block after to the block before.
    pub back: Turning,
}

impl BlockNumbering {
    /// The numbering of the arrangements of `cells` pieces, in which the order of the last `arranged` pieces is the
    /// index. With `odd`, only half of the arrangements are numbered: odd permutations if `odd` is true for the cell of
    /// piece 0, and even ones otherwise. `None` unless `cells` <= 16, and 2 <= `arranged` <= [`MOST_ARRANGED`], and
    /// `arranged` < `cells`.
    pub fn new(cells: usize, arranged: usize, odd: Option<[bool; 16]>) -> Option<Self> {
        let fits = cells <= 16 && (2..=MOST_ARRANGED).contains(&arranged) && arranged < cells;
        fits.then(|| BlockNumbering { cells, arranged, odd, count: FACTORIALS[cells] / FACTORIALS[arranged] })
    }

    fn orders(&self) -> &'static Orders {
        Orders::of(self.arranged)
    }

    /// The number of blocks.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of arrangements in a block.
    pub fn size(&self) -> usize {
        exact::<usize>(FACTORIALS[self.arranged]) / if self.odd.is_some() { 2 } else { 1 }
    }

    /// The block of an arrangement, and the index in the block.
    ///
    /// # Panics
    /// It may panic unless `pieces` contains every piece once.
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 cells, and at most 8! arrangements of a block")]
    pub fn rank(&self, pieces: &[u8]) -> (u64, usize) {
        let mut whereabouts = [0; 16];
        (0u8..).zip(pieces).for_each(|(cell, &piece)| whereabouts[usize::from(piece)] = cell);
        let leading = self.leading_pieces();
        let mut order = [0; MOST_ARRANGED];
        let left = pieces.iter().filter(|&&piece| usize::from(piece) >= leading);
        order.iter_mut().zip(left).for_each(|(place, &piece)| *place = piece - leading as u8);
        let index = order_number(&order[..self.arranged]);
        (self.block(&whereabouts), if self.odd.is_some() { index / 2 } else { index })
    }

    /// The arrangement with this index in a block.
    ///
    /// # Panics
    /// If there is no such block or index.
    pub fn unrank(&self, block: u64, index: usize) -> Vec<u8> {
        let whereabouts = self.whereabouts(block);
        let order = match self.odd {
            None => &self.orders().all[index],
            Some(_) => &self.orders().all[2 * index + usize::from(self.second(index, &whereabouts))],
        };
        self.pieces(&whereabouts, order)
    }

    /// The effect of a permutation of the cells on a block: `goes` has the destination of the piece of each cell.
    pub fn passage(&self, block: u64, goes: &[u8]) -> Passage {
        self.passage_as(block, goes, &std::array::from_fn(|piece| exact::<u8>(piece)))
    }

    /// The effect of a permutation of the cells on a block, together with a permutation of the pieces: `becomes` has
    /// the new piece for each piece. The pieces whose cells determine the block must become each other.
    pub fn passage_as(&self, block: u64, goes: &[u8], becomes: &[u8; 16]) -> Passage {
        let before = self.whereabouts(block);
        let mut after = [0; 16];
        (0..self.leading_pieces())
            .for_each(|piece| after[usize::from(becomes[piece])] = goes[usize::from(before[piece])]);
        let (cells_before, cells_after) = (self.left(&before), self.left(&after));
        let (mut there, mut back) = ([0; MOST_ARRANGED], [0; MOST_ARRANGED]);
        for (place, &cell) in cells_before.iter().enumerate().take(self.arranged) {
            let to = cells_after.iter().position(|&after| after == goes[usize::from(cell)]).unwrap_or(0);
            there[place] = exact::<u8>(to);
            back[to] = exact::<u8>(place);
        }
        let (mut become_there, mut become_back) = ([0; MOST_ARRANGED], [0; MOST_ARRANGED]);
        for piece in 0..self.arranged {
            let other = usize::from(becomes[piece + self.leading_pieces()]) - self.leading_pieces();
            become_there[piece] = exact::<u8>(other);
            become_back[other] = exact::<u8>(piece);
        }
        let odd = |whereabouts| self.odd.is_some() && self.is_odd_order(whereabouts);
        Passage {
            block: self.block(&after),
            there: Turning { goes: there, becomes: become_there, odd: odd(&before) },
            back: Turning { goes: back, becomes: become_back, odd: odd(&after) },
        }
    }

    /// Whether a turning changes no index.
    pub fn is_still(&self, turning: &Turning) -> bool {
        turning.goes[..self.arranged].is_sorted() && turning.becomes[..self.arranged].is_sorted()
    }

    /// The table of a turning: the index after it, for each index before it.
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 cells, and at most 8! arrangements of a block")]
    pub fn table(&self, turning: &Turning) -> Vec<u16> {
        let turned = |order: &[u8; MOST_ARRANGED]| {
            // Places of an order are below 8, so nibbles end below the 32nd bit.
            let to = |place: usize| u32::from(turning.goes[place]) * 4;
            let piece = |place: usize| u64::from(turning.becomes[usize::from(order[place])]);
            let word = (0..self.arranged).fold(0, |word, place| word | piece(place).wrapping_shl(to(place)));
            rank(Nibbles(word), self.arranged) as u16
        };
        match self.odd {
            None => self.orders().all.iter().map(turned).collect(),
            Some(_) => {
                let pairs = self.orders().all.chunks(2).zip(&self.orders().first_is_odd);
                pairs.map(|(pair, &odd)| turned(&pair[usize::from(odd != turning.odd)]) / 2).collect()
            }
        }
    }

    /// The cell of piece 0 in all arrangements of a block.
    pub fn first_cell(&self, block: u64) -> u8 {
        self.whereabouts(block)[0]
    }

    /// The number of first pieces, whose cells determine the block. The block's number has one digit for each of them;
    /// the first piece has the most significant digit. A digit is the index of the piece's cell among the cells that
    /// the pieces before it leave free, so the digits have `cells`, `cells - 1`, ... values.
    pub fn leading_pieces(&self) -> usize {
        self.cells - self.arranged
    }

    /// The block's number. A digit is the index of a first piece's cell among the cells that earlier pieces leave.
    fn block(&self, whereabouts: &[u8; 16]) -> u64 {
        let (mut free, mut block) = ((1u32 << self.cells) - 1, 0);
        for (piece, &cell) in whereabouts.iter().enumerate().take(self.leading_pieces()) {
            let digit = (free & ((1 << cell) - 1)).count_ones();
            block = block * (self.cells - piece) as u64 + u64::from(digit);
            free &= !(1 << cell);
        }
        block
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 16 cells, and at most 8! arrangements of a block")]
    fn whereabouts(&self, block: u64) -> [u8; 16] {
        let (mut digits, mut rest) = ([0; 16], block);
        for piece in (0..self.leading_pieces()).rev() {
            let base = (self.cells - piece) as u64;
            digits[piece] = rest % base;
            rest /= base;
        }
        assert_eq!(rest, 0, "no block has number {block}");
        let (mut free, mut whereabouts) = ((1u32 << self.cells) - 1, [0; 16]);
        for piece in 0..self.leading_pieces() {
            let mut rest = free;
            (0..digits[piece]).for_each(|_| rest &= rest - 1);
            let cell = rest.trailing_zeros();
            whereabouts[piece] = cell as u8;
            free &= !(1 << cell);
        }
        whereabouts
    }

    /// The cells that the first pieces leave free, ascending.
    #[expect(clippy::cast_possible_truncation, reason = "at most 16 cells, and at most 8! arrangements of a block")]
    fn left(&self, whereabouts: &[u8; 16]) -> [u8; MOST_ARRANGED] {
        let taken = whereabouts[..self.leading_pieces()].iter().fold(0u32, |taken, cell| taken | 1 << cell);
        let mut left = [0; MOST_ARRANGED];
        let mut free = !taken & ((1 << self.cells) - 1);
        for place in &mut left[..self.arranged] {
            *place = free.trailing_zeros() as u8;
            free &= free.wrapping_sub(1);
        }
        left
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 16 cells, and at most 8! arrangements of a block")]
    fn pieces(&self, whereabouts: &[u8; 16], order: &[u8; MOST_ARRANGED]) -> Vec<u8> {
        let mut pieces = vec![0; self.cells];
        (0..self.leading_pieces()).for_each(|piece| pieces[usize::from(whereabouts[piece])] = piece as u8);
        let left = self.left(whereabouts);
        for place in 0..self.arranged {
            pieces[usize::from(left[place])] = order[place] + self.leading_pieces() as u8;
        }
        pieces
    }

    /// Whether the order of the last pieces is odd in a block, if half of the arrangements are reached.
    fn is_odd_order(&self, whereabouts: &[u8; 16]) -> bool {
        let wanted = self.odd.is_some_and(|odd| odd[usize::from(whereabouts[0])]);
        is_odd(&self.pieces(whereabouts, &self.orders().all[0])) != wanted
    }

    /// Whether the second of an index's two orders is the one that is reached.
    fn second(&self, index: usize, whereabouts: &[u8; 16]) -> bool {
        self.orders().first_is_odd[index] != self.is_odd_order(whereabouts)
    }
}

/// The number of an arrangement among all arrangements of its pieces, in lexicographic order.
fn order_number(order: &[u8]) -> usize {
    order.iter().enumerate().fold(0, |number, (place, piece)| {
        let later = &order[place + 1..];
        number * (order.len() - place) + later.iter().filter(|other| *other < piece).count()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every arrangement has its own number, and the tables agree with a permutation of the cells.
    #[test]
    fn numbers_are_dense_and_tables_follow_the_pieces() {
        let alternate: [bool; 16] = std::array::from_fn(|cell| cell % 3 == 1);
        for (cells, arranged) in [(3, 2), (4, 2), (5, 3), (6, 4), (7, 5), (6, 5)] {
            for odd in [None, Some([false; 16]), Some(alternate)] {
                let blocks = BlockNumbering::new(cells, arranged, odd).unwrap();
                let all = FACTORIALS[cells] / if odd.is_some() { 2 } else { 1 };
                assert_eq!(blocks.count() * blocks.size() as u64, all);
                let reversed: Vec<u8> = (0..cells as u8).rev().collect();
                let mut turned = reversed.clone();
                turned.rotate_left(2);
                let mut exchanged: Vec<u8> = (0..cells as u8).collect();
                exchanged.swap(0, cells - 1);
                for block in 0..blocks.count() {
                    for index in 0..blocks.size() {
                        let pieces = blocks.unrank(block, index);
                        assert_eq!(blocks.rank(&pieces), (block, index));
                        if let Some(odd) = odd {
                            let first = pieces.iter().position(|&piece| piece == 0).unwrap();
                            assert_eq!(is_odd(&pieces), odd[first], "{pieces:?}");
                        }
                    }
                    let same: [u8; 16] = std::array::from_fn(|piece| piece as u8);
                    let mut others = same;
                    // Exchanges the last two arranged pieces; and pieces 1 and 2, if their cells determine the block.
                    others.swap(cells - 1, cells - 2);
                    if blocks.leading_pieces() > 2 {
                        others.swap(1, 2);
                    }
                    for (goes, becomes) in [
                        (&reversed, same),
                        (&turned, same),
                        (&exchanged, same),
                        (&turned, others),
                        (&exchanged, others),
                    ] {
                        // A permutation of the other parity leaves the half, unless `odd` differs between the cells of
                        // piece 0.
                        let passage = blocks.passage_as(block, goes, &becomes);
                        let moved = |pieces: &[u8]| {
                            let mut moved = vec![0; cells];
                            let there = pieces.iter().zip(goes);
                            there.for_each(|(piece, &to)| moved[usize::from(to)] = becomes[usize::from(*piece)]);
                            moved
                        };
                        let stays = |pieces: &[u8]| {
                            let first = pieces.iter().position(|&piece| piece == 0).unwrap();
                            odd.is_none_or(|odd| is_odd(pieces) == odd[first])
                        };
                        let table = |turning| (!blocks.is_still(turning)).then(|| blocks.table(turning));
                        let (there, back) = (table(&passage.there), table(&passage.back));
                        let all = (0..blocks.size()).filter(|&index| stays(&moved(&blocks.unrank(block, index))));
                        for index in all {
                            let after = there.as_ref().map_or(index, |table| table[index].into());
                            let pieces = moved(&blocks.unrank(block, index));
                            assert_eq!(blocks.rank(&pieces), (passage.block, after));
                            assert_eq!(back.as_ref().map_or(after, |table| table[after].into()), index);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_that_do_not_fit() {
        for (cells, arranged) in [(17, 8), (9, 9), (8, 8), (4, 1), (12, 0)] {
            assert!(BlockNumbering::new(cells, arranged, None).is_none(), "{cells} {arranged}");
        }
    }
}
