//! Sliding boards: a blank changes places with its neighbours.

use std::collections::HashSet;

use super::*;
use crate::definition::Repeats;

/// A board of so many rows and columns, the blank last, with these pieces.
fn board(rows: u16, columns: u16, pieces: &[u8]) -> Definition {
    let slots = usize::from(rows * columns);
    let blank = pieces[slots - 1];
    let mut definition = definition(vec![Set::new("BOARD", slots, 1)], Some(pieces.to_vec()), Vec::new());
    for slot in 0..rows * columns {
        let right = (slot % columns + 1 < columns).then_some(slot + 1);
        let below = (slot / columns + 1 < rows).then_some(slot + columns);
        for (a, b) in right.into_iter().chain(below).flat_map(|other| [(slot, other), (other, slot)]) {
            let mut from: Vec<u16> = (0..rows * columns).collect();
            from.swap(a.into(), b.into());
            let action = Action::new(&from, &vec![0; slots], &vec![1; slots]).unwrap();
            let when = vec![Condition { slot: a, pieces: vec![blank], must: true }];
            let name = format!("{}-{}", a + 1, b + 1);
            definition.moves.push(Move { repeats: Repeats::None, when, ..Move::new(name, action) });
        }
    }
    definition
}

/// All positions that moves reach.
fn reached(definition: &Definition) -> HashSet<Pattern> {
    let mut known = HashSet::from([definition.solved.clone()]);
    let mut waiting = vec![definition.solved.clone()];
    while let Some(pattern) = waiting.pop() {
        for m in &definition.moves {
            if hold(&m.when, &pattern) {
                let next = after(definition, &pattern, &m.action);
                if known.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
    }
    known
}

/// On these boards the rule decides everything. They have a loop of more than four slots, and are more than one ring.
#[test]
fn the_rule_of_the_blank() {
    let equal = [0, 1, 1, 2, 3, 4];
    for (rows, columns, pieces) in [(2, 3, [0, 1, 2, 3, 4, 5]), (3, 2, [3, 1, 0, 4, 2, 5]), (2, 3, equal)] {
        let definition = board(rows, columns, &pieces);
        let structure = Structure::of(&definition);
        let reached = reached(&definition);
        assert_eq!(structure.positions().factors().number(), Some(reached.len() as u128));
        assert!(structure.has_conditions() && !structure.positions().is_exact() && !structure.decides());
        let mut below = numbers(2);
        for _ in 0..500 {
            let mut pattern = definition.solved.clone();
            (1..6).for_each(|place| pattern.pieces.swap(place, below(place as u64 + 1) as usize));
            let reason = structure.reason(&pattern);
            assert_eq!(reason.is_none(), reached.contains(&pattern), "{pattern:?} {reason:?}");
            assert!(reached.contains(&structure.random(&mut below).unwrap()));
        }
        if pieces != equal {
            let rule = "with piece 6 back in slot 6 of BOARD, BOARD: even permutations only";
            assert_eq!(structure.rules().iter().map(InvariantRule::text).collect::<Vec<_>>(), [rule]);
            let mut swapped = definition.solved.clone();
            swapped.pieces.swap(0, 1);
            let why = "parity: with piece 6 back in slot 6 of BOARD, BOARD permuted oddly, must be evenly";
            assert_eq!(said(&structure, &swapped).unwrap().to_string(), why);
        }
    }
}

/// The 15-puzzle that Sam Loyd offered a prize for: two tiles exchanged.
#[test]
fn the_fifteen() {
    let structure = Structure::of(&board(4, 4, &std::array::from_fn::<u8, 16, _>(|slot| slot as u8)));
    assert_eq!(structure.positions().factors().number(), Some((1..=16).product::<u128>() / 2));
    let mut swapped = structure.solved.clone();
    swapped.pieces.swap(13, 14);
    assert_eq!(said(&structure, &swapped).unwrap().kind(), "parity");
}

/// The key piece cannot leave its half, because the moves that would take it out need it elsewhere.
#[test]
fn a_key_that_is_kept_in() {
    let mut definition = board(1, 5, &[0, 1, 2, 3, 4]);
    definition.moves.retain(|m| !["3-2", "2-3"].contains(&m.name.as_str()));
    // Conditions keep the blank in three slots. Without them it would get to all slots, as other pieces do.
    let free = Action::new(&[1, 2, 0, 3, 4], &[0; 5], &[1; 5]).unwrap();
    let when = vec![Condition { slot: 4, pieces: vec![4], must: true }];
    definition.moves.push(Move { when, ..Move::new("T", free) });
    let structure = Structure::of(&definition);
    let mut out = definition.solved.clone();
    out.pieces.swap(0, 4);
    assert_eq!(said(&structure, &out).unwrap().kind(), "trapped");
    let reached = reached(&definition);
    assert!(reached.iter().all(|pattern| structure.reason(pattern).is_none()));
    assert!(structure.positions().factors().number().unwrap() >= reached.len() as u128);
}
