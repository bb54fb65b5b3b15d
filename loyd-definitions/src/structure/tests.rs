mod boards;
mod brute_force;
mod known;
pub(crate) mod reasons;
mod samples;
mod solids;

use super::*;
use crate::definition::{DefinitionFormat, Move};

/// A puzzle of these sets. Its pieces when solved are the given ones, or are all different.
fn definition(sets: Vec<Set>, pieces: Option<Vec<u8>>, actions: Vec<Action>) -> Definition {
    let pieces = pieces.unwrap_or_else(|| sets.iter().flat_map(|set| 0..set.slots as u8).collect());
    let solved = Pattern { orientations: vec![0; pieces.len()].into(), pieces: pieces.into() };
    let moves = actions.into_iter().zip(1..).map(|(action, n)| Move::new(format!("M{n}"), action)).collect();
    Definition { moves, ..Definition::new(DefinitionFormat::Loyd, sets, solved) }
}

/// A puzzle of one set without orientations, from permutations as images.
fn permutations(images: &[Vec<u8>]) -> Definition {
    let slots = images[0].len();
    let actions = images.iter().map(|images| {
        let mut from = vec![0; slots];
        images.iter().zip(0..).for_each(|(&image, point)| from[usize::from(image)] = point);
        Action::new(&from, &vec![0; slots], &vec![1; slots]).unwrap()
    });
    definition(vec![Set::new("PIECES", slots, 1)], None, actions.collect())
}

/// The position after an action.
fn after(definition: &Definition, pattern: &Pattern, action: &Action) -> Pattern {
    let sets = definition.set_of_slots();
    let of = definition.orientations();
    let mut next = pattern.clone();
    for slot in 0..of.len() {
        let from = usize::from(action.from()[slot]);
        let piece = pattern.pieces[from];
        let turned = u16::from(pattern.orientations[from]) + u16::from(action.twist()[slot]);
        next.pieces[slot] = piece;
        let modulus = definition.sets[sets[slot]].modulus(piece);
        next.orientations[slot] = (turned % u16::from(of[slot]) % u16::from(modulus)) as u8;
    }
    next
}

fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut word = seed;
    move |many| {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (word >> 33) % many
    }
}

/// The sentence of the reason.
fn said(structure: &Structure, pattern: &Pattern) -> Option<loyd_core::puzzle::Unsolvable> {
    structure.reason(pattern).map(|why| structure.sentence(&why, pattern, ReasonScope::Solved))
}

/// Whether conditions hold.
fn hold(conditions: &[Condition], pattern: &Pattern) -> bool {
    conditions.iter().all(|condition| condition.allows(pattern.pieces[usize::from(condition.slot)]))
}

/// The position after this many random moves. Moves that cannot be made are left out.
fn scrambled(definition: &Definition, moves: u32, below: &mut dyn FnMut(u64) -> u64) -> Pattern {
    let turns: Vec<&Move> = definition.moves.iter().filter(|m| !m.is_rotation).collect();
    (0..moves).fold(definition.solved.clone(), |pattern, _| {
        let m = turns[below(turns.len() as u64) as usize];
        let next = after(definition, &pattern, &m.action);
        if hold(&m.when, &pattern) && hold(&definition.legal, &next) { next } else { pattern }
    })
}

/// Asserts that positions after moves are in the group, and drawn positions are, too.
fn laws(definition: &Definition) {
    let structure = Structure::of(definition);
    let mut below = numbers(11);
    for length in [0, 1, 2, 5, 20, 60] {
        let pattern = scrambled(definition, length, &mut below);
        assert_eq!(structure.reason(&pattern), None, "after {length} moves");
        let drawn = structure.random(&mut below).unwrap();
        assert_eq!(structure.reason(&drawn), None, "{drawn:?}");
    }
}
