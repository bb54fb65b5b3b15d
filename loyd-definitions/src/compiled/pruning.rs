//! Moves that a search need not make after another move.

use rustc_hash::{FxBuildHasher, FxHashMap};

use std::hash::BuildHasher;

use super::motion::CompiledMoves;
use crate::definition::{Action, PlayRules};
use loyd_core::exact::exact;
use loyd_core::limits::holds;
use loyd_core::puzzle::bits::{Bits, Word};

/// For each move, the moves that a search leaves out after it.
///
/// If moves have no conditions, the effect of two moves does not depend on the state. A pair is left out if it does
/// nothing, or if one move or an earlier pair does the same at no greater cost. One cheapest solution survives: the
/// first in the order of the moves.
#[derive(Clone, Debug)]
pub struct PrunedPairs<W> {
    back: Box<[Bits<W>]>,
    follow: Box<[Bits<W>]>,
    are_all_different: bool,
}

impl<W: Word> PrunedPairs<W> {
    /// Finds the pairs of these rules.
    pub fn new(rules: &PlayRules, motions: &CompiledMoves) -> Self {
        let count = rules.turns.len();
        let none = || (0..count).map(|_| Bits(W::ZERO)).collect::<Box<[Bits<W>]>>();
        let (mut back, mut follow) = (none(), none());
        let orientations = &rules.orientations;
        let actions: Vec<&Action> = rules.turns.iter().map(|turn| &turn.action).collect();
        let mut numbers: FxHashMap<&Action, Vec<u8>> = FxHashMap::default();
        actions.iter().zip(0..=u8::MAX).for_each(|(action, m)| numbers.entry(action).or_default().push(m));
        for (m, action) in actions.iter().enumerate() {
            // Several moves may do the same under different conditions.
            let inverses = numbers.get(&action.inverse(orientations));
            inverses.into_iter().flatten().for_each(|&inverse| back[m].0.insert(inverse));
        }
        let different = |set: &crate::definition::Set, pieces: &mut dyn Iterator<Item = u8>| {
            let mut pieces: Vec<u8> = pieces.collect();
            let all = pieces.len();
            pieces.sort_unstable();
            pieces.dedup();
            pieces.len() == all && set.known_modulo.is_empty()
        };
        let set_of = rules.set_of_slots();
        let are_all_different = motions.are_free()
            && rules
                .goals
                .iter()
                .all(|goal| goal.pieces.iter().all(Option::is_some) && goal.orientations.iter().all(Option::is_some))
            && rules.sets.iter().enumerate().all(|(number, set)| {
                let slots = (0..set_of.len()).filter(|&slot| set_of[slot] == number);
                different(set, &mut slots.map(|slot| rules.solved.pieces[slot]))
            });
        if motions.are_free() {
            // By the hash of an action: the cheapest way to make it with two moves, one, or none, the first in order.
            let hash = |action: &Action| FxBuildHasher.hash_one(action);
            let cost = |m: usize| rules.turns[m].cost;
            let made = |way: &[usize]| {
                way.iter().fold(Action::identity(rules.slots()), |made, &m| made.then(actions[m], orientations))
            };
            let mut known: FxHashMap<u64, (u32, Vec<usize>)> = FxHashMap::default();
            known.insert(hash(&Action::identity(rules.slots())), (0, Vec::new()));
            (0..count).for_each(|m| _ = known.insert(hash(actions[m]), (cost(m), vec![m])));
            for first in 0..count {
                for second in 0..count {
                    let both = actions[first].then(actions[second], orientations);
                    let this = cost(first).saturating_add(cost(second));
                    let kept = known.entry(hash(&both)).or_insert_with(|| (this, vec![first, second]));
                    // If different actions have equal hashes, a pair is only kept in the search.
                    if kept.1 != [first, second] && kept.0 <= this && made(&kept.1) == both {
                        follow[first].0.insert(exact(second));
                    }
                }
            }
        } else {
            follow = back.clone();
        }
        PrunedPairs { back, follow, are_all_different }
    }

    /// The moves that take `m` back.
    #[inline(always)]
    pub fn back(&self, m: u8) -> Bits<W> {
        self.back[usize::from(m)]
    }

    /// The moves that need not be tried after `m`.
    #[inline(always)]
    pub fn follow(&self, m: u8) -> Bits<W> {
        self.follow[usize::from(m)]
    }

    /// Whether all pieces are different and moves have no conditions. The effect of moves on one state then determines
    /// their effect on all states.
    pub fn are_all_different(&self) -> bool {
        self.are_all_different
    }
}

holds!(for [W: Word] PrunedPairs<W> { back, follow, are_all_different });
