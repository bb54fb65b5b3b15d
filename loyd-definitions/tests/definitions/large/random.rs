//! Random definitions of a given size, with symmetries, identical pieces, orientations, costs, conditions, several
//! goals, open slots, and moves that turn one way only.

use loyd_definitions::{Action, Condition, Definition, DefinitionFormat, Goal, Move, Pattern, Repeats, Set};

use super::plain::MOST_SLOTS;
use crate::generate::{Below, chance, one, shuffled};

/// The greatest order of a move.
const MOST_ORDER: u32 = 8;

/// The most written moves.
const MOST_MOVES: usize = 12;

/// A set, its pieces, and the number of their arrangements as a power of 2.
fn set(below: Below<'_>, number: usize, slots: usize) -> (Set, Vec<u8>, f64) {
    let orientations = [1, 1, 1, 2, 2, 3][one(below, 6)];
    let kinds = if chance(below, 60) { slots } else { 2 + one(below, slots.min(4) - 1) };
    let pieces: Vec<u8> = (0..slots).map(|slot| (slot % kinds) as u8).collect();
    let mut bits = (1..=slots).map(|slot| (slot as f64).log2()).sum::<f64>();
    for kind in 0..kinds {
        let copies = pieces.iter().filter(|&&piece| usize::from(piece) == kind).count();
        bits -= (1..=copies).map(|copy| (copy as f64).log2()).sum::<f64>();
    }
    bits += slots as f64 * f64::from(orientations).log2();
    (Set::new(format!("S{number}"), slots, orientations), pieces, bits)
}

fn sets(below: Below<'_>, (least, most): (u32, u32)) -> (Vec<Set>, Vec<u8>) {
    loop {
        let (mut sets, mut pieces, mut bits) = (Vec::new(), Vec::new(), 0.0);
        for number in 0..1 + one(below, 2) {
            let slots = 3 + one(below, 10);
            let (set, laid, more) = set(below, number, slots);
            sets.push(set);
            pieces.extend(laid);
            bits += more;
        }
        // Moves may reach only half of the arrangements, and a smaller part if pieces have orientations.
        let fits = f64::from(least) <= bits && bits <= f64::from(most) + 1.0;
        if pieces.len() <= MOST_SLOTS && fits {
            return (sets, pieces);
        }
    }
}

fn action(below: Below<'_>, definition: &Definition) -> Action {
    loop {
        let (mut from, mut twist) = (Vec::new(), Vec::new());
        for (number, set) in definition.sets.iter().enumerate() {
            let slots: Vec<u16> = definition.slots_of(number).map(|slot| slot as u16).collect();
            let mut to = slots.clone();
            match below(6) {
                0 if number > 0 => {}
                0 | 1 => to.rotate_left(1),
                2 => to[..1 + one(below, slots.len())].reverse(),
                _ => {
                    let chosen = shuffled(below, slots.clone());
                    let length = 2 + one(below, slots.len().min(5) - 1);
                    let place = |slot: u16| usize::from(slot - slots[0]);
                    for (&from, &next) in chosen[..length].iter().zip(chosen[..length].iter().cycle().skip(1)) {
                        to[place(next)] = from;
                    }
                }
            }
            let turns = chance(below, 60);
            let mut turn = |_: &u16| if turns { below(set.orientations.into()) as u8 } else { 0 };
            twist.extend(slots.iter().map(&mut turn));
            from.extend(to);
        }
        let action = Action::new(&from, &twist, &definition.orientations()).expect("a permutation");
        let order = action.order(&definition.orientations());
        if order.is_some_and(|order| (2..=MOST_ORDER).contains(&order)) {
            return action;
        }
    }
}

/// The images of a move under a rotation of all slots of the first set.
fn images(definition: &Definition, action: &Action, by: usize) -> Vec<Action> {
    let of = definition.orientations();
    let first = definition.sets[0].slots;
    let mut from: Vec<u16> = (0..definition.slots() as u16).collect();
    from[..first].rotate_left(by);
    let turn = Action::new(&from, &vec![0; from.len()], &of).expect("a rotation");
    let (mut images, mut image) = (vec![action.clone()], action.clone());
    loop {
        image = turn.inverse(&of).then(&image, &of).then(&turn, &of);
        if images.contains(&image) {
            return images;
        }
        images.push(image.clone());
    }
}

fn conditions(below: Below<'_>, definition: &Definition, open: &[u8]) -> Vec<Condition> {
    let sets = definition.set_of_slots();
    let mut one_of = |must: bool| {
        let slot = one(below, definition.slots());
        let set = sets[slot];
        let slots = definition.slots_of(set);
        let pieces = definition.solved.pieces[slots.clone()].iter().copied();
        let mut named: Vec<u8> = pieces.filter(|piece| set > 0 || !open.contains(piece)).collect();
        named.sort_unstable();
        named.dedup();
        named.retain(|_| chance(below, if must { 70 } else { 25 }));
        Condition { slot: slot as u16, pieces: named, must }
    };
    vec![one_of(false), one_of(true)].into_iter().filter(|condition| !condition.pieces.is_empty()).take(1).collect()
}

/// A goal that moves reach. The slots of the first set that hold one of the pieces `open` are left open.
fn goal(below: Below<'_>, definition: &Definition, open: &[u8], steps: usize) -> Goal {
    let mut pattern = definition.solved.clone();
    for _ in 0..steps {
        pattern = definition.after(&pattern, &definition.moves[one(below, definition.moves.len())].action);
    }
    let mut goal = Goal::of("", &pattern);
    for slot in definition.slots_of(0).filter(|&slot| open.contains(&pattern.pieces[slot])) {
        (goal.pieces[slot], goal.orientations[slot]) = (None, None);
    }
    goal
}

/// A random definition. The number of its arrangements, as a power of 2, is about in the range `bits`.
pub fn definition(below: Below<'_>, bits: (u32, u32)) -> Definition {
    let (sets, pieces) = sets(below, bits);
    let solved = Pattern { orientations: vec![0; pieces.len()].into(), pieces: pieces.into() };
    let mut definition = Definition { name: "random".into(), ..Definition::new(DefinitionFormat::Loyd, sets, solved) };
    let is_symmetric = chance(below, 40);
    let by = 1 + one(below, 2);
    while definition.moves.len() < 2 {
        for _ in 0..2 + one(below, 3) {
            let action = action(below, &definition);
            let all = if is_symmetric { images(&definition, &action, by) } else { vec![action] };
            for action in all {
                let (name, repeats) = (format!("m{}", definition.moves.len()), [Repeats::Powers, Repeats::Inverse]);
                let repeats = repeats[one(below, 2)];
                if definition.moves.len() < MOST_MOVES && definition.moves.iter().all(|m| m.action != action) {
                    definition.moves.push(Move { repeats, ..Move::new(name, action) });
                }
            }
        }
    }
    let mut open: Vec<u8> = definition.solved.pieces[definition.slots_of(0)].to_vec();
    open.sort_unstable();
    open.dedup();
    let most_open = if chance(below, 25) && open.len() > 3 { 2 + one(below, open.len() - 3) } else { 0 };
    let open: Vec<u8> = shuffled(below, open).into_iter().take(most_open).collect();
    if chance(below, 25) {
        definition.moves.iter_mut().for_each(|m| m.repeats = Repeats::None);
    }
    if chance(below, 30) {
        for place in 0..1 + one(below, 2) {
            definition.moves[place].when = conditions(below, &definition, &open);
        }
    }
    if chance(below, 10) {
        let pieces = definition.solved.pieces.clone();
        let legal = conditions(below, &definition, &open);
        definition.legal = legal.into_iter().filter(|rule| rule.allows(pieces[usize::from(rule.slot)])).collect();
    }
    if chance(below, 20) {
        definition.moves.iter_mut().for_each(|m| m.weight = 1 + below(3) as u32);
    }
    let goals = if chance(below, 30) { 2 + one(below, 3) } else { 1 };
    definition.goals = (0..goals).map(|number| goal(below, &definition, &open, 6 * number)).collect();
    definition
}
