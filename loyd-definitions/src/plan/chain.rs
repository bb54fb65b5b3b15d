//! A subgroup chain found by computation. Each group keeps only some powers of the moves, or none of a move, so that
//! few coordinates are enough to compute how far a state is from the smaller group.
//!
//! For the cube it is Kociemba's chain: U, D, and the half turns of the other faces keep the orientations, and keep the
//! four edges between U and D in the slots between U and D.

use std::collections::BTreeMap;

use super::powers::Powers;
use crate::compiled::budget::StepBudget;
use crate::compiled::codes::PieceCodes;
use crate::coordinates::axis::{CodeView, ComposedTurns, Coordinate, Says};
use crate::definition::PlayRules;
use crate::ranks::views::{estimate, orbits, orders, views};
use loyd_core::exact::exact;
use loyd_core::puzzle::pattern::Factor;

/// The most moves, powers apart, for which all choices are tried.
const MOST_MOVES: usize = 10;

/// The most values of a coordinate times the moves: 8 MiB of tables.
const MOST_STEPS: usize = 1 << 20;

/// The most steps of moves on values for all choices together.
const MOST_LOOKED_AT: usize = 1 << 26;

/// The most steps for all stages.
pub const MOST_FOR_ALL: u64 = 1 << 32;

/// The greatest index of the next group: how many times fewer positions it has, as a power of ten.
const MOST_INDEX: f64 = 10.5;

/// An index below this counts as no reduction of the positions.
const LEAST_INDEX: f64 = 0.1;

/// The most positions of the last stage, as a power of ten.
const MOST_LAST: f64 = 11.5;

/// The most stages.
const MOST_STAGES: usize = 6;

/// A group of the chain: some of the powers of the moves.
#[derive(Clone, Debug)]
pub struct ChainGroup {
    /// The rules with only these powers as moves.
    pub rules: PlayRules,
    /// The numbers of these powers.
    pub turns: Vec<u8>,
    /// The numbers of the powers with the least exponents. All powers of the group are powers of these.
    generators: Vec<u8>,
    /// By move: the least exponent that is kept, and with it its multiples. If it is the order, none is kept.
    steps: Vec<u32>,
}

impl ChainGroup {
    fn new(powers: &Powers, steps: Vec<u32>) -> Self {
        let is_kept = |power: &usize| powers.exponents[*power].is_multiple_of(steps[powers.base[*power]]);
        let kept: Vec<usize> = (0..powers.words.len()).filter(is_kept).collect();
        let turns = kept.iter().map(|&power| powers.rules.turns[power].clone()).collect();
        let rules = PlayRules { turns, ..powers.rules.clone() };
        let is_least = |power: &usize| powers.exponents[*power] == steps[powers.base[*power]];
        let generators = kept.iter().copied().filter(is_least).map(exact).collect();
        ChainGroup { rules, turns: kept.into_iter().map(exact).collect(), generators, steps }
    }

    /// The places of the generators of `other`, a smaller group, among the powers of this group.
    pub fn places_of(&self, other: &ChainGroup) -> Vec<usize> {
        (0..self.turns.len()).filter(|&place| other.generators.contains(&self.turns[place])).collect()
    }
}

/// The next greater least exponent: every second kept power, or every third, ... stays (the least prime), or none.
fn fewer(step: u32, order: u32) -> u32 {
    let left = order / step;
    step * (2..=left).find(|prime| left.is_multiple_of(*prime)).unwrap_or(1)
}

/// The coordinates of a part that are small enough for a table; `None` if the budget is spent.
pub fn axes(
    part: &ChainGroup,
    codes: &PieceCodes,
    goal: &[u8],
    more: Vec<CodeView>,
    budget: &mut StepBudget,
) -> Option<Vec<Coordinate>> {
    let (rules, made) = (&part.rules, ComposedTurns::of(&part.rules));
    let most = MOST_STEPS / rules.turns.len();
    let all = views(rules, codes).into_iter().chain(more);
    let small = all.filter(|view| estimate(rules, codes, view, goal) <= 3 * most as u128);
    let mut axes = Vec::new();
    for view in small {
        budget.take(8 * MOST_STEPS.min(most * view.slots.len()))?;
        axes.extend(Coordinate::new(rules, codes, &made, view, &[goal.to_vec()], most));
    }
    Some(axes)
}

/// A view of where the pieces of each of these parts of a set are.
fn place(codes: &PieceCodes, goal: &[u8], whole: &CodeView, parts: &[Vec<u16>]) -> Option<CodeView> {
    let alphabet = &codes.alphabets[codes.set_of[usize::from(whole.slots[0])]];
    let class = |slot: u16| alphabet.of_code(goal[usize::from(slot)]).0;
    let homes = |number: usize| parts.iter().map(|part| part.iter().any(|&slot| class(slot) == number)).collect();
    let mut values: BTreeMap<Vec<bool>, u8> = BTreeMap::new();
    let (mut value_of, mut code_of) = ([0u8; 256], Vec::new());
    for (number, class) in alphabet.classes.iter().enumerate() {
        let next = exact(code_of.len());
        let value = *values.entry(homes(number)).or_insert(next);
        if value == next {
            code_of.push(class.base);
        }
        (class.base..=class.base + (class.modulus - 1)).for_each(|code| value_of[usize::from(code)] = value);
    }
    (code_of.len() > 1).then(|| CodeView { says: Says::Place, slots: whole.slots.clone(), value_of, code_of })
}

/// For each set that the fewer moves divide into parts: a view of where the pieces of its parts are.
pub fn places(part: &ChainGroup, fewer: &ChainGroup, codes: &PieceCodes, goal: &[u8]) -> Vec<CodeView> {
    let parts = orbits(&fewer.rules);
    let wholes = views(&part.rules, codes).into_iter().filter(|view| view.says != Says::Orientation);
    let place_of = |whole: CodeView| {
        let inside = parts.iter().filter(|part| whole.slots.contains(&part[0])).cloned().collect::<Vec<_>>();
        place(codes, goal, &whole, &inside)
    };
    wholes.filter_map(place_of).collect()
}

/// The orbit of a value under the moves at these places.
pub fn orbit(rows: &Factor, first: u32, places: &[usize]) -> Vec<u32> {
    let mut met = vec![false; rows.values as usize];
    met[first as usize] = true;
    let (mut found, mut at) = (vec![first], 0);
    // Once every value is met, the rest need not be expanded.
    while at < found.len() && found.len() < met.len() {
        let row = rows.row(found[at]);
        for &place in places {
            let after = row[place];
            if !std::mem::replace(&mut met[after as usize], true) {
                found.push(after);
            }
        }
        at += 1;
    }
    found
}

/// The chain, from the group of all moves on. Each step leaves as few positions as a search of the step allows. `None`
/// if the last group has too many positions, or the budget is spent.
pub fn chain(powers: &Powers, codes: &PieceCodes, goal: &[u8], budget: &mut StepBudget) -> Option<Vec<ChainGroup>> {
    let whole = ChainGroup::new(powers, vec![1; powers.orders.len()]);
    let ways = |view: &CodeView| log(estimate(&whole.rules, codes, view, goal));
    let mut left = views(&whole.rules, codes).iter().map(ways).sum::<f64>();
    let mut chain = vec![whole];
    while left > MOST_LAST {
        if chain.len() == MOST_STAGES {
            return None;
        }
        let (index, smaller) = smaller(powers, chain.last()?, codes, goal, budget)?;
        left -= index;
        chain.push(smaller);
    }
    Some(chain)
}

/// The choice of fewer powers that leaves the fewest positions, and how many times fewer, as a power of ten. Among
/// choices that leave about as many, it is the one with the most powers.
fn smaller(
    powers: &Powers,
    part: &ChainGroup,
    codes: &PieceCodes,
    goal: &[u8],
    budget: &mut StepBudget,
) -> Option<(f64, ChainGroup)> {
    let moving: Vec<usize> = (0..part.steps.len()).filter(|&m| part.steps[m] < powers.orders[m]).collect();
    if moving.len() > MOST_MOVES {
        return None;
    }
    let choices = 1usize << moving.len();
    let mut axes = axes(part, codes, goal, Vec::new(), budget)?;
    axes.sort_by_key(Coordinate::size);
    let mut steps = 0;
    axes.retain(|axis| {
        steps += axis.size() * part.turns.len();
        steps * choices <= MOST_LOOKED_AT
    });
    let values: usize = axes.iter().map(Coordinate::size).sum();
    budget.take(choices * (values * part.turns.len() + powers.words.len() * part.rules.slots()))?;
    let mut best: Option<(f64, ChainGroup)> = None;
    for choice in 1..choices {
        let mut steps = part.steps.clone();
        for (_, &m) in moving.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1) {
            steps[m] = fewer(steps[m], powers.orders[m]);
        }
        let fewer = ChainGroup::new(powers, steps);
        let index = index(part, &fewer, codes, goal, &axes);
        let is_better = |(most, of): &(f64, ChainGroup)| {
            let is_as_good = (index - most).abs() < LEAST_INDEX;
            if is_as_good { fewer.turns.len() > of.turns.len() } else { index > *most }
        };
        let fits = !fewer.turns.is_empty() && (LEAST_INDEX..=MOST_INDEX).contains(&index);
        if fits && best.as_ref().is_none_or(is_better) {
            best = Some((index, fewer));
        }
    }
    best
}

fn log(ways: u128) -> f64 {
    (ways as f64).log10()
}

/// How many times fewer positions the fewer moves have at least, as a power of ten, by the coordinates and the parts of
/// sets.
fn index(part: &ChainGroup, fewer: &ChainGroup, codes: &PieceCodes, goal: &[u8], axes: &[Coordinate]) -> f64 {
    let places = part.places_of(fewer);
    let (mut of_set, mut turned) = (BTreeMap::<u16, f64>::new(), 0.0);
    let parts = orbits(&fewer.rules);
    for view in views(&part.rules, codes).into_iter().filter(|view| view.says != Says::Orientation) {
        let alphabet = &codes.alphabets[codes.set_of[usize::from(view.slots[0])]];
        let class = |slot: &u16| alphabet.of_code(goal[usize::from(*slot)]).0;
        let inside = parts.iter().filter(|part| view.slots.contains(&part[0]));
        let ways = |slots: &[u16]| log(orders(slots.iter().map(class)));
        of_set.insert(view.slots[0], ways(&view.slots) - inside.map(|part| ways(part)).sum::<f64>());
    }
    for axis in axes {
        let Some(first) = axis.value(|slot| goal[slot]) else { continue };
        let ratio = log(axis.size() as u128) - log(orbit(axis.rows(), first, &places).len() as u128);
        match axis.view().says {
            Says::Orientation => turned += ratio,
            _ => _ = of_set.entry(axis.view().slots[0]).and_modify(|most| *most = most.max(ratio)),
        }
    }
    of_set.values().sum::<f64>() + turned
}
