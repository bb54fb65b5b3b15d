//! The symmetries under which the look-ups of a state in a product of coordinates differ.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::compiled::budget::StepBudget;
use crate::compiled::symmetry::PuzzleSymmetry;
use loyd_core::exact::exact;
use loyd_core::puzzle::pattern::{Factor, NOWHERE, Product};

/// The number of entries that are followed to distinguish look-ups.
const FOLLOWED: usize = 1 << 10;

/// The numbers of the symmetries under which look-ups in a product differ, the identity first. Returns as many as the
/// budget allows to compare.
pub fn views(product: &Product, symmetries: &[PuzzleSymmetry], budget: &mut StepBudget) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (place, symmetry) in symmetries.iter().enumerate() {
        let mut alike = Some(false);
        for &other in &kept {
            alike = see_alike(product, symmetry.turns(), symmetries[other].turns(), budget);
            if alike != Some(false) {
                break;
            }
        }
        match alike {
            Some(false) => kept.push(place),
            Some(true) => {}
            None => break,
        }
    }
    kept
}

/// Whether an entry under one renaming of the moves determines the entry under another. Follows only the first entries
/// from a goal on, which is enough to choose look-ups. `None` if the budget is spent.
pub fn see_alike(product: &Product, first: &[u8], second: &[u8], budget: &mut StepBudget) -> Option<bool> {
    let (factors, weights) = (product.factors(), product.weights());
    let after = |number: u64, m: usize| -> Option<u64> {
        let value = |(factor, weight): (&Factor, &u64)| {
            let after = factor.after(m, exact(number / weight % u64::from(factor.values)));
            (after != NOWHERE).then(|| u64::from(after) * weight)
        };
        factors.iter().zip(weights).map(value).sum()
    };
    let goal = product.goals()[0];
    let (mut known, mut open) = (FxHashMap::from_iter([(goal, goal)]), VecDeque::from([(goal, goal)]));
    let mut back = FxHashMap::from_iter([(goal, goal)]);
    while let Some((a, b)) = open.pop_front() {
        budget.take(8 * first.len() * (4 + factors.len()))?;
        for (&m, &image) in first.iter().zip(second) {
            let (Some(a), Some(b)) = (after(a, m.into()), after(b, image.into())) else { continue };
            match (known.get(&a), back.get(&b)) {
                (None, None) => {
                    known.insert(a, b);
                    back.insert(b, a);
                    open.push_back((a, b));
                }
                (Some(other), _) if *other != b => return Some(false),
                (_, Some(other)) if *other != a => return Some(false),
                _ => {}
            }
        }
        if known.len() > FOLLOWED {
            break;
        }
    }
    Some(true)
}
