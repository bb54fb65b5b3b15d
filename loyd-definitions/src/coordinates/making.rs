//! Makes the coordinates of a compiled puzzle, and the distances of their values.

use super::axis::{CodeView, ComposedTurns, Coordinate, MOST_VALUES, Says};
use super::chosen::scales;
use super::{Coordinates, MOST, MOST_STRONG};
use crate::compiled::Defined;
use crate::compiled::budget::spend;
use crate::ranks::views::{estimate, views};
use loyd_core::exact::exact;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::pattern::NOWHERE;

/// The most entries of the move table of one coordinate, and of all together. Larger tables take long to make, and no
/// search can begin before they are made. An entry takes eight bytes, for the move and for the way back.
const MOST_ENTRIES: usize = 1 << 24;
const MOST_OF_ALL: usize = 5 << 22;

/// The greatest distance that is stored. A value that is farther away gets this distance, and so does not look
/// unreachable.
const FARTHEST: usize = u16::MAX as usize - 1;

impl Coordinates {
    /// Makes the coordinates of few values. A set with too many arrangements gets coordinates of some of its pieces.
    pub fn new<const N: usize, W: Word>(puzzle: &Defined<N, W>) -> Self {
        let (rules, codes) = (&puzzle.rules, &puzzle.codes);
        let goals: Vec<Vec<u8>> = puzzle.goals.iter().map(|goal| goal.0[..rules.slots()].to_vec()).collect();
        let made = ComposedTurns::of(rules);
        let moves = rules.turns.len().max(1);
        let mut axes: Vec<Coordinate> = Vec::new();
        let most = |axes: &[Coordinate]| {
            let left = MOST_OF_ALL - axes.iter().map(|axis| axis.size() * moves).sum::<usize>();
            MOST_VALUES.min(MOST_ENTRIES.min(left) / moves)
        };
        // Entries that were made in vain, because a view has more values than was estimated.
        let mut failed = 0;
        let mut axis = |view: CodeView, most: usize| {
            if failed > MOST_OF_ALL {
                return None;
            }
            let made = Coordinate::new(rules, codes, &made, view, &goals, most);
            failed += if made.is_none() { most * moves } else { 0 };
            made
        };
        let number = |view: &CodeView| estimate(rules, codes, view, &goals[0]);
        for view in views(rules, codes) {
            if axes.len() >= MOST {
                break;
            }
            let is_small = number(&view) <= most(&axes) as u128;
            // Other goals may have more arrangements than the first.
            let whole = is_small.then(|| axis(view.clone(), most(&axes))).flatten();
            if whole.is_some() {
                axes.extend(whole);
            } else if view.says != Says::Orientation {
                for view in puzzle.some_of(&view, 1 << 14) {
                    // The moves reach all arrangements, or half of them.
                    if axes.len() < MOST && number(&view) <= 2 * most(&axes) as u128 {
                        axes.extend(axis(view, most(&axes)));
                    }
                }
            }
        }
        let distances = axes.iter().map(|axis| distances(puzzle, axis, &goals)).collect();
        // Coordinates of places give weak bounds alone, but add much to a product.
        for view in puzzle.places(most(&axes)) {
            if axes.len() < MOST {
                axes.extend(axis(view, most(&axes)));
            }
        }
        let scales = match N <= MOST_STRONG && !rules.has_costs() {
            true => scales(&axes, || puzzle.symmetries().len()),
            false => Vec::new(),
        };
        Coordinates { axes, distances, scales }
    }
}

/// The least cost from each value to the value of a goal, by Dijkstra's search backwards with a bucket for each cost.
fn distances<const N: usize, W: Word>(puzzle: &Defined<N, W>, axis: &Coordinate, goals: &[Vec<u8>]) -> Vec<u16> {
    let mut far = vec![u16::MAX; axis.size()];
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new()];
    for goal in goals {
        if let Some(value) = axis.value(|slot| goal[slot]) {
            far[value as usize] = 0;
            buckets[0].push(value);
        }
    }
    let mut cost = 0;
    while cost < buckets.len() {
        // A value at the distance `FARTHEST` can add values to the same bucket.
        while let Some(value) = buckets[cost].pop() {
            if usize::from(far[value as usize]) != cost {
                continue;
            }
            spend(puzzle.rules.turns.len());
            for (turn, &before) in puzzle.rules.turns.iter().zip(axis.rows().row_back(value)) {
                if before == NOWHERE {
                    continue;
                }
                let next = cost.saturating_add(turn.cost as usize).min(FARTHEST);
                if next < usize::from(far[before as usize]) {
                    far[before as usize] = exact(next);
                    if buckets.len() <= next {
                        buckets.resize(next + 1, Vec::new());
                    }
                    buckets[next].push(before);
                }
            }
        }
        cost += 1;
    }
    far
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// Views of the slots of `view`, each of which distinguishes a group of pieces with at most `most` arrangements.
    pub(crate) fn some_of(&self, view: &CodeView, most: u128) -> Vec<CodeView> {
        let alphabet = self.alphabet(view.slots[0].into());
        let mut groups: Vec<CodeView> = Vec::new();
        let mut classes: Vec<usize> = Vec::new();
        let goal = &self.goals[0].0;
        let number = |class: usize| {
            let here = |&&slot: &&u16| alphabet.of_code(goal[usize::from(slot)]).0 == class;
            view.slots.iter().filter(here).count() as u128
        };
        let mut ways = 1u128;
        let mut left = view.slots.len() as u128;
        let mut close = |classes: &mut Vec<usize>| {
            if classes.is_empty() {
                return;
            }
            // Value 0 stands for every other piece.
            let (mut value_of, mut code_of) = ([0u8; 256], vec![0u8]);
            let other = (0..alphabet.classes.len()).find(|class| !classes.contains(class));
            code_of[0] = other.map_or(0, |other| alphabet.classes[other].base);
            for &class in classes.iter() {
                let class = &alphabet.classes[class];
                for orientation in 0..class.modulus {
                    value_of[usize::from(class.base + orientation)] = exact(code_of.len());
                    code_of.push(class.base + orientation);
                }
            }
            groups.push(CodeView { says: Says::Some, slots: view.slots.clone(), value_of, code_of });
            classes.clear();
        };
        for class in 0..alphabet.classes.len() {
            let (pieces, modulus) = (number(class), u128::from(alphabet.classes[class].modulus));
            let more = (0..pieces).fold(1u128, |ways, piece| {
                ways.saturating_mul(left.saturating_sub(piece)).saturating_mul(modulus) / (piece + 1)
            });
            if ways.saturating_mul(more) > most && !classes.is_empty() {
                close(&mut classes);
                (ways, left) = (1, view.slots.len() as u128);
            }
            ways = ways.saturating_mul(more);
            left = left.saturating_sub(pieces);
            classes.push(class);
        }
        close(&mut classes);
        groups
    }

    pub(crate) fn coordinates(&self) -> &Coordinates {
        self.coordinates.get_or_init(|| Coordinates::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::FARTHEST;
    use crate::compiled::Defined;
    use crate::definition::{PlayRules, RuleChoice};
    use crate::formats::read;
    use crate::patterns::bounds::{Greatest, GreatestMemo};
    use loyd_core::heuristic::{Heuristic, UNREACHABLE};
    use loyd_core::puzzle::Puzzle;

    /// A cost that is greater than every stored distance gives the greatest distance, and not `UNREACHABLE`.
    #[test]
    fn great_costs_are_no_proofs() {
        let text = "picture = \"a b c d\"\ninverses = false\n[moves]\n\
            turn = { cycles = \"a b c d\", weight = 40_000 }\nswap = { cycles = \"a b\", weight = 1_000_000 }\n";
        let definition = read(text).unwrap();
        let rules = PlayRules::new(&definition, &RuleChoice::default()).unwrap();
        let puzzle = Defined::<128, [u64; 4]>::new(definition, rules).unwrap();
        let bound: &dyn Heuristic<Defined<128, [u64; 4]>, Memo = GreatestMemo> = &Greatest(puzzle.coordinates());
        let mut state = puzzle.goals[0];
        // Three turns are left, then two, one and none.
        let said = [FARTHEST as u32, FARTHEST as u32, 40_000, 0];
        for expected in said {
            puzzle.apply(&mut state, 0);
            let found = bound.bound(&bound.memo(&puzzle, &state));
            assert_eq!(found, expected);
            assert!(found < UNREACHABLE);
        }
    }
}
