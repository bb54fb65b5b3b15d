//! States from which no moves lead to a goal, and the reasons.

use super::Defined;
use crate::coordinates::axis::Coordinate;
use crate::ranks::numbering::StateNumbering;
use crate::structure::{Reason, ReasonScope, Structure};
use loyd_core::cells::{Bytes, Cells};
use loyd_core::exact::exact;
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
    pub is_every_rank: bool,
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
            let is_every_rank = leads
                && !structure.has_conditions()
                && self.is_numbered()
                && structure.positions().is(self.ranks().into());
            // If all moves can be taken back, facts about the positions that moves reach from the solved position also
            // hold for the positions from which moves lead to it.
            let is_two_way = self.rules.are_two_way();
            Behind { structure, leads, is_two_way, fixed, is_every_rank }
        })
    }

    /// The reason why a position is outside the group.
    fn outside(&self, state: &Bytes<N>) -> Option<Refusal<N>> {
        let Behind { structure, leads: true, is_two_way: true, .. } = self.behind() else { return None };
        let goal = if let [goal] = &self.goals[..] { self.pattern(goal) } else { None };
        structure.reason_beside(&self.pattern(state)?, goal.as_ref()).map(Refusal::Group)
    }

    /// A slot that no piece leaves, with a piece that no goal has there, or an orientation in which no goal has it.
    fn trapped(&self, state: &Bytes<N>) -> Option<Refusal<N>> {
        self.behind().fixed.iter().find_map(|&(slot, is_turned)| {
            // A piece that only turns stays that piece.
            let class = |code: u8| self.alphabet(slot).of_code(code).0;
            let code = state.0[slot];
            let is_there = self.goals.iter().any(|goal| class(goal.0[slot]) == class(code));
            let is_alike = is_turned || self.goals.iter().any(|goal| goal.0[slot] == code);
            match (is_there, is_alike) {
                (true, true) => None,
                (true, false) => Some(Refusal::Still(exact(slot))),
                (false, _) => Some(Refusal::Fixed(exact(slot))),
            }
        })
    }

    /// The reason why the numbering has no rank for a state.
    fn unnumbered(&self, state: &Bytes<N>) -> Option<Refusal<N>> {
        match &self.ranks.numbering {
            Some(StateNumbering::Lehmer(numbering)) if numbering.is_even => {
                let pieces = numbering.nibbles(state).unpack(numbering.slots.len());
                lehmer::is_odd(&pieces).then(|| Refusal::Odd(numbering.slots.clone()))
            }
            _ => self.unnumbered_slots(state).map(Refusal::Apart),
        }
    }

    /// The slots whose arrangement is the reason why a state has no rank, unless it is their parity.
    pub(crate) fn unnumbered_slots(&self, state: &Bytes<N>) -> Option<Vec<u16>> {
        match &self.ranks.numbering {
            Some(StateNumbering::Axes { axes, .. }) => {
                axes.iter().find(|axis| axis.value(|slot| state.0[slot]).is_none()).map(Coordinate::slots)
            }
            Some(StateNumbering::Mixed(mixed)) => mixed.absent(|slot| state.0[slot]),
            Some(StateNumbering::Cosets(set)) if set.rank(state).is_none() => Some(set.slots.clone()),
            _ => None,
        }
    }

    /// A proof that no moves lead from a state to a goal: by the group, fixed slots, conditions, or the numbering.
    pub(crate) fn refusal(&self, state: &Bytes<N>) -> Option<Refusal<N>> {
        if self.behind().is_every_rank && self.trapped(state).is_none() && self.unnumbered(state).is_none() {
            return None;
        }
        let by_group = self.outside(state).or_else(|| self.trapped(state));
        by_group.or_else(|| self.out_of_reach(state)).or_else(|| self.unnumbered(state))
    }

    /// Whether moves lead to a goal from every legal position that is not refused.
    pub(crate) fn decides(&self) -> bool {
        let Behind { structure, leads, .. } = self.behind();
        self.positions_in_reach().is_some() || *leads && structure.decides()
    }

    /// The sentence for a proof that no moves lead from a state to a goal.
    pub(crate) fn sentence(&self, state: &Bytes<N>, refusal: &Refusal<N>) -> Unsolvable {
        let structure = &self.behind().structure;
        let piece = |slot: u16| match self.pattern(state) {
            Some(pattern) => structure.piece(slot, &pattern),
            None => "the piece".into(),
        };
        let goals = if self.goals.len() == 1 { "the goal does not have" } else { "no goal has" };
        match refusal {
            Refusal::Group(reason) => match self.pattern(state) {
                Some(pattern) => structure.sentence(reason, &pattern, ReasonScope::Goal),
                None => Unsolvable::Exhausted,
            },
            Refusal::Loops { reason, home } => self.sentence_of_loops(reason, home).unwrap_or(Unsolvable::Exhausted),
            Refusal::Shape => Unsolvable::OutsideGroup(
                "no moves from the goal bring the pieces that conditions name to these slots".into(),
            ),
            &Refusal::Fixed(slot) => Unsolvable::Trapped(format!(
                "no move takes {} out of {}, where {goals} it",
                piece(slot),
                structure.slot(slot)
            )),
            &Refusal::Still(slot) => Unsolvable::OutsideGroup(format!(
                "no move turns {} in {}, and {goals} it in this orientation",
                piece(slot),
                structure.slot(slot)
            )),
            Refusal::Odd(slots) => Unsolvable::Parity(format!(
                "{} permuted oddly, and every move permutes them evenly",
                structure.arrangement(slots)
            )),
            Refusal::Apart(slots) => {
                let goals = if self.goals.len() == 1 { "the goal" } else { "a goal" };
                let arrangement = structure.arrangement(slots);
                let why = format!("no moves from {goals} lead to a position with this arrangement of {arrangement}");
                Unsolvable::OutsideGroup(why)
            }
        }
    }
}

/// A proof that no moves lead from a state to a goal. A test evaluates each of them by breadth-first search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal<const N: usize> {
    /// The group of the moves does not contain the state.
    Group(Reason),
    /// Moves lead to `home`, where conditions allow what they allow at the goal, but not from there to the goal.
    Loops { reason: Reason, home: Bytes<N> },
    /// From the goal no moves bring the pieces that conditions distinguish to these slots.
    Shape,
    /// No move takes the piece out of this slot, where no goal has it.
    Fixed(u16),
    /// No move turns the piece of this slot, and no goal has it in this orientation.
    Still(u16),
    /// The pieces of these slots are permuted oddly, and every move permutes them evenly.
    Odd(Vec<u16>),
    /// No moves from a goal make this arrangement of these slots.
    Apart(Vec<u16>),
}

holds!(Behind { structure, leads, is_two_way, fixed, is_every_rank });

#[cfg(test)]
pub(crate) mod tests;
