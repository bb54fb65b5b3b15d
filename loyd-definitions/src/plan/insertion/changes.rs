//! Effects that change few slots.

use super::model::PieceModel;
use loyd_core::limits::holds_nothing;

/// The most slots whose pieces a word of the library moves.
pub const MOST_CHANGES: usize = 6;

/// A change of a slot: the slot `to` takes the piece of the slot `from` and turns it by `twist`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Change {
    pub to: u8,
    pub from: u8,
    pub twist: u8,
}

/// An effect on few slots: its changes in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FewChanges {
    number: u8,
    all: [Change; MOST_CHANGES],
}

impl FewChanges {
    /// The changes.
    #[inline(always)]
    pub fn all(&self) -> &[Change] {
        &self.all[..usize::from(self.number)]
    }

    /// The effect of these changes; `None` if they are too many.
    pub fn of(changes: impl Iterator<Item = Change>) -> Option<Self> {
        let mut few = FewChanges::default();
        for change in changes {
            *few.all.get_mut(usize::from(few.number))? = change;
            few.number += 1;
        }
        few.all[..usize::from(few.number)].sort_unstable();
        Some(few)
    }

    /// The number of changes.
    pub fn len(&self) -> usize {
        self.number.into()
    }

    /// The slots that change, each with the slot that it takes its piece from.
    pub fn places(&self) -> Vec<(u8, u8)> {
        self.all().iter().map(|change| (change.to, change.from)).collect()
    }

    /// The effect that takes this effect back.
    pub fn inverse(&self, model: &PieceModel) -> Self {
        let back = |change: &Change| {
            let of = model.orientations[usize::from(change.to)];
            Change { to: change.from, from: change.to, twist: (of - change.twist) % of }
        };
        FewChanges::of(self.all().iter().map(back)).expect("as many changes")
    }

    /// The effect of m⁻¹ W m, where this is the effect of W; `None` if it is the same.
    pub fn conjugated(&self, model: &PieceModel, m: u8) -> Option<Self> {
        let made = &model.moves[usize::from(m)];
        if self.all().iter().all(|change| made.support >> change.to & 1 == 0) {
            return None;
        }
        let image = |change: &Change| {
            let (to, from) = (made.to[usize::from(change.to)], made.to[usize::from(change.from)]);
            let of = model.orientations[usize::from(to)];
            let turned = made.effect.twist[usize::from(to)] + of - made.effect.twist[usize::from(from)];
            Change { to, from, twist: (change.twist + turned) % of }
        };
        FewChanges::of(self.all().iter().map(image))
    }
}

holds_nothing!(FewChanges);
