//! Whether moves can be taken back.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::{PlayRules, Turn};
use crate::definition::Action;

impl PlayRules {
    /// Whether moves or positions have conditions.
    pub(crate) fn has_conditions(&self) -> bool {
        !self.legal.is_empty() || self.turns.iter().any(|turn| !turn.when.is_empty())
    }

    /// Whether a position that moves reach from another position always leads back to it: moves without conditions are
    /// a group, and with conditions every move must be taken back by a move that may then be made.
    pub(crate) fn are_two_way(&self) -> bool {
        !self.has_conditions() || self.has_inverses()
    }

    fn has_inverses(&self) -> bool {
        let conditions = |turn: &Turn| -> BTreeSet<(u16, bool, Vec<u8>)> {
            let all = turn.when.iter().chain(&self.legal);
            all.map(|condition| (condition.slot, condition.must, condition.pieces.clone())).collect()
        };
        let known: FxHashMap<&Action, Vec<&Turn>> = self.turns.iter().fold(FxHashMap::default(), |mut known, turn| {
            known.entry(&turn.action).or_insert_with(Vec::new).push(turn);
            known
        });
        self.turns.iter().all(|turn| {
            let inverse = turn.action.inverse(&self.orientations);
            let moved = |(slot, must, pieces)| (inverse.from()[usize::from(slot)], must, pieces);
            let after: BTreeSet<_> = conditions(turn).into_iter().map(moved).collect();
            known.get(&inverse).is_some_and(|back| back.iter().any(|back| conditions(back) == after))
        })
    }
}
