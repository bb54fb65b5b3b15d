//! States from which no moves lead to a goal, and the reasons.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Defined;
use crate::definition::{Action, PlayRules, Turn};
use crate::ranks::numbering::StateNumbering;
use crate::structure::{CountOrBound, Structure};
use loyd_core::cells::{Bytes, Cells};
use loyd_core::limits::holds;
use loyd_core::puzzle::bits::Word;
use loyd_core::puzzle::{Ranked, Unsolvable};
use loyd_core::rank::lehmer;

/// The group of the moves of a puzzle, and facts about states that follow from it.
#[derive(Debug)]
pub(crate) struct Behind {
    pub structure: Structure,
    /// Whether the group leads from the solved position to every goal.
    pub leads: bool,
    /// Whether moves lead to the solved position from exactly the positions to which they lead from it.
    is_two_way: bool,
    /// The slots that no piece leaves, and whether moves turn the piece there.
    fixed: Box<[(usize, bool)]>,
    /// Whether moves lead to a goal from every state that has a rank, and the goals' pieces in the fixed slots, because
    /// there are as many positions as ranks.
    is_every_rank: bool,
}

impl<const N: usize, W: Word> Defined<N, W> {
    /// The group of the moves, and facts that follow from it.
    pub(crate) fn behind(&self) -> &Behind {
        self.facts.behind.get_or_init(|| {
            let structure = Structure::of_rules(&self.rules);
            let leads =
                self.goals.iter().all(|goal| self.pattern(goal).is_some_and(|p| structure.reason(&p).is_none()));
            let turns = || self.rules.turns.iter().map(|turn| &turn.action);
            let stays = |slot: &usize| turns().all(|action| usize::from(action.from()[*slot]) == *slot);
            let turned = |slot| (slot, turns().any(|action| action.twist()[slot] != 0));
            let fixed = (0..self.rules.slots()).filter(stays).map(turned).collect();
            let is_all = |positions: &CountOrBound| match positions {
                CountOrBound::Exactly(positions) => positions.number() == Some(self.ranks().into()),
                CountOrBound::AtMost(_) => false,
            };
            let is_every_rank =
                leads && !structure.has_conditions() && self.is_numbered() && is_all(structure.positions());
            // If all moves can be taken back, facts about the positions that moves reach from the solved position also
            // hold for the positions from which moves lead to it.
            let is_two_way = !structure.has_conditions() || is_reversible(&self.rules);
            Behind { structure, leads, is_two_way, fixed, is_every_rank }
        })
    }

    /// The reason why a position is outside the group, in words.
    fn outside(&self, state: &Bytes<N>) -> Option<Unsolvable> {
        let Behind { structure, leads: true, is_two_way: true, .. } = self.behind() else { return None };
        structure.reason(&self.pattern(state)?)
    }

    /// Whether a slot that no piece leaves has a piece that no goal has there.
    fn is_trapped(&self, state: &Bytes<N>) -> bool {
        self.behind().fixed.iter().any(|&(slot, is_turned)| {
            // A piece that only turns stays that piece.
            let class = |code: u8| self.alphabet(slot).of_code(code).0;
            let code = state.0[slot];
            let is_alike = |goal: u8| goal == code || is_turned && class(goal) == class(code);
            !self.goals.iter().any(|goal| is_alike(goal.0[slot]))
        })
    }

    /// The reason why the numbering has no rank for a state.
    fn unnumbered(&self, state: &Bytes<N>) -> Option<Unsolvable> {
        let outside = |what: &str| Some(Unsolvable::OutsideGroup(what.into()));
        let code = |slot: usize| state.0[slot];
        match &self.ranks.numbering {
            Some(StateNumbering::Lehmer(numbering)) if numbering.is_even => {
                let pieces = numbering.nibbles(state).unpack(numbering.slots.len());
                lehmer::is_odd(&pieces).then(|| {
                    Unsolvable::Parity(
                        "the goal needs an odd permutation, but every move is an even permutation".into(),
                    )
                })
            }
            Some(StateNumbering::Axes { axes, .. }) if axes.iter().any(|axis| axis.value(code).is_none()) => {
                outside("no moves bring the pieces of one set to their places in the goal")
            }
            Some(StateNumbering::Cosets(set)) if set.rank(state).is_none() => {
                outside(&format!("the moves reach {} arrangements of its pieces, but not this one", set.cosets.ranks()))
            }
            _ => None,
        }
    }

    /// A proof that no moves lead from a state to a goal: by the group, fixed slots, conditions, or the numbering.
    pub(crate) fn unreachable(&self, state: &Bytes<N>) -> Option<Unsolvable> {
        if self.behind().is_every_rank && !self.is_trapped(state) && self.unnumbered(state).is_none() {
            return None;
        }
        if let Some(why) = self.outside(state) {
            return Some(why);
        }
        if self.is_trapped(state) {
            return Some(Unsolvable::Trapped("a piece that no move changes differs from the goal".into()));
        }
        self.out_of_reach(state).or_else(|| self.unnumbered(state))
    }
}

/// Whether every move is taken back by a move that may then be made.
fn is_reversible(rules: &PlayRules) -> bool {
    let all = |turn: &Turn| -> BTreeSet<(u16, bool, Vec<u8>)> {
        let conditions = turn.when.iter().chain(&rules.legal);
        conditions.map(|condition| (condition.slot, condition.must, condition.pieces.clone())).collect()
    };
    let known: FxHashMap<&Action, Vec<&Turn>> = rules.turns.iter().fold(FxHashMap::default(), |mut known, turn| {
        known.entry(&turn.action).or_insert_with(Vec::new).push(turn);
        known
    });
    rules.turns.iter().all(|turn| {
        let inverse = turn.action.inverse(&rules.orientations);
        let after: BTreeSet<_> = all(turn)
            .into_iter()
            .map(|(slot, must, pieces)| (inverse.from()[usize::from(slot)], must, pieces))
            .collect();
        known.get(&inverse).is_some_and(|back| back.iter().any(|back| all(back) == after))
    })
}

holds!(Behind { structure, leads, is_two_way, fixed, is_every_rank });
