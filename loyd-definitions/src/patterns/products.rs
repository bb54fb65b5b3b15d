//! Pattern databases of compiled puzzles: products of coordinates, with symmetric look-ups of a state.

use super::inverse::Inverted;
use super::lookup::{SymmetricLookup, TOGETHER};
use super::way::LookupForm;
use crate::compiled::Defined;
use crate::compiled::symmetry::PuzzleSymmetry;
use crate::coordinates::Coordinates;
use crate::coordinates::axis::{CodeView, Coordinate, Says};
use crate::coordinates::chosen::{CoordinateGroup, MOST_FACTORS, Scale, best};
use loyd_core::cells::Bytes;
use loyd_core::heuristic::{Heuristic, Restricts, UNREACHABLE};
use loyd_core::puzzle::MoveSet;
use loyd_core::puzzle::bits::{Bits, Word};
use loyd_core::puzzle::pattern::{Factor, Name, PatternTable, Product};

impl<const N: usize, W: Word> Defined<N, W> {
    /// The patterns of the bound with this name.
    pub(crate) fn products(&self, name: &str) -> Vec<Product> {
        let Some(scale) = Scale::named(name) else { return Vec::new() };
        let axes = &self.coordinates().axes;
        let product = |group: &CoordinateGroup| self.product(group);
        let folded = if scale == Scale::Folded { self.folded(scale.entries()) } else { None };
        // If no product is folded, the products of the scale before are used.
        let scale = if scale == Scale::Folded && folded.is_none() { Scale::Large } else { scale };
        let (kept, mut products): (Vec<CoordinateGroup>, Vec<Product>) = folded.into_iter().unzip();
        products.extend(best(axes, scale, kept, product).iter().skip(products.len()).map(product));
        products
    }

    /// The product of coordinates.
    pub(crate) fn product(&self, group: &CoordinateGroup) -> Product {
        let axes = &self.coordinates().axes;
        let pieces = group.iter().map(|&axis| self.words(axes[axis].view())).collect::<Vec<_>>();
        self.product_of(axes, group, pieces.join("; "))
    }

    /// The product of some of these coordinates. `pieces` describes the pieces that they distinguish.
    pub(crate) fn product_of(&self, axes: &[Coordinate], group: &CoordinateGroup, pieces: String) -> Product {
        let factors: Vec<Factor> = group.iter().map(|&axis| axes[axis].factor(axis)).collect();
        let value = |goal: &Bytes<N>, axis: usize| axes[axis].value(|slot| goal.0[slot]);
        let goals: Vec<Vec<u32>> =
            self.goals.iter().filter_map(|goal| group.iter().map(|&axis| value(goal, axis)).collect()).collect();
        let name = Name {
            kind: "pattern database of coordinates",
            rules: self.print().into(),
            goal: "that of the rules".into(),
            pieces,
            encoding: "nibbles: distance, at most 15",
        };
        Product::new(factors, &goals, name)
    }

    /// A description of a view in words.
    fn words(&self, view: &CodeView) -> String {
        let number = self.codes.set_of[usize::from(view.slots[0])];
        let before: usize = self.rules.sets[..number].iter().map(|set| set.slots).sum();
        let set = &self.rules.sets[number];
        let slots = |is_seen: &dyn Fn(u16) -> bool| {
            let seen = view.slots.iter().filter(|&&slot| is_seen(slot));
            seen.map(|&slot| (usize::from(slot) - before + 1).to_string()).collect::<Vec<_>>().join(" ")
        };
        let some = || slots(&|slot| view.value_of[usize::from(self.goals[0].0[usize::from(slot)])] > 0);
        // Moves may divide the slots of a set into several orbits.
        let of = if view.slots.len() == set.slots { String::new() } else { format!(" of {}", slots(&|_| true)) };
        let name = &set.name;
        match view.says {
            Says::Class => format!("{name}: permutation{of}"),
            Says::Orientation => format!("{name}: orientations{of}"),
            Says::Code => format!("{name}: all{of}"),
            Says::Some => format!("{name}: pieces of {}", some()),
            Says::Place => format!("{name}: where the pieces of {} are", some()),
        }
    }
}

/// The greatest entry of several pattern databases, each with some symmetric look-ups of the state: the image of a
/// state under a symmetry is as far from the goal (J. C. Culberson and J. Schaeffer, Pattern databases, Computational
/// Intelligence 14, 1998).
///
/// A search computes no images of states. The coordinates of a symmetric look-up begin at the image of the start, and
/// change by the images of the moves.
#[derive(Debug)]
pub struct Products<'t> {
    coordinates: &'t Coordinates,
    factors: Vec<Factor>,
    lookups: Vec<SymmetricLookup<'t>>,
    /// The look-ups of inverses, for nodes that have children left after the first look-up.
    inverses: Vec<(PatternTable<'t, Product>, &'t Inverted)>,
}

/// The values of the coordinates, and the greatest entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProductsMemo {
    values: [u32; MOST_FACTORS],
    bound: u32,
}

impl<'t> Products<'t> {
    /// Makes the bound from the tables of a scale; `None` if they are not tables of these coordinates.
    pub fn new<const N: usize, W: Word>(
        puzzle: &'t Defined<N, W>,
        scale: Scale,
        tables: &[PatternTable<'t, Product>],
    ) -> Option<Self> {
        let coordinates = puzzle.coordinates();
        for table in tables {
            let fits = |factor: &Factor| {
                coordinates.axes.get(factor.number).is_some_and(|axis| axis.size() == factor.values as usize)
            };
            if table.entries.len() as u64 != table.pattern.entries().div_ceil(2)
                || !table.pattern.factors().iter().all(fits)
            {
                return None;
            }
        }
        let mut products = Products { coordinates, factors: Vec::new(), lookups: Vec::new(), inverses: Vec::new() };
        for way in puzzle.patterns.lookups[scale as usize].get_or_init(|| puzzle.ways(tables)) {
            let table = PatternTable { ..*tables.get(way.table)? };
            match &way.seen {
                LookupForm::Itself(symmetry) => products.look_up(table, &puzzle.symmetries()[*symmetry]),
                LookupForm::Inverse(inverted) => products.inverses.push((table, inverted)),
            }
        }
        (!products.lookups.is_empty() && products.factors.len() <= MOST_FACTORS).then_some(products)
    }

    fn look_up(&mut self, table: PatternTable<'t, Product>, symmetry: &'t PuzzleSymmetry) {
        let first = self.factors.len();
        self.factors.extend_from_slice(table.pattern.factors());
        self.lookups.push(SymmetricLookup { factors: first..self.factors.len(), table, symmetry });
    }
}

impl<const N: usize, W: Word> Heuristic<Defined<N, W>> for Products<'_> {
    type Memo = ProductsMemo;

    fn memo(&self, _puzzle: &Defined<N, W>, state: &Bytes<N>) -> ProductsMemo {
        let mut memo = ProductsMemo { values: [0; MOST_FACTORS], bound: 0 };
        for lookup in &self.lookups {
            let Some(values) = lookup.values(self.coordinates, state) else {
                return ProductsMemo { bound: UNREACHABLE, ..memo };
            };
            memo.values[lookup.factors.clone()].copy_from_slice(&values[lookup.factors.clone()]);
        }
        let entries = self.lookups.iter().map(|lookup| lookup.entry(&memo.values));
        memo.bound = entries.max().unwrap_or(0);
        memo
    }

    #[inline(always)]
    fn ahead(&self, puzzle: &Defined<N, W>, state: &Bytes<N>, m: u8, memo: &ProductsMemo) -> ProductsMemo {
        self.ahead_within(puzzle, state, m, memo, u32::MAX).unwrap_or(*memo)
    }

    #[inline(always)]
    fn bound(&self, memo: &ProductsMemo) -> u32 {
        memo.bound
    }

    /// Reads the values for the children of a node from one row of each coordinate. Looks up one table after the other
    /// until one shows that the child is too far.
    #[inline(always)]
    fn ahead_within(
        &self,
        _puzzle: &Defined<N, W>,
        _state: &Bytes<N>,
        m: u8,
        memo: &ProductsMemo,
        most: u32,
    ) -> Result<ProductsMemo, u32> {
        // A state from which no goal can be reached leads to such states only.
        if memo.bound >= UNREACHABLE {
            return if memo.bound <= most { Ok(*memo) } else { Err(memo.bound) };
        }
        let mut next = ProductsMemo { bound: 0, ..*memo };
        for lookup in &self.lookups {
            let m = lookup.symmetry.turns()[usize::from(m)];
            for factor in lookup.factors.clone() {
                next.values[factor] = self.factors[factor].after(m.into(), next.values[factor]);
            }
            next.bound = next.bound.max(lookup.entry(&next.values));
            if next.bound > most {
                return Err(next.bound);
            }
        }
        Ok(next)
    }
}

/// Looks up all children in the first table before it decides on any of them, so that the loads overlap. Most children
/// go no further.
impl<const N: usize, W: Word> Restricts<Defined<N, W>> for Products<'_> {
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a move is one of at most 256")]
    fn restrict(
        &self,
        _puzzle: &Defined<N, W>,
        state: &Bytes<N>,
        moves: Bits<W>,
        memo: &ProductsMemo,
        most: u32,
    ) -> (Bits<W>, Option<u32>) {
        let [first, ..] = &self.lookups[..] else { return (moves, None) };
        if memo.bound >= UNREACHABLE {
            return (moves, None);
        }
        let (mut able, mut low) = (Bits(W::ZERO), u32::MAX);
        for (chunk, turns) in first.symmetry.turns().chunks(TOGETHER).enumerate() {
            let mut numbers = [0u64; TOGETHER];
            first.places(&self.factors, &memo.values, turns, &mut numbers);
            for (m, &number) in numbers[..turns.len()].iter().enumerate() {
                let m = (chunk * TOGETHER + m) as u8;
                if moves.0.contains(m) {
                    let entry = u32::from(first.table.entry(number));
                    if entry <= most {
                        able.0.insert(m);
                    } else {
                        low = low.min(entry);
                    }
                }
            }
        }
        if able.0 == W::ZERO {
            return (able, (low < u32::MAX).then_some(low));
        }
        // A child is at most one move nearer than the state, which is as far as its inverse. As above, all inverses are
        // looked up before one of them decides.
        let mut places = [0; TOGETHER];
        for ((table, inverted), place) in self.inverses.iter().zip(&mut places) {
            *place = inverted.place(table.pattern, state);
        }
        let entries = self.inverses.iter().zip(&places).map(|((table, _), &place)| u32::from(table.entry(place)));
        if let Some(entry) = entries.max().filter(|&entry| entry > most + 1) {
            return (Bits(W::ZERO), Some(entry - 1));
        }
        let mut left = [0; TOGETHER];
        for lookup in &self.lookups[1..] {
            let (mut turns, mut places, mut last) = ([0; TOGETHER], [0; TOGETHER], 0);
            for ((m, left), turn) in able.iter().zip(&mut left).zip(&mut turns) {
                (*left, *turn) = (m, lookup.symmetry.turns()[usize::from(m)]);
                last += 1;
            }
            lookup.places(&self.factors, &memo.values, &turns[..last], &mut places);
            let mut far = Bits(W::ZERO);
            for (&m, &place) in left[..last].iter().zip(&places) {
                let entry = u32::from(lookup.table.entry(place));
                if entry > most {
                    far.0.insert(m);
                    low = low.min(entry);
                }
            }
            able = able.without(far);
        }
        (able, (low < u32::MAX).then_some(low))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::compiled::budget::StepBudget;
    use crate::compiled::tests::opened;
    use crate::patterns::folding::fold;
    use crate::patterns::views::see_alike;
    use loyd_core::puzzle::Puzzle;
    use loyd_core::puzzle::pattern::MOST_OF_HEAD;
    use loyd_core::splitmix;
    use loyd_core::table::pattern::build_freely;

    /// A search with a folded table cuts the same moves as a search with the whole table.
    #[test]
    fn folded_tables_bound_as_whole_ones() {
        let puzzle = opened("3x3x3");
        let symmetries: Vec<&[u8]> = puzzle.symmetries().iter().map(|symmetry| symmetry.turns()).collect();
        let axes = 0..puzzle.coordinates().axes.len();
        let groups = axes.clone().flat_map(|a| axes.clone().filter(move |&b| b != a).map(move |b| vec![a, b]));
        let fits = |group: &CoordinateGroup| (1 << 16..1 << 20).contains(&puzzle.product(group).entries());
        let folded = groups.filter(fits).find_map(|group| {
            let budget = &mut StepBudget::new(u64::MAX);
            let product = puzzle.product(&group);
            let mut alike = |turns: &&[u8]| see_alike(&product, symmetries[0], turns, budget).unwrap();
            let symmetries: Vec<&[u8]> = symmetries.iter().copied().filter(&mut alike).collect();
            let folded = fold(&|group| puzzle.product(group), &group, &symmetries, MOST_OF_HEAD, budget);
            folded.filter(|_| symmetries.len() > 4)
        });
        let (group, folded) = folded.unwrap();
        let whole = puzzle.product(&group);
        assert!(4 * folded.entries() < whole.entries());
        let entries = [&whole, &folded].map(build_freely);
        let [whole, folded] = [(Scale::Large, &whole, &entries[0]), (Scale::Folded, &folded, &entries[1])].map(
            |(scale, pattern, entries)| Products::new(&puzzle, scale, &[PatternTable { pattern, entries }]).unwrap(),
        );
        assert!(!whole.inverses.is_empty() && whole.lookups.len() > 1, "all that looks up is compared");
        let (mut state, mut below, mut cut) = (puzzle.goals[0], splitmix::below(1), 0);
        for _ in 0..2_000 {
            let moves = puzzle.moves(&state);
            let memos = [&whole, &folded].map(|bound| bound.memo(&puzzle, &state));
            assert_eq!(memos[0].bound, memos[1].bound);
            for most in [memos[0].bound.saturating_sub(1), memos[0].bound] {
                let able = whole.restrict(&puzzle, &state, moves, &memos[0], most);
                assert_eq!(able, folded.restrict(&puzzle, &state, moves, &memos[1], most));
                cut += usize::from(able.0 != moves);
                for m in able.0.iter() {
                    let next = folded.ahead_within(&puzzle, &state, m, &memos[1], most).unwrap();
                    let mut child = state;
                    puzzle.apply(&mut child, m);
                    assert_eq!(next, folded.memo(&puzzle, &child));
                }
            }
            let all: Vec<u8> = moves.iter().collect();
            puzzle.apply(&mut state, all[below(all.len() as u64) as usize]);
        }
        assert!(cut > 2_000);
    }

    /// A table is stored under the names of its coordinates, so no two coordinates of a puzzle may have the same name.
    #[test]
    fn coordinates_have_different_names() {
        for id in ["skewb", "dino", "pyraminx", "2x2x2", "3x3x3", "4x4x4", "megaminx", "hungarian-rings", "square-1"] {
            let puzzle = opened(id);
            let axes = &puzzle.coordinates().axes;
            let names: BTreeSet<String> = axes.iter().map(|axis| puzzle.words(axis.view())).collect();
            assert_eq!(names.len(), axes.len(), "{id}: {names:?}");
        }
    }
}
