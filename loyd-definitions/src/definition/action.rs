//! Actions of moves on slots, with their algebra: products, inverses, powers and orders.

use super::MOST_ORDER;
use loyd_core::exact::exact;
use loyd_core::limits::{Watch, holds};

/// The effect of a move: after it, slot `i` holds the piece that was in slot `from[i]`, turned by `twist[i]`.
///
/// ```
/// use loyd_definitions::Action;
/// // Three pieces of three orientations go around; two of them are turned.
/// let action = Action::new(&[2, 0, 1], &[1, 2, 0], &[3, 3, 3]).unwrap();
/// assert_eq!(action.order(&[3, 3, 3]), Some(3));
/// assert!(action.then(&action.inverse(&[3, 3, 3]), &[3, 3, 3]).is_identity());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    from: Box<[u16]>,
    twist: Box<[u8]>,
}

/// The reason why lists of numbers are not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnAction {
    /// A list does not have one number for each slot.
    #[error("expected {slots} numbers, one for each slot, found {found}")]
    Length {
        /// The length of the list.
        found: usize,
        /// The number of slots.
        slots: usize,
    },
    /// A slot takes its piece from a slot that does not exist, or whose piece another slot has taken.
    #[error("slot {slot} takes the piece of slot {from}, which is out of range or taken twice")]
    From {
        /// The slot, from 0.
        slot: usize,
        /// The slot that its piece comes from.
        from: u16,
    },
    /// A twist is not below the number of orientations.
    #[error("slot {slot} turns its piece by {twist} of {orientations} orientations")]
    Twist {
        /// The slot, from 0.
        slot: usize,
        /// The twist.
        twist: u8,
        /// The number of orientations.
        orientations: u8,
    },
}

impl Action {
    /// The action in which each slot takes the piece of the slot in `from` and turns it by `twist`. `orientations`
    /// contains the number of orientations of each slot.
    ///
    /// # Errors
    /// [`NotAnAction`] if a list has another length, a slot is taken twice, or a number is out of range.
    pub fn new(from: &[u16], twist: &[u8], orientations: &[u8]) -> Result<Self, NotAnAction> {
        let slots = orientations.len();
        if let Some(found) = [from.len(), twist.len()].into_iter().find(|&found| found != slots) {
            return Err(NotAnAction::Length { found, slots });
        }
        let mut taken = vec![false; slots];
        for (slot, &from) in from.iter().enumerate() {
            if taken.get(usize::from(from)) != Some(&false) {
                return Err(NotAnAction::From { slot, from });
            }
            taken[usize::from(from)] = true;
        }
        for (slot, (&twist, &orientations)) in twist.iter().zip(orientations).enumerate() {
            if twist >= orientations {
                return Err(NotAnAction::Twist { slot, twist, orientations });
            }
        }
        Ok(Action { from: from.into(), twist: twist.into() })
    }

    /// The action that leaves everything as it is.
    pub fn identity(slots: usize) -> Self {
        Action { from: (0..exact::<u16>(slots)).collect(), twist: vec![0; slots].into() }
    }

    /// The slot from which each slot gets its piece.
    pub fn from(&self) -> &[u16] {
        &self.from
    }

    /// The twist by which each slot's new piece is turned.
    pub fn twist(&self) -> &[u8] {
        &self.twist
    }

    /// Whether the action leaves everything as it is.
    pub fn is_identity(&self) -> bool {
        self.from.iter().zip(0..).all(|(&from, slot)| from == slot) && self.twist.iter().all(|&twist| twist == 0)
    }

    /// The product of this action and the next one.
    #[must_use]
    pub fn then(&self, next: &Action, orientations: &[u8]) -> Self {
        // The text of a definition chooses how many products are computed, so each product is counted as work.
        Watch::demand(|watch| watch.spend(2 * self.from.len() as u64));
        let from = next.from.iter().map(|&from| self.from[usize::from(from)]).collect();
        let twist = next.from.iter().zip(&next.twist).zip(orientations);
        let twist = twist.map(|((&from, &twist), &of)| (self.twist[usize::from(from)] + twist) % of).collect();
        Action { from, twist }
    }

    /// The action that undoes this action.
    #[must_use]
    pub fn inverse(&self, orientations: &[u8]) -> Self {
        Watch::demand(|watch| watch.spend(2 * self.from.len() as u64));
        let (mut from, mut twist) = (self.from.clone(), self.twist.clone());
        for (slot, (&source, &turned)) in self.from.iter().zip(&self.twist).enumerate() {
            from[usize::from(source)] = exact::<u16>(slot);
            twist[usize::from(source)] = (orientations[slot] - turned) % orientations[slot];
        }
        Action { from, twist }
    }

    /// This action, made `times` times.
    #[must_use]
    pub fn power(&self, times: u32, orientations: &[u8]) -> Self {
        let (mut left, mut square, mut product) = (times, self.clone(), Action::identity(self.from.len()));
        while left > 0 {
            if left & 1 == 1 {
                product = product.then(&square, orientations);
            }
            square = square.then(&square.clone(), orientations);
            left >>= 1;
        }
        product
    }

    /// This action, made `times` times. For a negative number, its inverse is made.
    #[must_use]
    pub fn signed_power(&self, times: i32, orientations: &[u8]) -> Self {
        match times {
            1 => self.clone(),
            _ if times < 0 => self.inverse(orientations).power(times.unsigned_abs(), orientations),
            _ => self.power(times.unsigned_abs(), orientations),
        }
    }

    /// The number of times after which everything is as it was; `None` if it is more than [`MOST_ORDER`].
    pub fn order(&self, orientations: &[u8]) -> Option<u32> {
        let mut order: u64 = 1;
        let mut seen = vec![false; self.from.len()];
        for (first, &orientations) in orientations.iter().enumerate() {
            let (mut slot, mut length, mut twist) = (first, 0u64, 0u64);
            while !std::mem::replace(&mut seen[slot], true) {
                twist += u64::from(self.twist[slot]);
                length += 1;
                slot = usize::from(self.from[slot]);
            }
            if length > 0 {
                let of = u64::from(orientations);
                let cycle = length * (of / divisor(of, twist % of));
                order = order / divisor(order, cycle) * cycle;
                if order > MOST_ORDER.into() {
                    return None;
                }
            }
        }
        Some(exact::<u32>(order))
    }
}

/// The greatest common divisor.
pub(crate) fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

holds!(Action { from, twist });

#[cfg(test)]
mod tests {
    use super::*;

    const OF: [u8; 6] = [3, 3, 3, 3, 2, 2];

    fn all() -> Vec<Action> {
        let of = |from: [u16; 6], twist: [u8; 6]| Action::new(&from, &twist, &OF).unwrap();
        vec![
            of([1, 2, 0, 3, 5, 4], [1, 0, 1, 2, 1, 0]),
            of([3, 1, 2, 0, 4, 5], [0, 2, 1, 0, 0, 1]),
            Action::identity(6),
        ]
    }

    #[test]
    fn actions_are_a_group() {
        for a in all() {
            assert!(a.then(&a.inverse(&OF), &OF).is_identity() && a.inverse(&OF).then(&a, &OF).is_identity());
            let order = a.order(&OF).unwrap();
            assert!((1..order).all(|times| !a.power(times, &OF).is_identity()));
            assert!(a.power(order, &OF).is_identity());
            for b in all() {
                let inverse = b.inverse(&OF).then(&a.inverse(&OF), &OF);
                assert_eq!(a.then(&b, &OF).inverse(&OF), inverse);
                for c in all() {
                    assert_eq!(a.then(&b, &OF).then(&c, &OF), a.then(&b.then(&c, &OF), &OF));
                }
            }
        }
    }

    #[test]
    fn what_is_no_action_is_refused() {
        let refused = |from: &[u16], twist: &[u8]| Action::new(from, twist, &[2, 2]).unwrap_err();
        assert_eq!(refused(&[0], &[0]), NotAnAction::Length { found: 1, slots: 2 });
        assert_eq!(refused(&[0, 0], &[0, 0]), NotAnAction::From { slot: 1, from: 0 });
        assert_eq!(refused(&[0, 2], &[0, 0]), NotAnAction::From { slot: 1, from: 2 });
        assert_eq!(refused(&[1, 0], &[0, 2]), NotAnAction::Twist { slot: 1, twist: 2, orientations: 2 });
    }

    #[test]
    fn a_great_order_is_no_order() {
        // Cycles of 2, 3, 5, 7, 11, 13, 17 and 19 slots have the order 9,699,690.
        let lengths = [2u16, 3, 5, 7, 11, 13, 17, 19];
        let mut from = Vec::new();
        for length in lengths {
            let first = from.len() as u16;
            from.extend((0..length).map(|slot| first + (slot + 1) % length));
        }
        let of = vec![1; from.len()];
        let action = Action::new(&from, &vec![0; from.len()], &of).unwrap();
        assert_eq!(action.order(&of), None);
    }
}
