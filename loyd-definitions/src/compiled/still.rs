//! Moves that hold a puzzle still, where other moves of it also turn the whole puzzle.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Defined;
use super::budget::spend;
use super::codes::PieceClasses;
use crate::definition::{Action, Goal, Pattern, PlayRules, Turn};
use crate::structure::{CountOrBound, Structure};
use loyd_core::puzzle::bits::Word;

/// The most choices of moves that are counted.
const MOST_CHOICES: usize = 8;

/// The positions of a puzzle up to rotation of the whole.
pub(crate) struct HeldStill {
    /// The number of rotations.
    pub rotations: usize,
    /// The number of positions up to rotation.
    pub positions: String,
    /// The names of the written moves that leave one slot as it is.
    pub moves: Vec<String>,
}

/// A goal in all rotations; `None` if there are no rotations, or too many.
fn rotated(rules: &PlayRules, goal: Goal) -> Option<Vec<Goal>> {
    Some(PlayRules { goals: vec![goal], ..rules.clone() }.up_to_rotation()?.goals)
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// The number of rotations of every position, if the goals are one goal in all rotations, and the rotations of a
    /// position are all at the same distance: all pieces differ, so no rotation but the identity leaves a position as
    /// it is, and every move that is made after a rotation is a move with the same cost before it.
    pub(crate) fn rotations(&self) -> Option<u64> {
        let rules = &self.rules;
        let [first, _, ..] = &rules.goals[..] else { return None };
        let is_whole = first.pieces.iter().chain(&first.orientations).all(Option::is_some);
        let is_even = |of_set: &PieceClasses| {
            let mut classes = of_set.classes.iter();
            classes.all(|class| class.modulus == of_set.classes[0].modulus)
        };
        let is_free = self.codes.are_all_different() && self.codes.alphabets.iter().all(is_even);
        if rules.rotations.is_empty() || rules.has_conditions() || !is_whole || !is_free {
            return None;
        }
        let around = rotated(rules, first.clone())?;
        let places = |goals: &[Goal]| -> FxHashSet<_> {
            goals.iter().map(|goal| (goal.pieces.clone(), goal.orientations.clone())).collect()
        };
        let moves: FxHashMap<&Action, u32> = rules.turns.iter().map(|turn| (&turn.action, turn.cost)).collect();
        let is_move = |rotation: &Action, turn: &Turn| {
            let then = |one: &Action, next: &Action| one.then(next, &rules.orientations);
            let turned = then(&then(rotation, &turn.action), &rotation.inverse(&rules.orientations));
            moves.get(&turned) == Some(&turn.cost)
        };
        let are_kept = rules.rotations.iter().all(|rotation| {
            spend(8 * rules.turns.len() * rules.slots());
            rules.turns.iter().all(|turn| is_move(&rotation.action, turn))
        });
        (are_kept && places(&around) == places(&rules.goals)).then_some(around.len() as u64)
    }

    /// The positions up to rotation, and moves that reach each of them once; `None` if the moves do not rotate the
    /// whole puzzle, or no slot is left as it is by moves that reach so many positions.
    pub(crate) fn held_still(&self) -> Option<HeldStill> {
        let (rules, structure) = (&self.rules, &self.behind().structure);
        if rules.rotations.is_empty() || structure.has_conditions() {
            return None;
        }
        let rotated = rotated(rules, Goal::of("", &rules.solved))?;
        let pattern = |goal: &Goal| {
            let all = |of: &[Option<u8>]| of.iter().copied().collect::<Option<Box<[u8]>>>();
            Some(Pattern { pieces: all(&goal.pieces)?, orientations: all(&goal.orientations)? })
        };
        let is_reached = |goal: &Goal| pattern(goal).is_some_and(|pattern| structure.reason(&pattern).is_none());
        if rotated.len() < 2 || !structure.decides() || !rotated.iter().all(is_reached) {
            return None;
        }
        let CountOrBound::Exactly(all) = structure.positions() else { return None };
        let wanted = all.divided_by(&[rotated.len()].into_iter().collect())?;
        let still_in = |slot: usize| -> Vec<usize> {
            let is_still = |action: &Action| usize::from(action.from()[slot]) == slot && action.twist()[slot] == 0;
            (0..rules.turns.len()).filter(|&m| is_still(&rules.turns[m].action)).collect()
        };
        // The first moves come first: U,R,F rather than D,L,B.
        let choices: BTreeMap<Vec<usize>, usize> = (0..rules.slots()).map(|slot| (still_in(slot), slot)).collect();
        let is_choice = |chosen: &Vec<usize>| !chosen.is_empty() && chosen.len() < rules.turns.len();
        for (chosen, slot) in choices.into_iter().filter(|(chosen, _)| is_choice(chosen)).take(MOST_CHOICES) {
            let turns = chosen.iter().map(|&m| rules.turns[m].clone()).collect();
            let some = PlayRules { turns, ..rules.clone() };
            if matches!(Structure::of_rules(&some).positions(), CountOrBound::Exactly(found) if *found == wanted) {
                let written = |&place: &usize| {
                    let m = &self.definition.moves[place];
                    let slot = usize::from(rules.slots[slot]);
                    let is_still = usize::from(m.action.from()[slot]) == slot && m.action.twist()[slot] == 0;
                    is_still.then(|| m.name.clone())
                };
                let positions = wanted.number().map_or_else(|| wanted.to_string(), |number| number.to_string());
                let moves = rules.moves.iter().filter_map(written).collect();
                return Some(HeldStill { rotations: rotated.len(), positions, moves });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::compiled::tests::opened;
    use loyd_core::puzzle::Notation;

    /// The centres of the 3x3x3 stay, so its moves do not rotate it. With a fixed corner nothing is left to rotate.
    #[test]
    fn moves_that_hold_a_cube_still_are_named() {
        let held = |id| opened(id).held_still().map(|held| (held.rotations, held.positions, held.moves.join(",")));
        assert_eq!(held("2x2x2"), Some((24, "3674160".into(), "U,R,F".into())));
        assert_eq!((held("3x3x3"), held("2x2x2?U,R,F"), held("m12")), (None, None, None));
        let formula = opened("2x2x2").facts().states_formula;
        assert!(formula.ends_with(" = 24 * 3674160, and --moves U,R,F holds the puzzle still"), "{formula}");
    }
}
