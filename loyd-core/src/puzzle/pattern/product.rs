//! A pattern that is a product of coordinates.

use std::sync::Arc;

use super::Name;
use super::factor::{Factor, Side};
use super::fold::Fold;
use crate::limits::holds;

/// Several coordinates together. What the values are times the [weights](Product::weights), all together, is a number;
/// its entry is the least number of moves to a goal, at most 15. Without a [fold](Product::fold) every number has an
/// entry of its own, in their order.
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
pub struct Way {
    /// The move.
    pub m: usize,
    /// The number of the row's first entry.
    pub first: u64,
    /// What is done to the value of the last coordinate.
    pub symmetry: u32,
    /// Whether entries of the row stand for the same as others.
    pub is_still: bool,
}

/// The mean of some entries of a product's table, spread over all of it.
pub fn sampled_mean(entries: &[u8]) -> f64 {
    const SAMPLE: usize = 1 << 14;
    let sample = entries.iter().step_by(entries.len().div_ceil(SAMPLE).max(1));
    let (sum, number) = sample.fold((0, 0), |(sum, number), &both| (sum + u32::from(both & 15), number + 1));
    f64::from(sum) / f64::from(number.max(1))
}

impl Product {
    /// The name and version of the order of the entries, for files.
    pub const LAYOUT: &str = "product/1";

    /// The same where it is folded.
    pub const FOLDED_LAYOUT: &str = "product-folded/1";

    /// The product of these coordinates; the values of each goal, one a coordinate, are where distances are counted
    /// from.
    ///
    /// # Panics
    /// If a goal has not one value a coordinate, or moves differ in number, or there are 2^64 entries.
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

    /// The same with fewer entries: folded by so many symmetries.
    ///
    /// # Panics
    /// If it has several goals.
    pub fn folded(self, fold: Fold, symmetries: usize) -> Self {
        assert_eq!(self.goals.len(), 1, "symmetries that keep the goal");
        let pieces = format!("{}; up to {symmetries} symmetries", self.name.pieces);
        let name = Name { pieces, ..self.name };
        Product { entries: fold.entries(), fold: Some(Arc::new(fold)), name, ..self }
    }

    /// How it is folded, if it is.
    #[inline(always)]
    pub fn fold(&self) -> Option<&Fold> {
        self.fold.as_deref()
    }

    /// Whether a table of that layout is one of a product.
    pub fn is_layout(layout: &str) -> bool {
        [Self::LAYOUT, Self::FOLDED_LAYOUT].contains(&layout)
    }

    /// The name and version of the order of its entries.
    pub fn layout(&self) -> &'static str {
        if self.fold.is_some() { Self::FOLDED_LAYOUT } else { Self::LAYOUT }
    }

    /// The place of the entry of these values.
    #[inline(always)]
    pub fn place(&self, values: &[u32]) -> u64 {
        match self.fold() {
            Some(fold) => fold.number(values),
            None => values.iter().zip(&self.weights).map(|(&value, weight)| u64::from(value) * weight).sum(),
        }
    }

    /// The values of a number.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a value of a coordinate is below its number of values, a `u32`"
    )]
    pub fn values(&self, number: u64) -> Vec<u32> {
        let value = |(factor, weight): (&Factor, &u64)| (number / weight % u64::from(factor.values)) as u32;
        self.factors.iter().zip(&self.weights).map(value).collect()
    }

    /// Values of the entry at a place: where it is [folded](Product::fold) and so stands for several, those with the
    /// least number of its class. Written over `values`.
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

    /// Adds the moves from a row or to it to `ways`; of a product that is [folded](Product::fold), and of others none.
    pub fn folded_ways(&self, row: u64, side: Side, ways: &mut Vec<Way>) {
        let (Some(fold), Some(last)) = (self.fold(), self.factors.last()) else { return };
        let mut values = Vec::with_capacity(self.factors.len());
        self.values_at(row * u64::from(last.values), &mut values);
        let (head, tail) = self.factors.split_at(fold.head());
        for m in 0..last.moves {
            // The parts of a head, and of a number, add up to one.
            let there = head.iter().zip(&values).zip(fold.weights());
            let there = there.map(|((factor, &value), weight)| side(factor, value)[m].wrapping_mul(*weight));
            let seen = fold.seen(there.fold(0, u32::wrapping_add));
            let outer = tail[..tail.len() - 1].iter().zip(&values[fold.head()..]).enumerate();
            let added = outer.map(|(place, (factor, &value))| fold.added(place, side(factor, value)[m], seen.symmetry));
            ways.push(Way {
                m,
                first: added.fold(fold.first(seen.class), u64::wrapping_add),
                symmetry: seen.symmetry,
                is_still: !fold.still(seen.class).is_empty(),
            });
        }
    }

    /// Calls `each` with the places of the other entries that stand for the same values as this one.
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
            // The parts of a number add up to a number.
            each(added.fold(place - place % fold.tail(), u64::wrapping_add));
        }
    }

    /// The coordinates.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// What a value of each coordinate is multiplied by.
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

    /// What tells its table from all others.
    pub fn name(&self) -> &Name {
        &self.name
    }
}

holds!(Product { factors, weights, entries, goals, name, fold });
