//! Lower bounds of compiled puzzles, by name.

use super::products::Products;
use crate::compiled::Defined;
use crate::coordinates::chosen::Scale;
use crate::coordinates::{Coordinates, MOST, MOST_STRONG};
use loyd_core::cells::Bytes;
use loyd_core::heuristic::{BoundFacts, BoundVisitor, Bounded, Heuristic, Toward, UNREACHABLE};
use loyd_core::puzzle::Ranked;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::pattern::{PatternTable, Product};

/// A search soon meets all states of so small a puzzle. With a weak bound, IDA* generates them again and again, and
/// never ends if it cannot detect that there is no solution.
const SMALL: u64 = 1 << 22;

/// The greatest distance of a state's value in any coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Greatest<'c>(pub(crate) &'c Coordinates);

/// The values of the coordinates, and the bound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GreatestMemo {
    values: [u32; MOST],
    bound: u32,
}

impl<const N: usize, W: Word> Heuristic<Defined<N, W>> for Greatest<'_> {
    type Memo = GreatestMemo;

    fn memo(&self, _puzzle: &Defined<N, W>, state: &Bytes<N>) -> GreatestMemo {
        let mut memo = GreatestMemo::default();
        for ((axis, far), value) in self.0.axes.iter().zip(&self.0.distances).zip(&mut memo.values) {
            let Some(found) = axis.value(|slot| state.0[slot]) else {
                return GreatestMemo { bound: UNREACHABLE, ..memo };
            };
            *value = found;
            memo.bound = memo.bound.max(bound(far[found as usize]));
        }
        memo
    }

    #[inline(always)]
    fn ahead(&self, _puzzle: &Defined<N, W>, _state: &Bytes<N>, m: u8, memo: &GreatestMemo) -> GreatestMemo {
        let mut next = *memo;
        // A state from which no goal can be reached leads to such states only.
        if memo.bound >= UNREACHABLE {
            return next;
        }
        next.bound = 0;
        for ((axis, far), value) in self.0.axes.iter().zip(&self.0.distances).zip(&mut next.values) {
            *value = axis.after(m.into(), *value);
            next.bound = next.bound.max(bound(far[*value as usize]));
        }
        next
    }

    #[inline(always)]
    fn bound(&self, memo: &GreatestMemo) -> u32 {
        memo.bound
    }
}

#[inline(always)]
fn bound(far: u16) -> u32 {
    if far == u16::MAX { UNREACHABLE } else { far.into() }
}

pub(crate) const COORDINATES: BoundFacts<'static> = BoundFacts::new(
    "coordinates",
    "the greatest distance of a coordinate: of a set's permutation, of its orientations, or of some of its pieces",
    "J. C. Culberson and J. Schaeffer, Pattern databases, Computational Intelligence 14, 1998",
);

impl<const N: usize, W: Word> Bounded for Defined<N, W> {
    type Pattern = Product;

    fn bounds(&self) -> Vec<BoundFacts<'_>> {
        let all = || {
            let is_small = self.is_numbered() && self.ranks() <= SMALL;
            let coordinates = BoundFacts { strong: N <= MOST_STRONG && !is_small, ..COORDINATES };
            [coordinates].into_iter().chain(self.coordinates().scales.iter().map(|scale| scale.facts())).collect()
        };
        self.patterns.bounds.get_or_init(all).clone()
    }

    fn with_bound<V: BoundVisitor<Self>>(&self, name: &str, visitor: V) -> Option<V::Output> {
        (name == COORDINATES.name).then(|| visitor.visit(Greatest(self.coordinates())))
    }

    fn toward(&self, from: &Bytes<N>, to: &Bytes<N>) -> Option<Toward<Self>> {
        self.toward_goal(from, to)
    }

    fn patterns(&self, name: &str) -> Vec<Product> {
        self.products(name)
    }

    fn ladder(&self) -> Vec<&str> {
        [COORDINATES.name].into_iter().chain(self.coordinates().scales.iter().map(|scale| scale.facts().name)).collect()
    }

    fn with_tables<V: BoundVisitor<Self>>(
        &self,
        name: &str,
        tables: &[PatternTable<'_, Product>],
        visitor: V,
    ) -> Option<V::Output> {
        Some(visitor.visit_restricting(Products::new(self, Scale::named(name)?, tables)?))
    }
}
