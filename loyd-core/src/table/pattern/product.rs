//! Tables of products of coordinates, built by retrograde search over the entries themselves.
//!
//! While a layer is no larger than the number of unmet entries, each entry of the layer enters its predecessors.
//! Otherwise each unmet entry checks whether a move leads into the layer (S. Beamer, K. Asanovic, D. Patterson,
//! "Direction-optimizing breadth-first search", SC 2012). An entry is four bits that begin as 15 and change once, by an
//! `and`, so threads that enter the same value do no harm.
//!
//! Entries that differ only in the last coordinate are a *row*: a move takes a whole row to one row. So a row is worked
//! on at once, and the rows that its moves lead to stay in the processor's caches.

use std::sync::atomic::{AtomicU8, Ordering};

use super::PatternSize;
use crate::exact::exact;
use crate::limits::{Meter, Stop};
use crate::puzzle::pattern::{Factor, FactorSide, Fold, MOST_ENTRY, NOWHERE, Product, RowMove};
use crate::table::threads::{ready, sum_of};

/// The approximate number of entries that a thread works on at a time.
const SHARE: u64 = 1 << 14;

/// The number of shares between two checks of the limits.
const BATCH: usize = 1 << 8;

/// The number of states and the bytes that building the table of a product takes.
pub fn size(product: &Product) -> PatternSize {
    let entries = product.entries();
    PatternSize { entries, states: entries, bytes: entries.div_ceil(2) }
}

/// The arrangement of the entries in rows.
trait Rows: Sync {
    /// Adds to `ways` the moves from a row, or the moves to the row, as `side` chooses.
    fn ways(&self, product: &Product, row: u64, side: FactorSide, ways: &mut Vec<RowMove>);

    /// The number of the entry in a way's row with this value of the last coordinate.
    fn at(&self, way: &RowMove, value: u32) -> u64;
}

/// Rows of a product that is not reduced by symmetry: a row is all values of the last coordinate.
struct PlainRows;

impl Rows for PlainRows {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    fn ways(&self, product: &Product, row: u64, side: FactorSide, ways: &mut Vec<RowMove>) {
        let (factors, weights) = (product.factors(), product.weights());
        let Some((last, outer)) = factors.split_last() else { return };
        let number = row * u64::from(last.values);
        for m in 0..last.moves {
            let there = outer.iter().zip(weights).map(|(factor, weight)| {
                let there = side(factor, (number / weight % u64::from(factor.values)) as u32)[m];
                (there != NOWHERE).then(|| u64::from(there) * weight)
            });
            let way = |first| RowMove { m, first, symmetry: 0, is_still: false };
            ways.extend(there.sum::<Option<u64>>().map(way));
        }
    }

    #[inline(always)]
    fn at(&self, way: &RowMove, value: u32) -> u64 {
        way.first + u64::from(value)
    }
}

/// Rows of a product that is reduced by symmetry. The class of the other coordinates is found once for a whole row.
struct Folded<'f> {
    fold: &'f Fold,
    /// The place of the last coordinate in the tail.
    last: usize,
}

impl Rows for Folded<'_> {
    fn ways(&self, product: &Product, row: u64, side: FactorSide, ways: &mut Vec<RowMove>) {
        product.folded_ways(row, side, ways);
    }

    #[inline(always)]
    fn at(&self, way: &RowMove, value: u32) -> u64 {
        way.first + self.fold.added(self.last, value, way.symmetry)
    }
}

struct ProductSearch<'p, R> {
    product: &'p Product,
    rows: R,
    bytes: Vec<AtomicU8>,
}

impl<R: Rows> ProductSearch<'_, R> {
    #[inline(always)]
    fn entry(&self, number: u64) -> u8 {
        self.bytes[(number / 2) as usize].load(Ordering::Relaxed) >> (number % 2 * 4) & MOST_ENTRY
    }

    /// Enters a depth at an unmet entry. Returns whether this thread did it.
    #[inline(always)]
    fn enter(&self, number: u64, depth: u8) -> bool {
        let shift = number % 2 * 4;
        let others = !(MOST_ENTRY << shift);
        let before = self.bytes[(number / 2) as usize].fetch_and(others | depth << shift, Ordering::Relaxed);
        before >> shift & MOST_ENTRY == MOST_ENTRY
    }

    /// Enters a depth at all other entries that stand for the same values as this one. Returns how many were unmet.
    fn enter_same(&self, number: u64, depth: u8) -> u64 {
        let mut new = 0;
        self.product.same(number, &mut |other| new += u64::from(self.enter(other, depth)));
        new
    }

    /// The number of entries of a row: the values of the last coordinate.
    fn row(&self) -> u64 {
        self.product.factors().last().map_or(1, |factor| factor.values.into())
    }

    /// The number of rows that a thread takes at a time.
    fn rows_at_a_time(&self) -> u64 {
        (SHARE / self.row()).max(1)
    }

    /// Makes the layer of `depth` from the layer before it, for the rows of a share. Returns the number of new entries.
    fn fill(&self, share: usize, depth: u8, is_small: bool) -> u64 {
        let Some(last) = self.product.factors().last() else { return 0 };
        let first = share as u64 * self.rows_at_a_time();
        let rows = first..(first + self.rows_at_a_time()).min(self.product.entries() / self.row());
        let (wanted, side): (u8, FactorSide) =
            if is_small { (depth - 1, Factor::row_back) } else { (MOST_ENTRY, Factor::row) };
        let (mut ways, mut new) = (Vec::new(), 0);
        for row in rows {
            ways.clear();
            let first = row * self.row();
            for value in 0..last.values {
                let number = first + u64::from(value);
                if self.entry(number) != wanted {
                    continue;
                }
                if ways.is_empty() {
                    self.rows.ways(self.product, row, side, &mut ways);
                }
                let here = side(last, value);
                let mut near =
                    ways.iter().filter(|way| here[way.m] != NOWHERE).map(|way| (way, self.rows.at(way, here[way.m])));
                if is_small {
                    near.for_each(|(way, before)| {
                        if self.entry(before) == MOST_ENTRY && self.enter(before, depth) {
                            new += 1;
                            if way.is_still {
                                new += self.enter_same(before, depth);
                            }
                        }
                    });
                } else {
                    let is_near = near.any(|(_, after)| self.entry(after) == depth - 1);
                    new += u64::from(is_near && self.enter(number, depth));
                }
            }
        }
        new
    }

    /// Fills all entries and returns them.
    ///
    /// # Errors
    /// The limit that was reached.
    fn filled(self, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
        let (mut layer, mut left) = (0, self.product.entries());
        for &goal in self.product.goals() {
            let goal = self.product.place(&self.product.values(goal));
            layer += u64::from(self.enter(goal, 0)) + self.enter_same(goal, 0);
        }
        left -= layer;
        for depth in 1..MOST_ENTRY {
            if layer == 0 {
                break;
            }
            let shares = exact::<usize>((self.product.entries() / self.row()).div_ceil(self.rows_at_a_time()));
            let is_small = layer <= left;
            let mut new = 0;
            for first in (0..shares).step_by(BATCH) {
                meter.look(depth.into())?;
                let batch = first..(first + BATCH).min(shares);
                let made = sum_of(batch, 1, &|share| self.fill(share, depth, is_small));
                meter.stats.generated += made;
                meter.stats.expanded += made;
                new += made;
            }
            (layer, left) = (new, left - new);
        }
        Ok(self.bytes.into_iter().map(AtomicU8::into_inner).collect())
    }
}

/// Builds the table of a product. Entry `i`, the low half of byte `i / 2` for even `i`, is the least number of moves
/// from that entry to a goal. The entry is 15 if the number is larger or no goal is reached.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// Makes every move of every entry about once. Memory: half a byte for each entry.
pub fn build(product: &Product, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
    ready()?;
    let PatternSize { entries, bytes, .. } = size(product);
    meter.grow(bytes)?;
    meter.expect(entries);
    let built = filled(product, meter);
    if built.is_err() {
        meter.shrink(bytes);
    }
    built
}

fn filled(product: &Product, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
    let length = usize::try_from(product.entries().div_ceil(2)).map_err(|_| Stop::Bytes)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| Stop::Bytes)?;
    bytes.resize_with(length, || AtomicU8::new(u8::MAX));
    match product.fold() {
        None => ProductSearch { product, rows: PlainRows, bytes }.filled(meter),
        Some(fold) => {
            let rows = Folded { fold, last: product.factors().len() - fold.head() - 1 };
            ProductSearch { product, rows, bytes }.filled(meter)
        }
    }
}
