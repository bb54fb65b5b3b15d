//! Which products of coordinates symmetries fold, and by which of the coordinates.

use rustc_hash::FxHashSet;

use super::Defined;
use super::chosen::{COMPARED, Group, groups, promise};
use super::views::see_alike;
use crate::puzzle::bits::Word;
use crate::puzzle::pattern::{Fold, MOST_OF_HEAD, Product};

/// What becomes of each move.
type Turns<'s> = &'s [u8];

impl<const N: usize, W: Word> Defined<N, W> {
    /// Of the products that have more entries than so many, and no more once they are folded, the one that promises the
    /// greatest mean distance; `None` where there is none.
    pub(super) fn folded(&self, most: u64) -> Option<(Group, Product)> {
        if self.goals.len() != 1 {
            return None;
        }
        let mut known: FxHashSet<Turns<'_>> = FxHashSet::default();
        let all: Vec<Turns<'_>> =
            self.symmetries().iter().map(|symmetry| symmetry.turns()).filter(|turns| known.insert(turns)).collect();
        let mut found: Vec<(u64, Group, Vec<Turns<'_>>)> = Vec::new();
        let mut looked_at: FxHashSet<Group> = FxHashSet::default();
        // Symmetries that fold something are a group, and so a divisor of all in number.
        for number in (2..=all.len()).rev().filter(|number| all.len().is_multiple_of(*number)) {
            for group in groups(&self.coordinates().axes, most.saturating_mul(number as u64)) {
                if !looked_at.insert(group.clone()) {
                    continue;
                }
                let product = self.product(&group);
                let alike = |turns: &Turns<'_>| see_alike(&product, all[0], turns);
                let symmetries: Vec<Turns<'_>> = all.iter().copied().filter(alike).collect();
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
        promised.iter().find_map(|(_, (_, group, symmetries))| self.fold(group, symmetries, most))
    }

    /// The product of these coordinates, folded by the symmetries: with the largest head that can be.
    pub(super) fn fold(&self, group: &Group, symmetries: &[Turns<'_>], most: u64) -> Option<(Group, Product)> {
        let size = |axis: &usize| self.coordinates().axes[*axis].size() as u64;
        let is_alone = |axis: &usize| {
            let product = self.product(&vec![*axis]);
            symmetries.iter().all(|turns| see_alike(&product, symmetries[0], turns))
        };
        let alone: Vec<bool> = group.iter().map(is_alone).collect();
        let mut heads: Vec<(u64, u32)> = (1..(1u32 << group.len()) - 1)
            .filter(|head| alone.iter().enumerate().all(|(place, alone)| *alone || head >> place & 1 == 1))
            .map(|head| (split(group, head).0.iter().map(size).product(), head))
            .filter(|(numbers, _)| *numbers <= MOST_OF_HEAD)
            .collect();
        heads.sort_unstable();
        heads.into_iter().rev().find_map(|(_, head)| {
            let (head, tail) = split(group, head);
            let all: Group = head.iter().chain(&tail).copied().collect();
            let product = self.product(&all);
            let goal = product.values(product.goals()[0]);
            let fold = Fold::new(product.factors(), head.len(), symmetries, &goal)?;
            (fold.entries() <= most).then(|| (all, product.folded(fold, symmetries.len())))
        })
    }
}

/// The coordinates whose bits are set, and the others, in their order.
fn split(group: &Group, head: u32) -> (Group, Group) {
    let of = |is_head: bool| {
        let places = group.iter().enumerate().filter(|(place, _)| (head >> place & 1 == 1) == is_head);
        places.map(|(_, &axis)| axis).collect()
    };
    (of(true), of(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::pattern::Table;
    use crate::puzzles::file::tests::opened;
    use crate::table::pattern::build_freely;

    /// A folded table says the same as the whole one, of every number.
    #[test]
    fn folded_tables_say_the_same() {
        for (id, expected) in [("2x2x2", 1), ("3x3x3", 3), ("m12", 0), ("hungarian-rings", 0)] {
            let puzzle = opened(id);
            let turns: Vec<Turns<'_>> = puzzle.symmetries().iter().map(|symmetry| symmetry.turns()).collect();
            let axes = puzzle.coordinates().axes.len();
            let mut compared = 0;
            for group in (0..axes).flat_map(|a| (0..axes).filter(move |&b| b != a).map(move |b| vec![a, b])) {
                let whole = puzzle.product(&group);
                if whole.entries() > 1 << 21 {
                    continue;
                }
                let alike = |turns: &Turns<'_>| see_alike(&whole, &(0..turns.len() as u8).collect::<Vec<_>>(), turns);
                let symmetries: Vec<Turns<'_>> = turns.iter().copied().filter(alike).collect();
                let Some((group, folded)) = puzzle.fold(&group, &symmetries, u64::MAX) else { continue };
                if symmetries.len() == 1 {
                    continue;
                }
                let whole = puzzle.product(&group);
                assert!(folded.entries() <= whole.entries(), "{id} {group:?}");
                let (all, few) = (build_freely(&whole), build_freely(&folded));
                let (all, few) = (Table { pattern: &whole, entries: &all }, Table { pattern: &folded, entries: &few });
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
