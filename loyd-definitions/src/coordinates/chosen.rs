//! The choice of coordinates for pattern databases: products that promise the greatest mean distance.

use rustc_hash::FxHashSet;

use super::axis::{CodeView, Coordinate, Says};
use crate::compiled::budget::spend;
use loyd_core::exact::exact;
use loyd_core::heuristic::BoundFacts;
use loyd_core::puzzle::pattern::{Factor, NOWHERE, Product};

/// The most coordinates of a product.
pub const MOST_FACTORS: usize = 12;

/// The most tables of a bound.
const MOST_TABLES: usize = 4;

/// The number of entries of a product that are generated to estimate its growth.
const SAMPLE: usize = 1 << 12;

/// The most values of a coordinate whose entries lie side by side in a table.
const MOST_SIDE_BY_SIDE: u64 = 1 << 14;

/// The number of the largest products that are compared.
pub const COMPARED: usize = 16;

/// A further table may promise a mean distance that is below the mean of the first table by at most this.
const WORSE: f64 = 3.0;

/// The size of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Tables of up to 64 MiB each, and 256 MiB together.
    Small,
    /// Tables of up to 1.2 GiB each, and 1.3 GiB together.
    Large,
    /// A table of up to 5 GiB that symmetries fold, and other tables of up to 128 MiB.
    Folded,
}

const SOURCE: &str = "R. E. Korf, Finding optimal solutions to Rubik's Cube using pattern databases, AAAI 1997";

impl Scale {
    /// All scales, the smallest first.
    pub const ALL: [Scale; 3] = [Scale::Small, Scale::Large, Scale::Folded];

    /// The scale whose bound has this name.
    pub fn named(name: &str) -> Option<Scale> {
        Scale::ALL.into_iter().find(|scale| scale.facts().name == name)
    }

    /// The most entries of one table.
    pub fn entries(self) -> u64 {
        match self {
            Scale::Small => 1 << 27,
            Scale::Large => 9 << 28,
            Scale::Folded => 10 << 30,
        }
    }

    /// The most entries of all tables together, without the folded table.
    fn all(self) -> u64 {
        match self {
            Scale::Small => 1 << 29,
            Scale::Large => 5 << 29,
            Scale::Folded => 1 << 28,
        }
    }

    /// The name, the description and the source of the bound at this scale.
    pub const fn facts(self) -> BoundFacts<'static> {
        let (name, what) = match self {
            Scale::Small => ("patterns", "pattern databases: products of coordinates, up to 256 MiB"),
            Scale::Large => ("patterns-large", "pattern databases: products of coordinates, up to 1.3 GiB"),
            Scale::Folded => (
                "patterns-folded",
                "pattern databases: products of coordinates, one folded by symmetries, up to 5.2 GiB",
            ),
        };
        BoundFacts { tables: true, vast: matches!(self, Scale::Folded), ..BoundFacts::new(name, what, SOURCE) }
    }
}

/// Several coordinates, by their numbers.
pub type CoordinateGroup = Vec<usize>;

/// The products that are worth a table of at most `most` entries, the largest first. No product is contained in another
/// one, and no product has parts that describe the same property of the same pieces.
pub fn groups(axes: &[Coordinate], most: u64) -> Vec<CoordinateGroup> {
    let size = |axis: usize| axes[axis].size() as u64;
    let useful: Vec<usize> = (0..axes.len()).filter(|&axis| size(axis) > 1).collect();
    let mut found: Vec<(u64, CoordinateGroup)> = Vec::new();
    // Groups that can still grow: their coordinates, their size, and the next coordinate to try.
    let mut open: Vec<(CoordinateGroup, u64, usize)> = vec![(Vec::new(), 1, 0)];
    while let Some((group, entries, next)) = open.pop() {
        spend(64 * useful.len());
        let fits = |axis: &usize| {
            let view = |axis: usize| axes[axis].view();
            group.len() < MOST_FACTORS
                && !group.contains(axis)
                && entries.checked_mul(size(*axis)).is_some_and(|entries| entries <= most)
                && group.iter().all(|&other| are_apart(view(other), view(*axis)))
        };
        if group.len() > 1 && !useful.iter().any(&fits) {
            found.push((entries, group));
            continue;
        }
        for (place, &axis) in useful.iter().enumerate().skip(next) {
            if fits(&axis) {
                let larger = group.iter().copied().chain([axis]).collect();
                open.push((larger, entries * size(axis), place + 1));
            }
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut groups: Vec<CoordinateGroup> = found.into_iter().map(|(_, group)| group).collect();
    // The last coordinate of a group has its entries side by side in the table. It is the largest that caches hold.
    let side_by_side = |&axis: &usize| if size(axis) <= MOST_SIDE_BY_SIDE { size(axis) } else { 0 };
    groups.iter_mut().for_each(|group| group.sort_by_key(side_by_side));
    groups
}

/// The scales that give tables worth their memory. Asks for the number of symmetries only if it matters, because
/// finding them may take seconds.
pub fn scales(axes: &[Coordinate], symmetries: impl FnOnce() -> usize) -> Vec<Scale> {
    let [small, large] = [Scale::Small, Scale::Large].map(|scale| groups(axes, scale.entries()));
    let is_larger = !large.is_empty() && large != small;
    // Whether symmetries fold one of the products is found out when its table is needed.
    let is_vast = |number: usize| groups(axes, Scale::Folded.entries().saturating_mul(number as u64)) != large;
    let symmetries = if is_larger { symmetries() } else { 1 };
    let is_folded = symmetries > 1 && is_vast(symmetries);
    let scales = [(Scale::Small, !small.is_empty()), (Scale::Large, is_larger), (Scale::Folded, is_folded)];
    scales.into_iter().filter_map(|(scale, is_worth)| is_worth.then_some(scale)).collect()
}

/// Whether two views have little information in common.
fn are_apart(a: &CodeView, b: &CodeView) -> bool {
    let pair = |x: Says, y: Says| (a.says, b.says) == (x, y) || (a.says, b.says) == (y, x);
    a.slots[0] != b.slots[0]
        || pair(Says::Class, Says::Orientation)
        || pair(Says::Orientation, Says::Place)
        || pair(Says::Some, Says::Some)
}

/// Chooses the best product of a scale, unless `kept` has a product. Then, as long as there is room, adds the best
/// product that has a coordinate of no chosen product.
pub fn best(
    axes: &[Coordinate],
    scale: Scale,
    mut kept: Vec<CoordinateGroup>,
    product: impl Fn(&CoordinateGroup) -> Product,
) -> Vec<CoordinateGroup> {
    let (mut left, mut mean_of_first) = (scale.all(), kept.first().map(|first| promise(&product(first))));
    while kept.len() < MOST_TABLES {
        let is_new = |group: &CoordinateGroup| group.iter().any(|axis| kept.iter().all(|other| !other.contains(axis)));
        let mut compared: Vec<CoordinateGroup> = groups(axes, scale.entries().min(left));
        compared.retain(is_new);
        compared.truncate(COMPARED);
        // A single first product needs no comparison.
        let is_only = compared.len() == 1 && kept.is_empty();
        let of = |group: &CoordinateGroup| if is_only { 0.0 } else { promise(&product(group)) };
        let promised = compared.into_iter().map(|group| (of(&group), group));
        let Some((mean, group)) = promised.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        if *mean_of_first.get_or_insert(mean) > mean + WORSE {
            break;
        }
        left -= product(&group).entries();
        kept.push(group);
    }
    kept
}

/// Estimates the mean distance of the entries of a product: the depth at which half of them are met, if layers go on to
/// grow as the first layers do.
pub fn promise(product: &Product) -> f64 {
    let mut known: FxHashSet<u64> = product.goals().iter().copied().collect();
    let mut layer: Vec<u64> = product.goals().to_vec();
    let mut layers = vec![layer.len()];
    while known.len() < SAMPLE && !layer.is_empty() {
        let mut next = Vec::new();
        for &number in &layer {
            spend(4 * product.factors().len() * product.factors()[0].moves);
            before(product, number, |before| {
                if known.insert(before) {
                    next.push(before);
                }
            });
        }
        layer = next;
        layers.push(layer.len());
    }
    let all: f64 = layers.iter().map(|&layer| layer as f64).sum();
    let depth = layers.len() as f64 - 1.0;
    match layers[..] {
        [.., one, last] if last > one => {
            depth + (product.entries() as f64 / 2.0 / all).max(1.0).ln() / (last as f64 / one as f64).ln()
        }
        _ => depth,
    }
}

/// Calls `each` with the number before each move.
fn before(product: &Product, number: u64, mut each: impl FnMut(u64)) {
    let factors = product.factors();
    let row = |(factor, weight): (&'_ Factor, &u64)| exact(number / weight % u64::from(factor.values));
    for m in 0..factors[0].moves {
        let value = |(factor, weight): (&Factor, &u64)| {
            let before = factor.row_back(row((factor, weight)))[m];
            (before != NOWHERE).then(|| u64::from(before) * weight)
        };
        if let Some(number) = factors.iter().zip(product.weights()).map(value).sum() {
            each(number);
        }
    }
}
