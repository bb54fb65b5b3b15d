//! A pattern that is a product of coordinates.

use std::sync::Arc;

use super::Name;
use super::factor::{Factor, FactorSide};
use super::fold::Fold;
use crate::limits::holds;

/// Several coordinates together. The sum of each value times its [weight](Product::weights) is a number; its entry is
/// the least number of moves to a goal, at most 15. Without a [fold](Product::fold), every number has its own entry, in
/// the order of the numbers.
#[derive(Clone, Debug)]
pub struct Product {
    factors: Vec<Factor>,
    weights: Vec<u64>,
    entries: u64,
    goals: Vec<u64>,
    name: Name,
    fold: Option<Arc<Fold>>,
}

/// A row that a move leads to, or comes from: entries that differ in the last coordinate only.
#[derive(Clone, Copy, Debug)]
pub struct RowMove {
    /// The move.
    pub m: usize,
    /// The number of the row's first entry.
    pub first: u64,
    /// The symmetry that is applied to the value of the last coordinate.
    pub symmetry: u32,
    /// Whether some entries of the row may stand for the same states as other entries.
    pub is_still: bool,
}

/// The mean of a sample of entries, spread over the whole table of a product.
pub fn sampled_mean(entries: &[u8]) -> f64 {
    const SAMPLE: usize = 1 << 14;
    let sample = entries.iter().step_by(entries.len().div_ceil(SAMPLE).max(1));
    let (sum, number) = sample.fold((0, 0), |(sum, number), &both| (sum + u32::from(both & 15), number + 1));
    f64::from(sum) / f64::from(number.max(1))
}

impl Product {
    /// The name and version of the order of the entries, for files.
    pub const LAYOUT: &str = "product/1";

    /// The name and version of the order of the entries of a folded product.
    pub const FOLDED_LAYOUT: &str = "product-folded/1";

    /// The product of these coordinates. A goal has one value a coordinate; distances are counted from the goals.
    ///
    /// # Panics
    /// If a goal does not have one value a coordinate, if moves differ in number, or from 2^64 entries on.
    pub fn new(factors: Vec<Factor>, goals: &[Vec<u32>], name: Name) -> Self {
        assert!(factors.windows(2).all(|pair| pair[0].moves == pair[1].moves), "the moves of one puzzle");
        let (mut weights, mut entries) = (vec![0; factors.len()], 1u64);
        for (factor, weight) in factors.iter().zip(&mut weights).rev() {
            *weight = entries;
            entries = entries.checked_mul(factor.values.into()).expect("a table of fewer entries");
        }
        let number = |goal: &Vec<u32>| {
            assert_eq!(goal.len(), factors.len(), "one value a coordinate");
            goal.iter().zip(&weights).map(|(&value, weight)| u64::from(value) * weight).sum()
        };
        let mut goals: Vec<u64> = goals.iter().map(number).collect();
        goals.sort_unstable();
        goals.dedup();
        Product { factors, weights, entries, goals, name, fold: None }
    }

    /// Folds the product by symmetries, so that it has fewer entries.
    ///
    /// # Panics
    /// If the product has several goals.
    pub fn folded(self, fold: Fold, symmetries: usize) -> Self {
        assert_eq!(self.goals.len(), 1, "symmetries that keep the goal");
        let pieces = format!("{}; up to {symmetries} symmetries", self.name.pieces);
        let name = Name { pieces, ..self.name };
        Product { entries: fold.entries(), fold: Some(Arc::new(fold)), name, ..self }
    }

    /// The fold of the product, if it is folded.
    #[inline(always)]
    pub fn fold(&self) -> Option<&Fold> {
        self.fold.as_deref()
    }

    /// Whether a layout is the layout of a product's table.
    pub fn is_layout(layout: &str) -> bool {
        [Self::LAYOUT, Self::FOLDED_LAYOUT].contains(&layout)
    }

    /// The name and version of the order of the entries.
    pub fn layout(&self) -> &'static str {
        if self.fold.is_some() { Self::FOLDED_LAYOUT } else { Self::LAYOUT }
    }

    /// The index of the entry for these values.
    #[inline(always)]
    pub fn place(&self, values: &[u32]) -> u64 {
        match self.fold() {
            Some(fold) => fold.number(values),
            None => values.iter().zip(&self.weights).map(|(&value, weight)| u64::from(value) * weight).sum(),
        }
    }

    /// The values of the coordinates that make this number, one for each coordinate.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn values(&self, number: u64) -> Vec<u32> {
        let value = |(factor, weight): (&Factor, &u64)| (number / weight % u64::from(factor.values)) as u32;
        self.factors.iter().zip(&self.weights).map(value).collect()
    }

    /// Writes the values of the entry at `place` into `values`. An entry of a [folded](Product::fold) product stands
    /// for several sets of values; the values with the least head number are written.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn values_at(&self, place: u64, values: &mut Vec<u32>) {
        values.clear();
        let head = self.fold().map_or(0, |fold| {
            let least = fold.least((place / fold.tail()) as u32);
            let of_head = self.factors.iter().zip(fold.weights());
            values.extend(of_head.map(|(factor, weight)| least / weight % factor.values));
            fold.head()
        });
        let others = self.factors.iter().zip(&self.weights).skip(head);
        values.extend(others.map(|(factor, weight)| (place / weight % u64::from(factor.values)) as u32));
    }

    /// Adds the moves from a row, or to a row, of a [folded](Product::fold) product to `ways`; without a fold, nothing.
    pub fn folded_ways(&self, row: u64, side: FactorSide, ways: &mut Vec<RowMove>) {
        let (Some(fold), Some(last)) = (self.fold(), self.factors.last()) else { return };
        let mut values = Vec::with_capacity(self.factors.len());
        self.values_at(row * u64::from(last.values), &mut values);
        // The row of each coordinate does not depend on the move. Each row is beside the weight of its head coordinate,
        // or beside the index of its tail coordinate.
        let rows =
            self.factors[..self.factors.len() - 1].iter().zip(&values).map(|(factor, &value)| side(factor, value));
        let rows: Vec<(&[u32], u32)> = rows.zip(fold.weights().iter().copied().chain(0..)).collect();
        let (head, tail) = rows.split_at(fold.head());
        for m in 0..last.moves {
            // The sums are a head number and an entry's number, so they do not wrap.
            let there = head.iter().fold(0u32, |sum, (row, weight)| sum.wrapping_add(row[m].wrapping_mul(*weight)));
            let seen = fold.look_up(there);
            let added = tail.iter().map(|&(row, place)| fold.added(place as usize, row[m], seen.symmetry));
            ways.push(RowMove {
                m,
                first: added.fold(fold.first(seen.class), u64::wrapping_add),
                symmetry: seen.symmetry,
                is_still: !fold.still(seen.class).is_empty(),
            });
        }
    }

    /// Calls `each` with the indices of the other entries that stand for the same states as this entry.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn same(&self, place: u64, each: &mut dyn FnMut(u64)) {
        let Some(fold) = self.fold() else { return };
        let still = fold.still((place / fold.tail()) as u32);
        if still.is_empty() {
            return;
        }
        let mut values = Vec::with_capacity(self.factors.len());
        self.values_at(place, &mut values);
        for &symmetry in still {
            let tail = values[fold.head()..].iter().enumerate();
            let added = tail.map(|(place, &value)| fold.added(place, value, symmetry));
            // The sum is the number of an entry, so it does not wrap.
            each(added.fold(place - place % fold.tail(), u64::wrapping_add));
        }
    }

    /// The coordinates.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The weights of the coordinates.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// The numbers of the goals, ascending.
    pub fn goals(&self) -> &[u64] {
        &self.goals
    }

    /// The identity of the product's table.
    pub fn name(&self) -> &Name {
        &self.name
    }
}

holds!(Product { factors, weights, entries, goals, name, fold });
