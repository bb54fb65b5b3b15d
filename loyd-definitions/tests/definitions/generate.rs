//! Makes small random definitions.

use loyd_definitions::{
    Action, Condition, Definition, DefinitionFormat, Goal, Metric, Move, Pattern, Repeats, RuleChoice, Set,
};

/// `below(n)` is one of `0..n`.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

/// The most arrangements of pieces and orientations, over all sets together.
const MOST: u64 = 400;

/// The greatest order of a move whose powers are all moves.
const MOST_ORDER: u32 = 12;

/// One of `0..n`.
pub fn one(below: Below<'_>, n: usize) -> usize {
    below(n as u64) as usize
}

/// True in `percent` of a hundred cases.
pub fn chance(below: Below<'_>, percent: u64) -> bool {
    below(100) < percent
}

/// The list in a random order.
pub fn shuffled<T>(below: Below<'_>, mut list: Vec<T>) -> Vec<T> {
    for last in (1..list.len()).rev() {
        list.swap(last, one(below, last + 1));
    }
    list
}

/// The number of ways to lay pieces with these orientations: an upper bound.
fn arrangements(set: &Set, pieces: &[u8]) -> u64 {
    let (mut ways, mut same) = (1, [0u64; 8]);
    for (placed, &piece) in (1..).zip(pieces) {
        same[usize::from(piece)] += 1;
        ways = ways * placed / same[usize::from(piece)] * u64::from(set.modulus(piece));
    }
    ways
}

fn set(below: Below<'_>, number: usize) -> (Set, Vec<u8>) {
    let mut set = Set::new(format!("S{number}"), 1 + one(below, 6), [1, 1, 1, 2, 3, 4][one(below, 6)]);
    let kinds = 1 + one(below, set.slots.min(5));
    let all_different = chance(below, 40);
    let piece = |slot: usize| if all_different { slot as u8 } else { one(below, kinds) as u8 };
    let pieces: Vec<u8> = (0..set.slots).map(piece).collect();
    if set.orientations > 1 && chance(below, 30) {
        let divisors: Vec<u8> = (1..set.orientations).filter(|&by| set.orientations.is_multiple_of(by)).collect();
        set.known_modulo.push((pieces[one(below, pieces.len())], divisors[one(below, divisors.len())]));
    }
    (set, pieces)
}

fn conditions(below: Below<'_>, definition: &Definition, most: usize) -> Vec<Condition> {
    let sets = definition.set_of_slots();
    (0..1 + one(below, most))
        .map(|_| {
            let slot = one(below, definition.slots());
            let mut pieces = definition.solved.pieces[definition.slots_of(sets[slot])].to_vec();
            pieces.sort_unstable();
            pieces.dedup();
            pieces.retain(|_| chance(below, 40));
            Condition { slot: slot as u16, pieces, must: chance(below, 50) }
        })
        .collect()
}

fn action(below: Below<'_>, definition: &Definition) -> Action {
    let (mut from, mut twist) = (Vec::new(), Vec::new());
    for (number, set) in definition.sets.iter().enumerate() {
        let mut slots: Vec<u16> = definition.slots_of(number).map(|slot| slot as u16).collect();
        match below(4) {
            0 => {}
            1 => slots = shuffled(below, slots),
            2 => slots.rotate_left(1),
            _ => {
                let (a, b) = (one(below, slots.len()), one(below, slots.len()));
                slots.swap(a, b);
            }
        }
        let turns = chance(below, 50);
        twist.extend(slots.iter().map(|_| if turns { below(set.orientations.into()) as u8 } else { 0 }));
        from.extend(slots);
    }
    Action::new(&from, &twist, &definition.orientations()).expect("a permutation")
}

fn goal(below: Below<'_>, definition: &Definition, number: usize) -> Goal {
    let mut pattern = definition.solved.clone();
    if chance(below, 50) {
        for _ in 0..5 {
            let next = &definition.moves[one(below, definition.moves.len())].action;
            pattern = definition.after(&pattern, next);
        }
    }
    let mut goal = Goal::of(if number.is_multiple_of(2) { "" } else { "other" }, &pattern);
    let (open, turned) = ([0, 0, 30, 70][one(below, 4)], [0, 0, 30, 100][one(below, 4)]);
    goal.pieces.iter_mut().filter(|_| chance(below, open)).for_each(|piece| *piece = None);
    goal.orientations.iter_mut().filter(|_| chance(below, turned)).for_each(|orientation| *orientation = None);
    goal
}

fn a_move(below: Below<'_>, definition: &Definition, name: String, conditional: u64) -> Move {
    let mut action = action(below, definition);
    while action.order(&definition.orientations()).is_none_or(|order| order > MOST_ORDER) {
        action = self::action(below, definition);
    }
    let when = if chance(below, conditional) { conditions(below, definition, 2) } else { Vec::new() };
    let repeats = [Repeats::Powers, Repeats::Powers, Repeats::Inverse, Repeats::None][one(below, 4)];
    Move { when, repeats, ..Move::new(name, action) }
}

/// Names that begin or end like powers and inverses of other names, or contain signs that words of moves contain.
const NAMES: [&str; 32] = [
    "A", "A'", "A2", "A2'", "A22", "A^2", "A^02", "A^-1", "m1", "m12", "m1'", "m13", "Rw", "R", "3Rw", "x", "x'", "x2",
    "^", "'", "2", "2'", ".", ".5", "x,y", "(A)", "[A,A2]", "//", "A//A", "A:", "\"A\"", "A’",
];

/// Gives the moves random names of this list.
pub fn rename(below: Below<'_>, definition: &mut Definition, choice: &mut RuleChoice) {
    let names = shuffled(below, NAMES.to_vec());
    for (m, new) in definition.moves.iter_mut().zip(names) {
        for chosen in choice.moves.iter_mut().flatten().filter(|chosen| **chosen == m.name) {
            *chosen = new.into();
        }
        m.name = new.into();
    }
}

/// A random definition, and a choice of its moves and sets.
pub fn definition(below: Below<'_>) -> (Definition, RuleChoice) {
    let (mut sets, mut pieces, mut all) = (Vec::new(), Vec::new(), 1);
    for number in 0..1 + one(below, 3) {
        let (mut next, mut laid) = set(below, number);
        while all * arrangements(&next, &laid) > MOST {
            (next, laid) = set(below, number);
        }
        all *= arrangements(&next, &laid);
        sets.push(next);
        pieces.extend(laid);
    }
    let solved = Pattern { orientations: vec![0; pieces.len()].into(), pieces: pieces.into() };
    let mut definition = Definition { name: "random".into(), ..Definition::new(DefinitionFormat::Loyd, sets, solved) };
    let conditional = [0, 0, 30, 80][one(below, 4)];
    for name in "ABCD"[..1 + one(below, 4)].chars() {
        let next = a_move(below, &definition, name.into(), conditional);
        definition.moves.push(next);
    }
    if chance(below, 10) {
        let turn = a_move(below, &definition, "x".into(), 0);
        definition.moves.push(Move { is_rotation: true, repeats: Repeats::Powers, ..turn });
    }
    if chance(below, 25) {
        let pieces = definition.solved.pieces.clone();
        let legal = conditions(below, &definition, 2);
        definition.legal = legal.into_iter().filter(|rule| rule.allows(pieces[usize::from(rule.slot)])).collect();
    }
    if chance(below, 40) {
        definition.goals = (0..1 + one(below, 3)).map(|number| goal(below, &definition, number)).collect();
    }
    if chance(below, 25) {
        definition.moves.iter_mut().for_each(|m| m.weight = 1 + below(4) as u32);
    }
    let metric = [None, None, Some(Metric::Half), Some(Metric::Quarter), Some(Metric::Weights)][one(below, 5)];
    let moves = chance(below, 10).then(|| vec![definition.moves[0].name.clone()]);
    let omit = if definition.sets.len() > 1 && chance(below, 10) { vec!["S0".into()] } else { Vec::new() };
    (definition, RuleChoice { metric, moves, omit, ..RuleChoice::default() })
}
