//! Tables of products of coordinates: retrograde search over the entries themselves.
//!
//! While a layer is the smaller part, the entries before each of its own are entered; when it is not, entries that were
//! not met look whether a move leads into the layer (S. Beamer, K. Asanovic, D. Patterson, "Direction-optimizing
//! breadth-first search", SC 2012). An entry is four bits that begin as 15 and are changed once, by an `and`: threads
//! that enter the same value do no harm.

use std::sync::atomic::{AtomicU8, Ordering};

use super::Size;
use crate::limits::{Meter, Stop};
use crate::puzzle::pattern::{Factor, MOST_ENTRY, Product};
use crate::table::threads::{ready, sum_of};

/// Bytes that a thread looks through at a time.
const SHARE: usize = 1 << 12;

/// Shares between two looks at the limits.
const BATCH: usize = 1 << 8;

/// The most coordinates of a product.
const MOST: usize = 16;

/// What building takes.
pub fn size(product: &Product) -> Size {
    let entries = product.entries();
    Size { entries, states: entries, bytes: entries.div_ceil(2) }
}

struct Field<'p> {
    product: &'p Product,
    bytes: Vec<AtomicU8>,
}

impl Field<'_> {
    #[inline(always)]
    fn entry(&self, number: u64) -> u8 {
        self.bytes[(number / 2) as usize].load(Ordering::Relaxed) >> (number % 2 * 4) & MOST_ENTRY
    }

    /// Enters a depth where nothing was; whether this thread did.
    #[inline(always)]
    fn enter(&self, number: u64, depth: u8) -> bool {
        let shift = number % 2 * 4;
        let others = !(MOST_ENTRY << shift);
        let before = self.bytes[(number / 2) as usize].fetch_and(others | depth << shift, Ordering::Relaxed);
        before >> shift & MOST_ENTRY == MOST_ENTRY
    }

    /// Calls `each` with the numbers before or after each move until it says that is enough.
    #[inline(always)]
    fn near(&self, number: u64, row: impl Fn(&Factor, u32) -> &[u32], mut each: impl FnMut(u64) -> bool) {
        let (factors, weights) = (self.product.factors(), self.product.weights());
        let mut rows: [&[u32]; MOST] = [&[]; MOST];
        for ((factor, weight), place) in factors.iter().zip(weights).zip(&mut rows) {
            *place = row(factor, (number / weight % u64::from(factor.values)) as u32);
        }
        let rows = &rows[..factors.len()];
        for m in 0..factors[0].moves {
            if rows.iter().any(|row| row[m] == u32::MAX) {
                continue;
            }
            if each(rows.iter().zip(weights).map(|(row, weight)| u64::from(row[m]) * weight).sum()) {
                return;
            }
        }
    }

    /// Makes the layer of `depth` from the one before, for the entries of a share.
    fn fill(&self, share: usize, depth: u8, is_small: bool) -> u64 {
        let bytes = share * SHARE..((share + 1) * SHARE).min(self.bytes.len());
        let mut new = 0;
        for byte in bytes {
            let both = self.bytes[byte].load(Ordering::Relaxed);
            for half in 0..2u64 {
                let (number, entry) = (byte as u64 * 2 + half, both >> (half * 4) & MOST_ENTRY);
                if number >= self.product.entries() {
                    continue;
                }
                if is_small && entry == depth - 1 {
                    self.near(number, Factor::row_back, |before| {
                        new += u64::from(self.entry(before) == MOST_ENTRY && self.enter(before, depth));
                        false
                    });
                } else if !is_small && entry == MOST_ENTRY {
                    let mut is_near = false;
                    self.near(number, Factor::row, |after| {
                        is_near = self.entry(after) == depth - 1;
                        is_near
                    });
                    new += u64::from(is_near && self.enter(number, depth));
                }
            }
        }
        new
    }
}

/// Builds the table of a product: entry `i`, the low half of byte `i / 2` for even `i`, is the least number of moves
/// from there to a goal, 15 where it is more or there is no way.
///
/// # Errors
/// The limit that was reached.
///
/// # Complexity
/// Every move of every entry about once; half a byte an entry.
pub fn build(product: &Product, meter: &mut Meter<'_>) -> Result<Vec<u8>, Stop> {
    ready()?;
    let Size { entries, bytes, .. } = size(product);
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
    let field = Field { product, bytes };
    let (mut layer, mut left) = (0, product.entries());
    for &goal in product.goals() {
        layer += u64::from(field.enter(goal, 0));
    }
    left -= layer;
    for depth in 1..MOST_ENTRY {
        if layer == 0 {
            break;
        }
        let shares = field.bytes.len().div_ceil(SHARE);
        let is_small = layer <= left;
        let mut new = 0;
        for first in (0..shares).step_by(BATCH) {
            meter.look(depth.into())?;
            let batch = first..(first + BATCH).min(shares);
            let made = sum_of(batch, 1, &|share| field.fill(share, depth, is_small));
            meter.stats.generated += made;
            meter.stats.expanded += made;
            new += made;
        }
        (layer, left) = (new, left - new);
    }
    Ok(field.bytes.into_iter().map(AtomicU8::into_inner).collect())
}
