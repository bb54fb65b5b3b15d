//! Numbers for all states of a space, where states that symmetries take to each other have one number.

use std::ops::Range;

use super::factor::Factor;
use super::product::{Product, RowMove};
use crate::limits::holds;

/// The states of a space whose ranks are sums of coordinates, reduced by symmetries ([folded](super::Fold)). A *number*
/// stands for all states that symmetries take to each other. Few states have several numbers.
#[derive(Debug)]
pub struct FoldedRanks {
    product: Product,
    /// The weights of the coordinates: the rank is the sum of each value times its weight.
    weights: Box<[u64]>,
    symmetries: u64,
}

/// The rows of numbers that moves lead to from one row. The numbers of a row differ in the last coordinate only.
#[derive(Debug, Default)]
pub struct RowMoves {
    row: Option<u64>,
    all: Vec<RowMove>,
}

impl FoldedRanks {
    /// Numbers the states of a folded product. A rank is the sum of each value times its weight.
    ///
    /// # Panics
    /// If the product is not folded, or does not have one weight for each coordinate.
    pub fn new(product: Product, weights: Vec<u64>, symmetries: u64) -> Self {
        assert!(product.fold().is_some() && product.factors().len() == weights.len(), "a folded product and its ranks");
        FoldedRanks { product, weights: weights.into(), symmetries }
    }

    /// The count of numbers.
    pub fn numbers(&self) -> u64 {
        self.product.entries()
    }

    /// The most states that one number can stand for.
    pub fn symmetries(&self) -> u64 {
        self.symmetries
    }

    /// The bytes of the tables with which ranks are folded.
    pub fn bytes(&self) -> u64 {
        self.product.fold().map_or(0, |fold| fold.bytes())
    }

    /// A number of the state with this rank.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn number(&self, rank: u64) -> u64 {
        let value = |(factor, weight): (&Factor, &u64)| (rank / weight % u64::from(factor.values)) as u32;
        let values: Vec<u32> = self.product.factors().iter().zip(&self.weights).map(value).collect();
        self.product.place(&values)
    }

    /// Calls `each` with the other numbers that stand for the same states.
    #[inline]
    pub fn same(&self, number: u64, each: &mut dyn FnMut(u64)) {
        self.product.same(number, each);
    }

    /// The number of states counted for a number. States that have several numbers are counted once over all of these.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn states(&self, number: u64) -> u64 {
        self.product.fold().map_or(1, |fold| fold.size((number / fold.tail()) as u32).into())
    }

    /// A count of successive numbers, from this one on, that all stand for the same number of states.
    #[inline]
    pub fn alike(&self, number: u64) -> u64 {
        self.product.fold().map_or(1, |fold| fold.tail() - number % fold.tail())
    }

    /// Whether `is_it` holds for a number that a move from `number` leads to, or (with `is_back`) for a number from
    /// which a move leads to `number`; stops at the first such number.
    /// `is_it` also receives whether that number may have [others of the same states](FoldedRanks::same). A `ways`
    /// serves one direction; it caches a row, so successive numbers should be close.
    ///
    /// # Complexity
    /// Two loads for each move. For the first number of a row, a move needs two more loads for each coordinate. Numbers
    /// that differ in the last coordinate only are side by side, and a move takes all of them to one row.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn any(
        &self,
        ways: &mut RowMoves,
        is_back: bool,
        number: u64,
        is_it: &mut impl FnMut(u64, bool) -> bool,
    ) -> bool {
        let (Some(fold), Some(last)) = (self.product.fold(), self.product.factors().last()) else { return false };
        let values = u64::from(last.values);
        let row = number / values;
        if ways.row != Some(row) {
            ways.row = Some(row);
            ways.all.clear();
            let side = if is_back { Factor::row_back } else { Factor::row };
            self.product.folded_ways(row, side, &mut ways.all);
        }
        // The remainder of the division.
        let value = number.wrapping_sub(row.wrapping_mul(values)) as u32;
        let there = if is_back { last.row_back(value) } else { last.row(value) };
        let place = self.product.factors().len() - fold.head() - 1;
        let mut both = ways.all.iter().zip(there);
        // The sum of the parts is a number below the count of numbers, so it does not wrap.
        both.any(|(way, &value)| is_it(way.first.wrapping_add(fold.added(place, value, way.symmetry)), way.is_still))
    }

    /// The ranks of the states of these numbers, in any order, at most `most` of them. Each state comes once if all its
    /// numbers are given. `numbers` must ascend.
    ///
    /// # Complexity
    /// The number of states, and the [heads](FoldedRanks::heads) times the logarithm of the count of `numbers`.
    pub fn ranks(&self, numbers: &[u64], most: usize) -> Vec<u64> {
        let mut ranks = Vec::new();
        let mut values = Vec::with_capacity(self.product.factors().len());
        for head in 0..self.heads() {
            let Range { start, end } = self.numbers_of(head);
            let begin = numbers.partition_point(|&number| number < start);
            for &number in numbers[begin..].iter().take_while(|&&number| number < end) {
                if ranks.len() >= most {
                    return ranks;
                }
                ranks.push(self.rank(head, number, &mut values));
            }
        }
        ranks
    }

    /// The number of heads. A *head* is a combination of values of the head's coordinates; a state has exactly one.
    pub fn heads(&self) -> u32 {
        self.product.fold().map_or(0, |fold| fold.numbers())
    }

    /// The numbers of the states with this head.
    pub fn numbers_of(&self, head: u32) -> Range<u64> {
        self.product.fold().map_or(0..0, |fold| {
            let first = fold.first(fold.look_up(head).class);
            first..first + fold.tail()
        })
    }

    /// The least head whose states have this number.
    #[expect(clippy::cast_possible_truncation, reason = "classes were numbered by a `u32`")]
    pub fn head_of(&self, number: u64) -> u32 {
        self.product.fold().map_or(0, |fold| fold.least((number / fold.tail()) as u32))
    }

    /// The rank of the state with this head and this number, [one of the head's](FoldedRanks::numbers_of). Overwrites
    /// `values`.
    pub fn rank(&self, head: u32, number: u64, values: &mut Vec<u32>) -> u64 {
        let Some(fold) = self.product.fold() else { return number };
        self.product.values_at(number, values);
        let back = fold.inverse(fold.look_up(head).symmetry);
        let of_values = values.iter_mut().zip(self.product.factors()).enumerate();
        for (place, (value, factor)) in of_values {
            *value = match place.checked_sub(fold.head()) {
                None => head / fold.weights()[place] % factor.values,
                Some(tail) => fold.image(tail, *value, back),
            };
        }
        values.iter().zip(&self.weights).map(|(&value, weight)| u64::from(value) * weight).sum()
    }
}

holds!(FoldedRanks { product, weights, symmetries });
