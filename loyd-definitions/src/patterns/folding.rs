//! The folding of products by symmetries, and the choice of the coordinates that are the head of a fold.

use rustc_hash::FxHashSet;

use super::views::see_alike;
use crate::compiled::Defined;
use crate::compiled::budget::StepBudget;
use crate::coordinates::chosen::{COMPARED, CoordinateGroup, groups, promise};
use crate::ranks::numbering::StateNumbering;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::pattern::{Fold, FoldedRanks, MOST_OF_HEAD, Product};

/// The most images of a head's numbers that are made to fold the ranks of a map: its tables then stay in the
/// processor's caches.
const MOST_IMAGES: u64 = 1 << 22;

/// The most steps of the search for a fold of ranks, and for a fold of a product whose table takes gigabytes.
const MOST_FOR_RANKS: u64 = 1 << 27;
const MOST_FOR_PRODUCTS: u64 = 1 << 30;

/// The steps that one image of a value takes.
const STEPS_OF_IMAGE: u64 = 8;

/// The most coordinates of ranks that are folded, because every choice of some of them may be the head.
const MOST_AXES: usize = 6;

/// The image of each move.
type Turns<'s> = &'s [u8];

impl<const N: usize, W: Word> Defined<N, W> {
    /// The product that promises the greatest mean distance, of all that have more than `most` entries, and at most
    /// `most` once they are folded; `None` if no product is folded, or the budget is spent.
    pub(crate) fn folded(&self, most: u64) -> Option<(CoordinateGroup, Product)> {
        if self.goals.len() != 1 {
            return None;
        }
        let mut budget = self.budget(MOST_FOR_PRODUCTS);
        let all = self.renamings();
        let mut found: Vec<(u64, CoordinateGroup, Vec<Turns<'_>>)> = Vec::new();
        let mut looked_at: FxHashSet<CoordinateGroup> = FxHashSet::default();
        // The symmetries that fold a product are a group, so their number divides the number of all symmetries.
        for number in (2..=all.len()).rev().filter(|number| all.len().is_multiple_of(*number)) {
            for group in groups(&self.coordinates().axes, most.saturating_mul(number as u64)) {
                if !looked_at.insert(group.clone()) {
                    continue;
                }
                let product = self.product(&group);
                let symmetries = alike(&product, &all, &mut budget)?;
                let folded = product.entries() / symmetries.len() as u64;
                if product.entries() > most && folded <= most {
                    found.push((folded, group, symmetries));
                }
            }
        }
        found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        found.truncate(COMPARED);
        let mut promised: Vec<_> = found.into_iter().map(|found| (promise(&self.product(&found.1)), found)).collect();
        promised.sort_by(|a, b| b.0.total_cmp(&a.0));
        let product = |group: &CoordinateGroup| self.product(group);
        let mut fold = |group, symmetries: &[Turns<'_>]| fold(&product, group, symmetries, MOST_OF_HEAD, &mut budget);
        let few = |folded: &(CoordinateGroup, Product)| folded.1.entries() <= most;
        promised.iter().find_map(|(_, (_, group, symmetries))| fold(group, symmetries).filter(few))
    }

    /// The ranks folded by as many symmetries as possible, if the ranks are sums of coordinates.
    pub(crate) fn fold_ranks(&self) -> Option<FoldedRanks> {
        let (Some(StateNumbering::Axes { axes, weights, .. }), [_]) = (&self.ranks.numbering, &self.goals[..]) else {
            return None;
        };
        if axes.len() > MOST_AXES || !self.moves.bound.is_empty() || self.has_costs {
            return None;
        }
        let symmetries = self.renamings();
        if symmetries.len() < 2 {
            return None;
        }
        let mut budget = self.budget(MOST_FOR_RANKS);
        let product = |group: &CoordinateGroup| self.product_of(axes, group, "all".into());
        let all: CoordinateGroup = (0..axes.len()).collect();
        let mut is_alike = |group: &CoordinateGroup| -> Option<Vec<bool>> {
            let product = product(group);
            symmetries.iter().map(|turns| see_alike(&product, symmetries[0], turns, &mut budget)).collect()
        };
        let alone: Vec<Vec<bool>> = all.iter().map(|&axis| is_alike(&vec![axis])).collect::<Option<_>>()?;
        let size = |head: &CoordinateGroup| head.iter().map(|&axis| axes[axis].size() as u64).product::<u64>();
        let mut heads: Vec<(usize, u64, CoordinateGroup, Vec<Turns<'_>>)> = Vec::new();
        for head in (1..(1u32 << axes.len()) - 1).map(|head| split(&all, head).0) {
            if size(&head) > MOST_IMAGES / symmetries.len() as u64 {
                continue;
            }
            // The symmetries under which the head, and every other coordinate alone, determine their images.
            let together = if head.len() > 1 { is_alike(&head)? } else { alone[head[0]].clone() };
            let is_settled =
                |place: &usize| together[*place] && all.iter().all(|axis| head.contains(axis) || alone[*axis][*place]);
            let settle: Vec<_> = (0..symmetries.len()).filter(is_settled).map(|place| symmetries[place]).collect();
            if settle.len() > 1 {
                heads.push((settle.len(), size(&head), head, settle));
            }
        }
        heads.sort_by_key(|(number, size, ..)| std::cmp::Reverse((*number, *size)));
        heads.iter().find_map(|(number, _, head, symmetries)| {
            let order: CoordinateGroup =
                head.iter().chain(all.iter().filter(|axis| !head.contains(axis))).copied().collect();
            let product = folded_by(product(&order), head.len(), symmetries, &mut budget)?;
            let weights = order.iter().map(|&axis| weights[axis]).collect();
            Some(FoldedRanks::new(product, weights, *number as u64))
        })
    }

    /// The images of all moves under each symmetry, all different, the identity first.
    fn renamings(&self) -> Vec<Turns<'_>> {
        let mut known: FxHashSet<Turns<'_>> = FxHashSet::default();
        self.symmetries().iter().map(|symmetry| symmetry.turns()).filter(|turns| known.insert(turns)).collect()
    }
}

/// The symmetries under which the entries of a product determine their images; `None` if the budget is spent.
fn alike<'s>(product: &Product, all: &[Turns<'s>], budget: &mut StepBudget) -> Option<Vec<Turns<'s>>> {
    let mut alike = Vec::new();
    for turns in all {
        if see_alike(product, all[0], turns, budget)? {
            alike.push(*turns);
        }
    }
    Some(alike)
}

/// The product of these coordinates, folded by the symmetries, with the largest possible head that has at most
/// `most_of_head` numbers.
pub(crate) fn fold(
    product: &dyn Fn(&CoordinateGroup) -> Product,
    group: &CoordinateGroup,
    symmetries: &[Turns<'_>],
    most_of_head: u64,
    budget: &mut StepBudget,
) -> Option<(CoordinateGroup, Product)> {
    let size = |axis: &usize| product(&vec![*axis]).entries();
    let is_alone = |axis: &usize| Some(alike(&product(&vec![*axis]), symmetries, budget)?.len() == symmetries.len());
    let alone: Vec<bool> = group.iter().map(is_alone).collect::<Option<_>>()?;
    let mut heads: Vec<(u64, u32)> = (1..(1u32 << group.len()) - 1)
        .filter(|head| alone.iter().enumerate().all(|(place, alone)| *alone || head >> place & 1 == 1))
        .map(|head| (split(group, head).0.iter().map(size).product(), head))
        .filter(|(numbers, _)| *numbers <= most_of_head)
        .collect();
    heads.sort_unstable();
    heads.into_iter().rev().find_map(|(_, head)| {
        let (head, tail) = split(group, head);
        let all: CoordinateGroup = head.iter().chain(&tail).copied().collect();
        let product = folded_by(product(&all), head.len(), symmetries, budget)?;
        Some((all, product))
    })
}

/// A product folded by symmetries, whose first `head` coordinates are the head; `None` if they do not fold it, if the
/// budget is spent, or if there is no room for the images while the fold is made.
fn folded_by(product: Product, head: usize, symmetries: &[Turns<'_>], budget: &mut StepBudget) -> Option<Product> {
    let goal = product.values(product.goals()[0]);
    let (of_head, of_tail) = product.factors().split_at(head);
    let heads: u64 = of_head.iter().map(|factor| u64::from(factor.values)).product();
    let tails: u64 = of_tail.iter().map(|factor| u64::from(factor.values)).sum();
    let images = (heads + tails).saturating_mul(symmetries.len() as u64);
    budget.take(usize::try_from(images.saturating_mul(STEPS_OF_IMAGE)).ok()?)?;
    let bytes = images.saturating_mul(size_of::<u32>() as u64);
    let fold = budget.holding(bytes, || Fold::new(product.factors(), head, symmetries, &goal))??;
    Some(product.folded(fold, symmetries.len()))
}

/// The coordinates whose bits are set, and the others, in their order.
fn split(group: &CoordinateGroup, head: u32) -> (CoordinateGroup, CoordinateGroup) {
    let of = |is_head: bool| {
        let places = group.iter().enumerate().filter(|(place, _)| (head >> place & 1 == 1) == is_head);
        places.map(|(_, &axis)| axis).collect()
    };
    (of(true), of(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::tests::{is_whole, opened};
    use loyd_core::puzzle::pattern::PatternTable;
    use loyd_core::table::pattern::build_freely;

    /// A folded table and the whole table have the same entry for every number. `LOYD_LONG` compares larger tables.
    #[test]
    fn folded_tables_say_the_same() {
        for (id, expected) in [("2x2x2", 1), ("3x3x3", 3), ("m12", 0), ("hungarian-rings", 0)] {
            let puzzle = opened(id);
            let turns: Vec<Turns<'_>> = puzzle.symmetries().iter().map(|symmetry| symmetry.turns()).collect();
            let axes = puzzle.coordinates().axes.len();
            let mut compared = 0;
            for group in (0..axes).flat_map(|a| (0..axes).filter(move |&b| b != a).map(move |b| vec![a, b])) {
                let whole = puzzle.product(&group);
                if whole.entries() > if is_whole() { 1 << 21 } else { 1 << 18 } {
                    continue;
                }
                let budget = &mut StepBudget::new(u64::MAX);
                let symmetries = alike(&whole, &turns, budget).unwrap();
                let product = |group: &CoordinateGroup| puzzle.product(group);
                let Some((group, folded)) = fold(&product, &group, &symmetries, MOST_OF_HEAD, budget) else { continue };
                if symmetries.len() == 1 {
                    continue;
                }
                let whole = puzzle.product(&group);
                assert!(folded.entries() <= whole.entries(), "{id} {group:?}");
                let (all, few) = (build_freely(&whole), build_freely(&folded));
                let (all, few) =
                    (PatternTable { pattern: &whole, entries: &all }, PatternTable { pattern: &folded, entries: &few });
                for number in 0..whole.entries() {
                    let values = whole.values(number);
                    assert_eq!(few.entry(folded.place(&values)), all.entry(number), "{id} {group:?} {values:?}");
                }
                compared += usize::from(few.entries.len() < all.entries.len());
            }
            println!("{id} {compared}");
            assert!(compared >= expected, "{id}: {compared}");
        }
    }
}
