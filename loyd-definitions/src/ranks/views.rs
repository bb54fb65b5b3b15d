//! The views by which states are numbered: the parts of a state that numbers distinguish, and their sizes.

use crate::compiled::codes::{ALL_CODES, PieceCodes};
use crate::coordinates::axis::{CodeView, Coordinate, FEW_VALUES, Says};
use crate::definition::{PlayRules, Turn};
use loyd_core::exact::exact;
use loyd_core::group::PermutationGroup;

/// The views that together distinguish all states: the pieces of each orbit of slots, and any orientations.
pub fn views(rules: &PlayRules, codes: &PieceCodes) -> Vec<CodeView> {
    let mut views = Vec::new();
    for slots in orbits(rules) {
        let alphabet = &codes.alphabets[codes.set_of[usize::from(slots[0])]];
        let modulus = alphabet.classes[0].modulus;
        let view = |says, value_of: [u8; 256], code_of| CodeView { says, slots: slots.clone(), value_of, code_of };
        if alphabet.classes.iter().any(|class| class.modulus != modulus) {
            views.push(view(Says::Code, ALL_CODES, (0..alphabet.codes).map(exact).collect()));
            continue;
        }
        let of = |code: usize| {
            if code < alphabet.codes { alphabet.of_code(exact(code)) } else { (0, 0) }
        };
        let bases = alphabet.classes.iter().map(|class| class.base).collect();
        views.push(view(Says::Class, std::array::from_fn(|code| exact(of(code).0)), bases));
        if modulus > 1 {
            views.push(view(Says::Orientation, std::array::from_fn(|code| of(code).1), (0..modulus).collect()));
        }
    }
    views
}

/// The orbits of slots between which moves take pieces, set after set.
pub fn orbits(rules: &PlayRules) -> Vec<Vec<u16>> {
    // The least slot of each orbit is its root.
    let mut root: Vec<u16> = (0..=u16::MAX).take(rules.slots()).collect();
    fn find(root: &mut [u16], mut slot: u16) -> u16 {
        while root[usize::from(slot)] != slot {
            let above = root[usize::from(root[usize::from(slot)])];
            root[usize::from(slot)] = above;
            slot = above;
        }
        slot
    }
    for turn in &rules.turns {
        for (to, &from) in (0..).zip(turn.action.from()).filter(|(to, from)| to != *from) {
            let (a, b) = (find(&mut root, to), find(&mut root, from));
            root[usize::from(a.max(b))] = a.min(b);
        }
    }
    let mut orbits: Vec<Vec<u16>> = Vec::new();
    let mut number = vec![0; root.len()];
    for slot in (0..=u16::MAX).take(root.len()) {
        let first = usize::from(find(&mut root, slot));
        if first == usize::from(slot) {
            number[first] = orbits.len();
            orbits.push(Vec::new());
        }
        orbits[number[first]].push(slot);
    }
    orbits
}

/// The most arrangements that a view can have. The number is exact for permutations of pieces that are all different.
pub fn estimate(rules: &PlayRules, codes: &PieceCodes, view: &CodeView, goal: &[u8]) -> u128 {
    if view.says == Says::Code {
        let alphabet = &codes.alphabets[codes.set_of[usize::from(view.slots[0])]];
        let class = |&slot: &u16| alphabet.of_code(goal[usize::from(slot)]).0;
        let turned = view.slots.iter().map(|slot| u128::from(alphabet.classes[class(slot)].modulus));
        return turned.fold(orders(view.slots.iter().map(class)), u128::saturating_mul);
    }
    let slots = view.slots.len() as u128;
    if view.says == Says::Orientation {
        return (view.code_of.len() as u128).saturating_pow(exact(slots));
    }
    if are_different(view, goal) && view.says == Says::Class {
        let order =
            generators(rules, &view.slots).and_then(|all| PermutationGroup::order_of(view.slots.len(), &all).ok()?);
        return order.unwrap_or(u128::MAX);
    }
    orders(values(view, goal).into_iter().map(usize::from))
}

/// The values of a view at a goal, slot by slot.
fn values(view: &CodeView, goal: &[u8]) -> Vec<u8> {
    view.slots.iter().map(|&slot| view.value_of[usize::from(goal[usize::from(slot)])]).collect()
}

/// Whether a view has another value in every slot of a goal.
pub(super) fn are_different(view: &CodeView, goal: &[u8]) -> bool {
    let values = values(view, goal);
    (1..values.len()).all(|place| !values[..place].contains(&values[place]))
}

/// The number of different orders of these values.
pub fn orders(values: impl Iterator<Item = usize>) -> u128 {
    let mut counts = [0u128; 256];
    values.for_each(|value| counts[value] += 1);
    let (mut ways, mut placed) = (1u128, 0u128);
    for count in counts {
        for number in 1..=count {
            placed += 1;
            ways = ways.saturating_mul(placed) / number;
        }
    }
    ways
}

/// The permutations of slots by the moves; `None` if there are more than 256 slots.
pub(super) fn generators(rules: &PlayRules, slots: &[u16]) -> Option<Vec<Vec<u8>>> {
    let mut place = vec![None; rules.slots()];
    for (slot, number) in slots.iter().zip(0..=u8::MAX) {
        place[usize::from(*slot)] = Some(number);
    }
    let of_turn = |turn: &Turn| -> Option<Vec<u8>> {
        slots.iter().map(|&slot| place[usize::from(turn.action.from()[usize::from(slot)])]).collect()
    };
    rules.turns.iter().map(of_turn).collect()
}

/// Joins coordinates that depend on each other, then coordinates that are so small that one table is quicker than two.
pub(super) fn joined(axes: &mut Vec<Coordinate>, goals: &[Vec<u8>]) {
    'bound: loop {
        axes.sort_by_key(Coordinate::size);
        for (second, first) in (1..axes.len()).flat_map(|second| (0..second).map(move |first| (second, first))) {
            if let Some(both) = Coordinate::joined(&axes[first], &axes[second], goals, 0) {
                axes.remove(second);
                axes[first] = both;
                continue 'bound;
            }
        }
        break;
    }
    // The largest coordinate comes first. Each joins the largest one that has room for it.
    let mut full: Vec<Coordinate> = Vec::new();
    for axis in std::mem::take(axes).into_iter().rev() {
        let room = |other: &&mut Coordinate| other.size().saturating_mul(axis.size()) <= FEW_VALUES;
        let best = full.iter_mut().filter(room).max_by_key(|other| other.size());
        let both = best.and_then(|other| Some((Coordinate::joined(other, &axis, goals, FEW_VALUES)?, other)));
        match both {
            Some((both, other)) => *other = both,
            None => full.push(axis),
        }
    }
    full.sort_by_key(Coordinate::size);
    *axes = full;
}
