//! Small random puzzles, whose positions are listed by making all moves.

use std::collections::{BTreeMap, HashSet};

use super::*;

type Below<'b> = &'b mut dyn FnMut(u64) -> u64;

/// A permutation that moves about `few` of the points.
fn shuffle(points: usize, few: usize, below: Below) -> Vec<u16> {
    let mut images: Vec<u16> = (0..points as u16).collect();
    for _ in 0..few {
        images.swap(below(points as u64) as usize, below(points as u64) as usize);
    }
    images
}

fn random_puzzle(below: Below) -> Definition {
    let mut sets = Vec::new();
    for name in ["A", "B", "C"].into_iter().take(1 + below(3) as usize) {
        let orientations = [1, 1, 2, 3, 4, 6][below(6) as usize];
        let most = if orientations == 1 { 6 } else { 4 };
        sets.push(Set::new(name, 1 + below(most) as usize, orientations));
    }
    let mut pieces = Vec::new();
    for set in &mut sets {
        let kinds = if below(2) == 0 { set.slots as u64 } else { 1 + below(set.slots as u64) };
        let first = pieces.len();
        let distinct = kinds == set.slots as u64;
        pieces.extend((0..set.slots).map(|slot| if distinct { slot as u8 } else { below(kinds) as u8 }));
        if set.orientations > 1 && below(2) == 0 {
            for piece in 0..kinds as u8 {
                let divisors: Vec<u8> =
                    (1..=set.orientations).filter(|n| set.orientations.is_multiple_of(*n)).collect();
                let modulus = divisors[below(divisors.len() as u64) as usize];
                if modulus < set.orientations && pieces[first..].contains(&piece) {
                    set.known_modulo.push((piece, modulus));
                }
            }
        }
    }
    let of: Vec<u8> = sets.iter().flat_map(|set| std::iter::repeat_n(set.orientations, set.slots)).collect();
    let count = 1 + below(3);
    // Half of the puzzles turn pieces only by multiples of a step, relative to a random orientation in each slot.
    let step = 1 + below(2) as u8;
    let frame: Vec<u8> = of.iter().map(|&of| below(of.into()) as u8).collect();
    let actions = (0..count).map(|_| {
        let mut from = Vec::new();
        for set in &sets {
            let first = from.len() as u16;
            from.extend(shuffle(set.slots, 1 + below(3) as usize, below).iter().map(|image| first + image));
        }
        let twist = from.iter().zip(&of).enumerate().map(|(slot, (&from, &of))| {
            let by = if below(2) == 0 { 0 } else { below(of.into()) as u8 };
            let (here, there) = (u16::from(frame[slot]), u16::from(frame[usize::from(from)]));
            ((here + u16::from(of) - there + u16::from(by) * u16::from(step)) % u16::from(of)) as u8
        });
        let twist: Vec<u8> = twist.collect();
        Action::new(&from, &twist, &of).unwrap()
    });
    let actions = actions.collect();
    let mut definition = definition(sets, Some(pieces), actions);
    let sets = definition.set_of_slots();
    for (slot, &set) in sets.iter().enumerate() {
        let modulus = definition.sets[set].modulus(definition.solved.pieces[slot]);
        definition.solved.orientations[slot] = below(modulus.into()) as u8;
    }
    definition
}

/// All positions that moves lead to; `None` where they are too many.
fn reached(definition: &Definition) -> Option<HashSet<Pattern>> {
    reached_from(definition, &definition.solved)
}

fn reached_from(definition: &Definition, from: &Pattern) -> Option<HashSet<Pattern>> {
    let mut known = HashSet::from([from.clone()]);
    let mut waiting = vec![from.clone()];
    while let Some(pattern) = waiting.pop() {
        for m in &definition.moves {
            let next = after(definition, &pattern, &m.action);
            if known.insert(next.clone()) {
                if known.len() > 6000 {
                    return None;
                }
                waiting.push(next);
            }
        }
    }
    Some(known)
}

/// The number of elements with different actions; `None` if there are too many.
fn elements(definition: &Definition) -> Option<usize> {
    let of = definition.orientations();
    let mut known = HashSet::from([Action::identity(of.len())]);
    let mut waiting: Vec<Action> = known.iter().cloned().collect();
    while let Some(action) = waiting.pop() {
        for m in &definition.moves {
            let next = action.then(&m.action, &of);
            if known.insert(next.clone()) {
                if known.len() > 6000 {
                    return None;
                }
                waiting.push(next);
            }
        }
    }
    Some(known.len())
}

#[test]
fn random_puzzles_by_hand() {
    let mut below = numbers(14);
    let (mut counted, mut kinds) = (0, BTreeMap::new());
    for round in 0..1500 {
        let definition = random_puzzle(&mut below);
        let structure = Structure::of(&definition);
        let all_known = definition.sets.iter().all(|set| set.known_modulo.is_empty());
        if all_known && let Some(order) = elements(&definition) {
            assert_eq!(structure.order().factors().number(), Some(order as u128), "{round} {definition:?}");
            assert!(structure.order().is_exact());
        }
        let Some(reached) = reached(&definition) else { continue };
        counted += 1;
        assert!(structure.positions().is_exact() && structure.decides());
        assert_eq!(
            structure.positions().factors().number(),
            Some(reached.len() as u128),
            "{round} {definition:?} {:?}",
            structure.rules()
        );
        for pattern in reached.iter().take(20) {
            assert_eq!(structure.reason(pattern), None, "{round} {definition:?} {pattern:?}");
        }
        for _ in 0..20 {
            assert!(reached.contains(&structure.random(&mut below).unwrap()), "{round} {definition:?}");
        }
        // Pieces of the sets in any order and orientation.
        for _ in 0..30 {
            let mut pattern = definition.solved.clone();
            let sets = definition.set_of_slots();
            for number in 0..definition.sets.len() {
                let slots = definition.slots_of(number);
                for place in 0..below(3) as usize {
                    let (a, b) = (slots.start + place % slots.len(), slots.start + below(slots.len() as u64) as usize);
                    pattern.pieces.swap(a, b);
                    pattern.orientations.swap(a, b);
                }
            }
            let slot = below(sets.len() as u64) as usize;
            let modulus = definition.sets[sets[slot]].modulus(pattern.pieces[slot]);
            pattern.orientations[slot] = below(modulus.into()) as u8;
            let reason = structure.reason(&pattern);
            assert_eq!(reason.is_none(), reached.contains(&pattern), "{round} {definition:?} {pattern:?} {reason:?}");
            if let Some(reason) = reason.filter(|_| reached.len() < 200) {
                let ahead: Vec<Pattern> = reached_from(&definition, &pattern).unwrap().into_iter().collect();
                let behind: Vec<Pattern> = reached.iter().cloned().collect();
                let goals = std::slice::from_ref(&definition.solved);
                let evidence = reasons::Evidence { ahead: &ahead, behind: &behind, goals };
                let why = said(&structure, &pattern).unwrap();
                assert!(
                    reasons::is_true(&structure, &reason, &pattern, &evidence),
                    "{round} {definition:?} {pattern:?} {why}"
                );
            }
            *kinds.entry(said(&structure, &pattern).map(|why| why.kind())).or_insert(0) += 1;
        }
    }
    assert!(counted > 700, "{counted}");
    assert!(kinds.len() >= 4, "{kinds:?}");
}

/// Each position is drawn about equally often.
#[test]
fn positions_are_drawn_uniformly() {
    let mut below = numbers(4);
    let mut tested = 0;
    while tested < 12 {
        let definition = random_puzzle(&mut below);
        let Some(reached) = reached(&definition).filter(|reached| (20..200).contains(&reached.len())) else { continue };
        tested += 1;
        let structure = Structure::of(&definition);
        let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..100 * reached.len() {
            *drawn.entry(format!("{:?}", structure.random(&mut below).unwrap())).or_default() += 1;
        }
        assert_eq!(drawn.len(), reached.len());
        // Six standard deviations around the mean of 100.
        assert!(drawn.values().all(|&times| (40..160).contains(&times)), "{drawn:?}");
    }
}

/// Compares the orders found by orbits with the orders of one chain of all facelets. Some sets move as another does: in
/// the same way, on pairs of slots, or with turns.
#[test]
fn orders_against_one_chain() {
    let mut below = numbers(8);
    let (mut bound, mut free, mut blocks) = (0, 0, 0);
    for round in 0..300 {
        let slots = 3 + below(6) as usize;
        let count = 2 + below(2) as usize;
        let few = 1 + below(4) as usize;
        let base: Vec<Vec<u16>> = (0..count).map(|_| shuffle(slots, few, &mut below)).collect();
        let mut sets = vec![Set::new("BASE", slots, 1)];
        let mut from: Vec<Vec<u16>> = base.clone();
        let mut twist: Vec<Vec<u8>> = vec![vec![0; slots]; count];
        for name in ["X", "Y"] {
            let first = from[0].len() as u16;
            let kind = below(4);
            let width = if kind == 1 { 2 } else { 1 };
            let turns = if kind == 2 { 2 + below(2) as u8 } else { 1 };
            sets.push(Set::new(name, slots * width as usize, turns));
            for (number, base) in base.iter().enumerate() {
                let own = shuffle(slots, few, &mut below);
                let twisted = number == 0 || below(2) == 0;
                for slot in 0..slots * usize::from(width) {
                    let (block, inner) = (slot / usize::from(width), slot as u16 % width);
                    let source = if kind == 3 { own[block] } else { base[block] };
                    let inner = if width == 2 && twisted && block == 0 { 1 - inner } else { inner };
                    from[number].push(first + source * width + inner);
                    twist[number].push(if twisted && slot == 0 { 1 % turns } else { 0 });
                }
            }
        }
        let of: Vec<u8> = sets.iter().flat_map(|set| std::iter::repeat_n(set.orientations, set.slots)).collect();
        let actions = from.iter().zip(&twist).map(|(from, twist)| Action::new(from, twist, &of).unwrap()).collect();
        let definition = definition(sets, None, actions);
        let points = crate::structure::points::Points::of(&definition).unwrap();
        let permutations: Vec<Vec<u8>> = definition.moves.iter().map(|m| points.permutation_of(&m.action)).collect();
        let chain = loyd_core::group::PermutationGroup::new(points.count(), &permutations).unwrap();
        let structure = Structure::of(&definition);
        assert_eq!(structure.order(), CountOrBound::Exactly(chain.factors()), "{round} {definition:?}");
        assert_eq!(structure.positions(), &structure.order());
        for _ in 0..10 {
            let drawn = structure.random(&mut below).unwrap();
            assert!(chain.contains(&points.of_pattern(&drawn).unwrap()));
            let member = points.pattern(&chain.random(&mut below));
            assert_eq!(structure.reason(&member), None);
            let mut other = member.clone();
            let (a, b) = (below(slots as u64) as usize, below(slots as u64) as usize);
            other.pieces.swap(a, b);
            let is_member = chain.contains(&points.of_pattern(&other).unwrap());
            assert_eq!(structure.reason(&other).is_none(), is_member, "{round} {definition:?} {other:?}");
        }
        bound += structure.bound().len();
        free += (0..structure.orbits().len()).filter(|&orbit| structure.is_free(orbit)).count();
        blocks += structure.blocks().len();
    }
    assert!(bound > 20 && free > 100 && blocks > 20);
}
