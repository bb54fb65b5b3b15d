//! Pattern databases of defined puzzles: products of coordinates, chosen by how many entries they have.

use std::ops::Range;

use super::Defined;
use super::axis::Says;
use super::coordinates::{Coordinates, MOST_STRONG};
use crate::cells::Bytes;
use crate::heuristic::{BoundFacts, Heuristic, UNREACHABLE};
use crate::puzzle::bits::Word;
use crate::puzzle::pattern::{Factor, Name, Product, Table};

/// How large tables may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// 64 MiB each.
    Small,
    /// A gibibyte each.
    Large,
}

/// The most tables of a bound.
const MOST_TABLES: usize = 4;

/// The most coordinates of all its tables.
const MOST_FACTORS: usize = 12;

const SOURCE: &str = "R. E. Korf, Finding optimal solutions to Rubik's Cube using pattern databases, AAAI 1997";

impl Scale {
    /// Both, the smaller first.
    pub const ALL: [Scale; 2] = [Scale::Small, Scale::Large];

    /// The most entries of a table.
    fn entries(self) -> u64 {
        match self {
            Scale::Small => 1 << 27,
            Scale::Large => 1 << 31,
        }
    }

    /// What is known of its bound.
    pub const fn facts(self) -> BoundFacts<'static> {
        let (name, what) = match self {
            Scale::Small => ("patterns", "pattern databases: products of coordinates, up to 64 MiB each"),
            Scale::Large => ("patterns-large", "pattern databases: products of coordinates, up to 1 GiB each"),
        };
        BoundFacts { tables: true, ..BoundFacts::new(name, what, SOURCE) }
    }
}

/// The coordinates that are multiplied, by their numbers.
///
/// Those of one set go together, the permutation with its orientations; what is left of a table's entries is filled
/// with coordinates of other sets. The largest tables are kept.
fn chosen(coordinates: &Coordinates, most: u64) -> Vec<Vec<usize>> {
    let axes = &coordinates.axes;
    let size = |group: &[usize]| {
        group.iter().try_fold(1u64, |size, &axis| size.checked_mul(axes[axis].size() as u64)).unwrap_or(u64::MAX)
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut firsts: Vec<u16> = axes.iter().map(|axis| axis.view().slots[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    for first in firsts {
        let of_set = (0..axes.len()).filter(|&axis| axes[axis].view().slots[0] == first && axes[axis].size() > 1);
        let mut group: Vec<usize> = Vec::new();
        for axis in of_set {
            // What some pieces do says what the orientations of all add little to.
            let is_more =
                axes[axis].view().says != Says::Some || group.iter().all(|&a| axes[a].view().says == Says::Some);
            group.push(axis);
            if size(&group) > most || !is_more {
                group.pop();
                groups.extend((!group.is_empty()).then(|| std::mem::replace(&mut group, vec![axis])));
            }
        }
        groups.extend((!group.is_empty()).then_some(group));
    }
    groups.retain(|group| size(group) <= most);
    groups.sort_by_key(|group| std::cmp::Reverse(size(group)));
    let mut full: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let room = full.iter_mut().find(|other| size(other).saturating_mul(size(&group)) <= most);
        match room {
            Some(other) => other.extend(group),
            None => full.push(group),
        }
    }
    // One coordinate beside products says little that they do not.
    if full.iter().any(|group| group.len() > 1) {
        full.retain(|group| group.len() > 1);
    }
    full.truncate(MOST_TABLES);
    while full.iter().map(Vec::len).sum::<usize>() > MOST_FACTORS {
        full.pop();
    }
    full
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// The scales that give tables worth their memory: none where moves differ in cost, since an entry counts moves,
    /// and none where a table sees a few of very many pieces.
    pub(super) fn pattern_bounds(&self) -> Vec<Scale> {
        if self.rules.has_costs() || N > MOST_STRONG {
            return Vec::new();
        }
        let coordinates = self.coordinates();
        let of = |scale: Scale| chosen(coordinates, scale.entries());
        // One coordinate alone is looked up without a table already.
        let has_products = |groups: &[Vec<usize>]| groups.iter().any(|group| group.len() > 1);
        let small = of(Scale::Small);
        let mut scales = Vec::new();
        if has_products(&small) {
            scales.push(Scale::Small);
        }
        let large = of(Scale::Large);
        if has_products(&large) && large != small {
            scales.push(Scale::Large);
        }
        scales
    }

    /// The patterns of a bound.
    pub(super) fn products(&self, name: &str) -> Vec<Product> {
        let Some(scale) = Scale::ALL.into_iter().find(|scale| scale.facts().name == name) else { return Vec::new() };
        let coordinates = self.coordinates();
        let product = |group: Vec<usize>| {
            let factors: Vec<Factor> = group.iter().map(|&axis| coordinates.axes[axis].factor(axis)).collect();
            let value = |goal: &Bytes<N>, axis: usize| coordinates.axes[axis].value(|slot| goal.0[slot]);
            let goals: Vec<Vec<u32>> =
                self.goals.iter().filter_map(|goal| group.iter().map(|&axis| value(goal, axis)).collect()).collect();
            let name = Name {
                kind: "pattern database of coordinates",
                rules: self.print(),
                goal: "that of the rules".into(),
                pieces: group.iter().map(usize::to_string).collect::<Vec<_>>().join(" "),
                encoding: "nibbles: distance, at most 15",
            };
            Product::new(factors, &goals, name)
        };
        chosen(coordinates, scale.entries()).into_iter().map(product).collect()
    }
}

/// A table, and which of the memo's values it is looked up with.
#[derive(Debug)]
struct Lookup<'t> {
    table: Table<'t, Product>,
    /// The places of its coordinates in the memo.
    factors: Range<usize>,
}

/// The greatest entry of several pattern databases.
#[derive(Debug)]
pub struct Products<'t> {
    coordinates: &'t Coordinates,
    factors: Vec<Factor>,
    lookups: Vec<Lookup<'t>>,
}

/// The values of the coordinates, and the greatest entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memo {
    values: [u32; MOST_FACTORS],
    bound: u32,
}

impl<'t> Products<'t> {
    /// Of these tables; `None` if they are not tables of these coordinates.
    pub fn new(coordinates: &'t Coordinates, tables: &[Table<'t, Product>]) -> Option<Self> {
        let mut tables: Vec<&Table<'t, Product>> = tables.iter().collect();
        // A child that is too far is best told so by the first.
        tables.sort_by_cached_key(|table| std::cmp::Reverse(sampled(table.entries)));
        let (mut factors, mut lookups): (Vec<Factor>, Vec<Lookup<'t>>) = (Vec::new(), Vec::new());
        for table in tables {
            if table.entries.len() as u64 != table.pattern.entries().div_ceil(2) {
                return None;
            }
            let first = factors.len();
            for factor in table.pattern.factors() {
                coordinates.axes.get(factor.number).filter(|axis| axis.size() == factor.values as usize)?;
                factors.push(factor.clone());
            }
            lookups.push(Lookup { table: Table { ..*table }, factors: first..factors.len() });
        }
        (factors.len() <= MOST_FACTORS && !lookups.is_empty()).then_some(Products { coordinates, factors, lookups })
    }
}

/// The sum of some entries of a table, spread over all of it.
fn sampled(entries: &[u8]) -> u64 {
    const SAMPLE: usize = 1 << 12;
    let sample = entries.iter().step_by((entries.len() / SAMPLE).max(1)).take(SAMPLE);
    let (sum, number) = sample.fold((0, 0), |(sum, number), &both| (sum + u64::from(both & 15), number + 1));
    sum * 1000 / number.max(1)
}

impl Lookup<'_> {
    #[inline(always)]
    fn entry(&self, values: &[u32; MOST_FACTORS]) -> u32 {
        let values = &values[self.factors.clone()];
        let number = values.iter().zip(self.table.pattern.weights()).map(|(&value, weight)| u64::from(value) * weight);
        self.table.entry(number.sum()).into()
    }
}

impl<const N: usize, W: Word> Heuristic<Defined<N, W>> for Products<'_> {
    type Memo = Memo;

    fn memo(&self, _puzzle: &Defined<N, W>, state: &Bytes<N>) -> Memo {
        let mut memo = Memo { values: [0; MOST_FACTORS], bound: 0 };
        for (factor, value) in self.factors.iter().zip(&mut memo.values) {
            let Some(found) = self.coordinates.axes[factor.number].value(|slot| state.0[slot]) else {
                return Memo { bound: UNREACHABLE, ..memo };
            };
            *value = found;
        }
        let entries = self.lookups.iter().map(|lookup| lookup.entry(&memo.values));
        memo.bound = entries.max().unwrap_or(0);
        memo
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Defined<N, W>, state: &Bytes<N>, m: u8, memo: &Memo) -> Memo {
        self.ahead_within(puzzle, state, m, memo, u32::MAX).unwrap_or(*memo)
    }

    #[inline(always)]
    fn bound(&self, memo: &Memo) -> u32 {
        memo.bound
    }

    /// Values are looked up for the children of a node in one row each, tables one after the other until one says that
    /// the child is too far.
    #[inline(always)]
    fn ahead_within(
        &self,
        _puzzle: &Defined<N, W>,
        _state: &Bytes<N>,
        m: u8,
        memo: &Memo,
        most: u32,
    ) -> Result<Memo, u32> {
        // What is out of reach stays so.
        if memo.bound >= UNREACHABLE {
            return if memo.bound <= most { Ok(*memo) } else { Err(memo.bound) };
        }
        let mut next = Memo { bound: 0, ..*memo };
        for lookup in &self.lookups {
            for factor in lookup.factors.clone() {
                let Factor { next: after, moves, .. } = &self.factors[factor];
                next.values[factor] = after[next.values[factor] as usize * moves + usize::from(m)];
            }
            next.bound = next.bound.max(lookup.entry(&next.values));
            if next.bound > most {
                return Err(next.bound);
            }
        }
        Ok(next)
    }
}
