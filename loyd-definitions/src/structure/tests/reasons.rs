//! Evaluates reasons by the positions that moves reach.

use super::*;

/// The positions by which a reason is evaluated.
pub struct Evidence<'e> {
    /// All positions that moves reach from the refused position, as far as the reason is about them.
    pub ahead: &'e [Pattern],
    /// All positions that moves reach from the goals, as far as the reason is about them.
    pub behind: &'e [Pattern],
    pub goals: &'e [Pattern],
}

/// Whether each part of the claim is true.
pub fn is_true(structure: &Structure, reason: &Reason, pattern: &Pattern, evidence: &Evidence<'_>) -> bool {
    let Evidence { ahead, behind, goals } = *evidence;
    let piece = |pattern: &Pattern, slot: u16| pattern.pieces[usize::from(slot)];
    let turned = |pattern: &Pattern, slot: u16| pattern.orientations[usize::from(slot)];
    let count = |pattern: &Pattern, slots: &[u16], of: u8| slots.iter().filter(|&&s| piece(pattern, s) == of).count();
    match reason {
        Reason::Slots { found } => pattern.pieces.len() == *found && *found != structure.solved.pieces.len(),
        &Reason::Copies { slot, expected, found } => {
            let set = structure.set_of(slot).0;
            let all: Vec<u16> = (0..pattern.pieces.len() as u16).filter(|&s| structure.set_of(s).0 == set).collect();
            let of = piece(pattern, slot);
            found != expected
                && count(pattern, &all, of) == found
                && goals.iter().all(|goal| count(goal, &all, of) == expected)
        }
        &Reason::Fixed { slot } => {
            let wanted = piece(&structure.solved, slot);
            piece(pattern, slot) != wanted
                && ahead.iter().all(|at| piece(at, slot) == piece(pattern, slot))
                && goals.iter().all(|goal| piece(goal, slot) == wanted)
        }
        &Reason::Still { slot } => {
            let same =
                |at: &Pattern| (piece(at, slot), turned(at, slot)) == (piece(pattern, slot), turned(pattern, slot));
            let other = |goal: &Pattern| piece(goal, slot) == piece(pattern, slot) && !same(goal);
            ahead.iter().all(same) && goals.iter().all(other)
        }
        &Reason::Confined { orbit, piece: of, expected, found } => {
            let slots = structure.orbits[orbit].slots();
            found != expected
                && ahead.iter().all(|at| count(at, slots, of) == found)
                && goals.iter().all(|goal| count(goal, slots, of) == expected)
        }
        &Reason::Away { slot } => behind.iter().all(|at| piece(at, slot) != piece(pattern, slot)),
        Reason::Apart { slots } => !behind
            .iter()
            .any(|at| slots.iter().all(|&s| (piece(at, s), turned(at, s)) == (piece(pattern, s), turned(pattern, s)))),
        Reason::Broken(broken) => broken.iter().all(|broken| is_broken(structure, broken, pattern, evidence)),
    }
}

/// Whether a rule has this sum in all positions ahead, and the sum 0 in all positions behind.
fn is_broken(structure: &Structure, broken: &BrokenRule, pattern: &Pattern, evidence: &Evidence<'_>) -> bool {
    let rule = &structure.rules[broken.rule];
    // A rule with a condition is about the positions whose key piece is home.
    let key = structure.key.as_ref().filter(|_| rule.text().starts_with("with "));
    let matters = |at: &&Pattern| {
        key.is_none_or(|key| at.pieces[usize::from(key.home)] == structure.solved.pieces[usize::from(key.home)])
    };
    let element = |at: &Pattern| -> Vec<Action> {
        structure.orbits.iter().map(|orbit| orbit.leading_to(&orbit.lying(at).unwrap())).collect()
    };
    let sum = |at: &Pattern| rule.sum(&structure.of_positions.values(&element(at)));
    let is_kept = broken.sum > 0
        && evidence.ahead.iter().filter(matters).all(|at| sum(at) == broken.sum)
        && evidence.behind.iter().filter(matters).all(|at| sum(at) == 0);
    let Some(odd) = &broken.odd else { return is_kept };
    // The slots of an orbit that differ from the only goal, and whether they are permuted oddly.
    let change = |orbit: usize| {
        let slots: Vec<usize> = structure.orbits[orbit].slots().iter().map(|&slot| slot.into()).collect();
        let [goal] = evidence.goals else { return (0, false) };
        let place = |slot: &usize| slots.iter().position(|&s| goal.pieces[s] == pattern.pieces[*slot]).unwrap() as u8;
        let differ = slots.iter().filter(|&&slot| goal.pieces[slot] != pattern.pieces[slot]).count();
        (differ, loyd_core::rank::lehmer::is_odd(&slots.iter().map(place).collect::<Vec<_>>()))
    };
    let pieces = |orbit: usize| {
        let slots = structure.orbits[orbit].slots();
        let pieces = slots.iter().map(|&slot| structure.solved.pieces[usize::from(slot)]);
        pieces.collect::<std::collections::BTreeSet<u8>>().len() == slots.len()
    };
    if !pieces(odd.odd) || odd.even.is_some_and(|(orbit, _)| !pieces(orbit)) {
        // Equal pieces differ by their orientations, so slots that differ do not show the permutation.
        return is_kept;
    }
    let (differ, is_odd) = change(odd.odd);
    let is_even = odd.even.is_none_or(|(orbit, is_same)| !change(orbit).1 && is_same == (change(orbit).0 == 0));
    is_kept && is_odd && is_even && odd.is_swap == (differ == 2)
}
